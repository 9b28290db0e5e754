"""Configuration of a server: one TOML file, environment variables and command line, with the source of each value.

The command line beats the environment, which beats the file, which beats the defaults. The options are the fields of
`Config` and of the structs in it: `limits.commands` in the file is `KNOBEL_LIMITS_COMMANDS` in the environment. This
module loads quickly: the command line reads the configuration before it loads the server.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Final, TypeAlias, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct
from msgspec.structs import fields, replace

from ..rules.errors import BadOptions, shown, unknown_name
from ..words import words
from .limits.rate_limit import Bytes, Limits, RateLimit, Seconds
from .units import format_duration, format_rate, format_size, parse_duration, parse_rate, parse_size

Endpoint: TypeAlias = Annotated[str, Meta(extra={"is": "endpoint"})]
"""HOST:PORT."""

Networks: TypeAlias = Annotated[tuple[str, ...], Meta(extra={"is": "networks"})]
"""IP addresses and networks."""

Url: TypeAlias = Annotated[str, Meta(extra={"is": "url"})]
"""An address that may contain a password."""

DoorCode: TypeAlias = Annotated[str, Meta(min_length=4, extra={"is": "door"})]
"""A secret; its letters and digits count."""

ThirdPartyBots: TypeAlias = Annotated[tuple[str, ...], Meta(extra={"is": "bots"})]
"""NAME = package.module:name, or the NAME of an entry point."""

BUILT_IN: Final = "built-in"
"""Stands for the path of a text that comes with knobel."""

OFF: Final = "off"
"""How the file writes that an age or a quota is not set."""

_UNITS: Final[dict[str, tuple[Callable[[object], float], Callable[[int], str]]]] = {
    "duration": (parse_duration, format_duration),
    "size": (parse_size, format_size),
}
"""How each kind of value with a unit is read and written."""

_ENVIRONMENT: Final = "KNOBEL_"
_CONFIG_VARIABLE: Final = "KNOBEL_CONFIG"

_OTHER_VARIABLES: Final = ("KNOBEL_LANG", "KNOBEL_NODES")
"""Variables with another meaning that look like a misspelt option; the second is used by `deploy/Caddyfile`."""

_SIMILAR: Final = 0.8
"""Ratio of equal letters (`difflib`) from which a variable is taken for a misspelt option."""


class Retention(Struct, frozen=True):
    """Ages since the last use after which tables are deleted, and after which other rows are; None keeps them."""

    lobby: Seconds | None = None
    """Tables at which no game was started."""
    playing: Seconds | None = None
    """Tables with an unfinished game."""
    finished: Seconds | None = None
    """Tables whose last game is over, and closed tables."""
    analyses: Seconds | None = None
    audit: Seconds | None = None


class StorageQuotas(Struct, frozen=True):
    """Bytes of stored tables and records per device and in all, and the free space that must be left on the disk."""

    device: Bytes | None = None
    total: Bytes | None = None
    free_space: Bytes | None = 200_000_000


class Texts(Struct, frozen=True):
    """Markdown files that the server shows; `privacy.de.md` beside `privacy.md` is the German one."""

    privacy: Path | None = None
    """Path or `built-in`: the text in the package, which says what knobel stores."""
    imprint: Path | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The texts that are set."""
        return tuple(name for name in ("privacy", "imprint") if getattr(self, name) is not None)


class LogFile(Struct, frozen=True):
    """A log file instead of stderr, with rotation by size and age; `keep` old files stay."""

    file: Path | None = None
    size: Annotated[int, Meta(ge=1000, extra={"is": "size"})] = 10_000_000
    keep: Annotated[int, Meta(ge=1, le=1000)] = 5
    age: Annotated[float, Meta(ge=3600, extra={"is": "duration"})] | None = None
    """No line stays for longer."""


class Config(Struct, frozen=True):
    """All options of `knobel serve`."""

    host: str | None = None
    port: Annotated[int, Meta(ge=0, le=65535)] | None = None
    data: Path | None = None
    store: Url | None = None
    nats: Url | None = None
    node: str | None = None
    trusted_proxy: Networks = ()
    admin: Endpoint = "127.0.0.1:0"
    admin_open: bool = False
    lan: bool = False
    door_code: DoorCode | None = None
    open: bool = False
    bots: Annotated[int, Meta(ge=1, le=64)] = 1
    third_party_bot: ThirdPartyBots = ()
    rate: Annotated[int, Meta(ge=0)] = 20
    limits: Limits = Limits()
    retention: Retention = Retention()
    quotas: StorageQuotas = StorageQuotas()
    texts: Texts = Texts()
    log: LogFile = LogFile()


class Option(Struct, frozen=True):
    """One option: its section (empty at the top level), name, type and default."""

    section: str
    name: str
    kind: Any
    default: Any

    @property
    def key(self) -> str:
        return f"{self.section}.{self.name}" if self.section else self.name

    @property
    def variable(self) -> str:
        """The environment variable."""
        return _ENVIRONMENT + self.key.replace(".", "_").upper()


class Loaded(Struct, frozen=True):
    """A configuration, and where each value that is not a default comes from, by key."""

    config: Config
    sources: dict[str, str]


@cache
def options() -> dict[str, Option]:
    """All options by key.

    >>> options()["limits.commands"].variable
    'KNOBEL_LIMITS_COMMANDS'
    """
    return {option.key: option for option in _options("", Config)}


def _options(section: str, struct: type[Struct]) -> Iterator[Option]:
    kinds = get_type_hints(struct, include_extras=True)
    for field in fields(struct):
        kind = kinds[field.name]
        if isinstance(kind, type) and issubclass(kind, Struct) and kind is not RateLimit:
            yield from _options(field.name, kind)
        else:
            yield Option(section, field.name, kind, field.default)


def load(file: Path | None, environment: Mapping[str, str], given: Mapping[str, object]) -> Loaded:
    """The configuration of a file, the environment and the command line (`given`, by key)."""
    values, sources = dict[str, object](), dict[str, str]()

    def take(key: str, value: object, source: str, name: str, folder: Path | None = None) -> None:
        values[key], sources[key] = _parsed(options()[key].kind, value, name, folder), source

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
        raise _error("error-read", file=str(file), why=error.strerror or "") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise _error("error-config-toml", file=file.name, why=str(error)) from None
    found = dict[str, object]()
    sections = {option.section for option in options().values()}
    for name, value in content.items():
        if isinstance(value, dict) and name in sections:
            found |= {f"{name}.{key}": each for key, each in value.items()}
        elif name in sections:
            raise _error("error-config-section", file=file.name, name=name, value=shown(value))
        else:
            found[name] = value
    for key in found:
        if key not in options():
            sentence = words("en")("error-config-key", file=file.name, name=key)
            raise unknown_name(sentence, key, [*options(), *sections - {""}], key="error-config-key", file=file.name)
    return found


def _check_variables(environment: Mapping[str, str]) -> None:
    """Refuse unknown variables of a section, and misspelt ones; other programs use other names with `KNOBEL_`."""
    sections = tuple(f"{_ENVIRONMENT}{option.section.upper()}_" for option in options().values() if option.section)
    known = [*(option.variable for option in options().values()), _CONFIG_VARIABLE]
    for variable in environment:
        if variable in known or variable in _OTHER_VARIABLES:
            continue
        if variable.startswith(sections) or (variable.startswith(_ENVIRONMENT) and _is_misspelt(variable, known)):
            sentence = words("en")("error-config-variable", name=variable)
            raise unknown_name(sentence, variable, known, key="error-config-variable")


def _is_misspelt(variable: str, known: list[str]) -> bool:
    """Whether a name is so similar to a known one that it must be meant.

    >>> [_is_misspelt(f"KNOBEL_{name}", ["KNOBEL_TRUSTED_PROXY"]) for name in ("TRUSTED_PROXIES", "TRUSTED", "PROXY")]
    [True, False, False]
    """
    from difflib import get_close_matches

    names = [name.removeprefix(_ENVIRONMENT) for name in known]
    return bool(get_close_matches(variable.removeprefix(_ENVIRONMENT), names, 1, _SIMILAR))


def _error(key: str, **values: str) -> BadOptions:
    return BadOptions(words("en")(key, **values), key=key, **values)


def _parsed(kind: Any, value: object, name: str, folder: Path | None) -> object:
    """A value of the type of its option; `name` is how the user wrote the option."""
    kind, optional = _without_none(kind)
    if optional and value == OFF:
        return None
    base, meta = (get_args(kind) if get_origin(kind) is Annotated else (kind, Meta()))[:2]
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
        raise _error(f"error-config-{base.__name__.lower() if what is None else what}", **_named(name, value)) from None
    if base is bool:
        return _bool(value, name)
    if base is int:
        return _whole(value, name, meta)
    if not isinstance(value, str | Path) or not str(value):
        raise _error("error-config-text", **_named(name, value))
    if base is Path:
        return Path(value) if folder is None or str(value) == BUILT_IN else folder / value
    return str(value)


def _named(name: str, value: object) -> dict[str, str]:
    return {"option": name, "value": shown(value)}


def _without_none(kind: Any) -> tuple[Any, bool]:
    if get_origin(kind) in (Union, UnionType):
        (only,) = (each for each in get_args(kind) if each is not NoneType)
        return only, True
    return kind, False


def _bool(value: object, name: str) -> bool:
    known = {"true": True, "false": False, "1": True, "0": False}
    if isinstance(value, str) and value.lower() in known:
        return known[value.lower()]
    if not isinstance(value, bool):
        raise _error("error-config-bool", **_named(name, value))
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
        raise _error(key, **_named(name, value), **(bounds if low is not None else {}))
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
        raise _error(f"{key}-between", **named, low=written(low), high=written(high))
    if low:
        raise _error(f"{key}-from", **named, low=written(low))
    raise _error(key, **named)


def _networks(value: object) -> tuple[str, ...]:
    from .limits.blocks import parse_network

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
    from .tokens import normal_door_code

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
    kind, _ = _without_none(option.kind)
    base, meta = (get_args(kind) if get_origin(kind) is Annotated else (kind, Meta()))[:2]
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


def load_configured(file: Path | None, given: Mapping[str, object]) -> Loaded:
    """The configuration of this process; `KNOBEL_CONFIG` names a file if the command line does not."""
    named = os.environ.get(_CONFIG_VARIABLE)
    return load(file or (Path(named) if named else None), os.environ, given)
