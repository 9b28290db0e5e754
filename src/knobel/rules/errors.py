"""What can go wrong, each as one sentence that a player understands."""

from __future__ import annotations

from reprlib import Repr
from typing import NoReturn

_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 40


def shown(value: object) -> str:
    """Anything at all as it can stand in a sentence: short, in one line, however large or deep it is.

    >>> shown("poker"), shown(10**100), shown([[[[[[[[1]]]]]]]])
    ("'poker'", '100000000000000000...0000000000000000000', '[[[[[[[...]]]]]]]')
    """
    return _SHORT.repr(value)


def in_one_line(text: str) -> str:
    """A text that may hold anything as one line that no terminal misreads.

    >>> in_one_line("no field named x\\n")
    'no field named x\ufffd'
    """
    return "".join(mark if mark.isprintable() else "\ufffd" for mark in text)


class KnobelError(ValueError):
    """Base of all errors that are somebody's input and not a bug.

    `sentence` stands for itself, in one line that no terminal misreads; `rule` is the number of the rule that
    decides, where one does.

    >>> str(KnobelError("field 3 is covered already", "K3"))
    'field 3 is covered already (K3)'
    """

    def __init__(self, sentence: str, rule: str | None = None) -> None:
        self.sentence = in_one_line(sentence)
        self.rule = rule
        super().__init__(self.sentence, rule)

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})" if self.rule else self.sentence


class IllegalEvent(KnobelError):
    """An event that the rules do not allow in this state; the state is untouched."""


def refuse(rule: str, sentence: str) -> NoReturn:
    """The rule does not allow the event."""
    raise IllegalEvent(sentence, rule)


class BadOptions(KnobelError):
    """Options or a number of players that the rules do not know."""


class BadPosition(KnobelError):
    """A position text that describes no position."""


class BadRecord(KnobelError):
    """A record that is malformed, breaks a rule, or states a result that replaying it does not give.

    `event` is the index of the first impossible event, if it is an event's fault. `why` names the kind of fault for
    whoever says it in another language, and `what` is what it is about.
    """

    def __init__(
        self,
        sentence: str,
        rule: str | None = None,
        event: int | None = None,
        why: str | None = None,
        what: object = "",
    ) -> None:
        super().__init__(sentence, rule)
        self.event = event
        self.why = why
        self.what = in_one_line(str(what))


class BadDice(KnobelError):
    """Dice that cannot have fallen, or a dice source that has run dry."""
