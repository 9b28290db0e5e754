"""What both reports take from an analysis: chances, mistakes and luck, with their numbers as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ...coach.analysis import Analysis, Moment, Summary, SummaryErrors, Turning, Verdict
from ...coach.profile import Luck
from ...coach.values import Chances
from ...fair.statistics.p_values import Z95
from ...forms.captions import on_one_line
from ...telling.phrase import Phrase, phrase, render
from ...words import Words

MOST_MISTAKES: Final = 12
"""The number of mistakes in a report, the most expensive ones."""

_TOLD: Final = ("inaccuracy", "mistake", "blunder")


class Mistake(Struct, frozen=True):
    """A mistake, with the table as its seat saw it."""

    event: int
    verdict: Verdict
    scene: tuple[Phrase, ...]
    position: str


def table_before(say: Words, mistake: Mistake) -> str:
    """The table before a mistake in one line; nothing for an analysis without it."""
    return " · ".join(on_one_line(render(say, line)).removesuffix(".") for line in mistake.scene)


def number(event: int) -> int:
    """The number of an event in all reports: counted from 1, as by `knobel replay`."""
    return event + 1


def counted(analysis: Analysis) -> Analysis:
    """The analysis with its events counted as in the other reports, for JSON."""
    return replace(
        analysis,
        moments=tuple(replace(moment, event=number(moment.event)) for moment in analysis.moments),
        turning=tuple(replace(turning, event=number(turning.event)) for turning in analysis.turning),
    )


def chances_along(analysis: Analysis) -> list[Chances]:
    """The chances before every event, and at the end."""
    return [*(moment.chances for moment in analysis.moments), analysis.end]


def mistakes(analysis: Analysis, seats: Sequence[int]) -> list[Mistake]:
    """The most expensive mistakes of these seats, in the order of the game."""
    made = _all_mistakes(analysis, seats)
    made.sort(key=lambda mistake: -mistake.verdict.loss)
    return sorted(made[:MOST_MISTAKES], key=lambda mistake: mistake.event)


def left_out(say: Words, analysis: Analysis, seats: Sequence[int]) -> str:
    """That there are more mistakes than `mistakes` has; nothing if there are not."""
    count = len(_all_mistakes(analysis, seats))
    return say("coach-mistakes-most", shown=MOST_MISTAKES, all=count) if count > MOST_MISTAKES else ""


def _all_mistakes(analysis: Analysis, seats: Sequence[int]) -> list[Mistake]:
    return [
        Mistake(moment.event, moment.verdict, moment.scene, moment.position)
        for moment in analysis.moments
        if moment.verdict and moment.verdict.seat in seats and moment.verdict.kind in _TOLD
    ]


def luckiest(analysis: Analysis, seat: int) -> Moment | None:
    return max(analysis.moments, key=lambda moment: moment.luck[seat], default=None)


def unluckiest(analysis: Analysis, seat: int) -> Moment | None:
    return min(analysis.moments, key=lambda moment: moment.luck[seat], default=None)


def sampled(values: Sequence[float], count: int) -> list[float]:
    """Values sampled evenly to so many, first and last included; all of them if there are fewer.

    >>> sampled([0.0, 0.1, 0.2, 0.3, 0.4], 3)
    [0.0, 0.2, 0.4]
    """
    if len(values) <= count:
        return list(values)
    last = len(values) - 1
    return [values[round(place * last / (count - 1))] for place in range(count)]


_NOTHING: Final = 0.0005
"""Smaller changes read 0.0 %."""


_LEAST_ERROR: Final = 0.1
"""The smallest margin that is told: numbers are told to a tenth."""


def _margin(error: float) -> float:
    """The margin of a number in which it lies in 95 of 100 cases."""
    return max(Z95 * error, _LEAST_ERROR)


def percent(say: Words, chance: float, error: float = 0.0) -> str:
    """A chance in percent, with its margin if it is an estimate; a result without luck may be negative."""
    if error:
        told = say("coach-percent-about", percent=100 * chance, error=_margin(100 * error))
    else:
        told = say("coach-percent", percent=100 * chance)
    return told.replace("-", "−")


def signed(say: Words, change: float, error: float = 0.0) -> str:
    """A change of a chance with its sign, and its margin if it is an estimate; zero has no sign."""
    sign = "−" if change <= -_NOTHING else "+" if change >= _NOTHING else ""
    return sign + percent(say, abs(change), error)


def per_decision(say: Words, rate: float, error: float = 0.0) -> str:
    """An error rate, with its margin if it is an estimate."""
    if error:
        return say("coach-number-about", number=rate, error=_margin(error))
    return say("coach-number", number=rate)


def luck_of(say: Words, moment: Moment, seat: int) -> str:
    """The luck of a seat in one event."""
    return signed(say, moment.luck[seat], moment.errors[seat] if moment.errors else 0.0)


def change_error(say: Words, turning: Turning) -> str:
    """The margin of the change at a turning point; nothing if it is exact."""
    return say("coach-turning-error", error=_margin(100 * turning.error)) if turning.error else ""


SUMMARY_COLUMNS: Final = ("start", "luck", "given", "loss", "result", "adjusted", "rate")
"""The keys of the titles of `summary_cells`."""


def summary_cells(say: Words, summary: Summary) -> tuple[str, ...]:
    """The numbers of a player's game as texts, one for each of `SUMMARY_COLUMNS`."""
    errors = summary.errors or SummaryErrors(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    return (
        percent(say, summary.start, errors.start),
        signed(say, summary.luck, errors.luck),
        signed(say, summary.given, errors.given),
        signed(say, -summary.loss, errors.loss),
        percent(say, summary.result, errors.result),
        percent(say, summary.adjusted, errors.adjusted),
        per_decision(say, summary.rate, errors.rate),
    )


ENOUGH: Final = 5
"""With fewer games the sum of luck is not close to a normal distribution."""

_REMARKABLE: Final = ((0.01, "rare"), (0.05, "unusual"), (0.2, "some"))


def verdict_on(luck: Luck) -> tuple[Phrase, ...]:
    """How much luck it was, and how many players in a hundred or in a thousand have as much.

    Where values are estimates, so is what is called luck, and that is said.
    """
    side = "bad" if luck.luck < 0 else "good"
    told = phrase("coach-fate", side=side, luck=abs(luck.luck), deviation=luck.deviation, games=luck.games)
    doubt = () if luck.exact else (phrase("coach-fate-estimate"),)
    if luck.games < ENOUGH:
        return told, *doubt, phrase("coach-fate-few", games=ENOUGH)
    of = 100 if luck.chance >= 0.01 else 1000
    players = max(1, round(of * luck.chance))
    kind = next((word for most, word in _REMARKABLE if luck.chance < most), "usual")
    often = phrase("coach-fate-players", side=side, players=players, of=of)
    return told, often, phrase(f"coach-fate-{kind}"), *doubt
