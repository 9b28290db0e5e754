"""Charts of the explorer equal the solvers' values, and impossible situations are refused."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from knobel.coach.explorer import schocken, zock, zocknroll
from knobel.rules import schocken as schocken_rules
from knobel.rules import zock as zock_rules
from knobel.rules import zocknroll as zocknroll_rules
from knobel.rules.errors import KnobelError
from knobel.rules.game import FACE_DOWN
from knobel.solve.schocken import two as two_players
from knobel.solve.zock.solver import evaluate
from knobel.solve.zocknroll.policy import stays
from knobel.solve.zocknroll.solver import turn_policy


@pytest.mark.parametrize("aim", ["win", "points", "match"])
@pytest.mark.parametrize("variant", zock.VARIANTS)
def test_covers_of_zock_are_those_of_a_position(aim: zock.Aim, variant: zock.Variant) -> None:
    """A chart asks for sets of fields; a position has a seat, dice, and a match around it."""
    own, rival = (1, 2, 4, 5, 7, 9), (2, 3, 8)
    found = zock.chart(zock.Question(variant, own=own, rival=rival, aim=aim, games=2, lead=-3))
    before = (zock_rules.GameScore(0, 4), zock_rules.GameScore(1, 7))  # seat 1 is three points better
    options = zock_rules.Options(variant=variant, games=4)
    for throw in found.throws:
        state = zock_rules.State(options, (own, rival), "throw", 0, games=before)
        after = zock_rules.play(state, zock_rules.Throw(0, throw.dice))
        if after.phase == "throw":
            assert throw.covers == ()
            assert throw.value == pytest.approx(evaluate(after, aim, seat=0).value, abs=1e-12)
            continue
        expected = {worth.fields: worth.value for worth in evaluate(after, aim).covers}
        assert {cover.fields: cover.value for cover in throw.covers} == pytest.approx(expected, abs=1e-12)
        assert throw.value == max(expected.values())
        assert [cover.fields for cover in throw.covers if cover.best] == [
            cover.fields for cover in throw.covers if cover.value == throw.value
        ]
    assert found.value == pytest.approx(sum(throw.weight * throw.value for throw in found.throws) / 36, abs=1e-9)


def test_openings_are_the_first_throw_of_every_variant() -> None:
    found = zock.openings(zock.Question(own=(1,), rival=(9,), aim="points"))
    assert [each.asked.variant for each in found.charts] == ["basic", "A", "B", "C"]
    best = {throw.dice: [c.fields for c in throw.covers if c.best] for throw in found.charts[3].throws}
    assert best[6, 6] == [(3, 9)]  # as docs/play/strategy-zock.md has it


@pytest.mark.parametrize(
    ("asked", "hand"),
    [
        (schocken.Question(), None),
        (schocken.Question(throw=2, stones=(3, 4)), None),
        (schocken.Question(before=("652",), limit=2), schocken_rules.Hand((), (2, 5, 6), 2)),
        (schocken.Question(throw=2, before=("1??",), stones=(6, 7)), schocken_rules.Hand((1,), (FACE_DOWN,) * 2, 3)),
    ],
)
def test_risks_of_schocken_equal_the_solver_for_two(asked: schocken.Question, hand: schocken_rules.Hand | None) -> None:
    """The charts use the solver for any number of players; two players have a separate one."""
    found = schocken.chart(asked)
    assert found.exact
    assert (len(found.throws), sum(throw.weight for throw in found.throws)) == (56, 216)
    for throw in found.throws:
        own = schocken_rules.Hand((), throw.dice[::-1], asked.throw)
        seat, hands = (1, (hand, own)) if hand else (0, (own, schocken_rules.Hand()))
        state = schocken_rules.State(
            schocken_rules.Options(),
            asked.stones or (0, 0),
            13 - sum(asked.stones),
            hands,
            "decide",
            seat,
            0,
            hand.throws if hand else 3,
            cups_up=False,
        )
        moves = {(getattr(m.move, "keep", None)): m.half for m in two_players.evaluate(state).moves}
        told = {(None if choice.stand else choice.keep): choice.risk for choice in throw.choices}
        assert told == pytest.approx(moves, abs=1e-9)
        assert throw.choices[0].risk == min(told.values())


def test_throws_of_schocken_stand_from_the_best_to_the_lowest() -> None:
    found = schocken.chart(schocken.Question(players=3, house="pub"))
    assert [throw.dice for throw in found.throws[:2]] == [(1, 1, 1), (6, 1, 1)]
    assert found.throws[-1].dice == (2, 2, 1)
    sixes = next(throw for throw in found.throws if throw.dice == (6, 6, 6))
    assert any(choice.flip == 2 and choice.keep == (1, 1) for choice in sixes.choices)  # H1


@pytest.mark.parametrize(
    ("asked", "dropped", "seat"),
    [
        (zocknroll.Question(history=(1, 0)), (0, 1, 0, 0), 2),
        (zocknroll.Question(round=2, white=(6, 2, 2), came=(0, 1, 1, 1), history=(0,)), (1, 2, 0, 0), 2),
        (zocknroll.Question(players=9, history=(1, 0, 1)), (0, 1, 0, 0, 0, 0, 0, 0, 0), 3),
    ],
)
def test_staying_in_zocknroll_is_what_the_seat_would_do(
    asked: zocknroll.Question, dropped: tuple[int, ...], seat: int
) -> None:
    found, options = zocknroll.chart(asked), zocknroll_rules.Options()
    policy, first = turn_policy(options, asked.players), ((0,) * 9,) * asked.players
    assert found.place == seat
    for cup, stay, rows, drop in zip(found.cups, found.stay, found.row, found.drop, strict=True):
        for white, chance, row, points in zip(found.whites, stay, rows, drop, strict=True):
            cups = (cup,) * asked.players
            queue = tuple(s for s in range(seat, asked.players) if not dropped[s])
            state = zocknroll_rules.State(options, first, "decide", 0, cups, white, dropped, queue)
            assert chance == pytest.approx(stays(policy, state, seat), abs=0.0005)
            can_form = zocknroll_rules.hand(state, seat)
            assert can_form[:1] == (() if row == zocknroll.NOTHING else (found.rows[row],))
            after = zocknroll_rules.play(state, zocknroll_rules.Drop(seat, can_form[0] if can_form else None))
            assert points == zocknroll_rules.scores(after)[seat]


@pytest.mark.parametrize(
    ("chart", "asked", "rule"),
    [
        (zock.chart, zock.Question(own=()), "K7"),
        (zock.chart, zock.Question(own=(1, 10)), "K1"),
        (zock.chart, zock.Question(rival=(2, 2)), "K1"),
        (zock.chart, zock.Question(aim="match", games=11), "K8"),
        (zock.chart, zock.Question(aim="match", lead=451), "K7"),
        (schocken.chart, schocken.Question(players=5), "S1"),
        (schocken.chart, schocken.Question(stones=(14, 0)), "S1"),
        (schocken.chart, schocken.Question(stones=(1,)), "S1"),
        (schocken.chart, schocken.Question(stones=(13, 0)), "S9"),
        (schocken.chart, schocken.Question(players=3, stones=(0, 6, 7)), "S9"),
        (schocken.chart, schocken.Question(throw=3), "S4"),
        (schocken.chart, schocken.Question(limit=4, before=("652",)), "S4"),
        (schocken.chart, schocken.Question(limit=1, before=("652",)), "S6"),
        (schocken.chart, schocken.Question(limit=2, before=("652", "441")), "S6"),
        (schocken.chart, schocken.Question(limit=3, before=("652",)), "S5"),
        (schocken.chart, schocken.Question(limit=2, before=("1??",)), "S5"),
        (schocken.chart, schocken.Question(before=("?1?",)), "S4"),
        (schocken.chart, schocken.Question(before=("7??",)), "S4"),
        (zocknroll.chart, zocknroll.Question(players=2), "N1"),
        (zocknroll.chart, zocknroll.Question(history=(1, 1, 1, 1)), "N6"),
        (zocknroll.chart, zocknroll.Question(history=(2,)), "N6"),
        (zocknroll.chart, zocknroll.Question(round=2, white=(1, 2)), "N5"),
        (zocknroll.chart, zocknroll.Question(round=2, white=(1, 2, 3), came=(1, 1)), "N9"),
        (zocknroll.chart, zocknroll.Question(round=2, white=(1, 2, 3), came=(0, 0, 1, 0), history=(1,)), "N9"),
    ],
)
def test_impossible_situations_are_refused_with_their_rule(chart: Any, asked: Struct, rule: str) -> None:
    with pytest.raises(KnobelError) as refused:
        chart(asked)
    assert refused.value.rule == rule
