"""ZOCK in one game: what a throw covers, when it covers nothing, and what the loser notes."""

from __future__ import annotations

from typing import Final

from ...rules.zock import Cover, RollOff, Throw
from .script import Scene, Script

YOU, BEN = range(2)

SCRIPT: Final = Script(
    "zock",
    ("Ben",),
    (
        Scene("learn-zock-box", points="own-flaps"),
        Scene("learn-zock-begin", (RollOff(((5, 4), (3, 1))),), asks=True),
        Scene("learn-zock-choice", (Throw(YOU, (3, 6)),), asks=True, otherwise="learn-zock-choice-instead"),
        Scene("learn-zock-ten", (Cover(YOU, (9,)), Throw(BEN, (5, 5)), Cover(BEN, (1,))), asks=True),
        Scene("learn-zock-twelve", (Throw(YOU, (6, 6)),), asks=True),
        Scene("learn-zock-must", (Cover(YOU, (1, 2)), Throw(BEN, (2, 1)), Cover(BEN, (3,))), asks=True),
        Scene("learn-zock-nothing", (Throw(YOU, (1, 1)),), points="dice"),
        Scene(
            "learn-zock-later",
            (
                Throw(BEN, (4, 5)),
                Cover(BEN, (9,)),
                Throw(YOU, (6, 2)),
                Cover(YOU, (8,)),
                Throw(BEN, (6, 2)),
                Cover(BEN, (2, 6)),
                Throw(YOU, (4, 6)),
                Cover(YOU, (4, 6)),
                Throw(BEN, (6, 1)),
                Cover(BEN, (7,)),
                Throw(YOU, (5, 3)),
                Cover(YOU, (3, 5)),
                Throw(BEN, (3, 2)),
                Cover(BEN, (5,)),
            ),
            asks=True,
        ),
        Scene("learn-zock-last", (Throw(YOU, (4, 3)),), asks=True),
        Scene("learn-zock-end", (Cover(YOU, (7,)),), points="other-flaps"),
    ),
    {"games": 1},
)
