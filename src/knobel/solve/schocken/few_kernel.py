"""Kernels of Schocken for three and four players: one round, by backward induction over the players' finals.

`pays[l, b, d]` is what all seats expect after a round in which player `l` was lowest and player `b` best with a throw
that deals out `d` stones. Players are counted in the order of throwing; seats that are out come after them.

What the last player can expect is linear in the mixtures of all before: it is computed for open throws, and mixed. From
there the round is solved backwards: for each combination of finals of the players before, the next player's best
response and its value to all.

The solver spends most of its time on the last player, who knows all other hands. Each of these problems is the same
backward induction with other numbers, so `answers` solves them in vectors: every inner loop runs over `_ROW` problems,
which compiles to SIMD instructions.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ..arrays import Floats, Integers
from ..compiled import compiled
from .finals import EQUAL, Finals, decide, key_of, offered
from .hands import Tables

_ROW: Final = 32
"""Problems per vector: enough for SIMD, few enough for the CPU cache."""


@compiled
def answers(tables: Tables, finals: Finals, player: int, block: Floats, values: Floats) -> None:
    """Set the value to all of each problem, when a player with the values `block[problem, key]` plays optimally.

    Moves are chosen by the player's own values; then the chances of the keys weigh the values to all.
    """
    keys, hands, keeps, seats = len(finals.deals), len(tables.rank), len(tables.fall) - 1, block.shape[2]
    own, weight = np.zeros((keys, _ROW)), np.empty((keys, _ROW))
    by_hand, choice = np.empty((hands, _ROW)), np.empty((finals.limit, hands, _ROW))
    throwing, thrown, following = np.empty((keeps, _ROW)), np.empty((keeps, _ROW)), np.empty((keeps, _ROW))
    for first in range(0, len(block), _ROW):
        count = min(_ROW, len(block) - first)
        for at in range(count):
            for key in range(keys):
                own[key, at] = block[first + at, key, player]
        for keep in range(keeps):
            start, end = finals.start[keys + keep], finals.start[keys + keep + 1]
            _mean(start, end, finals.key, finals.chance, own, throwing[keep])
        for n in range(finals.limit - 1, 0, -1):
            for hand in range(hands):
                may_keep = tables.keep[tables.first[hand] : tables.first[hand + 1]]
                by_hand[hand] = own[key_of(finals, n, tables.rank[hand])]
                _best(may_keep, throwing, by_hand[hand], choice[n, hand])
            if n > 1:
                for keep in range(keeps):
                    _mean(tables.fall[keep], tables.fall[keep + 1], tables.hand, tables.chance, by_hand, throwing[keep])
        weight[:] = 0
        thrown[:] = 0
        thrown[0] = 1
        for n in range(1, finals.limit):
            by_hand[:] = 0
            following[:] = 0
            for keep in range(keeps if n > 1 else 1):
                _spread(thrown[keep], tables.fall[keep], tables.fall[keep + 1], tables.hand, tables.chance, by_hand)
            for hand in range(hands):
                may_keep = tables.keep[tables.first[hand] : tables.first[hand + 1]]
                stood = weight[key_of(finals, n, tables.rank[hand])]
                _go_on(may_keep, by_hand[hand], choice[n, hand], stood, following)
            thrown, following = following, thrown
        for keep in range(keeps):
            start, end = finals.start[keys + keep], finals.start[keys + keep + 1]
            _spread(thrown[keep], start, end, finals.key, finals.chance, weight)
        for at in range(count):
            values[first + at] = 0
            for key in range(keys):
                share = weight[key, at]
                for seat in range(seats):
                    values[first + at, seat] += share * block[first + at, key, seat]


@compiled
def _mean(first: int, end: int, index: Integers, chance: Floats, rows: Floats, mean: Floats) -> None:
    """Mix rows with their chances."""
    mean[:] = 0
    for i in range(first, end):
        row, share = rows[index[i]], chance[i]
        for at in range(_ROW):
            mean[at] += share * row[at]


@compiled
def _best(may_keep: Integers, throwing: Floats, best: Floats, choice: Floats) -> None:
    """Take the best move of each problem: its value, which is that of standing before, and the keep, or -1."""
    choice[:] = -1
    for keep in may_keep:
        worth, number = throwing[keep], float(keep)
        for at in range(_ROW):
            better = worth[at] < best[at] - EQUAL
            best[at] = worth[at] if better else best[at]
            choice[at] = number if better else choice[at]


@compiled
def _spread(reach: Floats, first: int, end: int, index: Integers, chance: Floats, rows: Floats) -> None:
    """Add the chances of a throw to the rows of what may fall."""
    if np.any(reach):
        for i in range(first, end):
            row, share = rows[index[i]], chance[i]
            for at in range(_ROW):
                row[at] += share * reach[at]


@compiled
def _go_on(may_keep: Integers, reach: Floats, choice: Floats, stood: Floats, thrown: Floats) -> None:
    """Add the chances of a hand to those of standing with it, or of what is kept."""
    if np.any(reach):
        for at in range(_ROW):
            stood[at] += reach[at] if choice[at] < 0 else 0.0
        for keep in may_keep:
            row, number = thrown[keep], float(keep)
            for at in range(_ROW):
                row[at] += reach[at] if choice[at] == number else 0.0


@compiled
def last_of_two(finals: Finals, pays: Floats, first: int) -> Floats:
    """The values to all of the second and last player's keys, when the beginner ended with `first`."""
    worth = np.zeros((len(finals.deals), pays.shape[3]))
    for i in range(finals.start[first], finals.start[first + 1]):
        key = finals.key[i]
        _compare(finals.deals, pays, key, 0, key, 0, finals.chance[i], worth)
    return worth


@compiled
def second_of_three(tables: Tables, finals: Finals, pays: Floats, first: int) -> tuple[Floats, Floats]:
    """The values to all of the second player's finals, when the beginner ended with `first`.

    Also the values of the last player's keys after each of them.
    """
    keys, every, seats = len(finals.deals), len(finals.start) - 1, pays.shape[3]
    block = np.zeros((every, keys, seats))
    for i in range(finals.start[first], finals.start[first + 1]):
        for b in range(keys):
            low, lowest, high, best = extremes(finals.key[i], b)
            _compare(finals.deals, pays, low, lowest, high, best, finals.chance[i], block[b])
    mix(finals, block)
    worth = np.zeros((every, seats))
    least, end = offered(finals)
    answers(tables, finals, 2, block[least:end], worth[least:end])
    return worth, block


@compiled
def second_of_four(tables: Tables, finals: Finals, pays: Floats, first: int) -> tuple[Floats, Floats]:
    """`second_of_three` for four, and the values of the last one's keys after each key of the second and the third."""
    every, seats = len(finals.start) - 1, pays.shape[3]
    opened = opened_by(finals, pays, first)
    worth, weight = np.zeros((every, seats)), np.empty(every)
    low, high = offered(finals)
    for second in range(low, high):
        after, _ = third_of_four(tables, finals, opened, second)
        worth[second] = decide(tables, finals, 2, after, weight)
    return worth, opened


@compiled
def third_of_four(tables: Tables, finals: Finals, opened: Floats, second: int, last: int = 3) -> tuple[Floats, Floats]:
    """The values to all of the third player's finals, and of the last player's keys after each of them.

    Other players may come before these four; `last` is the number of the last one.
    """
    keys, every, seats = len(finals.deals), len(finals.start) - 1, opened.shape[3]
    block = np.zeros((every, keys, seats))
    for i in range(finals.start[second], finals.start[second + 1]):
        _add(finals.chance[i], opened[finals.key[i]], block[:keys])
    mix(finals, block)
    worth = np.zeros((every, seats))
    low, high = offered(finals)
    answers(tables, finals, last, block[low:high], worth[low:high])
    return worth, block


@compiled
def all_open(tables: Tables, finals: Finals, pays: Floats) -> Floats:
    """The values of the second of four players' keys after each key of the beginner, where no throw is hidden.

    Then only the lowest and the best key so far, and whose they are, matter to the last player.
    """
    keys, seats = len(finals.deals), pays.shape[3]
    known = np.empty((3, 3, keys, keys, seats))
    block, values = np.zeros((keys, keys, seats)), np.empty((keys, seats))
    for lowest in range(3):
        for best in range(3):
            if lowest != best:
                for low in range(keys):
                    block[low:] = 0
                    for high in range(low, keys):
                        _compare(finals.deals, pays, low, lowest, high, best, 1.0, block[high])
                    answers(tables, finals, 3, block[low:], values[low:])
                    known[lowest, best, low, low:] = values[low:]
    worth = np.empty((keys, keys, seats))
    for a in range(keys):
        for b in range(keys):
            for c in range(keys):
                low, lowest, high, best = extremes_of_three(a, b, c)
                block[b, c] = known[lowest, best, low, high]
        answers(tables, finals, 2, block, worth[a])
    return worth


@compiled
def extremes(a: int, b: int) -> tuple[int, int, int, int]:
    """The lower key of two players and whose it is, and the better; S8: of equal ones the later is lower."""
    return (a, 0, b, 1) if b > a else (b, 1, a, 0)


@compiled
def extremes_of_three(a: int, b: int, c: int) -> tuple[int, int, int, int]:
    """`extremes` of three players."""
    low, lowest, high, best = extremes(a, b)
    if c <= low:
        low, lowest = c, 2
    if c > high:
        high, best = c, 2
    return low, lowest, high, best


@compiled
def opened_by(finals: Finals, pays: Floats, first: int) -> Floats:
    """The values of the last of four players' keys after each key of the second and third one."""
    keys = len(finals.deals)
    opened = np.zeros((keys, keys, keys, pays.shape[3]))
    for i in range(finals.start[first], finals.start[first + 1]):
        a, share = finals.key[i], finals.chance[i]
        for b in range(keys):
            for c in range(keys):
                low, lowest, high, best = extremes_of_three(a, b, c)
                _compare(finals.deals, pays, low, lowest, high, best, share, opened[b, c])
    return opened


@compiled
def _compare(
    deals: Integers, pays: Floats, low: int, lowest: int, high: int, best: int, share: float, worth: Floats
) -> None:
    """Add the values of the last player's keys for these lowest and best keys of the others."""
    last, seats = len(pays) - 1, worth.shape[1]
    under, between = pays[last, best, deals[high]], pays[lowest, best, deals[high]]
    for key in range(low + 1):
        for seat in range(seats):
            worth[key, seat] += share * under[seat]
    for key in range(low + 1, high + 1):
        for seat in range(seats):
            worth[key, seat] += share * between[seat]
    for key in range(high + 1, len(deals)):
        over = pays[lowest, last, deals[key]]
        for seat in range(seats):
            worth[key, seat] += share * over[seat]


@compiled
def mix(finals: Finals, block: Floats) -> None:
    """Set the values after hidden finals, which are mixtures of those after open ones."""
    keys = len(finals.deals)
    for final in range(keys, len(block)):
        for i in range(finals.start[final], finals.start[final + 1]):
            _add(finals.chance[i], block[finals.key[i]], block[final])


@compiled
def _add(share: float, source: Floats, target: Floats) -> None:
    many, all_of = source.reshape(-1), target.reshape(-1)
    for i in range(len(many)):
        all_of[i] += share * many[i]
