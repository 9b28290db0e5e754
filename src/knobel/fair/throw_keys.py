"""Throw keys: the server's commitment. A Merkle tree over the keys of all throws; its root is the commitment.

A game publishes the root before its first throw. A revealed key is proven by its Merkle path.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final, TypeAlias

from .hashing import SIZE, Mac, before, number, packed, sha256

THROWS: Final = 4096
"""Throws under one root; a game that needs more gets another root."""

BRANCHES: Final = 64
"""Subtrees of the tree. With their roots at hand (`tops`) a path needs the hashes of one subtree only."""

_LEAVES: Final = THROWS // BRANCHES
_LEAF, _KEY = before("leaf", 8, SIZE)
_LEFT, _RIGHT = before("node", SIZE, SIZE)

MerklePath: TypeAlias = tuple[bytes, ...]
"""Merkle path: the sibling hashes from a leaf up to the root."""

Levels: TypeAlias = tuple[bytes, ...]
"""A tree from its leaves up, each level as one byte string to save memory: a server holds one for every table."""


class ThrowKeys:
    """The throw keys of one root, all derived from one secret; `tops` are the roots of the subtrees, if already known.

    >>> keys = ThrowKeys(bytes(32), b"a game")
    >>> verify_path(keys.root, 7, keys.key(7), keys.path(7)), verify_path(keys.root, 8, keys.key(7), keys.path(7))
    (True, False)
    """

    def __init__(self, secret: bytes, game: bytes, tops: bytes | None = None) -> None:
        self._secret = secret
        self._game = game
        self._tops = tops
        self._mac = Mac(secret)
        self._branch: tuple[int, Levels, bytes] | None = None
        self._before = packed("key", game) + number(8)
        self._last = -1, b""

    def key(self, throw: int) -> bytes:
        """The key of a throw; the last one is kept, since it is needed for the dice and then for its proof."""
        if throw != self._last[0]:
            if not 0 <= throw < THROWS:
                raise ValueError(f"a root has keys for throws 0 to {THROWS - 1}, not for {throw}")
            self._last = throw, self._mac(self._before + number(throw))
        return self._last[1]

    @cached_property
    def tops(self) -> bytes:
        return self._tops or b"".join([self.top(branch) for branch in range(BRANCHES)])

    def top(self, branch: int) -> bytes:
        """The root of one subtree, so that the tree can be computed in small pieces."""
        return _subtree(self._secret, self._game, branch)[-1]

    @property
    def root(self) -> bytes:
        return _tree(self.tops)[-1]

    def path(self, throw: int) -> MerklePath:
        """The Merkle path that proves the key of a throw."""
        joined = self.joined_path(throw)
        return tuple([_at(joined, place) for place in range(len(joined) // SIZE)])

    def joined_path(self, throw: int) -> bytes:
        """The hashes of a Merkle path as one byte string.

        The hashes of one subtree are kept: throws come in order, so each subtree is computed once.
        """
        branch, leaf = divmod(throw, _LEAVES)
        if self._branch is None or self._branch[0] != branch:
            above = b"".join(_siblings(_tree(self.tops), branch))
            self._branch = branch, _subtree(self._secret, self._game, branch), above
        _, subtree, above = self._branch
        return b"".join(_siblings(subtree, leaf)) + above


def _subtree(secret: bytes, game: bytes, branch: int) -> Levels:
    keys = ThrowKeys(secret, game)
    throws = range(branch * _LEAVES, (branch + 1) * _LEAVES)
    return _tree(b"".join([_leaf(throw, keys.key(throw)) for throw in throws]))


def _tree(leaves: bytes) -> Levels:
    levels = [leaves]
    while len(below := levels[-1]) > SIZE:
        pairs = range(0, len(below) // SIZE, 2)
        levels.append(b"".join([_node(_at(below, left), _at(below, left + 1)) for left in pairs]))
    return tuple(levels)


def _siblings(tree: Levels, leaf: int) -> list[bytes]:
    siblings = list[bytes]()
    for level in tree[:-1]:
        begin = (leaf ^ 1) * SIZE
        siblings.append(level[begin : begin + SIZE])
        leaf >>= 1
    return siblings


def _at(level: bytes, place: int) -> bytes:
    return level[place * SIZE : (place + 1) * SIZE]


def verify_path(root: bytes, throw: int, key: bytes, path: MerklePath) -> bool:
    """Whether a Merkle path proves that a key is the one of that throw under a root."""
    if not 0 <= throw < THROWS or 1 << len(path) != THROWS or {len(key), *map(len, path)} != {SIZE}:
        return False
    at = _leaf(throw, key)
    for height, sibling in enumerate(path):
        at = _node(sibling, at) if throw >> height & 1 else _node(at, sibling)
    return at == root


def _leaf(throw: int, key: bytes) -> bytes:
    return sha256(_LEAF + number(throw) + _KEY + key)


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(_LEFT + left + _RIGHT + right)
