"""Strategies without solvers: random moves, Jörg, and `casual`, which plays heuristics with some mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..rules import GAMES, schocken, zock, zocknroll
from ..rules.dice import multisets
from ..rules.game import FACE_DOWN, Event
from .strategy import Strategy, Weights, mostly


def at_random(view: object, moves: tuple[Event, ...]) -> Weights:
    """Every legal move with the same probability."""
    return dict.fromkeys(moves, 1 / len(moves))


def as_jorg(view: zocknroll.State, moves: tuple[Event, ...]) -> Weights:
    """Stay with any dice, and mark the best row: both are the first of the moves."""
    return {moves[0]: 1.0}


STAYS: Final = ((0, 1.0), (2, 0.85), (3, 0.6), (4, 0.35), (5, 0.2), (6, 0.15), (9, 0.3))
"""Probability to stay in Zock'n'Roll, by the least value of the best row that dropping would mark."""


def in_zocknroll(view: zocknroll.State, moves: tuple[Event, ...]) -> Weights:
    """Drop with a good row, stay with a poor or an excellent one; always mark the best row."""
    if view.phase in ("drop", "mark"):
        return {moves[0]: 1.0}
    stay, best, *_ = moves
    row = getattr(best, "row", None)
    value = zocknroll.row_values(view.options, view.players)[row] if row else 0
    stays = next(chance for least, chance in reversed(STAYS) if value >= least)
    alone = view.dropped.count(0) == 1 and not zocknroll.plays_jorg(view.players)
    return {stay: 1.0} if alone else {stay: stays, best: 1 - stays}


def in_zock(view: zock.State, moves: tuple[Event, ...]) -> Weights:
    """Prefer covers of two fields that leave the rest easy to cover; object to most mistakes."""
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
"""One more covered field is worth as much as this many usable throws of 36."""


def _ease(options: zock.Options, fields: zock.Fields, cover: zock.Fields) -> int:
    """How many of the 36 throws can be used after this cover."""
    left = tuple(field for field in fields if field not in cover)
    throws = multisets(2)
    return sum(weight for dice, weight in throws if zock.covers(options.variant, options.two_digit, dice, left))


def in_schocken(view: schocken.State, moves: tuple[Event, ...]) -> Weights:
    """Stand with a special throw, keep the ones, and turn sixes into ones where that is allowed (H1)."""
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


RANDOM: Final[Mapping[str, Strategy]] = dict.fromkeys(GAMES, Strategy(at_random))
JORG: Final[Mapping[str, Strategy]] = {"zocknroll": Strategy(as_jorg)}
CASUAL: Final[Mapping[str, Strategy]] = {
    "zocknroll": Strategy(in_zocknroll),
    "zock": Strategy(in_zock),
    "schocken": Strategy(in_schocken),
}
