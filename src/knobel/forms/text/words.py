"""The words of a position text: numbers, dice, choices, and the sentence for what makes no sense."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NoReturn, TypeVar

from ...rules.errors import BadPosition
from ...rules.game import Dice

NONE: Final = "-"
"""A field without content."""

_DIE: Final = "?123456"
_MOST_DIGITS: Final = 1000
"""Options may be any number, but Python itself refuses to read those of more than 4300 digits."""

T = TypeVar("T", bound=str)


def refuse(sentence: str, rule: str | None = None) -> NoReturn:
    raise BadPosition(sentence, rule)


def quoted(text: str) -> str:
    """What somebody wrote, short enough for a sentence.

    >>> quoted("nonsense" * 1000)
    "'nonsensenonsensenonse…'"
    """
    return repr(text if len(text) <= 22 else f"{text[:21]}…")


def number(text: str, what: str, most: int | None = None, rule: str | None = None) -> int:
    """A number in plain digits; what else Unicode calls a digit (`²`, `٣`) is refused."""
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        refuse(f"{what} must be a number, not {quoted(text)}")
    value = int(text)
    if most is not None and value > most:
        refuse(f"{what} must be at most {most}, not {quoted(text)}", rule)
    return value


def one_of(text: str, choices: Collection[T], what: str) -> T:
    """The choice that is written."""
    for choice in choices:
        if choice == text:
            return choice
    refuse(f"{what} must be one of {', '.join(choices)}, not {quoted(text)}")


def write_dice(dice: Dice) -> str:
    return "".join(_DIE[die] for die in dice) or NONE


def read_dice(text: str, what: str) -> Dice:
    """Dice as digits, `?` for one that is hidden, `-` for none."""
    if text == NONE:
        return ()
    if not text or not set(text) <= set(_DIE):
        refuse(f"{what} must be dice of 1 to 6, not {quoted(text)}")
    return tuple(map(_DIE.index, text))
