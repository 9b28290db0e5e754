"""The server's half: a key for every throw, and one hash that commits to all of them before the first."""

from __future__ import annotations

from functools import cached_property
from typing import Final, TypeAlias

from .hashing import SIZE, Mac, before, number, packed, sha256

THROWS: Final = 4096
"""Throws under one root; a game that needs more begins another one."""

BRANCHES: Final = 64
"""Subtrees of the tree of keys. Whoever remembers their tops proves any key without hashing all the others again."""

_LEAVES: Final = THROWS // BRANCHES
_LEAF, _KEY = before("leaf", 8, SIZE)
_LEFT, _RIGHT = before("node", SIZE, SIZE)

Path: TypeAlias = tuple[bytes, ...]
"""The hashes beside the way from a leaf up to the root."""

Levels: TypeAlias = tuple[bytes, ...]
"""A tree from its leaves up, the hashes of each level in a row: a server holds one for every table."""


class Keys:
    """The keys of a game, all from one secret; `tops` are those of the branches, if somebody remembers them.

    >>> keys = Keys(bytes(32), b"a game")
    >>> leads_to(keys.root, 7, keys.key(7), keys.path(7)), leads_to(keys.root, 8, keys.key(7), keys.path(7))
    (True, False)
    """

    def __init__(self, secret: bytes, game: bytes, tops: bytes | None = None) -> None:
        self._secret = secret
        self._game = game
        self._tops = tops
        self._mac = Mac(secret)
        self._branch: tuple[int, Levels, Path] | None = None
        self._before = packed("key", game) + number(8)

    def key(self, throw: int) -> bytes:
        if not 0 <= throw < THROWS:
            raise ValueError(f"a root has keys for throws 0 to {THROWS - 1}, not for {throw}")
        return self._mac(self._before + number(throw))

    @cached_property
    def tops(self) -> bytes:
        return self._tops or b"".join([self.top(branch) for branch in range(BRANCHES)])

    def top(self, branch: int) -> bytes:
        """The top of one branch: a small part of the work for the root, which can be done in pieces."""
        return _grown(self._secret, self._game, branch)[-1]

    @property
    def root(self) -> bytes:
        return _tree(self.tops)[-1]

    def path(self, throw: int) -> Path:
        """What proves that the key of a throw is the one that the root commits to."""
        branch, leaf = divmod(throw, _LEAVES)
        if self._branch is None or self._branch[0] != branch:
            self._branch = branch, _grown(self._secret, self._game, branch), _beside(_tree(self.tops), branch)
        _, grown, above = self._branch
        return _beside(grown, leaf) + above


def _grown(secret: bytes, game: bytes, branch: int) -> Levels:
    keys = Keys(secret, game)
    throws = range(branch * _LEAVES, (branch + 1) * _LEAVES)
    return _tree(b"".join([_leaf(throw, keys.key(throw)) for throw in throws]))


def _tree(leaves: bytes) -> Levels:
    levels = [leaves]
    while len(below := levels[-1]) > SIZE:
        pairs = range(0, len(below) // SIZE, 2)
        levels.append(b"".join([_node(_at(below, left), _at(below, left + 1)) for left in pairs]))
    return tuple(levels)


def _beside(tree: Levels, leaf: int) -> Path:
    return tuple([_at(level, (leaf >> height) ^ 1) for height, level in enumerate(tree[:-1])])


def _at(level: bytes, place: int) -> bytes:
    return level[place * SIZE : (place + 1) * SIZE]


def leads_to(root: bytes, throw: int, key: bytes, path: Path) -> bool:
    """Whether a key is the one of that throw under a root."""
    if not 0 <= throw < THROWS or 1 << len(path) != THROWS or {len(key), *map(len, path)} != {SIZE}:
        return False
    at = _leaf(throw, key)
    for height, beside in enumerate(path):
        at = _node(beside, at) if throw >> height & 1 else _node(at, beside)
    return at == root


def _leaf(throw: int, key: bytes) -> bytes:
    return sha256(_LEAF + number(throw) + _KEY + key)


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(_LEFT + left + _RIGHT + right)
