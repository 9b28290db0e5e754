"""Links between two nodes: numbered messages over a bus that may lose, repeat or reorder them.

The node with the clients opens a link to the owner of their tables, with a random id. Both directions count their
messages, and send a heartbeat every second. A gap, a repeat or silence ends the link and all connections relayed over
it; their clients reconnect, resume by version and repeat unanswered commands. So a link needs no retransmission.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from .bus import MAX_MESSAGE, Bus
from .messages import Envelope, encode

HEARTBEAT: Final = 1.0
"""Seconds between two heartbeats."""

SILENCE: Final = 2.5
"""Seconds without a message after which a link is broken."""

OPENING: Final = 0.5
"""Seconds in which the owner has to answer a new link. Clients of a dead owner wait this long at most after its lease
has expired."""


class Broken(Exception):
    """The link is broken: a message was lost, repeated or reordered, or the other node is silent."""


class Outgoing(Struct):
    """The messages of one direction."""

    bus: Bus
    target: str
    kind: Literal["up", "down"]
    source: str
    link: str
    number: int = 0

    def send(self, items: Sequence[object]) -> None:
        """Send items as one message, or as several if they are too large for one; none are a heartbeat."""
        body = encode(items)
        for begin in range(0, len(body), MAX_MESSAGE):
            part, more = body[begin : begin + MAX_MESSAGE], begin + MAX_MESSAGE < len(body)
            envelope = Envelope(self.kind, self.source, self.link, self.number, more, part)
            self.bus.publish(self.target, encode(envelope))
            self.number += 1

    def reset(self) -> None:
        """Tell the other side that the link is broken; it may miss that, and notices the silence then."""
        self.bus.publish(self.target, encode(Envelope("reset", self.source, self.link)))


class Incoming(Struct):
    """The messages of the other direction; `heard` is when the last one came."""

    heard: float
    expected: int = 0
    parts: bytes = b""

    def receive(self, envelope: Envelope, now: float) -> bytes | None:
        """The body of the next message if it is complete; raises `Broken` if it is not the next one."""
        if envelope.number != self.expected:
            raise Broken
        self.expected += 1
        self.heard = now
        self.parts += envelope.body
        if envelope.more:
            return None
        body, self.parts = self.parts, b""
        return body


class Link(ABC):
    """One end of a link, from its opening to its end."""

    def __init__(self, outgoing: Outgoing, now: float) -> None:
        self._outgoing = outgoing
        self._incoming = Incoming(now)
        self.over = False
        self.beat()

    @property
    def link(self) -> str:
        return self._outgoing.link

    def beat(self) -> None:
        """Send a heartbeat."""
        self._outgoing.send(())

    def check(self, now: float) -> None:
        """End the link if the other node is silent."""
        if self._incoming.heard + SILENCE < now:
            self.end()

    def receive(self, envelope: Envelope, now: float) -> None:
        """Take the next message, or end the link if it is broken."""
        try:
            body = self._incoming.receive(envelope, now)
        except Broken:
            self.end()
            return
        self._take(body)

    @abstractmethod
    def _take(self, body: bytes | None) -> None:
        """Take the items of a message; None if it is not complete yet."""

    def end(self) -> None:
        """End the link on this side, and tell the other one; once."""
        if not self.over:
            self.over = True
            self._outgoing.reset()
            self._ended()

    @abstractmethod
    def _ended(self) -> None:
        """Do without the link: it is over."""
