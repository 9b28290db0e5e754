"""The guided first game of each game, as a script of scenes.

Each scene plays a few events of a real game and then shows one note.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from ..rules import schocken, zock, zocknroll
from ..rules.game import Event


class Scene(NamedTuple):
    """`events` are played, then the lesson shows `note`.

    If it `asks`, the learner plays the first event of the next scene with the controls of the table; `otherwise` is
    shown for any other move. `points` names the part of the table that the note is about.
    """

    note: str
    events: tuple[Event, ...] = ()
    asks: bool = False
    otherwise: str | None = None
    points: str | None = None


class Script(NamedTuple):
    """A lesson of one game: the learner has seat 0, `others` the seats after it."""

    game: Literal["zocknroll", "zock", "schocken"]
    others: tuple[str, ...]
    scenes: tuple[Scene, ...]
    options: Mapping[str, Any] = MappingProxyType({})


YOU, BEN, CLEO = range(3)

ZOCKNROLL: Final = Script(
    "zocknroll",
    ("Ben", "Cleo"),
    (
        Scene("learn-zocknroll-sheet", points="sheet"),
        Scene(
            "learn-zocknroll-cups",
            (zocknroll.Starter(YOU), zocknroll.Cups(((2, 5), (5, 1), (6, 3), (1, 4)))),
            points="own",
        ),
        Scene(
            "learn-zocknroll-drop", (zocknroll.White((2, 5, 6)),), asks=True, otherwise="learn-zocknroll-drop-instead"
        ),
        Scene(
            "learn-zocknroll-safe",
            (zocknroll.Drop(YOU, "two_pairs"), zocknroll.Stay(BEN), zocknroll.Stay(CLEO)),
            points="sheet",
        ),
        Scene(
            "learn-zocknroll-second",
            (zocknroll.White((6,)), zocknroll.Drop(BEN, "two_pairs"), zocknroll.Stay(CLEO)),
            points="white",
        ),
        Scene("learn-zocknroll-lifted", (zocknroll.White((1,)),), points="cups"),
        Scene(
            "learn-zocknroll-stay",
            (
                zocknroll.Mark(CLEO, "three_of_a_kind"),
                zocknroll.Cups(((4, 4), (1, 6), (2, 3), (1, 5))),
                zocknroll.White((4, 1, 6)),
                zocknroll.Drop(BEN, "two_pairs"),
                zocknroll.Drop(CLEO, None),
            ),
            asks=True,
            otherwise="learn-zocknroll-stay-instead",
        ),
        Scene(
            "learn-zocknroll-stay-on",
            (zocknroll.Stay(YOU), zocknroll.White((3,))),
            asks=True,
            otherwise="learn-zocknroll-stay-on-instead",
        ),
        Scene(
            "learn-zocknroll-mark",
            (zocknroll.Stay(YOU), zocknroll.White((4,))),
            asks=True,
            otherwise="learn-zocknroll-mark-instead",
        ),
        Scene("learn-zocknroll-end", (zocknroll.Mark(YOU, "four_of_a_kind"),), points="sheet"),
    ),
)
"""Two turns: one to drop out of in time, one to stay in to the end."""

ZOCK: Final = Script(
    "zock",
    ("Ben",),
    (
        Scene("learn-zock-box", points="own-flaps"),
        Scene("learn-zock-begin", (zock.RollOff(((5, 4), (3, 1))),), asks=True),
        Scene("learn-zock-choice", (zock.Throw(YOU, (3, 6)),), asks=True, otherwise="learn-zock-choice-instead"),
        Scene("learn-zock-ten", (zock.Cover(YOU, (9,)), zock.Throw(BEN, (5, 5)), zock.Cover(BEN, (1,))), asks=True),
        Scene("learn-zock-twelve", (zock.Throw(YOU, (6, 6)),), asks=True),
        Scene("learn-zock-must", (zock.Cover(YOU, (1, 2)), zock.Throw(BEN, (2, 1)), zock.Cover(BEN, (3,))), asks=True),
        Scene("learn-zock-nothing", (zock.Throw(YOU, (1, 1)),), points="dice"),
        Scene(
            "learn-zock-later",
            (
                zock.Throw(BEN, (4, 5)),
                zock.Cover(BEN, (9,)),
                zock.Throw(YOU, (6, 2)),
                zock.Cover(YOU, (8,)),
                zock.Throw(BEN, (6, 2)),
                zock.Cover(BEN, (2, 6)),
                zock.Throw(YOU, (4, 6)),
                zock.Cover(YOU, (4, 6)),
                zock.Throw(BEN, (6, 1)),
                zock.Cover(BEN, (7,)),
                zock.Throw(YOU, (5, 3)),
                zock.Cover(YOU, (3, 5)),
                zock.Throw(BEN, (3, 2)),
                zock.Cover(BEN, (5,)),
            ),
            asks=True,
        ),
        Scene("learn-zock-last", (zock.Throw(YOU, (4, 3)),), asks=True),
        Scene("learn-zock-end", (zock.Cover(YOU, (7,)),), points="other-flaps"),
    ),
    {"games": 1},
)
"""One game: what a throw covers, when it covers nothing, and what the loser pays."""

SCHOCKEN: Final = Script(
    "schocken",
    ("Ben", "Cleo"),
    (
        Scene("learn-schocken-mats", points="table"),
        Scene("learn-schocken-throw", (schocken.Starter(YOU),), asks=True),
        Scene(
            "learn-schocken-keep",
            (schocken.Throw(YOU, (), (1, 4, 6)),),
            asks=True,
            otherwise="learn-schocken-keep-instead",
        ),
        Scene(
            "learn-schocken-stand",
            (schocken.Throw(YOU, (1,), (6, 6)),),
            asks=True,
            otherwise="learn-schocken-stand-instead",
        ),
        Scene(
            "learn-schocken-lifted",
            (
                schocken.Stand(YOU),
                schocken.Throw(BEN, (), (5, 4, 2)),
                schocken.Throw(BEN, (4, 5), (6,)),
                schocken.Throw(CLEO, (), (5, 3, 1)),
                schocken.Throw(CLEO, (1,), (4, 2)),
            ),
        ),
        Scene(
            "learn-schocken-covered",
            (
                schocken.Throw(CLEO, (), (4, 2, 1)),
                schocken.Throw(CLEO, (1,), (1, 5)),
                schocken.Throw(CLEO, (1, 1), (2,)),
            ),
            asks=True,
        ),
        Scene(
            "learn-schocken-one",
            (schocken.Throw(YOU, (), (2, 2, 1)),),
            asks=True,
            otherwise="learn-schocken-one-instead",
        ),
        Scene(
            "learn-schocken-blind",
            (schocken.Throw(YOU, (1,), (1, 4)),),
            asks=True,
            otherwise="learn-schocken-blind-instead",
        ),
        Scene(
            "learn-schocken-won",
            (schocken.Throw(YOU, (1, 1), (6,)), schocken.Throw(BEN, (), (3, 3, 3)), schocken.Stand(BEN)),
        ),
        Scene("learn-schocken-end"),
    ),
)
"""Two rounds: one to survive, one to win under the cup."""

SCRIPTS: Final[dict[str, Script]] = {script.game: script for script in (ZOCKNROLL, ZOCK, SCHOCKEN)}
