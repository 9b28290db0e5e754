"""Games of Zock'n'Roll with little luck: exploitability of bots, their edge over each other, and a learner.

    python -m benchmarks.best_response --against master
    python -m benchmarks.best_response --against strong --pair master
    python -m benchmarks.best_response --against master --learner 3000000

One seat plays an approximate best response to bots that are all alike: the best response of each turn for the game,
exact against their strategy of this turn, with the changes of winning chances that sampled futures give to marks. These
futures are not those of `master`. What it wins is a lower bound of the exploitability: a response that plans beyond a
turn may win more. With `--pair` half of the seats play as that bot instead. With `--learner` one seat is played by
`examples/learner.py`, trained against the compiled policy `best` by so many decisions; it decides between staying and
dropping, and marks the row that is worth most.

Shares are luck-adjusted by a control variate: the chance to win after each turn, by futures in which all play as
`strong`, less its mean over turns that are sampled with the strategies in play. So the luck has mean zero; its factor
is fitted. Intervals are 95 %. The last column sums up by how much the response is expected to be better, turn by turn,
with the futures' values of marks.

`rollouts` is the greedy policy that `master` approximates at large tables: the better of both moves if all, the own
seat among them, play as `strong` from there on. `strong` and `master` decide as the bots do.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from runpy import run_path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from knobel.bots import make_bot, prepare
from knobel.bots.solved.zocknroll import learned_turn
from knobel.fair.statistics.p_values import Z95
from knobel.research.encodings.zocknroll import STAY, observe
from knobel.research.vector import SingleAgentVectorEnv
from knobel.rules.boards import COMBINATIONS
from knobel.rules.dice import SeededDice
from knobel.rules.game import Dice
from knobel.rules.session import Session
from knobel.rules.zocknroll import GAME, Drop, Event, Options, State, Stay, best_cups, hand, plays_jorg
from knobel.simulate.zocknroll.futures import (
    LANES,
    Futures,
    Tableaus,
    Workspace,
    apply_all,
    apply_futures,
    find_ends,
    futures,
    is_over,
    new_workspace,
    victory,
)
from knobel.simulate.zocknroll.lookahead import game_model
from knobel.simulate.zocknroll.stakes import ALONE, BLOCKS, FIRST, WON, stakes_of, worths
from knobel.simulate.zocknroll.tables import NO_ROW
from knobel.solve.arrays import Bytes, Floats, Int32s, Integers
from knobel.solve.compiled import compiled
from knobel.solve.zocknroll.kernel import Strategy
from knobel.solve.zocknroll.learner import best_responses, gains, values
from knobel.solve.zocknroll.policy import decision_of
from knobel.solve.zocknroll.solver import turn_policy
from knobel.solve.zocknroll.stakes_kernel import Stakes
from knobel.solve.zocknroll.turn import TRIPLES, Setting, setting, tree

_SEED: Final = 2
"""Of the responder's futures; `master` uses others."""

_DOUBT: Final = 0.01
"""Smallest chance of a move that `rollouts` expects of others."""

_SAMPLES: Final = 4 * BLOCKS
"""Turns that are sampled for the mean of a control variate; each block of futures gets equally many."""

RESPONSE: Final = "response"
LEARNER: Final = "learner"

Choose: TypeAlias = Callable[[Integers], NDArray[np.bool_]]
"""From observations of a seat to whether it stays."""


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

    def __init__(self, view: State, seats: Sequence[str], learner: Choose | None, seed: int) -> None:
        self.view, self.seats, self.learner = view, seats, learner
        at = Sheets(view.options, view.marks, view.starter, tuple(sorted(view.white)))
        triple = TRIPLES.index(at.white)
        self.worths = worths(at.options, at.marks, at.starter, triple, seed=_SEED)
        self.setting = at.setting
        self.order = tuple((view.queue[0] + place) % view.players for place in range(view.players))
        stakes = stakes_of(at.options, self.worths, at.starter, triple)
        plain = next(name for name in seats if name in POLICIES)
        played = {name: POLICIES[name](at, stakes) for name in {*seats} & {*POLICIES}}
        plans = [played.get(seats[seat], played[plain]) for seat in self.order]
        self.strategy, self.gain = _joined(plans), 0.0
        if RESPONSE in seats:
            place, fair = self.order.index(seats.index(RESPONSE)), values(self.setting, stakes, self.strategy)
            plans[place] = best_responses(self.setting, stakes, self.strategy)
            self.strategy = _joined(plans)
            self.gain = float(values(self.setting, stakes, self.strategy)[place] - fair[place])
        self.chances = _Chances(view)
        gained = self._sampled(np.random.default_rng(seed))
        self.expected = self.chances.after(self._marks(gained))

    def stays(self, view: State, seat: int, lot: float) -> bool:
        if self.seats[seat] == LEARNER:
            assert self.learner is not None
            return bool(self.learner(np.array([observe(view, seat)]))[0])
        playing_round = len(view.white) - 2
        decision, cup = decision_of(self.setting, view, seat, playing_round), self.setting.cups.index(view.cups[seat])
        if playing_round == 1:
            return lot < float(self.strategy.first[decision, cup])
        return lot < float(self.strategy.second[view.white[3] - 1, decision, cup])

    def row(self, state: State, seat: int, kind: int) -> int | None:
        """The row to mark: the best of the board as `strong`, else the one that is worth most."""
        names = COMBINATIONS[state.options.board]
        bits = sum(1 << names.index(name) for name in hand(state, seat))
        return int(self._rows(seat, kind, np.array([bits]))[0]) if bits else None

    def luck(self, after: State) -> Floats:
        """By how much the turn brought better chances to each seat than expected."""
        rows, gained = len(COMBINATIONS[after.options.board]), np.zeros((1, after.players), np.int64)
        shown = best_cups(after) if len(after.white) == 5 else ()
        for seat, dropped in enumerate(after.dropped):
            if not dropped and seat not in shown:
                continue
            kind = FIRST if dropped == 1 else WON if not dropped and len(shown) == 1 else ALONE
            row = self.row(_after_white(after, dropped), seat, kind)
            gained[0, seat] = 2 + kind * rows + row if row is not None else int(kind == FIRST)
        return self.chances.of(self._marks(gained)[0]) - self.expected

    def _rows(self, seat: int, kind: int, bits: Integers) -> Integers:
        """`row` of these hands, all of which have one."""
        rows = (self.worths.change.shape[1] - 2) // 3
        worth = self.worths.change[seat, 2 + kind * rows :, seat][:rows]
        order = np.arange(rows) if self.seats[seat] == "strong" else np.argsort(-worth, kind="stable")
        return np.asarray(order[(bits[:, None] >> order & 1).argmax(1)], np.int64)

    def _marks(self, gained: Integers) -> Bytes:
        """Marks by gains, which are numbered as in `Worths`."""
        rows = (self.worths.change.shape[1] - 2) // 3
        marks = np.zeros((*gained.shape, rows + 2), np.uint8)
        kind, row = np.divmod(gained - 2, rows)
        with_row = gained >= 2
        np.put_along_axis(marks, (1 + row * with_row)[..., None], with_row[..., None], 2)
        marks[..., 0] = with_row & (kind == WON)
        marks[..., -1] = (gained == 1) | (with_row & (kind == FIRST))
        return marks

    def _sampled(self, rng: np.random.Generator) -> Integers:
        """The gains of all seats in sampled turns."""
        view, dice_of, players = self.view, game_model(self.view.options, self.view.players).dice_of, self.view.players
        rows, every = (self.worths.change.shape[1] - 2) // 3, np.arange(_SAMPLES)
        throws = rng.integers(len(dice_of.cup), size=(_SAMPLES, players + plays_jorg(players)))
        cups = dice_of.cup[throws].astype(np.int64)
        white = np.full(_SAMPLES, TRIPLES.index(tuple(sorted(view.white))))
        gained, dropped = np.zeros((_SAMPLES, players), np.int64), np.zeros((_SAMPLES, players), np.int64)
        faces, those = np.zeros((_SAMPLES, 2), np.int64), np.zeros(_SAMPLES, np.int64)
        for playing_round, kind in ((1, FIRST), (2, ALONE)):
            node, begin = np.ones(_SAMPLES, np.int64), tree(players, True).begin[those]
            if playing_round == 2:
                faces = rng.integers(6, size=(_SAMPLES, 2))
                white = dice_of.more[white, faces[:, 0]].astype(np.int64)
            for place, seat in enumerate(self.order):
                here = np.flatnonzero(dropped[:, seat] == 0)
                cup, at = cups[here, seat], node[here] - 1
                if self.seats[seat] == LEARNER:
                    stay = self._learner_stays(playing_round, seat, here, cups, faces, dropped, gained)
                else:
                    first, second = self.strategy
                    chance = first[at, cup] if playing_round == 1 else second[faces[here, 0], begin[here] + at, cup]
                    stay = rng.random(len(here)) < chance
                node[here] = 2 * node[here] + stay
                those[here[stay]] |= (playing_round == 1) << place
                gone = here[~stay]
                dropped[gone, seat] = playing_round
                bits = dice_of.rows[white[gone], cups[gone, seat]].astype(np.int64)
                found = 2 + kind * rows + self._rows(seat, kind, bits)
                gained[gone, seat] = np.where(bits > 0, found, int(kind == FIRST))
        end = every[(dropped == 0).any(1)]
        white = dice_of.more[white[end], faces[end, 1]].astype(np.int64)
        best = dice_of.best[white[:, None], cups[end]].astype(np.int64)
        best[:, :players][dropped[end] > 0] = NO_ROW
        shown = best == best.min(1, keepdims=True)
        alone = shown.sum(1) == 1
        for seat in range(players):
            for kind, those_rows in ((WON, shown[:, seat] & alone), (ALONE, shown[:, seat] & ~alone)):
                bits = dice_of.rows[white[those_rows], cups[end][those_rows, seat]].astype(np.int64)
                gained[end[those_rows], seat] = 2 + kind * rows + self._rows(seat, kind, bits)
        return gained

    def _learner_stays(
        self,
        playing_round: int,
        seat: int,
        here: Integers,
        cups: Integers,
        faces: Integers,
        dropped: Integers,
        gained: Integers,
    ) -> NDArray[np.bool_]:
        """What the learner decides in these samples, from what it would observe."""
        assert self.learner is not None
        view, players = self.view, self.view.players
        dice, size = np.array(self.setting.cups), len(self.setting.cups[0])
        seen = np.tile(np.array(observe(view, seat)), (len(here), 1))
        at = 7
        for step in range(cups.shape[1]):
            other = (seat + step) % players if step < players else step
            known = np.full(len(here), step == 0) if step in (0, players) else dropped[here, other] > 0
            seen[:, at : at + size] = dice[cups[here, other]] * known[:, None]
            at += size
        if playing_round == 2:
            seen[:, 5] = faces[here, 0] + 1
        place = self.order.index(seat)
        for step in range(players):
            other = (seat + step) % players
            waits = self.order.index(other) >= place
            seen[:, at + step] = (dropped[here, other] == 0) & waits
            seen[:, at + players + step] = dropped[here, other]
        at += 2 * players
        rows = len(view.marks[0])
        marks = np.array(view.marks) + self._marks(gained[here])
        for step in range(players):
            seen[:, at + step * rows : at + (step + 1) * rows] = marks[:, (seat + step) % players]
        return self.learner(seen)


class _Chances:
    """Winning chances after a turn by sampled futures, with marks on top of the sheets before it."""

    def __init__(self, view: State) -> None:
        model, players = game_model(view.options, view.players), view.players
        self.futures, self.worth = _futures(view.options, players), model.worth
        marks, after = np.array(view.marks, np.uint8), (view.starter + 1) % players
        ends = np.zeros((BLOCKS, LANES), np.uint8)
        find_ends(self.futures, marks, after, ends)
        self.tableaus, self.space = Tableaus(marks, after, ends), new_workspace(players)
        nothing = np.zeros((BLOCKS, players))
        apply_all(self.futures, self.tableaus, self.worth, self.space, nothing)
        self.nothing = nothing

    def of(self, gained: Bytes) -> Floats:
        """The chances after these marks."""
        return np.asarray(self._apply(np.tile(gained, (BLOCKS, 1, 1))).mean(0))

    def after(self, gained: Bytes) -> Floats:
        """The mean chances after these marks of sampled turns, each by its block of futures."""
        more = self._apply(gained).reshape(-1, *self.nothing.shape) - self.nothing
        return np.asarray(more.mean((0, 1)) + self.nothing.mean(0))

    def _apply(self, gained: Bytes) -> Floats:
        shares = np.zeros(gained.shape[:2])
        _apply(self.futures, self.tableaus, gained, self.worth, self.space, shares)
        return shares


@compiled
def _apply(
    some: Futures, tableaus: Tableaus, gained: Bytes, worth: Int32s, workspace: Workspace, shares: Floats
) -> None:
    """The chances after the marks of each row, by one block of futures after the other."""
    sheets = tableaus.marks.copy()
    for row in range(len(gained)):
        sheets[:] = tableaus.marks + gained[row]
        if is_over(sheets):
            victory(sheets, worth, shares[row])
        else:
            apply_futures(some, row % len(some.comes), tableaus, sheets, worth, workspace, shares[row])


_known: Final = dict[tuple[Options, int], Futures]()


def _futures(options: Options, players: int) -> Futures:
    if (options, players) not in _known:
        _known[options, players] = futures(game_model(options, players), _SEED, 0, BLOCKS)
    return _known[options, players]


def _after_white(state: State, dropped: int) -> State:
    """The state with the white dice that lay when a seat dropped."""
    return replace(state, white=state.white[: 2 + dropped] if dropped else state.white)


def _joined(plans: list[Strategy]) -> Strategy:
    """The strategy in which each player follows the own plan; players in the order of deciding."""
    players = len(plans)
    deciders = [(node.bit_length() - 1) for node in range(1, 1 << players)]
    later = list[int]()
    for mask in range(1, 1 << players):
        members = [player for player in range(players) if mask >> player & 1]
        later += [members[node.bit_length() - 1] for node in range(1, 1 << len(members))]
    first = np.stack([plans[player].first[row] for row, player in enumerate(deciders)])
    second = np.stack([plans[player].second[:, row] for row, player in enumerate(later)], axis=1)
    return Strategy(first, second)


@dataclass(frozen=True)
class Game:
    """Of the seats that are measured: their share of the victory, the luck in it, and what responses expect to gain."""

    won: float
    luck: float
    gain: float


def play_game(
    options: Options, seats: Sequence[str], measured: Sequence[int], seed: int, number: int, learner: Choose | None
) -> Game:
    dice, rng = SeededDice(seed, stream=2 * number), SeededDice(seed, stream=2 * number + 1)
    session = Session(GAME, ("x",) * len(seats), options)
    marker = make_bot("master", GAME, rng)
    turn: Turn | None = None
    luck, gain, turns = np.zeros(len(seats)), 0.0, 0

    def choose(view: State) -> Event:
        nonlocal turn, gain
        seat = view.queue[0]
        if view.phase == "mark":
            plain = seats[seat] == "strong"
            move: Event = GAME.pending(view).moves[0] if plain else marker.choose(view)  # type: ignore[union-attr]
            return move
        if len(view.white) == 3 and len(view.queue) == view.players:
            turn = Turn(view, seats, learner, rng.draw(1 << 30))
            gain += turn.gain
        assert turn is not None
        if turn.stays(view, seat, rng.draw(1 << 30) / (1 << 30)):
            return Stay(seat)
        row = turn.row(view, seat, FIRST if len(view.white) == 3 else ALONE)
        return Drop(seat, None if row is None else COMBINATIONS[options.board][row])

    while session.step(dice, choose):
        state = session.state
        if state.turns > turns:
            assert turn is not None
            luck += turn.luck(state)
            turns = state.turns
    result = session.result
    assert result is not None
    some = list(measured)
    return Game(float(np.sum(np.array(result.shares(len(seats)))[some])), float(luck[some].sum()), gain)


def seatings(players: int, against: str, other: str) -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Who sits where, and the seats that are measured: one for a response or a learner, half for a bot."""
    count = players // 2 if other in POLICIES else 1
    return [
        (tuple(other if seat in some else against for seat in range(players)), some)
        for some in combinations(range(players), count)
    ]


def trained(options: Options, players: int, decisions: int, seed: int) -> Choose:
    """The learner of the example, after so many decisions against the compiled policy `best`."""
    example: dict[str, Any] = run_path(str(Path(__file__).parents[1] / "examples" / "learner.py"))
    rules = {"players": players, "board": options.board}
    env, test = (SingleAgentVectorEnv("zocknroll", example["GAMES"], opponents="best", **rules) for _ in range(2))  # type: ignore[arg-type]
    learner = example["Learner"](env, seed)
    for _ in example["train"](env, learner, decisions, seed):
        pass
    share, error = example["won"](test, learner.best, 10_240, seed + 1)
    print(f"learner against best: {100 * share:.2f} ± {100 * error:.2f} % of 10,240 games", flush=True)
    last = env.games.masks.shape[1]

    def stays(seen: Integers) -> NDArray[np.bool_]:
        """The likeliest of all actions, of which each hand has at least one besides staying."""
        layers = learner.actor.layers(learner.features(seen))
        outputs = np.where(_legal(options, seen, last), layers[-1], -np.inf)
        return np.asarray(outputs.argmax(1) == STAY)

    return stays


def _legal(options: Options, seen: Integers, actions: int) -> NDArray[np.bool_]:
    """The legal actions of a seat that decides, by its observation."""
    dice_of, size = game_model(options, 4).dice_of, len(setting(options, 4).cups[0])
    cups = {cup: number for number, cup in enumerate(setting(options, 4).cups)}
    white = np.array([TRIPLES.index(tuple(sorted(row))) for row in seen[:, 2:5].tolist()])
    fourth = seen[:, 5]
    white = np.where(fourth > 0, dice_of.more[white, np.maximum(fourth, 1) - 1], white)
    bits = dice_of.rows[white, [cups[tuple(sorted(cup))] for cup in seen[:, 7 : 7 + size].tolist()]].astype(np.int64)
    legal = np.zeros((len(seen), actions), np.bool_)
    legal[:, STAY], legal[:, -1] = True, bits == 0
    legal[:, 1:-1] = bits[:, None] >> np.arange(actions - 2) & 1
    return legal


def played(
    options: Options, players: int, against: str, other: str, seed: int, learner: Choose | None, file: Path | None
) -> Iterator[Game]:
    """One game after the other; those that the file holds already are not played again."""
    title = f"{options.board} {players} {against} {other} {seed}"
    lines = file.read_text().splitlines() if file and file.exists() else []
    known = [json.loads(line) for line in lines]
    found = [Game(**line["game"]) for line in known if line["title"] == title]
    yield from found
    number, seats = len(found), seatings(players, against, other)
    while True:
        names, measured = seats[number % len(seats)]
        game = play_game(options, names, measured, seed, number, learner)
        if file:
            with file.open("a") as out:
                out.write(json.dumps({"title": title, "game": asdict(game)}) + "\n")
        yield game
        number += 1


def row(games: Sequence[Game], fair: float) -> list[str]:
    """Shares with standard errors, without luck, and what is more than a fair share with an interval."""
    won, luck, gain = 100 * np.array([(game.won, game.luck, game.gain) for game in games]).T
    factor = np.cov(won, luck)[0, 1] / luck.var(ddof=1)
    means = [_mean(won), _mean(won - factor * luck)]
    over = means[1][0] - 100 * fair
    cells = [f"{figure:.2f}" for mean in means for figure in mean]
    return [*cells, f"{over:.2f} ± {Z95 * means[1][1]:.2f}", "{:.2f} ± {:.2f}".format(*_mean(gain))]


def _mean(values: Floats) -> tuple[float, float]:
    """The mean and its standard error."""
    return float(values.mean()), float(values.std(ddof=1)) / len(values) ** 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="games per row")
    parser.add_argument("--against", nargs="+", default=list(POLICIES), choices=POLICIES)
    parser.add_argument("--pair", choices=POLICIES, help="half of the seats play as this bot")
    parser.add_argument("--learner", type=int, metavar="DECISIONS", help="one seat is a learner, trained so long")
    parser.add_argument("--players", type=int, default=4, choices=(3, 4, 5, 6))
    parser.add_argument("--board", default="basic", choices=("basic", "pro"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep every game, and go on from there")
    asked = parser.parse_args()
    options, players = Options(board=asked.board), asked.players
    learner = trained(options, players, asked.learner, asked.seed) if asked.learner else None
    other = asked.pair or (LEARNER if learner else RESPONSE)
    fair = len(seatings(players, "", other)[0][1]) / players
    table = Table(title=f"{other}, {players} players, {options.board} board, {asked.games} games: fair {fair:.1%}")
    for heading in ("against", "won %", "error", "without luck %", "error", "more than fair %", "by turns %", "CPU s"):
        table.add_column(heading, justify="left" if heading == "against" else "right")
    for name in asked.against:
        prepare("strong" if name == "strong" else "master", GAME, options, players)
        begun, games = time.process_time(), list[Game]()
        for game in played(options, players, name, other, asked.seed, learner, asked.save):
            games.append(game)
            if len(games) >= asked.games:
                break
        table.add_row(name, *row(games, fair), f"{time.process_time() - begun:.0f}")
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
