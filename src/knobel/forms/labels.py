"""The words in drawings and pictures, by keys that a caller may translate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from ..rules.boards import ROWS

Label: TypeAlias = Callable[[str], str]
"""Gives the word for a key of `LABELS` in somebody's language."""

LABELS: Final = (
    *("zocknroll", "zock", "schocken"),
    *("seat", "round", "over", "won", "tied"),
    *dict.fromkeys((*ROWS["basic"], *ROWS["pro"])),
    *("turn", "starter", "white_dice", "jorg", "in", "dropped", "points"),
    *("game", "claims", "chips", "red", "blue", "yellow", "green", "debt", "loss_points", "dice"),
    *("schock_out", "jule", "schock", "admiral", "strasse", "ordinary"),
    *("first_half", "second_half", "final", "middle", "stones", "throws", "out", "lost"),
)
"""Every key that drawings and pictures ask for: all games, Zock'n'Roll, ZOCK, Schocken."""

_SPELLED: Final = {"zocknroll": "Zock'n'Roll", "zock": "ZOCK", "jorg": "Jörg", "strasse": "Straße"}


def readable(key: str) -> str:
    """The English word that a key stands for.

    >>> readable("full_house"), readable("jorg")
    ('Full house', 'Jörg')
    """
    return _SPELLED.get(key, key.replace("_", " ").capitalize())


def seat_names(players: int, names: Sequence[str] | None, label: Label) -> tuple[str, ...]:
    """The names at the table; a seat without one is called by its number."""
    given = [on_one_line(name) for name in names or ()]
    return tuple(given[seat] if seat < len(given) else f"{label('seat')} {seat}" for seat in range(players))


def clipped(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def on_one_line(name: str) -> str:
    """A name without what would break a line, a terminal or XML."""
    return "".join(mark if mark.isprintable() else " " if mark.isspace() else "\ufffd" for mark in name)
