"""The pages of docs/ about the games: options, events, states, examples and figures are those of the engines."""

from __future__ import annotations

import json
import re
from pathlib import Path
from statistics import mean
from typing import Any

import msgspec
import pytest

from knobel.rules import GAMES, boards, schocken, zock, zocknroll
from knobel.rules.dice import multisets
from knobel.rules.game import option_specs
from knobel.rules.records import loads
from knobel.rules.session import Session

DOCS = Path(__file__).parents[2] / "docs" / "library"
every_game = pytest.mark.parametrize("game", GAMES)


def page(game: str) -> str:
    return (DOCS / f"{game}.md").read_text("utf-8")


def block(game: str, language: str) -> str:
    """The one fenced block of a language on a page."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", page(game), re.M | re.S)
    return str(found)


def table(game: str, headings: str) -> list[list[str]]:
    """The cells of the table that begins with these headings, without code marks."""
    lines = page(game).split(f"| {headings} |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    return [[cell.strip().replace("`", "") for cell in line.strip("|").split(" | ")] for line in lines]


def example(game: str) -> Session:
    return loads(block(game, "json"))


@every_game
def test_options_are_those_of_the_engine(game: str) -> None:
    told = table(game, "Option")
    specs = list(option_specs(GAMES[game]))
    assert [name for name, _, _ in told] == [spec.name for spec in specs]
    for (_, rule, choices), spec in zip(told, specs, strict=True):
        assert rule.split(",")[0] == spec.rule
        if spec.choices:
            written = [c if isinstance(c, str) else msgspec.json.encode(c).decode() for c in spec.choices]
            assert choices.split(", ") == written
        else:
            assert choices.startswith("none" if spec.default is None else f"{spec.default},")


@every_game
def test_events_are_those_of_the_engine(game: str) -> None:
    tags = [event.__struct_config__.tag for event in GAMES[game].events]
    assert [event for event, *_ in table(game, "Event")] == tags


@every_game
def test_state_has_these_fields(game: str) -> None:
    told = [name for cell, _ in table(game, "Field") for name in cell.split(", ")]
    assert told == list(GAMES[game].state.__struct_fields__)


@every_game
def test_length_is_what_the_snippet_measures(game: str) -> None:
    """Sixty games a line: the means are within a few per cent then, so a fifth is a wrong figure."""
    snippet: dict[str, Any] = {}
    exec(block(game, "python"), snippet)
    for players, options, *told in table(game, "Players | Options"):
        games = [snippet["length"](seed, int(players), json.loads(options)) for seed in range(60)]
        measured = [mean(column) for column in zip(*games, strict=True)]
        assert measured == pytest.approx([float(figure) for figure in told], rel=0.2), (players, options)


@pytest.mark.parametrize("board", boards.BOARDS)
def test_most_moves_of_zocknroll(board: str) -> None:
    own = boards.CUP_SIZE[board]
    hands = {white: [dice for dice, _ in multisets(own + white)] for white in (3, 4, 5)}
    forms = {white: max(len(boards.formed(board, "456", dice)) for dice in hands[white]) for white in hands}
    most = max(1 + forms[3], 1 + forms[4], forms[5])  # stay, or drop with a row; after the last die only a row
    assert f"{most} on the {board} board" in page("zocknroll")


def test_most_moves_of_zock() -> None:
    most = {variant: max(len(zock.offers(variant, "digits", dice)) for dice, _ in multisets(2)) for variant in "ABC"}
    assert f"| {most['A']} (`basic`, `A`), {most['B']} (`B`), {most['C']} (`C`)" in page("zock")
    assert f"; {2**9} with" in page("zock")  # any set of the nine fields, the empty one being a pass


@pytest.mark.parametrize("sixes", [False, True])
def test_most_moves_of_schocken(sixes: bool) -> None:
    options = schocken.Options(sixes=sixes)
    hands = (
        schocken.Hand(kept, thrown, 1)
        for size in (0, 1, 2)
        for kept, _ in multisets(size)
        for thrown, _ in multisets(3 - size)
    )
    most = 1 + max(len(schocken.keeps(options, hand)) for hand in hands)  # or stand
    assert f"| Most moves at a decision | {most}, with and without H1" in page("schocken")


def test_zocknroll_record_gives_the_points_told() -> None:
    state = example("zocknroll").state
    assert isinstance(state, zocknroll.State)
    assert (zocknroll.scores(state), state.turns) == ((4, 6 + 4, 0, 5), 1)


def test_zock_record_opens_the_fields_again() -> None:
    state = example("zock").state
    assert isinstance(state, zock.State)
    assert state.open == (zock.ALL_FIELDS, (1, 2, 3, 4, 5, 6, 7, 9))


def test_schocken_record_deals_four_stones_to_carla() -> None:
    state = example("schocken").state
    assert isinstance(state, schocken.State)
    assert (state.stones, state.middle, schocken.hand_rank(state, 1).name) == ((0, 0, 4), 9, "strasse")


def test_zocknroll_examples() -> None:
    for white, cups, row, _ in table("zocknroll", "White"):
        best = re.match(r"\w+", row)
        assert best
        for cup in cups.split(" against "):
            dice = tuple(sorted(map(int, f"{white} {cup}".split())))
            assert (*boards.formed("basic", "456", dice), "nothing")[0] == best[0]


def test_zock_examples() -> None:
    for variant, throw, told, _ in table("zock", "Variant"):
        dice = tuple(map(int, throw.split()))
        covers = [tuple(map(int, cover.split(","))) for cover in re.findall(r"\{(.+?)\}", told)]
        assert covers == list(zock.offers(variant, "digits", dice))
        if "nothing with ten_only" in told:
            assert not zock.offers(variant, "ten_only", dice)


def test_schocken_examples() -> None:
    for dice, _, stones, _ in table("schocken", "Dice"):
        rank = schocken.rank(schocken.Options(), tuple(map(int, dice.split("-"))), True)
        assert stones == ("all" if rank.name == "schock_out" else str(rank.stones))
