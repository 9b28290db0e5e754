"""Commands of the players' devices about verifiable dice: anchors, reveals, protests."""

from __future__ import annotations

from typing import Final

from ..fair.hash_chain import follows
from .commands import Anchor, Protest, Refusal, Reveal, forbidden, illegal
from .draft import Draft
from .events import Anchored, Protested
from .fairness import Fairness
from .table import Table

MOST_ANCHORS: Final = 8
"""The most anchors of a seat between two throws: as many as devices may hold it."""


def anchor(draft: Draft, place: int, command: Anchor) -> None:
    """A device commits to a hash chain."""
    fair = _running(draft.table)
    promise = fair.promises[place]
    if promise is not None and promise.anchor == command.anchor:
        raise illegal("this anchor stands in the log already")
    if (place, command.anchor) in fair.coming:
        raise illegal("this anchor stands in the log already, and counts from the next dice on")
    if fair.anchored[place] >= MOST_ANCHORS:
        raise Refusal("limit", "this seat has changed its anchor often enough; it can again after the next dice")
    draft.add(Anchored(place, command.anchor))


def check_reveal(table: Table, place: int | None, command: Reveal, given: str | None = None) -> Fairness:
    """Refuse a link unless the open want waits for it and it follows from the anchor of the seat.

    `given` is a link of the seat that was verified before, if there is one. Returns the state of the dice.
    """
    if place is None:
        raise forbidden("you have no seat at this table")
    fair, playing = table.fair, table.phase == "playing"
    if fair is None or not playing or table.wanted is None or (command.section, command.want) != _next_want(fair):
        raise Refusal("stale", "these dice are not wanted any more, or not yet")
    promise = fair.promises[place]
    if promise is None:
        raise illegal("an anchor has to stand in the log before anything is revealed")
    steps = command.want - promise.at
    if command.link != given and not follows(bytes.fromhex(command.link), bytes.fromhex(promise.link), steps):
        raise illegal("this is not the link that the anchor promises")
    return fair


def protest(draft: Draft, place: int, command: Protest) -> None:
    """A device claims that it had answered; the log shows it."""
    fair = _running(draft.table)
    said = (place, command.section, command.want)
    if said in fair.protests:
        raise illegal("this protest stands in the log already")
    promise = fair.promises[place]
    if promise is None or not promise.missed or (command.section, command.want) != (fair.section, fair.wants - 1):
        raise Refusal("stale", "a device can protest only if it was called absent, and until the next dice fall")
    draft.add(Protested(place, command.want))


def _next_want(fair: Fairness) -> tuple[int, int]:
    return fair.section, fair.wants


def _running(table: Table) -> Fairness:
    if table.phase != "playing" or table.fair is None:
        raise illegal("no game with verifiable dice is running")
    return table.fair
