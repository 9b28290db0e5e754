"""Records that are written otherwise: other JSON, other options, other types. All verifiers have to read them alike."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final, TypeAlias

import msgspec
from tests.fair import honest

from knobel.fair.transcript import table_text
from knobel.rules import find_game, records
from knobel.rules.session import Session

from .tampering_parts import Place, Record, dice_events

Expected: TypeAlias = Place | str
"""`ACCEPTED`, `UNCOVERED`, the event that has to be named, or None if it concerns the whole record."""

ACCEPTED: Final = "accepted"
UNCOVERED: Final = "uncovered"

Written: TypeAlias = tuple[bytes, Expected]
Spelling: TypeAlias = Callable[[Record, random.Random], Written]


def _text(record: Record) -> bytes:
    return json.dumps(record, separators=(",", ":")).encode()


_MARK: Final = "here the text goes"


def _inserted(record: Record, text: str) -> bytes:
    """The record with a JSON text in the place of the mark."""
    whole = _text(record)
    assert whole.count(json.dumps(_MARK).encode()) == 1
    return whole.replace(json.dumps(_MARK).encode(), text.encode())


def _die(template: str, *, whole: bool) -> Spelling:
    """One die of an event is spelt otherwise; `{}` stands for its face."""

    def spelling(record: Record, rng: random.Random) -> Written:
        place = rng.choice([place for place in dice_events(record) if record["events"][place].get("dice")])
        dice = record["events"][place]["dice"]
        cup = rng.choice(dice) if isinstance(dice[0], list) else dice
        at = rng.randrange(len(cup))
        face, cup[at] = cup[at], _MARK
        return _inserted(record, template.format(face)), None if whole else place

    return spelling


def _dice(change: Callable[[list[Any]], Any]) -> Spelling:
    """The dice of an event have another shape."""

    def spelling(record: Record, rng: random.Random) -> Written:
        place = rng.choice([place for place in dice_events(record) if record["events"][place].get("dice")])
        record["events"][place]["dice"] = change(record["events"][place]["dice"])
        return _text(record), place

    return spelling


def dice_left_out(record: Record, rng: random.Random) -> Written:
    """Dice that an event leaves out lie face down, and were not thrown."""
    place = rng.choice([place for place in dice_events(record) if record["events"][place].get("dice")])
    del record["events"][place]["dice"]
    return _text(record), place


def die_too_many(record: Record, rng: random.Random) -> Written:
    """A die follows that the stream of the throw would have given."""
    return _dice(lambda dice: [*dice, dice[0]])(record, rng)


def _whole(change: Callable[[Record], object]) -> Spelling:
    """The record as a whole is refused."""

    def spelling(record: Record, rng: random.Random) -> Written:
        change(record)
        return _text(record), None

    return spelling


def _taken(text: str) -> Spelling:
    def spelling(record: Record, rng: random.Random) -> Written:
        record["fair"]["taken"] = _MARK
        return _inserted(record, text), None

    return spelling


def _since(text: str) -> Spelling:
    def spelling(record: Record, rng: random.Random) -> Written:
        rng.choice([section for section in record["fair"]["sections"] if section["anchors"]])["anchors"][0]["since"] = (
            _MARK
        )
        return _inserted(record, text), None

    return spelling


def default_options(record: Record, rng: random.Random) -> Written:
    """All options are written out."""
    options = find_game(record["game"]).options
    record["options"] = msgspec.structs.asdict(options()) | record["options"]
    return _text(record), ACCEPTED


def no_options(record: Record, rng: random.Random) -> Written:
    """The options are left out."""
    if record.pop("options"):
        raise IndexError("this game has options")
    return _text(record), ACCEPTED


def other_order(record: Record, rng: random.Random) -> Written:
    """Keys in another order, spaces, escaped characters, a byte order mark."""
    whole = json.dumps(dict(reversed(record.items())), indent=2).replace("player", "\\u0070layer")
    return b"\xef\xbb\xbf" + whole.encode() + b"\n", ACCEPTED


def key_twice(record: Record, rng: random.Random) -> Written:
    """The events stand there twice: which ones count depends on the reader."""
    whole = _text(record)
    return whole.replace(b'"events":', b'"events":[],"events":', 1), None


def key_twice_escaped(record: Record, rng: random.Random) -> Written:
    return _text(record).replace(b'"game":', b'"\\u0067ame":"zock","game":', 1), None


def dice_twice(record: Record, rng: random.Random) -> Written:
    return _text(record).replace(b'"dice":', b'"dice":[],"dice":', 1), None


def root_twice(record: Record, rng: random.Random) -> Written:
    return _text(record).replace(b'"root":', b'"root":"","root":', 1), None


def no_transcript(record: Record, rng: random.Random) -> Written:
    record["fair"] = None
    return _text(record), UNCOVERED


def garbage_after(record: Record, rng: random.Random) -> Written:
    return _text(record) + b"}", None


def not_utf8(record: Record, rng: random.Random) -> Written:
    return _text(record).replace(b"player", b"pl\xffyer", 1), None


def half_a_character(record: Record, rng: random.Random) -> Written:
    """Half of a surrogate pair, which no UTF-8 can encode, in the bound text."""
    return _text(record).replace(b"player", b"\\ud800layer"), None


def starter_true(record: Record, rng: random.Random) -> Written:
    """`true` in the place of seat 1, or `false` in that of seat 0."""
    (starter,) = [event for event in record["events"] if event["e"] == "starter"][:1] or [{}]
    starter["seat"] = {0: False, 1: True}[starter["seat"]]
    return _text(record), int(record["events"].index(starter))


def die_of_later(record: Record, rng: random.Random) -> Written:
    """One die is forged and all that follows stays, though the rules refuse some of it: the die is named."""
    place = rng.choice([place for place in dice_events(record) if record["events"][place].get("dice")])
    dice = record["events"][place]["dice"]
    cup = rng.choice(dice) if isinstance(dice[0], list) else dice
    cup[0] = cup[0] % 6 + 1
    return _text(record), place


def _rebound(change: Callable[[str], str], expected: Expected) -> Spelling:
    """A game that was played with another bound text: its dice follow from it."""

    def spelling(record: Record, rng: random.Random) -> Written:
        server = honest.play(
            record["game"],
            len(record["players"]),
            rng.randrange(1000),
            record["options"],
            table=lambda session: change(table_text(session)),
        )
        if table_text(server.session) == server.transcript().table:
            raise IndexError("nothing to change")
        other = json.loads(records.dumps(server.session, server.transcript()))
        return _text(other), expected

    return spelling


def _all_options(text: str) -> str:
    said = json.loads(text)
    session = Session(said["game"], said["players"], said["options"])
    said["options"] = msgspec.structs.asdict(session.options)
    return json.dumps(said)


SPELLINGS: Final[dict[str, Spelling]] = {
    "die 3.0": _die("{}.0", whole=True),
    "die 3e0": _die("{}e0", whole=True),
    "die NaN": _die("NaN", whole=True),
    "die 1e400": _die("1e400", whole=True),
    "die huge": _die("1000000000000000000000000000000{}", whole=True),
    "die true": _die("true", whole=False),
    "die text": _die('"{}"', whole=False),
    "die null": _die("null", whole=False),
    "die list": _die("[{}]", whole=False),
    "die 7": _die("7", whole=False),
    "die 0": _die("0", whole=False),
    "dice left out": dice_left_out,
    "no dice": _dice(lambda dice: dice[:0]),
    "die too many": die_too_many,
    "dice nested": _dice(lambda dice: [dice]),
    "dice object": _dice(lambda dice: {"0": dice}),
    "starter true": starter_true,
    "forged die, all later events kept": die_of_later,
    "taken null": _taken("null"),
    "taken false": _taken("false"),
    "taken 0.0": _taken("0.0"),
    "taken -1": _taken("-1"),
    "taken huge": _taken(str(10**30)),
    "since huge": _since(str(10**30)),
    "since true": _since("true"),
    "since 0.0": _since("0.0"),
    "default options written out": default_options,
    "options left out": no_options,
    "keys in another order": other_order,
    "key twice": key_twice,
    "key twice, escaped": key_twice_escaped,
    "dice twice": dice_twice,
    "root twice": root_twice,
    "transcript null": no_transcript,
    "transcript list": _whole(lambda record: record.update(fair=[])),
    "garbage after": garbage_after,
    "not UTF-8": not_utf8,
    "half a character": half_a_character,
    "unknown key": _whole(lambda record: record.update(more=1)),
    "newer format": _whole(lambda record: record.update(format="knobel/2")),
    "unknown game": _whole(lambda record: record.update(game="poker")),
    "options null": _whole(lambda record: record.update(options=None)),
    "unknown option": _whole(lambda record: record["options"].update(more=1)),
    "players missing": _whole(lambda record: record.pop("players")),
    "events object": _whole(lambda record: record.update(events={})),
    "hex in capitals": _whole(lambda record: record["fair"].update(game=record["fair"]["game"].upper())),
    "bound text with all options": _rebound(_all_options, ACCEPTED),
    "bound text with spaces": _rebound(lambda text: f" {text}\n", ACCEPTED),
    "bound text with more": _rebound(lambda text: text.replace('"game":', '"more":1,"game":', 1), None),
    "bound text with a key twice": _rebound(lambda text: text.replace('"game":', '"game":"zock","game":', 1), None),
    "bound text with an option 9.0": _rebound(lambda text: re.sub(r'"games":(\d+)', r'"games":\1.0', text), None),
}
"""Every spelling by its name."""

_TRIES: Final = 20


def spelt(record: Record, name: str, rng: random.Random) -> Written | None:
    """The text of a record in a spelling; None if this record cannot be spelt so."""
    for _ in range(_TRIES):
        other = deepcopy(record)
        try:
            return SPELLINGS[name](other, rng)
        except (IndexError, KeyError, AssertionError):
            continue
    return None
