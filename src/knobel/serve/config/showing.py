"""The configuration as TOML, as `knobel serve --show-config` prints it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ..limits.rate_limit import RateLimit
from ..units import format_duration, format_rate, format_size
from .loading import Loaded
from .options import BUILT_IN, OFF, Option, options, unwrapped


def show(loaded: Loaded) -> str:
    """The configuration as TOML, with the source of each value in a comment.

    Values with a secret are masked and commented out, so that reading the text again leaves them to the environment.
    """
    lines, section = list[str](), ""
    for key, option in options().items():
        if option.section != section:
            section = option.section
            lines += ["", f"[{section}]"]
        value = getattr(getattr(loaded.config, section) if section else loaded.config, option.name)
        source = loaded.sources.get(key, "default")
        lines.append(_line(option, value, source))
    return "\n".join(lines) + "\n"


def _line(option: Option, value: object, source: str) -> str:
    base, meta, _ = unwrapped(option.kind)
    what = (meta.extra or {}).get("is")
    if value is None:
        written = f'{option.name} = "{OFF}"'
        return f"{written}  # {source}" if what in ("duration", "size") else f"# {option.name} is not set"
    if what in ("url", "door"):
        masked = "***" if what == "door" else _masked(str(value))
        if masked != value:
            return f"# {option.name} = {_quoted(masked)}  # {source}; secret: set {option.variable}"
    return f"{option.name} = {_written(base, what, value)}  # {source}"


def _masked(url: str) -> str:
    """A URL without its user, password or token, and without passwords among its parameters; a path stays as it is.

    >>> _masked("nats://token@bus"), _masked("postgresql://anna:a:b/c@db/knobel?sslmode=require&password=x")
    ('nats://***@bus', 'postgresql://***@db/knobel?sslmode=require&password=***')
    """
    scheme, mark, rest = url.partition("://")
    if not mark:
        return url
    _, at, rest = rest.rpartition("@")
    rest = re.sub(r"(?i)(password=)[^&]*", r"\1***", rest)
    return f"{scheme}://{'***@' if at else ''}{rest}"


def _written(base: Any, what: str | None, value: Any) -> str:
    if base is RateLimit:
        return _quoted(format_rate(value))
    if what == "duration":
        return _quoted(format_duration(value))
    if what == "size":
        return _quoted(format_size(value))
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(_quoted, value))}]"
    is_path = isinstance(value, Path) and str(value) != BUILT_IN
    return _quoted(str(value.absolute() if is_path else value))


def _quoted(text: str) -> str:
    """A TOML basic string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(mark if mark.isprintable() else f"\\u{ord(mark):04x}" for mark in escaped) + '"'
