"""Tampered records of games with several Merkle roots."""

from __future__ import annotations

import random
from typing import Any, Final, TypeAlias

from knobel.fair.throw_keys import ThrowKeys

Record: TypeAlias = dict[str, Any]
Place: TypeAlias = int | None
"""The event at which it has to be noticed; None where it concerns the whole game."""

ANYWHERE: Final = -1
"""Unknown: all implementations have to name the same event."""

ENOUGH: Final = 8
"""Wants after which other dice are not the same by chance, whatever they are."""


def dice_events(record: Record) -> list[int]:
    """The events with dice, which are the wants in their order."""
    return [place for place, event in enumerate(record["events"]) if event["e"] == "starter" or event.get("dice")]


def part_of(record: Record, mind: random.Random, wants: int = 0) -> tuple[Any, list[int]]:
    """Some section with at least so many wants, and the events that those are for."""
    parts, first = list[tuple[Any, list[int]]](), 0
    for section in record["fair"]["sections"]:
        parts.append((section, dice_events(record)[first : first + len(section["wants"])]))
        first += len(section["wants"])
    return mind.choice([part for part in parts if len(part[1]) >= wants])


def part_left_out(record: Record, mind: random.Random) -> Place:
    """A root and all that was thrown under it; nothing is wrong before it."""
    section, events = part_of(record, mind, ENOUGH)
    sections = record["fair"]["sections"]
    last = not sum(len(later["wants"]) for later in sections[sections.index(section) + 1 :])
    sections.remove(section)
    return events[0] if last else ANYWHERE


def part_added(record: Record, mind: random.Random) -> Place:
    """Another root at the end, under which nothing was thrown: the house could have taken it at any time."""
    secret = mind.randbytes(32)
    root = ThrowKeys(secret, bytes.fromhex(record["fair"]["game"])).root
    record["fair"]["sections"].append({"root": root.hex(), "secret": secret.hex(), "anchors": [], "wants": []})
    return None


def parts_exchanged(record: Record, mind: random.Random) -> Place:
    """Two roots, each with its throws, the other way round."""
    sections = record["fair"]["sections"]
    enough = [place for place, section in enumerate(sections) if len(section["wants"]) >= ENOUGH]
    first, second = mind.sample(enough, 2)
    sections[first], sections[second] = sections[second], sections[first]
    return ANYWHERE


def parts_joined(record: Record, mind: random.Random) -> Place:
    """Everything goes on under the root before; of the devices' new anchors nothing is said."""
    section, events = part_of(record, mind, wants=1)
    sections = record["fair"]["sections"]
    before = sections[: sections.index(section)][-1]
    if not any(section["wants"][0]) or not before["wants"]:
        raise IndexError("only the dice could tell")
    before["wants"] += section["wants"]
    sections.remove(section)
    return events[0]


def keys_again(record: Record, mind: random.Random) -> Place:
    """The house throws with keys that it has disclosed before, under the same root."""
    section, _ = part_of(record, mind)
    sections = record["fair"]["sections"]
    before = sections[: sections.index(section)][-1]
    section.update(secret=before["secret"], root=before["root"])
    return None
