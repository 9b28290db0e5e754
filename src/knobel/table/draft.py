"""Draft: the entries that a command would append, and the table after each of them."""

from __future__ import annotations

import msgspec

from ..fair.transcript import bound_text
from ..rules import find_game
from ..rules.dice import DiceSource, awaits, draw, fill
from ..rules.errors import KnobelError
from ..rules.game import Chance, Event, Lot, Pending, check_players
from .commands import illegal
from .events import Closed, Disclosed, GameCommitment, Played, Rooted, Started, TableEvent, Wanted
from .evolve import evolve
from .server import KeyCommitment, ServerInputs
from .table import DiceRequest, Due, Table, actor, due


class Draft:
    """Collects `events` and the `tables` after each of them; a refusal discards the draft."""

    __slots__ = ("_so_far", "events", "inputs", "table", "tables", "waiting")

    table: Table
    """The table after all entries so far; unset before `Created`."""

    def __init__(self, table: Table | None, inputs: ServerInputs) -> None:
        if table is not None:
            self.table = table
        self._so_far = table
        self.inputs = inputs
        self.events: list[TableEvent] = []
        self.tables: list[Table] = []
        self.waiting: Due | None = None
        """What the table waits for after the last entry, if `settle` came last."""

    def add(self, event: TableEvent) -> None:
        self._so_far = self.table = table = evolve(self._so_far, event)
        self.events.append(event)
        self.tables.append(table)
        self.waiting = None

    def start(self) -> None:
        """Start the next game of the table."""
        table = self.table
        try:
            check_players(find_game(table.game), len(table.seats))
        except KnobelError as error:
            raise illegal(error.sentence, error.rule) from None
        self.begin()
        self.settle()

    def begin(self, taken: int = 0) -> None:
        """Start a game that takes over so many events of another one."""
        table, keys = self.table, None if self.table.settings.real_dice else self.inputs.keys
        fair = None if keys is None else _bind(keys.commit(), table)
        self.add(Started(table.number + 1, self.inputs.secret(), taken, fair))

    def start_if_wanted(self) -> None:
        """Start the next game if all present people with a device want it, and if so many can play it."""
        table = self.table
        here = [seat for seat in table.seats if seat.present and seat.devices]
        wanted = table.phase == "over" and here and all(seat.again for seat in here)
        if wanted and len(table.seats) in table.rules.players:
            self.start()

    def choose(self, seat: int, move: Event, level: str | None = None) -> None:
        """Make a move of the seat whose turn it is; `level` is that of the bot that chose it, if one did.

        A move that throws dice must be legal; another one raises `IllegalEvent` if it is not.
        """
        if awaits(move):
            if (source := self._own_dice) is None:
                self._want(move, level)
                return
            move = fill(move, source)
        self._play(Played(move, actor(self.table, seat), level))

    def settle(self) -> None:
        """Throw dice until a seat has to decide or to throw, the game is over, or dice must come from the server."""
        while (waiting := due(table := self.table)).kind == "dice":
            if table.settings.real_dice:
                self._put_face_down()
            elif table.wanted is not None:
                if (source := self._own_dice) is None:
                    break
                self._throw_wanted(table.wanted, source)
            elif table.fair is not None and not table.fair.called:
                break  # devices commit to their anchors first; the server continues with `AnchorTimeUp`
            else:
                self.throw(table.rules.pending(table.state))
        self.waiting = waiting

    @property
    def _own_dice(self) -> DiceSource | None:
        """The dice of a server that throws alone and at once; None if dice must be requested in the log first."""
        return self.inputs.dice if self.table.fair is None else None

    def tell(self, event: Event) -> None:
        """Play a legal event that a person has told."""
        self._play(Played(event, "player"))
        self.settle()

    def _put_face_down(self) -> None:
        """People have thrown their cups; what is under them is told when they are lifted (R2)."""
        pending = self.table.rules.pending(self.table.state)
        assert isinstance(pending, Chance)
        self._play(Played(pending.event, "dice"))

    def throw(self, pending: Pending[Event]) -> None:
        """Throw the dice that the game waits for, or draw its lot; or request them."""
        source = self._own_dice
        if isinstance(pending, Chance):
            if source is None:
                self._want(pending.event)
            else:
                self._play(Played(fill(pending.event, source), "dice"))
        elif isinstance(pending, Lot):
            if source is None:
                self._want(None)
            else:
                self._play(Played(draw(pending, source), "dice"))

    def _want(self, event: Event | None, level: str | None = None) -> None:
        fair = self.table.fair
        if fair is None:
            self.add(Wanted(event, level))
        else:
            self.add(Wanted(event, level, fair.wants, fair.throws))

    def _throw_wanted(self, wanted: DiceRequest, source: DiceSource) -> None:
        """Throw the dice that a log ends with a request for: the server had none then."""
        if wanted.event is None:
            lot = self.table.rules.pending(self.table.state)
            assert isinstance(lot, Lot)
            self.fall(draw(lot, source))
        else:
            self.fall(fill(wanted.event, source))

    def fall(self, event: Event, links: tuple[str | None, ...] | None = None) -> None:
        """The wanted dice have fallen; `links` are what the devices revealed for them."""
        wanted = self.table.wanted
        assert wanted is not None
        self._play(Played(event, wanted.by, wanted.level, links))

    def _play(self, played: Played[Event]) -> None:
        """Play an event. At the end the secrets of the dice are revealed; if keys run out, another root follows."""
        self.add(played)
        table = self.table
        fair = table.fair
        if fair is None:
            return
        if table.phase != "playing":
            self._disclose()
        elif fair.used_up:
            assert self.inputs.keys is not None
            more = self.inputs.keys.commit_more(fair.game, fair.section + 1)
            self.add(Rooted(more.root, more.tops))

    def close(self) -> None:
        """Close the table for good, and give up a running game."""
        running = self.table.phase == "playing"
        self.add(Closed())
        if running and self.table.fair is not None:
            self._disclose()

    def _disclose(self) -> None:
        fair, keys = self.table.fair, self.inputs.keys
        assert fair is not None
        assert keys is not None
        self.add(Disclosed(tuple([keys.secret(fair.game, section) for section in range(fair.section + 1)])))


def _bind(keys: KeyCommitment, table: Table) -> GameCommitment:
    """The commitment of a game. Options are bound as in a record, without defaults, so that they can be verified later
    even if a default changes."""
    options = msgspec.to_builtins(table.rule_options)
    return GameCommitment(keys.game, keys.root, bound_text(table.game, options, table.names), keys.tops)
