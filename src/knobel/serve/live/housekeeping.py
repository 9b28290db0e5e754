"""Housekeeping of a server: retention in small slices, storage quotas, free-space alarm, and the block list."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Final, ParamSpec, Protocol, TypeVar

from msgspec import Struct

from ...rules.errors import KnobelError
from ...store.audit import audit_expired, delete_expired_blocks, has_expired_blocks, read_blocks, stored_bytes
from ...store.connection import Connection
from ...store.retention import Slice, expire_analyses, expire_audit, expire_records, expire_tables
from ..config import Config
from ..limits.blocks import BlockList
from ..logs import expire_log, log_event, log_lost, log_repeated
from ..supervised import note_failure
from ..units import format_size
from .services import Services

P = ParamSpec("P")
T = TypeVar("T")

_SLICE: Final = 50
"""Tables that are looked at per sweep. They are deleted in one transaction, which moves wait for."""

_REFRESH: Final = 60.0
"""Seconds between two looks at the disk, the log file, the stored bytes and the block list."""


class StorageFull(KnobelError):
    """A quota of bytes is used up, or the disk is nearly full; `status` is that of HTTP."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Read(Protocol):
    """`Hub.read`."""

    async def __call__(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T: ...


class _Found(Struct, frozen=True):
    """Blocked networks, whether other blocks are over, and the bytes of all tables and records, if counted."""

    expired: bool
    networks: list[str]
    total: int


def _look(connection: Connection, wall: int, count: bool) -> _Found:
    networks = [block.network for block in read_blocks(connection, wall)]
    return _Found(has_expired_blocks(connection, wall), networks, stored_bytes(connection) if count else 0)


class Housekeeping:
    """Called by the hub's sweep. `folder` is that of the store, if it is on this machine's disk."""

    def __init__(
        self, services: Services, options: Config, in_use: Callable[[], Iterable[str]], folder: Path | None, read: Read
    ) -> None:
        self._services = services
        self._read = read
        self._retention = options.retention
        self._quotas = options.quotas
        self._in_use = in_use
        self._folder = folder
        self._after = ""
        self._slice: Future[Slice] | None = None
        self._refreshed: float | None = None
        self._refreshing: asyncio.Task[None] | None = None
        self._total = 0
        self.blocks = BlockList()
        self.free_space: int | None = None
        self.low = False
        if folder is not None:
            services.metrics.watch("knobel_free_bytes", "Free bytes on the disk of the store.", self._free)

    def _free(self) -> float:
        return float("nan") if self.free_space is None else self.free_space

    def sweep(self) -> None:
        """Do the next part of the work; errors of the store are logged and do not stop the sweeps."""
        self._expire()
        now = self._services.time.now()
        if self._refreshed is None or self._refreshed + _REFRESH <= now:
            self._refreshed = now
            self._refreshing = asyncio.create_task(self._try_refresh())

    async def _try_refresh(self) -> None:
        try:
            await self.refresh()
        except KnobelError as error:
            log_repeated("housekeeping failed", logging.ERROR, error=error.sentence)
        except Exception as error:  # the next look is in a minute
            note_failure("housekeeping", error)

    async def refresh(self) -> None:
        """Look at the disk, the log file, the stored bytes and the block list; blocks that are over are deleted."""
        store, wall = self._services.store, self._services.time.wall()
        expire_log(wall / 1000)
        found = await self._read(store.read, partial(_look, wall=wall, count=self._quotas.total is not None))
        if found.expired:
            store.write(lambda connection: delete_expired_blocks(connection, wall)).add_done_callback(log_lost)
        self.blocks.replace(found.networks)
        self._total = found.total
        if self._folder is not None:
            self._watch_disk(self._folder)

    def _watch_disk(self, folder: Path) -> None:
        try:
            self.free_space = shutil.disk_usage(folder).free
        except OSError:
            return
        least = self._quotas.free_space
        low = least is not None and self.free_space < least
        if low and not self.low:
            log_event("the disk is nearly full: no new tables", logging.ERROR, free=self.free_space)
        elif self.low and not low:
            log_event("the disk has space again", free=self.free_space)
        self.low = low

    def check_new(self, device: str) -> None:
        """Raise `StorageFull` if a device must not store another table, record or club."""
        quotas = self._quotas
        if self.low or (quotas.total is not None and self._total >= quotas.total):
            raise StorageFull(507, "the storage of this server is full: nothing new can be stored; running games go on")
        if quotas.device is None:
            return
        if self._services.store.read(lambda connection: stored_bytes(connection, device)) >= quotas.device:
            most = format_size(quotas.device)
            raise StorageFull(413, f"this device has stored {most} here, the most that it may: nothing new is stored")

    def _expire(self) -> None:
        kept, wall = self._retention, self._services.time.wall()
        ages = {"lobby": kept.lobby, "playing": kept.playing, "finished": kept.finished}
        cutoffs = {kind: wall - round(age * 1000) for kind, age in ages.items() if age is not None}
        analyses = None if kept.analyses is None else wall - round(kept.analyses * 1000)
        audit = None if kept.audit is None else wall - round(kept.audit * 1000)
        if self._slice is not None or not (cutoffs or analyses or audit):
            return
        after, in_use = self._after, frozenset(self._in_use())

        def work(connection: Connection) -> Slice:
            done = expire_tables(connection, cutoffs, after, _SLICE, in_use)
            counts = dict(done.deleted)
            if "finished" in cutoffs and (records := expire_records(connection, cutoffs["finished"], _SLICE)):
                counts["records"] = records
            if analyses is not None and (deleted := expire_analyses(connection, analyses, _SLICE)):
                counts["analyses"] = deleted
            if audit is not None:
                expire_audit(connection, audit)
            if counts:
                audit_expired(connection, wall, counts)
            return done

        self._slice = self._services.store.write(work)
        self._slice.add_done_callback(self._expired)

    def _expired(self, done: Future[Slice]) -> None:
        self._slice = None
        error = done.exception()
        if error is not None:
            log_repeated("expired tables were not deleted", logging.ERROR, error=type(error).__name__)
            return
        found = done.result()
        self._after = found.after
        if found.deleted:
            log_event("tables expired", **found.deleted)
