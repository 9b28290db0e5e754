"""Decisions of five players of Schocken, judged by their exact values.

`python -m benchmarks.schocken_five --states 400 --seed 1 positions.jsonl` begins rounds in so many random states of
stones, plays them mostly by the best moves, and writes every decision with the exact chance to lose the half after each
move: a best response to exact play of all others, in this round and after it. The beginner's turn is played once and
the rest of the round three times, since the values after it are computed once.

`--judge` lets the installed version decide in these positions and writes its values; `--most-solved 4` approximates all
halves of more players. An older version can be judged, too: set `PYTHONPATH` to its sources. `--compare` reads such
files, fits standard errors to the first half of the states, and counts how many values and differences of the other
half lie within 1.96 of them; its error is that of a sample of states.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import numpy as np
from msgspec import Struct

from knobel.forms.text import parse, position
from knobel.rules.dice import SeededDice, awaits, fill
from knobel.rules.game import Chance, Decision
from knobel.rules.schocken import GAME, Hand, Options, State
from knobel.solve.arrays import Floats
from knobel.solve.schocken import sources
from knobel.solve.schocken.evaluation import position_risks

PLAYERS: Final = 5
REPEATS: Final = 3
USUAL: Final = 0.85
"""The share of best moves; the others lead to unusual positions."""
Z95: Final = 1.96


class Judged(Struct):
    """A decision in the `state` of a sample: exact risks by move, in the order of the rules, and those of a judge."""

    state: str
    text: str
    exact: list[float]
    found: list[float] = []
    chosen: int = 0

    @property
    def loss(self) -> float:
        return self.exact[self.chosen] - min(self.exact)

    def errors(self) -> list[float]:
        return [found - exact for found, exact in zip(self.found, self.exact, strict=True)]

    def differences(self) -> list[float]:
        """Errors of what each move costs against the chosen one."""
        errors = self.errors()
        return [each - errors[self.chosen] for move, each in enumerate(errors) if move != self.chosen]


def fresh_round(random: Random) -> State:
    """A round before its first throw, with random stones; the loser of the round before has some and begins (S3)."""
    options = Options()
    while True:
        middle = random.randrange(options.stones + 1)
        held = [0 if middle else 1] * PLAYERS
        for _ in range(options.stones - middle - sum(held)):
            held[random.randrange(PLAYERS)] += 1
        rounds = 0 if middle == options.stones else options.stones
        if held[0] or not rounds:
            return State(options, tuple(held), middle, (Hand(),) * PLAYERS, "throw", rounds=rounds)


def decisions(states: int, seed: int) -> Iterator[Judged]:
    random, dice = Random(seed), SeededDice(seed)
    for number in range(states):
        found = list[Judged]()
        begun = play(fresh_round(random), {0}, random, dice, found)
        for _ in range(REPEATS if begun.limit > 1 else 1):
            play(begun, set(range(PLAYERS)), random, dice, found)
        for one in found:
            one.state = f"{seed}.{number}"
        yield from found


def play(state: State, seats: set[int], random: Random, dice: SeededDice, found: list[Judged]) -> State:
    """Play on while it is the turn of these seats, to the end of the round at most."""
    rounds = state.rounds
    while state.rounds == rounds and state.seat in seats:
        waits = GAME.pending(state)
        if isinstance(waits, Chance):
            state = GAME.play(state, fill(waits.event, dice))
            continue
        assert isinstance(waits, Decision)
        now = position_risks(state, "half", "known")
        assert now.exact
        risks = {each.move: each.risks[state.seat] for each in now.moves}
        found.append(Judged("", position(state), [risks[move] for move in waits.moves]))
        move = now.moves[0].move if random.random() < USUAL else random.choice(now.moves).move
        state = GAME.play(state, fill(move, dice) if awaits(move) else move)
    return state


def judge(one: Judged, effort: sources.Effort) -> Judged:
    state: Any = parse(one.text)
    waits, now = GAME.pending(state), position_risks(state, "half", effort)
    assert isinstance(waits, Decision)
    risks = {each.move: each.risks[state.seat] for each in now.moves}
    found = [risks[move] for move in waits.moves]
    return Judged(one.state, one.text, one.exact, found, waits.moves.index(now.moves[0].move))


def approximate_beyond(most: int) -> None:
    """Use solved halves of up to `most` players only."""
    real = sources.known
    sources.known = lambda options, players, stage: real(options, players, stage) if players <= most else None


def fitted(errors: list[list[float]]) -> float:
    """The standard error with which 95 of 100 errors are within 1.96 of it."""
    return float(np.quantile(np.abs(np.concatenate(errors)), 0.95)) / Z95


def covered(states: list[str], errors: list[list[float]], standard_error: float) -> tuple[float, float]:
    """The share of errors within 1.96 standard errors, and its own error by the states, which are independent."""
    counts = dict[str, Floats]()
    for state, some in zip(states, errors, strict=True):
        within = np.sum(np.abs(some) <= Z95 * standard_error)
        counts[state] = counts.get(state, np.zeros(2)) + np.array((within, len(some)))
    hits, all_of = np.array(list(counts.values())).T
    share = hits.sum() / all_of.sum()
    return float(share), float(np.sqrt(np.sum((hits - share * all_of) ** 2)) / all_of.sum())


def compared(judged: list[Judged]) -> str:
    states = sorted({one.state for one in judged})
    Random(1).shuffle(states)
    first = set(states[: len(states) // 2])
    losses = np.array([one.loss for one in judged])
    cost = f"mean loss {losses.mean():.2e}, at most {losses.max():.1e}, {np.mean(losses > 1e-9):.1%} not the best"
    lines = [f"{len(judged)} decisions in {len(states)} states: {cost}"]
    for name, errors_of in (("values", Judged.errors), ("differences", Judged.differences)):
        fit = [errors_of(one) for one in judged if one.state in first]
        unseen = [one for one in judged if one.state not in first]
        error = fitted(fit)
        share, deviation = covered([one.state for one in unseen], [errors_of(one) for one in unseen], error)
        lines.append(
            f"  {name}: mean error {np.mean(np.concatenate(fit)):+.4f}, standard error {error:.5f} covers "
            f"{share:.1%} ± {deviation:.1%} of {sum(len(errors_of(one)) for one in unseen)} unseen"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--states", type=int, help="write the decisions of so many states to the file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--judge", type=Path, metavar="OUT", help="write the files with the values of this version")
    parser.add_argument("--most-solved", type=int, default=0, metavar="PLAYERS")
    parser.add_argument("--compare", action="store_true")
    asked = parser.parse_args()
    encoder = msgspec.json.Encoder()
    if asked.states:
        with asked.files[0].open("wb") as out:
            out.writelines(encoder.encode(one) + b"\n" for one in decisions(asked.states, asked.seed))
        return
    read = [msgspec.json.decode(line, type=Judged) for file in asked.files for line in file.open("rb")]
    if asked.compare:
        print(compared(read))
        return
    if asked.most_solved:
        approximate_beyond(asked.most_solved)
    effort: sources.Effort = "approximate" if asked.most_solved else "known"
    with asked.judge.open("wb") as out:
        out.writelines(encoder.encode(judge(one, effort)) + b"\n" for one in read)


if __name__ == "__main__":
    main()
