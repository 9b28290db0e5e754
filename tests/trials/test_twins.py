"""What the trial with twins has to catch: each fault is planted, and the trial fails."""

from __future__ import annotations

import logging
from collections.abc import Callable
from itertools import count, islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest
from msgspec.structs import replace
from trials.twins.dice import Plan, plan
from trials.twins.trial import compare

from knobel.rules.game import Event
from knobel.serve import logs
from knobel.serve.fairness.dealing import Dealing
from knobel.serve.fairness.keys import TableKeys
from knobel.serve.live import frames
from knobel.serve.live.table import LiveTable
from knobel.serve.live.turns import BotTurn
from knobel.serve.messages import Ask, Proof, Refused, encode
from knobel.table import Table
from knobel.table.commands import Reveal
from knobel.table.fairness import Fairness

_ENOUGH: Final = 8
"""Games by which a fault that shows in many of them has shown."""


def _any(_: Plan) -> bool:
    return True


async def _caught(folder: Path, wanted: Callable[[Plan], bool] = _any) -> str:
    """What the trial says about the first of a few such games that it does not let pass; nothing if it does."""
    for each in islice(filter(wanted, map(plan, count(1))), _ENOUGH):
        try:
            await compare(each, folder / f"{each.seed}")
        except AssertionError as broken:
            return f"{broken}"
    return ""


@pytest.mark.parametrize("game", ["zocknroll", "schocken"])
async def test_keys_of_hidden_dice_are_sent_to_all_seats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr(frames, "sees", lambda *_: True)
    assert "has ['the key of throw" in await _caught(tmp_path, lambda plan: plan.game == game)


async def test_the_secret_of_the_game_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def proof(deck: TableKeys, fair: Fairness, throw: int) -> Proof:
        keys = deck.keys(fair)
        return Proof(throw, keys.key(throw).hex(), keys._secret.hex())

    monkeypatch.setattr(TableKeys, "proof", proof)
    assert "has ['the secret of the game']" in await _caught(tmp_path)


async def test_links_are_told_before_the_dice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = LiveTable.ask

    def ask(live: LiveTable, device: str, ask: Ask, *more: Any) -> None:
        if isinstance(ask.do, Reveal):
            for onlooker in live.subscribers:
                onlooker.push(encode(Refused("told", live.table.version, "stale", ask.do.link, None)))
        usual(live, device, ask, *more)

    monkeypatch.setattr(LiveTable, "ask", ask)
    assert "before its dice" in await _caught(tmp_path)


@pytest.mark.parametrize("game", ["zocknroll", "schocken"])
async def test_a_bot_gets_more_than_its_view(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    usual = BotTurn.start

    def begin(turn: BotTurn, table: Table, seat: int, level: str) -> None:
        rules = replace(table.rules, view=lambda state, _: state)
        whole: Any = SimpleNamespace(
            moved=table.moved,
            rules=rules,
            state=table.state,
            settings=table.settings,
            game=table.game,
            seats=table.seats,
        )
        usual(turn, whole, seat, level)

    monkeypatch.setattr(BotTurn, "start", begin)
    assert "bot=True" in await _caught(tmp_path, lambda plan: plan.bot and plan.game == game)


@pytest.mark.parametrize("what", ["dice", "beginning of the key"])
async def test_the_log_tells_something_about_hidden_dice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    usual = Dealing._fallen

    def fallen(dealing: Dealing, table: Table, fair: Fairness, links: list[str | None]) -> Event:
        event = usual(dealing, table, fair, links)
        assert dealing._table_keys is not None
        keys = [dealing._table_keys.keys(fair).key(throw).hex() for throw in range(fair.throws, fair.throws + 6)]
        logs.log_event("dice fell", dice=getattr(event, "dice", ()) if what == "dice" else [key[:2] for key in keys])
        return event

    monkeypatch.setattr(Dealing, "_fallen", fallen)
    assert "['log']" in await _caught(tmp_path)


async def test_the_log_tells_what_an_error_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs._RedactingFormatter, "formatException", logging.Formatter.formatException)
    assert "'log'" in await _caught(tmp_path)


async def test_the_log_is_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "configure", lambda *_: None)
    assert "the log is empty" in await _caught(tmp_path)
