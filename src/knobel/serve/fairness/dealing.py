"""Verifiable dice at a table: a throw is computed once the connected devices have revealed their links."""

from __future__ import annotations

from collections.abc import Callable, Set
from functools import lru_cache
from math import inf
from typing import Final

from ...fair.throws import FairDice, header
from ...rules import zocknroll
from ...rules.dice import draw, fill
from ...rules.game import Event, Lot
from ...table import AnchorTimeUp, Due, Fell, Refusal, ServerCommand, Table, check_reveal
from ...table.commands import Reveal
from ...table.fairness import Fairness
from ..messages import Accepted, Answer, Ask, Refused
from ..timers import Time, Timer, weak_callback
from .keys import TableKeys

TIMEOUT: Final = 2.0
"""Seconds that a throw waits for the link of a connected device."""

HAND_TIMEOUT: Final = 8.0
"""Seconds for a person who throws by hand. The client reveals the link on release, and after 7 seconds by itself."""

SHORT_TIMEOUT: Final = 0.5
"""Seconds for a device that missed the last throw, too, that has begun another chain, or whose link was wrong."""


MAX_WRONG: Final = 3
"""Wrong links that a seat may send for the same throw: checking one can take thousands of hashes."""


class Dealing:
    """The dice of one table. `apply` gets the fallen dice, and the request for them once all anchors are there.

    Most links arrive long before their timeout. So the timer is not cancelled when the dice fall: when it fires, it
    looks whether other dice wait by then, and until when.
    """

    def __init__(self, table_keys: TableKeys | None, time: Time, apply: Callable[[ServerCommand], None]) -> None:
        self._table_keys = table_keys
        self._time = time
        self._apply = apply
        self._links = dict[int, str]()
        self._wrong_links = dict[int, int]()
        self._timeouts = dict[int, float]()
        """The connected seats that dice wait for, and how long."""
        self._version: int | None = None
        self._waiting: tuple[Table, Fairness] | None = None
        self._since = 0.0
        self._deadline = 0.0
        self._timer: Timer | None = None
        self._fires = inf

    def update(self, table: Table, waiting: Due, awake: bool, here: Set[int]) -> None:
        """Throw, if the table waits for dice and a player is connected; `here` are the connected seats."""
        fair = table.fair
        if fair is None or waiting.kind != "dice":
            self.reset()
        elif awake:
            self._set_version(table)
            self._deal(table, fair, here)
        else:
            self._waiting = None  # revealed links stay, or their devices would count as absent

    def _deal(self, table: Table, fair: Fairness, here: Set[int]) -> None:
        """Throw if the links of all connected seats are there, or their anchors; otherwise wait with a timeout."""
        promises, links, timeouts = fair.promises, self._links, self._timeouts
        timeouts.clear()
        for seat in here:
            if table.wanted is None:
                missing = promises[seat] is None and table.seats[seat].person
            else:
                missing = promises[seat] is not None and seat not in links
            if missing:
                timeouts[seat] = SHORT_TIMEOUT if seat in self._wrong_links else _timeout(table, fair, seat)
        self._wait_or_throw(table, fair)

    def _wait_or_throw(self, table: Table, fair: Fairness) -> None:
        """Set the deadline; the timeout gets shorter once the seats that throw by hand have answered."""
        if not self._timeouts:
            self._throw(table, fair)
            return
        if self._waiting is None:
            self._since = self._time.now()
        self._waiting = table, fair
        self._deadline = self._since + max(self._timeouts.values())
        if self._deadline < self._fires:
            self._start_timer()

    def _start_timer(self) -> None:
        self._stop_timer()
        self._fires = self._deadline
        left = max(0.0, self._deadline - self._time.now())
        self._timer = self._time.later(left, weak_callback(self._on_timer))

    def _on_timer(self) -> None:
        self._stop_timer()
        if self._waiting is None:
            return
        if self._time.now() < self._deadline:
            self._start_timer()
        else:
            self._throw(*self._waiting)

    def reset(self) -> None:
        """Forget the links: no dice are due."""
        if self._version is None:
            return
        self._waiting = self._version = None
        self._links.clear()
        self._wrong_links.clear()

    def stop(self) -> None:
        """The table is dropped from memory."""
        self.reset()
        self._stop_timer()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._fires = None, inf

    def expects(self, table: Table, device: str, reveal: Reveal) -> bool:
        """Whether a throw waits for this link, so that it is exempt from the rate limit; not after a wrong link."""
        fair = table.fair
        if fair is None or table.wanted is None or reveal.want != fair.wants:
            return False
        place = table.seat_of(device)
        return place is not None and place not in self._links and place not in self._wrong_links

    def answer(self, table: Table, head: Table, device: str, ask: Ask, here: Set[int]) -> Answer:
        """Take the link of a device for the throw that the stored table waits for. It is stored with the throw.

        `head` includes what is still being stored; the dice may have fallen there already.
        """
        reveal, place = ask.do, table.seat_of(device)
        assert isinstance(reveal, Reveal)
        if table.wanted is not None:
            self._set_version(table)
        try:
            fair = self._check(table, place, reveal)
            if head.moved != table.moved:
                raise Refusal("stale", "these dice have fallen")
        except Refusal as refusal:
            return Refused(ask.id, table.version, refusal.why, refusal.sentence, refusal.rule)
        assert place is not None
        self._links.setdefault(place, reveal.link)
        if self._waiting is None:
            self._deal(table, fair, here)
        else:  # who is missing besides was computed when the waiting began, or when a seat came or went
            self._timeouts.pop(place, None)
            self._wait_or_throw(table, fair)
        return Accepted(ask.id, table.version)

    def _check(self, table: Table, seat: int | None, reveal: Reveal) -> Fairness:
        """Refuse a wrong link; after a few of them a seat is ignored until the next throw."""
        if seat is None:
            return check_reveal(table, None, reveal)
        wrong = self._wrong_links.get(seat, 0)
        if wrong >= MAX_WRONG:
            raise Refusal("illegal", "this link was wrong too often: these dice fall without it")
        try:
            return check_reveal(table, seat, reveal, self._links.get(seat))
        except Refusal as refusal:
            if refusal.why == "illegal":
                self._wrong_links[seat] = wrong + 1
                if self._waiting is not None and seat in self._timeouts:
                    self._timeouts[seat] = SHORT_TIMEOUT
                    self._wait_or_throw(*self._waiting)
            raise

    def _set_version(self, table: Table) -> None:
        """Reset if the table waits for other dice than before."""
        if self._version != table.moved:
            self.reset()
            self._version = table.moved

    def _throw(self, table: Table, fair: Fairness) -> None:
        links = self._links
        revealed = [links.get(seat) for seat, promise in enumerate(fair.promises) if promise is not None]
        self.reset()
        if table.wanted is None:
            self._apply(AnchorTimeUp(table.moved))
        else:
            self._apply(Fell(self._fallen(table, fair, revealed), table.moved, tuple(revealed)))

    def _fallen(self, table: Table, fair: Fairness, links: list[str | None]) -> Event:
        assert self._table_keys is not None
        assert table.wanted is not None
        dice = FairDice(self._table_keys.keys(fair), throw_header(fair), [_bytes(link) for link in links], fair.throws)
        if table.wanted.event is not None:
            return fill(table.wanted.event, dice)
        lot = table.rules.pending(table.state)
        assert isinstance(lot, Lot)
        event: Event = draw(lot, dice)
        return event


def throw_header(fair: Fairness) -> bytes:
    """The header that binds a throw to game, table, root and anchors."""
    anchors = tuple([promise.anchor if promise else None for promise in fair.promises])
    return _header(fair.game, fair.table, fair.root, anchors)


@lru_cache(maxsize=1024)
def _header(game: str, table: str, root: str, anchors: tuple[str | None, ...]) -> bytes:
    """Memoized: it stays the same until another device takes part."""
    return header(bytes.fromhex(game), table.encode(), bytes.fromhex(root), [_bytes(anchor) for anchor in anchors])


def _timeout(table: Table, fair: Fairness, seat: int) -> float:
    """How long a throw waits for a seat."""
    promise = fair.promises[seat]
    if (promise is not None and promise.missed) or any(place == seat for place, _ in fair.coming):
        return SHORT_TIMEOUT
    return HAND_TIMEOUT if table.seats[seat].present and _throws_by_hand(table, seat) else TIMEOUT


def _throws_by_hand(table: Table, seat: int) -> bool:
    """Whether the device of a seat waits for its person: for the own cup, and for the white dice of the starter."""
    match table.wanted and table.wanted.event:
        case zocknroll.Cups():
            return True
        case zocknroll.White():
            assert isinstance(table.state, zocknroll.State)
            return table.state.starter == seat
    return False


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else bytes.fromhex(text)
