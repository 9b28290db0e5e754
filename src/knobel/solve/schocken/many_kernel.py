"""Kernels of Schocken for five and more players, who see each other's throws as mixtures.

Each player's key is random; `below[i, x]` is the chance that player `i` ends below key `x`. A round has three outcomes
for a player: lowest, best, or neither; `pays[i, outcome, d]` is the chance to lose the half afterwards, when the best
throw deals out `d` stones. So the value of a key needs only products over the other players.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ..arrays import Floats, Integers
from ..compiled import compiled
from .finals import Finals, choose, walk
from .hands import Tables

LOWEST: Final = 0
BEST: Final = 1
NEITHER: Final = 2


@compiled
def facing(
    tables: Tables,
    finals: Finals,
    openly: Finals,
    tops: Integers,
    below: Floats,
    player: int,
    ends: Integers,
    pays: Floats,
    sweeps: int,
) -> tuple[Floats, Floats, Floats]:
    """The value to all when a player ends with each of `ends`.

    Also the chance to be lowest then, and that the best throw is at most each of `tops`, the last keys that deal out
    the same number of stones. `below` holds the players who have finished, and is filled for those who follow
    by some sweeps of best responses.
    """
    players = len(below)
    worth, low, best = np.empty((len(ends), players)), np.zeros(len(ends)), np.empty((len(ends), len(tops)))
    own = np.empty(len(finals.deals))
    for place in range(len(ends)):
        _mixture(finals, ends[place], below[player])
        answer(tables, openly, tops, below, player + 1, pays, sweeps)
        for each in range(players):
            worth[place, each] = risk_of(finals.deals, tops, below, each, pays[each], own)
        for key in range(len(own)):
            lowest = _lowest(below, player, key, len(own) - 1)
            low[place] += (below[player, key + 1] - below[player, key]) * lowest
        for top in range(len(tops)):
            best[place, top] = _together(below, tops[top] + 1)
    return worth, low, best


@compiled
def risk_of(deals: Integers, tops: Integers, below: Floats, player: int, pays: Floats, own: Floats) -> float:
    """The chance of a player to lose the half when all end so; `own` is a buffer for the values of the keys."""
    _worth(deals, tops, below, player, pays, own)
    risk = 0.0
    for key in range(len(own)):
        risk += (below[player, key + 1] - below[player, key]) * own[key]
    return risk


@compiled
def before(finals: Finals, seen: Integers, below: Floats) -> None:
    """Set the mixtures of those who have finished, and start with one throw for each of the others."""
    for player in range(len(below)):
        _mixture(finals, seen[player] if player < len(seen) else len(finals.deals), below[player])


@compiled
def _mixture(finals: Finals, final: int, below: Floats) -> None:
    below[:] = 0
    for i in range(finals.start[final], finals.start[final + 1]):
        below[finals.key[i] + 1] += finals.chance[i]
    for key in range(len(below) - 1):
        below[key + 1] += below[key]


@compiled
def answer(
    tables: Tables, openly: Finals, tops: Integers, below: Floats, first: int, pays: Floats, sweeps: int
) -> None:
    """Best responses of the players from `first` on to what all others do now."""
    keys = len(openly.deals)
    own, weight = np.empty(keys), np.empty(keys)
    again = np.empty((openly.limit, len(tables.rank)), dtype=np.int64)
    for _ in range(sweeps):
        for player in range(first, len(below)):
            _worth(openly.deals, tops, below, player, pays[player], own)
            choose(tables, openly, own, again)
            walk(tables, openly, again, weight)
            for key in range(keys):
                below[player, key + 1] = below[player, key] + weight[key]


@compiled
def _together(below: Floats, key: int) -> float:
    """The chance that all players end below a key."""
    chance = 1.0
    for player in range(len(below)):
        chance *= below[player, key]
    return chance


@compiled
def _worth(deals: Integers, tops: Integers, below: Floats, player: int, pays: Floats, own: Floats) -> None:
    """Set the value of each key to a player; S8: of equal keys the later player's is lower."""
    together = np.empty(len(tops))
    for top in range(len(tops)):
        together[top] = _up_to(below, player, tops[top])
    for key in range(len(deals)):
        is_best = _under(below, player, key)
        own[key] = is_best * pays[BEST, deals[key]]
        under, lower = is_best, 0.0  # the others all up to the last top, and so that the player is lowest
        for top in range(len(tops)):
            if tops[top] >= key:
                lowest = _lowest(below, player, key, tops[top])
                own[key] += (lowest - lower) * pays[LOWEST, deals[tops[top]]]
                own[key] += (together[top] - under - lowest + lower) * pays[NEITHER, deals[tops[top]]]
                under, lower = together[top], lowest


@compiled
def _under(below: Floats, player: int, key: int) -> float:
    """The chance that a player is best with a key: earlier players are below it, later ones not above it."""
    chance = 1.0
    for other in range(len(below)):
        if other != player:
            chance *= below[other, key] if other < player else below[other, key + 1]
    return chance


@compiled
def _up_to(below: Floats, player: int, top: int) -> float:
    """The chance that all others end with no more than `top`."""
    chance = 1.0
    for other in range(len(below)):
        if other != player:
            chance *= below[other, top + 1]
    return chance


@compiled
def _lowest(below: Floats, player: int, key: int, top: int) -> float:
    """The chance that all others end with no more than `top`, and so that the player is lowest with a key."""
    chance = 1.0
    for other in range(len(below)):
        if other != player:
            chance *= below[other, top + 1] - (below[other, key] if other < player else below[other, key + 1])
    return chance
