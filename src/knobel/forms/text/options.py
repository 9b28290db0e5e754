"""Options in a position text: those that differ from their defaults, `variant=B,games=3`."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import astuple

from ...rules.chips import Chips
from ...rules.game import AnyGame, Options, OptionSpec, option_specs, read_options
from .words import NONE, number, quoted, refuse

_FLAGS: Final = {"false": False, "true": True}
_COLOURS: Final = Chips.__struct_fields__


def write_options(options: Options) -> str:
    chosen = zip(options.__struct_fields__, astuple(options), astuple(type(options)()), strict=True)
    return ",".join(f"{name}={_write(value)}" for name, value, default in chosen if value != default) or NONE


def _write(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Chips):
        return ":".join(map(str, value.values()))
    return str(value)


def read_options_text(game: AnyGame, text: str) -> Any:
    """The options of a game; a value that the rules do not know raises `BadOptions`."""
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
