"""Drawings: one whole example for each game, and properties of all."""

from __future__ import annotations

from textwrap import dedent

import pytest

from knobel.forms import LABELS, drawing, parse, readable, svg
from knobel.rules import GAMES, zocknroll

from .play import random_game

EXAMPLES = {
    "zocknroll - decide 2 1 3 2356 ??/44:1/25/?? ......21./1.....111/......1.1": """\
        Zock'n'Roll · Turn 4 · Round 2
        White dice: 2 3 5 6

          Anna   ? ?  In
          Ben    4 4  Starter · Dropped (Round 1)
        ▶ Carla  2 5  In · Two pairs
          Jörg   ? ?

                            Anna   Ben    Carla
        Won third       ×4  ○○○○○○ ●○○○○○ ○○○○○○
        Five of a kind  ×12 ○○○○○○ ○○○○○○ ○○○○○○
        Four of a kind  ×9  ○○○○○○ ○○○○○○ ○○○○○○
        Large straight  ×6  ○○○○○○ ○○○○○○ ○○○○○○
        Full house      ×5  ○○○○○○ ○○○○○○ ○○○○○○
        Three of a kind ×4  ○○○○○○ ○○○○○○ ○○○○○○
        Two pairs       ×3  ●●○○○○ ●○○○○○ ●○○○○○
        Pair            ×2  ●○○○○○ ●○○○○○ ○○○○○○
        Dropped first   ×1  ○○○○○○ ●○○○○○ ●○○○○○
        Points              8      10     4""",
    "zock referee=players,chips=1:1:1:1 object 0 36 12.4.6789/123.56.89 36=47 1:45 0:0:0:0/10:10:10:10 25/0": """\
        ZOCK · Game 2/10
        Dice: 3 6
        Claims: 3 6 → 4 7

        ▶ Anna  1 2 ■ 4 ■ 6 7 8 9  Penalty points 45 · Debt 25
          Ben   1 2 3 ■ 5 6 ■ 8 9  Penalty points 0

        Chips:
          Anna  Red 0   Blue 0   Yellow 0   Green 0
          Ben   Red 10  Blue 10  Yellow 10  Green 10""",
    "schocken covered=last decide 0 1 7 2 0 4/5/0/4 345:1/1|14:2/-/34|?:2": """\
        Schocken · Second half · Round 8
        Lost (First half): Carla
        Middle: 0

        ▶ Anna   Stones 4  3 4 5    Throws 1  Straße
          Ben    Stones 5  1 | 1 4  Throws 2  Schock 4
          Carla  Stones 0                     Out
          Deniz  Stones 4  3 4 | ?  Throws 2""",
}
NAMES = ("Anna", "Ben", "Carla", "Deniz")


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples(text: str) -> None:
    assert drawing(parse(text), NAMES) == dedent(EXAMPLES[text])


@pytest.mark.parametrize("name", GAMES)
def test_lines_fit_80_columns(name: str) -> None:
    for state in random_game(name, seed=5):
        lines = drawing(state, ["Maximiliane-Friederike"] * state.players).splitlines()
        assert max(map(len, lines)) <= 80
        assert all(line == line.rstrip() for line in lines)


def test_the_ends_of_games_say_who_won_and_who_lost() -> None:
    won = drawing(parse("zock games=1 over 0 14 ........./....5.... - 0:5 - -"))
    assert won.splitlines()[0] == "ZOCK · Game 1/1 · Over"
    assert "Seat 0  ■ ■ ■ ■ ■ ■ ■ ■ ■  Penalty points 0 · Won" in won
    marked = drawing(parse("zocknroll - over - 1 9 123 11:1/22:1/33:1/44 .......16/.......11/.......11"))
    assert marked.splitlines()[:2] == ["Zock'n'Roll · Turn 9 · Round 1 · Over", "Won (Game): Seat 0"]
    assert "Seat 0  1 1  Dropped (Round 1)\n" in marked
    lost = drawing(parse("schocken - over 0 0 9 0,0 1 12/0 122:1/111:1"), NAMES)
    assert lost.splitlines()[:3] == [
        "Schocken · Second half · Round 9 · Over",
        "Lost (First half): Anna",
        "Lost (Second half): Anna",
    ]
    one_half = drawing(parse("schocken length=half over 0 0 9 0 1 12/0 122:1/111:1"), NAMES)
    assert one_half.splitlines()[:2] == ["Schocken · Round 9 · Over", "Lost: Anna"]


def test_a_tied_last_turn_is_not_said_to_be_won() -> None:
    tied = parse("zocknroll - over - 1 9 22334 56/56/44:1/16 ......63./......21./......121")
    assert isinstance(tied, zocknroll.State)
    assert zocknroll.best_cups(tied) == (1, 0), "two seats have a large straight"
    said = [line for line in drawing(tied, NAMES).splitlines() if "Won" in line]
    assert [line.split()[:2] for line in said] == [["Won", "(Game):"], ["Won", "third"]]


def test_a_shared_victory_is_drawn_as_tied() -> None:
    drawn = drawing(parse("zocknroll - over - 1 9 123 11:1/22:1/33:1/44 .......16/.......16/.......11"), NAMES)
    assert drawn.splitlines()[1] == "Tied (Game): Anna, Ben"
    match = drawing(parse("zock games=2 over 0 14 ........./....5.... - 1:5,0:5 - -"), NAMES)
    assert [line.endswith("Penalty points 5 · Tied") for line in match.splitlines()[-2:]] == [True, True]


def test_the_final_is_for_two() -> None:
    drawn = drawing(parse("schocken - decide 2 2 9 0,2 13 0/0/0 -/-/123:1")).splitlines()
    assert drawn[0] == "Schocken · Final · Round 10"
    assert [line.endswith("Out") for line in drawn[-3:]] == [False, True, False]


def test_names_cannot_break_lines() -> None:
    state = zocknroll.start(zocknroll.Options(), 3)
    drawn = drawing(state, ["a\nb", "\x1b[31mred", "c\ud800"])
    assert len(drawn.splitlines()) == len(drawing(state).splitlines())
    assert "a b" in drawn
    assert "\x1b" not in drawn


def test_seats_without_a_name_have_a_number() -> None:
    state = zocknroll.start(zocknroll.Options(), 4)
    assert "Anna" in drawing(state, ["Anna"])
    assert "Seat 3" in drawing(state, ["Anna"])


@pytest.mark.parametrize("name", GAMES)
def test_printing_a_state_draws_it(name: str) -> None:
    state = next(random_game(name, seed=0))
    assert str(state) == drawing(state)
    assert state._repr_svg_() == svg(state)


def test_labels_are_all_that_is_asked_for() -> None:
    asked: set[str] = set()

    def label(key: str) -> str:
        asked.add(key)
        return readable(key)

    for text in (
        *EXAMPLES,
        "zocknroll board=pro starter - 0 0 - - ............../............../..............",
        "zock games=1 over 0 14 ........./....5.... - 0:5 - -",
        "zocknroll - over - 1 9 123 11:1/22:1/33:1/44 .......16/.......16/.......11",
        "schocken jule=true throw 5 0 1 5 13 0/0/0/0/0/0 111:1/124:1/114:1/333:1/456:1/122:1",
        "schocken - decide 2 2 9 0,2 13 0/0/0 -/-/123:1",
    ):
        drawing(parse(text), label=label)
        svg(parse(text), label=label)
    assert asked == set(LABELS), "every label is used"
    for name in GAMES:
        for state in random_game(name, seed=2):
            drawing(state, label=label)
    assert asked == set(LABELS), "no other label is used"
    assert len(LABELS) == len(set(LABELS))
