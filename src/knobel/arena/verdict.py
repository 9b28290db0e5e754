"""The verdict of a contest: means with confidence intervals, duels and ratings of its bots.

The games of one deal share their dice, so the independent trials are the deals: every mean is taken within each deal
first, and its standard error comes from the variance between deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from math import fsum, inf, sqrt
from typing import Any

from msgspec import Struct

from ..bots.third_party.guard import LostTurns
from ..fair.statistics.p_values import Z95
from .contest import Contest, Deal, Outcome


class Mean(Struct, frozen=True):
    """A mean over deals with its standard error, infinite for a single deal."""

    value: float
    error: float

    @property
    def interval(self) -> tuple[float, float]:
        """Confidence interval of 95 %."""
        return self.value - Z95 * self.error, self.value + Z95 * self.error

    @property
    def errors(self) -> float:
        """The value in standard errors: its z-score."""
        if self.value == 0:
            return 0.0
        return self.value / self.error if self.error else inf if self.value > 0 else -inf


class Rating(Struct, frozen=True):
    """A rating with its standard deviation; `ordinal` is a lower bound of three deviations."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        return self.mu - 3 * self.sigma


class Standing(Struct, frozen=True):
    """The results of one bot; `games` counts its seats, `lost` the turns that a third-party bot lost to `casual`."""

    bot: str
    games: int
    won: Mean
    points: Mean
    rating: Rating
    lost: LostTurns = LostTurns()


class Duel(Struct, frozen=True):
    """The lead of `bot` over `other` in the games that both played."""

    bot: str
    other: str
    won: Mean
    points: Mean


class Verdict(Struct, frozen=True):
    """All bots, the most successful first, and every pair of them; `fair` is what equal bots would win."""

    deals: int
    games: int
    fair: float
    standings: tuple[Standing, ...]
    duels: tuple[Duel, ...]


def judge(contest: Contest, deals: Mapping[int, Deal]) -> Verdict:
    """The verdict of these deals."""
    played = [deals[number] for number in sorted(deals)]
    bots, rated = tuple(dict.fromkeys(contest.bots)), ratings(contest, played)
    seats = {bot: sum(seating.count(bot) for seating in contest.seatings) for bot in bots}
    standings = [
        Standing(
            bot, len(played) * seats[bot], *_means(contest, played, (bot,)), rated[bot], _lost(contest, played, bot)
        )
        for bot in bots
    ]
    standings.sort(key=lambda standing: -standing.won.value)
    duels = [
        Duel(better.bot, other.bot, *_means(contest, played, (better.bot, other.bot)))
        for better, other in combinations(standings, 2)
        if any({better.bot, other.bot} <= set(seating) for seating in contest.seatings)
    ]
    games = len(played) * len(contest.seatings)
    return Verdict(len(played), games, contest.fair, tuple(standings), tuple(duels))


def _lost(contest: Contest, deals: Sequence[Deal], bot: str) -> LostTurns:
    """The turns that a bot lost in all games."""
    games = [pair for deal in deals for pair in zip(contest.seatings, deal, strict=True)]
    lost = [
        each for seats, game in games if game.lost for who, each in zip(seats, game.lost, strict=True) if who == bot
    ]
    return sum(lost, LostTurns())


def _means(contest: Contest, deals: Sequence[Deal], bots: tuple[str, ...]) -> tuple[Mean, Mean]:
    """Mean `won` (or `skill`, if luck-adjusted) and points of one bot; of two bots, the lead of the first."""
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


def ratings(contest: Contest, deals: Sequence[Deal]) -> dict[str, Rating]:
    """The Plackett-Luce rating (openskill) of each bot after all games in their order.

    A game ranks its seats by `won`. A bot at several seats gets the mean of their ratings.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    current: dict[str, Any] = {bot: model.rating(name=bot) for bot in contest.bots}
    for deal in deals:
        for seating, outcome in zip(contest.seatings, deal, strict=True):
            teams = [[model.rating(mu=current[bot].mu, sigma=current[bot].sigma)] for bot in seating]
            ranks = [float(sum(other > won for other in outcome.won)) for won in outcome.won]
            rated = [team[0] for team in model.rate(teams, ranks=ranks)]
            for bot in dict.fromkeys(seating):
                own = [each for each, who in zip(rated, seating, strict=True) if who == bot]
                current[bot].mu = sum(each.mu for each in own) / len(own)
                current[bot].sigma = sum(each.sigma for each in own) / len(own)
    return {bot: Rating(float(each.mu), float(each.sigma)) for bot, each in current.items()}
