"""Puzzles: graded as specified, reproducible, and without hidden information."""

from __future__ import annotations

from datetime import date
from itertools import islice

import pytest

from knobel.coach.judges import judge_of
from knobel.coach.puzzles import CLEAR, KINDS, LEVELS, OBVIOUS, PLAIN, STEPS, daily, grade, hardness, positions, puzzle
from knobel.coach.values import MoveValue, Values
from knobel.forms import parse, position
from knobel.rules import GAMES, find_game
from knobel.rules.errors import KnobelError
from knobel.rules.game import FACE_DOWN, Decision, Event
from knobel.rules.zock import Cover
from knobel.rules.zocknroll import State, lifted

NINE, EIGHT = Cover(0, (9,)), Cover(0, (8,))


def values(*worths: float, error: float = 0.0) -> Values:
    moves = tuple(MoveValue(Cover(0, (9 - place,)), value, error, error) for place, value in enumerate(worths))
    return Values(0, moves, exact=not error)


@pytest.mark.parametrize(
    ("worths", "errs", "expected"),
    [
        ((0.6, 0.5), 0.1, 0.25),  # 2.5 * 0.1; eight per cent and more are not close, and two moves no crowd
        ((0.6, 0.59), 0.1, 1.75),  # as close as can be: 1.5 more
        ((0.6, 0.555), 0.9, 3.0),  # half way between 1 % and 8 %: 2.25 + 0.75
        ((0.6, *(0.5,) * 7), 1.0, 3.5),  # eight moves: 2.5 + 1
        ((0.6, *(0.59,) * 11), 1.0, 5.0),
        ((0.6, 0.595), 0.5, None),  # no answer is clearly right
        ((0.6, 0.3), 0.5, None),  # obvious
        ((0.6, 0.5), 0.04, None),  # casual nearly always finds it
        ((0.6,), 0.0, None),
    ],
)
def test_hardness_adds_errors_closeness_and_moves(
    worths: tuple[float, ...], errs: float, expected: float | None
) -> None:
    assert hardness(values(*worths), {NINE: 1 - errs, EIGHT: errs}) == expected


def test_an_estimate_must_be_far_from_its_error() -> None:
    casual: dict[Event, float] = {NINE: 0.5, EIGHT: 0.5}
    assert hardness(values(0.6, 0.56, error=0.0101), casual) is None
    assert hardness(values(0.6, 0.56, error=0.0099), casual) is not None


def test_levels_begin_at_their_steps() -> None:
    for game, steps in STEPS.items():
        found = [
            grade(game, values(0.6, 0.5), {NINE: 1 - (step + 0.01) / 2.5}) for step in (0.2, *steps) if step < 2.49
        ]
        assert found == list(LEVELS)[: len(found)]


def test_the_same_seed_gives_the_same_positions() -> None:
    for game in GAMES:
        one, other = (list(islice(positions(game, 11), 3)) for _ in range(2))
        assert one == other
        assert all(len(found.decision.moves) > 1 for found in one)
        assert list(islice(positions(game, 12), 3)) != one
    assert set(KINDS) == set(GAMES)


def test_a_position_of_zocknroll_hides_the_cups_of_others() -> None:
    for found in islice(positions("zocknroll", 3), 40):
        assert isinstance(found.view, State)
        for cup, dice in enumerate(found.view.cups):
            hidden = cup != found.decision.seat and not lifted(found.view, cup)
            assert (FACE_DOWN in dice) == hidden


@pytest.mark.parametrize("game", ["zock", "schocken"])
def test_puzzles_have_one_clear_answer_and_the_level_that_was_asked_for(game: str) -> None:
    for level in LEVELS:
        found = puzzle(game, level, seed=3)
        view = parse(found.position)
        pending = find_game(game).pending(view)
        assert isinstance(pending, Decision)
        exact = judge_of(find_game(game), getattr(view, "options"), view.players).weigh(view)  # noqa: B009 - all have them
        assert (found.level, found.seat) == (level, pending.seat)
        assert position(view) == found.position
        assert pending.moves[found.best] == exact.best.move
        losses = [verdict.loss for verdict in found.verdicts]
        assert losses == pytest.approx([exact.best.value - exact.of(move).value for move in pending.moves], abs=1e-9)
        second = sorted(losses)[1]
        assert CLEAR - 1e-4 <= second <= PLAIN + 1e-4
        assert all(verdict.reasons for verdict in found.verdicts if verdict.loss)


DAYS = {
    ("zock", date(2026, 11, 1)): "zock variant=C,games=3 cover 0 56 .2345.789/.2.456789 - - - -",
    ("zock", date(2026, 11, 15)): "zock variant=C,games=1 cover 0 26 123456789/123456789 - - - -",
    ("zock", date(2026, 11, 28)): "zock games=3 cover 0 36 123456789/123456789 - - - -",
    ("schocken", date(2026, 11, 1)): "schocken - decide 2 1 3 1 13 0/0/0 -/1|12:2/114:1",
    ("schocken", date(2026, 11, 15)): "schocken - decide 1 1 10 - 0 7/6/0 -/1|14:2/-",
    ("schocken", date(2026, 11, 28)): (
        "schocken covered=last,sixes=true,hand_only=true decide 1 2 16 1,2 3 0/8/2 -/116:2/1|??:3"
    ),
    ("zocknroll", date(2026, 11, 26)): (
        "zocknroll - decide 2 2 0 133 ??/??/35/?? ........./........./........./........."
    ),
}
"""One day of Zock'n'Roll is enough: its positions are played on many times before one is found."""


@pytest.mark.parametrize(("game", "day"), DAYS)
def test_the_puzzle_of_the_day_is_fixed(game: str, day: date) -> None:
    """A change gives other puzzles of the day to users of different versions: make it deliberately."""
    assert daily(game, day).position == DAYS[game, day]


def test_unknown_levels_and_days_are_refused() -> None:
    for level, seed in ((0, 1), (6, 1), (1, -1), (1, 1_000_000)):
        with pytest.raises(KnobelError):
            puzzle("zock", level, seed)
    with pytest.raises(KnobelError, match="before 2023-01-01"):
        daily("zock", date(2022, 12, 31))
    with pytest.raises(KnobelError):
        puzzle("poker", 1, 1)
    assert OBVIOUS < 0.1, "a favourite of casual's that is right nine times out of ten still makes a puzzle"
