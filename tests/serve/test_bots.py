"""Bot processes: restart after a crash, and the fallback level until a level is prepared."""

from __future__ import annotations

import asyncio
import io
import os
import signal
from pathlib import Path

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from knobel.bots import make_bot
from knobel.rules import find_game, zocknroll
from knobel.rules.dice import SeededDice
from knobel.rules.game import AnyGame, Decision, State, read_event
from knobel.rules.session import Session
from knobel.serve.live.turns import bot_delay, only_bots
from knobel.serve.workers import bot_process
from knobel.serve.workers.bot_process import ChosenMove, Job, Prepare, Readiness, TableKind, default_kinds, serve
from knobel.serve.workers.bots import BotPool
from knobel.table import evolve, rebuild
from knobel.table.commands import Join, SeatBot, Settings, Start
from knobel.table.decide import create, handle
from knobel.table.server import ServerInputs

from .memory_server import memory_server


def _decision(game: str, players: int) -> State:
    """The first decision of a game, in the view of the seat that decides."""
    session = Session(game, [f"{seat}" for seat in range(players)])
    while not isinstance(pending := session.pending, Decision):
        session.step(SeededDice(3), lambda _: pytest.fail("no seat decides yet"))
    view: State = session.game.view(session.state, pending.seat)
    return view


def _legal(game: str, view: State, thought: ChosenMove) -> bool:
    rules = find_game(game)
    pending = rules.pending(view)
    assert isinstance(pending, Decision)
    return read_event(rules, thought.move) in pending.moves


def test_a_level_that_is_not_ready_is_replaced_and_prepared() -> None:
    readiness = Readiness()
    view = _decision("zock", 2)
    job = Job(1, "zock", "strong", Raw(msgspec.json.encode(view)))
    lines = io.BytesIO(b"".join(msgspec.json.encode(each) + b"\n" for each in (job, job)))
    thoughts = io.BytesIO()
    serve(lines, thoughts, readiness)
    for line in thoughts.getvalue().splitlines():
        thought = msgspec.json.decode(line, type=ChosenMove)
        assert thought.level == "casual"
        assert _legal("zock", view, thought)
    kind = TableKind("strong", "zock", view.options, 2)
    assert list(readiness.wanted) == [kind]


def test_a_ready_level_makes_its_own_moves() -> None:
    readiness = Readiness()
    view = _decision("zock", 2)
    readiness.prepare(TableKind("strong", "zock", view.options, 2))
    thoughts = io.BytesIO()
    serve(
        io.BytesIO(msgspec.json.encode(Job(1, "zock", "strong", Raw(msgspec.json.encode(view))))), thoughts, readiness
    )
    assert msgspec.json.decode(thoughts.getvalue(), type=ChosenMove).level == "strong"


def test_requested_kinds_are_prepared_before_default_kinds() -> None:
    readiness = Readiness()
    for kind in default_kinds():
        readiness.want(kind, first=False)
    first = readiness.wanted[0]
    assert (first.level, first.game) == ("strong", "zocknroll")
    prepare = Prepare("schocken", {"stones": 15}, 5, "master")
    serve(io.BytesIO(msgspec.json.encode(prepare)), io.BytesIO(), readiness)
    assert (readiness.wanted[0].level, readiness.wanted[0].players) == ("master", 5)


def test_a_failing_level_is_replaced_and_logs_no_dice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Confused:
        def choose(self, view: State) -> object:
            raise ValueError(f"what shall I do with {view}")

    def make(level: str, game: AnyGame) -> object:
        return Confused() if level == "random" else make_bot(level, game)

    monkeypatch.setattr(bot_process, "make_bot", make)
    view = _decision("zock", 2)
    thoughts = io.BytesIO()
    job = Job(1, "zock", "random", Raw(msgspec.json.encode(view)))
    serve(io.BytesIO(msgspec.json.encode(job)), thoughts, Readiness())
    thought = msgspec.json.decode(thoughts.getvalue(), type=ChosenMove)
    assert thought.level == "casual"
    assert _legal("zock", view, thought)
    assert capsys.readouterr().err == "random has no move in zock: ValueError\n"


@pytest.mark.parametrize("level", ["Xaver", "jorg"], ids=["no level", "no level of this game"])
def test_an_unknown_level_is_replaced_and_not_logged(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    view = _decision("zock", 2)
    job = Job(1, "zock", level, Raw(msgspec.json.encode(view)))
    asked = [Prepare("zock", {}, 2, level), Prepare("Xaver", {}, 2, level), job]
    moves = io.BytesIO()
    serve(io.BytesIO(b"\n".join(map(msgspec.json.encode, asked))), moves, Readiness())
    chosen = msgspec.json.decode(moves.getvalue(), type=ChosenMove)
    assert chosen.level == "casual"
    assert _legal("zock", view, chosen)
    assert "Xaver" not in capsys.readouterr().err


async def test_a_job_of_which_processes_die_is_taken_away_from_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The process finds no such view in the game; its jobs went to the next process, and that died, too."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    view = _decision("zock", 2)
    answered = asyncio.Event()
    async with asyncio.timeout(60), BotPool(1) as bots:
        bots.choose_move("schocken", "casual", view, lambda _: pytest.fail("there is no move"))
        bots.choose_move("zock", "casual", view, lambda _: answered.set())
        await answered.wait()
    printed = capfd.readouterr().err
    assert printed.count("a bot process failed: ValidationError\n") == 2
    assert "Traceback" not in printed, "it may quote names and dice"


def test_a_failed_preparation_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_process, "prepare", lambda *_: 1 / 0)
    readiness = Readiness()
    kind = TableKind("strong", "zock", find_game("zock").options(), 2)
    readiness.prepare(kind)
    assert not readiness.has(kind)
    assert not readiness.wanted


async def test_an_error_at_one_table_does_not_stop_the_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    view = _decision("schocken", 3)
    answered = asyncio.Event()

    def broken(_: ChosenMove) -> None:
        raise RuntimeError("this table is confused")

    async with asyncio.timeout(60), BotPool(1) as bots:
        bots.choose_move("schocken", "casual", view, broken)
        bots.choose_move("schocken", "casual", view, lambda _: answered.set())
        await answered.wait()


async def test_a_killed_bot_process_loses_no_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs are submitted while the process is stopped; it is killed, and the next one answers them."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    view = _decision("schocken", 3)
    thoughts = list[ChosenMove]()
    answered = asyncio.Event()

    def done(thought: ChosenMove) -> None:
        thoughts.append(thought)
        if len(thoughts) in (1, 4):
            answered.set()

    async with asyncio.timeout(60), BotPool(1) as bots:
        bots.choose_move("schocken", "casual", view, done)
        await answered.wait()
        answered.clear()
        (process,) = bots.processes
        os.kill(process, signal.SIGSTOP)
        for _ in range(3):
            bots.choose_move("schocken", "casual", view, done)
        os.kill(process, signal.SIGKILL)
        await answered.wait()
        assert bots.processes != [process]
    assert len(thoughts) == 4
    assert all(_legal("schocken", view, thought) for thought in thoughts)


def test_bot_delays_are_human_and_leak_nothing() -> None:
    """The delay depends on public information: the version and whether there is a choice."""
    pauses = [bot_delay("human", version, 3) for version in range(1000)]
    assert 0.45 <= min(pauses) < 0.5
    assert 1.25 < max(pauses) <= 1.3
    assert bot_delay("human", 5, 2) == bot_delay("human", 5, 9)
    assert max(bot_delay("human", version, 1) for version in range(1000)) < 0.8
    assert all(bot_delay("quick", version, 3) <= 0.4 for version in range(1000))


def test_bots_hurry_only_once_all_persons_have_dropped() -> None:
    server = ServerInputs(None, lambda: "name")
    table = rebuild(create("code", "zocknroll", {}, Settings(), "Anna", "anna", server))
    assert table is not None
    for command in (SeatBot("casual"), Join("Ben"), Start()):
        device = "ben" if isinstance(command, Join) else "anna"
        for event in handle(table, device, command, table.version, server).events:
            table = evolve(table, event)
    dice = zocknroll.Cups(((1, 1),) * 4), zocknroll.White((2, 3, 4))
    state = zocknroll.start(zocknroll.Options(), 3)
    for played in (zocknroll.Starter(0), *dice, zocknroll.Drop(0, "pair"), zocknroll.Stay(1)):
        state = zocknroll.play(state, played)
        assert not only_bots(replace(table, state=state))
    state = zocknroll.play(state, zocknroll.Drop(2, "pair"))
    assert not only_bots(replace(table, state=state)), "the next dice are thrown for all"
    state = zocknroll.play(state, zocknroll.White((6,)))
    assert only_bots(replace(table, state=state))
    ben = replace(table.seats[2], away="left")
    assert only_bots(replace(table, state=replace(state, dropped=(1, 0, 0)), seats=(*table.seats[:2], ben)))
    assert not only_bots(replace(table, state=replace(state, dropped=(1, 0, 0))))


async def test_bots_are_prepared_while_the_table_is_set_up(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        socket = await anna.look(await anna.make(bots=0, start=False, options={"variant": "C"}))
        assert server.bots.expected == []
        await socket.ask("seat_bot", level="master")
        await server.settle()
        game, options, players, levels = server.bots.expected[-1]
        assert (game, options["variant"], players, levels) == ("zock", "C", 2, ["master", "strong"])


async def test_the_log_names_the_level_that_chose_a_move(tmp_path: Path) -> None:
    """While `master` is not ready `casual` moves, and the log says so."""
    async with memory_server(tmp_path) as server:
        server.bots.really = "casual"
        anna = await server.device()
        code = await anna.make(bots=0, start=False)
        socket = await anna.look(code)
        await socket.ask("seat_bot", level="master")
        await socket.ask("start")
        await socket.play()
        bots = [step for step in socket.steps if '"by":"bot"' in step]
        assert bots
        assert all('"level":"casual"' in step for step in bots)
