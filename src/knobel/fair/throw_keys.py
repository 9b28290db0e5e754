"""Throw keys: the server's commitment. A Merkle tree over the keys of all throws; its root is the commitment.

A game publishes the root before its first throw. A revealed key is proven by its Merkle path.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from hashlib import pbkdf2_hmac, sha256
from struct import Struct
from typing import Final, TypeAlias

from .hashing import SIZE, Mac, before, number, packed

THROWS: Final = 4096
"""Throws under one root; a game that needs more gets another root."""

BRANCHES: Final = 64
"""Subtrees of the tree. With their roots at hand (`tops`) a path needs the hashes of one subtree only."""

_LEAVES: Final = THROWS // BRANCHES
_LEAF, _KEY = before("leaf", 8, SIZE)
_LEFT, _RIGHT = before("node", SIZE, SIZE)
_BRANCH: Final = Struct(f"{SIZE}s" * _LEAVES)
"""The hashes of the leaves of a subtree, or the keys of its throws, in one byte string."""

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
        self._branch: tuple[int, bytes, Levels, bytes] | None = None
        self._before = packed("key", game) + number(8)

    def key(self, throw: int) -> bytes:
        """The key of a throw; those of the subtree of the last Merkle path are kept."""
        branch, leaf = divmod(throw, _LEAVES)
        kept = self._branch
        if kept is not None and kept[0] == branch:
            return kept[1][_PLACES[leaf]]
        return self._derived(throw)

    def _derived(self, throw: int) -> bytes:
        _check(throw)
        return self._mac(self._before + number(throw))

    @cached_property
    def tops(self) -> bytes:
        return self._tops or b"".join(subtree_roots(self._secret, self._game))

    @property
    def root(self) -> bytes:
        return _root(_hashes(self.tops))

    def path(self, throw: int) -> MerklePath:
        """The Merkle path that proves the key of a throw."""
        joined = self.joined_path(throw)
        return tuple(_hashes(joined))

    def joined_path(self, throw: int) -> bytes:
        """The hashes of a Merkle path as one byte string.

        The keys and hashes of one subtree are kept: throws come in order, so each subtree is computed once.
        """
        branch, leaf = divmod(throw, _LEAVES)
        kept = self._branch
        if kept is None or kept[0] != branch:
            _check(throw)
            above = _siblings(_tree(_hashes(self.tops)), branch)
            throws = range(throw - leaf, throw - leaf + _LEAVES)
            keys = self._mac.each([self._before + number(each) for each in throws])
            kept = self._branch = branch, b"".join(keys), _tree(_leaves(branch, keys)), above
        return _siblings(kept[2], leaf) + kept[3]


def _check(throw: int) -> None:
    if not 0 <= throw < THROWS:
        raise ValueError(f"a root has keys for throws 0 to {THROWS - 1}, not for {throw}")


def subtree_roots(secret: bytes, game: bytes) -> Iterator[bytes]:
    """The roots of the subtrees, one after the other, so that a tree can be computed in small pieces."""
    for branch, keys in enumerate(_BRANCH.iter_unpack(_all_keys(secret, game))):
        yield _root(_leaves(branch, keys))


def _all_keys(secret: bytes, game: bytes) -> bytes:
    """All keys of a root, one after the other, in one call that takes a fourth of the time.

    PBKDF2 with one iteration gives the HMACs of salt and a number of four bytes, from 1 on (RFC 8018, 5.2). A key is
    the HMAC of its number in eight bytes, so the salt ends with four zeros.
    """
    opening = packed("key", game) + number(8)
    first = Mac(secret)(opening + number(0))
    return first + pbkdf2_hmac("sha256", secret, opening + bytes(4), 1, (THROWS - 1) * SIZE)


def _hashes(joined: bytes) -> list[bytes]:
    return [joined[at : at + SIZE] for at in range(0, len(joined), SIZE)]


def _leaves(branch: int, keys: Sequence[bytes]) -> list[bytes]:
    """The leaves of a subtree: `_leaf` of each of its throws, without a call."""
    return [sha256(start + key).digest() for start, key in zip(_before_keys(branch), keys, strict=True)]


@cache
def _before_keys(branch: int) -> tuple[bytes, ...]:
    """The bytes before the key in each leaf of a subtree: the same in all games, 6 KB for each of the 64 subtrees."""
    first = branch * _LEAVES
    return tuple([_LEAF + number(throw) + _KEY for throw in range(first, first + _LEAVES)])


def _levels(hashes: list[bytes]) -> Iterator[list[bytes]]:
    """The levels of a tree from its leaves up: `_node` of each pair, without a call."""
    yield hashes
    while len(hashes) > 1:
        each = iter(hashes)
        hashes = [sha256(_LEFT + left + _RIGHT + right).digest() for left, right in zip(each, each, strict=True)]
        yield hashes


def _root(leaves: list[bytes]) -> bytes:
    *_, (root,) = _levels(leaves)
    return root


def _tree(leaves: list[bytes]) -> Levels:
    return tuple(map(b"".join, _levels(leaves)))


def _siblings(tree: Levels, leaf: int) -> bytes:
    """The siblings from a leaf of a subtree up to its root, joined; the tree above the subtrees has the same size."""
    return b"".join([level[place] for level, place in zip(tree, _SIBLINGS[leaf], strict=False)])


_PLACES: Final = tuple([slice(leaf * SIZE, (leaf + 1) * SIZE) for leaf in range(_LEAVES)])
"""Where the hashes of a level are in its bytes."""

_SIBLINGS: Final = tuple(
    [tuple([_PLACES[(leaf >> height) ^ 1] for height in range(_LEAVES.bit_length() - 1)]) for leaf in range(_LEAVES)]
)
"""By leaf: where its sibling and those of the nodes above it are, level by level."""


def verify_path(root: bytes, throw: int, key: bytes, path: MerklePath) -> bool:
    """Whether a Merkle path proves that a key is the one of that throw under a root."""
    if not 0 <= throw < THROWS or 1 << len(path) != THROWS or {len(key), *map(len, path)} != {SIZE}:
        return False
    at = _leaf(throw, key)
    for height, sibling in enumerate(path):
        at = _node(sibling, at) if throw >> height & 1 else _node(at, sibling)
    return at == root


def _leaf(throw: int, key: bytes) -> bytes:
    return sha256(_LEAF + throw.to_bytes(8, "big") + _KEY + key).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(_LEFT + left + _RIGHT + right).digest()
