"""Rules of thumb, as a friendly beginner plays: mostly sensible, now and then not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..rules import schocken, zock, zocknroll
from ..rules.dice import multisets
from ..rules.game import FACE_DOWN, Event
from .strategy import Strategy, Weights, mostly

STAYS: Final = ((0, 1.0), (2, 0.85), (3, 0.6), (4, 0.35), (5, 0.2), (6, 0.15), (9, 0.3))
"""How often a hand stays in Zock'n'Roll, by what dropping would bring for its best row, from that value on."""


def in_zocknroll(view: zocknroll.State, moves: tuple[Event, ...]) -> Weights:
    """Drop with something good in the hand, stay with little or with a lot; always mark the best row."""
    if view.phase == "mark":
        return {moves[0]: 1.0}
    stay, best, *_ = moves
    row = getattr(best, "row", None)
    value = zocknroll.row_values(view.options, view.players)[row] if row else 0
    stays = next(chance for least, chance in reversed(STAYS) if value >= least)
    alone = view.dropped.count(0) == 1 and not zocknroll.plays_jorg(view.players)
    return {stay: 1.0} if alone else {stay: stays, best: 1 - stays}


def in_zock(view: zock.State, moves: tuple[Event, ...]) -> Weights:
    """Cover two fields rather than one if the rest stays easy to cover; object to most mistakes."""
    options, seat = view.options, view.seat
    if view.phase in ("object", "accept"):
        quiet, objection = moves
        return mostly(objection, moves, 0.9) if zock.misfits(view) else {quiet: 1.0}
    possible = zock.covers(options.variant, options.two_digit, view.dice, view.open[seat])
    if not possible:
        return {zock.Pass(seat): 1.0}
    tidy = max(possible, key=lambda cover: _EASE_OF_A_FIELD * len(cover) + _ease(options, view.open[seat], cover))
    return mostly(zock.Cover(seat, tidy), (zock.Cover(seat, cover) for cover in possible), 0.9)


_EASE_OF_A_FIELD: Final = 8
"""So many usable throws of 36 is one more covered field worth, as a rule of thumb."""


def _ease(options: zock.Options, fields: zock.Fields, cover: zock.Fields) -> int:
    """How many of the 36 throws can be used once these fields are covered."""
    left = tuple(field for field in fields if field not in cover)
    throws = multisets(2)
    return sum(weight for dice, weight in throws if zock.covers(options.variant, options.two_digit, dice, left))


def in_schocken(view: schocken.State, moves: tuple[Event, ...]) -> Weights:
    """Stand with something that counts, keep the ones, and turn sixes into ones when that is allowed."""
    seat = view.seat
    stand, *again = moves
    mine = schocken.hand_rank(view, seat)
    shown = [
        schocken.hand_rank(view, owner)
        for owner, other in enumerate(view.hands)
        if owner != seat and other.throws and FACE_DOWN not in other.thrown
    ]
    if mine.name != "ordinary":
        return mostly(stand, [stand, _greediest(again)], 0.9)
    if any(other.height < mine.height for other in shown):
        return mostly(stand, [stand, _greediest(again)], 0.7)
    decent = mine.height >= 651
    return mostly(_greediest(again), [stand, *again[:1]], 0.6 if decent else 0.9)


def _greediest(again: list[Event]) -> Event:
    """The throw that keeps the most ones and nothing else."""

    def ones(move: Any) -> tuple[int, int]:
        return move.keep.count(schocken.ONE), -len(move.keep)

    return max(again, key=ones)


CASUAL: Final[Mapping[str, Strategy]] = {
    "zocknroll": Strategy(in_zocknroll),
    "zock": Strategy(in_zock),
    "schocken": Strategy(in_schocken),
}
