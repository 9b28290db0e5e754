"""Configuration of a server: one TOML file, environment variables and command line, with the source of each value.

The command line beats the environment, which beats the file, which beats the defaults.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import fields, replace

from ...rules.errors import shown, unknown_name
from ...words import words
from ..limits.rate_limit import Limits, RateLimit
from .options import ENVIRONMENT, Config, options
from .values import config_error, parsed

_CONFIG_VARIABLE: Final = "KNOBEL_CONFIG"

_OTHER_VARIABLES: Final = ("KNOBEL_LANG", "KNOBEL_NODES")
"""Variables with another meaning that look like a misspelt option; the second is used by `deploy/Caddyfile`."""

_SIMILAR: Final = 0.8
"""Ratio of equal letters (`difflib`) from which a variable is taken for a misspelt option."""


class Loaded(Struct, frozen=True):
    """A configuration, and where each value that is not a default comes from, by key."""

    config: Config
    sources: dict[str, str]


def load(file: Path | None, environment: Mapping[str, str], given: Mapping[str, object]) -> Loaded:
    """The configuration of a file, the environment and the command line (`given`, by key)."""
    values, sources = dict[str, object](), dict[str, str]()

    def take(key: str, value: object, source: str, name: str, folder: Path | None = None) -> None:
        values[key], sources[key] = parsed(options()[key].kind, value, name, folder), source

    if file is not None:
        for key, value in _read(file).items():
            take(key, value, file.name, f"{key} in {file.name}", file.absolute().parent)
    _check_variables(environment)
    for key, option in options().items():
        if option.variable in environment:
            take(key, environment[option.variable], option.variable, option.variable)
    for key, value in given.items():
        take(key, value, "command line", "--" + key.replace("_", "-"))
    return _built(values, sources)


def _built(values: dict[str, object], sources: dict[str, str]) -> Loaded:
    """Structs of the values; `rate` sets the limits that are not set themselves."""
    top = {key: value for key, value in values.items() if "." not in key}
    limits = _scaled(Limits(), values.get("rate", Config().rate))
    for field in fields(Limits):
        key = f"limits.{field.name}"
        if key not in values and getattr(limits, field.name) != field.default:
            sources[key] = "rate"
    config = replace(Config(limits=limits), **top)
    for section in ("limits", "retention", "quotas", "texts", "log"):
        own = {key.removeprefix(f"{section}."): value for key, value in values.items() if key.startswith(f"{section}.")}
        config = replace(config, **{section: replace(getattr(config, section), **own)})
    return Loaded(config, sources)


def _scaled(limits: Limits, rate: object) -> Limits:
    """The limits for `rate` commands per second of a connection; 0 means no limits."""
    assert isinstance(rate, int)
    if rate == limits.commands.per_second:
        return limits
    limits = replace(limits, commands=RateLimit(rate, rate * 3), commands_of_address=RateLimit(rate * 10, rate * 30))
    if rate:
        return limits
    free = RateLimit(0, 0)
    return replace(
        limits,
        requests_of_address=free,
        files_of_address=free,
        new_tables_of_address=free,
        loop_ms_of_address=free,
        bytes_of_address=free,
        joins_of_address=free,
        joins_without_cookie=free,
        emotes=free,
    )


def _read(file: Path) -> dict[str, object]:
    """The values of a TOML file by key."""
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise config_error("error-read", file=str(file), why=error.strerror or "") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise config_error("error-config-toml", file=file.name, why=str(error)) from None
    found = dict[str, object]()
    sections = {option.section for option in options().values()}
    for name, value in content.items():
        if isinstance(value, dict) and name in sections:
            found |= {f"{name}.{key}": each for key, each in value.items()}
        elif name in sections:
            raise config_error("error-config-section", file=file.name, name=name, value=shown(value))
        else:
            found[name] = value
    for key in found:
        if key not in options():
            sentence = words("en")("error-config-key", file=file.name, name=key)
            raise unknown_name(sentence, key, [*options(), *sections - {""}], key="error-config-key", file=file.name)
    return found


def _check_variables(environment: Mapping[str, str]) -> None:
    """Refuse unknown variables of a section, and misspelt ones; other programs use other names with `KNOBEL_`."""
    sections = tuple(f"{ENVIRONMENT}{option.section.upper()}_" for option in options().values() if option.section)
    known = [*(option.variable for option in options().values()), _CONFIG_VARIABLE]
    for variable in environment:
        if variable in known or variable in _OTHER_VARIABLES:
            continue
        if variable.startswith(sections) or (variable.startswith(ENVIRONMENT) and _is_misspelt(variable, known)):
            sentence = words("en")("error-config-variable", name=variable)
            raise unknown_name(sentence, variable, known, key="error-config-variable")


def _is_misspelt(variable: str, known: list[str]) -> bool:
    """Whether a name is so similar to a known one that it must be meant.

    >>> [_is_misspelt(f"KNOBEL_{name}", ["KNOBEL_TRUSTED_PROXY"]) for name in ("TRUSTED_PROXIES", "TRUSTED", "PROXY")]
    [True, False, False]
    """
    from difflib import get_close_matches

    names = [name.removeprefix(ENVIRONMENT) for name in known]
    return bool(get_close_matches(variable.removeprefix(ENVIRONMENT), names, 1, _SIMILAR))


def load_configured(file: Path | None, given: Mapping[str, object]) -> Loaded:
    """The configuration of this process; `KNOBEL_CONFIG` names a file if the command line does not."""
    named = os.environ.get(_CONFIG_VARIABLE)
    return load(file or (Path(named) if named else None), os.environ, given)
