"""Why a table does not do what it is asked."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ..rules.errors import KnobelError

Why: TypeAlias = Literal["illegal", "stale", "malformed", "forbidden", "closed", "limit"]
"""`illegal`: a rule or the table says no; `stale`: something happened since; `forbidden`: not for this seat."""


class Refusal(KnobelError):
    """A command that changes nothing, with the reason as one sentence and the rule that decides, if one does."""

    def __init__(self, why: Why, sentence: str, rule: str | None = None) -> None:
        super().__init__(sentence, rule)
        self.why: Why = why


def illegal(sentence: str, rule: str | None = None) -> Refusal:
    return Refusal("illegal", sentence, rule)


def forbidden(sentence: str) -> Refusal:
    return Refusal("forbidden", sentence)
