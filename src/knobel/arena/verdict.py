"""What a contest says about its bots, and how sure that is.

The games of one deal share their dice, so they are no independent trials; the deals are. Every mean is taken within
each deal first, and its error comes from how much the deals differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from math import fsum, inf, sqrt

from msgspec import Struct

from ..fair.statistics.p_values import Z95
from .contest import Contest, Deal, Outcome
from .ratings import Rating, ratings


class Mean(Struct, frozen=True):
    """A mean over deals with its standard error, infinite for a single deal."""

    value: float
    error: float

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true value lies with a confidence of 95 %."""
        return self.value - Z95 * self.error, self.value + Z95 * self.error

    @property
    def errors(self) -> float:
        """How many standard errors the value is away from nothing."""
        if self.value == 0:
            return 0.0
        return self.value / self.error if self.error else inf if self.value > 0 else -inf


class Standing(Struct, frozen=True):
    """How one bot did; `games` counts its seats."""

    bot: str
    games: int
    won: Mean
    points: Mean
    rating: Rating


class Duel(Struct, frozen=True):
    """By how much `bot` did better than `other` in the games in which both of them sat."""

    bot: str
    other: str
    won: Mean
    points: Mean


class Verdict(Struct, frozen=True):
    """Bots in the order of their success, and every pair of them."""

    deals: int
    games: int
    fair: float
    standings: tuple[Standing, ...]
    duels: tuple[Duel, ...]


def judge(contest: Contest, deals: Mapping[int, Deal]) -> Verdict:
    """What these deals say."""
    played = [deals[number] for number in sorted(deals)]
    bots, rated = tuple(dict.fromkeys(contest.bots)), ratings(contest, played)
    seats = {bot: sum(seating.count(bot) for seating in contest.seatings) for bot in bots}
    standings = [
        Standing(bot, len(played) * seats[bot], *_means(contest, played, (bot,)), rating=rated[bot]) for bot in bots
    ]
    standings.sort(key=lambda standing: -standing.won.value)
    duels = [
        Duel(better.bot, other.bot, *_means(contest, played, (better.bot, other.bot)))
        for better, other in combinations(standings, 2)
        if any({better.bot, other.bot} <= set(seating) for seating in contest.seatings)
    ]
    games = len(played) * len(contest.seatings)
    return Verdict(len(played), games, contest.fair, tuple(standings), tuple(duels))


def _means(contest: Contest, deals: Sequence[Deal], bots: tuple[str, ...]) -> tuple[Mean, Mean]:
    """What one bot won, by its skill where luck is left out, and its points; of two by how much the first is ahead."""
    meetings = [(game, seating) for game, seating in enumerate(contest.seatings) if set(bots) <= set(seating)]
    places = [[(game, seat) for game, at in meetings for seat, bot in enumerate(at) if bot == who] for who in bots]

    def over_deals(what: Callable[[Outcome], tuple[float, ...]]) -> Mean:
        per_deal = list[float]()
        for deal in deals:
            first, *second = (_mean(what(deal[game])[seat] for game, seat in own) for own in places)
            per_deal.append(first - second[0] if second else first)
        return _estimate(per_deal)

    won = over_deals(lambda outcome: outcome.skill if contest.without_luck else outcome.won)
    return won, over_deals(lambda outcome: outcome.points)


def _estimate(values: Sequence[float]) -> Mean:
    """
    >>> _estimate([1.0, 0.0, 1.0, 0.0]).value
    0.5
    """
    mean = _mean(values)
    if len(values) < 2:
        return Mean(mean, inf)
    variance = fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return Mean(mean, sqrt(variance / len(values)))


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return fsum(found) / len(found)
