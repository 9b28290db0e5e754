"""Phrases shared by narration, choices, facts and the drawings of the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from ..rules import schocken
from ..rules.game import Dice
from .phrase import Phrase, Said, phrase


def dice(fallen: Iterable[int]) -> str:
    """Dice as they are read out.

    >>> dice((3, 6))
    '3 6'
    """
    return " ".join([str(die) for die in fallen])


def fields(numbers: Sequence[int]) -> Said:
    """Fields of ZOCK: `3`, `3 and 6`, `1, 2 and 9`."""
    return enumeration([str(number) for number in numbers])


def enumeration(things: Sequence[Said]) -> Said:
    if len(things) < 2:
        return things[0] if things else ""
    return phrase("ui-and", most=tuple(things[:-1]), last=things[-1])


def beside(*remarks: Phrase) -> Phrase:
    """Remarks in one line, set apart by dots."""
    return reduce(lambda one, other: phrase("ui-beside", one=one, other=other), remarks)


def row_name(row: str) -> Phrase:
    return phrase("row-" + row)


def score(row: str, points: int) -> Phrase:
    """A row with what a mark in it brings: `Full house +5`."""
    return phrase("ui-score", row=row_name(row), points=points)


def cup_name(names: Sequence[str], cup: int) -> Said:
    """The owner of a cup: a player, or Jörg behind the last one (N4)."""
    return names[cup] if cup < len(names) else phrase("ui-jorg")


def part_name(lost: int) -> Phrase:
    """The part of a game of Schocken that is played when so many halves are lost (S2)."""
    return phrase(("ui-first-half", "ui-second-half", "ui-final")[lost])


def throw_name(rank: schocken.Rank, fallen: Dice) -> Said:
    """A throw of Schocken by its name, with its dice: `Schock 4`, `Straße 6-5-4`, `5-3-1`."""
    number = "-".join(str(die) for die in sorted(fallen, reverse=True))
    match rank.name:
        case "ordinary":
            return number
        case "schock":
            return phrase("rank-schock", x=max(fallen))
        case "schock_out" | "jule":
            return phrase("rank-" + rank.name)
    return phrase("ui-throw-named", throw=phrase("rank-" + rank.name), dice=number)


def hand_name(state: schocken.State, seat: int) -> Said:
    hand = state.hands[seat]
    return throw_name(schocken.hand_rank(state, seat), hand.kept + hand.thrown)


def percent(chance: float) -> str:
    """A chance in whole per cent, where only what is certain is 0 or 100.

    >>> percent(0.001), percent(0.5), percent(0.9999), percent(1.0)
    ('<1 %', '50 %', '>99 %', '100 %')
    """
    if 0 < chance < 0.01:
        return "<1 %"
    if 0.99 < chance < 1:
        return ">99 %"
    return f"{chance * 100:.0f} %"
