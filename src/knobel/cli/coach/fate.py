"""An answer to "always me": luck over many games, in words."""

from __future__ import annotations

from typing import Final

from ...coach.profile import Fortune
from ...telling.phrase import Phrase, phrase

ENOUGH: Final = 5
"""With fewer games nobody can tell luck from chance: their luck is not even nearly normal."""

_REMARKABLE: Final = ((0.01, "rare"), (0.05, "unusual"), (0.2, "some"))


def verdict_on(fortune: Fortune) -> tuple[Phrase, ...]:
    """How much luck it was, and how many players in a hundred or in a thousand have as much.

    Where values are estimates, so is what is called luck, and that is said.
    """
    side = "bad" if fortune.luck < 0 else "good"
    told = phrase("coach-fate", side=side, luck=abs(fortune.luck), deviation=fortune.deviation, games=fortune.games)
    doubt = () if fortune.exact else (phrase("coach-fate-estimate"),)
    if fortune.games < ENOUGH:
        return told, *doubt, phrase("coach-fate-few", games=ENOUGH)
    of = 100 if fortune.chance >= 0.01 else 1000
    players = max(1, round(of * fortune.chance))
    kind = next((word for most, word in _REMARKABLE if fortune.chance < most), "usual")
    often = phrase("coach-fate-players", side=side, players=players, of=of)
    return told, often, phrase(f"coach-fate-{kind}"), *doubt
