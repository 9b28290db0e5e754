"""Tables for the kernels of Zock'n'Roll: the rows of every cup with all white dice, and policies of staying.

Cups and white dice are multisets, numbered as `rules.dice.multisets` lists them; three, four and five white dice share
one numbering, in this order. Rows are bits, the best row of the board the lowest.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from ...rules.boards import COMBINATIONS, CUP_SIZE, formed
from ...rules.dice import FACES, multisets
from ...rules.errors import BadOptions
from ...rules.zocknroll import Options
from ...solve.arrays import Array, Bytes, Int8s, Int16s, Int32s
from ..dice import number

NO_ROW: Final = 127
"""The best row of dice that form none."""

RANDOM: Final = -1
"""The table of a seat that chooses any legal move."""

ALWAYS: Final = -2
"""The table of a seat that always stays and marks its best row."""


class Dice(NamedTuple):
    """Dice to rows: `cup` and `white` give the multiset of a throw of a cup and of the first three white dice.

    One more die leads from the white dice `w` to `more[w, die - 1]`. With them a cup forms `rows[w, cup]`, at best the
    row number `best[w, cup]`.
    """

    cup: Int32s
    white: Int32s
    more: Int32s
    rows: Int16s
    best: Int8s


@cache
def white_numbers() -> dict[tuple[int, ...], int]:
    """The numbers of three, four and five white dice."""
    whites = [dice for count in (3, 4, 5) for dice, _ in multisets(count)]
    return {dice: number for number, dice in enumerate(whites)}


@lru_cache(maxsize=8)
def dice_of(options: Options) -> Dice:
    """The tables of dice for this board."""
    size, rows = CUP_SIZE[options.board], COMBINATIONS[options.board]
    cups = [dice for dice, _ in multisets(size)]
    place = white_numbers()
    whites = list(place)
    forms = np.zeros((len(whites), len(cups)), dtype=np.int16)
    best = np.full(forms.shape, NO_ROW, dtype=np.int8)
    for (w, white), (c, cup) in product(enumerate(whites), enumerate(cups)):
        found = [rows.index(row) for row in formed(options.board, options.royal_pairs, tuple(sorted(cup + white)))]
        forms[w, c] = sum(1 << row for row in found)
        best[w, c] = min(found, default=NO_ROW)
    more = [[place[tuple(sorted((*white, die)))] for die in FACES] for white in whites if len(white) < 5]
    return Dice(_throws(cups), _throws(whites[: len(multisets(3))]), np.array(more, np.int32), forms, best)


def _throws(kinds: Sequence[tuple[int, ...]]) -> Int32s:
    """The index of every throw among these multisets."""
    place = {dice: nth for nth, dice in enumerate(kinds)}
    throws = sorted(product(FACES, repeat=len(kinds[0])), key=number)
    return np.array([place[tuple(sorted(dice))] for dice in throws], dtype=np.int32)


class Stays(NamedTuple):
    """Stay frequencies of a seat, out of `levels`; else it drops with the best row.

    Decisions of a round have a `node`: the first is 1, and after node `n` comes `2 * n`, or one more if that player
    stayed. In round 1 the level is `first[white, row, cup]` where `row` is `first_row[node - 1]`. In round 2 only the
    stayers of round 1 decide, and their places in the order of deciding are bits of a number; the level is
    `second[white, fourth - 1, row, cup]` where `row` is `second_row[offsets(players)[those] + node - 1]`.
    """

    first: Bytes
    second: Bytes
    levels: int
    first_row: Array
    second_row: Array


def stays(first: Bytes, second: Bytes, levels: int) -> Stays:
    """Tables in which every node has a row of its own."""
    rows = (np.arange(table.shape[-2], dtype=np.int32) for table in (first, second))
    return Stays(first, second, levels, *rows)


@lru_cache(maxsize=16)
def offsets(players: int) -> Int32s:
    """Where the decisions of round 2 begin for each set of players who stayed in round 1; last, how many there are.

    >>> offsets(2).tolist()
    [0, 0, 1, 2, 5]
    """
    decisions = [2 ** those.bit_count() - 1 for those in range(2**players)]
    return np.concatenate([[0], np.cumsum(decisions)]).astype(np.int32)


class Plans(NamedTuple):
    """The tables of all seats: seat `s` follows table number `table[s]`, or is `RANDOM` or one that stays `ALWAYS`."""

    table: Int32s
    first: Bytes
    second: Bytes
    levels: Int32s
    first_row: Int32s
    second_row: Int32s
    offset: Int32s


_NOTHING: Final = stays(np.zeros((0, 0, 0), np.uint8), np.zeros((0, 0, 0, 0), np.uint8), 0)


def plans(options: Options, policies: Sequence[Stays | int]) -> Plans:
    """The plans of a game; a table that several seats follow is held once."""
    players, tables, seats = len(policies), list[Stays](), list[int]()
    for policy in policies:
        if isinstance(policy, int):
            seats.append(policy)
            continue
        found = next((nth for nth, table in enumerate(tables) if table is policy), len(tables))
        if found == len(tables):
            _check(options, players, policy, (*tables, policy)[0])
            tables.append(policy)
        seats.append(found)
    held = tables or [_NOTHING]
    return Plans(
        table=np.array(seats, dtype=np.int32),
        first=_stacked([table.first for table in held]),
        second=_stacked([table.second for table in held]),
        levels=np.array([table.levels for table in held], dtype=np.int32),
        first_row=held[0].first_row.astype(np.int32),
        second_row=held[0].second_row.astype(np.int32),
        offset=offsets(players),
    )


def _check(options: Options, players: int, table: Stays, other: Stays) -> None:
    """Refuse tables of another game, or that do not agree in their rows."""
    cups, white = len(multisets(CUP_SIZE[options.board])), len(multisets(3))
    shapes = (white, table.first.shape[1], cups), (white, 6, table.second.shape[2], cups)
    nodes = 2**players - 1, int(offsets(players)[-1])
    if (table.first.shape, table.second.shape) != shapes or (len(table.first_row), len(table.second_row)) != nodes:
        raise BadOptions(f"these tables are not for {players} players on the {options.board} board", "N1")
    if not all(map(np.array_equal, table[3:], other[3:])):
        raise BadOptions("tables with different rows cannot play together")


def _stacked(tables: list[Bytes]) -> Bytes:
    """All tables in one array, without a copy if there is only one."""
    return tables[0][None] if len(tables) == 1 else np.stack(tables)
