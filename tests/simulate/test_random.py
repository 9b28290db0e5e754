"""Random play of the kernels equals that of random bots, event by event, under all options and players."""

from __future__ import annotations

import pytest

from knobel.bots import play_out
from knobel.rules import GAMES
from knobel.rules.dice import SeededDice
from knobel.rules.zock import Object, State, misfits
from knobel.simulate import simulate
from tests.rules.random_games import random_options

from .replays import by_random_bots, check, starter

GAMES_EACH = 45


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_that_of_random_bots(name: str) -> None:
    game, source = GAMES[name], SeededDice(2026)
    for nth in range(GAMES_EACH):
        options = random_options(game, source)
        if options.get("referee") == "players":
            options["games"] = 1  # without a referee random games are long
        players = game.players[nth % len(game.players)]
        number = source.draw(1000)
        session = check(name, ["random"] * players, options, 3, number)
        assert session.events == by_random_bots(name, players, options, 3, number).events, (options, players, number)


@pytest.mark.parametrize(("name", "players"), [("zocknroll", 3), ("zocknroll", 5), ("zock", 2), ("schocken", 4)])
def test_a_batch_holds_the_results_of_its_games(name: str, players: int) -> None:
    batch = simulate(name, ["random"] * players, 12, seed=9, first=4)
    for row in range(12):
        session = by_random_bots(name, players, {}, 9, 4 + row)
        assert batch.result(row) == session.result
        assert batch.starter[row] == starter(session)


def test_game_number_0_is_that_of_play_out() -> None:
    session = play_out("schocken", ["Anna", "Ben", "Cleo"], level="random", seed=5)
    assert simulate("schocken", ["random"] * 3, 1, seed=5).result(0) == session.result


@pytest.mark.rule("K9")
@pytest.mark.parametrize("variant", ["basic", "A", "C"])
def test_with_players_as_referees_every_move_occurs(variant: str) -> None:
    options, several = {"variant": variant, "games": 1, "referee": "players"}, 0
    for number in range(15):
        session = check("zock", ["random"] * 2, options, 4, number)
        assert session.events == by_random_bots("zock", 2, options, 4, number).events, number
        several += sum(
            isinstance(event, Object) and len(misfits(state)) > 1
            for state, event in zip(map(session.state_at, range(len(session.events))), session.events, strict=True)
            if isinstance(state, State)
        )
    assert (several > 0) == (variant == "A")  # only there a player covers several times in a row
