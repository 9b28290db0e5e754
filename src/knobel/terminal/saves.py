"""Saved games and records on disk: a game is saved with its seats after every event, by atomic replacement."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import time
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct
from platformdirs import user_data_path

from ..rules.dice import FACES
from ..rules.errors import IllegalEvent, KnobelError
from ..rules.game import MOST, Event, read_event
from ..rules.records import dumps, replay
from ..rules.session import Session
from ..words import Words
from .cups import dice_by_cup, has_dice
from .match import Match
from .setup import LONGEST_NUMBER, check_real_dice, check_seat, dice_from

FORMAT: Final = "knobel-save/1"

LATEST: Final = 4
"""Saved games that are offered first."""

KEPT_DAYS: Final = 60
KEPT_GAMES: Final = 50
"""Unfinished games that are older, or more than these, are deleted by `tidy`."""

_OWN_NAME: Final = re.compile(r"\.?\d{8}-\d{6}-\w+-[0-9a-f]{6}\.json(\.[0-9a-f]{6})?")

_Seed = Annotated[int, Meta(gt=-(10**LONGEST_NUMBER), lt=10**LONGEST_NUMBER)]
_Number = Annotated[int, Meta(ge=0, le=MOST)]


class BadSave(KnobelError):
    """A saved game that cannot be continued; its file is kept."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"the saved game {path.name} cannot be continued: {why}")
        self.path = path


class _Save(Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    record: dict[str, Any]
    seats: list[str]
    dice: str
    seed: _Seed
    fallen: list[tuple[_Number, Any]] = []


def data_folder() -> Path:
    """The folder of saved games, records and settings; `KNOBEL_DATA` names another one."""
    asked = os.environ.get("KNOBEL_DATA")
    return Path(asked) if asked else user_data_path("knobel", appauthor=False)


def saves_folder() -> Path:
    return data_folder() / "saves"


def new_path(game: str) -> Path:
    """A new file name for a game that begins now."""
    return saves_folder() / f"{datetime.now():%Y%m%d-%H%M%S}-{game}-{secrets.token_hex(3)}.json"


def store(match: Match, path: Path) -> None:
    """Save the game, or delete its file once it is finished."""
    if match.session.result is not None:
        path.unlink(missing_ok=True)
        return
    record = msgspec.Raw(dumps(match.session).encode())
    content = {
        "format": FORMAT,
        "record": record,
        "seats": match.seats,
        "dice": match.dice,
        "seed": match.seed,
        "fallen": match.taken_up,
    }
    write(path, msgspec.json.encode(content))


class Autosave:
    """Saves one game after every event; if that fails the game goes on, and `failed` is set."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.failed = False

    def keep(self, match: Match) -> bool:
        """Save the game; False only for the first failure."""
        worked_before = not self.failed
        try:
            store(match, self.path)
            self.failed = False
        except OSError:
            self.failed = True
        return not (self.failed and worked_before)


def write(path: Path, content: bytes) -> None:
    """Replace a file atomically: after a crash it holds the old content or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(3)}")
    try:
        fresh.write_bytes(content)
        fresh.replace(path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise


def load(path: Path) -> Match:
    """The game of a saved file, as it was left."""
    try:
        save = msgspec.json.decode(path.read_bytes(), type=_Save)
        if save.format != FORMAT:
            raise BadSave(path, f"its format is {save.format!r}, not {FORMAT!r}")
        session = replay(save.record)
        dice = dice_from(save.dice)
        fallen = [(count, _remembered(session, plain)) for count, plain in save.fallen]
        for seat in save.seats:
            check_seat(seat, session.game.name)
        check_real_dice(dice, save.seats)
    except OSError as error:
        raise BadSave(path, error.strerror or "it cannot be read") from None
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadSave(path, f"it is damaged ({error})") from None
    except BadSave:
        raise
    except KnobelError as error:
        raise BadSave(path, error.sentence) from None
    if len(save.seats) != len(session.players):
        raise BadSave(path, "its seats do not fit its players")
    return Match(session, tuple(save.seats), dice, save.seed, fallen)


def _remembered(session: Session, plain: object) -> Event:
    """Dice that fell and were taken back; they must be such as can fall again."""
    event: Any = read_event(session.game, plain)
    if not has_dice(event) or event.seat not in (None, *range(len(session.players))):
        raise IllegalEvent("it remembers dice of no player")
    if any(die not in FACES for cup in (*dice_by_cup(event), getattr(event, "keep", ())) for die in cup):
        raise IllegalEvent("it remembers dice that cannot have fallen")
    thrown: Event = event
    return thrown


def saved() -> list[Path]:
    """The saved games, the latest first."""
    found: list[tuple[int, Path]] = []
    for path in saves_folder().glob("*.json"):
        with contextlib.suppress(OSError):  # it may vanish at any time, or be a link to nowhere
            found.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(found, reverse=True)]


def tidy(now: float | None = None) -> int:
    """Delete unfinished games that were left long ago or are too many, and remains of interrupted writes; how many.

    Only files that are named as `new_path` names them are touched.
    """
    limit = (time.time() if now is None else now) - KEPT_DAYS * 86_400
    removed = 0
    for place, path in enumerate(saved()):
        with contextlib.suppress(OSError):
            if _OWN_NAME.fullmatch(path.name) and (place >= KEPT_GAMES or path.stat().st_mtime < limit):
                path.unlink()
                removed += 1
    for path in saves_folder().glob(".*.json.*"):
        with contextlib.suppress(OSError):
            if _OWN_NAME.fullmatch(path.name) and path.stat().st_mtime < limit:
                path.unlink()
    return removed


def playable() -> Iterator[tuple[Path, Match]]:
    """The saved games that can be continued, the latest first."""
    for path in saved():
        try:
            yield path, load(path)
        except BadSave:
            continue


def latest() -> list[tuple[Path, Match]]:
    """The saved games to be offered."""
    return list(islice(playable(), LATEST))


def saved_at(say: Words, path: Path) -> str:
    """When a game was saved last, as date and time in this language."""
    try:
        return f"{datetime.fromtimestamp(path.stat().st_mtime):{say('ui-date')}}"
    except OSError:  # it has vanished meanwhile
        return ""


def check_new_file(path: Path) -> None:
    """Refuse, before a game begins, a file that its record cannot be written to; nothing is overwritten."""
    if path.exists():
        raise KnobelError(f"{path} exists already; choose another name", key="error-file-exists", file=path)
    if not path.absolute().parent.is_dir():
        raise KnobelError(f"{path} cannot be written: there is no such folder", key="error-no-folder", file=path)
    if not os.access(path.absolute().parent, os.W_OK):
        sentence = f"{path} cannot be written: you may not write to that folder"
        raise KnobelError(sentence, key="error-folder-closed", file=path)


def export(match: Match, path: Path | None = None) -> Path:
    """Write the record of a finished game where asked or into the data folder."""
    game = match.session.game.name
    target = path or data_folder() / "records" / f"{datetime.now():%Y%m%d-%H%M%S}-{game}.json"
    if path is not None:
        check_new_file(path)
    try:
        write(target, dumps(match.session).encode() + b"\n")
    except OSError as error:
        sentence = f"{target} cannot be written: {error.strerror}"
        raise KnobelError(sentence, key="error-write", file=target, why=error.strerror or "") from None
    return target
