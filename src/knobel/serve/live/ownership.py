"""Ownership of tables among several nodes, as the hub sees it. A single server without a cluster has none of this."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

from msgspec import Struct

from ...rules.errors import KnobelError
from ...store.leases import TTL
from ...table.commands import Reveal
from ..messages import Ask
from .presence import Subscriber
from .replies import DeferredReply, Reply

OWNER_RETRY: Final = 0.2
"""Seconds before the owner of a table is looked for again."""

_MISSED: Final = 1.5
"""Seconds after the last renewal of a node from which it counts as silent; it renews every second."""

_CLOCKS: Final = 0.02
"""Seconds that are added to the rest of a lease, because it is measured by the clock of the database."""


class Owner(Struct, frozen=True):
    """The node that owns a table. An incarnation is one uninterrupted membership of a node in the cluster."""

    node: str
    incarnation: str


class OwnedElsewhere(Exception):
    """Another node owns the table: WebSockets are relayed from there, and HTTP requests forwarded to it.

    `left` are the seconds until its lease ends, if it does not renew it.
    """

    def __init__(self, code: str, owner: Owner, left: float = TTL) -> None:
        super().__init__(code, owner)
        self.code = code
        self.owner = owner
        self._left = left

    @property
    def silent(self) -> bool:
        """Whether the owner has missed a renewal: it is probably dead, and not worth an attempt to reach it."""
        return self._left < TTL - _MISSED

    @property
    def pause(self) -> float:
        """Seconds before it is worth looking for the owner again: for a silent one until its lease ends."""
        return self._left + _CLOCKS if self.silent else OWNER_RETRY


class Unreachable(KnobelError):
    """The owner of a table does not answer, or no node owns it for a moment; a client tries again."""


class TableAccess(Protocol):
    """What a WebSocket session needs of a table: a live one, or one at another node."""

    @property
    def version(self) -> int:
        """The newest version that is known here."""
        ...

    def has_seat(self, device: str, /) -> bool:
        """Whether the device has a seat, as far as it is known here."""
        ...

    def subscribe(
        self, subscriber: Subscriber, since: int | None, most: int | None = None, address: str = "", /
    ) -> None: ...

    def unsubscribe(self, subscriber: Subscriber, /) -> None: ...

    def ask(
        self, device: str, ask: Ask, reply: Reply, reply_later: DeferredReply | None = None, address: str = "", /
    ) -> None: ...

    def awaits_reveal(self, device: str, reveal: Reveal, /) -> bool: ...


class HttpMessage(Struct, frozen=True):
    """An HTTP request of an identified device, to be answered by another node.

    `address` is the client's address, to which limits apply.
    """

    method: str
    scheme: str
    path: str
    query: bytes
    headers: list[tuple[bytes, bytes]]
    address: str
    device: str
    body: bytes


class HttpAnswer(Struct, frozen=True):
    """The response of another node."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Ownership(Protocol):
    """Leases on tables, and the way to tables of other nodes."""

    @property
    def member(self) -> bool:
        """Whether this node is a member of the cluster; else it has no table and can take none."""
        ...

    @property
    def alone(self) -> bool:
        """Whether no other node can use the same store."""
        ...

    async def claim(self, code: str) -> int | None:
        """Take the lease of a table: its epoch; None if there is no such table. Raises `OwnedElsewhere`."""
        ...

    def holds(self, code: str, epoch: int) -> bool:
        """Whether this node still has the lease with this epoch, as far as it knows."""
        ...

    def release(self, codes: Iterable[str]) -> None:
        """Give up leases, in the background; other nodes can take them at once."""
        ...

    def reload(self, codes: Iterable[str]) -> None:
        """Ask the owners of tables to read their logs again."""
        ...

    async def remote(self, elsewhere: OwnedElsewhere) -> TableAccess:
        """A table at another node; raises `Unreachable` if that node does not answer."""
        ...

    async def forward(self, elsewhere: OwnedElsewhere, request: HttpMessage) -> HttpAnswer | None:
        """The answer of another node to a request; None if it is not the owner any more, or does not answer."""
        ...

    def sweep(self, silent_since: float) -> None:
        """Close relayed connections without a sign of life since then, and check that leases are still held."""
        ...

    def relayed(self) -> list[Subscriber]:
        """The connections of this node to tables of others, those of one table together."""
        ...
