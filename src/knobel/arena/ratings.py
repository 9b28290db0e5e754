"""Ratings of bots, so that many of them can be put in one order: openskill's Plackett-Luce model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from .contest import Contest, Deal


class Rating(Struct, frozen=True):
    """A strength and how uncertain it is; `ordinal` is what one can be all but sure of."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        return self.mu - 3 * self.sigma


def ratings(contest: Contest, deals: Sequence[Deal]) -> dict[str, Rating]:
    """The rating of each bot after all games in their order.

    A game ranks its seats by what they won. A bot that sits at several seats of a table takes the mean of what they
    bring it.
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
