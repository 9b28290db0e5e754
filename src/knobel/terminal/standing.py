"""How everybody ended, in words."""

from __future__ import annotations

from ..rules import boards, schocken, zock, zocknroll
from ..rules.session import Session
from ..words import Words


def standing(say: Words, session: Session) -> list[str]:
    """Every player with place and score, best first; Schocken knows no places, it only has a loser."""
    names = session.players
    match session.result:
        case zocknroll.Result(scores=scores, marks=marks):
            order = [(-points, -marks[seat].get(boards.WON_THIRD, 0)) for seat, points in enumerate(scores)]
            told = [say("ui-scored", points=points) for points in scores]
        case zock.Result(losses=losses):
            order = [(loss, 0) for loss in losses]
            told = [say("ui-lost-points", points=loss) for loss in losses]
        case schocken.Result() as result:
            return [f"{name}: {_lost(say, result, seat)}" for seat, name in enumerate(names)]
        case _:
            return []
    ranked = sorted(range(len(names)), key=lambda seat: order[seat])
    places = {seat: 1 + sum(better < order[seat] for better in order) for seat in ranked}
    return [f"{places[seat]}. {names[seat]}: {told[seat]}" for seat in ranked]


def _lost(say: Words, result: schocken.Result, seat: int) -> str:
    """The halves that somebody lost, or one of them and the final, which decides (S2)."""
    if result.final and seat == result.loser:
        return say("ui-final-lost")
    return say("ui-halves-lost", count=result.halves.count(seat))
