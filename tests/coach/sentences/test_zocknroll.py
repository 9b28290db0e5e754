"""Every sentence about a few random games of Zock'n'Roll; `python -m tests.coach.sentences` checks many more."""

from __future__ import annotations

from .every import check_few


def test_every_sentence_of_zocknroll_is_true() -> None:
    check_few("zocknroll", tables=(0, 2, 4), seed=1)
