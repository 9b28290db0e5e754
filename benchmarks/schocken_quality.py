"""Quality of Schocken's approximation for many players.

`python -m benchmarks.schocken_quality --values` compares its values of stones with solved halves. `--regret N --players
3` lets it play N rounds and computes the regret of its moves by the exact solver (four players if their table is
available). `--turns N --players P` compares N turns of the last player but three after a covered throw of the beginner
with the exact best response, for the same values after the round; `--followers 4` takes the player before, which takes
two minutes a turn. `--seats N --players P` plays the first round of a half N times by the approximation, but for the
last three players, who are exact, or the last two by `--late 2`; `--most-solved 4` with five players compares that with
the solved half. `--times N --players P` measures decisions.
"""

from __future__ import annotations

import argparse
import time
from functools import lru_cache
from random import Random
from statistics import mean, stdev
from typing import Final

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.schocken_five import approximate_beyond, solve_only
from knobel.rules.dice import SeededDice, awaits, fill
from knobel.rules.game import Chance, Decision
from knobel.rules.schocken import GAME, MOST_THROWS, Hand, Options, State
from knobel.solve.arrays import Floats
from knobel.solve.schocken.closing_kernel import after_each, extremes_of, worth_of_fourth_last
from knobel.solve.schocken.evaluation import position_risks
from knobel.solve.schocken.finals import decide
from knobel.solve.schocken.many import ManyPlayers
from knobel.solve.schocken.rounds import Rounds
from knobel.solve.schocken.sources import APPROXIMATE, Approximate, known, source_of

OPTIONS: Final = Options()


def stones(players: int, random: Random) -> tuple[int, tuple[int, ...]]:
    """A random state of stones in which all players take part."""
    middle = random.randrange(int(players > OPTIONS.stones), OPTIONS.stones + 1)
    held = [0 if middle else 1] * players
    for _ in range(OPTIONS.stones - middle - sum(held)):
        held[random.randrange(players)] += 1
    return middle, tuple(held)


def turns(positions: int, players: int, followers: int, seed: int) -> str:
    """The turn of the last player but three or four after covered throws, the last turns that are approximated."""
    random, many = Random(seed), _approximation(players)
    rounds = many.many.rounds
    finals, player, losses, off = rounds.followers[MOST_THROWS], players - followers - 1, list[float](), list[float]()
    for _ in track(range(positions), console=Console(stderr=True)):
        middle, held = stones(players, random)
        weight = np.zeros(len(rounds.beginner.start) - 1)
        decide(rounds.tables, rounds.beginner, 0, many.worth(middle, held, MOST_THROWS, ()), weight)
        weight[: len(rounds.beginner.deals)] = 0
        weight[len(rounds.beginner.deals)] += not weight.any()  # at least the throw of all three dice
        seen = tuple[int, ...]()
        while len(seen) < player:
            [final] = random.choices(range(len(weight)), weight.tolist())
            seen = (*seen, final if seen else rounds.faced(final)[1])
            weight = np.empty(len(finals.start) - 1)
            decide(rounds.tables, finals, len(seen), many.worth(middle, held, MOST_THROWS, seen), weight)
        exact = _worth_by_best_responses(rounds, many.many.pays((middle, held)), seen)
        best = decide(rounds.tables, finals, player, exact, np.empty(len(weight)))
        losses.append(float(weight @ exact[:, player] - best[player]))
        off += (many.worth(middle, held, MOST_THROWS, seen) - exact)[:, player].tolist()
    error = stdev(losses) / positions**0.5
    cost = f"a turn loses {mean(losses):.1e} ± {error:.0e}, at most {max(losses):.1e}"
    where = f"{players} players, {positions} turns with {followers} to follow"
    return f"{where}: {cost}; values of its ends are off by {np.sqrt(np.mean(np.square(off))):.1e}"


def _approximation(players: int) -> Approximate:
    source = source_of(OPTIONS, players, players, "half", "approximate")
    assert isinstance(source, Approximate)
    return source


def _worth_by_best_responses(rounds: Rounds, pays: Floats, seen: tuple[int, ...]) -> Floats:
    """The values to all of the finals of the next player, when all after that respond exactly."""
    finals = rounds.followers[MOST_THROWS]
    every, last = range(len(finals.start) - 1), len(pays) - 1
    if len(pays) - len(seen) == 4:
        after = after_each(finals, pays, *extremes_of(finals, np.array(seen)))
        return np.array([worth_of_fourth_last(rounds.tables, finals, after, final, last) for final in every])
    worth = np.empty((len(every), len(pays)))
    for final in every:
        following = _worth_by_best_responses(rounds, pays, (*seen, final))
        worth[final] = decide(rounds.tables, finals, len(seen) + 1, following, np.empty(len(every)))
    return worth


def seats(samples: int, players: int, late: int, seed: int) -> str:
    """The chances of the seats of a fresh half, if the last players respond exactly to what all before have.

    What the others keep is sampled from their approximated play. Each sample corrects the approximated values along its
    way by those of the next player's turn, and at last by the exact ones.
    """
    random, many = Random(seed), _approximation(players)
    rounds = many.many.rounds
    finals, keys, corrections = rounds.followers[MOST_THROWS], len(rounds.beginner.deals), list[Floats]()
    fresh = OPTIONS.stones, (0,) * players
    worth_after = lru_cache(maxsize=4096)(lambda *seen: many.worth(*fresh, MOST_THROWS, seen))
    worth = worth_after()
    weight = np.empty(len(worth))
    approximated = decide(rounds.tables, rounds.beginner, 0, worth, weight)
    covered = weight[keys:].sum()
    for _ in track(range(samples), console=Console(stderr=True)):
        seen, after, chances, correction = tuple[int, ...](), worth[keys:], weight[keys:], np.zeros(players)
        while len(seen) < players - late:
            [final] = random.choices(range(len(chances)), chances.tolist())
            correction -= after[final]
            seen = (*seen, final if seen else len(finals.deals) + final)
            after, chances = worth_after(*seen), np.empty(len(finals.start) - 1)
            correction += decide(rounds.tables, finals, len(seen), after, chances)
        corrections.append(correction)
    risks = approximated + covered * np.mean(corrections, axis=0)
    errors = covered * np.std(corrections, axis=0, ddof=1) / samples**0.5
    shown = " ".join(f"{risk:.5f} ± {error:.5f}" for risk, error in zip(risks, errors, strict=True))
    return f"{players} players: {shown}; approximated {' '.join(f'{risk:.5f}' for risk in approximated)}"


def regret(rounds: int, players: int, seed: int) -> str:
    random, dice, costs = Random(seed), SeededDice(seed), list[float]()
    for _ in track(range(rounds), console=Console(stderr=True)):
        middle, held = stones(players, random)
        state = State(OPTIONS, held, middle, (Hand(),) * players, "throw")
        while state.rounds == 0:
            match GAME.pending(state):
                case Chance(event=event):
                    state = GAME.play(state, fill(event, dice))
                case Decision(seat=seat):
                    move = position_risks(state, "half", "approximate").moves[0].move
                    exact = position_risks(state, "half", "known")
                    assert exact.exact, f"there is no table of {players} players"
                    [cost] = (each.risks[seat] for each in exact.moves if each.move == move)
                    costs.append(cost - exact.risks[seat])
                    state = GAME.play(state, fill(move, dice) if awaits(move) else move)
    error = stdev(costs) / len(costs) ** 0.5
    shares = f"{sum(cost > 1e-9 for cost in costs) / len(costs):.1%} of {len(costs)} moves are not the best"
    return f"{players} players: {shares}, cost {mean(costs):.1e} ± {error:.0e} a move, at most {max(costs):.1e}"


def times(rounds: int, players: int, seed: int) -> str:
    random, dice, spent = Random(seed), SeededDice(seed), list[float]()
    for _ in range(rounds):
        middle, held = stones(players, random)
        state = State(OPTIONS, held, middle, (Hand(),) * players, "throw")
        while state.rounds == 0:
            waits = GAME.pending(state)
            if isinstance(waits, Chance):
                state = GAME.play(state, fill(waits.event, dice))
            else:
                begun = time.process_time()
                move = position_risks(state, "game", "known").moves[0].move
                spent.append(time.process_time() - begun)
                state = GAME.play(state, fill(move, dice) if awaits(move) else move)
    first, *others = (1000 * each for each in spent)
    later = f"{mean(others):.0f} ms on average, {np.quantile(others, 0.99):.0f} ms in 99 of 100"
    return f"{players} players: CPU time of {len(others)} decisions {later}, the first {first:.0f} ms"


def values() -> Table:
    table = Table(title="chance to lose the half: difference from the solved half, the largest of all seats")
    for heading in ("players", "states", "mean", "largest"):
        table.add_column(heading, justify="right")
    for players in (3, 4):
        half, many = known(OPTIONS, players, "half"), Approximate(ManyPlayers(OPTIONS, players), APPROXIMATE)
        if half is not None:
            states = [state for state in half.all_states() if state[0] or 0 not in state[1]][::5]
            off = [np.max(np.abs(many.risks(*state) - half.value(*state))) for state in states]
            table.add_row(str(players), str(len(off)), f"{np.mean(off):.4f}", f"{np.max(off):.4f}")
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--values", action="store_true")
    parser.add_argument("--regret", type=int, metavar="N")
    parser.add_argument("--turns", type=int, metavar="N")
    parser.add_argument("--seats", type=int, metavar="N")
    parser.add_argument("--times", type=int, metavar="N", help="play N rounds and measure the decisions")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--followers", type=int, choices=(3, 4), default=3, help="of the player whose turn it is")
    parser.add_argument("--most-solved", type=int, metavar="PLAYERS", help="approximate all halves of more players")
    parser.add_argument("--late", type=int, choices=(2, 3), default=3, help="exact players at the end of a round")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.most_solved:
        approximate_beyond(asked.most_solved, OPTIONS, asked.players, by_symmetric=True)
    solve_only(asked.late)
    if asked.values:
        Console().print(values())
    if asked.regret:
        print(regret(asked.regret, asked.players, asked.seed))
    if asked.times:
        print(times(asked.times, asked.players, asked.seed))
    if asked.seats:
        print(seats(asked.seats, asked.players, asked.late, asked.seed))
    if asked.turns:
        print(turns(asked.turns, asked.players, asked.followers, asked.seed))


if __name__ == "__main__":
    main()
