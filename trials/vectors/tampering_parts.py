"""Tampered records of games with several Merkle roots."""

from __future__ import annotations

import random
from typing import Any, Final, TypeAlias

from knobel.fair.throw_keys import ThrowKeys

Record: TypeAlias = dict[str, Any]
Place: TypeAlias = int | None
"""The event that the verifier has to name; None if it concerns the whole game."""

ANYWHERE: Final = -1
"""Unknown: all implementations have to name the same event."""

ENOUGH: Final = 8
"""Wants after which other keys cannot give the same dice by chance."""


def dice_events(record: Record) -> list[int]:
    """The events with dice, in the order of the wants."""
    return [place for place, event in enumerate(record["events"]) if event["e"] == "starter" or event.get("dice")]


def part_of(record: Record, rng: random.Random, wants: int = 0) -> tuple[Any, list[int]]:
    """A random section with at least so many wants, and their events."""
    parts, first = list[tuple[Any, list[int]]](), 0
    for section in record["fair"]["sections"]:
        parts.append((section, dice_events(record)[first : first + len(section["wants"])]))
        first += len(section["wants"])
    return rng.choice([part for part in parts if len(part[1]) >= wants])


def part_left_out(record: Record, rng: random.Random) -> Place:
    """A section is removed; everything before it is valid."""
    section, events = part_of(record, rng, ENOUGH)
    sections = record["fair"]["sections"]
    last = not sum(len(later["wants"]) for later in sections[sections.index(section) + 1 :])
    sections.remove(section)
    return events[0] if last else ANYWHERE


def part_added(record: Record, rng: random.Random) -> Place:
    """A section without throws is appended."""
    secret = rng.randbytes(32)
    root = ThrowKeys(secret, bytes.fromhex(record["fair"]["game"])).root
    record["fair"]["sections"].append({"root": root.hex(), "secret": secret.hex(), "anchors": [], "wants": []})
    return None


def parts_exchanged(record: Record, rng: random.Random) -> Place:
    """Two sections are swapped."""
    sections = record["fair"]["sections"]
    enough = [place for place, section in enumerate(sections) if len(section["wants"]) >= ENOUGH]
    first, second = rng.sample(enough, 2)
    sections[first], sections[second] = sections[second], sections[first]
    return ANYWHERE


def parts_joined(record: Record, rng: random.Random) -> Place:
    """A section is merged into the one before it, without its anchors."""
    section, events = part_of(record, rng, wants=1)
    sections = record["fair"]["sections"]
    before = sections[: sections.index(section)][-1]
    if not any(section["wants"][0]) or not before["wants"]:
        raise IndexError("only the dice could tell")
    before["wants"] += section["wants"]
    sections.remove(section)
    return events[0]


def keys_again(record: Record, rng: random.Random) -> Place:
    """A section reuses the secret and the root of the one before it."""
    section, _ = part_of(record, rng)
    sections = record["fair"]["sections"]
    before = sections[: sections.index(section)][-1]
    section.update(secret=before["secret"], root=before["root"])
    return None
