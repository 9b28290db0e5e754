"""Dice at a table that everybody can check: they fall when the devices of the players have had their part in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Set
from functools import lru_cache
from typing import Final

from ...fair.throws import FairDice, header
from ...rules.dice import draw, fill
from ...rules.game import Event, Lot
from ...table import Call, Due, Fell, HouseCommand, Refusal, Table, revealer
from ...table.commands import Reveal
from ...table.fairness import Fairness
from ..messages import Accepted, Answer, Ask, Refused
from ..timers import Time, Timer
from .keys import TableKeys

TIMEOUT: Final = 2.0
"""Seconds that the dice wait for a device that is there."""

SHORT_TIMEOUT: Final = 0.5
"""Seconds for a device that did not answer the last time either."""


MAX_WRONG: Final = 3
"""Wrong links that a seat may give for the same dice: to look at one can take thousands of hashes."""


class Dealing:
    """The dice of one table. `contribute` gets what falls, and the wish for it once all anchors are there."""

    def __init__(self, deck: TableKeys | None, time: Time, contribute: Callable[[HouseCommand], None]) -> None:
        self._deck = deck
        self._time = time
        self._contribute = contribute
        self._links = dict[int, str]()
        self._wrong = Counter[int]()
        self._moved: int | None = None
        self._timer: Timer | None = None

    def stir(self, table: Table, waiting: Due, awake: bool, here: Set[int]) -> None:
        """Let dice fall, if the table waits for them and somebody is there; `here` are the seats that are connected."""
        fair = table.fair
        if fair is None or waiting.kind != "dice":
            self.rest()
        elif awake:
            self._turn(table)
            self._deal(table, fair, here)
        else:
            self._hold()

    def _deal(self, table: Table, fair: Fairness, here: Set[int]) -> None:
        """Let dice fall, if everything for them is there; else wait for it, but not for long."""
        missing = self._missing(table, fair, here)
        if not missing:
            self._go_on(table, fair)
        elif self._timer is None:
            wait = SHORT_TIMEOUT if all(_missed_last(fair, seat) for seat in missing) else TIMEOUT
            self._timer = self._time.later(wait, lambda: self._go_on(table, fair))

    def rest(self) -> None:
        """No dice are due."""
        if self._moved is None:
            return
        self._hold()
        self._moved = None
        self._links.clear()
        self._wrong.clear()

    def _hold(self) -> None:
        """Nobody is there to see dice. What was revealed for them counts, or its device would be called absent."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def expects(self, table: Table, device: str, reveal: Reveal) -> bool:
        """Whether a link is waited for, so that it is no burden however many there are; not from who was wrong."""
        place, fair = table.seat_of(device), table.fair
        if place is None or fair is None or table.wanted is None:
            return False
        return reveal.want == fair.wants and place not in self._links and not self._wrong[place]

    def answer(self, table: Table, head: Table, device: str, ask: Ask, here: Set[int]) -> Answer:
        """A device's part in the dice that are wanted at a table as it is stored. It is stored together with them.

        `head` is the table with what is still being stored, where the dice may have fallen already.
        """
        assert isinstance(ask.do, Reveal)
        try:
            place = self._revealer(table, device, ask.do)
            if head.moved != table.moved:
                raise Refusal("stale", "these dice have fallen")
        except Refusal as refusal:
            return Refused(ask.id, table.version, refusal.why, refusal.sentence, refusal.rule)
        self._turn(table)
        self._links.setdefault(place, ask.do.link)
        assert table.fair is not None
        self._deal(table, table.fair, here)
        return Accepted(ask.id, table.version)

    def _revealer(self, table: Table, device: str, reveal: Reveal) -> int:
        """The seat that has promised a link. Who was wrong a few times is not looked at before the next dice."""
        seat = table.seat_of(device)
        if seat is None:
            return revealer(table, device, reveal)
        if self._wrong[seat] >= MAX_WRONG:
            raise Refusal("illegal", "this link was wrong too often: these dice fall without it")
        try:
            return revealer(table, device, reveal, self._links.get(seat) if self._moved == table.moved else None)
        except Refusal as refusal:
            self._wrong[seat] += refusal.why == "illegal"
            raise

    def _turn(self, table: Table) -> None:
        """Other dice are wanted than before, or still the same."""
        if self._moved != table.moved:
            self.rest()
            self._moved = table.moved

    def _missing(self, table: Table, fair: Fairness, here: Set[int]) -> list[int]:
        """The seats whose devices are there and have not done their part."""
        if table.wanted is None:
            return [seat for seat in here if table.seats[seat].person and fair.promises[seat] is None]
        takes_part, answered = fair.promises, self._links
        return [seat for seat in here if takes_part[seat] is not None and seat not in answered]

    def _go_on(self, table: Table, fair: Fairness) -> None:
        revealed = [self._links.get(seat) for seat in fair.seats]
        self.rest()
        if table.wanted is None:
            self._contribute(Call(table.moved))
        else:
            self._contribute(Fell(self._fallen(table, fair, revealed), table.moved, tuple(revealed)))

    def _fallen(self, table: Table, fair: Fairness, links: list[str | None]) -> Event:
        assert self._deck is not None
        assert table.wanted is not None
        dice = FairDice(self._deck.keys(fair), throw_header(fair), [_bytes(link) for link in links], fair.throws)
        if table.wanted.event is not None:
            return fill(table.wanted.event, dice)
        lot = table.rules.pending(table.state)
        assert isinstance(lot, Lot)
        event: Event = draw(lot, dice)
        return event


def throw_header(fair: Fairness) -> bytes:
    """The header of the throws that fall now."""
    anchors = tuple([promise.anchor if promise else None for promise in fair.promises])
    return _header(fair.game, fair.table, fair.root, anchors)


@lru_cache(maxsize=1024)
def _header(game: str, table: str, root: str, anchors: tuple[str | None, ...]) -> bytes:
    """It stays the same until another device takes part."""
    return header(bytes.fromhex(game), table.encode(), bytes.fromhex(root), [_bytes(anchor) for anchor in anchors])


def _missed_last(fair: Fairness, seat: int) -> bool:
    promise = fair.promises[seat]
    return promise is not None and promise.missed


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else bytes.fromhex(text)
