"""Turns of phrase that narration, choices and tables share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ..rules import schocken
from ..rules.game import Dice
from ..words import Words

NO_BREAK: Final = "\N{NO-BREAK SPACE}"


def dice(fallen: Iterable[int]) -> str:
    """Dice as they are read out.

    >>> dice((3, 6))
    '3 6'
    """
    return " ".join(map(str, fallen))


def example_dice(count: int) -> str:
    """How so many dice can be typed in.

    >>> example_dice(3)
    '3 6 1'
    """
    return dice((3, 6, 1)[:count])


def fields(say: Words, numbers: Sequence[int]) -> str:
    """Fields of ZOCK: `3`, `3 and 6`, `1, 2 and 9`."""
    return enumeration(say, [str(number) for number in numbers])


def enumeration(say: Words, things: Sequence[str]) -> str:
    if len(things) < 2:
        return "".join(things)
    return say("ui-and", most=", ".join(things[:-1]), last=things[-1])


def score(say: Words, row: str, points: int) -> str:
    """A row with what a mark in it brings: `Full house +5`."""
    return f"{say('row-' + row)} +{points}"


def cup_name(say: Words, names: Sequence[str], cup: int) -> str:
    """The owner of a cup: a player, or Jörg behind the last one (N4)."""
    return names[cup] if cup < len(names) else say("ui-jorg")


def part_name(say: Words, lost: int) -> str:
    """The part of a game of Schocken that is played when so many halves are lost (S2)."""
    return say(("ui-first-half", "ui-second-half", "ui-final")[lost])


def starters(say: Words, names: Sequence[str]) -> list[str]:
    """Who can begin: whom the lot names, or one of the players (N3, S3)."""
    return [say("ui-draw-lot"), *(say("ui-begins", name=name) for name in names)]


def throw_name(say: Words, rank: schocken.Rank, fallen: Dice) -> str:
    """A throw of Schocken by its name, with its dice: `Schock 4`, `Straße 6-5-4`, `5-3-1`."""
    number = "-".join(str(die) for die in sorted(fallen, reverse=True))
    match rank.name:
        case "ordinary":
            return number
        case "schock":
            return say("rank-schock", x=max(fallen))
        case "schock_out" | "jule":
            return say("rank-" + rank.name)
    return f"{say('rank-' + rank.name)} {number}"


def hand_name(say: Words, state: schocken.State, seat: int) -> str:
    hand = state.hands[seat]
    return throw_name(say, schocken.hand_rank(state, seat), hand.kept + hand.thrown)


def percent(chance: float) -> str:
    """A chance in whole per cent, where only what is certain is 0 or 100; no line ends before its sign.

    >>> [percent(chance).replace(NO_BREAK, " ") for chance in (0.001, 0.5, 0.9999, 1.0)]
    ['<1 %', '50 %', '>99 %', '100 %']
    """
    if 0 < chance < 0.01:
        return f"<1{NO_BREAK}%"
    if 0.99 < chance < 1:
        return f">99{NO_BREAK}%"
    return f"{chance * 100:.0f}{NO_BREAK}%"
