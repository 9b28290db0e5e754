"""Comparison of a rendered sentence with what it should say: its numbers, and the logic of its words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from msgspec import UNSET, Struct

from knobel.coach.values import MoveValue, Values
from knobel.rules import schocken, zock, zocknroll
from knobel.rules.game import Event, State
from knobel.telling.phrase import Phrase, Said, render
from knobel.telling.terms import row_name
from knobel.words import words

Kind: TypeAlias = Literal["number", "word", "equal", "argument", "plan", "error", "best", "rule", "missed"]
"""What is wrong: a number; only, never or always; equal or vanishing numbers as a difference; a reason against its own
advice; numbers of different plans; an estimate without its error; a best move that may not be the best; a rule; and a
fault planted in a right text that the checker does not find."""

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


class Contrast(Struct, frozen=True):
    """A greater and a smaller figure of a sentence; `told` is the smaller one as it is told."""

    more: Fraction | float
    less: Fraction | float
    told: str


class Expected(Struct, frozen=True):
    """The numbers of a sentence in their order, what has to hold, and the moves that it names, in their order.

    `german` are the numbers of the German text if they have another order. Without a contrast there is nothing of which
    *only*, *never* or *always* may be said. `signs` says how many numbers are marked as estimates, by ± or ≈.
    """

    numbers: tuple[str, ...]
    holds: tuple[Holds, ...] = ()
    contrast: Contrast | None = None
    moves: tuple[Event, ...] = ()
    german: tuple[str, ...] | None = None
    signs: int = 0


LEAST_ONLY: Final = 0.9
"""*Only* is said of at most this share of what it is compared with."""

_RULE: Final = re.compile(r"\([KNSHR]\d+\)")
_NUMBER: Final = re.compile(r"[<>]?\d+(?:[.,]\d+)?(?: %)?")
_ONE: Final = (
    re.compile(r"\bone (?=throw|game|point|sure)"),
    re.compile(r"\b[Ee]in(?:e[nm])? (?=Wurf|Spiel|Punkt|sicheren)"),
)
_ONLY: Final = re.compile(r"\b(?:only|just|merely|nur|bloß)\b", re.IGNORECASE)
_NEVER: Final = re.compile(r"\b(?:never|nie|niemals)\b", re.IGNORECASE)
_ALWAYS: Final = re.compile(r"\b(?:always|immer(?! noch))\b", re.IGNORECASE)
_SIGN: Final = re.compile("[±≈]")
_PLANTED: Final = (("only", "never", "always"), ("nur", "nie", "immer"))


def percent(chance: Fraction | float) -> str:
    """A chance as it is told: whole per cent, where only what is certain is 0 or 100."""
    if 0 < chance < Fraction(1, 100):
        return "<1 %"
    if Fraction(99, 100) < chance < 1:
        return ">99 %"
    return f"{float(chance) * 100:.0f} %"


def tenth(number: float) -> str:
    """A number to one decimal; halves go to the even digit, as in the texts."""
    return str(Decimal(repr(float(number))).quantize(Decimal("0.1")))


def texts(said: Said) -> tuple[str, str]:
    return render(words("en"), said), render(words("de"), said)


def numbers(text: str) -> tuple[str, ...]:
    """All numbers of a text in their order, except those of rules; *one throw* counts as 1.

    >>> numbers("With 1 2 open you can use 94 % of all throws (K4), on average 1,5 more than one throw")
    ('1', '2', '94 %', '1.5', '1')
    """
    bare = _RULE.sub("", text)
    for one in _ONE:
        bare = one.sub("1 ", bare)
    return tuple(number.replace(",", ".") for number in _NUMBER.findall(bare))


def faults(said: Said, expected: Expected) -> Iterator[Fault]:
    """The faults of a sentence in both languages; of a right one those that are planted in it and not found."""
    key, both = "" if isinstance(said, str) else said.key, texts(said)
    found = [Fault(kind, key, what, both[0]) for true, kind, what in expected.holds if not true]
    for nth, text in enumerate(both):
        found += [Fault(kind, key, what, text) for true, kind, what in _told(text, nth, expected) if not true]
    yield from found
    if not found:
        for nth, text in enumerate(both):
            for planted in _planted(text, nth, expected):
                if all(true for true, _, _ in _told(planted, nth, expected)):
                    yield Fault("missed", key, "this planted fault is not found", planted)


def _told(text: str, language: int, expected: Expected) -> Iterator[Holds]:
    """What has to be true of the text itself."""
    wanted = expected.german if language and expected.german is not None else expected.numbers
    found, signs = numbers(text), len(_SIGN.findall(text))
    yield found == wanted, "number", f"{list(wanted)} was told as {list(found)}"
    yield signs == expected.signs, "error", f"{signs} signs of estimates instead of {expected.signs}"
    yield from _words(text, expected.contrast)
    yield from _named(text, language, expected.moves)


def _planted(text: str, language: int, expected: Expected) -> Iterator[str]:
    """The text without one of its signs, and with *only*, *never* or *always* where that is false."""
    only, never, always = _PLANTED[language]
    for sign in _SIGN.finditer(text):
        yield text[: sign.start()] + text[sign.end() :]
    told = expected.contrast
    for number in _NUMBER.finditer(_RULE.sub(lambda rule: " " * len(rule[0]), text)):
        here = number[0].replace(",", ".")
        if told is None or here != told.told or told.less > LEAST_ONLY * told.more:
            yield f"{text[: number.start()]}{only} {text[number.start() :]}"
    if told is None or told.less > 0:
        yield f"{text} {never}"
    if told is None or told.more < 1:
        yield f"{text} {always}"


def _words(text: str, contrast: Contrast | None) -> Iterator[Holds]:
    """*Only*, *never* and *always* are justified, and *only* stands before the smaller figure."""
    more, less = (0.0, 1.0) if contrast is None else (contrast.more, contrast.less)
    for only in _ONLY.finditer(text):
        yield less <= LEAST_ONLY * more, "word", f"only {float(less):.3f} of {float(more):.3f}"
        told = numbers(text[only.end() :])[:1]
        yield contrast is None or told == (contrast.told,), "word", f"only of {told}"
    yield not _NEVER.search(text) or less == 0, "word", f"never, but {float(less):.4f}"
    yield not _ALWAYS.search(text) or more == 1, "word", f"always, but {float(more):.4f}"


def contrast(more: Fraction | float, less: Fraction | float) -> Contrast:
    return Contrast(more, less, percent(less))


def greater(more: Fraction | float, less: Fraction | float) -> tuple[Holds, ...]:
    """A chance is greater than another one, and looks so."""
    return (
        (more > less, "argument", f"{float(more):.4f} is not more than {float(less):.4f}"),
        (percent(more) != percent(less), "equal", f"{percent(more)} twice"),
    )


def _named(text: str, language: int, moves: Sequence[Event]) -> Iterator[Holds]:
    """The moves are named in this order."""
    place, lower = 0, text.lower()
    for move in moves:
        word = _word(move)[language]
        place = lower.find(word, place) + 1
        if place == 0:
            yield False, "argument", f"{word!r} is missing, or a move stands in the place of another one"
            return


def _word(move: Event) -> tuple[str, str]:
    """A word of the name of a move in English and German; its dice and fields are among the numbers."""
    match move:
        case zock.Cover() | zock.Pass():
            return "covering", "abdecken"
        case schocken.Throw(keep=keep, flip=flip):
            if flip is not UNSET:
                return "turning", "drehen"
            return ("keeping", "herauslegen") if keep else ("all three", "alle drei")
        case zocknroll.Drop(row=None):
            return "dropping with nothing", "aussteigen ohne zeile"
        case zocknroll.Drop(row=str(row)) | zocknroll.Mark(row=row):
            english, german = texts(row_name(row))
            return f"“{english}”".lower(), f"„{german}“".lower()
    return {
        "accept": ("accepting", "annehmen"),
        "object": ("objecting", "einspruch"),
        "stand": ("standing", "stehen lassen"),
        "stay": ("staying", "weiterzocken"),
        "throw": ("throwing", "werfen"),
    }[str(type(move).__struct_config__.tag)]


def costs(case: Case, said: Phrase) -> Expected:
    """The first sentence: how much a move costs, and that another one is the best."""
    loss = 100 * (case.best.value - case.made.value)
    error = 100 * case.made.behind_error
    english, german = texts(said)
    others = [move for move in case.values.moves if move is not case.best]
    clearly = all(case.best.value - other.value > 2 * other.behind_error for other in others)
    best = "best" in english or "am besten" in german
    estimated = (tenth(max(1.96 * error, 0.1)),) if error else ()
    return Expected(
        (*of_move(case.made.move), tenth(loss), *estimated, *of_move(case.best.move)),
        (
            (loss >= 0.05, "equal", f"costs {loss}"),
            (not best or clearly or not error, "best", "another move may be as good"),
        ),
        moves=(case.made.move, case.best.move),
        signs=len(estimated),
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
