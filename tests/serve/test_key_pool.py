"""Prepared keys of future games."""

from __future__ import annotations

import random

from knobel.serve.fairness.keys import KeyPool

from .fakes import ManualTime


async def test_prepared_keys_equal_derived_keys() -> None:
    pool = KeyPool(bytes(32), random.Random(1).randbytes)
    pool.prepare(time := ManualTime())
    ahead = random.Random(1).randbytes(32).hex()
    await time.advance(1)
    ready = pool.commit()
    assert ready.game == ahead
    assert ready == pool.commit_more(ahead, 0)
    assert ready.root != pool.commit_more(ahead, 1).root


async def test_a_pool_that_was_prepared_refills_itself() -> None:
    drawn = list[bytes]()

    def draw(size: int) -> bytes:
        drawn.append(random.Random(len(drawn)).randbytes(size))
        return drawn[-1]

    pool = KeyPool(bytes(32), draw)
    pool.prepare(time := ManualTime())
    await time.advance(60)
    full = len(drawn)
    for _ in range(full):
        pool.commit()
        await time.advance(1)
    assert len(drawn) == 2 * full, "each game took keys that were prepared, and the pool is full again"
