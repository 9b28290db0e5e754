"""Kernels of Schocken for two players: one round between a beginner and a follower, by backward induction.

Everything is measured by the *risk*: the chance that the beginner of this round loses the half. The beginner wants it
low, the follower high. `pays[0, d]` is the risk after a round that the follower lost to a throw that deals out `d`
stones, `pays[1, d]` that after one that the beginner lost.

A follower faces a *mixture*, the chance of each rank of the beginner: a single rank if the dice lie open, and what can
fall after keeping some dice if the last throw is covered. No decision follows a last throw, so whether it is covered
matters for the beginner's third throw only. Tables with a first index from 1 to 3 are by the number of the throw;
keeping nothing is number 0, so `throwing[1, 0]` is the value of the round. Of equal moves the first one counts,
standing before all others; the values do not depend on that.
"""

from __future__ import annotations

import numpy as np

from ...arrays import Floats
from ...compiled import compiled
from ..hands import Tables

THROWS = 3


@compiled
def begin(tables: Tables, by_throws: bool, third_open: bool, pays: Floats, standing: Floats, throwing: Floats) -> float:
    """Fill the values of standing with a rank and of throwing after keeping dice for the beginner; returns the risk.

    Of a covered third throw only `throwing` is known.
    """
    ranks, hands, keeps = len(tables.deals), len(tables.rank), len(tables.fall) - 1
    mixture, lying = np.zeros(ranks), np.empty(hands)
    follows, throws = np.empty(standing.shape), np.empty(throwing.shape)
    for n in range(1, THROWS + third_open):
        for rank in range(ranks):
            mixture[rank] = 1
            standing[n, rank] = follow(tables, by_throws, n, mixture, pays, follows, throws)
            mixture[rank] = 0
    if not third_open:
        for keep in range(keeps):
            mix(tables, keep, mixture)
            throwing[THROWS, keep] = follow(tables, by_throws, THROWS, mixture, pays, follows, throws)
    for n in range(THROWS - 1 + third_open, 0, -1):
        for hand in range(hands):
            lying[hand] = standing[n, tables.rank[hand]]
            if n < THROWS:
                for i in range(tables.first[hand], tables.first[hand + 1]):
                    lying[hand] = min(lying[hand], throwing[n + 1, tables.keep[i]])
        _expect(tables, n, lying, throwing)
    return float(throwing[1, 0])


@compiled
def follow(
    tables: Tables, by_throws: bool, limit: int, mixture: Floats, pays: Floats, standing: Floats, throwing: Floats
) -> float:
    """Fill the same for a follower who has at most `limit` throws; the risk before the first of them."""
    hands = len(tables.rank)
    lying = np.empty(hands)
    _face(tables, mixture, pays, False, standing[limit])
    if limit > 1:
        _face(tables, mixture, pays, by_throws, standing[1])
        standing[limit - 1] = standing[1]
    for n in range(limit, 0, -1):
        for hand in range(hands):
            lying[hand] = standing[n, tables.rank[hand]]
            if n < limit:
                for i in range(tables.first[hand], tables.first[hand + 1]):
                    lying[hand] = max(lying[hand], throwing[n + 1, tables.keep[i]])
        _expect(tables, n, lying, throwing)
    return float(throwing[1, 0])


@compiled
def mix(tables: Tables, keep: int, mixture: Floats) -> None:
    """Set the chance of every rank when these dice are kept and the others are thrown."""
    mixture[:] = 0
    for i in range(tables.fall[keep], tables.fall[keep + 1]):
        mixture[tables.rank[tables.hand[i]]] += tables.chance[i]


@compiled
def _face(tables: Tables, mixture: Floats, pays: Floats, wins_ties: bool, standing: Floats) -> None:
    """Set the risk when the follower ends with each rank; S8 says who wins ties."""
    lower, higher = 0.0, 0.0
    for rank in range(len(mixture)):
        equal = mixture[rank]
        standing[rank] = (lower + equal if wins_ties else lower) * pays[1, tables.deals[rank]]
        lower += equal
    for rank in range(len(mixture) - 1, -1, -1):
        equal = mixture[rank] * pays[0, tables.deals[rank]]
        standing[rank] += higher if wins_ties else higher + equal
        higher += equal


@compiled
def _expect(tables: Tables, n: int, lying: Floats, throwing: Floats) -> None:
    """Set the values of the `n`-th throw from those of the hands that it may lead to."""
    for keep in range(1 if n == 1 else len(tables.fall) - 1):
        value = 0.0
        for i in range(tables.fall[keep], tables.fall[keep + 1]):
            value += tables.chance[i] * lying[tables.hand[i]]
        throwing[n, keep] = value


@compiled
def outcome(tables: Tables, by_throws: bool, third_open: bool, pays: Floats) -> Floats:
    """Outcome distribution of optimal play: by who is lowest (0 follower, 1 beginner) and the stones of the other."""
    ranks, keeps = len(tables.deals), len(tables.fall) - 1
    standing, throwing = np.empty((THROWS + 1, ranks)), np.empty((THROWS + 1, keeps))
    begin(tables, by_throws, third_open, pays, standing, throwing)
    stood, thrown = np.zeros(standing.shape), np.zeros(throwing.shape)
    seen = THROWS if third_open else THROWS - 1
    _walk(tables, THROWS, seen, -1.0, standing, throwing, stood, thrown)

    ends, mixture = np.zeros((2, len(pays[0]))), np.zeros(ranks)
    follows, throws = np.empty(standing.shape), np.empty(throwing.shape)
    for n in range(1, THROWS + third_open):
        for rank in range(ranks):
            if stood[n, rank] > 0:
                mixture[rank] = stood[n, rank]
                follow(tables, by_throws, n, mixture, pays, follows, throws)
                _compare(tables, by_throws, n, mixture, follows, throws, ends)
                mixture[rank] = 0
    if not third_open:
        for keep in range(keeps):
            if thrown[THROWS, keep] > 0:
                mix(tables, keep, mixture)
                mixture *= thrown[THROWS, keep]
                follow(tables, by_throws, THROWS, mixture, pays, follows, throws)
                _compare(tables, by_throws, THROWS, mixture, follows, throws, ends)
    return ends


@compiled
def _walk(
    tables: Tables,
    limit: int,
    seen: int,
    sign: float,
    standing: Floats,
    throwing: Floats,
    stood: Floats,
    thrown: Floats,
) -> None:
    """Add the chances of each keep and each final rank of a player with `limit` throws.

    The player follows the tables; with the sign -1 the lowest risk is best. The walk covers the throws that are `seen`;
    later ones are left to the caller.
    """
    thrown[1, 0] = 1
    for n in range(1, seen + 1):
        for keep in range(len(tables.fall) - 1):
            if thrown[n, keep] > 0:
                for i in range(tables.fall[keep], tables.fall[keep + 1]):
                    hand, reach = tables.hand[i], thrown[n, keep] * tables.chance[i]
                    best, choice = sign * standing[n, tables.rank[hand]], -1
                    if n < limit:
                        for j in range(tables.first[hand], tables.first[hand + 1]):
                            if sign * throwing[n + 1, tables.keep[j]] > best:
                                best, choice = sign * throwing[n + 1, tables.keep[j]], tables.keep[j]
                    if choice < 0:
                        stood[n, tables.rank[hand]] += reach
                    else:
                        thrown[n + 1, choice] += reach


@compiled
def _compare(
    tables: Tables, by_throws: bool, limit: int, mixture: Floats, standing: Floats, throwing: Floats, ends: Floats
) -> None:
    """Add the outcome distribution of the follower's optimal play against a mixture."""
    stood, thrown = np.zeros(standing.shape), np.zeros(throwing.shape)
    _walk(tables, limit, limit, 1.0, standing, throwing, stood, thrown)
    for n in range(1, limit + 1):
        for own in range(len(mixture)):
            if stood[n, own] > 0:
                for rank in range(len(mixture)):
                    if own > rank or (own == rank and by_throws and n < limit):
                        ends[1, tables.deals[own]] += stood[n, own] * mixture[rank]
                    else:
                        ends[0, tables.deals[rank]] += stood[n, own] * mixture[rank]
