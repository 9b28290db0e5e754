"""The inner loops of Schocken for three: one round of a beginner, a second and a last player, by backward induction.

Values are vectors: what each player wants to keep low, in the order of throwing. `pays[l, b, d]` is that vector after
a round in which player `l` was lowest and player `b` best, with a throw that deals out `d` stones. As with two players
everyone faces *mixtures*, the chances of the ranks of those before; see `schocken_kernel` for the tables.

What is equal to one player may not be so to the others, so one rule decides between equal moves: a player stands, and
else keeps what comes first in `KEEPS`: fewer dice, then lower ones. Moves are equal if they differ by no more than
rounding, `EQUAL`.
"""

from __future__ import annotations

import numpy as np

from .compiled import compiled
from .schocken_hands import Floats, Tables
from .schocken_kernel import THROWS, mix

EQUAL = 1e-12
NEVER, THIRD, LAST = 0, 1, 2
"""Which throw is covered (S5)."""


@compiled
def hides(covers: int, number: int, limit: int) -> bool:
    """Whether a throw of a player who has `limit` of them is covered."""
    return (covers == THIRD and number == THROWS) or (covers == LAST and number == limit)


@compiled
def begins(tables: Tables, by_throws: bool, covers: int, pays: Floats, standing: Floats, throwing: Floats) -> None:
    """Fill what standing with a rank and throwing after keeping dice is worth to all when the beginner does it."""
    mixture = np.zeros(len(tables.deals))
    stands, throws = np.empty(standing.shape), np.empty(throwing.shape)
    for n in range(1, THROWS + 1):
        hidden = hides(covers, n, THROWS)
        for faced in range(len(tables.fall) - 1 if hidden else len(mixture)):
            face(tables, hidden, faced, mixture)
            seconds(tables, by_throws, covers, n, mixture, pays, stands, throws)
            if hidden:
                throwing[n, faced] = throws[1, 0]
            else:
                standing[n, faced] = throws[1, 0]
    _choose(tables, 0, THROWS, hides(covers, THROWS, THROWS), standing, throwing)


@compiled
def seconds(
    tables: Tables,
    by_throws: bool,
    covers: int,
    limit: int,
    first: Floats,
    pays: Floats,
    standing: Floats,
    throwing: Floats,
) -> None:
    """Fill the same for the second player, who faces a mixture and has at most `limit` throws."""
    mixture = np.zeros(len(tables.deals))
    stands, throws = np.empty(standing.shape), np.empty(throwing.shape)
    for n in range(1, limit + 1):
        hidden = hides(covers, n, limit)
        if n > 1 and not hidden and not by_throws:
            standing[n] = standing[1]
            continue
        for faced in range(len(tables.fall) - 1 if hidden and n > 1 else 1 if hidden else len(mixture)):
            face(tables, hidden, faced, mixture)
            lasts(tables, by_throws, limit, first, n, mixture, pays, stands, throws)
            if hidden:
                throwing[n, faced] = throws[1, 0]
            else:
                standing[n, faced] = throws[1, 0]
    _choose(tables, 1, limit, hides(covers, limit, limit), standing, throwing)


@compiled
def lasts(
    tables: Tables,
    by_throws: bool,
    limit: int,
    first: Floats,
    number: int,
    second: Floats,
    pays: Floats,
    standing: Floats,
    throwing: Floats,
) -> None:
    """Fill the same for the last player, who faces the first after `limit` throws and the second after `number`."""
    for n in range(1, limit + 1):
        if n > 1 and not by_throws:
            standing[n] = standing[1]
        else:
            early = by_throws and number < limit
            _compare(tables, first, second, early, by_throws and n < limit, by_throws and n < number, pays, standing[n])
    _choose(tables, 2, limit, False, standing, throwing)


@compiled
def face(tables: Tables, hidden: bool, faced: int, mixture: Floats) -> None:
    """Set the mixture of dice that lie open with the rank `faced`, or lie hidden after `faced` was kept."""
    if hidden:
        mix(tables, faced, mixture)
    else:
        mixture[:] = 0
        mixture[faced] = 1


@compiled
def _choose(tables: Tables, player: int, limit: int, hidden: bool, standing: Floats, throwing: Floats) -> None:
    """Go back from the last throw, of which `throwing` is known if it is hidden, and choose what is best."""
    lying = np.empty((len(tables.rank), THROWS))
    for n in range(limit - hidden, 0, -1):
        for hand in range(len(tables.rank)):
            lying[hand] = standing[n, tables.rank[hand]]
            if n < limit:
                choice = _choice(tables, player, hand, standing[n], throwing[n + 1])
                if choice >= 0:
                    lying[hand] = throwing[n + 1, choice]
        for keep in range(1 if n == 1 else len(tables.fall) - 1):
            throwing[n, keep] = 0
            for i in range(tables.fall[keep], tables.fall[keep + 1]):
                for each in range(THROWS):
                    throwing[n, keep, each] += tables.chance[i] * lying[tables.hand[i], each]


@compiled
def _choice(tables: Tables, player: int, hand: int, standing: Floats, throwing: Floats) -> int:
    """What a player keeps of a hand to throw again, or -1 to stand."""
    best, choice = standing[tables.rank[hand], player], -1
    for i in range(tables.first[hand], tables.first[hand + 1]):
        if throwing[tables.keep[i], player] < best - EQUAL:
            best, choice = throwing[tables.keep[i], player], tables.keep[i]
    return choice


@compiled
def _compare(
    tables: Tables,
    first: Floats,
    second: Floats,
    second_wins: bool,
    beats_first: bool,
    beats_second: bool,
    pays: Floats,
    standing: Floats,
) -> None:
    """Set the values when the last player ends with each rank; who wins ties among the three is said (S8).

    Going up and down the ranks, sums are kept of what lies below and above the last player.
    """
    ranks = len(first)
    standing[:] = 0
    below_first, below_second = 0.0, 0.0  # the chance that a player is below the rank at hand
    first_above, second_above = 0.0, 0.0  # and that both are below the last one, by who of them is higher
    for rank in range(ranks):
        p, q, deals = first[rank], second[rank], tables.deals[rank]
        first_higher = p * (below_second if second_wins else below_second + q)
        second_higher = q * (below_first + p if second_wins else below_first)
        under = first_above + (first_higher if beats_first else 0.0)
        over = second_above + (second_higher if beats_second else 0.0)
        for each in range(THROWS):
            standing[rank, each] += under * pays[1, 2, deals, each] + over * pays[0, 2, deals, each]
        first_above += first_higher
        second_above += second_higher
        below_first += p
        below_second += q
    high_first, high_second = np.zeros((2, THROWS)), np.zeros((2, THROWS))
    lowest = np.zeros((2, THROWS))
    for rank in range(ranks - 1, -1, -1):
        p, q, deals = first[rank], second[rank], tables.deals[rank]
        below_first -= p
        below_second -= q
        under_first = below_first + (p if beats_first else 0.0)
        under_second = below_second + (q if beats_second else 0.0)
        for each in range(THROWS):
            low_1, low_2 = p * pays[1, 0, deals, each], q * pays[0, 1, deals, each]
            top_1, top_2 = p * pays[2, 0, deals, each], q * pays[2, 1, deals, each]
            # the last one between the two
            between = (high_first[0, each] + (0.0 if beats_first else low_1)) * under_second
            between += (high_second[0, each] + (0.0 if beats_second else low_2)) * under_first
            # the last one below both: first above second, then second above first
            second_here = q * (high_first[1, each] + (0.0 if second_wins else top_1))
            first_here = p * (high_second[1, each] + (top_2 if second_wins else 0.0))
            below = lowest[0, each] + (0.0 if beats_second else second_here)
            below += lowest[1, each] + (0.0 if beats_first else first_here)
            standing[rank, each] += between + below
            high_first[0, each] += low_1
            high_second[0, each] += low_2
            high_first[1, each] += top_1
            high_second[1, each] += top_2
            lowest[0, each] += second_here
            lowest[1, each] += first_here


@compiled
def outcome(tables: Tables, by_throws: bool, covers: int, pays: Floats) -> Floats:
    """How likely best play ends in what: by who is lowest, who is best, and the stones of the best throw."""
    ranks, keeps = len(tables.deals), len(tables.fall) - 1
    standing, throwing = np.empty((3, THROWS + 1, ranks, THROWS)), np.empty((3, THROWS + 1, keeps, THROWS))
    stood, thrown = np.empty((3, THROWS + 1, ranks)), np.empty((3, THROWS + 1, keeps))
    likely, first, second = np.zeros(pays.shape[:3]), np.zeros(ranks), np.zeros(ranks)
    begins(tables, by_throws, covers, pays, standing[0], throwing[0])
    _walk(tables, 0, THROWS, hides(covers, THROWS, THROWS), standing[0], throwing[0], stood[0], thrown[0])
    for limit in range(1, THROWS + 1):
        hidden = hides(covers, limit, THROWS)
        reach = thrown[0, limit] if hidden else stood[0, limit]
        for faced in range(len(reach)):
            if reach[faced] > 0:
                face(tables, hidden, faced, first)
                seconds(tables, by_throws, covers, limit, first, pays, standing[1], throwing[1])
                tail = hides(covers, limit, limit)
                _walk(tables, 1, limit, tail, standing[1], throwing[1], stood[1], thrown[1])
                for n in range(1, limit + 1):
                    unseen = hides(covers, n, limit)
                    reach_1 = thrown[1, n] if unseen else stood[1, n]
                    for other in range(len(reach_1)):
                        if reach_1[other] > 0:
                            face(tables, unseen, other, second)
                            lasts(tables, by_throws, limit, first, n, second, pays, standing[2], throwing[2])
                            _walk(tables, 2, limit, False, standing[2], throwing[2], stood[2], thrown[2])
                            weight = reach[faced] * reach_1[other]
                            _count(tables, by_throws, limit, first, n, second, stood[2], weight, likely)
    return likely


@compiled
def _walk(
    tables: Tables,
    player: int,
    limit: int,
    hidden: bool,
    standing: Floats,
    throwing: Floats,
    stood: Floats,
    thrown: Floats,
) -> None:
    """How likely a player who chooses the best keeps what for each throw, and ends with what after it."""
    stood[:] = 0
    thrown[:] = 0
    thrown[1, 0] = 1
    for n in range(1, limit + 1 - hidden):
        for keep in range(len(tables.fall) - 1):
            if thrown[n, keep] > 0:
                for i in range(tables.fall[keep], tables.fall[keep + 1]):
                    hand, reach = tables.hand[i], thrown[n, keep] * tables.chance[i]
                    choice = -1
                    if n < limit:
                        choice = _choice(tables, player, hand, standing[n], throwing[n + 1])
                    if choice < 0:
                        stood[n, tables.rank[hand]] += reach
                    else:
                        thrown[n + 1, choice] += reach


@compiled
def _count(
    tables: Tables,
    by_throws: bool,
    limit: int,
    first: Floats,
    number: int,
    second: Floats,
    stood: Floats,
    weight: float,
    likely: Floats,
) -> None:
    """Add how likely three players with these throws end in what."""
    for a in range(len(first)):
        for b in range(len(second)):
            if first[a] * second[b] > 0:
                second_wins = b > a or (b == a and by_throws and number < limit)
                for n in range(1, limit + 1):
                    for c in range(len(first)):
                        if stood[n, c] > 0:
                            beats_first = c > a or (c == a and by_throws and n < limit)
                            beats_second = c > b or (c == b and by_throws and n < number)
                            chance = weight * first[a] * second[b] * stood[n, c]
                            best = 2 if beats_first and beats_second else 1 if second_wins else 0
                            lowest = 2 if not beats_first and not beats_second else 0 if second_wins else 1
                            rank = a if best == 0 else b if best == 1 else c
                            likely[lowest, best, tables.deals[rank]] += chance
