"""Mutation of JSON values, texts and bytes."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import msgspec

NASTY: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 255, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 2**64, -(2**63), 10**40),
    *(0.5, -0.0, 1e308, 1e-320, "", " ", "0", "null", "a" * 65, "a" * 5000, "\x00", "\x1b[2J", "\u202e", "\u200b"),
    *("\ufeff", "😀" * 40, "e\u0301" * 9, "ß", "٣", "__proto__", "../../etc/passwd", "{}", "%s%n"),
    *("<script>alert(1)</script>", "'; drop table entries; --", [], {}, [[]], [None] * 200, {"": ""}),
    *({"c": "throw"}, [1, [2, [3, [4]]]], {"e": "cover", "seat": -1, "fields": [99]}),
)
"""Boundary values."""

NASTY_TEXT: Final = (
    *("", "null", "0", "true", "[]", "{}", '""', "nul", "{", "[" * 3000, '{"id":' * 2000, "[" * 500 + "]" * 500),
    *('{"id":"a","v":NaN}', '{"id":"a","v":1e999}', '{"id":"\\ud800","v":1}', '{"id":"a","id":"b"}', "\ufeff{}"),
    *('{"id":"a"}x', "1" * 400, "-", '"\\u12"', '{"id":"a","v":01}', "{'id': 'a'}", '{"id":"a",}', "\x00"),
    *(" " * 2000, '{"id":"' + "ä" * 3000 + '"}'),
)
"""Texts that are invalid or unusual JSON."""

_PIECES: Final = (
    *(b"", b"\x00", b"\xff\xfe", b"\xc0\xaf", b"\xed\xa0\x80", b"\r\n", b"\r\n\r\n"),
    *(b"%00", b"%ff", b"%", b"{", b'"', b":", b"/../"),
)


def spoil_value(value: Any, random: Random) -> Any:
    """A value with one random change."""
    if isinstance(value, dict) and value and random.random() < 0.8:
        spoiled = dict(value)
        key = random.choice(list(spoiled))
        match random.randrange(5):
            case 0:
                del spoiled[key]
            case 1:
                spoiled[spoil_text(str(key), random)] = spoiled.pop(key)
            case 2:
                spoiled[random.choice(("x", "id", "v", "do", "c", "seat", "move", ""))] = random.choice(NASTY)
            case _:
                spoiled[key] = spoil_value(spoiled[key], random)
        return spoiled
    if isinstance(value, list) and value and random.random() < 0.8:
        place = random.randrange(len(value))
        changed = [[], [value[place]] * 2, [spoil_value(value[place], random)]][random.randrange(3)]
        return value[:place] + changed + value[place + 1 :]
    match random.randrange(4):
        case 0 if isinstance(value, int):
            return value + random.choice((-1, 1, 2**32))
        case 1 if isinstance(value, str):
            return spoil_text(value, random)
        case 2:
            return [value]
    return random.choice(NASTY)


def vary(value: Any, random: Random) -> Any:
    """A value of the same kind: numbers move a little, lists lose, gain or swap elements, everything keeps its type."""
    match value:
        case bool():
            return random.random() < 0.5
        case int():
            return value + random.choice((-2, -1, 0, 0, 1, 2))
        case list():
            varied = [vary(each, random) for each in value if random.random() < 0.9]
            return varied + random.choices(varied, k=1) if varied and random.random() < 0.1 else varied
        case dict():
            return {key: vary(each, random) if random.random() < 0.5 else each for key, each in value.items()}
    return value


def spoil_text(text: str, random: Random) -> str:
    """A text with a deletion, duplication or insertion; at times an unrelated text."""
    if random.random() < 0.15:
        return random.choice(NASTY_TEXT)
    return spoil_bytes(text.encode("utf-8", "surrogatepass"), random).decode("utf-8", "replace")


def spoil_bytes(data: bytes, random: Random) -> bytes:
    """Bytes with up to three small changes."""
    for _ in range(random.randint(1, 3)):
        begin = random.randint(0, len(data))
        end = min(len(data), begin + random.choice((0, 1, 1, 2, 8, 64)))
        match random.randrange(5):
            case 0:
                middle = b""
            case 1:
                middle = data[begin:end] * 2
            case 2:
                middle = random.choice(_PIECES)
            case 3:
                middle = bytes(byte ^ 1 << random.randrange(8) for byte in data[begin:end])
            case _:
                middle = random.randbytes(end - begin)
        data = data[:begin] + middle + data[end:]
    return data


def spoil_json(text: str, random: Random) -> str:
    """A JSON value as text, mutated as a value or as a text."""
    if random.random() < 0.3:
        return spoil_text(text, random)
    value = msgspec.json.decode(text)
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        value = spoil_value(value, random)
    return msgspec.json.encode(value).decode()
