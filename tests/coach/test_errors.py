"""Errors of luck, gifts and losses: by their definition, for samples and for approximations."""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import stdev
from zlib import crc32

import pytest
from msgspec.structs import replace

from knobel.bots import play_out
from knobel.coach.analyse import analyse
from knobel.coach.analysis import Analysis, Summary
from knobel.coach.errors import FEW
from knobel.coach.judges import judge_of
from knobel.coach.judges.zocknroll import ZocknrollJudge
from knobel.coach.values import Doubt, MoveValue, Parts, Values
from knobel.forms import position
from knobel.rules.game import Over, State
from knobel.rules.session import Session
from knobel.rules.zocknroll import Options

from .judges import Guesser

PARTS = 8


class Part(Guesser):
    """Values that are off by a little, differently in each part and position; the order of moves stays."""

    def __init__(self, game: str, part: int, tells_others: bool) -> None:
        super().__init__(game, tells_others=tells_others)
        self._part = part

    def _guess(self, state: State, what: str) -> float:
        off = Random(crc32(f"{self._part} {position(state)} {what}".encode())).gauss(0, 1e-6)
        return super()._guess(state, what) + off


class Sampled(Guesser):
    """The mean of the parts."""

    def __init__(self, game: str, tells_others: bool) -> None:
        super().__init__(game, 1e-9, tells_others)
        self.parts = [Part(game, part, tells_others) for part in range(PARTS)]

    def _guess(self, state: State, what: str) -> float:
        return sum(part._guess(state, what) for part in self.parts) / PARTS

    def weigh(self, view: State) -> Values:
        found = super().weigh(view)
        return replace(found, moves=tuple(replace(each, parts=self._by_part(view, each)) for each in found.moves))

    def _by_part(self, view: State, worth: MoveValue) -> Parts:
        names = [f"{worth.move} {seat}" for seat in range(view.players)]
        return tuple(tuple(part._guess(view, name) for name in names) for part in self.parts)

    def doubt(self, state: State) -> Doubt:
        over = self._game.pending(state)
        if isinstance(over, Over):
            return Doubt(parts=(over.result.won(state.players),) * PARTS)
        return Doubt(parts=tuple(part.chances(state) for part in self.parts))


@pytest.mark.parametrize("tells_others", [False, True])
@pytest.mark.parametrize(("game", "players"), [("zocknroll", 3), ("schocken", 3), ("zock", 2)])
def test_errors_of_samples_are_those_of_the_same_sum_by_each_part(game: str, players: int, tells_others: bool) -> None:
    """Analysing the game with each part alone gives eight sums; their mean is the one that is told."""
    session = play_out(game, ["A", "B", "C"][:players], level="random", seed=3)
    whole = Sampled(game, tells_others)
    told, parts = analyse(session, whole), [analyse(session, part) for part in whole.parts]
    for seat, summary in enumerate(told.summaries):
        assert summary.errors is not None
        for name in ("luck", "given", "adjusted"):
            by_part = [getattr(part.summaries[seat], name) for part in parts]
            assert getattr(summary, name) == pytest.approx(sum(by_part) / PARTS, abs=1e-9)
            expected = FEW * stdev(by_part) / sqrt(PARTS)
            assert getattr(summary.errors, name) == pytest.approx(expected, rel=0.01), name
    for event, moment in enumerate(told.moments):
        for seat in range(players):
            by_part = [part.moments[event].luck[seat] for part in parts]
            assert moment.errors[seat] == pytest.approx(FEW * stdev(by_part) / sqrt(PARTS), rel=0.01, abs=1e-10)


class Off(Guesser):
    """Approximations with an error of 0.004, and of 0.003 for the difference of moves."""

    def __init__(self) -> None:
        super().__init__("schocken", 0.003, tells_others=True)

    def doubt(self, state: State) -> Doubt:
        return Doubt(0.0 if isinstance(self._game.pending(state), Over) else 0.004)


def _behind(analysis: Analysis, seat: int) -> int:
    """The number of decisions of a seat that had a choice."""
    verdicts = [moment.verdict for moment in analysis.moments if moment.verdict and moment.verdict.seat == seat]
    return sum(verdict.error > 0 for verdict in verdicts)


def test_errors_of_approximations_are_added() -> None:
    """Luck is result - start - gifts + losses, and the result is known."""
    analysis = analyse(play_out("schocken", ["A", "B", "C"], level="random", seed=1), Off())
    counts = [_behind(analysis, seat) for seat in range(3)]
    for seat, summary in enumerate(analysis.summaries):
        errors = summary.errors
        assert errors is not None
        assert errors.start == 0.004
        assert errors.loss == pytest.approx(0.003 * counts[seat])
        assert errors.given == pytest.approx(0.003 * (sum(counts) - counts[seat]))
        assert errors.luck == errors.adjusted == pytest.approx(0.004 + 0.003 * sum(counts))
        assert errors.result == 0
        assert errors.rate == pytest.approx(1000 * errors.loss / summary.decisions)


def _shown(session: Session) -> tuple[Analysis, tuple[Summary, ...]]:
    analysis = analyse(session, judge_of(session.game, session.options, len(session.players), "quick"))
    return analysis, analysis.summaries


@pytest.mark.parametrize("game", ["zock", "schocken"])
def test_exact_values_have_no_errors(game: str) -> None:
    options = {"games": 1} if game == "zock" else {"stones": 3}
    analysis, summaries = _shown(play_out(game, ["A", "B"], options, level="random", seed=2))
    assert analysis.exact
    assert all(summary.errors is None for summary in summaries)
    assert all(not any(moment.errors) for moment in analysis.moments)
    assert all(turning.error == 0 for turning in analysis.turning)


def test_luck_of_other_samples_lies_within_the_errors() -> None:
    """Three samples of one game of Zock'n'Roll: differences of two within 1.96 errors of both, in 95 of 100 cases.

    With errors half as large only 80 % would do so.
    """
    session = play_out("zocknroll", ["A", "B", "C"], level="random", seed=5)
    told = [analyse(session, ZocknrollJudge(Options(), 3, "quick", seed)) for seed in range(3)]
    inside = list[bool]()
    for one, other in ((0, 1), (0, 2), (1, 2)):
        for mine, yours in zip(told[one].summaries, told[other].summaries, strict=True):
            assert mine.errors is not None
            assert yours.errors is not None
            for name in ("luck", "given", "loss"):
                apart = getattr(mine, name) - getattr(yours, name)
                inside.append(
                    abs(apart) <= 1.96 * sqrt(getattr(mine.errors, name) ** 2 + getattr(yours.errors, name) ** 2)
                )
    assert sum(inside) >= 0.9 * len(inside)


def test_a_seat_without_a_choice_of_parts_keeps_its_doubt() -> None:
    """A judge without `doubt` states no errors."""
    analysis = analyse(
        play_out("zock", ["A", "B"], {"games": 1}, level="random", seed=1), Guesser("zock", tells_others=True)
    )
    assert all(summary.errors is None for summary in analysis.summaries)
