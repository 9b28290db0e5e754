"""Write the test vectors of verifiable dice into `examples/`: `python -m tools.fair_vectors`.

They are fixed by seeds, so every run writes the same. docs/library/fair-dice.md describes them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from knobel.fair import hash_chain, hashing, throw_keys, throws

from . import fair_records

GAME, SECRET = bytes(range(32)), bytes(range(32, 64))
TABLE = '{"game":"zocknroll","options":{},"players":["Anna","Jörg","Bot"]}'
SHOWN = (0, 1, 2, 4095)


_ABOUT: Final = "Test vectors of verifiable dice, written by tools/fair_vectors.py; see docs/library/fair-dice.md"


def main() -> None:
    for name, text in files().items():
        Path(__file__).parents[1].joinpath("examples", name).write_text(text, "utf-8", newline="\n")


def files() -> dict[str, str]:
    """The texts of the files."""
    long = {"about": _ABOUT, "records": fair_records.long()}
    return {
        "fair-vectors.json": json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n",
        "fair-vectors-long.json": json.dumps(long, ensure_ascii=False, separators=(",", ":")) + "\n",
    }


def vectors() -> dict[str, Any]:
    keys = throw_keys.ThrowKeys(SECRET, GAME)
    chains = {seat: hash_chain.HashChain(bytes([seat]) * 32) for seat in (0, 1)}
    return {
        "about": _ABOUT,
        "pack": [_packed("node", b"\x01\x02", b""), _packed("dice", hashing.number(258))],
        "keys": {
            "game": GAME.hex(),
            "secret": SECRET.hex(),
            "keys": {str(throw): keys.key(throw).hex() for throw in SHOWN},
            "leaves": {
                str(throw): hashing.digest("leaf", hashing.number(throw), keys.key(throw)).hex() for throw in SHOWN
            },
            "root": keys.root.hex(),
            "path": {"throw": 2, "path": [node.hex() for node in keys.path(2)]},
        },
        "chain": {
            "secret": (bytes([0]) * 32).hex(),
            "anchor": chains[0].anchor.hex(),
            "links": {str(place): chains[0].link(place).hex() for place in (1, 2, 3, 4096)},
        },
        "throws": _throws(keys, chains),
        "records": fair_records.short(),
    }


def _packed(step: str, *inputs: bytes) -> dict[str, Any]:
    return {
        "step": step,
        "inputs": [each.hex() for each in inputs],
        "packed": hashing.packed(step, *inputs).hex(),
        "sha256": hashing.digest(step, *inputs).hex(),
        "key": SECRET.hex(),
        "hmac": hashing.keyed(SECRET, step, *inputs).hex(),
    }


def _throws(keys: throw_keys.ThrowKeys, chains: dict[int, hash_chain.HashChain]) -> list[dict[str, Any]]:
    """A lot, dice with all links, and dice with an absent device whose stream has a skipped byte; seat 2 is a bot."""
    anchors = [chains[0].anchor, chains[1].anchor, None]
    bound = throws.header(GAME, TABLE.encode(), keys.root, anchors)
    found = list[dict[str, Any]]()
    for want, throw, count, absent in (
        (0, 0, None, ()),
        (1, 1, 3, ()),
        (2, _with_skipped(keys, bound, chains), 2, (1,)),
    ):
        links = [None if seat in absent else chains[seat].link(want + 1) for seat in (0, 1)]
        mixed = throws.mix(bound, throw, links)
        key = keys.key(throw)
        block = hashing.keyed(key, "dice", mixed, hashing.number(0))
        result = {"lot": throws.lot(key, mixed, 3)} if count is None else {"dice": throws.dice(key, mixed, count)}
        limit = 255 if count is None else 252
        found.append(
            {
                "throw": throw,
                "want": want,
                "table": TABLE,
                "root": keys.root.hex(),
                "anchors": [anchor and anchor.hex() for anchor in anchors],
                "G": bound.hex(),
                "links": [link and link.hex() for link in links],
                "X": mixed.hex(),
                "key": key.hex(),
                "stream": block.hex(),
                "skipped": [byte for byte in block if byte >= limit],
                **({"among": 3} if count is None else {}),
                **result,
            }
        )
    return found


def _with_skipped(keys: throw_keys.ThrowKeys, bound: bytes, chains: dict[int, hash_chain.HashChain]) -> int:
    """The first throw whose stream begins with a byte that is skipped, for want 2 without seat 1."""
    return next(
        throw
        for throw in range(2, 4096)
        if hashing.keyed(
            keys.key(throw), "dice", throws.mix(bound, throw, [chains[0].link(3), None]), hashing.number(0)
        )[0]
        >= 252
    )


if __name__ == "__main__":
    main()
