"""Values of options, as the file, the environment or the command line write them, checked and converted."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from msgspec import Meta

from ...rules.errors import BadOptions, shown
from ...words import words
from ..limits.rate_limit import RateLimit
from ..units import format_duration, format_size, parse_duration, parse_rate, parse_size
from .options import BUILT_IN, OFF, unwrapped

_UNITS: Final[dict[str, tuple[Callable[[object], float], Callable[[int], str]]]] = {
    "duration": (parse_duration, format_duration),
    "size": (parse_size, format_size),
}
"""How each kind of value with a unit is read and written."""


def config_error(key: str, **values: str) -> BadOptions:
    return BadOptions(words("en")(key, **values), key=key, **values)


def parsed(kind: Any, value: object, name: str, folder: Path | None) -> object:
    """A value of the type of its option; `name` is how the user wrote the option."""
    base, meta, optional = unwrapped(kind)
    if optional and value == OFF:
        return None
    what = (meta.extra or {}).get("is")
    try:
        if base is RateLimit:
            return parse_rate(value)
        if what in _UNITS:
            return _measured(value, name, what, meta)
        if what == "networks":
            return _networks(value)
        if what == "bots":
            return _third_party_bots(value)
        if what == "endpoint":
            return _endpoint(value)
        if what == "door":
            return _door_code(value, meta)
    except BadOptions:
        raise
    except ValueError:
        raise config_error(
            f"error-config-{base.__name__.lower() if what is None else what}", **_named(name, value)
        ) from None
    if base is bool:
        return _bool(value, name)
    if base is int:
        return _whole(value, name, meta)
    if not isinstance(value, str | Path) or not str(value):
        raise config_error("error-config-text", **_named(name, value))
    if base is Path:
        return Path(value) if folder is None or str(value) == BUILT_IN else folder / value
    return str(value)


def _named(name: str, value: object) -> dict[str, str]:
    return {"option": name, "value": shown(list(value) if isinstance(value, tuple) else value)}


def _bool(value: object, name: str) -> bool:
    known = {"true": True, "false": False, "1": True, "0": False}
    if isinstance(value, str) and value.lower() in known:
        return known[value.lower()]
    if not isinstance(value, bool):
        raise config_error("error-config-bool", **_named(name, value))
    return value


def _whole(value: object, name: str, meta: Meta) -> int:
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,18}", value):
        value = int(value)
    low, high = meta.ge, meta.le
    bounds = {"low": str(low), "high": str(high)}
    if isinstance(value, bool) or not isinstance(value, int):
        wrong = True
    else:
        wrong = (low is not None and value < low) or (high is not None and value > high)
    if wrong:
        key = "error-whole" if low is None else "error-whole-from" if high is None else "error-whole-between"
        raise config_error(key, **_named(name, value), **(bounds if low is not None else {}))
    assert isinstance(value, int)
    return value


def _measured(value: object, name: str, what: str, meta: Meta) -> float:
    """A size or a duration (`what`) within its bounds, which are whole numbers."""
    parse, written = _UNITS[what]
    low, high = round(meta.ge or 0), None if meta.le is None else round(meta.le)
    try:
        number = parse(value)
    except ValueError:
        number = -1
    if low <= number and (high is None or number <= high):
        return number
    named, key = _named(name, value), f"error-config-{what}"
    if high is not None:
        raise config_error(f"{key}-between", **named, low=written(low), high=written(high))
    if low and number >= 0:
        raise config_error(f"{key}-from", **named, low=written(low))
    raise config_error(key, **named)


def _networks(value: object) -> tuple[str, ...]:
    from ..limits.blocks import parse_network

    listed = _listed(value)
    for each in listed:
        parse_network(each)
    return listed


def _third_party_bots(value: object) -> tuple[str, ...]:
    listed = _listed(value)
    if len({split_bot(each)[0] for each in listed}) < len(listed):
        raise ValueError
    return listed


def _listed(value: object) -> tuple[str, ...]:
    """A list of texts; the environment separates them by commas."""
    listed = [each.strip() for each in value.split(",") if each.strip()] if isinstance(value, str) else value
    if not isinstance(listed, list | tuple) or not all(isinstance(each, str) for each in listed):
        raise ValueError
    return tuple(listed)


def split_bot(text: str) -> tuple[str, str]:
    """The name of a third-party bot, and its import path or entry point.

    >>> split_bot("clever = my_package.bots:clever"), split_bot("clever")
    (('clever', 'my_package.bots:clever'), ('clever', 'clever'))
    """
    name, _, path = (part.strip() for part in text.partition("="))
    if not re.fullmatch("[a-z][a-z0-9_]{0,23}", name):
        raise ValueError(text)
    return name, path or name


def _endpoint(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError
    split_endpoint(value)
    return value


def _door_code(value: object, meta: Meta) -> str:
    from ..tokens import normal_door_code

    if not isinstance(value, str) or len(normal_door_code(value)) < (meta.min_length or 0):
        raise ValueError
    return value


def split_endpoint(text: str) -> tuple[str, int]:
    """Host and port.

    >>> split_endpoint("127.0.0.1:9100"), split_endpoint("[::1]:0")
    (('127.0.0.1', 9100), ('::1', 0))
    """
    host, colon, port = text.rpartition(":")
    if not (host and colon and re.fullmatch("[0-9]{1,5}", port) and int(port) <= 65535):
        raise ValueError(text)
    return host.removeprefix("[").removesuffix("]"), int(port)
