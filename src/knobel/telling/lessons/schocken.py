"""Schocken in two rounds: one to come through, one to win under the cup."""

from __future__ import annotations

from typing import Final

from ...rules.schocken import Stand, Starter, Throw
from .script import Scene, Script

YOU, BEN, CLEO = range(3)

SCRIPT: Final = Script(
    "schocken",
    ("Ben", "Cleo"),
    (
        Scene("learn-schocken-mats", points="table"),
        Scene("learn-schocken-throw", (Starter(YOU),), asks=True),
        Scene("learn-schocken-keep", (Throw(YOU, (), (1, 4, 6)),), asks=True, otherwise="learn-schocken-keep-instead"),
        Scene("learn-schocken-stand", (Throw(YOU, (1,), (6, 6)),), asks=True, otherwise="learn-schocken-stand-instead"),
        Scene(
            "learn-schocken-lifted",
            (
                Stand(YOU),
                Throw(BEN, (), (5, 4, 2)),
                Throw(BEN, (4, 5), (6,)),
                Throw(CLEO, (), (5, 3, 1)),
                Throw(CLEO, (1,), (4, 2)),
            ),
        ),
        Scene(
            "learn-schocken-covered",
            (Throw(CLEO, (), (4, 2, 1)), Throw(CLEO, (1,), (1, 5)), Throw(CLEO, (1, 1), (2,))),
            asks=True,
        ),
        Scene("learn-schocken-one", (Throw(YOU, (), (2, 2, 1)),), asks=True, otherwise="learn-schocken-one-instead"),
        Scene("learn-schocken-blind", (Throw(YOU, (1,), (1, 4)),), asks=True, otherwise="learn-schocken-blind-instead"),
        Scene("learn-schocken-won", (Throw(YOU, (1, 1), (6,)), Throw(BEN, (), (3, 3, 3)), Stand(BEN))),
        Scene("learn-schocken-end"),
    ),
)
