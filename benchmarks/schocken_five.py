"""Decisions of five players of Schocken, judged by their exact values; also of three and four, and by house rules.

`python -m benchmarks.schocken_five --states 400 --seed 1 exact.jsonl` begins rounds in so many random states of stones,
plays them mostly by the best moves, and writes every decision with the exact chance to lose the half after each move: a
best response to exact play of all others, in this round and after it. The beginner's turn is played once and the rest
of the round three times, since the values after it are computed once. `--players 3 --preset pub` takes other tables,
`--objective game` the chance to lose the game, and `--out 1` rounds with a player who is out of the half already.

`--judge now.jsonl exact.jsonl` lets the installed version decide in these positions and writes its values.
`--most-solved 4` lets it approximate all halves of more players, with `--symmetric` by tables like those of six to
eight players, `--late 2` approximates the last player but two, too, and `--as-half` hides the exact first halves of
games. An older version can be judged, too: set
`PYTHONPATH` to its sources, and if it does not state errors, name them by `--stated 0.004 0.002`.

`--compare before.jsonl now.jsonl` prints a table of such files. Standard errors are also fitted to a random half of the
states, with the share of values and differences of the other half within 1.96 of them; the error of a share is that of
a sample of states.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

import msgspec
import numpy as np
from msgspec import Struct

from knobel.forms.text import parse, position
from knobel.rules.dice import SeededDice, awaits, fill
from knobel.rules.game import Chance, Decision, read_options
from knobel.rules.schocken import GAME, Hand, Options, State
from knobel.solve.arrays import Floats
from knobel.solve.schocken import sources
from knobel.solve.schocken.evaluation import position_risks

REPEATS: Final = 3
USUAL: Final = 0.85
"""The share of best moves; the others lead to unusual positions."""
Z95: Final = 1.96


class Sample(Struct):
    """The first line of a file; `fresh` are the chances before the first throw of a half or game."""

    objective: Literal["half", "game"]
    fresh: list[float]


class Judged(Struct):
    """A decision in the `state` of a sample: exact risks by move, in the order of the rules, and those of a judge.

    `errors` are the stated standard errors of a risk and of a difference.
    """

    state: str
    text: str
    exact: list[float]
    found: list[float] = []
    chosen: int = 0
    errors: tuple[float, float] = (0.0, 0.0)

    @property
    def loss(self) -> float:
        return self.exact[self.chosen] - min(self.exact)

    def off(self) -> list[float]:
        return [found - exact for found, exact in zip(self.found, self.exact, strict=True)]

    def off_in_differences(self) -> list[float]:
        """Errors of what each move costs against the chosen one."""
        off = self.off()
        return [each - off[self.chosen] for move, each in enumerate(off) if move != self.chosen]


def fresh_round(options: Options, players: int, out: int, random: Random) -> State:
    """A round before its first throw, with random stones; the loser of the round before has some and begins (S3).

    So many of the players are `out`, for which the middle must be empty.
    """
    while True:
        middle = 0 if out else random.randrange(options.stones + 1)
        held = [0 if middle else 1] * (players - out)
        for _ in range(options.stones - middle - sum(held)):
            held[random.randrange(len(held))] += 1
        if out:
            held += [0] * out
            random.shuffle(held)
        rounds = 0 if middle == options.stones else options.stones
        if held[0] or not rounds:
            return State(options, tuple(held), middle, (Hand(),) * players, "throw", rounds=rounds)


class Sampling(Struct):
    """How positions are drawn and judged exactly."""

    options: Options
    players: int
    out: int
    objective: Literal["half", "game"]
    random: Random
    dice: SeededDice

    def states(self, count: int, seed: int) -> Iterator[list[Judged]]:
        """The decisions in each state."""
        for number in range(count):
            found = list[Judged]()
            begun = self.play(fresh_round(self.options, self.players, self.out, self.random), {0}, found)
            for _ in range(REPEATS if begun.limit > 1 else 1):
                self.play(begun, set(range(self.players)), found)
            for one in found:
                one.state = f"{seed}.{number}"
            yield found

    def play(self, state: State, seats: set[int], found: list[Judged]) -> State:
        """Play on while it is the turn of these seats, to the end of the round at most."""
        rounds = state.rounds
        while state.rounds == rounds and state.seat in seats:
            waits = GAME.pending(state)
            if isinstance(waits, Chance):
                state = GAME.play(state, fill(waits.event, self.dice))
                continue
            assert isinstance(waits, Decision)
            now = position_risks(state, self.objective)
            assert now.exact
            risks = {each.move: each.risks[state.seat] for each in now.moves}
            found.append(Judged("", position(state), [risks[move] for move in waits.moves]))
            usual = self.random.random() < USUAL
            move = now.moves[0].move if usual else self.random.choice(now.moves).move
            state = GAME.play(state, fill(move, self.dice) if awaits(move) else move)
        return state


def judge(one: Judged, objective: Literal["half", "game"], stated: tuple[float, float] | None) -> Judged:
    state: Any = parse(one.text)
    waits, now = GAME.pending(state), position_risks(state, objective, "known")
    assert isinstance(waits, Decision)
    risks = {each.move: each.risks[state.seat] for each in now.moves}
    found = [risks[move] for move in waits.moves]
    errors = stated or (now.errors.risk, now.errors.difference)
    return Judged(one.state, one.text, one.exact, found, waits.moves.index(now.moves[0].move), errors)


def fresh(text: str, objective: Literal["half", "game"]) -> list[float]:
    """The chances at the beginning, under the rules and with the players of a position."""
    asked: Any = parse(text)
    state = State(asked.options, (0,) * asked.players, asked.options.stones, (Hand(),) * asked.players, "throw")
    return list(position_risks(state, objective, "known").risks)


def approximate_beyond(most: int, options: Options, players: int, by_symmetric: bool) -> None:
    """Use solved halves of up to `most` players only, and halves of more players approximated or not at all."""
    real = sources.known
    sources.known = lambda options, players, stage: real(options, players, stage) if players <= most else None
    for more in range(most + 1, players + 1 if by_symmetric else 0):
        half = sources.solve_symmetric(options, more, sources.known_halves(options, more - 1))
        sources.remember_symmetric(options, half)


def solve_only(late: int) -> None:
    """Approximate all but so many players at the end of a round; usually three are exact."""
    sources._CLOSING = late - 1  # type: ignore[misc]  # a constant of the solver, changed to measure its effect


def value_first_halves_as_halves() -> None:
    real = sources.known
    sources.known = lambda options, players, stage: None if stage == "first" else real(options, players, stage)


def fitted(off: list[list[float]]) -> float:
    """The standard error with which 95 of 100 errors are within 1.96 of it."""
    return float(np.quantile(np.abs(np.concatenate(off)), 0.95)) / Z95


def mean_by_states(states: list[str], sums: list[float], counts: list[int]) -> tuple[float, float]:
    """A mean over all, and its standard error by the states, which are independent."""
    by_state = dict[str, Floats]()
    for state, some, count in zip(states, sums, counts, strict=True):
        by_state[state] = by_state.get(state, np.zeros(2)) + np.array((some, count))
    totals, all_of = np.array(list(by_state.values())).T
    mean = totals.sum() / all_of.sum()
    return float(mean), float(np.sqrt(np.sum((totals - mean * all_of) ** 2)) / all_of.sum())


def covered(some: list[Judged], errors_of: Callable[[Judged], list[float]], errors: list[float]) -> str:
    """The share of values within 1.96 standard errors."""
    off = [errors_of(one) for one in some]
    within = [float(np.sum(np.abs(each) <= Z95 * error)) for each, error in zip(off, errors, strict=True)]
    share, deviation = mean_by_states([one.state for one in some], within, [len(each) for each in off])
    return f"{share:.1%} ± {deviation:.1%} of {sum(map(len, off)):,}"


def compared(sample: Sample, judged: list[Judged]) -> dict[str, str]:
    """A column of the table."""
    states = sorted({one.state for one in judged})
    Random(1).shuffle(states)
    first = set(states[: len(states) // 2])
    fit, unseen = ([one for one in judged if (one.state in first) == seen] for seen in (True, False))
    losses = [one.loss for one in judged]
    mean, error = mean_by_states([one.state for one in judged], losses, [1] * len(judged))
    column = {
        "decisions": f"{len(judged):,}",
        "states": str(len(states)),
        "mean loss": f"{mean:.1e} ± {error:.0e}" if mean else "0",
        "worst loss": f"{max(losses):.4f}",
        "not the best": f"{np.mean(np.array(losses) > 1e-9):.2%}",
    }
    for what, errors_of, at in (("values", Judged.off, 0), ("differences", Judged.off_in_differences, 1)):
        if not any(one.errors[0] for one in judged):
            worst = max((abs(each) for one in judged for each in errors_of(one)), default=0.0)
            column[f"{what} within the stated 95 % interval"] = f"exact, off by {worst:.0e} at most"
            continue
        column[f"{what} within the stated 95 % interval"] = covered(
            judged, errors_of, [one.errors[at] for one in judged]
        )
        error = fitted([errors_of(one) for one in fit])
        column[f"fitted standard error of {what}, unseen within"] = (
            f"{error:.5f}, {covered(unseen, errors_of, [error] * len(unseen))}"
        )
    column[f"a fresh {sample.objective}"] = " ".join(f"{risk:.4f}".removeprefix("0") for risk in sample.fresh)
    return column


def read(file: Path) -> tuple[Sample, list[Judged]]:
    first, *lines = file.read_bytes().splitlines()
    return msgspec.json.decode(first, type=Sample), [msgspec.json.decode(line, type=Judged) for line in lines]


def print_table(files: list[Path]) -> None:
    columns = [compared(*read(file)) for file in files]
    print("| |", " | ".join(file.stem for file in files), "|")
    print("|---|", "--:|" * len(files), sep="")
    for row in dict.fromkeys(row for column in columns for row in column):
        print("|", row, "|", " | ".join(column.get(row, "") for column in columns), "|")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--states", type=int, help="write the decisions of so many states to the file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--out", type=int, default=0, help="so many of the players are out of the half already")
    parser.add_argument("--preset", choices=sorted(GAME.presets))
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule")
    parser.add_argument("--objective", choices=("half", "game"), default="half")
    parser.add_argument("--judge", type=Path, metavar="OUT", help="write the file with the values of this version")
    parser.add_argument("--most-solved", type=int, default=0, metavar="PLAYERS")
    parser.add_argument("--symmetric", action="store_true")
    parser.add_argument("--late", type=int, choices=(2, 3), default=3, help="exact players at the end of a round")
    parser.add_argument("--as-half", action="store_true")
    parser.add_argument("--stated", type=float, nargs=2, metavar="ERROR", help="of a version that states none")
    parser.add_argument("--compare", action="store_true")
    asked = parser.parse_args()
    encoder = msgspec.json.Encoder()
    if asked.compare:
        print_table(asked.files)
    elif asked.states:
        given: dict[str, Any] = dict(option.split("=") for option in asked.option)
        options: Options = read_options(GAME, given | ({"preset": asked.preset} if asked.preset else {}))
        sampling = Sampling(
            options, asked.players, asked.out, asked.objective, Random(asked.seed), SeededDice(asked.seed)
        )
        begin = State(options, (0,) * asked.players, options.stones, (Hand(),) * asked.players, "throw")
        sample = Sample(asked.objective, list(position_risks(begin, asked.objective).risks))
        with asked.files[0].open("wb") as out:
            out.write(encoder.encode(sample) + b"\n")
            for found in sampling.states(asked.states, asked.seed):
                out.writelines(encoder.encode(one) + b"\n" for one in found)
                out.flush()
    elif asked.judge:
        [file] = asked.files
        sample, judged = read(file)
        text = judged[0].text
        position_of: Any = parse(text)
        if asked.most_solved:
            approximate_beyond(asked.most_solved, position_of.options, position_of.players, asked.symmetric)
        solve_only(asked.late)
        if asked.as_half:
            value_first_halves_as_halves()
        with asked.judge.open("wb") as out:
            out.write(encoder.encode(Sample(sample.objective, fresh(text, sample.objective))) + b"\n")
            for one in judged:
                out.write(encoder.encode(judge(one, sample.objective, asked.stated)) + b"\n")
    else:
        parser.error("one of --states, --judge and --compare is needed")


if __name__ == "__main__":
    main()
