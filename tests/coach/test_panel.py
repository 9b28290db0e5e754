"""The odds panel: every figure computed independently."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import reduce
from itertools import product

import numpy as np
import pytest
from msgspec.structs import replace

from knobel.bots import play_out
from knobel.coach.panel import Panel, panel
from knobel.forms import parse
from knobel.rules import GAMES, schocken, zock, zocknroll
from knobel.rules.boards import COMBINATIONS
from knobel.rules.game import Dice, State
from knobel.solve.zocknroll.policy import belief
from knobel.solve.zocknroll.solver import turn_policy
from knobel.telling.phrase import render
from knobel.words import words

FACES = range(1, 7)
PLACE = {row: place for place, row in enumerate(COMBINATIONS["basic"])}


def _chances(shown: Panel, *kinds: str) -> list[float]:
    return [row.chance for kind in kinds for row in shown.rows if row.kind == kind]


def _said(shown: Panel) -> dict[str, float]:
    return {render(words("en"), row.label): row.chance for row in shown.rows}


ZOCK = parse("zock - cover 0 36 .2...6.89/123456789 - - - -")


def test_zock_counts_the_next_throw() -> None:
    shown, fields = panel(ZOCK, 0), (2, 6, 8, 9)
    throws = [zock.covers("basic", "digits", (a, b), fields) for a, b in product(FACES, FACES)]
    assert _chances(shown, "usable") == [sum(map(bool, throws)) / 36]
    assert _chances(shown, "finishing") == [sum(fields in offered for offered in throws) / 36]
    assert _chances(shown, "field") == [
        sum(any(field in cover for cover in offered) for offered in throws) / 36 for field in fields
    ]


def test_zock_has_odds_for_the_waiting_seat_and_none_between_games() -> None:
    assert len(_chances(panel(ZOCK, 1), "field")) == 9
    assert panel(parse("zock - roll_off 0 - 123456789/123456789 - - - -"), 0) == Panel()


def _reached(kept: Dice, height: int) -> float:
    """The chance of one throw beside kept dice to reach a height, all falls counted."""
    falls = [tuple(sorted(dice)) for dice in product(FACES, repeat=3 - len(kept))]
    ranks = [schocken.rank_of(schocken.Options(), schocken.Hand(kept, dice, 2)).height for dice in falls]
    return sum(rank >= height for rank in ranks) / len(falls)


def test_schocken_beats_the_throw_that_leads() -> None:
    """Seat 1 leads with 6-5-3 after two throws; seat 0 has 6-2-1 and one throw left."""
    shown = panel(parse("schocken - decide 0 1 0 - 13 0/0 126:1/356:2"), 0)
    found = _said(shown)
    assert _chances(shown, "stand") == [0.0], "6-2-1 is not enough"
    for kept in ((), (1,), (2,), (6,), (1, 2), (1, 6), (2, 6)):
        label = next(row.label for row in shown.rows if row.kind == "reach" and _kept(row.label.values) == kept)
        assert found[render(words("en"), label)] == pytest.approx(_reached(kept, 654))
    assert list(found.values()) == sorted(found.values(), reverse=True)
    assert shown.about is not None
    assert shown.about.values == {"throw": "6-5-3", "left": 1}


def _kept(values: Mapping[str, object]) -> Dice:
    return tuple(map(int, re.findall(r"(?<![\w-])[1-6](?![\w-])", str(values.get("dice", "")))))


def test_schocken_shows_improvement_where_no_throw_leads() -> None:
    shown = panel(parse("schocken - decide 0 0 0 - 13 0/0 112:1/-"), 0)
    assert shown.about is not None
    assert shown.about.key == "coach-odds-about-improve"
    assert _chances(shown, "stand") == [0.0]
    assert panel(parse("schocken - decide 0 0 0 - 13 0/0 111:1/-"), 0) == Panel(), "nothing beats a Schock out"


def test_schocken_before_the_own_first_throw() -> None:
    (row,) = panel(parse("schocken - throw 1 0 0 - 13 0/0 666:1/-"), 1).rows
    assert row.chance == pytest.approx(_reached((), 3007)), "the beginner took one throw"
    (row,) = panel(parse("schocken - decide 0 0 0 - 13 0/0 666:1/-"), 1).rows
    assert row.chance > _reached((), 3007), "there may be three, and dice can be kept"


def test_an_equal_throw_with_fewer_throws_beats_the_one_that_leads() -> None:
    """Seat 0 leads with 6-5-3 after two throws; seat 1 may throw once or twice."""
    (row,) = panel(parse("schocken ties=throws_then_order throw 1 0 0 - 13 0/0 356:2/-"), 1).rows
    (alone,) = panel(parse("schocken - throw 1 0 0 - 13 0/0 356:2/-"), 1).rows
    assert row.chance - alone.chance > 6 / 6**3 / 3, "653 at once, less what may be lost by standing on it"
    shown = panel(parse("schocken ties=throws_then_order decide 1 0 0 - 13 0/0 356:2/356:1"), 1)
    assert _chances(shown, "stand") == [1.0]
    assert _chances(panel(parse("schocken - decide 1 0 0 - 13 0/0 356:2/356:1"), 1), "stand") == [0.0]


def test_schocken_ignores_covered_throws() -> None:
    view = parse("schocken covered=last decide 0 1 7 2 0 4/5/0/4 345:1/1|14:2/-/34|?:2")
    about = panel(view, 0).about
    assert about is not None
    assert render(words("en"), about).startswith("To beat Schock 4")


def _zocknroll() -> zocknroll.State:
    """Four players in round 2: seat 1 has dropped, seat 0 has stayed again, seat 2 decides."""
    events: list[zocknroll.Event] = [
        zocknroll.Starter(0),
        zocknroll.Cups(((1, 6), (4, 4), (2, 5), (3, 4))),
        zocknroll.White((2, 3, 5)),
        zocknroll.Stay(0),
        zocknroll.Drop(1, "pair"),
        zocknroll.Stay(2),
        zocknroll.Stay(3),
        zocknroll.White((6,)),
        zocknroll.Stay(0),
    ]
    return reduce(zocknroll.play, events, zocknroll.start(zocknroll.Options(), 4))


def _best(cup: Dice, white: Dice) -> int:
    """The place of the best row of a cup, counted from the top."""
    return PLACE[zocknroll.hand(replace(_zocknroll(), white=white, cups=(cup,)), 0)[0]]


def test_zocknroll_counts_the_rows_of_the_last_white_die() -> None:
    view = zocknroll.view(_zocknroll(), 2)
    shown, own = panel(view, 2), Counter(_best((2, 5), (2, 3, 5, 6, die)) for die in FACES)
    assert _chances(shown, "row") == [own[place] / 6 for place in sorted(own)]
    now = PLACE[zocknroll.hand(view, 2)[0]]
    assert _chances(shown, "grows") == [sum(count for place, count in own.items() if place < now) / 6]


def test_zocknroll_plays_round_three_against_the_cups_that_are_in() -> None:
    """Two rivals are in: all their cups and the last white die, evenly and with the weight of belief."""
    view = zocknroll.view(_zocknroll(), 2)
    policy = turn_policy(view.options, view.players)
    cups = policy.setting.cups
    likely = [belief(policy, view, rival) for rival in (0, 3)]
    even = np.array([1.0 if a == b else 2.0 for a, b in cups]) / 36
    wins, ties = np.zeros(2), np.zeros(2)
    for die in FACES:
        white = (2, 3, 5, 6, die)
        own, theirs = _best((2, 5), white), [_best(cup, white) for cup in cups]
        for first, second in product(range(len(cups)), repeat=2):
            chances = np.array([even[first] * even[second], likely[0][first] * likely[1][second]]) / 6
            best = min(theirs[first], theirs[second])
            wins += chances * (best > own)
            ties += chances * (best == own)
    shown = panel(view, 2)
    assert _chances(shown, "wins", "wins_belief") == pytest.approx(wins)
    assert _chances(shown, "ties", "ties_belief") == pytest.approx(ties)
    assert abs(wins[0] - wins[1]) > 1e-3, "staying changes the belief"


def test_a_dropped_seat_has_no_odds() -> None:
    assert panel(zocknroll.view(_zocknroll(), 1), 1) == Panel()


@pytest.mark.parametrize("game", GAMES)
def test_every_view_of_a_game_has_a_panel_in_both_languages(game: str) -> None:
    session = play_out(game, ["A", "B", "C", "D"][: 2 if game == "zock" else 4], seed=2)
    kinds = set[str]()
    for number in range(0, len(session.events), 1 if game == "schocken" else 3):
        state: State = session.state_at(number)
        for seat in range(len(session.players)):
            shown = panel(session.game.view(state, seat), seat)
            assert bool(shown.rows) is (shown.about is not None)
            assert all(0 <= row.chance <= 1 + 1e-12 for row in shown.rows)
            said = [row.label for row in shown.rows] + ([shown.about] if shown.about else [])
            assert all(render(words(language), each) for language in ("de", "en") for each in said)
            kinds |= {row.kind for row in shown.rows}
    expected = {
        "zock": {"usable", "finishing", "field"},
        "schocken": {"reach", "stand"},
        "zocknroll": {"row", "grows", "wins", "ties", "wins_belief", "ties_belief"},
    }
    assert kinds == expected[game]


@pytest.mark.rule("R5")
def test_a_face_down_cup_has_no_odds() -> None:
    shown = panel(parse("zocknroll - decide 0 0 0 123 ??/??/33/?? ........./........./........."), 0)
    assert not shown.rows
    assert shown.about is not None
    assert "cannot be known (R5)" in render(words("en"), shown.about)
