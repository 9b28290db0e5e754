"""Records with names that the server refuses, on the pages that load records from files."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from playwright.async_api import FilePayload, expect
from tests.fair.honest import FairGame, step

from knobel.bots import make_bot, play_out
from knobel.rules.dice import SeededDice
from knobel.rules.game import Over
from knobel.rules.records import dumps
from knobel.rules.session import Session
from knobel.table.commands import Refusal
from knobel.table.names import clean

from .witness import TIMEOUT_MS, PageObserver

Record: TypeAlias = dict[str, Any]

SINGLE_FILE: Final = Path(__file__).parents[2] / "web/verify/knobel-verify.html"
_PART: Final = 24
"""Names of one record: as many as can play."""

_OTHERS: Final = tuple("abcdefghijklmnopqrstuvw")

_HALVES: Final = range(0xD800, 0xE000)
"""Halves of characters: UTF-8 has none, and a browser takes U+FFFD for them."""


def kept(name: str) -> str | None:
    """A name as the server normalizes it; None if it is refused."""
    try:
        return clean(name)
    except Refusal:
        return None


def whole(name: str) -> str:
    return "".join("\ufffd" if ord(mark) in _HALVES else mark for mark in name)


def checked(names: Sequence[str], seed: int) -> Record:
    """A game of Schocken whose dice can be checked; at every second throw no device answers, and one takes no part.

    Every verifier refuses names with half a character, so they have U+FFFD in its place.
    """
    session = Session("schocken", [whole(name) for name in names], {"stones": 3})
    server, bot = (
        FairGame(session, range(1, len(names)), random.Random(seed)),
        make_bot("random", session.game, SeededDice(seed)),
    )
    while not isinstance(session.pending, Over):
        step(session, server, bot.choose, range(len(names)) if len(session.events) % 2 else ())
    record: Record = json.loads(dumps(session, server.transcript()))
    return record


def broken(record: Record) -> Record:
    """The same record with a link that does not match the anchor."""
    other: Record = json.loads(json.dumps(record))
    wants = other["fair"]["sections"][0]["wants"]
    links = next(links for links in wants if any(links))
    links[-1] = "0" * 64
    return other


def parts(names: Sequence[str]) -> list[list[str]]:
    """Names for records, at least two each."""
    found = [list(names[at : at + _PART]) for at in range(0, len(names), _PART)]
    if len(found[-1]) == 1:
        found[-1].append("Ben")
    return found


def _file(record: object, name: str = "game.json") -> FilePayload:
    return FilePayload(name=name, mimeType="application/json", buffer=json.dumps(record).encode())


async def verify(witness: PageObserver, address: str, place: str, names: Sequence[str], seed: int) -> None:
    """Give a verifier page records with names, right and wrong ones, and files that have such names themselves."""
    page = witness.page
    result = page.locator("#result")
    for number, part in enumerate(parts(names)):
        record = checked(part, seed + number)
        shown = [name for name in part if kept(name) == name]
        for given in (record, broken(record)):
            await page.goto(address)
            await page.locator("#file").set_input_files(_file(given))
            right = given is record
            await expect(result).to_have_class("right" if right else "wrong", timeout=TIMEOUT_MS)
            await witness.look(place, shown, shown if right else ())
            await page.locator("#language").click()
            await witness.look(place, shown)
    for name in names:
        file = "".join(mark for mark in whole(name) if mark not in "/\\\0")[:80]
        await page.locator("#file").set_input_files(FilePayload(name=f"{file}.json", mimeType="", buffer=b"{"))
        await expect(result).to_have_class("wrong", timeout=TIMEOUT_MS)
        await witness.look(f"{place}, names of files", [f"{file}.json"])
    await witness.check_trusted_types(place)


async def load(witness: PageObserver, names: Sequence[str], refused: Sequence[str], seed: int) -> None:
    """Records from files, which have such names too: the server takes them, or says why not."""
    player, page = witness.player, witness.page
    game = json.loads(dumps(play_out("schocken", ["", *_OTHERS], {"stones": 3}, seed=seed)))
    fine = [(part * _PART)[:_PART] for part in parts([name for name in names if kept(name) == name])]
    records = [{**game, "players": players} for players in (*fine, *([name, *_OTHERS] for name in refused))]
    witness.refusals = True
    for number, record in enumerate(records):
        await player.visit("/history")
        file = "".join(mark for mark in whole(names[number % len(names)]) if mark not in "/\\\0")[:80]
        await page.locator("input[type=file]").set_input_files(_file(record, f"{file}.json"))
        play = page.get_by_role("button", name=player.say("web-replay-play"), exact=True)
        form = page.get_by_role("group", name=player.say("web-record-title"))
        refusal = form.get_by_role("alert").filter(has_text=re.compile(r"\S"))
        await expect(play.or_(refusal)).to_be_visible(timeout=TIMEOUT_MS)
        taken = await play.is_visible()
        place = "replay of a loaded record" if taken else "refused record"
        if taken != (number < len(fine)):
            witness.found.add(place, ["a record is taken that should not be, or the other way round"])
        await witness.look(place, [*names, f"{file}.json"], record["players"] if taken else ())
    witness.refusals = False
