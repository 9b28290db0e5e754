"""Settings of the terminal that are remembered: language, theme, speed of the bots, hints."""

from __future__ import annotations

import contextlib
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from .saves import data_folder, write


class Settings(Struct, frozen=True):
    """An empty language means the one of the environment. The pause before a bot moves is in seconds.

    With `hints` every choice shows what it leads to, with exact odds.
    """

    language: Literal["", "de", "en"] = ""
    theme: Literal["evening", "daylight"] = "evening"
    pause: Annotated[float, Meta(ge=0, le=10)] = 0.7
    hints: bool = True


def load_settings() -> Settings:
    """The stored settings; the defaults if the file is missing or damaged."""
    try:
        return msgspec.json.decode((data_folder() / "settings.json").read_bytes(), type=Settings)
    except (OSError, msgspec.MsgspecError, UnicodeError, RecursionError):
        return Settings()


def store_settings(settings: Settings) -> None:
    """Store the settings; a folder that cannot be written is ignored."""
    with contextlib.suppress(OSError):
        write(data_folder() / "settings.json", msgspec.json.encode(settings))
