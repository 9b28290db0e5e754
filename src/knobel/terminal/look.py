"""Colours, themes, and dice drawn in characters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from msgspec import Struct
from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.theme import Theme

from ..rules.game import FACE_DOWN
from ..words import Words

Block: TypeAlias = list[Text]
"""Lines of the same width that can be put beside others."""


class Colours(Struct, frozen=True):
    """The colours of one theme, named by the materials of the table."""

    felt: str
    on_felt: str
    faint: str
    wood: str
    on_wood: str
    brass: str
    on_brass: str
    ivory: str
    pip: str
    leather: str
    on_leather: str
    paper: str
    ink: str
    pencil: str
    pen: str

    def die(self) -> str:
        return f"bold {self.pip} on {self.ivory}"

    def plate(self, lit: bool) -> str:
        """A name plate, of brass where the turn is."""
        return f"bold {self.on_brass} on {self.brass}" if lit else f"bold {self.on_wood} on {self.wood}"

    def cup(self) -> str:
        return f"{self.on_leather} on {self.leather}"


class DrawContext(Struct, frozen=True):
    """Language, colours, width and names for drawing a table; `acting` is the seat whose turn it is.

    `picked` are the fields of ZOCK that are about to be covered; None if none can be picked.
    """

    say: Words
    colours: Colours
    names: tuple[str, ...]
    width: int
    acting: int | None = None
    picked: tuple[int, ...] | None = None


EVENING: Final = Colours(
    felt="#1d4634",
    on_felt="#efe7d2",
    faint="#9dbba8",
    wood="#4a2f1b",
    on_wood="#f0dfc0",
    brass="#e0b354",
    on_brass="#2a1c0c",
    ivory="#f6eedb",
    pip="#2a1d12",
    leather="#7b4a2a",
    on_leather="#e6c9a0",
    paper="#ded2b4",
    ink="#2b2118",
    pencil="#5f5238",
    pen="#1b3f8b",
)

DAYLIGHT: Final = Colours(
    felt="#c5ddc2",
    on_felt="#20301f",
    faint="#3f5a42",
    wood="#d8b98a",
    on_wood="#3a2612",
    brass="#7d5200",
    on_brass="#fffaf0",
    ivory="#fffdf6",
    pip="#2a1d12",
    leather="#8a5730",
    on_leather="#fff3e0",
    paper="#fbf6e6",
    ink="#2b2118",
    pencil="#756848",
    pen="#1b3f8b",
)

COLOURS: Final = {"evening": EVENING, "daylight": DAYLIGHT}


_BUTTONS: Final = {"button-focus-text-style": "bold underline"}


def themes() -> list[Theme]:
    """The two themes of the app."""
    return [
        Theme(
            name="evening",
            primary=EVENING.brass,
            secondary=EVENING.leather,
            accent=EVENING.brass,
            foreground="#efe7d2",
            background="#1a120b",
            surface="#2a1c11",
            panel=EVENING.wood,
            dark=True,
            variables={"felt": EVENING.felt, "on-felt": EVENING.on_felt, "faint": "#b39f85", **_BUTTONS},
        ),
        Theme(
            name="daylight",
            primary=DAYLIGHT.brass,
            secondary=DAYLIGHT.leather,
            accent=DAYLIGHT.brass,
            foreground="#2b2118",
            background="#efe4cb",
            surface="#f7efdc",
            panel=DAYLIGHT.wood,
            dark=False,
            variables={"felt": DAYLIGHT.felt, "on-felt": DAYLIGHT.on_felt, "faint": "#6d5c43", **_BUTTONS},
        ),
    ]


DIE_WIDTH: Final = 7
DIE_HEIGHT: Final = 3

_NONE, _LEFT, _MIDDLE, _RIGHT, _BOTH = "       ", " ●     ", "   ●   ", "     ● ", " ●   ● "
_PIPS: Final = {
    1: (_NONE, _MIDDLE, _NONE),
    2: (_LEFT, _NONE, _RIGHT),
    3: (_LEFT, _MIDDLE, _RIGHT),
    4: (_BOTH, _NONE, _BOTH),
    5: (_BOTH, _MIDDLE, _BOTH),
    6: (_BOTH, _BOTH, _BOTH),
}
_CUP: Final = ("▒▒▒▒▒▒▒", "▒▒ ? ▒▒", "▒▒▒▒▒▒▒")


def die(face: int, colours: Colours) -> Block:
    """One die with its pips, or the cup that covers it."""
    if face == FACE_DOWN:
        return [Text(line, colours.cup()) for line in _CUP]
    return [Text(line, colours.die()) for line in _PIPS[face]]


def no_die() -> Block:
    """An empty place of the size of a die."""
    return [Text(" " * DIE_WIDTH) for _ in range(DIE_HEIGHT)]


def small_dice(dice: Iterable[int], colours: Colours) -> Text:
    """Dice in one line, each a small square."""
    line = Text()
    for place, face in enumerate(dice):
        line.append(" " if place else "")
        line.append(" ? " if face == FACE_DOWN else f" {face} ", colours.cup() if face == FACE_DOWN else colours.die())
    return line


def beside(blocks: Sequence[Block], gap: int = 2) -> Block:
    """Blocks side by side, the tops aligned."""
    height = max((len(block) for block in blocks), default=0)
    lines = [Text() for _ in range(height)]
    for place, block in enumerate(blocks):
        width = max((line.cell_len for line in block), default=0)
        for row, line in enumerate(lines):
            part = block[row].copy() if row < len(block) else Text()
            part.append(" " * (width - part.cell_len))
            line.append(" " * gap if place else "").append_text(part)
    return lines


def stacked(lines: Iterable[Text]) -> Text:
    """Lines as one text, never wrapped."""
    return Text("\n", no_wrap=True, overflow="crop").join(lines)


def mark(acting: bool) -> str:
    """The mark before the name of the acting player, visible without colours, too."""
    return "▸" if acting else " "


def column(text: str, width: int) -> str:
    """Text in a column of so many cells, shortened where it is too long.

    >>> column("Anna", 6), column("Friederike", 6)
    ('Anna  ', 'Frie… ')
    """
    if cell_len(text) <= width - 1:
        return set_cell_size(text, width)
    return set_cell_size(set_cell_size(text, max(0, width - 2)) + "…", width)
