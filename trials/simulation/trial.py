"""Deterministic simulation: sessions with a virtual clock, network and disk; the same seed gives the same session.

    python -m trials simulation [--runs N] [--seed S] [--tables T] [--mishaps M] [--workers K]

Clients play at a real server over a network that delays, loses, duplicates and reorders frames, while the server
crashes, restarts and meets disk faults. At the end the faults stop: all clients become idle, the logs have no gaps,
nothing acknowledged is missing, every retried command gets its one answer, and all clients see the same.
"""

from __future__ import annotations

import logging
from argparse import ArgumentParser, Namespace

from ..common.pool import Spread
from .session import Result, simulate

_asked: Namespace


def _take(asked: Namespace) -> None:
    global _asked
    _asked = asked
    logging.disable(logging.CRITICAL)  # a broken disk gives the server much to say


def _simulate(seed: int) -> Result:
    return simulate(seed, _asked.tables, _asked.mishaps)


def main() -> int:
    parser = ArgumentParser()
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--mishaps", type=int, default=5)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    total, seeds = Result(), range(asked.seed, asked.seed + asked.runs)
    try:
        with Spread(asked.workers, _take, asked) as spread:
            for result in spread.over(_simulate, seeds, "session"):
                total.add(result)
    except AssertionError as broken:
        print(broken)
        return 1
    events = total.events
    print(
        f"simulation: {asked.runs} session of {asked.tables} tables, {events['crash']} crashes, {events['restart']} "
        f"restarts, {events['disk']} broken disks, {events['cut']} lines cut, {events['up'] + events['down']} frames; "
        f"{total.acknowledged} commands acknowledged, {total.repeats} repeated with the same answer, "
        f"{total.entries} entries without a gap, every phone has the same picture"
    )
    return 0
