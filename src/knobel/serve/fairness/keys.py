"""Throw keys of the server for verifiable dice: Merkle trees built ahead of time, with proofs for revealed throws."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Final

from msgspec import Struct

from ...fair.hashing import SIZE, keyed, number
from ...fair.throw_keys import ThrowKeys, subtree_roots
from ...table import KeyCommitment
from ...table.fairness import Fairness
from ..messages import Proof
from ..supervised import SupervisedLoop, supervised
from ..timers import Time

_PREPARED_GAMES: Final = 256
"""Games whose keys are prepared. Without any left, starting a game blocks the loop until its tree is built."""

_RESERVE: Final = 16
"""Prepared games below which a busy loop does not wait with the next tree."""

_BRANCHES_AT_ONCE: Final = 8
"""Subtrees that are built at a time, in less than a millisecond."""

_PAUSE: Final = 0.005
"""Seconds between two steps."""

_LATE: Final = 0.003
"""Seconds after which a step that is late shows that the loop is busy."""

_BUSY_PAUSE: Final = 0.25
"""Seconds between two steps while the loop is busy: trees are work for idle times."""


class KeyPool:
    """Derives all keys from one secret of the server; `draw` makes the public ids of games."""

    def __init__(self, server_secret: bytes, draw: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._server_secret = server_secret
        self._draw = draw
        self._ready = deque[KeyCommitment]()
        self._building: _Building | None = None
        self._wanted = asyncio.Event()
        self._loop: SupervisedLoop | None = None
        self._pause = _PAUSE
        self._due = 0.0

    def commit(self) -> KeyCommitment:
        ready = self._ready.popleft() if self._ready else self.commit_more(self._draw(SIZE).hex(), 0)
        self._wanted.set()
        return ready

    def commit_more(self, game: str, section: int) -> KeyCommitment:
        return _deal(game, ThrowKeys(self._secret(game, section), bytes.fromhex(game)))

    def secret(self, game: str, section: int) -> str:
        return self._secret(game, section).hex()

    def _secret(self, game: str, section: int) -> bytes:
        return keyed(self._server_secret, "house", bytes.fromhex(game), number(section))

    def keys(self, fair: Fairness) -> ThrowKeys:
        """The keys of the throws under the current root."""
        return ThrowKeys(self._secret(fair.game, fair.section), bytes.fromhex(fair.game), bytes.fromhex(fair.tops))

    def prepare(self, time: Time) -> None:
        """Build the trees of the next games from now on, a few branches at a time so that the event loop stays free."""
        if self._loop is None:
            self._loop = supervised("key pool", partial(self._build, time), lambda: self._pause, time=time)
        self._wanted.set()

    async def _build(self, time: Time) -> None:
        """Build some branches, or wait while the event loop is busy or nothing is missing."""
        if not self._wanted.is_set():
            await self._wanted.wait()
        elif time.now() - self._due > _LATE and len(self._ready) >= _RESERVE:
            self._pause = _BUSY_PAUSE
            self._due = time.now() + self._pause
            return
        building, self._building = self._building or self._begin(), None  # a tree that fails is given up
        branches = list(islice(building.coming, _BRANCHES_AT_ONCE))
        if branches:
            building.tops += branches
            self._building = building
        else:
            keys = ThrowKeys(building.secret, building.game, b"".join(building.tops))
            self._ready.append(_deal(building.game.hex(), keys))
            if len(self._ready) >= _PREPARED_GAMES:
                self._wanted.clear()
        self._pause = _PAUSE
        self._due = time.now() + self._pause

    def _begin(self) -> _Building:
        game = self._draw(SIZE)
        secret = self._secret(game.hex(), 0)
        return _Building(game, secret, subtree_roots(secret, game), [])

    async def stop(self) -> None:
        if self._loop is not None:
            await self._loop.stop()


class _Building(Struct):
    """The tree of a future game while it is built: the roots of its subtrees so far, and the `coming` ones."""

    game: bytes
    secret: bytes
    coming: Iterator[bytes]
    tops: list[bytes]


class TableKeys:
    """The keys of the current root of one table, cached as long as the table is in memory."""

    def __init__(self, pool: KeyPool) -> None:
        self._pool = pool
        self._root = ""
        self._keys: ThrowKeys | None = None

    def keys(self, fair: Fairness) -> ThrowKeys:
        if self._keys is None or self._root != fair.root:
            self._root, self._keys = fair.root, self._pool.keys(fair)
        return self._keys

    def proof(self, fair: Fairness, throw: int) -> Proof:
        """The key of a throw and its Merkle path to the root that was committed to."""
        keys = self.keys(fair)
        return Proof(throw, keys.key(throw).hex(), keys.joined_path(throw).hex())


def _deal(game: str, keys: ThrowKeys) -> KeyCommitment:
    return KeyCommitment(game, keys.root.hex(), keys.tops.hex())
