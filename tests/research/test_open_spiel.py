"""OpenSpiel's own tests, and that a game there is the game of the rules with exact chances."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from absl import flags
from msgspec.structs import replace
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.tests import games_sim_test

import knobel.research.open_spiel  # noqa: F401 - registers the games
from knobel.forms import position
from knobel.research.encodings import schocken
from knobel.research.tree import Tree
from knobel.rules import find_game
from knobel.rules.dice import awaits, multisets, outcomes
from knobel.rules.errors import BadOptions
from knobel.rules.game import Chance, Decision, Lot
from knobel.rules.schocken import Options
from tests.research.hidden import twin

GAMES = [
    "python_knobel_zocknroll",
    "python_knobel_zocknroll(players=3,board=pro,royal_pairs=fours_to_sixes,jorg_counts=False)",
    "python_knobel_zocknroll(players=5,royal_pairs=six_alike,first_to_decide=left_of_starter)",
    "python_knobel_zock(games=2)",
    "python_knobel_zock(variant=C,games=1,two_digit=ten_only)",
    "python_knobel_zock(variant=A,games=1,referee=players)",
    "python_knobel_schocken(stones=3)",
    "python_knobel_schocken(players=2,stones=2,covered=last,sixes=True,hand_only=True)",
    "python_knobel_schocken(players=4,stones=1,covered=none,jule=True,general_beats_schock2=True,kept_dice=stay)",
    "python_knobel_schocken(players=2,stones=3,length=half,covered=none)",
    "python_knobel_schocken(horizon=12)",
]

PARTS = [
    "python_knobel_schocken_round(stones=5,held=1/3)",
    "python_knobel_schocken_round(players=3,covered=last,sixes=True,hand_only=True,faces=4)",
    "python_knobel_zocknroll_turn(players=3,board=pro,white=1/2/2)",
    "python_knobel_zocknroll_turn(rows=any,first_to_decide=left_of_starter)",
    "python_knobel_zock_game(fields=4,objective=points)",
    "python_knobel_zock_game(variant=A)",
]


@pytest.fixture(params=[*GAMES, *PARTS])
def every(request: pytest.FixtureRequest) -> str:
    """A whole game or a part of one."""
    chosen: str = request.param
    return chosen


@pytest.fixture(params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    chosen: str = request.param
    return chosen


def test_random_sim(every: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(every), 3, serialize=True, verbose=False)


def test_sim_game(every: str) -> None:
    """Clones, OpenSpiel's serialisation and pickles on the way, utilities at the end."""
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(every))


def test_playthroughs_come_back(every: str, tmp_path: Path) -> None:
    flags.FLAGS.mark_as_parsed()
    path = tmp_path / "playthrough.txt"
    path.write_text(generate_playthrough.playthrough(every, None, seed=3), encoding="utf-8")
    written, again = generate_playthrough.replay(str(path))
    assert written == again


def test_serialised_states_go_on_alike(every: str) -> None:
    game, chance = pyspiel.load_game(every), random.Random(6)
    state = game.new_initial_state()
    for _ in range(8 if every in GAMES else 3):
        state.apply_action(chance.choice(state.legal_actions()))
    _, copy = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    for player in range(game.num_players()):
        assert copy.information_state_string(player) == state.information_state_string(player)
        assert copy.observation_tensor(player) == state.observation_tensor(player)
        if every in PARTS:
            numbers = " ".join(str(int(number)) for number in state.information_state_tensor(player))
            assert numbers == copy.information_state_string(player)
    assert copy.history() == state.history()


def test_play_is_the_play_of_the_rules(name: str) -> None:
    """The rules are walked beside OpenSpiel's state, from the names of actions and dice alone."""
    game = pyspiel.load_game(name)
    rules: Any = find_game(name.split("(")[0].removeprefix("python_knobel_"))
    options = game.tree.options
    names = game.tree.encoding.actions(options)
    chance = random.Random(9)
    walked, state = rules.start(options, game.num_players()), game.new_initial_state()
    asked: Any = None
    cups: list[tuple[int, ...]] = []
    while not state.is_terminal():
        action = chance.choice(state.legal_actions())
        said = state.action_to_string(state.current_player(), action)
        waits = rules.pending(walked)
        if isinstance(waits, Chance):
            asked = waits.event
        if asked is not None:
            nested = isinstance(asked.dice[0], tuple)
            cups.append(tuple(map(int, said.removeprefix("dice "))))
            fallen = not nested or len(cups) == len(asked.dice)
            event = replace(asked, dice=tuple(cups) if nested else cups[0]) if fallen else asked
            cups = [] if fallen else cups
        elif isinstance(waits, Lot):
            event = next(event for event in waits.events if said == f"seat {event.seat}")
        else:
            assert isinstance(waits, Decision)
            assert state.current_player() == waits.seat
            event = next(move for move in waits.moves if names[game.tree.encoding.action(options, move)] == said)
        asked = event if awaits(event) else None
        if asked is None:
            walked = rules.play(walked, event)
        state.apply_action(action)
    assert position(state.node.state) == position(walked)
    result, returns = rules.result(walked), state.returns()
    if result is None:
        assert len(state.history()) == game.max_game_length()
        assert len(set(returns)) == 1
    elif rules.name == "schocken":
        assert returns.index(min(returns)) == result.loser
    else:
        assert [seat for seat, share in enumerate(returns) if share == max(returns)] == list(result.winners)
    assert sum(returns) == pytest.approx(game.utility_sum())


def test_cups_fall_with_exact_chances() -> None:
    """All ways through the cups of one throw, against the multisets of the rules."""
    game = pyspiel.load_game("python_knobel_zock(games=1)")
    waits = find_game("zock").pending(game.root.state)
    assert isinstance(waits, Chance)
    expected = {event.dice: weight / 6**4 for event, weight in outcomes(waits.event)}
    found: dict[Any, float] = {}
    root = game.new_initial_state()
    for first, chance_of_first in root.chance_outcomes():
        middle = root.child(first)
        for second, chance_of_second in middle.chance_outcomes():
            found[multisets(2)[first][0], multisets(2)[second][0]] = chance_of_first * chance_of_second
    assert found == pytest.approx(expected)


@pytest.mark.parametrize("name", [name for name in GAMES if "zock(" not in name and "horizon" not in name])
def test_hidden_dice_are_in_no_information_state(name: str) -> None:
    game, chance = pyspiel.load_game(name), random.Random(7)
    state, different = game.new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
        for player in range(game.num_players()) if state.is_player_node() else ():
            node = state.node
            other = twin(node.state, game.tree.view(node, player), chance)
            *before, (told, _) = node.seen
            copy = state.clone()
            copy.node = replace(node, state=other, seen=(*before, (told, other)))
            different += other != node.state
            assert copy.information_state_string(player) == state.information_state_string(player)
            assert copy.observation_string(player) == state.observation_string(player)
            assert copy.observation_tensor(player) == state.observation_tensor(player)
    assert different or "covered=none" in name


def test_own_dice_are_in_the_information_state() -> None:
    game = pyspiel.load_game("python_knobel_zocknroll")
    seen = set()
    for own in range(len(multisets(2))):
        state = game.new_initial_state()
        for action in (0, own, 0, 0, 0, 0):  # the starter, four cups, three white dice
            state.apply_action(action)
        seen.add(state.information_state_string(0))
    assert len(seen) == len(multisets(2))


def test_decisions_are_remembered() -> None:
    """Of 6-6-1 a one can be kept as it fell or made of the sixes: the dice then lie the same."""
    game = pyspiel.load_game("python_knobel_schocken(sixes=True)")
    dice = [dice for dice, _ in multisets(3)].index((1, 6, 6))
    states = [game.new_initial_state() for _ in range(2)]
    for state, move in zip(states, ("keep 1", "flip 1, keep 1"), strict=True):
        for action in (0, dice, game.tree.encoding.actions(game.tree.options).index(move), 0):
            state.apply_action(action)
    first, second = states
    assert first.observation_string(0) == second.observation_string(0)
    for player in range(3):
        assert first.information_state_string(player) != second.information_state_string(player)


@pytest.mark.parametrize("held", ["5,8", "5-8", "five"])
def test_numbers_are_written_with_slashes(held: str) -> None:
    with pytest.raises(BadOptions, match="slashes"):
        pyspiel.load_game("python_knobel_schocken_round", {"held": held})


@pytest.mark.parametrize("horizon", [-1, 0])
def test_a_horizon_below_one_is_refused(horizon: int) -> None:
    with pytest.raises(BadOptions, match="horizon"):
        Tree(schocken.ENCODING, Options(), 2, horizon)
