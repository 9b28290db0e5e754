"""How everybody ended, in words."""

from __future__ import annotations

from ..rules import schocken, zock, zocknroll
from ..rules.session import Session
from ..words import Words


def standing(say: Words, session: Session) -> list[tuple[int, str, str]]:
    """Place, name and score of every player, best first; in Schocken only who lost is known."""
    names = session.players
    match session.result:
        case zocknroll.Result(scores=scores, marks=marks):
            order = [(-points, -marks[seat].get(zocknroll.WON_THIRD, 0)) for seat, points in enumerate(scores)]
            told = [say("ui-scored", points=points) for points in scores]
        case zock.Result(losses=losses):
            order = [(loss, 0) for loss in losses]
            told = [say("ui-lost-points", points=loss) for loss in losses]
        case schocken.Result(loser=loser, halves=halves):
            order = [(int(seat == loser), 0) for seat in range(len(names))]
            told = [say("ui-halves-lost", count=halves.count(seat)) for seat in range(len(names))]
        case _:
            return []
    ranked = sorted(range(len(names)), key=lambda seat: order[seat])
    return [(1 + sum(better < order[seat] for better in order), names[seat], told[seat]) for seat in ranked]
