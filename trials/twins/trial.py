"""Non-interference: games that differ in hidden dice only are equal to the byte until the dice are shown.

    python -m trials twins --games 10000 --workers 2 --seed 1

Compared are all frames and HTTP answers except those to the owners of the dice (for those, the number of frames);
refusals, catch-up, the moves of bots, the server's log and its metrics. In addition no output may contain a key of
hidden dice, a secret of the server, or a link that is revealed later.
"""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from msgspec import Struct

from ..common.pool import Spread
from .dice import Plan, plan
from .games import Moment, play

_STEP: Final = 10
"""Games that a process plays at a time."""

_LATEST: Final = 12
"""The last turn that is tried; nearly every game has hidden dice before it."""

_ANOTHER: Final = 10**9
"""Added to a seed whose game has no hidden dice."""


class Found(Struct):
    """Counts: `bytes` compared while dice were hidden, and `lines` of the log until then."""

    games: int = 0
    bots: int = 0
    moments: int = 0
    bytes: int = 0
    lines: int = 0

    def add(self, other: Found) -> None:
        self.games += other.games
        self.bots += other.bots
        self.moments += other.moments
        self.bytes += other.bytes
        self.lines += other.lines


def differences(one: Moment, other: Moment) -> list[str]:
    """The channels in which two moments differ."""
    channels = [channel for channel in one.said if one.said[channel] != other.said.get(channel)]
    return channels + [
        f"number of frames of {owner}" for owner in one.number if one.number[owner] != other.number[owner]
    ]


async def compare(wanted: Plan, folder: Path) -> Found | None:
    """Play a game and its twin; raises AssertionError if they differ too early, or not at all.

    None if no dice were hidden for at least one move.
    """
    for turn in range(wanted.turn, _LATEST):
        first = await play(wanted, folder / f"{turn}", twin=False, turn=turn)
        if first is None:
            continue
        second = await play(wanted, folder / f"{turn}-twin", twin=True, turn=turn)
        assert second is not None
        assert len(first.moments) == len(second.moments), f"{wanted}: the twin takes another course"
        for number, (one, other) in enumerate(zip(first.moments, second.moments, strict=True)):
            assert not (found := differences(one, other)), f"{wanted}, move {number}: {found}"
        assert first.bots == second.bots, f"{wanted}: the bot does something else"
        assert first.state != second.state, f"{wanted}: the twin is the same game"
        asked = [moment for moment in first.moments if moment.asked]
        assert all(moment.said["log"] != [""] for moment in asked), f"{wanted}: the log is empty"
        size = sum(len(text.encode()) for moment in asked for texts in moment.said.values() for text in texts)
        return Found(1, int(wanted.bot), len(asked), size, len(asked[-1].said["log"][0].splitlines()))
    return None


def compare_from(seed: int) -> Found:
    """The next few games from a seed on."""
    found = Found()
    for each in range(seed, seed + _STEP):
        found.add(next(filter(None, map(_compared, count(each, _ANOTHER)))))
    return found


def _compared(seed: int) -> Found | None:
    with TemporaryDirectory() as folder:
        return asyncio.run(compare(plan(seed), Path(folder)))


def main() -> int:
    parser = ArgumentParser()
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found = Found()
    with Spread(asked.workers) as spread:
        try:
            for part in spread.over(compare_from, range(asked.seed, asked.seed + asked.games, _STEP), "games"):
                found.add(part)
        except AssertionError as broken:
            print(broken)
            return 1
    print(
        f"twins: {found.games} games ({found.bots} with a bot) and their twins from seed {asked.seed}, {found.moments} "
        f"moments with hidden dice, {found.bytes} bytes from frames, HTTP, log ({found.lines} lines) and metrics alike "
        "and without a key"
    )
    return 0
