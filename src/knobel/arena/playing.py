"""Deals played on several processors, each as soon as one is free."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Final

from ..bots import prepare
from .contest import Contest, Deal

_TASKS: Final = 32
"""Into about so many parts per process the deals are divided: enough to share them evenly and to see progress."""
_MOST: Final = 25
"""No part is larger than that, so that an interruption costs little."""


def make_ready(contest: Contest, progress: Callable[[int, int], None]) -> None:
    """Compile and solve what the bots need, and the reference of luck, before many processes do it at once."""
    reference = ("master",) if contest.without_luck else ()
    for level in dict.fromkeys(contest.bots + reference):
        prepare(level, contest.rules, contest.chosen, contest.players, progress, patient=True)


def play_deals(contest: Contest, deals: Sequence[int], jobs: int = 1) -> Iterator[tuple[int, Deal]]:
    """Play these deals, each with its number as it is done; with several `jobs` they come in any order."""
    if jobs == 1:
        for deal in deals:
            yield deal, contest.play(deal)
        return
    size = max(1, min(_MOST, len(deals) // (jobs * _TASKS)))
    # Fresh processes: a copy of one in which threads run would inherit their locks.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_leave_interrupts_to_the_parent)
    try:
        parts = [pool.submit(_play, contest, deals[at : at + size]) for at in range(0, len(deals), size)]
        for part in as_completed(parts):
            yield from part.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(contest: Contest, deals: Sequence[int]) -> list[tuple[int, Deal]]:
    return [(deal, contest.play(deal)) for deal in deals]
