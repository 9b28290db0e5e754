"""What goes to whom: each frame is made once for everybody who may see the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET, Struct

from ...table import Table, redact
from ...table.events import Played, TableEvent
from ...table.fairness import cups_of, sees
from ...telling.phrase import Phrase
from ..fairness.keys import Deck
from ..messages import Clock, Proof, Snapshot, Step, Steps, encode
from .presence import Onlookers
from .views import (
    SECRETIVE,
    Scene,
    Viewer,
    changes_game,
    changes_table,
    fair_shown,
    game_shown,
    table_shown,
    told,
    viewer_of,
)

_EVERYBODY: Final = Viewer()


class Past(Struct, frozen=True, gc=False):
    """An entry of the log between the scenes before and after it, with its lines.

    `arranges` says that it has changed more than the game: who sits where, or whether a game runs. `deck` proves the
    throws that come to light with it, if they can be proven. Its `lines` are None if nobody has asked for them yet.
    """

    version: int
    at: int
    before: Scene | None
    event: TableEvent
    after: Scene
    lines: tuple[Phrase, ...] | None
    arranges: bool
    deck: Deck | None = None

    def step(self, who: Viewer) -> Step:
        """The entry as the viewer may know it, with what it changed."""
        table, event = self.after.table, self.event
        game = game_shown(self.after, who.seat) if changes_game(event, table) else None
        return Step(
            self.version,
            self.at,
            redact(table, event, who.seat),
            told(self.before, event, self.after) if self.lines is None else self.lines,
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
        return tuple([deck.proof(fair, throw) for throw in _come_to_light(before, table, who)])


def _come_to_light(before: Table, after: Table, who: Viewer) -> list[int]:
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


def past(
    at: int,
    before: Scene | None,
    event: TableEvent,
    after: Scene,
    deck: Deck | None = None,
) -> Past:
    """The entry that led from one scene to the next."""
    lines = told(before, event, after)
    return Past(after.table.version, at, before, event, after, lines, changes_table(before, event, after), deck)


def past_untold(at: int, before: Scene | None, event: TableEvent, after: Scene, deck: Deck | None) -> Past:
    """The same without lines, for entries that were read: few of them will be asked for."""
    return Past(after.table.version, at, before, event, after, None, changes_table(before, event, after), deck)


def snapshot_for(
    device: str, scene: Scene, now: int, lines: tuple[tuple[Phrase, ...], ...], clock: Clock | None
) -> Snapshot:
    """How things stand, for a device that knows nothing yet."""
    table, who = scene.table, viewer_of(scene.table, device)
    return Snapshot(
        *(table.version, now, table_shown(table, who), game_shown(scene, who.seat)),
        *(lines, clock, fair_shown(table)),
    )


def steps_for(pasts: Sequence[Past], device: str) -> tuple[Step, ...]:
    """Entries as a device saw them when they happened, whenever it asks."""
    return tuple([past.step(viewer_of(past.after.table, device)) for past in pasts])


def show(pasts: Sequence[Past], onlookers: Onlookers, arranged: bool, clock: Clock | None) -> None:
    """Send new entries to all who look on; `arranged` says that they change who is who.

    While nothing but the game changes, a viewer is only a seat, and not even that where all have the same view.
    """
    if not len(onlookers):
        return
    if not arranged and pasts[-1].after.table.game not in SECRETIVE:
        frame = encode(Steps(tuple([past.step(_EVERYBODY) for past in pasts]), clock))
        for onlooker in onlookers:
            onlooker.push(frame)
        return
    made = dict[tuple[Viewer, ...], bytes]()
    for onlooker, viewer in onlookers.items():
        if arranged:
            whos = tuple([viewer_of(past.after.table, onlooker.device) for past in pasts])
        else:
            whos = (Viewer(viewer.seat),) * len(pasts)
        if whos not in made:
            steps = tuple([past.step(who) for past, who in zip(pasts, whos, strict=True)])
            made[whos] = encode(Steps(steps, clock))
        onlooker.push(made[whos])
