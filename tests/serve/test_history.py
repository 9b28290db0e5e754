"""Finished games: lists, statistics, records up and down, replays."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from knobel.bots import play_out
from knobel.rules.records import dumps
from knobel.serve.api.history import player_statistics
from knobel.serve.limits.rate_limit import Limits
from knobel.store import GameRow

from .memory_server import Device, MemoryServer, memory_server


async def _finished(server: MemoryServer, anna: Device) -> str:
    """A finished match of one game of ZOCK; its secret id."""
    code = await anna.make(options={"games": 1})
    socket = await anna.look(code)
    await socket.play()
    replay: str = socket.table["replay"]
    return replay


async def test_a_finished_game_is_in_the_history_of_its_devices_only(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, stranger = await server.device(), await server.device()
        replay = await _finished(server, anna)
        (line,) = (await anna.http.get("/api/me/games")).json()
        assert (line["replay"], line["game"], line["names"], line["seat"]) == (replay, "zock", ["Anna", "Ada"], 0)
        (stats,) = (await anna.http.get("/api/me/stats")).json()
        assert (stats["name"], stats["games"], stats["wins"]) == ("Anna", 1, int(0 in line["winners"]))
        assert (await anna.http.get(f"/api/tables/{line['code']}/stats")).json() == [{**stats, "you": False}]
        (table,) = (await anna.http.get("/api/me/tables")).json()
        assert (table["code"], table["phase"], table["yours"]) == (line["code"], "over", False)
        for what in ("games", "stats", "tables"):
            assert (await stranger.http.get(f"/api/me/{what}")).json() == []


async def test_the_list_marks_tables_that_wait_for_the_device(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        socket = await anna.look(await anna.make(settings={"throws": "hand"}))
        await socket.until(lambda: socket.my_turn)
        assert (await anna.http.get("/api/me/tables")).json()[0]["yours"]


async def test_a_table_is_removed_from_the_list_of_one_device_until_it_acts_there_again(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, ben, stranger = [await server.device() for _ in range(3)]
        code = await anna.make(bots=0, start=False, settings={"throws": "hand"})
        await (await ben.look(code)).ask("join", name="Ben")
        socket = await anna.look(code)

        async def listed(device: Device) -> bool:
            return [line["code"] for line in (await device.http.get("/api/me/tables")).json()] == [code]

        path = f"/api/me/tables/{code.upper()}"
        for device in (anna, stranger):
            assert (await device.http.delete(path)).status_code == 200
        assert (await listed(anna), await listed(ben), await listed(stranger)) == (False, True, False)
        assert (await anna.http.put(path)).status_code == 200
        assert await listed(anna)
        await anna.http.delete(path)
        await (await ben.look(code)).ask("emote", emote="hello")
        assert not await listed(anna), "the others play on"
        await socket.ask("emote", emote="hello")
        assert await listed(anna)


async def test_a_replay_link_shows_all_dice(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, stranger = await server.device(), await server.device()
        replay = await _finished(server, anna)
        shown = (await stranger.http.get(f"/api/replays/{replay}")).json()
        record = (await stranger.http.get(f"/api/replays/{replay}/record")).json()
        assert [step["e"]["event"] for step in shown["steps"]] == record["events"]
        assert shown["steps"][-1]["game"]["result"] == record["result"]
        assert any(step["told"] for step in shown["steps"])
        for path in ("/api/replays/nonsense", "/api/replays/nonsense/record"):
            assert (await stranger.http.get(path)).status_code == 404


@pytest.mark.parametrize("game", ["zocknroll", "zock", "schocken"])
async def test_an_uploaded_record_comes_back_unchanged(tmp_path: Path, game: str) -> None:
    names = ["Anna", "Ben"] if game == "zock" else ["Anna", "Ben", "Cleo"]
    text = dumps(play_out(game, names, seed=5))
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        loaded = await anna.http.post("/api/records", content=text)
        assert loaded.status_code == 201
        name = loaded.json()["replay"]
        record = await anna.http.get(f"/api/replays/{name}/record")
        assert record.text == text
        assert "attachment" in record.headers["content-disposition"]
        shown = (await anna.http.get(f"/api/replays/{name}")).json()
        events = msgspec.json.decode(text)["events"]
        assert len(shown["steps"]) == len(events)
        assert (await anna.http.get("/api/me/games")).json()[0]["replay"] == name
        assert (await anna.http.get("/api/me/stats")).json() == []  # watched, not played


async def test_invalid_records_are_refused_with_their_rule(tmp_path: Path) -> None:
    right = msgspec.json.decode(dumps(play_out("zock", ["Anna", "Ben"], {"games": 1}, seed=5)))
    throw = next(event for event in right["events"] if event["e"] == "throw")
    throw["dice"] = [7, 7]
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        refused = await anna.http.post("/api/records", json=right)
        assert refused.status_code == 422
        assert refused.json()["rule"] is not None
        assert (await anna.http.post("/api/records", content=b"")).status_code == 422
        assert (await anna.http.post("/api/records", content=b"\xff\xfe")).status_code == 422
        assert (await anna.http.post("/api/records", content=b" " * (Limits().record_size + 1))).status_code == 413
        assert (await anna.http.get("/api/me/games")).json() == []


def test_statistics_count_streaks_and_the_best_as_each_game_counts() -> None:
    def row(at: int, game: str, winner: int, points: tuple[int, int]) -> GameRow:
        names, levels = ("Anna", "Ada"), (None, "strong")
        return GameRow(f"{at}", "bala-kimo-rosu", at, game, at, names, levels, (winner,), points, seat=0)

    rows = [
        row(4, "zock", 1, (30, 10)),
        row(1, "zock", 0, (10, 40)),
        row(2, "zock", 0, (5, 45)),
        row(3, "zock", 1, (20, 9)),
        row(5, "zocknroll", 0, (70, 60)),
        row(6, "zocknroll", 0, (50, 40)),
    ]
    zock, zocknroll = player_statistics(rows)
    assert (zock.name, zock.games, zock.wins, zock.points) == ("Anna", 4, 2, 65)
    assert (zock.best, zock.streak, zock.longest) == (5, -2, 2)
    assert (zocknroll.best, zocknroll.streak, zocknroll.longest) == (70, 2, 2)


NAMES = ("Anna", "Ben", "Gast", "Gast 2")


def _random_games(dice: Random) -> list[GameRow]:
    """Games at three tables, in the order in which they ended: draws, shared victories, bots, and watched games.

    The device has any seat, under any name. Several games may end in the same millisecond.
    """
    rows = list[GameRow]()
    at, numbers = 0, [0, 0, 0]
    for game in range(dice.randrange(1, 60)):
        table, players = dice.randrange(3), dice.randrange(2, 5)
        at += dice.randrange(3) if numbers[table] and rows[-1].code == f"table {table}" else 1
        numbers[table] += 1
        winners = tuple(sorted(dice.sample(range(players), dice.randrange(1, players + 1))))
        rows.append(
            GameRow(
                *(dice.randbytes(4).hex(), f"table {table}", numbers[table], dice.choice(["zock", "schocken"]), at),
                tuple(dice.sample(NAMES, players)),
                tuple(dice.choice([None, None, "strong"]) for _ in range(players)),
                *(winners, (game,) * players),
                seat=dice.choice([None, *range(players)]),
            )
        )
    return rows


def _slow_streaks(rows: list[GameRow], game: str, name: str | None) -> tuple[int, int, int] | None:
    """Wins, streak and longest winning streak of a player, by looking at every stretch of games; None without games.

    `name` is None for the player of the device.
    """
    letters = ""
    for row in rows:
        for seat in range(len(row.names)):
            mine = seat == row.seat if name is None else row.names[seat] == name and seat != row.seat
            if row.game == game and row.levels[seat] is None and mine:
                letters += "D" if len(row.winners) == len(row.names) else "W" if seat in row.winners else "L"
    stretches = {letters[start:end] for end in range(len(letters) + 1) for start in range(end + 1)}
    last = {
        letter: max(len(each) for each in stretches if set(each) <= {letter} and letters.endswith(each))
        for letter in "WL"
    }
    longest = max(len(each) for each in stretches if set(each) <= {"W"})
    return (letters.count("W"), last["W"] - last["L"], longest) if letters else None


@pytest.mark.parametrize("seed", range(20))
def test_streaks_are_those_of_a_slow_reference(seed: int) -> None:
    dice = Random(seed)
    rows = _random_games(dice)
    expected = {
        (name, game): told
        for name in (None, *NAMES)
        for game in ("zock", "schocken")
        if (told := _slow_streaks(rows, game, name))
    }
    newest_first = sorted(rows, key=lambda row: (-row.at, row.replay))  # as the store lists them
    lines = player_statistics(newest_first)
    assert {(None if line.you else line.name, line.game): (line.wins, line.streak, line.longest) for line in lines} == (
        expected
    )


def test_the_own_statistics_have_the_last_own_name() -> None:
    def row(at: int, names: tuple[str, str], seat: int) -> GameRow:
        return GameRow(f"{at}", "bala-kimo-rosu", at, "zock", at, names, (None, None), (0,), (5, 9), seat=seat)

    own, ben, gast = player_statistics([row(1, ("Gast", "Ben"), 0), row(2, ("Gast", "Anna"), 1)])
    assert (own.name, own.you, own.games, own.streak) == ("Anna", True, 2, -1)
    assert (ben.name, ben.you, gast.name, gast.you, gast.streak) == ("Ben", False, "Gast", False, 1)
