"""What is wrong with a record, in the words of the reader."""

from __future__ import annotations

from ..rules.errors import BadRecord
from ..telling.phrase import render
from ..telling.refusals import refusal
from ..words import Words


def wrong(say: Words, error: BadRecord) -> str:
    """One sentence; events are counted from 1, as `knobel replay` numbers them.

    What the rules say about the case at hand is English. Other languages have what the rule asks for.
    """
    told = _sentence(say, error)
    return told if error.event is None else f"{say('replay-event', event=str(error.event + 1))}: {told}"


def _sentence(say: Words, error: BadRecord) -> str:
    if say.language == "en" or error.why is None:
        return str(error)
    if error.rule and (asks := refusal(error.rule)):
        return f"{render(say, asks)} ({error.rule})"
    return say(f"record-{error.why}", what=error.what)
