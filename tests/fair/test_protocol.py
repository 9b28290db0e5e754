"""The parts of the protocol, by another road: written out with nothing but hashlib."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from knobel.fair import chains, keys, throws
from knobel.fair.hashing import digest, keyed, number

SECRET, GAME = bytes(range(32)), b"a game"


def plain(step: str, *parts: bytes) -> bytes:
    """An input as the protocol describes it, by hand."""
    packed = b""
    for part in (f"knobel/fair/1/{step}".encode(), *parts):
        packed += len(part).to_bytes(8, "big") + part
    return packed


def test_hashes() -> None:
    assert digest("node", b"left", b"right") == hashlib.sha256(plain("node", b"left", b"right")).digest()
    assert keyed(b"key", "dice", b"x") == hmac.new(b"key", plain("dice", b"x"), hashlib.sha256).digest()
    assert digest("a", b"", b"b") != digest("a", b"b", b"") != digest("a", b"b")


def test_the_root_commits_to_every_key() -> None:
    made = keys.Keys(SECRET, GAME)
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
        assert keys.leads_to(made.root, throw, made.key(throw), made.path(throw))
        assert not keys.leads_to(made.root, throw ^ 1, made.key(throw), made.path(throw))
        assert not keys.leads_to(made.root, throw, made.key(throw ^ 1), made.path(throw))
        assert not keys.leads_to(made.root, throw, made.key(throw), made.path(throw)[:-1])
    with pytest.raises(ValueError, match="4095"):
        made.key(4096)


def test_chains_lead_back_to_their_anchor() -> None:
    chain = chains.Chain(SECRET)
    link = chain.link(4096)
    for _ in range(4096):
        link = hashlib.sha256(plain("chain", link)).digest()
    assert link == chain.anchor
    assert chain.link(0) == chain.anchor


def test_dice_are_bytes_below_252() -> None:
    """Against the bytes themselves, with one that has to be skipped."""
    key, mixed = next(
        (bytes([seed]) * 32, b"x")
        for seed in range(256)
        if max(hmac.digest(bytes([seed]) * 32, plain("dice", b"x", number(0)), "sha256")[:8]) >= 252
    )
    stream = b"".join(hmac.digest(key, plain("dice", mixed, number(block)), "sha256") for block in range(4))
    expected = [byte % 6 + 1 for byte in stream if byte < 252]
    assert throws.dice(key, mixed, 100) == tuple(expected[:100])
    assert throws.dice(key, mixed, 3) == tuple(expected[:3])


@pytest.mark.parametrize("among", [1, 2, 3, 5, 7, 12])
def test_a_lot_is_as_likely_to_fall_on_everybody(among: int) -> None:
    """Of the 256 bytes each number gets the same share."""
    counted = [0] * among
    for seed in range(3000):
        counted[throws.lot(number(seed), b"lots", among)] += 1
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
