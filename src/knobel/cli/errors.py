"""Errors as one sentence in the user's language."""

from __future__ import annotations

from ..rules.errors import BadRecord, KnobelError
from ..words import Words


def told(say: Words, error: KnobelError) -> str:
    """The sentence of an error, with its rule and a suggestion for a mistyped name.

    What the rules say about the case at hand is English. Other languages have it as far as the error names a message,
    and otherwise the general sentence of the rule.
    """
    if say.language == "en":
        return str(error)
    if error.key is not None and say.has(error.key):
        sentence = say(error.key, **error.values)
        near = f" {say('error-near', near=str(error.values['near']))}" if error.values.get("near") else ""
        return f"{sentence}{f' ({error.rule})' if error.rule else ''}{near}"
    from ..telling.phrase import render
    from ..telling.refusals import refusal

    if error.rule and (general := refusal(error.rule)):
        return render(say, general)
    return str(error)


def told_record(say: Words, error: BadRecord) -> str:
    """What is wrong with a record; events are counted from 1, as `knobel replay` numbers them."""
    sentence = _about_record(say, error)
    return sentence if error.event is None else f"{say('replay-event', event=str(error.event + 1))}: {sentence}"


def _about_record(say: Words, error: BadRecord) -> str:
    if say.language != "en" and error.why is not None and not error.rule:
        return say(f"record-{error.why}", what=error.what)
    return told(say, error)
