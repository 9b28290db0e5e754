"""Decisions of five players of Schocken: the approximation compared with the exact half.

`python -m benchmarks.schocken_five --rounds 100` plays rounds from random states of stones, mostly by the best moves,
and values every decision exactly and by the approximation, which continues with exact halves of up to four players. It
prints the loss of the approximation's moves, how often its intervals cover the exact values, and the order of seats in
a fresh half. Decisions of the second player after a covered throw have no exact values here.
"""

from __future__ import annotations

import argparse
from random import Random

import numpy as np

from knobel.fair.statistics.p_values import Z95
from knobel.rules.dice import SeededDice, awaits, fill
from knobel.rules.game import Chance
from knobel.rules.schocken import GAME, Hand, Options, State
from knobel.solve.schocken.evaluation import position_risks
from knobel.solve.schocken.sources import APPROXIMATE

PLAYERS = 5


def fresh_round(random: Random) -> State:
    """A round before its first throw, with random stones."""
    options = Options()
    middle = random.randrange(options.stones + 1)
    held = [0 if middle else 1] * PLAYERS
    for _ in range(options.stones - middle - sum(held)):
        held[random.randrange(PLAYERS)] += 1
    return State(options, tuple(held), middle, (Hand(),) * PLAYERS, "throw")


def measure(rounds: int, seed: int) -> str:
    random, dice = Random(seed), SeededDice(seed)
    losses, off, behind = list[float](), list[float](), list[float]()
    for _ in range(rounds):
        state = fresh_round(random)
        while state.rounds == 0:
            waits = GAME.pending(state)
            if isinstance(waits, Chance):
                state = GAME.play(state, fill(waits.event, dice))
                continue
            found = position_risks(state, "half", "known")
            if found.exact:
                exact = {each.move: each.risks[state.seat] for each in found.moves}
                guess = position_risks(state, "half", "approximate").moves
                errors = [each.risks[state.seat] - exact[each.move] for each in guess]
                losses.append(exact[guess[0].move] - found.risks[state.seat])
                off += errors
                behind += [each - errors[0] for each in errors[1:]]
            best = found.moves[0].move
            move = best if random.random() < 0.85 else random.choice(found.moves).move  # unusual positions, too
            state = GAME.play(state, fill(move, dice) if awaits(move) else move)
    within = np.mean(np.abs(off) <= Z95 * APPROXIMATE.risk)
    differences = np.mean(np.abs(behind) <= Z95 * APPROXIMATE.difference)
    return (
        f"{len(losses)} decisions: loss {np.mean(losses):.1e}, at most {max(losses):.1e}; "
        f"{within:.1%} of {len(off)} values and {differences:.1%} of the differences are within their intervals"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    fresh = State(Options(), (0,) * PLAYERS, Options().stones, (Hand(),) * PLAYERS, "throw")
    for name in ("known", "approximate"):
        risks = position_risks(fresh, "half", "known" if name == "known" else "approximate").risks
        print(f"{'exact' if name == 'known' else name}: {' '.join(f'{risk:.4f}' for risk in risks)}")
    print(measure(asked.rounds, asked.seed))


if __name__ == "__main__":
    main()
