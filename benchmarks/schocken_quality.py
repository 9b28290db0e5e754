"""Quality of Schocken's approximation for many players.

`python -m benchmarks.schocken_quality --values` compares its values of stones with solved halves. `--regret N --players
3` lets it play N rounds and computes the regret of its moves by the exact solver (four players if their table is
available). `--deviation N --players P --follow F` takes N random positions in which F players follow, up to three, and
finds the best deviation of the deciding player in this round, exactly, against the fixed play of the others. `--times N
--players P` measures decisions.
"""

from __future__ import annotations

import argparse
import time
from random import Random
from statistics import mean, stdev
from typing import Final

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from knobel.rules.dice import SeededDice, awaits, fill
from knobel.rules.game import Chance, Decision
from knobel.rules.schocken import GAME, MOST_THROWS, Hand, Options, State
from knobel.solve.arrays import Floats
from knobel.solve.schocken.evaluation import position_risks
from knobel.solve.schocken.finals import decide
from knobel.solve.schocken.many import ManyPlayers, by_outcome, tops_of, worth_of_beginner, worth_of_follower
from knobel.solve.schocken.many_kernel import answer, before, risk_of
from knobel.solve.schocken.sources import known

OPTIONS: Final = Options()


class OneRound:
    """Exact evaluation of a round in which all play by the approximation."""

    def __init__(self, many: ManyPlayers, middle: int, held: tuple[int, ...]) -> None:
        self.rounds = many.rounds
        self.pays = by_outcome(many.pays(middle, held))
        self.players = len(self.pays)
        self.tops = {limit: tops_of(finals) for limit, finals in self.rounds.followers.items()}

    def play(self, limit: int, seen: tuple[int, ...]) -> Floats:
        """The chance of each final of the next player."""
        rounds = self.rounds
        finals = rounds.followers[limit] if seen else rounds.beginner
        worth = worth_of_follower(rounds, limit, seen, self.pays) if seen else worth_of_beginner(rounds, self.pays)
        weight = np.empty(len(worth))
        decide(rounds.tables, finals, len(seen), worth, weight)
        return weight

    def risk(self, limit: int, seen: tuple[int, ...], player: int) -> float:
        """The chance of a player to lose the half when those after `seen` play the approximation."""
        if len(seen) < self.players - 1:
            weight = self.play(limit, seen)
            reached = np.flatnonzero(weight).tolist()
            return sum(float(weight[final]) * self.risk(limit, (*seen, final), player) for final in reached)
        finals, tops = self.rounds.followers[limit], self.tops[limit]
        below, own = np.zeros((self.players, len(finals.deals) + 1)), np.empty(len(finals.deals))
        before(finals, np.array(seen), below)
        answer(self.rounds.tables, finals._replace(hidden=False), tops, below, self.players - 1, self.pays, 1)
        return risk_of(finals.deals, tops, below, player, self.pays[player], own)

    def gain(self, limit: int, seen: tuple[int, ...]) -> float:
        """The gain of the next player's best response over the approximation's plan."""
        player, weight = len(seen), self.play(limit, seen)
        real = np.zeros((len(weight), 1))
        if seen:
            finals = self.rounds.followers[limit]
            for final in range(len(weight)) if finals.hidden else range(len(finals.deals)):
                real[final] = self.risk(limit, (*seen, final), player)
        else:
            finals = self.rounds.beginner
            for throws in range(1, MOST_THROWS + 1):
                for final in self.rounds.ends_of_beginner(throws):
                    real[final] = self.risk(throws, (self.rounds.faced(final)[1],), player)
        best = decide(self.rounds.tables, finals, 0, real, np.empty(len(weight)))
        return float(weight @ real[:, 0] - best[0])


def stones(players: int, random: Random) -> tuple[int, tuple[int, ...]]:
    """A random state of stones in which all players take part."""
    middle = random.randrange(int(players > OPTIONS.stones), OPTIONS.stones + 1)
    held = [0 if middle else 1] * players
    for _ in range(OPTIONS.stones - middle - sum(held)):
        held[random.randrange(players)] += 1
    return middle, tuple(held)


def deviation(positions: int, players: int, follow: int, seed: int) -> str:
    random, many, gains = Random(seed), ManyPlayers(OPTIONS, players), list[float]()
    for _ in track(range(positions), console=Console(stderr=True)):
        now = OneRound(many, *stones(players, random))
        limit, seen = MOST_THROWS, tuple[int, ...]()
        while len(seen) < players - 1 - follow:
            weight = now.play(limit, seen).tolist()
            [final] = random.choices(range(len(weight)), weight)
            if not seen:
                limit, final = now.rounds.faced(final)
            seen = (*seen, final)
        gains.append(now.gain(limit, seen))
    error = stdev(gains) / positions**0.5
    return f"{players} players, {follow} follow: gain {mean(gains):.1e} ± {error:.0e}, at most {max(gains):.1e}"


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
        half, many = known(OPTIONS, players, "half"), ManyPlayers(OPTIONS, players)
        if half is not None:
            states = [state for state in half.all_states() if state[0] or 0 not in state[1]][::5]
            off = [np.max(np.abs(many.risks(*state) - half.value(*state))) for state in states]
            table.add_row(str(players), str(len(off)), f"{np.mean(off):.4f}", f"{np.max(off):.4f}")
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--values", action="store_true")
    parser.add_argument("--regret", type=int, metavar="N")
    parser.add_argument("--deviation", type=int, metavar="N")
    parser.add_argument("--times", type=int, metavar="N", help="play N rounds and measure the decisions")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--follow", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.values:
        Console().print(values())
    if asked.regret:
        print(regret(asked.regret, asked.players, asked.seed))
    if asked.times:
        print(times(asked.times, asked.players, asked.seed))
    if asked.deviation:
        print(deviation(asked.deviation, asked.players, asked.follow, asked.seed))


if __name__ == "__main__":
    main()
