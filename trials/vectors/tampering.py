"""Tampered records: every kind of change, and the event at which the verifier has to notice it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final, TypeAlias

from knobel.fair.throw_keys import ThrowKeys
from knobel.rules import records
from knobel.rules.errors import BadRecord

from .tampering_parts import (
    ANYWHERE,
    ENOUGH,
    Place,
    Record,
    dice_events,
    keys_again,
    part_added,
    part_left_out,
    part_of,
    parts_exchanged,
    parts_joined,
)

Tampering: TypeAlias = Callable[[Record, random.Random], Place]
"""Changes a record; where it cannot, it raises `IndexError`."""


def _flip(text: str, rng: random.Random) -> str:
    place = rng.randrange(len(text))
    return (
        text[:place] + rng.choice([digit for digit in "0123456789abcdef" if digit != text[place]]) + text[place + 1 :]
    )


def _end(record: Record, place: int) -> None:
    """Cut the record after an event: later events would be illegal after a changed throw."""
    del record["events"][place + 1 :]
    record.pop("result", None)


def _links(section: Any) -> list[tuple[int, int]]:
    return [(want, at) for want, links in enumerate(section["wants"]) for at, link in enumerate(links) if link]


def _anchors(section: Any) -> list[Any]:
    """The anchors that count for at least one want, without replaced ones."""
    last = {(anchor["seat"], anchor["since"]): anchor for anchor in section["anchors"]}
    return [anchor for anchor in last.values() if anchor["anchor"] and anchor["since"] < len(section["wants"])]


def other_die(record: Record, rng: random.Random) -> Place:
    place = rng.choice([place for place, event in enumerate(record["events"]) if event.get("dice")])
    dice = record["events"][place]["dice"]
    cup = rng.choice(dice) if isinstance(dice[0], list) else dice
    at = rng.randrange(len(cup))
    cup[at] = rng.choice([face for face in range(1, 7) if face != cup[at]])
    _end(record, place)
    return place


def other_starter(record: Record, rng: random.Random) -> Place:
    (starter,) = [event for event in record["events"] if event["e"] == "starter"][:1] or [{}]
    starter["seat"] = rng.choice([seat for seat in range(len(record["players"])) if seat != starter["seat"]])
    place: int = record["events"].index(starter)
    _end(record, place)
    return place


def dice_exchanged(record: Record, rng: random.Random) -> Place:
    """The dice of two events are swapped."""
    events = record["events"]
    first, second = sorted(rng.sample([place for place, event in enumerate(events) if event.get("dice")], 2))
    if events[first]["e"] != events[second]["e"] or events[first]["dice"] == events[second]["dice"]:
        raise IndexError("nothing to exchange")
    events[first]["dice"], events[second]["dice"] = events[second]["dice"], events[first]["dice"]
    _end(record, first)
    return first


def other_link(record: Record, rng: random.Random) -> Place:
    section, events = part_of(record, rng)
    want, at = rng.choice(_links(section))
    section["wants"][want][at] = _flip(section["wants"][want][at], rng)
    return events[want]


def links_exchanged(record: Record, rng: random.Random) -> Place:
    """Two links of a device are swapped."""
    section, events = part_of(record, rng)
    (first, at), (second, then) = sorted(rng.sample(_links(section), 2))
    wants = section["wants"]
    wants[first][at], wants[second][then] = wants[second][then], wants[first][at]
    return events[first]


def called_absent(record: Record, rng: random.Random) -> Place:
    """A link is removed; only the dice reveal that, so a throw of several dice is chosen."""
    section, events = part_of(record, rng)
    several = [(want, at) for want, at in _links(section) if len(record["events"][events[want]].get("dice", ())) > 1]
    want, at = rng.choice(several)
    section["wants"][want][at] = None
    return events[want]


def called_present(record: Record, rng: random.Random) -> Place:
    """A link is invented for a device that did not answer."""
    section, events = part_of(record, rng)
    wants = section["wants"]
    absent = [(want, at) for want, links in enumerate(wants) for at, link in enumerate(links) if link is None]
    want, at = rng.choice(absent)
    wants[want][at] = rng.randbytes(32).hex()
    return events[want]


def other_secret(record: Record, rng: random.Random) -> Place:
    section, _ = part_of(record, rng)
    section["secret"] = _flip(section["secret"], rng)
    return None


def other_root(record: Record, rng: random.Random) -> Place:
    section, _ = part_of(record, rng)
    section["root"] = _flip(section["root"], rng)
    return None


def late_secret(record: Record, rng: random.Random) -> Place:
    """Secret and root fit together, but were chosen afterwards."""
    section, _ = part_of(record, rng, ENOUGH)
    secret = rng.randbytes(32)
    section.update(secret=secret.hex(), root=ThrowKeys(secret, bytes.fromhex(record["fair"]["game"])).root.hex())
    return ANYWHERE


def other_anchor(record: Record, rng: random.Random) -> Place:
    anchor = rng.choice(_anchors(part_of(record, rng)[0]))
    anchor["anchor"] = _flip(anchor["anchor"], rng)
    return ANYWHERE


def later_anchor(record: Record, rng: random.Random) -> Place:
    rng.choice(_anchors(part_of(record, rng)[0]))["since"] += 1
    return ANYWHERE


def no_anchor(record: Record, rng: random.Random) -> Place:
    rng.choice(_anchors(part_of(record, rng)[0]))["anchor"] = None
    return ANYWHERE


def want_left_out(record: Record, rng: random.Random) -> Place:
    wants = part_of(record, rng, wants=1)[0]["wants"]
    del wants[rng.randrange(len(wants))]
    return ANYWHERE


def want_added(record: Record, rng: random.Random) -> Place:
    wants = part_of(record, rng, wants=1)[0]["wants"]
    want = rng.randrange(len(wants))
    wants.insert(want, list(wants[want]))
    return ANYWHERE


def other_game(record: Record, rng: random.Random) -> Place:
    record["fair"]["game"] = rng.randbytes(32).hex()
    return None


def other_name(record: Record, rng: random.Random) -> Place:
    record["players"][rng.randrange(len(record["players"]))] += "!"
    return None


_OTHER: Final[dict[str, dict[str, object]]] = {
    "zock": {"games": 9},
    "schocken": {"stones": 15},
    "zocknroll": {"jorg_counts": False},
}


def other_options(record: Record, rng: random.Random) -> Place:
    """The header says other options than the record."""
    said = json.loads(record["fair"]["table"])
    said["options"].update(_OTHER[record["game"]])
    record["fair"]["table"] = json.dumps(said)
    return None


def other_writing(record: Record, rng: random.Random) -> Place:
    """The bound text is formatted otherwise: another header, and so other dice."""
    record["fair"]["table"] = " " * rng.randint(1, 3) + record["fair"]["table"]
    return ANYWHERE


def more_taken(record: Record, rng: random.Random) -> Place:
    """Some of the first events are marked as taken from another game."""
    record["fair"]["taken"] = dice_events(record)[rng.randrange(len(dice_events(record)))] + 1
    return ANYWHERE


def unreadable(record: Record, rng: random.Random) -> Place:
    section, _ = part_of(record, rng)
    spoilt: list[Callable[[], object]] = [
        lambda: record["fair"].update(game="xyz"),
        lambda: record["fair"].pop("table"),
        lambda: section.update(more=1),
        lambda: section["wants"].append("nothing"),
        lambda: section["anchors"].append({"seat": 0}),
    ]
    rng.choice(spoilt)()
    return None


TAMPERINGS: Final[tuple[Tampering, ...]] = (
    *(other_die, dice_exchanged, other_link, links_exchanged, called_absent, called_present),
    *(part_added, part_left_out, parts_exchanged, parts_joined, keys_again),
    *(other_secret, other_root, late_secret, other_anchor, later_anchor, no_anchor, want_left_out, want_added),
    *(other_starter, other_game, other_name, other_options, other_writing, more_taken, unreadable),
)

_TRIES: Final = 50


def tampered(record: Record, number: int, rng: random.Random) -> tuple[str, Record, Place]:
    """The record changed in the way of this number, or the next one that is possible, within the rules of the game."""
    for way in range(number, number + len(TAMPERINGS)):
        tampering = TAMPERINGS[way % len(TAMPERINGS)]
        for _ in range(_TRIES):
            other = deepcopy(record)
            try:
                place = tampering(other, rng)
                records.replay({**other, "fair": None} if tampering is unreadable else other)
            except (IndexError, BadRecord, KeyError, ValueError):
                continue
            if other != record:
                return tampering.__name__, other, place
    raise AssertionError("nothing can be changed in this record")
