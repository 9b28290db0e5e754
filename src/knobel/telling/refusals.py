"""Why something is refused, in the reader's language: the essence of each rule in one sentence."""

from __future__ import annotations

from ..words import words
from .phrase import Phrase


def refusal(reason: str | None) -> Phrase | None:
    """What a rule asks for, by its number, or the general sentence for a kind of refusal such as `stale`.

    The sentence that comes with a refusal says more about the case at hand, but only in English.

    >>> refusal("N3"), refusal("no such rule")
    (Phrase(key='refusal-N3', values={}), None)
    """
    key = f"refusal-{reason}"
    return Phrase(key) if words("en").has(key) else None
