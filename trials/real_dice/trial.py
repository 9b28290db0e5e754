"""Real dice: games in which dice stay face down until they are lifted, against their filled-in twins (R4).

    python -m trials real_dice --games 10000 --workers 2 --seed 1

plays that many games of each kind with options drawn at random, and hides dice by random choice of what R2 allows. The
game and its twin have the same result, and the same public state at every common point. At each point every forbidden
0 and every forbidden lift is tried: it is refused with its rule, and the state stays as it was.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from functools import partial
from typing import Final

from tests.rules.real_dice import check_game

from knobel.rules import GAMES, find_game
from knobel.rules.dice import SeededDice

from ..common.pool import Spread

_STEP: Final = 50
"""Games that a process plays at a time."""


def check_from(name: str, last: int, seed: int) -> Counter[str]:
    """The next few games from a seed on."""
    found: Counter[str] = Counter()
    for each in range(seed, min(seed + _STEP, last)):
        try:
            found += check_game(find_game(name), SeededDice(each))
        except Exception as error:
            raise AssertionError(f"{name}, seed {each}: {error!r}") from error
    return found


def main() -> int:
    parser = ArgumentParser()
    parser.add_argument("--games", type=int, default=10_000, help="games of each kind")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    last, said = asked.seed + asked.games, list[str]()
    with Spread(asked.workers) as spread:
        try:
            for name in GAMES:
                found: Counter[str] = Counter()
                for part in spread.over(partial(check_from, name, last), range(asked.seed, last, _STEP), name):
                    found += part
                said.append(
                    f"{name}: {found['events']:,} events, {found['lifts']:,} lifts, {found['compared']:,} public "
                    f"states as in the twin, {found['refused']:,} forbidden events refused"
                )
        except AssertionError as broken:
            print(f"NOT HELD, seed {asked.seed}: {broken}")
            return 1
    print(f"{asked.games:,} games of each kind: {'; '.join(said)}")
    return 0
