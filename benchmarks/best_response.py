"""Exploitability in games of Zock'n'Roll: how much more than a fair share an approximate best response wins.

One seat plays the best response of each turn to bots that are all alike, for the game: exact against their strategy of
this turn, with the changes of winning chances that sampled futures give to marks. These futures are not those of
`master`. What it wins is a lower bound of the exploitability: a response that plans beyond a turn may win more.

Shares are luck-adjusted by a control variate: what the marks of each turn brought, less what the turn was expected to
bring for the strategies in play. That is known exactly, so the luck has mean zero; its factor is fitted. Intervals are
95 %. The last column sums up by how much the response is expected to be better, turn by turn, with the futures' values
of marks. They are those of games in which all play as `strong`.

`rollouts` is the greedy policy that `master` approximates at large tables: the better of both moves if all, the own
seat among them, play as `strong` from there on. `strong` and `master` decide as the bots do.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace
from rich.console import Console
from rich.table import Table

from knobel.bots import make_bot, prepare
from knobel.bots.solved.zocknroll import learned_turn
from knobel.fair.statistics.p_values import Z95
from knobel.rules.boards import COMBINATIONS
from knobel.rules.dice import SeededDice
from knobel.rules.game import Dice
from knobel.rules.session import Session
from knobel.rules.zocknroll import GAME, Drop, Event, Options, State, Stay, best_cups, hand
from knobel.simulate.zocknroll.stakes import ALONE, FIRST, WON, stakes_of, worths
from knobel.solve.arrays import Floats
from knobel.solve.zocknroll.kernel import Strategy
from knobel.solve.zocknroll.learner import best_responses, gains, values
from knobel.solve.zocknroll.policy import decision_of
from knobel.solve.zocknroll.solver import turn_policy
from knobel.solve.zocknroll.stakes_kernel import Stakes
from knobel.solve.zocknroll.turn import TRIPLES, Setting, setting

_SEED: Final = 2
"""Of the responder's futures; `master` uses others."""

_DOUBT: Final = 0.01
"""Smallest chance of a move that `rollouts` expects of others."""


class Sheets(NamedTuple):
    options: Options
    marks: tuple[tuple[int, ...], ...]
    starter: int
    white: Dice

    @property
    def setting(self) -> Setting:
        return setting(self.options, len(self.marks))


def strong(at: Sheets, stakes: Stakes) -> Strategy:
    return turn_policy(at.options, len(at.marks)).strategy(TRIPLES.index(at.white))


def rollouts(at: Sheets, stakes: Stakes) -> Strategy:
    fair = strong(at, stakes)
    doubted = Strategy(*(np.clip(part, _DOUBT, 1 - _DOUBT) for part in fair))
    more = gains(at.setting, stakes, doubted)
    return Strategy(*(np.where(gain == 0, part, gain > 0) for gain, part in zip(more, fair, strict=True)))


def master(at: Sheets, stakes: Stakes) -> Strategy:
    return learned_turn(at.options, at.marks, at.starter, at.white).strategy


POLICIES: Final[dict[str, Callable[[Sheets, Stakes], Strategy]]] = {
    "strong": strong,
    "rollouts": rollouts,
    "master": master,
}


class Turn:
    """A turn with the strategies of all seats, from its first decision on."""

    def __init__(self, view: State, seats: dict[int, str], responder: int) -> None:
        at = Sheets(view.options, view.marks, view.starter, tuple(sorted(view.white)))
        triple = TRIPLES.index(at.white)
        self.worths = worths(at.options, at.marks, at.starter, triple, seed=_SEED)
        stakes = stakes_of(at.options, self.worths, at.starter, triple)
        self.setting = at.setting
        self.order = tuple((view.queue[0] + place) % view.players for place in range(view.players))
        played = {name: POLICIES[name](at, stakes) for name in set(seats.values())}
        plans = [played[seats[seat]] for seat in self.order]
        self.strategy = _joined(plans, view.players)
        place, fair = self.order.index(responder), values(self.setting, stakes, self.strategy)
        plans[place] = best_responses(self.setting, stakes, self.strategy)
        self.strategy = _joined(plans, view.players)
        expected = values(self.setting, stakes, self.strategy)
        self.gain = float(expected[place] - fair[place])
        self.expected = np.zeros(view.players)
        self.expected[list(self.order)] = expected

    def stays(self, view: State, seat: int) -> float:
        playing_round = len(view.white) - 2
        decision, cup = decision_of(self.setting, view, seat, playing_round), self.setting.cups.index(view.cups[seat])
        if playing_round == 1:
            return float(self.strategy.first[decision, cup])
        return float(self.strategy.second[view.white[3] - 1, decision, cup])

    def row(self, state: State, seat: int, kind: int) -> int | None:
        """The row that is worth most, by its rank."""
        names = COMBINATIONS[state.options.board]
        bits = sum(1 << names.index(name) for name in hand(state, seat))
        return self.worths.row(seat, kind, bits) if bits else None

    def brought(self, after: State) -> Floats:
        """The changes of all winning chances by what the turn brought to each seat."""
        rows, total = len(COMBINATIONS[after.options.board]), np.zeros(after.players)
        shown = best_cups(after) if len(after.white) == 5 else ()
        for seat, dropped in enumerate(after.dropped):
            if not dropped and seat not in shown:
                continue
            kind = FIRST if dropped == 1 else WON if not dropped and len(shown) == 1 else ALONE
            row = self.row(after_white(after, dropped), seat, kind)
            gain = 2 + kind * rows + row if row is not None else int(kind == FIRST)
            total += self.worths.change[seat, gain]
        return total


def after_white(state: State, dropped: int) -> State:
    """The state with the white dice that lay when a seat dropped."""
    return replace(state, white=state.white[: 2 + dropped] if dropped else state.white)


def _joined(plans: list[Strategy], players: int) -> Strategy:
    """The strategy in which each player follows the own plan; players in the order of deciding."""
    deciders = [(node.bit_length() - 1) for node in range(1, 1 << players)]
    later = list[int]()
    for mask in range(1, 1 << players):
        members = [player for player in range(players) if mask >> player & 1]
        later += [members[node.bit_length() - 1] for node in range(1, 1 << len(members))]
    first = np.stack([plans[player].first[row] for row, player in enumerate(deciders)])
    second = np.stack([plans[player].second[:, row] for row, player in enumerate(later)], axis=1)
    return Strategy(first, second)


class Game(NamedTuple):
    """Of the responder: the share of the victory, the luck in it, and the expected gain of the responses."""

    won: float
    luck: float
    gain: float


def play_game(options: Options, seats: dict[int, str], responder: int, seed: int, number: int) -> Game:
    """One game, in which one seat plays the best response of each turn."""
    dice, rng = SeededDice(seed, stream=2 * number), SeededDice(seed, stream=2 * number + 1)
    session = Session(GAME, ("x",) * len(seats), options)
    marker = make_bot("master", GAME, rng)
    turn: Turn | None = None
    luck, gain = np.zeros(len(seats)), 0.0

    def choose(view: State) -> Event:
        nonlocal turn, gain
        seat = view.queue[0]
        if view.phase == "mark":
            plain = seat != responder and seats[seat] == "strong"
            move: Event = GAME.pending(view).moves[0] if plain else marker.choose(view)  # type: ignore[union-attr]
            return move
        if len(view.white) == 3 and len(view.queue) == view.players:
            turn = Turn(view, seats, responder)
            gain += turn.gain
        assert turn is not None
        if rng.draw(1 << 30) < turn.stays(view, seat) * (1 << 30):
            return Stay(seat)
        row = turn.row(view, seat, FIRST if len(view.white) == 3 else ALONE)
        if seat != responder and seats[seat] == "strong" and row is not None:
            return Drop(seat, hand(view, seat)[0])
        return Drop(seat, None if row is None else COMBINATIONS[options.board][row])

    turns = 0
    while session.step(dice, choose):
        state = session.state
        if state.turns > turns:
            assert turn is not None
            luck += turn.brought(state) - turn.expected
            turns = state.turns
    result = session.result
    assert result is not None
    return Game(result.shares(len(seats))[responder], float(luck[responder]), gain)


def measure(options: Options, players: int, against: Sequence[str], games: int, seed: int) -> Table:
    title = f"{players} players, {games} games a row: share of an approximate best response, fair {100 / players:.1f} %"
    table = Table(title=title)
    for heading in ("against", "won %", "error", "without luck %", "error", "exploitability %", "by turns %", "CPU s"):
        table.add_column(heading, justify="left" if heading == "against" else "right")
    for name in against:
        prepare("strong" if name == "strong" else "master", GAME, options, players)
        begun, played = time.process_time(), list[Game]()
        for number in range(games):
            seats = dict.fromkeys(range(players), name)
            played.append(play_game(options, seats, number % players, seed, number))
        won, luck, gain = 100 * np.array(played).T
        factor = np.cov(won, luck)[0, 1] / luck.var(ddof=1)
        means = [_mean(won), _mean(won - factor * luck)]
        over = means[1][0] - 100 / players
        cells = [f"{figure:.2f}" for mean in means for figure in mean]
        shown = f"{over:.2f} ± {Z95 * means[1][1]:.2f}"
        table.add_row(name, *cells, shown, "{:.2f} ± {:.2f}".format(*_mean(gain)), f"{time.process_time() - begun:.0f}")
    return table


def _mean(values: Floats) -> tuple[float, float]:
    """The mean and its standard error."""
    return float(values.mean()), float(values.std(ddof=1)) / len(values) ** 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="games per row")
    parser.add_argument("--against", nargs="+", default=list(POLICIES), choices=POLICIES)
    parser.add_argument("--players", type=int, default=4, choices=(3, 4, 5))
    parser.add_argument("--board", default="basic", choices=("basic", "pro"))
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    options = Options(board=asked.board)
    Console(width=120).print(measure(options, asked.players, asked.against, asked.games, asked.seed))


if __name__ == "__main__":
    main()
