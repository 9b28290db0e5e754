"""Membership of this node in the cluster: its row in the store, renewed every second, and its leases on tables."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, Protocol, TypeVar

from ...store import StoreError
from ...store.connection import Connection
from ...store.leases import TTL, Claim, Holder, claim, end_stalled, held, leave, register, release
from ...store.leases import renew as renew_row
from ..live.ownership import Unreachable
from ..logs import log_event, log_repeated
from ..supervised import SupervisedLoop, supervised
from ..timers import Time

T = TypeVar("T")

RENEWAL: Final = 1.0
"""Seconds between two renewals."""

_RETRY: Final = 0.2
"""Seconds after a failed renewal."""


class Runner(Protocol):
    """Runs statements on a connection of its own, one after the other."""

    async def run(self, work: Callable[[Connection], T]) -> T: ...

    async def close(self) -> None: ...


class Membership:
    """The incarnations of this node, one after the other, and the epochs of the leases of the current one.

    `on_lost` is called when the membership is over: other nodes may own the tables by now. `alone` refuses other nodes
    on the same store. `renewals` and `claims` are two connections, because a claim may have to wait for a lock.
    """

    def __init__(
        self, node: str, renewals: Runner, claims: Runner, time: Time, alone: bool, on_lost: Callable[[], None]
    ) -> None:
        self._node = node
        self._renewals = renewals
        self._claims = claims
        self._time = time
        self._alone = alone
        self._on_lost = on_lost
        self._renewed = 0.0
        self._member = False
        self._renewing: SupervisedLoop | None = None
        self._ending: asyncio.Task[None] | None = None
        self.epochs = dict[str, int]()
        self.incarnation = ""

    @property
    def member(self) -> bool:
        """Whether no other node can have taken over yet: the last renewal began less than the TTL ago."""
        return self._member and self._time.now() - self._renewed < TTL

    async def join(self) -> None:
        """Become a member. A row of the same name, or of a node that wants to be alone, has to expire before.

        Raises `StoreError` if it does not expire: that node runs.
        """
        deadline = self._time.now() + TTL + RENEWAL
        while True:
            try:
                await self._register()
                break
            except StoreError:
                if self._time.now() > deadline:
                    raise
            await asyncio.sleep(_RETRY)
        self._renewing = supervised("membership", self._stay, self._pause, delay=RENEWAL)

    def _pause(self) -> float:
        return RENEWAL if self._member else _RETRY

    async def _register(self) -> None:
        incarnation, began = secrets.token_hex(8), self._time.now()
        await self._renewals.run(
            partial(
                register, node=self._node, incarnation=incarnation, ttl=TTL, alone=self._alone, former=self.incarnation
            )
        )
        self.incarnation, self._renewed, self._member = incarnation, began, True

    async def _stay(self) -> None:
        """Renew the membership, or begin a new one when it is over."""
        began = self._time.now()
        try:
            if not self._member:
                await self._register()
                log_event("a member of the cluster again", node=self._node)
                return
            async with asyncio.timeout(max(0.0, self._renewed + TTL - began)):
                while not await self.renew():
                    await asyncio.sleep(_RETRY)
        except TimeoutError:
            self.lose()
        except StoreError as error:
            log_repeated("the cluster cannot be joined", logging.ERROR, error=error.sentence)

    async def renew(self) -> bool:
        """Renew the membership, or lose it if it has expired; False if the store does not answer."""
        began = self._time.now()
        try:
            renewed = await self._renewals.run(
                partial(renew_row, node=self._node, incarnation=self.incarnation, ttl=TTL)
            )
        except StoreError:
            return False  # the database may be back in time
        if renewed:
            self._renewed = began
            if self._ending is None:  # a task of its own: the next renewal does not wait for it
                self._ending = asyncio.create_task(self._end_stalled())
        else:
            self.lose()
        return True

    async def _end_stalled(self) -> None:
        try:
            with contextlib.suppress(StoreError):
                await self._renewals.run(end_stalled)
        finally:
            self._ending = None

    def lose(self) -> None:
        """Forget all leases at once: another node may have them."""
        if self._member:
            self._member = False
            self.epochs.clear()
            log_event("not a member of the cluster any more", node=self._node)
            self._on_lost()

    async def claim(self, code: str) -> Claim | Holder | None:
        """The lease of a table if it can be taken, or who has it; None if there is no such table."""
        if (epoch := self.epochs.get(code)) is not None:
            return Claim(epoch, False)
        incarnation = self.incarnation
        if not self.member:
            raise Unreachable("this server has no connection to the others; try it again in a moment")
        try:
            found = await self._claims.run(partial(claim, code=code, node=self._node, incarnation=incarnation))
        except StoreError as error:
            raise Unreachable(error.sentence, key=error.key) from None
        if isinstance(found, Claim):
            if self.incarnation != incarnation or not self._member:
                raise Unreachable("this server lost its connection to the others; try it again in a moment")
            self.epochs[code] = found.epoch
        return found

    async def release(self, codes: Iterable[str]) -> None:
        """Give up leases; a failure does no harm, since they are free after the TTL."""
        mine = {code: epoch for code in codes if (epoch := self.epochs.pop(code, None)) is not None}
        if mine:
            with contextlib.suppress(StoreError):
                await self._claims.run(partial(release, epochs=mine))

    async def revoked(self) -> list[str]:
        """Tables whose leases were revoked in the store, because their logs were rewritten."""
        incarnation, believed = self.incarnation, dict(self.epochs)
        try:
            found = await self._claims.run(partial(held, node=self._node, incarnation=incarnation))
        except StoreError:
            return []
        if incarnation != self.incarnation:
            return []
        return [code for code, epoch in believed.items() if found.get(code) != epoch and self.epochs.get(code) == epoch]

    async def leave(self) -> None:
        """End the membership: all leases are free at once."""
        if self._renewing is not None:
            await self._renewing.stop()
        if self._ending is not None:
            self._ending.cancel()
        self._member = False
        with contextlib.suppress(StoreError):
            await self._renewals.run(partial(leave, node=self._node, incarnation=self.incarnation))
        await self._renewals.close()
        await self._claims.close()
