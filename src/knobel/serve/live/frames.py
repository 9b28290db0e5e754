"""Fan-out of frames: each frame is encoded once for all subscribers with the same view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET, Struct

from ...table import Table, redact
from ...table.events import Played, TableEvent, Wanted
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
    """An entry of the log with the snapshots before and after it, and its lines.

    `changes_seats`: it changes more than the position of the game, such as seats or the phase. `table_keys` prove the
    throws that it reveals, if the dice are verifiable. `lines` are None until they are narrated on demand.
    """

    version: int
    at: int
    before: TableSnapshot | None
    event: TableEvent
    after: TableSnapshot
    lines: tuple[Phrase, ...] | None
    changes_seats: bool
    table_keys: TableKeys | None = None

    def step(self, who: Viewer) -> Step:
        """The entry as the viewer may see it, with what it changed."""
        after, event, seat, lines = self.after, self.event, who.seat, self.lines
        table = after.table
        if isinstance(event, Wanted):
            if table.fair is None:
                return Step(self.version, self.at, event)  # the dice fall in the next entry
            return Step(self.version, self.at, event, (), UNSET, game_shown(after, seat) or UNSET)
        if lines is None:
            lines = narrate_entry(self.before, event, after)
        changed = table_shown(table, who) if self.changes_seats else UNSET
        if isinstance(event, Played):
            shown, proofs = game_shown(after, seat), () if table.fair is None else self._proofs(who)
            assert shown is not None
            seen = event if shown.view is table.state else redact(table, event, seat)
            return Step(self.version, self.at, seen, lines, changed, shown, proofs)
        game = (changes_game(self.before, event, table) and game_shown(after, seat)) or UNSET
        return Step(self.version, self.at, redact(table, event, seat), lines, changed, game)

    def _proofs(self, who: Viewer) -> tuple[Proof, ...]:
        """Keys and Merkle paths of the throws that this entry reveals to the viewer."""
        table, before = self.after.table, self.before.table if self.before else None
        if self.table_keys is None or before is None or before.fair is None or table.fair is None:
            return ()
        fair, table_keys = before.fair, self.table_keys
        return tuple([table_keys.proof(fair, throw) for throw in _revealed_throws(before, table, who)])


def _revealed_throws(before: Table, after: Table, who: Viewer) -> list[int]:
    """The numbers of the throws that an event of the game reveals to a viewer.

    These are the new throws that the viewer sees, and older throws under cups that all viewers see now. The owner of a
    cup has seen its throw before and may get its proof twice.
    """
    fair, now = before.fair, after.fair
    assert fair is not None
    assert now is not None
    lifted = [each.throw for each in fair.covered if each not in now.covered] if fair.covered else []
    if now.wants == fair.wants:
        return lifted
    wanted = before.wanted
    assert wanted is not None
    cups = (None,) if wanted.event is None else cups_of(wanted.event)
    if cups == (None,):
        return [*lifted, fair.throws]  # open dice, or a lot
    view = after.rules.view(after.state, who.seat)
    fresh = [fair.throws + place for place, cup in enumerate(cups) if cup is None or sees(view, cup)]
    return fresh if len(cups) > 1 else lifted + fresh


def transition(
    at: int,
    before: TableSnapshot | None,
    event: TableEvent,
    after: TableSnapshot,
    table_keys: TableKeys | None = None,
) -> Transition:
    """The transition from one snapshot to the next, with its lines."""
    version = after.table.version
    if isinstance(event, Wanted):
        return Transition(version, at, before, event, after, (), False, table_keys)
    lines = narrate_entry(before, event, after)
    return Transition(version, at, before, event, after, lines, changes_table(before, event, after), table_keys)


def transition_without_lines(
    at: int, before: TableSnapshot | None, event: TableEvent, after: TableSnapshot, table_keys: TableKeys | None
) -> Transition:
    """A transition without lines, for entries read from the log: few of them are requested."""
    return Transition(
        after.table.version, at, before, event, after, None, changes_table(before, event, after), table_keys
    )


def snapshot_for(
    device: str, snapshot: TableSnapshot, now: int, lines: tuple[tuple[Phrase, ...], ...], clock: Clock | None
) -> Snapshot:
    """The whole state that a device may see."""
    table, who = snapshot.table, viewer_of(snapshot.table, device)
    return Snapshot(
        *(table.version, now, table_shown(table, who), game_shown(snapshot, who.seat)),
        *(lines, clock, fair_shown(table)),
    )


def steps_for(transitions: Sequence[Transition], device: str) -> tuple[Step, ...]:
    """Transitions as a device saw them at the time, whenever it asks."""
    return tuple([transition.step(viewer_of(transition.after.table, device)) for transition in transitions])


def publish(
    transitions: Sequence[Transition], subscribers: Subscribers, seats_changed: bool, clock: Clock | None
) -> None:
    """Send new transitions to all subscribers; with `seats_changed` they may change what each viewer may see.

    Otherwise views differ by seat only, and in games without hidden information not at all.
    """
    listening = subscribers.items()
    if not listening:
        return
    if not seats_changed and transitions[-1].after.table.game not in HIDDEN_INFORMATION:
        frame = encode(Steps(tuple([transition.step(_PUBLIC) for transition in transitions]), clock))
        for subscriber, _ in listening:
            subscriber.push(frame)
        return
    made = dict[tuple[Viewer, ...], bytes]()
    for subscriber, viewer in listening:
        if seats_changed:
            whos = tuple([viewer_of(transition.after.table, subscriber.device) for transition in transitions])
        else:
            whos = (Viewer(viewer.seat),) * len(transitions)
        if whos not in made:
            steps = tuple([transition.step(who) for transition, who in zip(transitions, whos, strict=True)])
            made[whos] = encode(Steps(steps, clock))
        subscriber.push(made[whos])
