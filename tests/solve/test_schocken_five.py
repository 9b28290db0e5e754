"""Five players of Schocken: shipped tables, decisions solved when they are asked for, and who uses them."""

from __future__ import annotations

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from knobel.bots import make_bot
from knobel.cli.solve import app
from knobel.coach.judges.schocken import SchockenJudge
from knobel.forms.text import parse
from knobel.rules import schocken
from knobel.rules.schocken import Event, Hand, Options, Stand, State, Throw
from knobel.solve.schocken.evaluation import position_risks
from knobel.solve.schocken.sources import AS_HALF, known

from .test_schocken_evaluation import risks_after

LAST_STONE = "schocken - decide 0 1 3 - 1 5/4/3/0/0 123:1/1|36:2/566:1/256:2/345:1"
"""If seat 0 stands with 3-2-1, 6-3-1 is lowest and takes the last stone; then seats 3 and 4 are out (S8, S9)."""
COVERED = "schocken - decide 1 0 3 - 2 3/0/1/5/2 1|??:3/125:1/-/-/-"
"""The beginner has covered two dice beside a 1, and the second player has 5-2-1."""


def position(text: str) -> State:
    state = parse(text)
    assert isinstance(state, State)
    return state


def test_the_table_is_consistent() -> None:
    """A round of the beginner's best choices has the value of the state before it."""
    options, five = Options(), known(Options(), 5, "half")
    assert five is not None
    for middle, held in [(13, (0,) * 5), (4, (2, 1, 3, 0, 3)), (1, (12, 0, 0, 0, 0)), (0, (3, 2, 1, 4, 3))]:
        before = State(options, held, middle, (Hand(),) * 5, "throw")
        found = position_risks(before, "half", "known")
        assert found.exact
        assert found.risks == pytest.approx(five.value(middle, held), abs=1e-15)
        during = position_risks(replace(before, cups_up=False), "half", "known")
        assert during.exact
        assert during.risks[0] == pytest.approx(found.risks[0], abs=1e-7), "the own risk is stored as a 32-bit float"
        assert during.risks == pytest.approx(found.risks, abs=3e-5)


def test_a_best_response_to_a_covered_throw_gives_the_value_of_the_throw() -> None:
    """The table of the beginner's covered throws was made by another program, on a GPU."""
    follows = position(COVERED)
    began = Hand((1,), (2, 5), 2)
    hands = (began, *(Hand(),) * 4)
    begun = replace(follows, hands=hands, phase="decide", seat=0, limit=3)
    [thrown] = [
        each.risks for each in position_risks(begun, "half", "known").moves if each.move == Throw(0, (1,), (0, 0))
    ]
    found = position_risks(replace(follows, hands=(follows.hands[0], *(Hand(),) * 4), phase="throw"), "half", "known")
    assert found.exact
    assert found.risks[0] == pytest.approx(thrown[0], abs=1e-7), "the own risk is stored as a 32-bit float"
    assert found.risks == pytest.approx(thrown, abs=3e-5)


def test_risks_of_followers_are_means_of_the_risks_after_them() -> None:
    """From the second player's decision on, whose covered dice and those of the beginner the others do not see."""
    state = position(COVERED)
    turns: tuple[tuple[Event, ...], ...] = (
        (Throw(1, (1,), (0, 0)), Throw(1, (), (0, 0, 0)), Stand(1)),
        (Stand(2), Throw(2, (6,), (0, 0))),
        (Stand(3), Throw(3, (2,), (0, 0))),
    )
    for choices in turns:
        found = position_risks(state, "half", "known")
        assert found.exact
        risks = {each.move: each.risks for each in found.moves}
        for move in choices:
            assert list(risks[move]) == pytest.approx(risks_after(state, move, "half"), abs=1e-11), move
        assert found.risks[state.seat] == min(each[state.seat] for each in risks.values())
        state = schocken.play(state, Stand(state.seat))
        state = schocken.play(state, Throw(state.seat, (), (2, 6, 6)))


@pytest.mark.parametrize("level", ["strong", "master"])
def test_bots_decide_by_the_exact_values(level: str) -> None:
    for text in (LAST_STONE, COVERED):
        view = position(text)
        best = position_risks(view, "half", "known").moves[0].move
        assert make_bot(level, "schocken").weights(view) == {best: 1}
    assert position_risks(position(LAST_STONE), "half", "known").moves[0].move == Throw(0, (1,), (0, 0))


def test_a_round_that_leaves_few_continues_with_their_exact_half() -> None:
    """Standing is worth what the half of three is worth; that was 0.0123 worse than keeping the 1, and chosen."""
    three = known(Options(), 3, "half")
    assert three is not None
    found = position_risks(position(LAST_STONE), "half", "known")
    [standing] = [each.risks for each in found.moves if each.move == Stand(0)]
    after = three.value(0, (5, 3, 5))
    assert standing == pytest.approx((after[2], after[0], after[1], 0, 0), abs=1e-12)
    assert standing[0] == pytest.approx(0.3802, abs=5e-5)
    assert found.moves[0].risks[0] == pytest.approx(0.3679, abs=5e-5)


def test_the_coach_shows_the_exact_risks_of_the_half() -> None:
    for text in (LAST_STONE, COVERED):
        view = position(text)
        values = SchockenJudge(Options(), 5).weigh(view)
        exact = position_risks(view, "half", "known")
        assert exact.exact
        assert {worth.move: worth.points for worth in values.moves} == {
            each.move: each.risks[view.seat] for each in exact.moves
        }
        assert values.best.move == exact.moves[0].move
        assert {worth.error for worth in values.moves} == {AS_HALF.risk}, "the game is valued by its first half"


def test_solve_prints_what_standing_is_worth() -> None:
    """`solve` has stones only, so it says what comes after standing: seat 1 begins with 5 stones, seat 0 comes last."""
    asked = ("schocken", "--players", "5", "--stones", "5,3,0,0,5", "--middle", "0", "--json")
    answer = CliRunner().invoke(app, asked, env={"KNOBEL_LANG": "en"}, catch_exceptions=False)
    assert msgspec.json.decode(answer.stdout)["half"][4] == pytest.approx(0.3802, abs=5e-5)


def test_solve_prints_the_exact_half() -> None:
    five = known(Options(), 5, "half")
    assert five is not None
    for arguments, state in ((), (13, (0,) * 5)), (("--stones", "3,2,0,4,1"), (3, (3, 2, 0, 4, 1))):
        asked = ("schocken", "--players", "5", *arguments, "--json")
        answer = CliRunner().invoke(app, asked, env={"KNOBEL_LANG": "en"}, catch_exceptions=False)
        found = msgspec.json.decode(answer.stdout)
        assert found["half"] == pytest.approx(five.value(*state).tolist(), abs=1e-15)
        assert found.get("standard_error", {"half": 0})["half"] == 0
