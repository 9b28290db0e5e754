"""A verifier written from docs/library/fair-dice.md alone, with hashlib, hmac and json: it shares no code with knobel.

It knows no rules, so it checks what the proofs show by themselves.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple, NoReturn

Json = Any


SPARE = 64
"""A section ends when fewer keys are left."""


class Failed(Exception):
    """The first failure: why, and at which event; None if it concerns the whole game."""

    def __init__(self, why: str, event: int | None = None) -> None:
        super().__init__(why)
        self.why, self.event = why, event


# Notation


def u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


def pack(step: str, *inputs: bytes) -> bytes:
    return b"".join(u64(len(each)) + each for each in (f"knobel/fair/1/{step}".encode(), *inputs))


def hashed(step: str, *inputs: bytes) -> bytes:
    return sha256(pack(step, *inputs)).digest()


def keyed(key: bytes, step: str, *inputs: bytes) -> bytes:
    return hmac.digest(key, pack(step, *inputs), "sha256")


# The server's keys, the devices' chains, one throw


def key_of(secret: bytes, game: bytes, throw: int) -> bytes:
    return keyed(secret, "key", game, u64(throw))


def leaf_of(throw: int, key: bytes) -> bytes:
    return hashed("leaf", u64(throw), key)


@cache
def root_of(secret: bytes, game: bytes) -> bytes:
    level = [leaf_of(throw, key_of(secret, game, throw)) for throw in range(4096)]
    while len(level) > 1:
        level = [hashed("node", left, right) for left, right in zip(level[::2], level[1::2], strict=True)]
    return level[0]


def climbed(throw: int, key: bytes, path: Sequence[bytes]) -> bytes:
    """The top of a Merkle path."""
    node = leaf_of(throw, key)
    for bit, sibling in enumerate(path):
        node = hashed("node", sibling, node) if throw >> bit & 1 else hashed("node", node, sibling)
    return node


def back(link: bytes, steps: int) -> bytes:
    for _ in range(steps):
        link = hashed("chain", link)
    return link


def stream(key: bytes, mixed: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from keyed(key, "dice", mixed, u64(block))
        block += 1


def drawn(key: bytes, mixed: bytes, among: int, count: int) -> list[int]:
    accepted = (byte for byte in stream(key, mixed) if byte < 256 - 256 % among)
    return [next(accepted) % among for _ in range(count)]


# Which events throw: (what the throw must give, a lot among so many or 6 for dice)


class Throw(NamedTuple):
    fell: list[int]
    among: int | None


def _dice(dice: Json, *sizes: int) -> list[Throw] | None:
    fine = isinstance(dice, list) and len(dice) in sizes and all(type(die) is int and 1 <= die <= 6 for die in dice)
    return [Throw(dice, None)] if fine and dice else None


def _cups(cups: Json, count: int, size: int) -> list[Throw] | None:
    if not isinstance(cups, list) or len(cups) != count:
        return None
    throws = [_dice(cup, size) for cup in cups]
    return [throw for each in throws for throw in each or ()] if all(throws) else None


def _lot(seat: Json, seats: int) -> list[Throw] | None:
    return [Throw([seat], seats)] if type(seat) is int and 0 <= seat < seats else None


WITHOUT_DICE = {
    "zock": ["cover", "pass", "object", "accept"],
    "schocken": ["stand"],
    "zocknroll": ["stay", "drop", "mark"],
}
OPTIONS: dict[str, dict[str, Json]] = {
    "zock": {"variant": "basic", "two_digit": "digits", "games": 10, "referee": "strict", "chips": None},
    "schocken": {
        "stones": 13,
        "kept_dice": "may_return",
        "covered": "third",
        "ties": "order",
        "length": "game",
        "sixes": False,
        "hand_only": False,
        "general_beats_schock2": False,
        "jule": False,
    },
    "zocknroll": {"board": "basic", "first_to_decide": "starter", "jorg_counts": True, "royal_pairs": "456"},
}
PUB = {"sixes": True, "hand_only": True, "covered": "last", "ties": "order"}
PLAYERS = {"zock": range(2, 3), "schocken": range(2, 25), "zocknroll": range(3, 13)}


def throws_of(game: str, options: Mapping[str, Json], seats: int, event: Json) -> list[Throw] | None:
    if not isinstance(event, dict):
        return None
    kind, dice = event.get("e"), event.get("dice")
    match game, kind:
        case "zock", "roll_off":
            return _cups(dice, 2, 2)
        case "zock", "throw":
            return _dice(dice, 2)
        case "schocken", "throw":
            keep = event.get("keep", [])
            return _dice(dice, 3 - len(keep)) if isinstance(keep, list) else None
        case (("schocken" | "zocknroll"), "starter"):
            return _lot(event.get("seat"), seats)
        case "zocknroll", "cups":
            return _cups(dice, seats + (seats == 3), 3 if options["board"] == "pro" else 2)
        case "zocknroll", "white":
            return _dice(dice, 1, 3)
    return [] if kind in WITHOUT_DICE[game] else None


# The record


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    if len({key for key, _ in pairs}) != len(pairs):
        raise Failed("a key stands twice")
    return dict(pairs)


def _whole(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > 2**53 - 1:
        raise Failed("too large")
    return int(digits)


def _no_number(written: str) -> NoReturn:
    raise Failed(f"{written} is no whole number")


def read(text: str) -> Json:
    try:
        return json.loads(
            text,
            object_pairs_hook=_unique,
            parse_int=_whole,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
    except ValueError:
        raise Failed("not JSON") from None


def _object(value: Json, needed: Sequence[str], more: Sequence[str] = ()) -> dict[str, Json]:
    if not isinstance(value, dict) or not {*needed} <= value.keys() <= {*needed, *more}:
        raise Failed("malformed")
    return value


def _list(value: Json, each: Callable[[Json], object]) -> list[Json]:
    if not isinstance(value, list):
        raise Failed("malformed")
    for part in value:
        each(part)
    return value


def _hex(value: Json) -> None:
    if not isinstance(value, str) or not re.fullmatch("[0-9a-f]{64}", value):
        raise Failed("malformed")


def _hex_or_null(value: Json) -> None:
    if value is not None:
        _hex(value)


def _integer(value: Json) -> None:
    if type(value) is not int:
        raise Failed("malformed")


def _text(value: Json) -> None:
    if not isinstance(value, str) or any("\ud800" <= mark <= "\udfff" for mark in value):
        raise Failed("malformed")


def _anchor(value: Json) -> None:
    _object(value, ["seat", "anchor", "since"])
    _integer(value["seat"])
    _hex_or_null(value["anchor"])
    _integer(value["since"])


def _section(value: Json) -> None:
    _object(value, ["root", "secret", "anchors", "wants"])
    _hex(value["root"])
    _hex(value["secret"])
    _list(value["anchors"], _anchor)
    _list(value["wants"], lambda links: _list(links, _hex_or_null))


def complete(game: str, given: Json) -> dict[str, Json]:
    """All options of a game."""
    chosen = dict(_object(given, [], [*OPTIONS[game], "preset"]))
    preset: dict[str, Json] = {}
    if "preset" in chosen:
        if game != "schocken" or chosen.pop("preset") != "pub":
            raise Failed("no such preset")
        preset = PUB
    return OPTIONS[game] | preset | chosen


def same(one: Json, other: Json) -> bool:
    """Equal, where true is no number."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def verify(content: bytes) -> dict[str, Json] | None:
    """The counts of a valid record, None for one without evidence; else `Failed`."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise Failed("not UTF-8") from None
    record = _object(
        read(text.removeprefix("\ufeff")), ["format", "game", "players", "events"], ["options", "result", "fair"]
    )
    game, players, events = record["game"], record["players"], record["events"]
    _list(players, _text)
    _list(events, lambda _: None)
    if record["format"] != "knobel/1" or game not in [*OPTIONS] or len(players) not in PLAYERS[game]:
        raise Failed("no such format or game")
    options = complete(game, record.get("options", {}))
    fair = record.get("fair")
    if fair is None:
        return None
    _object(fair, ["game", "table", "sections"], ["taken"])
    _hex(fair["game"])
    _text(fair["table"])
    _integer(fair.get("taken", 0))
    _list(fair["sections"], _section)
    try:
        said = _object(read(fair["table"]), ["game", "options", "players"])
        fits = (
            said["game"] == game and same(said["players"], players) and same(complete(game, said["options"]), options)
        )
    except Failed:
        fits = False
    if not fits:
        raise Failed("table")
    taken = fair.get("taken", 0)
    if not 0 <= taken <= len(events):
        raise Failed("taken")

    def covered() -> Iterator[tuple[int, list[Throw]]]:
        for place in range(taken, len(events)):
            throws = throws_of(game, options, len(players), events[place])
            if throws is None:
                raise Failed("event", place)
            if throws:
                yield place, throws

    return _sections(fair, len(players), covered()) | {"taken": taken}


def _sections(fair: Json, seats: int, covered: Iterator[tuple[int, list[Throw]]]) -> dict[str, Json]:
    counts: dict[str, Json] = {"throws": 0, "alone": 0} | {key: [0] * seats for key in ("absent", "without", "changes")}
    roots, unused = set[str](), 0
    for section in fair["sections"]:
        if section["root"] in roots:
            raise Failed("again")
        if roots and unused >= SPARE:
            raise Failed("early")
        roots.add(section["root"])
        unused = 4096 - _one_section(fair, section, seats, covered, counts)
    left = next(covered, None)
    if left is not None:
        raise Failed("untold", left[0])
    return counts


def _one_section(
    fair: Json, section: Json, seats: int, covered: Iterator[tuple[int, list[Throw]]], counts: dict[str, Json]
) -> int:
    """The number of throws of a section."""
    game, root, secret = (bytes.fromhex(text) for text in (fair["game"], section["root"], section["secret"]))
    if root_of(secret, game) != root:
        raise Failed("secret")
    throw = 0
    for want, links in enumerate(section["wants"]):
        place, throws = next(covered, (None, list[Throw]()))
        if place is None:
            raise Failed("unwanted")
        if any(each["since"] == want and not 0 <= each["seat"] < seats for each in section["anchors"]):
            raise Failed("seat", place)
        anchors = [_counts_at(section, seat, want) for seat in range(seats)]
        devices = [seat for seat in range(seats) if anchors[seat] is not None]
        if len(links) != len(devices):
            raise Failed("links", place)
        for seat, link in zip(devices, links, strict=True):
            anchor = anchors[seat]
            assert anchor is not None
            if link is not None and back(bytes.fromhex(link), want - anchor[1] + 1) != anchor[0]:
                raise Failed("promise", place)
        if throw + len(throws) > 4096:
            raise Failed("full", place)
        header = hashed("header", game, fair["table"].encode(), root, *[each[0] if each else b"" for each in anchors])
        for fell, among in throws:
            mixed = hashed("mix", header, u64(throw), *[bytes.fromhex(link or "") for link in links])
            key = key_of(secret, game, throw)
            if among is None:
                right = [value + 1 for value in drawn(key, mixed, 6, len(fell))]
            else:
                right = drawn(key, mixed, among, 1)
            if right != fell:
                raise Failed("dice", place)
            throw += 1
        counts["throws"] += len(throws)
        counts["alone"] += 0 if any(links) else len(throws)
        for seat in range(seats):
            counts["without"][seat] += 0 if seat in devices else len(throws)
        for seat, link in zip(devices, links, strict=True):
            counts["absent"][seat] += link is None
    for seat in range(seats):
        given = [each for each in section["anchors"] if each["seat"] == seat and each["anchor"]]
        counts["changes"][seat] += max(0, sum(0 <= each["since"] < len(section["wants"]) for each in given) - 1)
    return throw


def _counts_at(section: Json, seat: int, want: int) -> tuple[bytes, int] | None:
    """The anchor of a seat that counts at a want, and since which one."""
    entries = [each for each in section["anchors"] if each["seat"] == seat and 0 <= each["since"] <= want]
    if not entries:
        return None
    since = max(each["since"] for each in entries)
    anchor = [each["anchor"] for each in entries if each["since"] == since][-1]
    return None if anchor is None else (bytes.fromhex(anchor), since)
