"""The two boards of Zock'n'Roll: their rows with values, and the dice that form them.

Rule numbers N2 and N15 are those of `knobel rules zocknroll`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, TypeAlias

from .game import Dice

Counts: TypeAlias = tuple[int, ...]
"""How many dice show 1, 2, … 6."""

WON_THIRD: Final = "won_third"
DROPPED_FIRST: Final = "dropped_first"


def _alike(count: int) -> Callable[[Counts], bool]:
    return lambda counts: max(counts) >= count


def _groups(*sizes: int) -> Callable[[Counts], bool]:
    """Groups of different values, the largest first."""
    return lambda counts: all(have >= want for have, want in zip(sorted(counts, reverse=True), sizes, strict=False))


def _straight(length: int) -> Callable[[Counts], bool]:
    return lambda counts: any(all(counts[low : low + length]) for low in range(7 - length))


def _pairs_from(*lows: int) -> Callable[[Counts], bool]:
    """Pairs of three consecutive values, from one of these on."""
    return lambda counts: any(min(counts[low - 1 : low + 2]) >= 2 for low in lows)


_Row: TypeAlias = tuple[str, int, Callable[[Counts], bool]]

BASIC: Final[tuple[_Row, ...]] = (
    ("five_of_a_kind", 12, _alike(5)),
    ("four_of_a_kind", 9, _alike(4)),
    ("large_straight", 6, _straight(5)),
    ("full_house", 5, _groups(3, 2)),
    ("three_of_a_kind", 4, _alike(3)),
    ("two_pairs", 3, _groups(2, 2)),
    ("pair", 2, _alike(2)),
)

PRO: Final[tuple[_Row, ...]] = (
    ("royal_pairs", 12, _pairs_from(4)),  # replaced by what N15 chooses
    ("five_of_a_kind", 9, _alike(5)),
    ("large_full_house", 6, _groups(4, 2)),
    ("highway", 6, _straight(6)),
    ("two_triples", 6, _groups(3, 3)),
    ("four_of_a_kind", 5, _alike(4)),
    ("large_straight", 5, _straight(5)),
    ("three_pairs", 4, _groups(2, 2, 2)),
    ("full_house", 4, _groups(3, 2)),
    ("three_of_a_kind", 3, _alike(3)),
    ("small_straight", 3, _straight(4)),
    ("two_pairs", 2, _groups(2, 2)),
)

ROYAL_PAIRS: Final = {"456": _pairs_from(4), "consecutive": _pairs_from(1, 2, 3, 4), "six_alike": _alike(6)}  # N15

BOARDS: Final = {"basic": BASIC, "pro": PRO}
CUP_SIZE: Final = {"basic": 2, "pro": 3}  # N2
COMBINATIONS: Final = {board: tuple(name for name, _, _ in rows) for board, rows in BOARDS.items()}
ROWS: Final = {board: (WON_THIRD, *names, DROPPED_FIRST) for board, names in COMBINATIONS.items()}
INDEX: Final = {board: {row: index for index, row in enumerate(rows)} for board, rows in ROWS.items()}


@cache
def formed(board: str, royal_pairs: str, dice: Dice) -> tuple[str, ...]:
    """The rows that dice (in ascending order) can form, best first.

    >>> formed("basic", "456", (3, 3, 4, 5, 5))
    ('two_pairs', 'pair')
    """
    counts = tuple(dice.count(face) for face in range(1, 7))
    tests = {name: test for name, _, test in BOARDS[board]}
    if board == "pro":
        tests["royal_pairs"] = ROYAL_PAIRS[royal_pairs]
    return tuple(name for name, test in tests.items() if test(counts))
