"""What the program remembers about its user: the language, the theme, the pace of bots."""

from __future__ import annotations

import contextlib
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from .saves import data_folder, write


class Settings(Struct, frozen=True):
    """An empty language means: what the environment asks for. The pause before a bot moves is in seconds."""

    language: Literal["", "de", "en"] = ""
    theme: Literal["evening", "daylight"] = "evening"
    pause: Annotated[float, Meta(ge=0, le=10)] = 0.7


def load_settings() -> Settings:
    """The settings of last time; a file that is missing or damaged is as good as none."""
    try:
        return msgspec.json.decode((data_folder() / "settings.json").read_bytes(), type=Settings)
    except (OSError, msgspec.MsgspecError, UnicodeError, RecursionError):
        return Settings()


def store_settings(settings: Settings) -> None:
    """Remember the settings where that is possible; where it is not, the game goes on all the same."""
    with contextlib.suppress(OSError):
        write(data_folder() / "settings.json", msgspec.json.encode(settings))
