"""Server log: JSON lines, or text on a terminal. It never contains dice, tokens or names."""

from __future__ import annotations

import asyncio
import atexit
import logging
import os
import re
import time
import traceback
from concurrent.futures import Future
from datetime import UTC, datetime
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, Final, TextIO, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ..rules.errors import KnobelError
from ..store import Damaged, StoreDamaged, StoreError
from .tokens import TokenSource

LOG = logging.getLogger("knobel.serve")

_Raised: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

_FAULT_ID: Final = 12
"""Characters of a fault id."""

_MAX_CAUSES: Final = 8
"""Chained exceptions that are logged at most."""

_QUIET: Final = 120.0
"""Seconds without another line after which a cause of repeated lines is over."""

_REMINDER: Final = 3600.0
"""Seconds after which a cause that is not over is logged again."""

_MAX_REPEATED: Final = 100
"""Causes of repeated lines that are remembered."""


def log_event(happened: str, level: int = logging.INFO, **about: Any) -> None:
    """Log an event with its fields."""
    LOG.log(level, happened, extra={"about": about})


def log_repeated(
    happened: str, level: int = logging.INFO, *, exc_info: BaseException | None = None, **about: Any
) -> None:
    """Log an event that one cause, such as a full disk, may repeat without end: the first time.

    When it is over, or an hour later, one more line says how often it was.
    """
    LOG.log(level, happened, exc_info=exc_info, extra={"about": about, "repeats": True})


def log_fault(happened: str, error: BaseException, secrets: TokenSource) -> str:
    """Log an internal error; returns the fault id that the client is told."""
    name = secrets.token()[:_FAULT_ID]
    LOG.error(happened, exc_info=error, extra={"about": {"request": name}})
    return name


def fault_message(name: str) -> str:
    """The message for a client about an internal error: nothing but the fault id."""
    return f"something went wrong here; it is not your fault (request {name})"


def log_failure(happened: str, error: BaseException, secrets: TokenSource) -> str:
    """Log a failure; returns the message for the client.

    A failing disk is not an internal error. It fails for all clients at once, so there is one line and no traceback.
    """
    if isinstance(error, StoreDamaged):
        log_damage(error)
        return error.sentence
    if isinstance(error, StoreError):
        log_repeated(happened, logging.ERROR, error=error.sentence)
        return error.sentence
    return fault_message(log_fault(happened, error, secrets))


def log_damage(damage: StoreDamaged) -> None:
    """Log that the store is damaged; codes of tables are secrets, so `knobel check` says which table it is."""
    if isinstance(damage, Damaged):
        log_repeated("a table is damaged; knobel check says which", logging.ERROR, entry=damage.version, why=damage.why)
    else:
        log_repeated("the store is damaged; knobel check says where", logging.ERROR)


def log_lost(written: Future[Any]) -> None:
    """Log damage that has kept something from being stored for which nothing waits; other failures are those of all."""
    error = written.exception()
    if isinstance(error, StoreDamaged):
        log_damage(error)


class _RedactingFormatter(logging.Formatter):
    """Logs the type and the traceback of an exception, not its text: that may name dice, people or tokens."""

    def formatException(self, ei: _Raised) -> str:  # noqa: N802 - so does logging call it
        error, lines = ei[1], list[str]()
        while error is not None and len(lines) < _MAX_CAUSES:
            lines.append("".join(traceback.format_tb(error.__traceback__)) + type(error).__qualname__)
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\nafter\n".join(lines)


class _JsonFormatter(_RedactingFormatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
            **getattr(record, "about", {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


class _TextFormatter(_RedactingFormatter):
    """Text for a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        about = " ".join(f"{key}={value}" for key, value in getattr(record, "about", {}).items())
        text = f"{datetime.fromtimestamp(record.created):%H:%M:%S} {record.getMessage()} {about}".rstrip()
        return f"{text}\n{self.formatException(record.exc_info)}" if record.exc_info else text


class _Repeated(Struct):
    """A cause of equal lines: the first of them, and how many came after what was logged last."""

    name: str
    level: int
    happened: str
    about: dict[str, Any]
    since: float
    last: float
    times: int = 0


class _OncePerCause(logging.Filter):
    """Filter of a handler for what `log_repeated` logs: passes the first of equal lines, and counts the others.

    What is over is noticed with the next line of any kind, and by `expire_log`.
    """

    def __init__(self, handler: logging.Handler) -> None:
        super().__init__()
        self._handler = handler
        self._causes = dict[object, _Repeated]()
        self._lock = Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        self.tell(record.created)
        if not getattr(record, "repeats", False):
            return True
        happened, about, now = record.getMessage(), getattr(record, "about", {}), record.created
        cause = (record.levelno, happened, record.exc_info[0] if record.exc_info else None, repr(about))
        with self._lock:
            known = self._causes.get(cause)
            if known is None:
                self._causes[cause] = _Repeated(record.name, record.levelno, happened, about, now, now)
                return True
            known.last = now
            known.times += 1
            return False

    def tell(self, now: float | None = None) -> None:
        """Log how often lines were repeated whose cause is over by then (Unix seconds), or has lasted for long."""
        told = list[_Repeated]()
        with self._lock:
            spare = len(self._causes) - _MAX_REPEATED
            for place, (cause, each) in enumerate(list(self._causes.items())):
                over = now is None or place < spare or now - each.last >= _QUIET
                if each.times and (over or each.last - each.since >= _REMINDER):
                    told.append(replace(each))
                    each.since, each.times = each.last, 0
                if over:
                    del self._causes[cause]
        for each in told:
            about = {**each.about, "times": each.times, "seconds": round(each.last - each.since)}
            fields = {"name": each.name, "levelno": each.level, "levelname": logging.getLevelName(each.level)}
            self._handler.handle(logging.makeLogRecord({**fields, "msg": each.happened, "about": about}))


def configure(stream: TextIO, level: int = logging.INFO) -> None:
    """Send the log of this program, and the errors of uvicorn and asyncio, to a stream.

    Their warnings are about malformed requests, which must not fill a disk.
    """
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_TextFormatter() if stream.isatty() else _JsonFormatter())
    _use(handler, level)


class _FirstLine(Struct):
    """The time of the first line of a log file."""

    at: datetime


class _PrivateRotatingFile(RotatingFileHandler):
    """A log file that only its owner can read, with rotation by size and, if `age` is set, by age (seconds).

    No line gets older than `age`. Only whole files are deleted, so the file is rotated often enough that the `keep` old
    files hold most of that time.
    """

    def __init__(self, path: Path, size: int, keep: int, age: float | None) -> None:
        super().__init__(path, maxBytes=size, backupCount=keep, encoding="utf-8")
        self._age = age
        self._due = 0.0

    def _open(self) -> TextIOWrapper:
        return open(self.baseFilename, "a", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600))

    def expire(self, now: float) -> None:
        """Rotate the file and delete old ones, if they are due at a time (Unix seconds)."""
        if self._age is None or now < self._due:
            return
        self.acquire()
        try:
            file, interval = Path(self.baseFilename), self._age / (self.backupCount + 1)
            begun = _begun(file)
            if begun is not None and begun + interval <= now:
                self.doRollover()
                begun = None
            self._due = (now if begun is None else begun) + interval
            for old in _rotated(file):
                if (begun := _begun(old)) is None or begun + self._age <= now:
                    old.unlink(missing_ok=True)
                else:
                    self._due = min(self._due, begun + self._age)
        finally:
            self.release()


def _rotated(path: Path) -> list[Path]:
    """All old files of a log, also those from a time when more of them were kept."""
    return [file for file in path.parent.iterdir() if re.fullmatch(re.escape(path.name) + r"\.[0-9]+", file.name)]


def _begun(path: Path) -> float | None:
    """When the first line of a log file was written (Unix seconds); None for an empty or missing file."""
    try:
        with path.open("rb") as file:
            line = file.readline()
            return msgspec.json.decode(line, type=_FirstLine).at.timestamp() if line else None
    except FileNotFoundError:
        return None
    except (msgspec.MsgspecError, UnicodeError):  # a line that was cut off; what follows is younger
        return path.stat().st_mtime


def expire_log(now: float) -> None:
    """Do what is due with the log: rotate the file and delete old ones by their age, and tell of repeated lines.

    Called from time to time: a server that writes little would keep old lines otherwise.
    """
    for handler in logging.getLogger("knobel").handlers:
        if isinstance(handler, _PrivateRotatingFile):
            handler.expire(now)
        for each in handler.filters:
            if isinstance(each, _OncePerCause):
                each.tell(now)


def configure_file(path: Path, size: int, keep: int, age: float | None = None) -> None:
    """Send the log to a file. At `size` bytes it is renamed to `.1`, and so on; `keep` old files are kept.

    With `age` (seconds) no line stays for longer.
    """
    try:
        handler = _PrivateRotatingFile(path, size, keep, age)
        handler.expire(time.time())
    except OSError as error:
        sentence = f"the log {path} cannot be written: {error.strerror}"
        raise KnobelError(sentence, key="error-write", file=path, why=error.strerror or "") from None
    handler.setFormatter(_JsonFormatter())
    _use(handler, logging.INFO)


def _use(handler: logging.Handler, level: int) -> None:
    repeated = _OncePerCause(handler)
    handler.addFilter(repeated)
    atexit.register(repeated.tell)
    for name, least in (("knobel", level), ("uvicorn", logging.ERROR), ("asyncio", logging.ERROR)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(least)
        logger.propagate = False


def log_background_error(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an unhandled error of the event loop; asyncio's own handler would log its text."""
    LOG.error("something failed in the background", exc_info=context.get("exception"))
