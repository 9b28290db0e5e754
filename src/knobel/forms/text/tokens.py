"""Tokens of a position text: numbers, dice, choices and options, `variant=B,games=3`."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NoReturn, TypeVar

from msgspec.structs import astuple

from ...rules.chips import Chips
from ...rules.errors import BadPosition
from ...rules.game import AnyGame, Dice, Options, OptionSpec, option_specs, read_options

NONE: Final = "-"
"""A field without content."""

_DIE: Final = "?123456"
_MOST_DIGITS: Final = 1000
"""Python itself refuses to read numbers of more than 4300 digits."""

_FLAGS: Final = {"false": False, "true": True}
_COLOURS: Final = Chips.__struct_fields__

T = TypeVar("T", bound=str)


def refuse(sentence: str, rule: str | None = None) -> NoReturn:
    raise BadPosition(sentence, rule)


def quoted(text: str) -> str:
    """A given text, short enough for a sentence.

    >>> quoted("nonsense" * 1000)
    "'nonsensenonsensenonse…'"
    """
    return repr(text if len(text) <= 22 else f"{text[:21]}…")


def number(text: str, what: str, most: int | None = None, rule: str | None = None) -> int:
    """A number in ASCII digits; other digits of Unicode (`²`, `٣`) are refused."""
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        refuse(f"{what} must be a number, not {quoted(text)}")
    value = int(text)
    if most is not None and value > most:
        refuse(f"{what} must be at most {most}, not {quoted(text)}", rule)
    return value


def one_of(text: str, choices: Collection[T], what: str) -> T:
    """The text as one of the choices."""
    for choice in choices:
        if choice == text:
            return choice
    refuse(f"{what} must be one of {', '.join(choices)}, not {quoted(text)}")


def write_dice(dice: Dice) -> str:
    return "".join(_DIE[die] for die in dice) or NONE


def read_dice(text: str, what: str) -> Dice:
    """Dice as digits, `?` for a hidden one, `-` for none."""
    if text == NONE:
        return ()
    if not text or not set(text) <= set(_DIE):
        refuse(f"{what} must be dice of 1 to 6, not {quoted(text)}")
    return tuple(map(_DIE.index, text))


def write_options(options: Options) -> str:
    """The options that differ from their defaults."""
    chosen = zip(options.__struct_fields__, astuple(options), astuple(type(options)()), strict=True)
    return ",".join(f"{name}={_write(value)}" for name, value, default in chosen if value != default) or NONE


def _write(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Chips):
        return ":".join(map(str, value.values()))
    return str(value)


def read_options_text(game: AnyGame, text: str) -> Any:
    """The options of a game; a value that the rules do not allow raises `BadOptions`."""
    if text == NONE:
        return game.options()
    specs = {spec.name: spec for spec in option_specs(game)}
    given: dict[str, object] = {}
    for word in text.split(","):
        name, equals, value = word.partition("=")
        if not equals or name not in specs or name in given:
            known = ", ".join(specs)
            refuse(f"options are {NONE} or name=value,… with each of {known} at most once, not {quoted(word)}")
        given[name] = _read(specs[name], value)
    return read_options(game, given)


def _read(spec: OptionSpec, text: str) -> object:
    if spec.least is not None:
        return number(text, spec.name)
    if not spec.choices:
        return _read_chips(text)
    return _FLAGS.get(text, text) if isinstance(spec.default, bool) else text


def _read_chips(text: str) -> dict[str, int]:
    values = text.split(":")
    if len(values) != len(_COLOURS):
        refuse(f"chips are four values, one for each of {', '.join(_COLOURS)}, not {quoted(text)}", "K10")
    return {colour: number(value, f"a {colour} chip") for colour, value in zip(_COLOURS, values, strict=True)}
