"""Every sentence about a few random matches of ZOCK; `python -m tests.coach.sentences` checks many more."""

from __future__ import annotations

from .every import check_few
from .games import TABLES


def test_every_sentence_of_zock_is_true() -> None:
    check_few("zock", tables=tuple(range(len(TABLES["zock"]))), seed=1)
