"""No client receives hidden dice: a game and its twin with other hidden dice send the same bytes."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from knobel.bots import play_out
from knobel.rules.game import Dice
from knobel.serve.live.views import HIDDEN_INFORMATION

from .memory_server import Frame, memory_server
from .twins import TwinDice, same, table_of_three, turned


def _stay(moves: list[Frame]) -> Frame:
    return moves[0]


@pytest.mark.parametrize("seed", range(3))
async def test_cups_are_hidden_until_they_are_lifted(tmp_path: Path, seed: int) -> None:
    """Three players and Jörg, who all stay: the twin differs in all cups but the viewer's own."""
    for viewer in range(4):
        hidden = {cup for cup in range(4) if cup != viewer}

        def change(throw: int, dice: Dice, hidden: set[int] = hidden) -> Dice:
            return turned(dice) if throw in hidden else dice  # the cups are the first throws of the turn

        async with (
            memory_server(tmp_path / f"{viewer}", TwinDice(seed, same)) as first,
            memory_server(tmp_path / f"{viewer}-twin", TwinDice(seed, change)) as second,
        ):
            twins = [await table_of_three(server, "zocknroll") for server in (first, second)]
            for _ in range(5):
                for twin in twins:
                    await twin.decide(_stay)
                assert twins[0].everything(viewer) == twins[1].everything(viewer)
            states = [twin.server.hub.tables[twin.code].table.state for twin in twins]
            assert states[0] != states[1], "the games are not the same one"
            for twin in twins:
                await twin.decide(_stay)
            assert twins[0].everything(viewer) != twins[1].everything(viewer), "now the cups are lifted"


async def test_jorgs_cup_stays_hidden_when_all_players_drop(tmp_path: Path) -> None:
    """A whole game: only its record, which is public at the end, reveals Jörg's dice."""

    def change(throw: int, dice: Dice) -> Dice:
        return turned(dice) if throw % 5 == 3 else dice  # three cups, Jörg's, and the white dice

    def drop(moves: list[Frame]) -> Frame:
        return next(move for move in moves if move["e"] == "drop")

    async with (
        memory_server(tmp_path / "one", TwinDice(5, same)) as first,
        memory_server(tmp_path / "two", TwinDice(5, change)) as second,
    ):
        twins = [await table_of_three(server, "zocknroll") for server in (first, second)]
        decisions = 0
        while any(socket.my_turn for socket in twins[0].sockets) and twins[0].sockets[0].table["phase"] == "playing":
            decisions += 1
            for twin in twins:
                await twin.decide(drop)
            for viewer in range(4):
                assert twins[0].everything(viewer) == twins[1].everything(viewer)
        assert decisions >= 3 * 6
        assert [twin.sockets[3].table["phase"] for twin in twins] == ["over", "over"]
        records = [
            await twin.devices[3].http.get(f"/api/replays/{twin.sockets[3].table['replay']}/record") for twin in twins
        ]
        assert records[0].text != records[1].text


async def test_a_covered_throw_is_hidden_until_all_cups_are_up(tmp_path: Path) -> None:
    """Schocken: all players throw three times, the third one covered, also for the thrower."""
    random = Random(3)
    covered = {2, 5, 8}

    def change(throw: int, dice: Dice) -> Dice:
        return turned(dice) if throw in covered else dice

    def throw_all(moves: list[Frame]) -> Frame:
        return next(move for move in moves if move["e"] == "throw" and not move.get("keep"))

    seed = random.randrange(1000)
    async with (
        memory_server(tmp_path / "one", TwinDice(seed, same)) as first,
        memory_server(tmp_path / "two", TwinDice(seed, change)) as second,
    ):
        twins = [await table_of_three(server, "schocken") for server in (first, second)]
        for decision in range(6):
            for viewer in range(4):
                assert twins[0].everything(viewer) == twins[1].everything(viewer), (decision, viewer)
            for twin in twins:
                await twin.decide(throw_all)
        for viewer in range(4):
            assert twins[0].everything(viewer) != twins[1].everything(viewer), "now the cups are up"


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("game", "players"), [("zock", 2), ("schocken", 4)])
def test_without_hidden_information_all_views_are_equal(game: str, players: int, seed: int) -> None:
    """One frame is sent to all viewers."""
    assert game not in HIDDEN_INFORMATION
    session = play_out(game, [f"{seat}" for seat in range(players)], seed=seed)
    for number in range(len(session.events) + 1):
        state = session.state_at(number)
        views = {session.game.view(state, seat) for seat in (None, *range(players))}
        assert len(views) == 1


async def test_only_the_deciding_seat_receives_moves(tmp_path: Path) -> None:
    """A view that hides the cup offers to lift it, which is a move with real dice only (R3)."""
    async with memory_server(tmp_path, TwinDice(1, same)) as server:
        watched = await table_of_three(server, "zocknroll")
        asked = [await device.http.get(f"/api/tables/{watched.code}") for device in watched.devices]
        pending = [answer.json()["game"]["pending"] for answer in asked]
        assert [bool(each["moves"]) for each in pending] == [
            viewer == each["seat"] for viewer, each in enumerate(pending)
        ]
