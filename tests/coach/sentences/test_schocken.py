"""Every sentence about a few random games of Schocken; `python -m tests.coach.sentences` checks many more."""

from __future__ import annotations

from .every import check_few


def test_every_sentence_of_schocken_is_true() -> None:
    check_few("schocken", tables=(*range(14), 16, 17, 19), seed=1)
