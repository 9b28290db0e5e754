"""Comparison of a rendered sentence with what it should say: its numbers, and the logic of its words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from msgspec import UNSET, Struct

from knobel.coach.values import MoveValue, Values
from knobel.rules import schocken, zock
from knobel.rules.game import Event, State
from knobel.telling.phrase import Phrase, Said, render
from knobel.words import words

Kind: TypeAlias = Literal["number", "word", "equal", "argument", "plan", "error", "best", "rule"]
"""What is wrong: a number; only, never or always; equal or vanishing numbers as a difference; a reason against its own
advice; numbers of different plans; an estimate without its error; a best move that may not be the best; a rule."""

Holds: TypeAlias = tuple[bool, Kind, str]
"""What has to be true, the kind of fault if it is not, and a remark."""


class Fault(Struct, frozen=True):
    kind: Kind
    key: str
    what: str
    text: str


class Case(Struct, frozen=True):
    """A decision, its values, and a move with the reasons against it."""

    view: State
    values: Values
    made: MoveValue
    reasons: tuple[Phrase, ...]

    @property
    def best(self) -> MoveValue:
        return self.values.best


class Expected(Struct, frozen=True):
    """The numbers of a sentence as they are told, and what has to hold."""

    numbers: tuple[str, ...]
    holds: tuple[Holds, ...] = ()


LEAST_ONLY: Final = 0.9
"""*Only* is said of at most this share of what it is compared with."""

_RULE: Final = re.compile(r"\([KNSHR]\d+\)")
_NUMBER: Final = re.compile(r"[<>]?\d+(?:[.,]\d+)?(?: %)?")
_ONE: Final = (
    re.compile(r"\bone (?=throw|game|point|sure)"),
    re.compile(r"\b[Ee]in(?:e[nm])? (?=Wurf|Spiel|Punkt|sicheren)"),
)
_ONLY: Final = re.compile(r"\b(?:only|nur)\b")
_NEVER: Final = re.compile(r"\b(?:never|nie)\b")
_ALWAYS: Final = re.compile(r"\b(?:always|immer)\b")


def percent(chance: Fraction | float) -> str:
    """A chance as it is told: whole per cent, where only what is certain is 0 or 100."""
    if 0 < chance < Fraction(1, 100):
        return "<1 %"
    if Fraction(99, 100) < chance < 1:
        return ">99 %"
    return f"{float(chance) * 100:.0f} %"


def tenth(number: float) -> str:
    return f"{number:.1f}"


def texts(said: Said) -> tuple[str, str]:
    return render(words("en"), said), render(words("de"), said)


def numbers(text: str) -> Counter[str]:
    """All numbers of a text except those of rules; *one throw* counts as 1.

    >>> sorted(numbers("With 1 2 open you can use 94 % of all throws (K4), on average 1,5 more than one throw"))
    ['1', '1.5', '2', '94 %']
    """
    bare = _RULE.sub("", text)
    for one in _ONE:
        bare = one.sub("1 ", bare)
    return Counter(number.replace(",", ".") for number in _NUMBER.findall(bare))


def faults(said: Said, expected: Expected) -> Iterator[Fault]:
    """The faults of a sentence in both languages."""
    key = "" if isinstance(said, str) else said.key
    wanted = Counter(expected.numbers)
    for text in texts(said):
        if (found := numbers(text)) != wanted:
            yield Fault(
                "number", key, f"{sorted((wanted - found).elements())} was told as {_list(found - wanted)}", text
            )
    english, _ = texts(said)
    for true, kind, what in expected.holds:
        if not true:
            yield Fault(kind, key, what, english)


def _list(found: Counter[str]) -> list[str]:
    return sorted(found.elements())


def contrast(said: Said, more: Fraction | float, less: Fraction | float) -> Iterator[Holds]:
    """A greater and a smaller chance: they look different, and *only*, *never* and *always* are justified."""
    for text in texts(said):
        yield more > less, "argument", f"{float(more):.4f} is not more than {float(less):.4f}"
        yield percent(more) != percent(less), "equal", f"{percent(more)} twice"
        yield (
            not _ONLY.search(text) or less <= LEAST_ONLY * more,
            "word",
            f"only {float(less):.3f} of {float(more):.3f}",
        )
        yield not _NEVER.search(text) or less == 0, "word", f"never, but {float(less):.4f}"
        yield not _ALWAYS.search(text) or more == 1, "word", f"always, but {float(more):.4f}"


def costs(case: Case, said: Phrase) -> Expected:
    """The first sentence: how much a move costs, and that another one is the best."""
    loss = 100 * (case.best.value - case.made.value)
    error = 100 * case.made.behind_error
    english, german = texts(said)
    others = [move for move in case.values.moves if move is not case.best]
    clearly = all(case.best.value - other.value > 2 * other.behind_error for other in others)
    best = "best" in english or "am besten" in german
    estimated = (tenth(max(1.96 * error, 0.1)),) if "±" in english else ()
    return Expected(
        (*of_move(case.made.move), *of_move(case.best.move), tenth(loss), *estimated),
        (
            (loss >= 0.05, "equal", f"costs {loss}"),
            (error == 0 or "±" in english, "error", f"an error of {error:.3f} is not told"),
            (not best or clearly or not error, "best", "another move may be as good"),
        ),
    )


def of_move(move: Event) -> tuple[str, ...]:
    """The numbers in the name of a move: fields, dice, and ones that were sixes."""
    match move:
        case zock.Cover(fields=fields):
            return strings(fields)
        case schocken.Throw(keep=keep, flip=flip):
            ones = 0 if flip is UNSET else flip
            return ("1",) * ones + (strings(keep) if len(keep) > ones else ())
    return ()


def strings(numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(str(number) for number in numbers)
