"""Refusals and errors in the user's language: one sentence per rule, per kind of refusal and per error."""

from __future__ import annotations

from typing import Final

from ..rules.errors import BadRecord, KnobelError
from ..words import Words, words
from .phrase import Phrase, render

_SYSTEM: Final = {
    "No such file or directory": "error-os-missing",
    "Is a directory": "error-os-folder",
    "Permission denied": "error-os-forbidden",
    "No space left on device": "error-os-full",
    "Address already in use": "error-os-address-used",
    "Cannot assign requested address": "error-os-address-missing",
}
"""The reasons that the operating system gives most often; it gives them in English."""


def refusal(reason: str | None) -> Phrase | None:
    """What a rule asks for, by its number, or the general sentence for a kind of refusal such as `stale`.

    The sentence that comes with a refusal says more about the case at hand, but only in English.

    >>> refusal("N3"), refusal("no such rule")
    (Phrase(key='refusal-N3', values={}), None)
    """
    key = f"refusal-{reason}"
    return Phrase(key) if words("en").has(key) else None


def error_text(say: Words, error: KnobelError) -> str:
    """The sentence of an error, with its rule and a suggestion for a mistyped name.

    Errors have their sentence in English. Other languages have it if the error names a message, and otherwise the
    general sentence of the rule.
    """
    if say.language == "en":
        return str(error)
    if error.key is not None and say.has(error.key):
        sentence = say(error.key, **{name: _system_reason(say, value) for name, value in error.values.items()})
        near = f" {say('error-near', near=str(error.values['near']))}" if error.values.get("near") else ""
        end = "." if error.rule and sentence.endswith(".") else ""
        return f"{sentence.removesuffix(end)}{f' ({error.rule}){end}' if error.rule else ''}{near}"
    if error.rule and (general := refusal(error.rule)):
        return render(say, general)
    return str(error)


def record_error_text(say: Words, error: BadRecord) -> str:
    """What is wrong with a record; events are counted from 1, as `knobel replay` numbers them."""
    if say.language != "en" and error.why is not None and not error.rule:
        sentence = say(f"record-{error.why}", what=_system_reason(say, error.what))
    else:
        sentence = error_text(say, error)
    return sentence if error.event is None else f"{say('replay-event', event=str(error.event + 1))}: {sentence}"


def _system_reason(say: Words, value: str | int) -> str | int:
    return say(_SYSTEM[value]) if isinstance(value, str) and value in _SYSTEM else value
