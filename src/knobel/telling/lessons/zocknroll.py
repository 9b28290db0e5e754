"""Zock'n'Roll in two turns: one to drop out of in time, one to stay in to the end."""

from __future__ import annotations

from typing import Final

from ...rules.zocknroll import Cups, Drop, Mark, Starter, Stay, White
from .script import Scene, Script

YOU, BEN, CLEO = range(3)

SCRIPT: Final = Script(
    "zocknroll",
    ("Ben", "Cleo"),
    (
        Scene("learn-zocknroll-sheet", points="sheet"),
        Scene("learn-zocknroll-cups", (Starter(YOU), Cups(((2, 5), (5, 1), (6, 3), (1, 4)))), points="own"),
        Scene("learn-zocknroll-drop", (White((2, 5, 6)),), asks=True, otherwise="learn-zocknroll-drop-instead"),
        Scene("learn-zocknroll-safe", (Drop(YOU, "two_pairs"), Stay(BEN), Stay(CLEO)), points="sheet"),
        Scene("learn-zocknroll-second", (White((6,)), Drop(BEN, "two_pairs"), Stay(CLEO)), points="white"),
        Scene("learn-zocknroll-lifted", (White((1,)),), points="cups"),
        Scene(
            "learn-zocknroll-stay",
            (
                Mark(CLEO, "three_of_a_kind"),
                Cups(((4, 4), (1, 6), (2, 3), (1, 5))),
                White((4, 1, 6)),
                Drop(BEN, "two_pairs"),
                Drop(CLEO, None),
            ),
            asks=True,
            otherwise="learn-zocknroll-stay-instead",
        ),
        Scene(
            "learn-zocknroll-stay-on",
            (Stay(YOU), White((3,))),
            asks=True,
            otherwise="learn-zocknroll-stay-on-instead",
        ),
        Scene("learn-zocknroll-mark", (Stay(YOU), White((4,))), asks=True, otherwise="learn-zocknroll-mark-instead"),
        Scene("learn-zocknroll-end", (Mark(YOU, "four_of_a_kind"),), points="sheet"),
    ),
)
