"""Training over HTTP: no solution before the answer, the first answer counts, streaks by local dates."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from knobel.coach.puzzles import puzzle
from knobel.forms import parse
from knobel.rules.game import FACE_DOWN
from knobel.rules.zocknroll import State
from knobel.serve.workers.coach.client import CoachError
from knobel.serve.workers.coach.jobs import FindPuzzle
from knobel.serve.workers.puzzles import PuzzleName, Puzzles, parse_puzzle_name, tally
from knobel.store import PuzzleRow, Store

from .memory_server import MemoryServer, memory_server


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch prefetching off, which is slow in the test process."""
    monkeypatch.setattr(Puzzles, "prefetch", lambda *_: None)


def today(server: MemoryServer) -> str:
    return datetime.fromtimestamp(server.time.wall() / 1000, UTC).date().isoformat()


@pytest.mark.usefixtures("unhurried")
async def test_a_puzzle_hides_its_solution_until_it_is_answered(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        shown = (await anna.http.get("/api/training/zock/puzzle?level=2&seed=1&lang=de")).json()
        solved = puzzle("zock", 2, 1)
        assert (shown["puzzle"], shown["level"], shown["answered"]) == ("zock-2-1", 2, None)
        assert shown["names"][shown["you"]] == "Du"
        assert [choice["move"] for choice in shown["choices"]] == shown["game"]["pending"]["moves"]
        assert len(shown["choices"]) == len(solved.verdicts)
        worst = max(range(len(solved.verdicts)), key=lambda place: solved.verdicts[place].loss)
        answer = {"puzzle": "zock-2-1", "move": shown["choices"][worst]["move"], "date": today(server)}
        first = (await anna.http.post("/api/training/answers", json=answer)).json()
        assert (first["move"], first["first"]) == (worst, True)
        assert first["verdict"]["loss"] == solved.verdicts[worst].loss > 0
        assert first["verdict"]["reasons"]
        assert (first["tally"]["answered"], first["tally"]["right"]) == (1, 0)
        better = {**answer, "move": shown["choices"][solved.best]["move"]}
        second = (await anna.http.post("/api/training/answers", json=better)).json()
        assert (second["move"], second["first"], second["verdict"]["kind"]) == (solved.best, False, "good")
        assert second["tally"] == first["tally"]
        async with server.hub.offload.turn:  # the position is computed in the offload thread
            waiting = asyncio.create_task(anna.http.get("/api/training/zock/puzzle?level=2&seed=1"))
            await server.settle()
            assert not waiting.done()
        again = (await waiting).json()
        assert again["answered"]["move"] == worst
        ben = await server.device()
        assert (await ben.http.get("/api/training/zock/puzzle?level=2&seed=1")).json()["answered"] is None


@pytest.mark.usefixtures("unhurried")
async def test_daily_puzzles_make_a_streak(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        day = today(server)
        shown = (await anna.http.get(f"/api/training/schocken/daily?date={day}")).json()
        assert (shown["puzzle"], shown["day"]) == (f"schocken-{day}", day)
        before = (await anna.http.get(f"/api/training/me?date={day}")).json()
        assert [(each["game"], each["streak"], each["today"]) for each in before] == [
            ("zocknroll", 0, False),
            ("zock", 0, False),
            ("schocken", 0, False),
        ]
        answer = {"puzzle": shown["puzzle"], "move": shown["choices"][0]["move"], "date": day}
        done = (await anna.http.post("/api/training/answers", json=answer)).json()
        assert (done["tally"]["streak"], done["tally"]["today"]) == (1, True)
        after = (await anna.http.get(f"/api/training/me?date={day}")).json()
        assert after[2] == done["tally"]
        tomorrow = date.fromisoformat(day) + timedelta(days=1)
        again = (await anna.http.get(f"/api/training/schocken/daily?date={day}&today={tomorrow}")).json()
        tally = again["answered"]["tally"]
        assert (tally["streak"], tally["today"]) == (1, False), "looked at again the day after"


@pytest.mark.usefixtures("unhurried")
async def test_a_puzzle_of_yesterday_does_not_mend_a_streak(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        day = today(server)
        yesterday = (date.fromisoformat(day) - timedelta(days=1)).isoformat()
        for missed in (yesterday, day):
            shown = (await anna.http.get(f"/api/training/schocken/daily?date={missed}")).json()
            answer = {"puzzle": shown["puzzle"], "move": shown["choices"][0]["move"], "date": day}
            told = (await anna.http.post("/api/training/answers", json=answer)).json()
        assert (told["tally"]["answered"], told["tally"]["streak"]) == (2, 1)


async def test_puzzles_are_prefetched_and_computed_once(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        for _ in range(2):
            await anna.http.get("/api/training/zock/puzzle?level=4&seed=5")
        posed = [job for job in server.coach.asked if isinstance(job, FindPuzzle)]
        assert [(job.level, job.seed) for job in posed] == [(4, 5), (4, 6)]


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("zock/daily?date=yesterday", "date must be a day"),
        ("zock/daily?date=2022-12-31", "there are puzzles from 2023-01-01"),
        ("zock/daily?date=9999-01-01", "to today"),
        ("zock/puzzle?level=6", "level must be from 1 to 5"),
        ("zock/puzzle?level=x", "level must be a whole number"),
        ("zock/puzzle?seed=1000000", "seed must be below 1000000"),
        ("zock/puzzle?lang=fr", "languages of this server"),
    ],
)
async def test_a_malformed_request_is_explained(tmp_path: Path, path: str, words: str) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        answer = await anna.http.get(f"/api/training/{path}")
        assert (answer.status_code, answer.json()["why"]) == (400, "malformed")
        assert words in answer.json()["sentence"]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"puzzle": "zock"}, "no puzzle of that name"),
        ({"puzzle": "zock-9-1"}, "no puzzle of that name"),
        ({"puzzle": "chess-2-1"}, "no puzzle of that name"),
        ({"puzzle": "zock-2999-01-01"}, "to today"),
        ({"move": {"e": "cover", "seat": 0, "fields": [1, 2, 3]}}, "no move of that puzzle"),
        ({"move": {"e": "fly"}}, ""),
        ({"date": "never"}, "encoded date"),
    ],
)
@pytest.mark.usefixtures("unhurried")
async def test_a_malformed_answer_changes_nothing(tmp_path: Path, given: dict[str, Any], words: str) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        move = {"e": "cover", "seat": 0, "fields": [9]}
        body = {"puzzle": "zock-2-1", "move": move, "date": today(server), **given}
        answer = await anna.http.post("/api/training/answers", json=body)
        assert answer.status_code == 400
        assert words in answer.json()["sentence"]
        assert all(each["answered"] == 0 for each in (await anna.http.get("/api/training/me")).json())


@pytest.mark.usefixtures("unhurried")
async def test_an_answer_that_meets_a_busy_coach_may_be_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()

        async def busy(*_: object) -> bytes:
            raise CoachError("the server restarts; come back in a moment", ours=True)

        monkeypatch.setattr(server.coach, "ask", busy)
        body = {"puzzle": "zock-2-1", "move": {"e": "pass", "seat": 0}, "date": today(server)}
        answer = await anna.http.post("/api/training/answers", json=body)
        assert (answer.status_code, answer.json()["why"]) == (503, "coach")


def answered(day: str | None, at: str, loss: float = 0.0, game: str = "zock") -> PuzzleRow:
    moment = int(datetime.fromisoformat(at).replace(tzinfo=UTC).timestamp() * 1000)
    return PuzzleRow(f"{game}-{day or at}", game, day, 0, loss, "mistake" if loss else "good", moment)


def test_a_streak_lasts_until_a_day_is_missed() -> None:
    rows = [
        answered("2026-11-10", "2026-11-10T20:00"),
        answered("2026-11-11", "2026-11-11T20:00", loss=0.03),
        answered("2026-11-12", "2026-11-13T08:00"),  # still the 12th, far in the west
        answered("2026-11-15", "2026-11-14T12:00"),  # already the 15th, far in the east
        answered("2026-11-01", "2026-11-15T12:00"),  # one of the past: it counts as answered, but mends no streak
        answered(None, "2026-11-15T12:00", loss=0.01),
        answered("2026-11-16", "2026-11-16T12:00", game="schocken"),
    ]
    on = {day: tally("zock", rows, date(2026, 11, day)) for day in (15, 16, 17)}
    assert [(on[day].streak, on[day].today) for day in on] == [(1, True), (1, False), (0, False)]
    assert (on[15].longest, on[15].answered, on[15].right) == (3, 6, 4)
    assert on[15].loss == pytest.approx(0.04 / 6)


def test_puzzle_names_round_trip() -> None:
    for name in (PuzzleName("zock", None, 3, 17), PuzzleName("schocken", date(2026, 11, 15))):
        assert parse_puzzle_name(str(name)) == name


def test_answers_survive_the_store_and_the_first_one_stays(tmp_path: Path) -> None:
    row = answered("2026-11-10", "2026-11-10T20:00", loss=0.02)
    with Store(tmp_path / "store.db") as store:
        store.keep_puzzle("anna", row).result()
        store.keep_puzzle("anna", answered("2026-11-10", "2026-11-11T20:00")).result()
        store.keep_puzzle("ben", answered("2026-11-10", "2026-11-12T20:00")).result()
    with Store(tmp_path / "store.db") as store:
        assert store.puzzles_of("anna") == [row] == [store.puzzle("anna", row.puzzle)]
        assert store.puzzle("carla", row.puzzle) is None


def test_a_puzzle_of_zocknroll_shows_only_what_its_seat_may_see() -> None:
    """Cups of others are face down in the position that is sent."""
    view = parse("zocknroll - decide 1 0 3 223 34:1/24/??/?? .....12.1/1....11.1/...1....1/2..111..1")
    assert isinstance(view, State)
    assert [FACE_DOWN in cup for cup in view.cups] == [False, False, True, True]
