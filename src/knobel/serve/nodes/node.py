"""One node of a cluster: the owner of some tables, and the way for its clients to the tables of others."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
from starlette.types import ASGIApp

from ...rules.errors import KnobelError
from ...store.leases import Claim, Holder
from ..live.hub import Hub
from ..live.ownership import HttpAnswer, HttpMessage, OwnedElsewhere, Owner, TableAccess, Unreachable
from ..live.presence import Subscriber
from ..logs import log_event, log_failure, log_repeated
from ..supervised import SupervisedLoop, attempt, supervised
from ..transport import close_codes
from .bus import Bus, NatsBus
from .edge import RemoteTable, Uplink
from .link import HEARTBEAT, Outgoing
from .membership import Membership, Runner
from .messages import Envelope, decode_codes, decode_envelope, encode
from .owner import Downlink
from .postgres_runner import PostgresRunner

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
_CHECKS: Final = 0.25
"""Seconds between two checks for silent nodes."""

_LINK: Final = "link to another node"
_ALL: Final = "knobel.all"
"""The subject of messages to all nodes."""


def subject_of(owner: Owner) -> str:
    """The subject of an incarnation: messages to an older one are never received."""
    return f"knobel.node.{owner.node}.{owner.incarnation}"


class Node:
    """The `Ownership` of a hub. Without a bus the node is alone on its store, and has leases only for fencing."""

    def __init__(self, name: str, hub: Hub, runners: tuple[Runner, Runner], bus: Bus | None) -> None:
        self._name = name
        self._hub = hub
        self._services = hub.services
        self._bus = bus
        self._app: ASGIApp | None = None
        self._membership = Membership(name, *runners, hub.services.time, self.alone, self._lost)
        self._uplinks = dict[Owner, Uplink]()
        self._downlinks = dict[str, Downlink]()
        self._tasks = set[asyncio.Task[None]]()
        self._subject = ""
        self._listening = False
        self._beats: SupervisedLoop | None = None
        self._next_beat = 0.0
        metrics = hub.services.metrics
        metrics.watch("knobel_leases", "Tables whose lease this node has.", lambda: len(self._membership.epochs))
        metrics.watch(
            "knobel_relayed_clients", "Clients of this node at tables of other nodes.", lambda: len(self.relayed())
        )
        hub.ownership = self

    @property
    def owner(self) -> Owner:
        """This node, as the owner of tables."""
        return Owner(self._name, self._membership.incarnation)

    @property
    def member(self) -> bool:
        return self._membership.member

    @property
    def alone(self) -> bool:
        return self._bus is None

    async def start(self, app: ASGIApp) -> None:
        """Join the cluster; `app` answers the requests that other nodes forward."""
        self._app = app
        await self._membership.join()
        if self._bus is not None:
            await self._bus.listen(_ALL, self._receive)
            await self._listen()
        self._beats = supervised("heartbeats", self._beat, _CHECKS, time=self._services.time)
        log_event("joined the cluster", node=self._name, incarnation=self._membership.incarnation)

    async def renew(self) -> None:
        """Renew the membership now; it is renewed every second anyway."""
        await self._membership.renew()

    @property
    def _is_listening(self) -> bool:
        """Whether messages for this incarnation are received, and no longer those for the one before."""
        return self._subject == subject_of(self.owner)

    async def _listen(self) -> None:
        """Receive the messages for this incarnation."""
        if self._bus is None or self._listening or self._is_listening:
            return
        subject = subject_of(self.owner)
        self._listening = True
        try:
            await self._bus.listen(subject, self._receive)
            before, self._subject = self._subject, subject
            if before:
                await self._bus.ignore(before)
        finally:
            self._listening = False

    async def _beat(self) -> None:
        """Send heartbeats, and check often whether others send theirs and whether this node is still a member."""
        now = self._services.time.now()
        if not self._membership.member:
            attempt("membership", self._membership.lose)
        for link in self._links():
            attempt(_LINK, partial(link.check, now))
        if now >= self._next_beat:
            self._next_beat = now + HEARTBEAT
            for link in self._links():
                attempt(_LINK, link.beat)
        self._run(self._listen())

    def _lost(self) -> None:
        """Other nodes may own the tables by now: forget them all, and end all links."""
        self._hub.drop_all()
        self._end_links()

    def _end_links(self) -> None:
        for link in self._links():
            attempt(_LINK, link.end)

    def _links(self) -> list[Uplink | Downlink]:
        return [*self._uplinks.values(), *self._downlinks.values()]

    async def claim(self, code: str) -> int | None:
        found = await self._membership.claim(code)
        if isinstance(found, Holder):
            raise OwnedElsewhere(code, Owner(found.node, found.incarnation), found.left)
        if isinstance(found, Claim):
            if found.taken_over:
                self._services.metrics.takeovers.inc()
            return found.epoch
        return None

    def holds(self, code: str, epoch: int) -> bool:
        return self._membership.epochs.get(code) == epoch

    def release(self, codes: Iterable[str]) -> None:
        self._run(self._membership.release(codes))

    def reload(self, codes: Iterable[str]) -> None:
        if self._bus is not None:
            self._bus.publish(_ALL, encode(Envelope("reload", self._subject, body=encode(list(codes)))))

    async def remote(self, elsewhere: OwnedElsewhere) -> TableAccess:
        return RemoteTable(await self._uplink(elsewhere), elsewhere.code)

    async def forward(self, elsewhere: OwnedElsewhere, request: HttpMessage) -> HttpAnswer | None:
        try:
            uplink = await self._uplink(elsewhere)
        except Unreachable:
            return None
        return await uplink.request(request)

    async def _uplink(self, elsewhere: OwnedElsewhere) -> Uplink:
        """The link to an owner, opened if there is none."""
        if elsewhere.silent:
            raise Unreachable("the server of this table is silent; try it again in a moment")
        owner = elsewhere.owner
        uplink = self._uplinks.get(owner)
        if uplink is None:
            if self._bus is None or not self._membership.member or not self._is_listening:
                raise Unreachable("this server has no connection to the others; try it again in a moment")
            target, link = subject_of(owner), secrets.token_hex(8)
            outgoing = Outgoing(self._bus, target, "up", self._subject, link)

            def ended(uplink: Uplink) -> None:
                if self._uplinks.get(owner) is uplink:
                    del self._uplinks[owner]

            uplink = self._uplinks[owner] = Uplink(self._services, outgoing, ended)
        await uplink.opened()
        return uplink

    def _receive(self, message: bytes) -> None:
        try:
            envelope = decode_envelope(message)
        except msgspec.MsgspecError:
            log_repeated("a message of another node cannot be read")
            return
        try:
            self._handle(envelope)
        except Exception as error:
            log_failure("a message of another node cannot be handled", error, self._services.secrets)
            self._end_link(envelope.link)

    def _handle(self, envelope: Envelope) -> None:
        now = self._services.time.now()
        match envelope.kind:
            case "down":
                uplink = next((each for each in self._uplinks.values() if each.link == envelope.link), None)
                if uplink is not None:
                    uplink.receive(envelope, now)
            case "up":
                self._receive_up(envelope, now)
            case "reset":
                self._end_link(envelope.link)
            case "reload":
                for code in decode_codes(envelope.body):
                    self._hub.drop(code)

    def _end_link(self, name: str) -> None:
        for link in self._links():
            if link.link == name:
                attempt(_LINK, link.end)

    def _receive_up(self, envelope: Envelope, now: float) -> None:
        """A message of a node with clients; its first one opens a link and replaces an older one."""
        downlink = self._downlinks.get(envelope.source)
        if downlink is None or downlink.link != envelope.link:
            if self._bus is None or self._app is None:
                return
            outgoing = Outgoing(self._bus, envelope.source, "down", self._subject, envelope.link)
            if envelope.number != 0:
                outgoing.reset()
                return
            if downlink is not None:
                downlink.end()
            downlink = self._downlinks[envelope.source] = Downlink(self._hub, self._app, outgoing, self._downlink_ended)
        downlink.receive(envelope, now)

    def _downlink_ended(self, downlink: Downlink) -> None:
        if self._downlinks.get(downlink.source) is downlink:
            del self._downlinks[downlink.source]

    def sweep(self, silent_since: float) -> None:
        for client in self.relayed():
            if client.last_seen < silent_since:
                client.close(close_codes.SILENT)
        self._run(self._drop_revoked())

    async def _drop_revoked(self) -> None:
        """The message that a log was rewritten may have been lost."""
        if self._membership.member:
            for code in await self._membership.revoked():
                self._hub.drop(code)

    def relayed(self) -> list[Subscriber]:
        tables = [table for uplink in self._uplinks.values() for table in uplink.clients.values()]
        tables.sort(key=lambda table: table.code)
        return [table.subscriber for table in tables if table.subscriber is not None]

    async def stop(self) -> None:
        """Leave the cluster. The hub has handed its tables over before."""
        if self._beats is not None:
            await self._beats.stop()
        self._end_links()
        await self._membership.leave()
        if self._bus is not None:
            await self._bus.close()

    def _run(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


@asynccontextmanager
async def joined(
    hub: Hub, app: ASGIApp, store: Path | str, nats: str | None, name: str | None
) -> AsyncIterator[Node | None]:
    """The node of a hub with a store in PostgreSQL; without NATS it is the only one. A store in a file has no nodes.

    Raises a `KnobelError` if the name is taken, NATS cannot be reached, or another node wants to be alone.
    """
    if isinstance(store, Path):
        if nats is not None:
            sentence = "several servers need a store in PostgreSQL: name one with --store, or leave out --nats"
            raise KnobelError(sentence, key="error-nats-store")
        yield None
        return
    name = name or f"node-{secrets.token_hex(4)}"
    if not _NAME.fullmatch(name):
        sentence = f"the name of a node has 1 to 40 letters, digits, - and _, unlike {name}"
        raise KnobelError(sentence, key="error-node-name-form", node=name)
    bus = await NatsBus.connect(nats, name) if nats is not None else None
    node = Node(name, hub, (PostgresRunner(store), PostgresRunner(store)), bus)
    try:
        await node.start(app)
        yield node
    finally:
        await node.stop()
