"""Entries that are about to come into the log, and the table as it would be then."""

from __future__ import annotations

from ..rules import find_game
from ..rules.dice import DiceSource, awaits, draw, fill
from ..rules.errors import KnobelError
from ..rules.game import Chance, Event, Lot, check_players
from .bonds import bond
from .events import Closed, Disclosed, Played, Rooted, Started, TableEvent, Wanted
from .evolve import evolve
from .house import House
from .refusal import illegal
from .table import Table
from .turn import actor, due


class Draft:
    """Collects what a command brings about, `tables` after each of `events`; a refusal throws all of it away."""

    table: Table
    """The table after everything so far; whoever makes one has none before its creation."""

    def __init__(self, table: Table | None, house: House) -> None:
        if table is not None:
            self.table = table
        self._so_far = table
        self.house = house
        self.events: list[TableEvent] = []
        self.tables: list[Table] = []

    def add(self, event: TableEvent) -> None:
        self._so_far = self.table = table = evolve(self._so_far, event)
        self.events.append(event)
        self.tables.append(table)

    def start(self) -> None:
        """The next game of the table begins."""
        table = self.table
        try:
            check_players(find_game(table.game), len(table.seats))
        except KnobelError as error:
            raise illegal(error.sentence, error.rule) from None
        self.begin()
        self.settle()

    def begin(self, taken: int = 0) -> None:
        """A game begins that takes over so many events of another one."""
        table, decks = self.table, self.house.decks
        fair = None if decks is None else bond(decks.deal(), table.game, table.rule_options, table.names)
        self.add(Started(table.number + 1, self.house.secret(), taken, fair))

    def start_if_wanted(self) -> None:
        """After a game the next one begins once everybody who is there wants it, if so many can play it."""
        table = self.table
        here = [seat for seat in table.seats if seat.present]
        wanted = table.phase == "over" and here and all(seat.again for seat in here)
        if wanted and len(table.seats) in table.rules.players:
            self.start()

    def choose(self, move: Event, level: str | None = None) -> None:
        """The seat whose turn it is makes a legal move; `level` is that of the bot that has chosen it, if one has."""
        if awaits(move):
            self._want(move, level)
        else:
            waiting = due(self.table)
            assert waiting.seat is not None
            self._play(Played(move, actor(self.table, waiting.seat), level))
        self.settle()

    def settle(self) -> None:
        """Let fall what falls by itself, until somebody decides or throws, the game is over or dice are missing."""
        while due(table := self.table).kind == "dice":
            fair = table.fair
            if table.wanted is None:
                if fair is not None and not fair.called:
                    return  # the devices give their anchors first, and the house says when to go on
                self.want()
            if fair is not None or self.house.dice is None:
                return
            self._throw(self.house.dice)

    def want(self) -> None:
        """Dice are wanted, or a lot."""
        match self.table.rules.pending(self.table.state):
            case Chance(event=event):
                self._want(event)
            case Lot():
                self._want(None)

    def _want(self, event: Event | None, level: str | None = None) -> None:
        fair = self.table.fair
        if fair is None:
            self.add(Wanted(event, level))
        else:
            self.add(Wanted(event, level, fair.wants, fair.throws))

    def _throw(self, source: DiceSource) -> None:
        wanted = self.table.wanted
        assert wanted is not None
        if wanted.event is None:
            lot = self.table.rules.pending(self.table.state)
            assert isinstance(lot, Lot)
            self.fall(draw(lot, source))
        else:
            self.fall(fill(wanted.event, source))

    def fall(self, event: Event, links: tuple[str | None, ...] | None = None) -> None:
        """What was wanted has fallen; `links` are what the devices have revealed for it."""
        wanted = self.table.wanted
        assert wanted is not None
        self._play(Played(event, wanted.by, wanted.level, links))

    def _play(self, played: Played[Event]) -> None:
        """The game goes on; after its end everybody gets to know where its dice came from."""
        self.add(played)
        table = self.table
        fair = table.fair
        if fair is None:
            return
        if table.phase != "playing":
            self._disclose()
        elif fair.used_up:
            assert self.house.decks is not None
            deal = self.house.decks.deal_more(fair.game, fair.section + 1)
            self.add(Rooted(deal.root, deal.tops))

    def close(self) -> None:
        """The table is over for good, and with it a game that still runs."""
        running = self.table.phase == "playing"
        self.add(Closed())
        if running and self.table.fair is not None:
            self._disclose()

    def _disclose(self) -> None:
        fair, decks = self.table.fair, self.house.decks
        assert fair is not None
        assert decks is not None
        self.add(Disclosed(tuple([decks.secret(fair.game, section) for section in range(fair.section + 1)])))
