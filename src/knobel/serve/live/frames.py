"""What goes to whom: each frame is made once for everybody who may see the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET, Struct

from ...table import Table, redact
from ...table.events import Played, TableEvent
from ...table.fairness import cups_of, sees
from ...telling.phrase import Phrase
from ..fairness.keys import TableKeys
from ..messages import Clock, Proof, Snapshot, Step, Steps, encode
from .presence import Subscribers
from .views import (
    HIDDEN_INFORMATION,
    TableSnapshot,
    Viewer,
    changes_game,
    changes_table,
    fair_shown,
    game_shown,
    narrate_entry,
    table_shown,
    viewer_of,
)

_PUBLIC: Final = Viewer()


class Transition(Struct, frozen=True, gc=False):
    """An entry of the log between the scenes before and after it, with its lines.

    `arranges` says that it has changed more than the game: who sits where, or whether a game runs. `deck` proves the
    throws that come to light with it, if they can be proven. Its `lines` are None if nobody has asked for them yet.
    """

    version: int
    at: int
    before: TableSnapshot | None
    event: TableEvent
    after: TableSnapshot
    lines: tuple[Phrase, ...] | None
    arranges: bool
    deck: TableKeys | None = None

    def step(self, who: Viewer) -> Step:
        """The entry as the viewer may know it, with what it changed."""
        table, event = self.after.table, self.event
        game = game_shown(self.after, who.seat) if changes_game(event, table) else None
        return Step(
            self.version,
            self.at,
            redact(table, event, who.seat),
            narrate_entry(self.before, event, self.after) if self.lines is None else self.lines,
            table_shown(table, who) if self.arranges else UNSET,
            UNSET if game is None else game,
            self._proofs(who) if isinstance(event, Played) else (),
        )

    def _proofs(self, who: Viewer) -> tuple[Proof, ...]:
        """The keys of the throws that the viewer may know since this entry."""
        table, before = self.after.table, self.before.table if self.before else None
        if self.deck is None or before is None or before.fair is None or table.fair is None:
            return ()
        fair, deck = before.fair, self.deck
        return tuple([deck.proof(fair, throw) for throw in _revealed_throws(before, table, who)])


def _revealed_throws(before: Table, after: Table, who: Viewer) -> list[int]:
    """The throws that a viewer may know since an event of the game, by their numbers.

    Of those that have just fallen they are what the viewer sees, of older ones in cups what everybody sees now: whoever
    has looked into the own cup knew that before, and may hear it twice.
    """
    fair, now = before.fair, after.fair
    assert fair is not None
    assert now is not None
    lifted = [each.throw for each in fair.covered if each not in now.covered]
    if now.wants == fair.wants:
        return lifted
    wanted = before.wanted
    assert wanted is not None
    cups = (None,) if wanted.event is None else cups_of(wanted.event)
    view = after.rules.view(after.state, who.seat)
    fresh = [fair.throws + place for place, cup in enumerate(cups) if cup is None or sees(view, cup)]
    return fresh if len(cups) > 1 else lifted + fresh


def transition(
    at: int,
    before: TableSnapshot | None,
    event: TableEvent,
    after: TableSnapshot,
    deck: TableKeys | None = None,
) -> Transition:
    """The entry that led from one scene to the next."""
    lines = narrate_entry(before, event, after)
    return Transition(after.table.version, at, before, event, after, lines, changes_table(before, event, after), deck)


def transition_without_lines(
    at: int, before: TableSnapshot | None, event: TableEvent, after: TableSnapshot, deck: TableKeys | None
) -> Transition:
    """The same without lines, for entries that were read: few of them will be asked for."""
    return Transition(after.table.version, at, before, event, after, None, changes_table(before, event, after), deck)


def snapshot_for(
    device: str, scene: TableSnapshot, now: int, lines: tuple[tuple[Phrase, ...], ...], clock: Clock | None
) -> Snapshot:
    """How things stand, for a device that knows nothing yet."""
    table, who = scene.table, viewer_of(scene.table, device)
    return Snapshot(
        *(table.version, now, table_shown(table, who), game_shown(scene, who.seat)),
        *(lines, clock, fair_shown(table)),
    )


def steps_for(pasts: Sequence[Transition], device: str) -> tuple[Step, ...]:
    """Entries as a device saw them when they happened, whenever it asks."""
    return tuple([transition.step(viewer_of(transition.after.table, device)) for transition in pasts])


def publish(pasts: Sequence[Transition], onlookers: Subscribers, arranged: bool, clock: Clock | None) -> None:
    """Send new entries to all who look on; `arranged` says that they change who is who.

    While nothing but the game changes, a viewer is only a seat, and not even that where all have the same view.
    """
    if not len(onlookers):
        return
    if not arranged and pasts[-1].after.table.game not in HIDDEN_INFORMATION:
        frame = encode(Steps(tuple([transition.step(_PUBLIC) for transition in pasts]), clock))
        for onlooker in onlookers:
            onlooker.push(frame)
        return
    made = dict[tuple[Viewer, ...], bytes]()
    for onlooker, viewer in onlookers.items():
        if arranged:
            whos = tuple([viewer_of(transition.after.table, onlooker.device) for transition in pasts])
        else:
            whos = (Viewer(viewer.seat),) * len(pasts)
        if whos not in made:
            steps = tuple([transition.step(who) for transition, who in zip(pasts, whos, strict=True)])
            made[whos] = encode(Steps(steps, clock))
        onlooker.push(made[whos])
