"""Load and dump records of any game, and let bots play whole games, as typed sessions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, overload

from . import schocken, session, zock, zocknroll
from .rules import find_game, records
from .rules.game import AnyGame
from .rules.session import Session as RulesSession

AnySession: TypeAlias = zock.Session | schocken.Session | zocknroll.Session

_SESSIONS: Final[dict[str, type[AnySession]]] = {
    "zocknroll": zocknroll.Session,
    "zock": zock.Session,
    "schocken": schocken.Session,
}


def loads(text: str | bytes) -> AnySession:
    """The game of a record, replayed event by event; a bad record raises `BadRecord`.

    `loads` in the module of a game returns the session of that game.
    """
    document = records.read_json(text)
    loaded = records.replay_as(_new, document)
    loaded.fair = document.get("fair") if isinstance(document, dict) else None
    return loaded


def load(path: Path | str) -> AnySession:
    """The game of the only record in a file."""
    return loads(session.read_one(path))


def dumps(game: RulesSession) -> str:
    """The record of a game, finished or not, as one line of JSON; `fair` is written as it was loaded."""
    return records.dumps(game, game.fair if isinstance(game, session.Session) else None)


def dump(game: RulesSession, path: Path | str) -> None:
    """Write the record of a game to a file."""
    Path(path).write_text(f"{dumps(game)}\n", encoding="utf-8")


def new(game: str, players: Sequence[str], options: Mapping[str, object] = MappingProxyType({})) -> AnySession:
    """A new game by its name; `new` in the module of a game has typed options and returns the session of that game."""
    return _new(find_game(game), players, options)


_Options: TypeAlias = Mapping[str, object] | None


@overload
def play_out(
    game: Literal["zock"],
    players: Sequence[str],
    options: _Options = None,
    level: str = "casual",
    seed: int | None = None,
) -> zock.Session: ...
@overload
def play_out(
    game: Literal["schocken"],
    players: Sequence[str],
    options: _Options = None,
    level: str = "casual",
    seed: int | None = None,
) -> schocken.Session: ...
@overload
def play_out(
    game: Literal["zocknroll"],
    players: Sequence[str],
    options: _Options = None,
    level: str = "casual",
    seed: int | None = None,
) -> zocknroll.Session: ...
@overload
def play_out(
    game: str, players: Sequence[str], options: _Options = None, level: str = "casual", seed: int | None = None
) -> AnySession: ...
def play_out(
    game: str, players: Sequence[str], options: _Options = None, level: str = "casual", seed: int | None = None
) -> AnySession:
    """A whole game played by bots of one level; a seed makes it repeatable."""
    from .bots import finish

    played = new(game, players, options or {})
    finish(played, level, seed)
    return played


def _new(game: AnyGame, players: Sequence[str], options: Any) -> AnySession:
    return _SESSIONS[game.name](players, options)
