"""Many random records of every game: replayed without difference, and mutated.

    python -m trials records [N] [SEED]

plays N games of each kind (10,000) with options drawn at random, a third of them with real dice. Each record is loaded,
compared and dumped again, and then mutated at one place: it has to be refused at the first impossible event, unless it
is still legal.
"""

from __future__ import annotations

import json
import secrets
import time
from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from tests.rules.mutations import MUTATIONS, mutate_and_check
from tests.rules.random_games import random_game, random_real_dice_game

from knobel.rules import GAMES, find_game, records
from knobel.rules.dice import SeededDice

PROCESSES: Final = 2
AT_ONCE: Final = 100


def check(name: str, seed: int, numbers: range) -> Counter[str]:
    """Play and check the games of these numbers; the words for what became of them."""
    became: Counter[str] = Counter()
    for number in numbers:
        try:
            became.update(check_one(name, SeededDice(seed, stream=number)))
        except Exception as error:
            raise AssertionError(f"{name}, seed {seed}, game {number}: {error!r}") from error
    return became


def check_one(name: str, source: SeededDice) -> Counter[str]:
    play = random_real_dice_game if source.draw(3) == 0 else random_game
    session = play(find_game(name), source)
    text = records.dumps(session)
    again = records.loads(text)
    assert again.events == session.events
    assert again.state == session.state
    assert again.result == session.result is not None
    assert records.dumps(again) == text
    document = json.loads(text)
    mutation = MUTATIONS[source.draw(len(MUTATIONS))]
    outcome = mutate_and_check(document, mutation, source.draw(len(document["events"])), source)
    return Counter({"events": len(session.events), outcome: 1})


def main() -> None:
    parser = ArgumentParser(description="Replay random records of each game, and corrupt each of them once.")
    parser.add_argument("count", type=int, nargs="?", default=10_000, help="records of each game")
    parser.add_argument("seed", type=int, nargs="?", default=secrets.randbelow(2**32))
    arguments = parser.parse_args()
    count, seed = arguments.count, arguments.seed
    print(f"{count:,} records of each game, seed {seed}")
    with ProcessPoolExecutor(PROCESSES) as pool:
        for name in GAMES:
            begun, done = time.monotonic(), Counter[str]()
            jobs = [range(first, min(first + AT_ONCE, count)) for first in range(0, count, AT_ONCE)]
            for number, part in enumerate(pool.map(check, [name] * len(jobs), [seed] * len(jobs), jobs), 1):
                done += part
                print(f"\r{name}: {number * 100 // len(jobs)} %", end="", flush=True)
            mutated = ", ".join(f"{done[word]:,} {word}" for word in ("refused", "still legal", "other result"))
            seconds = time.monotonic() - begun
            print(
                f"\r{name}: {count:,} records, {done['events']:,} events replayed; mutated: {mutated}; {seconds:.0f} s"
            )
