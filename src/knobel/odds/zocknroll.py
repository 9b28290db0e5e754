"""Odds of Zock'n'Roll: the probabilities of the rows, and of a hand in round 3."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from types import MappingProxyType
from typing import Final, TypeAlias

from msgspec import Struct

from ..rules.boards import COMBINATIONS, CUP_SIZE, formed
from ..rules.dice import FACES, multisets
from ..rules.errors import BadDice, BadOptions
from ..rules.game import FACE_DOWN, Dice
from ..rules.zocknroll import GAME, Options
from . import Odds, falls, unknown_dice

Rows: TypeAlias = Mapping[str | None, Odds]
"""A chance for every row of the board, best first; None stands for no row at all and comes last."""

ROUNDS: Final = (1, 2, 3)
_WHITE: Final = (0, 3, 4, 5)  # N5, N9, N10: how many white dice can lie on the table


def dice_in(options: Options, playing_round: int) -> int:
    """The number of dice of a hand in a round, white ones included."""
    return CUP_SIZE[options.board] + 2 + playing_round


def best_row(options: Options, dice: Dice) -> str | None:
    """The best row that dice form; None if they form none."""
    rows = formed(options.board, options.royal_pairs, tuple(sorted(dice)))
    return rows[0] if rows else None


@lru_cache(maxsize=1024)
def best_rows(options: Options, known: Dice, more: int) -> Rows:
    """The chance of each row to be the best one when `more` dice join those that are known.

    >>> print(best_rows(Options(), (), 5)[None], best_rows(Options(), (3, 3, 3, 5), 1)["full_house"])
    480/7776 1/6
    """
    ways: Counter[str | None] = Counter()
    for dice, weight in multisets(more):
        ways[best_row(options, known + dice)] += weight
    return MappingProxyType({row: Odds(ways[row], falls(more)) for row in (*COMBINATIONS[options.board], None)})


def at_least(rows: Rows) -> Rows:
    """From the chance of each row as the best one, the chance of that row or a better one."""
    total = next(iter(rows.values())).total
    sums = accumulate(odds.ways for odds in rows.values())
    return {row: Odds(ways, total) for row, ways in zip(rows, sums, strict=True)}


def fresh(options: Options, playing_round: int) -> Rows:
    """The chance of each row to be the best one in a round, before any die has fallen."""
    return best_rows(options, (), dice_in(options, playing_round))


def outlook(options: Options, own: Dice, white: Dice, playing_round: int) -> Rows:
    """The chance of each row to be the best one in a round, given the own dice and the white dice so far."""
    _check(options, own, white)
    missing = 2 + playing_round - len(white)
    if playing_round not in ROUNDS or missing < 0:
        raise BadDice(f"with {len(white)} white dice on the table round {playing_round} is over", "N9")
    return best_rows(options, tuple(sorted(own + white)), missing)


class Showdown(Struct, frozen=True):
    """The result of a hand in round 3 against unknown cups (N10)."""

    won: Odds
    tied: Odds
    lost: Odds


def showdown(options: Options, own: Dice, white: Dice, cups: int = 1) -> Showdown:
    """The probabilities that a hand wins, ties or loses in round 3.

    `cups` is the number of other cups, Jörg's included. Unknown dice are uniform: the information that a player has
    stayed is ignored.

    >>> duel = showdown(Options(), (3, 3), (1, 2, 3, 5, 6))
    >>> print(duel.won, duel.tied, duel.lost)
    20/36 5/36 11/36
    """
    _check(options, own, white)
    if cups not in range(1, GAME.players[-1]):
        raise BadOptions(f"one to eleven other cups are lifted in round 3, not {cups}", "N1")
    order = {row: place for place, row in enumerate(COMBINATIONS[options.board])}
    size, missing = CUP_SIZE[options.board], 5 - len(white)
    won = tied = 0
    for dice, weight in multisets(missing):
        table = white + dice
        row = best_row(options, own + table)
        assert row is not None  # seven dice always form something
        rivals = best_rows(options, tuple(sorted(table)), size)
        worse = sum(odds.ways for rival, odds in rivals.items() if rival is not None and order[rival] > order[row])
        not_better = worse + rivals[row].ways
        # Once the white dice lie, the other cups are independent of each other.
        won += weight * worse**cups
        tied += weight * (not_better**cups - worse**cups)
    total = falls(missing + size * cups)
    return Showdown(Odds(won, total), Odds(tied, total), Odds(total - won - tied, total))


def _check(options: Options, own: Dice, white: Dice) -> None:
    size = CUP_SIZE[options.board]
    if FACE_DOWN in own + white:
        raise unknown_dice()
    if any(die not in FACES for die in own + white):
        raise BadDice("a die shows 1 to 6", "N2")
    if len(own) != size:
        raise BadDice(f"on the {options.board} board a cup holds {size} dice, not {len(own)}", "N2")
    if len(white) not in _WHITE:
        raise BadDice(f"three, four or five white dice lie on the table, or none yet, not {len(white)}", "N5")
