"""Third-party bots on the server: allowed by the operator, in their own process, with `casual` for lost turns."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import msgspec
import pytest

from knobel.bots import THIRD_PARTY
from knobel.cli.serve import start
from knobel.rules import find_game
from knobel.rules.dice import SeededDice
from knobel.rules.errors import BadOptions
from knobel.rules.game import Decision, State, read_event
from knobel.rules.session import Session
from knobel.serve.config import Config, load, show, split_bot
from knobel.serve.workers import third_party
from knobel.serve.workers.bot_process import ChosenMove
from knobel.serve.workers.bots import BotPool
from knobel.serve.workers.third_party import allow
from knobel.telling.phrase import Phrase, render
from knobel.words import words

from .memory_server import memory_server

BOTS = "tests.bots.third_party_bots"
REPOSITORY = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def import_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", f"{REPOSITORY / 'src'}{os.pathsep}{REPOSITORY}")


def decision() -> State:
    """The first decision of ZOCK, in the view of the seat that decides."""
    session = Session("zock", ["Anna", "Ben"])
    while not isinstance(pending := session.pending, Decision):
        session.step(SeededDice(3), lambda _: pytest.fail("no seat decides yet"))
    view: State = session.game.view(session.state, pending.seat)
    return view


async def ask(pool: BotPool, level: str) -> ChosenMove:
    found = asyncio.get_running_loop().create_future()
    pool.choose_move("zock", level, decision(), found.set_result)
    return await asyncio.wait_for(found, 60)


@pytest.mark.parametrize(
    ("bot", "level"),
    [
        ("first", "mine"),
        ("prints", "mine"),
        ("fails", "casual"),
        ("dies", "casual"),
        ("cheats", "casual"),
        ("says_nothing", "casual"),
        ("takes_memory", "casual"),
        ("no_such_bot", "casual"),
    ],
)
async def test_a_lost_turn_goes_to_casual_and_the_bot_is_asked_again(bot: str, level: str) -> None:
    async with BotPool(1, memory=100 << 20, third_party=[("mine", f"{BOTS}:{bot}")]) as pool:
        moves = await asyncio.gather(ask(pool, "mine"), ask(pool, "mine"))
    assert [move.level for move in moves] == [level, level]
    rules = find_game("zock")
    pending = rules.pending(decision())
    assert isinstance(pending, Decision)
    assert all(read_event(rules, move.move) in pending.moves for move in moves)


@pytest.mark.parametrize("bot", ["hangs", "hangs_with_a_child"])
async def test_a_bot_that_hangs_is_replaced(bot: str) -> None:
    async with BotPool(1, third_party=[("mine", f"{BOTS}:{bot}")], third_party_timeout=0.05) as pool:
        assert [(await ask(pool, "mine")).level for _ in range(2)] == ["casual", "casual"]


async def test_a_bot_that_hangs_does_not_delay_other_tables() -> None:
    bots = [("mine", f"{BOTS}:hangs"), ("other", f"{BOTS}:first")]
    async with BotPool(1, third_party=bots, third_party_timeout=600.0) as pool:
        hanging = asyncio.create_task(ask(pool, "mine"))
        assert [(await ask(pool, level)).level for level in ("casual", "other")] == ["casual", "other"]
        assert not hanging.done()
        hanging.cancel()


async def test_only_bots_that_the_operator_allows_are_listed_and_seated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        socket = await anna.look(await anna.make(bots=0, start=False))

        async def listed() -> dict[str, bool]:
            games = (await anna.http.get("/api/games")).json()
            return {each["game"]: "mine" in each["levels"] for each in games}

        assert set((await listed()).values()) == {False}
        for level in ("mine", f"{BOTS}:first"):
            assert (await socket.ask("seat_bot", level=level))["m"] == "no"
        monkeypatch.setitem(THIRD_PARTY, "mine", ("zock",))
        assert await listed() == {"zock": True, "schocken": False, "zocknroll": False}
        assert (await socket.ask("seat_bot", level="mine"))["m"] == "ok"
        assert (await socket.ask("seat_bot", level=f"{BOTS}:first"))["m"] == "no"


@pytest.mark.parametrize(("really", "lost"), [("casual", True), (None, False)])
async def test_a_lost_turn_is_told_at_the_table(
    really: str | None, lost: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(THIRD_PARTY, "mine", ("zock",))
    async with memory_server(tmp_path) as server:
        server.bots.really = really
        anna = await server.device()
        socket = await anna.look(await anna.make(bots=0, start=False, options={"games": 1}))
        await socket.ask("seat_bot", level="mine")
        await socket.ask("start")
        await socket.play()
        told = [line for step in socket.steps for line in msgspec.json.decode(step).get("told", ())]
        name = socket.table["seats"][1]["name"]
    phrases = msgspec.convert(told, list[Phrase])
    lines = {language: [render(words(language), line) for line in phrases] for language in ("en", "de")}
    assert f"{name} joins (bot: mine)." in lines["en"]
    english = lines["en"].count("The bot mine made no valid move in time, so Casual moved instead.")
    german = [line for line in lines["de"] if line.startswith("Der Bot mine hat keinen gültigen Zug gemacht")]
    moves = sum('"by":"bot"' in step for step in socket.steps)
    assert moves > 0
    assert (english, len(german)) == ((moves, moves) if lost else (0, 0))


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("mine = no_such_package:bot", "there is no module no_such_package"),
        (f"mine = {BOTS}:not_a_bot", "is no bot"),
        (f"casual = {BOTS}:first", "casual is a bot of knobel: choose another name"),
        ("no_such_entry_point", "names no bot"),
    ],
)
def test_a_server_with_an_unusable_bot_does_not_start(given: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(BadOptions, match=sentence):
        start(Config(data=tmp_path, third_party_bot=(given,)))
    assert not THIRD_PARTY


def test_allowed_bots_play_the_games_that_they_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(third_party, "THIRD_PARTY", found := dict[str, tuple[str, ...]]())
    allow([("mine", f"{BOTS}:only_zock")])
    assert found == {"mine": ("zock",)}


def test_the_operator_names_bots_in_the_file_the_environment_or_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "knobel.toml"
    file.write_text('third_party_bot = ["mine = my_package.bots:clever", "stubborn"]')
    loaded = load(file, {}, {})
    assert list(map(split_bot, loaded.config.third_party_bot)) == [
        ("mine", "my_package.bots:clever"),
        ("stubborn", "stubborn"),
    ]
    assert 'third_party_bot = ["mine = my_package.bots:clever", "stubborn"]' in show(loaded)
    from_environment = load(None, {"KNOBEL_THIRD_PARTY_BOT": "a=b:c, d"}, {}).config
    assert from_environment.third_party_bot == ("a=b:c", "d")
    for wrong in (["Mine = a:b"], ["a = b:c", "a = d:e"], [7], ["../x"]):
        with pytest.raises(BadOptions, match=r"must list bots with different names such as .*, not"):
            load(None, {}, {"third_party_bot": wrong})
