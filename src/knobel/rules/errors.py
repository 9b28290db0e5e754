"""Error types; each message is one sentence that a player understands."""

from __future__ import annotations

from collections.abc import Iterable
from reprlib import Repr
from typing import NoReturn

_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 40


def shown(value: object) -> str:
    """A short repr on one line, safe for values of any size or depth.

    >>> shown("poker"), shown(10**100), shown([[[[[[[[1]]]]]]]])
    ("'poker'", '100000000000000000...0000000000000000000', '[[[[[[[...]]]]]]]')
    """
    return _SHORT.repr(value)


def in_one_line(text: str) -> str:
    """The text with every unprintable character replaced, so that it stays one line and holds no escape codes.

    >>> in_one_line("no field named x\\n")
    'no field named x\ufffd'
    """
    return "".join(mark if mark.isprintable() else "\ufffd" for mark in text)


def nearest(name: object, known: Iterable[object]) -> str | None:
    """The known name most similar to a mistyped one, ignoring case; None if nothing is similar.

    >>> nearest("schoken", ["zock", "schocken"]), nearest("poker", ["zock", "schocken"])
    ('schocken', None)
    """
    from difflib import get_close_matches  # only a mistake pays for loading it

    if not isinstance(name, str):
        return None
    names = {str(each).lower(): str(each) for each in known}
    found = get_close_matches(name[:100].lower(), names, 1)
    return names[found[0]] if found else None


class KnobelError(ValueError):
    """Base class of all errors in what a user gave; anything else is a bug.

    `sentence` is one printable line in English; `rule` is the number of the rule that decides, if one does.
    `key` names the same sentence in the Fluent files, and `values` are its variables, for other languages.

    >>> str(KnobelError("field 3 is covered already", "K3"))
    'field 3 is covered already (K3)'
    """

    def __init__(self, sentence: str, rule: str | None = None, *, key: str | None = None, **values: object) -> None:
        self.sentence = in_one_line(sentence)
        self.rule = rule
        self.key = key
        self.values = {name: each if isinstance(each, int) else in_one_line(str(each)) for name, each in values.items()}
        super().__init__(self.sentence, rule)

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})" if self.rule else self.sentence


class IllegalEvent(KnobelError):
    """An event that the rules do not allow in this state; the state is untouched."""


def refuse(rule: str, sentence: str) -> NoReturn:
    """Raise `IllegalEvent`: the rule does not allow the event."""
    raise IllegalEvent(sentence, rule)


class BadOptions(KnobelError):
    """Options, names or a number of players that the rules do not allow."""


def unknown_name(
    sentence: str, name: object, known: Iterable[object], rule: str | None = None, *, key: str, **values: object
) -> BadOptions:
    """The error for a name that is not among the known ones, with the most similar one as a suggestion.

    >>> str(unknown_name("there is no game 'zok'", "zok", ["zock"], key="error-game"))
    "there is no game 'zok'; did you mean zock?"
    """
    names = [str(each) for each in known]
    near = nearest(name, names)
    told = sentence if near is None else f"{sentence}; did you mean {near}?"
    shown_names = ", ".join(names)
    return BadOptions(told, rule, key=key, name=shown(name), known=shown_names, near=near or "", **values)


class BadPosition(KnobelError):
    """A position text that describes no position."""


class BadRecord(KnobelError):
    """A record that is malformed, breaks a rule, or states a result that differs from its replay.

    `event` is the index of the first illegal event, if an event is at fault. `why` is the kind of fault, a key for
    translations, and `what` is the value that the translation mentions.
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
    """Dice that cannot have fallen, or a dice source that is exhausted."""
