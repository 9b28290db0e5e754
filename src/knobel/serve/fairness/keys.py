"""The keys of the house for dice that everybody can check: made ahead of time, and proven when they may be known."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

from msgspec import Struct

from ...fair.hashing import SIZE, keyed, number
from ...fair.throw_keys import BRANCHES, ThrowKeys
from ...table import Deal
from ...table.fairness import Fairness
from ..messages import Proof
from ..timers import Time

_PREPARED_GAMES: Final = 32
"""Games for which keys are made beforehand. Where there are none left, whoever begins a game keeps all others waiting
until its keys are made."""

_PAUSE: Final = 0.005
"""Seconds between two branches of them, which take some milliseconds each."""


class KeyPool:
    """All keys come from one secret of the house; `draw` makes the public names of games."""

    def __init__(self, house: bytes, draw: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._house = house
        self._draw = draw
        self._ready = deque[Deal]()
        self._growing: _Building | None = None

    def deal(self) -> Deal:
        return self._ready.popleft() if self._ready else self.deal_more(self._draw(SIZE).hex(), 0)

    def deal_more(self, game: str, section: int) -> Deal:
        return _deal(game, ThrowKeys(self._secret(game, section), bytes.fromhex(game)))

    def secret(self, game: str, section: int) -> str:
        return self._secret(game, section).hex()

    def _secret(self, game: str, section: int) -> bytes:
        return keyed(self._house, "house", bytes.fromhex(game), number(section))

    def keys(self, fair: Fairness) -> ThrowKeys:
        """The keys of the throws under the root that holds."""
        return ThrowKeys(self._secret(fair.game, fair.section), bytes.fromhex(fair.game), bytes.fromhex(fair.tops))

    def prepare(self, time: Time) -> None:
        """Make keys for the next games, a little at a time so that nobody waits for it."""
        if self._growing is not None or len(self._ready) >= _PREPARED_GAMES:
            return
        game = self._draw(SIZE)
        secret = self._secret(game.hex(), 0)
        self._growing = _Building(game, secret, ThrowKeys(secret, game), [])
        self._grow(time)

    def _grow(self, time: Time) -> None:
        """One branch more. No function that calls itself by name: it would hold itself and the keys, for long."""
        growing = self._growing
        assert growing is not None
        growing.tops.append(growing.keys.top(len(growing.tops)))
        if len(growing.tops) < BRANCHES:
            time.later(_PAUSE, partial(self._grow, time))
            return
        game = growing.game
        self._ready.append(_deal(game.hex(), ThrowKeys(growing.secret, game, b"".join(growing.tops))))
        self._growing = None
        self.prepare(time)


class _Building(Struct):
    """The keys of a game to come, of which some branches are made."""

    game: bytes
    secret: bytes
    keys: ThrowKeys
    tops: list[bytes]


class TableKeys:
    """The keys of one table, at hand for as long as the table is."""

    def __init__(self, decks: KeyPool) -> None:
        self._decks = decks
        self._root = ""
        self._keys: ThrowKeys | None = None

    def keys(self, fair: Fairness) -> ThrowKeys:
        if self._keys is None or self._root != fair.root:
            self._root, self._keys = fair.root, self._decks.keys(fair)
        return self._keys

    def proof(self, fair: Fairness, throw: int) -> Proof:
        """What shows that a throw was decided by the key that the root commits to."""
        keys = self.keys(fair)
        return Proof(throw, keys.key(throw).hex(), b"".join(keys.path(throw)).hex())


def _deal(game: str, keys: ThrowKeys) -> Deal:
    return Deal(game, keys.root.hex(), keys.tops.hex())
