"""The options of a server: the fields of `Config` and of the structs in it, with their types and defaults.

`limits.commands` in the file is `KNOBEL_LIMITS_COMMANDS` in the environment.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Final, TypeAlias, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct
from msgspec.structs import fields

from ..limits.rate_limit import Bytes, Limits, RateLimit

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

ENVIRONMENT: Final = "KNOBEL_"

Age: TypeAlias = Annotated[float, Meta(ge=3600, extra={"is": "duration"})]
"""At least an hour: a slip such as `0d` for `off` would delete every table that is not open."""


class Retention(Struct, frozen=True):
    """Ages since the last use after which tables are deleted, and after which other rows are; None keeps them."""

    lobby: Age | None = None
    """Tables at which no game was started."""
    playing: Age | None = None
    """Tables with an unfinished game."""
    finished: Age | None = None
    """Tables whose last game is over, and closed tables."""
    analyses: Age | None = None
    audit: Age | None = None


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
    age: Age | None = None
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
        return ENVIRONMENT + self.key.replace(".", "_").upper()


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


def unwrapped(kind: Any) -> tuple[Any, Meta, bool]:
    """The plain type of an option, its metadata, and whether the option may be unset."""
    optional = get_origin(kind) in (Union, UnionType)
    if optional:
        (kind,) = (each for each in get_args(kind) if each is not NoneType)
    base, meta = (get_args(kind) if get_origin(kind) is Annotated else (kind, Meta()))[:2]
    return base, meta, optional
