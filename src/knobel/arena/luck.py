"""Luck adjustment by control variates: the value of the decisions instead of the result.

Take a solved reference strategy, so that the winning chance of each seat is known in every position if all play the
reference from there on. Along a game this chance changes at every throw, by luck, and at every decision that deviates
from the reference. Luck has mean zero for all players. So

    the chance at the start + all changes by decisions

has the same mean as the result, for any bots, and hardly any of its variance. That needs a solved game: ZOCK, or
Schocken for two and three players. The reference is `master`.
"""

from __future__ import annotations

from typing import TypeAlias

from ..rules import schocken, zock
from ..rules.errors import BadOptions
from ..rules.game import Event, Options, State

Effects: TypeAlias = tuple[float, ...]
"""The change of each seat's winning chance by one decision."""


def check_luck(options: Options, players: int) -> None:
    """Raise `BadOptions` unless the game is solved for these options and players."""
    match options:
        case zock.Options(referee="strict", games=games):
            from ..solve.zock.solver import MOST_GAMES

            if games <= MOST_GAMES:
                return
        case schocken.Options(stones=stones):
            from ..solve.schocken.sources import MOST_SOLVED
            from ..solve.schocken.sources import MOST_STONES as MOST_FOR_MORE
            from ..solve.schocken.two import MOST_STONES

            if players <= MOST_SOLVED and stones <= (MOST_STONES if players == 2 else MOST_FOR_MORE):
                return
    raise BadOptions("luck can be taken out only of games that are solved, and this one is not")


def effects(view: State, move: Event) -> Effects:
    """The effect of a decision, compared to the reference strategy."""
    match view:
        case zock.State():
            return _in_zock(view, move)
        case schocken.State():
            return _in_schocken(view, move)
    raise AssertionError("such games are refused before they begin")


def _in_zock(view: zock.State, move: Event) -> Effects:
    from ..solve.zock.solver import evaluate

    assert isinstance(move, zock.Cover)
    found = evaluate(view, "match")
    change = next(worth.value for worth in found.covers if worth.fields == move.fields) - found.value
    return (change, -change) if view.seat == 0 else (-change, change)


def _in_schocken(view: schocken.State, move: Event) -> Effects:
    from ..solve.schocken.evaluation import position_risks

    best, *_ = moves = position_risks(view, "game").moves
    made = next(outcome for outcome in moves if outcome.move == move)
    return tuple(before - after for before, after in zip(best.risks, made.risks, strict=True))
