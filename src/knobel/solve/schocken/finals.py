"""Finals of a player of Schocken: the possible ends of a turn, and the optimal way to reach them.

A *key* orders all throws that can be compared, the higher the better: the rank, and where fewer throws win ties (S8)
the throws left as well. Of equal keys the later player's is lower. A *final* is what the others see when a player has
finished: a key, or if the last throw is covered the dice that were kept, which are a mixture of keys. Finals are
numbered: keys first, then `KEEPS`.

The player who decides knows the value of every final to all players (`worth[final, player]`, the chance to lose) and
minimises the own one. Moves that are equal to this player may differ for the others, so ties have a fixed rule: stand,
else keep what comes first in `KEEPS`: fewer dice, then lower ones. Moves are equal if they differ by at most `EQUAL`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from ...rules.schocken import MOST_THROWS, Options
from ..arrays import Floats, Integers
from ..compiled import compiled
from .hands import Tables, hands_of

EQUAL: Final = 1e-12
"""Tolerance for rounding errors."""


class Finals(NamedTuple):
    """The finals of players who have at most `limit` throws.

    `hidden` says whether others decide before they see a last throw. Final `f` is a mixture of the entries of `key`
    from `start[f]` to `start[f + 1]`, each with its `chance`. `spread` keys belong to a rank.
    """

    limit: int
    hidden: bool
    spread: int
    deals: Integers
    start: Integers
    key: Integers
    chance: Floats


def finals_of_beginner(options: Options) -> Finals:
    """The finals of the beginner. The number of throws always matters: it is the others' limit (S6)."""
    return _finals(hands_of(options).tables, MOST_THROWS, MOST_THROWS, options.covered != "none")


def finals_of_followers(options: Options, limit: int) -> Finals:
    """The finals of the others (S5). If all throw once, no decision follows, so the throw may count as hidden."""
    covers = options.covered == "last" or (options.covered == "third" and limit == MOST_THROWS)
    spread = limit if options.ties == "throws_then_order" else 1
    return _finals(hands_of(options).tables, limit, spread, covers or limit == 1)


def _finals(tables: Tables, limit: int, spread: int, hidden: bool) -> Finals:
    keys = spread * len(tables.deals)
    start, key, chance = list(range(keys)), list(range(keys)), [1.0] * keys
    for keep in range(len(tables.fall) - 1):
        start.append(len(key))
        for i in range(tables.fall[keep], tables.fall[keep + 1]):
            key.append(spread * int(tables.rank[tables.hand[i]]))
            chance.append(float(tables.chance[i]))
    deals = np.repeat(tables.deals, spread)
    return Finals(limit, hidden, spread, deals, np.array([*start, len(key)]), np.array(key), np.array(chance))


@compiled
def key_of(finals: Finals, number: int, rank: int) -> int:
    """The key of a rank after so many throws."""
    return rank if finals.spread == 1 else rank * finals.spread + finals.limit - number


@compiled
def offered(finals: Finals) -> tuple[int, int]:
    """The range of the finals that a player can choose among."""
    keys, every = len(finals.deals), len(finals.start) - 1
    if finals.limit == 1:
        return keys, keys + 1
    return 0, every if finals.hidden else keys


@compiled
def choose(tables: Tables, finals: Finals, own: Floats, again: Integers) -> None:
    """Set the best keep for each hand after each throw but the last, or -1 to stand, for these values of finals."""
    keys, hands, keeps = len(finals.deals), len(tables.rank), len(tables.fall) - 1
    throwing, by_hand = np.empty(keeps), np.empty(hands)
    for keep in range(keeps):
        if finals.hidden:
            throwing[keep] = own[keys + keep]
        else:
            throwing[keep] = 0
            for i in range(finals.start[keys + keep], finals.start[keys + keep + 1]):
                throwing[keep] += finals.chance[i] * own[finals.key[i]]
    for n in range(finals.limit - 1, 0, -1):
        for hand in range(hands):
            best, choice = own[key_of(finals, n, int(tables.rank[hand]))], -1
            for i in range(tables.first[hand], tables.first[hand + 1]):
                if throwing[tables.keep[i]] < best - EQUAL:
                    best, choice = throwing[tables.keep[i]], tables.keep[i]
            by_hand[hand] = best
            again[n, hand] = choice
        for keep in range(keeps):
            throwing[keep] = 0
            for i in range(tables.fall[keep], tables.fall[keep + 1]):
                throwing[keep] += tables.chance[i] * by_hand[tables.hand[i]]


@compiled
def walk(tables: Tables, finals: Finals, again: Integers, weight: Floats) -> None:
    """Set the chance of each final for a player who makes these choices."""
    keys, keeps = len(finals.deals), len(tables.fall) - 1
    thrown, following = np.zeros(keeps), np.zeros(keeps)
    weight[:] = 0
    thrown[0] = 1
    for n in range(1, finals.limit):
        following[:] = 0
        for keep in range(keeps):
            if thrown[keep] > 0:
                for i in range(tables.fall[keep], tables.fall[keep + 1]):
                    hand, reach = tables.hand[i], thrown[keep] * tables.chance[i]
                    if again[n, hand] < 0:
                        weight[key_of(finals, n, int(tables.rank[hand]))] += reach
                    else:
                        following[again[n, hand]] += reach
        thrown, following = following, thrown
    for keep in range(keeps):
        if thrown[keep] > 0:
            if finals.hidden:
                weight[keys + keep] = thrown[keep]
            else:
                for i in range(finals.start[keys + keep], finals.start[keys + keep + 1]):
                    weight[finals.key[i]] += thrown[keep] * finals.chance[i]


@compiled
def decide(tables: Tables, finals: Finals, player: int, worth: Floats, weight: Floats) -> Floats:
    """Optimal play of one player: fills the chance of each final, and returns the value to all."""
    own = worth[:, player].copy()
    again = np.empty((finals.limit, len(tables.rank)), dtype=np.int64)
    choose(tables, finals, own, again)
    walk(tables, finals, again, weight)
    value = np.zeros(worth.shape[1])
    for final in range(len(worth)):
        if weight[final] > 0:
            value += weight[final] * worth[final]
    return value


@compiled
def plan(tables: Tables, finals: Finals, player: int, worth: Floats) -> Floats:
    """The value to all of keeping dice: by the number of the throw, and what is kept."""
    keys, keeps, limit = len(finals.deals), len(tables.fall) - 1, finals.limit
    again = np.empty((limit, len(tables.rank)), dtype=np.int64)
    choose(tables, finals, worth[:, player].copy(), again)
    throwing = np.zeros((limit + 1, keeps, worth.shape[1]))
    for keep in range(keeps):
        if finals.hidden:
            throwing[limit, keep] = worth[keys + keep]
        else:
            for i in range(finals.start[keys + keep], finals.start[keys + keep + 1]):
                throwing[limit, keep] += finals.chance[i] * worth[finals.key[i]]
    for n in range(limit - 1, 0, -1):
        for keep in range(keeps):
            for i in range(tables.fall[keep], tables.fall[keep + 1]):
                hand = tables.hand[i]
                if again[n, hand] < 0:
                    throwing[n, keep] += tables.chance[i] * worth[key_of(finals, n, int(tables.rank[hand]))]
                else:
                    throwing[n, keep] += tables.chance[i] * throwing[n + 1, again[n, hand]]
    return throwing
