"""Nobody receives a byte about hidden dice: a game and its twin, whose hidden dice differ, look the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from knobel.bots import play_out
from knobel.rules.dice import SeededDice
from knobel.rules.game import Dice
from knobel.serve.shown import SECRETIVE

from .worlds import Device, Frame, Socket, World, world

Change = Callable[[int, Dice], Dice]


class TwinDice(SeededDice):
    """Seeded dice of which some throws, counted from 0, are changed after they have fallen."""

    def __init__(self, seed: int, change: Change) -> None:
        super().__init__(seed)
        self._change = change
        self._throws = -1

    def roll(self, count: int) -> Dice:
        fallen = super().roll(count)
        self._throws += 1
        return self._change(self._throws, fallen)


def _same(_: int, dice: Dice) -> Dice:
    return dice


def _turned(dice: Dice) -> Dice:
    """Other dice, each of them."""
    return tuple(7 - die for die in dice)


async def _all_that_can_be_asked(device: Device, code: str) -> list[str]:
    """Every answer of the API about a table, as this device gets it."""
    paths = ["", "/steps?since=0", "/choices", "/stats"]
    answers = [await device.http.get(f"/api/tables/{code}{path}") for path in paths]
    answers += [await device.http.get(f"/api/me/{what}") for what in ("tables", "games", "stats")]
    return [f"{answer.status_code} {sorted(answer.headers.items())} {answer.text}" for answer in answers]


class Watched:
    """A table of three people and somebody who watches; all they receive is kept in the order of its coming."""

    def __init__(self, house: World, code: str, devices: Sequence[Device], sockets: Sequence[Socket]) -> None:
        self.house = house
        self.code = code
        self.devices = devices
        self.sockets = sockets
        self.received: list[list[str]] = [[] for _ in devices]

    async def note(self) -> None:
        """Ask for everything that can be asked, and keep it with the frames so far."""
        await self.house.settle()
        for device, socket, received in zip(self.devices, self.sockets, self.received, strict=True):
            await socket.until(lambda: socket.version == self.house.hub.tables[self.code].table.version)  # noqa: B023
            received += await _all_that_can_be_asked(device, self.code)

    def everything(self, who: int) -> list[str]:
        return [*self.sockets[who].frames, *self.received[who]]

    async def decide(self, choose: Callable[[list[Frame]], Frame]) -> None:
        """Whoever has to decide does so."""
        seat = next(socket for socket in self.sockets if socket.my_turn)
        answer = await seat.act(choose)
        assert answer["m"] == "ok", answer
        await self.note()


async def _table(house: World, game: str, **options: object) -> Watched:
    devices = [await house.device() for _ in range(4)]
    code = await devices[0].make(game, 0, start=False, options=options)
    sockets = [await device.look(code) for device in devices]
    for socket, name in zip(sockets[1:3], ("Ben", "Cleo"), strict=True):
        await socket.ask("join", name=name, id=name)
    await house.settle()
    await sockets[0].ask("start", id="start")
    watched = Watched(house, code, devices, sockets)
    await watched.note()
    return watched


def _stay(moves: list[Frame]) -> Frame:
    return moves[0]


@pytest.mark.parametrize("seed", range(3))
async def test_cups_stay_hidden_until_they_are_lifted(tmp_path: Path, seed: int) -> None:
    """Three players and Jörg, who all stay: for each viewer all cups but the own differ, and nothing else does."""
    for viewer in range(4):
        hidden = {cup for cup in range(4) if cup != viewer}

        def change(throw: int, dice: Dice, hidden: set[int] = hidden) -> Dice:
            return _turned(dice) if throw in hidden else dice  # the cups are the first throws of the turn

        async with (
            world(tmp_path / f"{viewer}", TwinDice(seed, _same)) as first,
            world(tmp_path / f"{viewer}-twin", TwinDice(seed, change)) as second,
        ):
            twins = [await _table(house, "zocknroll") for house in (first, second)]
            for _ in range(5):
                for twin in twins:
                    await twin.decide(_stay)
                assert twins[0].everything(viewer) == twins[1].everything(viewer)
            states = [twin.house.hub.tables[twin.code].table.state for twin in twins]
            assert states[0] != states[1], "the games are not the same one"
            for twin in twins:
                await twin.decide(_stay)
            assert twins[0].everything(viewer) != twins[1].everything(viewer), "now the cups are lifted"


async def test_jorgs_cup_is_never_seen_in_a_game_in_which_everybody_drops(tmp_path: Path) -> None:
    """A whole game, its end included: only its record, which everybody may have then, tells Jörg's dice."""

    def change(throw: int, dice: Dice) -> Dice:
        return _turned(dice) if throw % 5 == 3 else dice  # three cups, Jörg's, and the white dice

    def drop(moves: list[Frame]) -> Frame:
        return next(move for move in moves if move["e"] == "drop")

    async with (
        world(tmp_path / "one", TwinDice(5, _same)) as first,
        world(tmp_path / "two", TwinDice(5, change)) as second,
    ):
        twins = [await _table(house, "zocknroll") for house in (first, second)]
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


async def test_a_covered_throw_is_seen_by_nobody_until_all_cups_are_up(tmp_path: Path) -> None:
    """Schocken: everybody throws three times, the third one covered; the thrower does not see it either."""
    random = Random(3)
    covered = {2, 5, 8}

    def change(throw: int, dice: Dice) -> Dice:
        return _turned(dice) if throw in covered else dice

    def throw_all(moves: list[Frame]) -> Frame:
        return next(move for move in moves if move["e"] == "throw" and not move.get("keep"))

    seed = random.randrange(1000)
    async with (
        world(tmp_path / "one", TwinDice(seed, _same)) as first,
        world(tmp_path / "two", TwinDice(seed, change)) as second,
    ):
        twins = [await _table(house, "schocken") for house in (first, second)]
        for decision in range(6):
            for viewer in range(4):
                assert twins[0].everything(viewer) == twins[1].everything(viewer), (decision, viewer)
            for twin in twins:
                await twin.decide(throw_all)
        for viewer in range(4):
            assert twins[0].everything(viewer) != twins[1].everything(viewer), "now the cups are up"


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("game", "players"), [("zock", 2), ("schocken", 4)])
def test_where_nobody_has_secrets_all_views_are_alike(game: str, players: int, seed: int) -> None:
    """So that one frame can be sent to everybody."""
    assert game not in SECRETIVE
    session = play_out(game, [f"{seat}" for seat in range(players)], seed=seed)
    for number in range(len(session.events) + 1):
        state = session.state_at(number)
        views = {session.game.view(state, seat) for seat in (None, *range(players))}
        assert len(views) == 1
