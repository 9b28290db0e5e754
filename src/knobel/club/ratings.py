"""openskill ratings (Plackett-Luce): an estimate of strength with its uncertainty, from places."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce  # loaded when the first game is rated

    return PlackettLuce()


def rated(before: Sequence[tuple[float, float]], places: Sequence[int]) -> list[tuple[float, float]]:
    """The ratings (mean, deviation) after a game in which these players took these places.

    >>> [round(mean, 1) for mean, _ in rated([(25.0, 25 / 3), (25.0, 25 / 3)], [1, 2])]
    [27.6, 22.4]
    """
    model = _model()
    teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [(each.mu, each.sigma) for (each,) in after]
