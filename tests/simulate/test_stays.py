"""Tables of staying: the kernels read them as a reference player does from the state of the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from knobel.rules.boards import CUP_SIZE
from knobel.rules.dice import SeededDice, multisets
from knobel.rules.errors import BadOptions
from knobel.rules.game import Decision
from knobel.rules.game import State as AnyState
from knobel.rules.session import Session
from knobel.rules.zocknroll import GAME, Options, State
from knobel.simulate import Stays, simulate
from knobel.simulate.zocknroll.tables import stays
from knobel.solve.zocknroll.policy import LEVELS
from knobel.solve.zocknroll.solver import assess, turn_policy
from knobel.solve.zocknroll.turn import EXACT, tree

from .replays import check

WHITES = [dice for dice, _ in multisets(3)]


def random_tables(players: int, board: str, levels: int, seed: int) -> Stays:
    """Any tables at all, with certain decisions among them."""
    numbers, cups = np.random.default_rng(seed), len(multisets(CUP_SIZE[board]))
    nodes = 2**players - 1, 3**players - 2**players
    first = numbers.integers(0, levels, (len(WHITES), nodes[0], cups), dtype=np.uint8, endpoint=True)
    second = numbers.integers(0, levels, (len(WHITES), 6, nodes[1], cups), dtype=np.uint8, endpoint=True)
    return stays(first, second, levels)


def level(tables: Stays, state: State, order: list[int]) -> int:
    """The level of the seat that decides, from the description of the tables."""
    white, seat = WHITES.index(state.white[:3]), state.queue[0]
    cup = [dice for dice, _ in multisets(len(state.cups[0]))].index(state.cups[seat])
    in_round_2 = len(state.white) == 4
    deciding = [each for each in order if not in_round_2 or state.dropped[each] != 1]
    node = 1
    for each in deciding[: deciding.index(seat)]:
        node = 2 * node + (state.dropped[each] == 0)
    if not in_round_2:
        return int(tables.first[white, tables.first_row[node - 1], cup])
    those = sum(1 << order.index(each) for each in deciding)
    before = sum(2 ** bin(mask).count("1") - 1 for mask in range(1, those))
    return int(tables.second[white, state.white[3] - 1, tables.second_row[before + node - 1], cup])


def plainly(policies: list[Stays | str], options: dict[str, Any], seed: int, number: int) -> Session:
    """Play a game with nothing from the kernels."""
    players = len(policies)
    session = Session(GAME, [str(seat) for seat in range(players)], options)
    dice, rng = SeededDice(seed, 2 * number), SeededDice(seed, 2 * number + 1)

    def choose(view: AnyState) -> Any:
        assert isinstance(view, State)
        pending = GAME.pending(view)
        assert isinstance(pending, Decision)
        policy, moves = policies[pending.seat], pending.moves
        if policy == "random":
            return moves[rng.draw(len(moves))]
        if policy == "stay" or view.phase == "mark":
            return moves[0]
        assert isinstance(policy, Stays)
        begins = view.starter + (view.options.first_to_decide == "left_of_starter")
        order = [(begins + place) % players for place in range(players)]
        return moves[0] if rng.draw(policy.levels) < level(policy, view, order) else moves[1]

    while session.step(dice, choose):
        pass
    return session


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("board", ["basic", "pro"])
def test_each_seat_follows_its_own_table(players: int, board: str) -> None:
    tables = [random_tables(players, board, levels, levels) for levels in (15, 255, 3)]
    policies: list[Stays | str] = [tables[seat % 3] for seat in range(players)]
    for number in range(8):
        options = {"board": board, "first_to_decide": ("starter", "left_of_starter")[number % 2]}
        session = check("zocknroll", policies, options, 21, number)
        assert session.events == plainly(policies, options, 21, number).events


def test_tables_random_and_always_staying_seats_play_together() -> None:
    policies: list[Stays | str] = [random_tables(4, "basic", 15, 1), "random", "stay", "random"]
    for number in range(10):
        session = check("zocknroll", policies, {}, 22, number)
        assert session.events == plainly(policies, {}, 22, number).events


@pytest.mark.parametrize("players", [3, 12])
def test_always_staying_wins_third_rounds_only(players: int) -> None:
    for number in range(5):
        session = check("zocknroll", ["stay"] * players, {}, 23, number)
        assert session.events == plainly(["stay"] * players, {}, 23, number).events


@pytest.mark.parametrize(("players", "board"), [(3, "pro"), (5, "basic"), (9, "basic")])
def test_the_best_policy_is_the_stored_one(players: int, board: Any) -> None:
    options = Options(board=board)
    found, nodes = turn_policy(options, players), tree(players, exact=players <= EXACT[board])
    tables = Stays(found.first, found.second, LEVELS, nodes.first, nodes.second)
    for number in range(4):
        session = check("zocknroll", ["best"] * players, {"board": board}, 25, number)
        assert session.events == plainly([tables] * players, {"board": board}, 25, number).events


@pytest.mark.parametrize("options", [Options(), Options(first_to_decide="left_of_starter", jorg_counts=False)])
def test_turns_bring_the_points_that_the_solver_expects(options: Options) -> None:
    points = simulate("zocknroll", ["best"] * 3, 50_000, options=options, seed=26).summary().means
    for figure, expected in zip(points, assess(options, 3).values, strict=True):
        assert abs(figure.value - expected) < 4 * figure.error


def test_nodes_may_share_rows() -> None:
    own = random_tables(3, "basic", 15, 2)
    shared = Stays(own.first[:, :1], own.second[:, :, :1], 15, np.zeros(7, np.int32), np.zeros(19, np.int32))
    spread = stays(own.first[:, :1].repeat(7, axis=1), own.second[:, :, :1].repeat(19, axis=2), 15)
    one, other = (simulate("zocknroll", [tables] * 3, 50, seed=24).winners for tables in (shared, spread))
    assert (one == other).all()


def test_tables_of_another_game_are_refused() -> None:
    tables = random_tables(3, "basic", 15, 3)
    with pytest.raises(BadOptions, match="not for 4 players"):
        simulate("zocknroll", [tables] * 4, 1)
    with pytest.raises(BadOptions, match="pro board"):
        simulate("zocknroll", [tables] * 3, 1, options={"board": "pro"})
    with pytest.raises(BadOptions, match="zocknroll, not for zock"):
        simulate("zock", [tables] * 2, 1)
    shared = Stays(tables.first, tables.second, 15, np.zeros(7, np.int32), np.zeros(19, np.int32))
    with pytest.raises(BadOptions, match="different rows"):
        simulate("zocknroll", [tables, shared, "random"], 1)
