"""The server's own log: JSON lines, or plain ones where a person watches. Never dice, tokens or names."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any, TextIO

import msgspec

LOG = logging.getLogger("knobel.serve")


def note(happened: str, level: int = logging.INFO, **about: Any) -> None:
    """Write down that something happened, with what there is to know about it."""
    LOG.log(level, happened, extra={"about": about})


class _Lines(logging.Formatter):
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


class _Plain(logging.Formatter):
    """For a person at the terminal."""

    def format(self, record: logging.LogRecord) -> str:
        about = " ".join(f"{key}={value}" for key, value in getattr(record, "about", {}).items())
        text = f"{datetime.fromtimestamp(record.created):%H:%M:%S} {record.getMessage()} {about}".rstrip()
        return f"{text}\n{self.formatException(record.exc_info)}" if record.exc_info else text


def set_up(stream: TextIO, level: int = logging.INFO) -> None:
    """Send the log of this program, and what uvicorn has to say beyond its greetings, to a stream."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Plain() if stream.isatty() else _Lines())
    for name, least in (("knobel", level), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(least)
        logger.propagate = False
