"""Games without luck: what every decision was worth, in place of what the dice made of it.

Let some reference play be solved, so that in every position the chance of each seat to win is known if all play by the
reference from there on. Along a game this chance changes at every throw, by luck, and at every decision that is not
the reference's. Luck is zero in the mean, whoever plays. So

    the chance at the start + all changes by decisions

has the same mean as the result, for any bots, and hardly any of its variance. That needs a game that is solved, ZOCK or
Schocken for two and three, and the reference is what `master` plays there.
"""

from __future__ import annotations

from typing import TypeAlias

from ..rules import schocken, zock
from ..rules.errors import BadOptions
from ..rules.game import Event, Options, State

Effects: TypeAlias = tuple[float, ...]
"""By how much a decision changes the chance of each seat to win."""


def check_luck(options: Options, players: int) -> None:
    """Refuse tables that are not solved."""
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
    """What a decision changes, against what the reference would have done."""
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
