"""The coach reveals no hidden dice: a game and its twin with other hidden dice get the same answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from knobel.rules.game import Dice

from .memory_server import Frame, memory_server
from .twins import TwinDice, WatchedTable, same, table_of_three, turned


async def _asked(watched: WatchedTable, viewer: int, hint: bool) -> list[str]:
    """All answers of the coach to a viewer; hints are optional, because they are slow."""
    http, path = watched.devices[viewer].http, f"/api/tables/{watched.code}"
    answers = [await http.get(f"{path}/odds")]
    if hint and watched.sockets[viewer].my_turn:
        hinted = await http.get(f"{path}/hint")
        worst = hinted.json()["moves"][-1]["move"]
        answers += [hinted, await http.post(f"{path}/weigh", json={"move": worst})]
        assert {answer.status_code for answer in answers} == {200}
    return [answer.text for answer in answers]


@pytest.mark.parametrize(("viewer", "hint"), [(0, False), (1, True), (2, False), (3, False)])
async def test_hidden_cups_do_not_change_the_answers(tmp_path: Path, viewer: int, hint: bool) -> None:
    """Three players and Jörg: all cups but the viewer's differ."""

    def change(throw: int, dice: Dice) -> Dice:
        return turned(dice) if throw in range(4) and throw != viewer else dice  # the cups are the first throws

    async with (
        memory_server(tmp_path / "one", TwinDice(4, same)) as first,
        memory_server(tmp_path / "two", TwinDice(4, change)) as second,
    ):
        twins = [await table_of_three(server, "zocknroll", help="all") for server in (first, second)]
        for decision in range(5):
            said = [await _asked(twin, viewer, hint and decision < 3) for twin in twins]
            assert said[0] == said[1]
            for twin in twins:
                await twin.decide(lambda moves: moves[0])
        assert first.coach.asked == second.coach.asked
        assert len(first.coach.asked) == (0 if viewer == 3 else 5) + (2 if hint else 0)
        states = [twin.server.hub.tables[twin.code].table.state for twin in twins]
        assert states[0] != states[1], "the games are not the same one"


async def test_covered_throws_do_not_change_the_answers(tmp_path: Path) -> None:
    """Schocken: all players throw three times, the third one covered, and differently in the twin."""

    def change(throw: int, dice: Dice) -> Dice:
        return turned(dice) if throw in (2, 5) else dice

    def throw_all(moves: list[Frame]) -> Frame:
        return next(move for move in moves if move["e"] == "throw" and not move.get("keep"))

    async with (
        memory_server(tmp_path / "one", TwinDice(6, same)) as first,
        memory_server(tmp_path / "two", TwinDice(6, change)) as second,
    ):
        twins = [await table_of_three(server, "schocken", help="all") for server in (first, second)]
        for _ in range(6):
            for viewer in range(3):
                said = [await _asked(twin, viewer, hint=False) for twin in twins]
                assert said[0] == said[1]
            for twin in twins:
                await twin.decide(throw_all)
        states = [twin.server.hub.tables[twin.code].table.state for twin in twins]
        assert states[0] != states[1]


async def test_a_full_position_is_judged_by_the_view_of_its_seat(tmp_path: Path) -> None:
    """A position with all cups open is answered with the view of the deciding seat and its moves."""
    texts = [f"zocknroll - decide 3 3 1 114 {cups}/35 ....1...1/1..1...../......1.1/......1.." for cups in TWINS]
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        said = [(await anna.http.post("/api/values", json={"position": text})).json() for text in texts]
        assert said[0]["position"] == said[1]["position"] == texts[0].replace(TWINS[0], "??/??/??")
        for part in ("game", "moves", "odds", "exact", "played"):
            assert said[0][part] == said[1][part]
        assert said[0]["chances"][3] == said[1]["chances"][3] == said[0]["moves"][0]["value"]


TWINS = ("12/23/22", "56/55/14")
