"""Prepared keys of future games."""

from __future__ import annotations

import random

from knobel.fair.throw_keys import BRANCHES
from knobel.serve.fairness.keys import KeyPool

from .fakes import ManualTime


async def test_prepared_keys_equal_derived_keys() -> None:
    decks = KeyPool(bytes(32), random.Random(1).randbytes)
    decks.prepare(time := ManualTime())
    ahead = random.Random(1).randbytes(32).hex()
    for _ in range(BRANCHES):
        await time.advance(0.01)
    deal = decks.commit()
    assert deal.game == ahead
    assert deal == decks.commit_more(ahead, 0)
    assert deal.root != decks.commit_more(ahead, 1).root
