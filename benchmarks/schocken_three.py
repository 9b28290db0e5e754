"""Simulation of three players who follow Schocken's solver, compared with its values.

`python -m benchmarks.schocken_three --halves 5000000 --stones 6` plays 5,000,000 halves under the plain rules. The
plans of a state take 5 MB: with 13 stones 2.5 GB. When two players are left, the loser is drawn with the chance of the
two-player solution.
"""

from __future__ import annotations

import argparse
import time
from typing import Final

import numpy as np
from numpy.typing import NDArray

from knobel.rules.schocken import MOST_THROWS, Options
from knobel.solve.arrays import Floats, Integers
from knobel.solve.compiled import compiled
from knobel.solve.schocken.few_kernel import second_of_three
from knobel.solve.schocken.finals import Finals, choose
from knobel.solve.schocken.hands import Tables
from knobel.solve.schocken.sources import solved
from knobel.solve.schocken.two import half_table

PLAYERS: Final = 3
Plans = NDArray[np.int8]


@compiled
def plan_followers(
    tables: Tables, finals: Finals, openly: Finals, pays: Floats, first: int, seconds: Plans, lasts: Plans
) -> None:
    """Fill the keeps of the second and the last player for each hand, when the beginner ended with `first`."""
    worth, block = second_of_three(tables, finals, pays, first)
    again = np.full((finals.limit, len(tables.rank)), -1)
    choose(tables, finals, worth[:, 1].copy(), again)
    seconds[: finals.limit] = again
    for second in range(len(worth)):
        choose(tables, openly, block[second, :, 2].copy(), again)
        lasts[second, : finals.limit] = again


@compiled
def turn(tables: Tables, limit: int, plan: Plans) -> tuple[int, int, int]:
    """Throw and decide by a plan: the number of throws, the rank, and what was kept for the last throw."""
    keep = 0
    for n in range(1, limit + 1):
        i = tables.fall[keep]
        left = np.random.random() - tables.chance[i]
        while left >= 0 and i + 1 < tables.fall[keep + 1]:
            i += 1
            left -= tables.chance[i]
        hand = tables.hand[i]
        if n == limit or plan[n, hand] < 0:
            return n, int(tables.rank[hand]), keep
        keep = int(plan[n, hand])
    return limit, 0, keep


@compiled
def lost_half(
    tables: Tables, stones: int, number: Integers, risks: Floats, beginners: Plans, seconds: Plans, lasts: Plans
) -> int:
    """Play a half that player 0 begins; the loser."""
    ranks, middle, beginner = len(tables.deals), stones, 0
    held, end = np.zeros(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
    while True:
        b, c = (beginner + 1) % 3, (beginner + 2) % 3
        if middle == 0 and (held[b] == 0 or held[c] == 0):
            return beginner if np.random.random() < risks[held[beginner]] else b if held[c] == 0 else c
        s = number[middle, held[beginner], held[b]]
        limit, end[beginner], keep = turn(tables, 3, beginners[s])
        first = ranks + keep if limit == 3 else end[beginner]
        throws, end[b], keep = turn(tables, limit, seconds[s, limit, first])
        hidden = limit == 1 or throws == 3
        second = ranks + keep if hidden else end[b]
        _, end[c], _ = turn(tables, limit, lasts[s, limit, first, second])
        best, loser = beginner, beginner
        for player in (b, c):
            if end[player] > end[best]:
                best = player
            if end[player] <= end[loser]:
                loser = player
        deals = tables.deals[end[best]]
        if deals == 0:
            return loser
        taken = min(deals, middle if middle > 0 else held[best])
        if middle > 0:
            middle -= taken
        else:
            held[best] -= taken
        held[loser] += taken
        if held[loser] == stones:
            return loser
        beginner = loser


@compiled
def lost_halves(
    tables: Tables,
    stones: int,
    number: Integers,
    risks: Floats,
    beginners: Plans,
    seconds: Plans,
    lasts: Plans,
    halves: int,
    seed: int,
) -> Integers:
    np.random.seed(seed)
    lost = np.zeros(3, dtype=np.int64)
    for _ in range(halves):
        lost[lost_half(tables, stones, number, risks, beginners, seconds, lasts)] += 1
    return lost


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--halves", type=int, default=1_000_000)
    parser.add_argument("--stones", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    options = Options(stones=asked.stones)
    two = half_table(options)
    half = solved(options, PLAYERS, "half")
    rounds, tables, states = half.rounds, half.rounds.tables, half.all_states()
    hands, every = len(tables.rank), len(rounds.followers[1].start) - 1
    beginners = np.full((len(states), MOST_THROWS, hands), -1, dtype=np.int8)
    seconds = np.full((len(states), MOST_THROWS + 1, every, MOST_THROWS, hands), -1, dtype=np.int8)
    lasts = np.full((len(states), MOST_THROWS + 1, every, every, MOST_THROWS, hands), -1, dtype=np.int8)
    number = np.full((asked.stones + 1,) * 3, -1)
    for s, (middle, held) in enumerate(states):
        pays = half.pays((middle, held))
        number[middle, held[0], held[1]] = s
        again = np.full((MOST_THROWS, hands), -1)
        choose(tables, rounds.beginner, rounds.worth_of_beginner(pays)[:, 0].copy(), again)
        beginners[s] = again
        for limit, finals in rounds.followers.items():
            for end in rounds.ends_of_beginner(limit):
                _, first = rounds.faced(end)
                openly = finals._replace(hidden=False)
                plan_followers(tables, finals, openly, pays, first, seconds[s, limit, first], lasts[s, limit, first])
    everything = tables, asked.stones, number, two.risks[0].copy(), beginners, seconds, lasts
    lost_halves(*everything, 1, asked.seed)
    begun = time.process_time()
    lost = lost_halves(*everything, asked.halves, asked.seed)
    speed = asked.halves / (time.process_time() - begun)
    print(f"{asked.halves:,} halves of {asked.stones} stones, seed {asked.seed}, {speed:,.0f} a second")
    for player, chance in enumerate(half.value(asked.stones, (0,) * PLAYERS).tolist()):
        error = (chance * (1 - chance) / asked.halves) ** 0.5
        played = lost[player] / asked.halves
        print(f"player {player}: {chance:.6f}, played {played:.6f}, off by {(played - chance) / error:+.2f} errors")


if __name__ == "__main__":
    main()
