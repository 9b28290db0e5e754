"""Primitives of the dice protocol against an independent implementation with hashlib only."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from knobel.fair import hash_chain, throw_keys, throws
from knobel.fair.hashing import digest, keyed, number

SECRET, GAME = bytes(range(32)), b"a game"


def plain(step: str, *parts: bytes) -> bytes:
    """The encoding of inputs as the protocol describes it."""
    packed = b""
    for part in (f"knobel/fair/1/{step}".encode(), *parts):
        packed += len(part).to_bytes(8, "big") + part
    return packed


def test_hashes() -> None:
    assert digest("node", b"left", b"right") == hashlib.sha256(plain("node", b"left", b"right")).digest()
    assert keyed(b"key", "dice", b"x") == hmac.new(b"key", plain("dice", b"x"), hashlib.sha256).digest()
    assert digest("a", b"", b"b") != digest("a", b"b", b"") != digest("a", b"b")


def test_the_root_commits_to_every_key() -> None:
    made = throw_keys.ThrowKeys(SECRET, GAME)
    level = [
        hashlib.sha256(
            plain("leaf", number(throw), hmac.digest(SECRET, plain("key", GAME, number(throw)), "sha256"))
        ).digest()
        for throw in range(4096)
    ]
    while len(level) > 1:
        level = [hashlib.sha256(plain("node", *level[at : at + 2])).digest() for at in range(0, len(level), 2)]
    assert [made.root] == level
    for throw in (0, 1, 77, 2048, 4095):
        assert throw_keys.verify_path(made.root, throw, made.key(throw), made.path(throw))
        assert not throw_keys.verify_path(made.root, throw ^ 1, made.key(throw), made.path(throw))
        assert not throw_keys.verify_path(made.root, throw, made.key(throw ^ 1), made.path(throw))
        assert not throw_keys.verify_path(made.root, throw, made.key(throw), made.path(throw)[:-1])
    with pytest.raises(ValueError, match="4095"):
        made.key(4096)


def test_a_hash_chain_leads_back_to_its_anchor() -> None:
    chain = hash_chain.HashChain(SECRET)
    link = chain.link(4096)
    for _ in range(4096):
        link = hashlib.sha256(plain("chain", link)).digest()
    assert link == chain.anchor
    assert chain.link(0) == chain.anchor


def test_dice_are_bytes_below_252() -> None:
    """Rejection sampling, with a key whose first bytes include a rejected one."""
    mixed = b"x" * 32
    key = next(
        bytes([seed]) * 32
        for seed in range(256)
        if max(hmac.digest(bytes([seed]) * 32, plain("dice", mixed, number(0)), "sha256")[:8]) >= 252
    )
    stream = b"".join(hmac.digest(key, plain("dice", mixed, number(block)), "sha256") for block in range(4))
    expected = [byte % 6 + 1 for byte in stream if byte < 252]
    assert throws.dice(key, mixed, 100) == tuple(expected[:100])
    assert throws.dice(key, mixed, 3) == tuple(expected[:3])


@pytest.mark.parametrize("among", [1, 2, 3, 5, 7, 12])
def test_a_lot_is_uniform(among: int) -> None:
    """Chi-square test over 3,000 keys."""
    counted = [0] * among
    for seed in range(3000):
        counted[throws.lot(number(seed).rjust(32), b"lots".rjust(32), among)] += 1
    mean = 3000 / among
    assert sum((count - mean) ** 2 / mean for count in counted) < 3 * among + 12


def test_a_header_binds_everything() -> None:
    headers = {
        throws.header(b"game", b"table", b"root", [b"anchor", None]),
        throws.header(b"other", b"table", b"root", [b"anchor", None]),
        throws.header(b"game", b"other", b"root", [b"anchor", None]),
        throws.header(b"game", b"table", b"other", [b"anchor", None]),
        throws.header(b"game", b"table", b"root", [None, b"anchor"]),
        throws.header(b"game", b"table", b"root", [b"anchor"]),
    }
    assert len(headers) == 6
