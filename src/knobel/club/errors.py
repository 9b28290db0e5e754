"""Errors of clubs, each with one sentence for the person who asked."""

from __future__ import annotations

from ..rules.errors import KnobelError


class NoSuchClub(KnobelError):
    """There is nothing of that name for this device: strangers and former members cannot tell a club from none."""

    def __init__(self, what: str = "club") -> None:
        super().__init__(f"there is no such {what}")


class NotAllowed(KnobelError):
    """The role of the member does not allow it."""


class ClubConflict(KnobelError):
    """It does not fit the present state of the club."""


class LinkSpent(KnobelError):
    """A one-time link that was used already, or is too old."""


class BadList(KnobelError):
    """A list of results that cannot be read; the sentence names the line. `why` names it in the Fluent files."""

    def __init__(self, line: int, why: str, sentence: str, **values: str | int) -> None:
        super().__init__(f"line {line}: {sentence}", None, key=f"list-{why}", line=str(line), **values)
        self.line = line
