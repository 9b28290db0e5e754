"""Write the test vectors of verifiable dice: `python tools/fair_vectors.py > examples/fair-vectors.json`.

They are fixed by seeds, so every run writes the same. docs/library/fair-dice.md describes them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import msgspec
from tests.fair.honest import FairGame, step

from knobel.bots import make_bot
from knobel.fair import hash_chain, hashing, throw_keys, throws
from knobel.fair.transcript import load_until
from knobel.fair.verify import Verified, verify
from knobel.rules import records
from knobel.rules.dice import SeededDice
from knobel.rules.session import Session

GAME, SECRET = bytes(range(32)), bytes(range(32, 64))
TABLE = '{"game":"zocknroll","options":{},"players":["Anna","Jörg","Bot"]}'
SHOWN = (0, 1, 2, 4095)


def main() -> None:
    print(json.dumps(vectors(), indent=1, ensure_ascii=False))


def vectors() -> dict[str, Any]:
    keys = throw_keys.ThrowKeys(SECRET, GAME)
    chains = {seat: hash_chain.HashChain(bytes([seat]) * 32) for seat in (0, 1)}
    return {
        "about": "Test vectors of verifiable dice, written by tools/fair_vectors.py; see docs/library/fair-dice.md",
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
        "records": _records(),
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


def _records() -> list[dict[str, Any]]:
    schocken = _played("schocken", ["Anna", "Ben", "Carla"], 14, {"stones": 3})
    zocknroll = _played("zocknroll", ["Anna", "Ben", "Carla"], 9, {})
    zock = _played("zock", ["Anna", "Ben"], 12, {"games": 1})
    forgeries: list[tuple[str, dict[str, Any], Callable[[dict[str, Any]], object]]] = [
        ("one die is another one", zock, lambda it: it["events"][1].update(dice=_other(it["events"][1]["dice"]))),
        ("the cups are in another order, Jörg's first", zocknroll, lambda it: it["events"][1]["dice"].reverse()),
        ("two names are exchanged", schocken, lambda it: it["players"].reverse()),
        ("an absence is left out", schocken, _no_absence),
        ("the last want is missing", zock, lambda it: it["fair"]["sections"][0]["wants"].pop()),
        ("another secret", zock, lambda it: it["fair"]["sections"][0].update(secret="0" * 64)),
    ]
    valid = [(f"valid: {record['game']}, unfinished", record) for record in (zock, schocken, zocknroll)]
    forged = [(f"forged: {what}", _changed(record, change)) for what, record, change in forgeries]
    return [{"what": what, "record": record, **_verdict(record)} for what, record in (*valid, *forged)]


def _other(dice: list[int]) -> list[int]:
    return [dice[0] % 6 + 1, *dice[1:]]


def _no_absence(record: dict[str, Any]) -> None:
    wants = record["fair"]["sections"][0]["wants"]
    wants[3] = [link for link in wants[3] if link]


def _played(game: str, names: list[str], events: int, options: dict[str, Any]) -> dict[str, Any]:
    """The beginning of a game: at want 3 seat 0 is absent, from want 4 on it has a new chain, from 5 on seat 1 none."""
    session = Session(game, names, options)
    server, bot = FairGame(session, (0, 1), Random(f"vectors {game}")), make_bot("random", session.game, SeededDice(1))
    wants = 0
    while len(session.events) < events:
        if wants == 4:
            server.new_device(0)
        if wants == 5:
            server.no_device(1)
        step(session, server, bot.choose, (0,) if wants == 3 else ())
        wants = len(server.transcript().sections[0].wants)
    record: dict[str, Any] = json.loads(records.dumps(session, server.transcript()))
    return record


def _changed(record: dict[str, Any], change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    other = deepcopy(record)
    change(other)
    return other


def _verdict(record: dict[str, Any]) -> dict[str, Any]:
    session, fair, refused = load_until(json.dumps(record))
    assert fair is not None
    found = verify(fair, session, refused)
    if isinstance(found, Verified):
        return {"valid": True, "counts": msgspec.to_builtins(found)}
    return {"valid": False, "event": found.event}


if __name__ == "__main__":
    main()
