"""Real frames and requests, taken down while people play and look at everything; fuzzing begins with them."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from msgspec import Struct
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from tests.serve.memory_server import Device, carry_token

from .server import House

GAMES = {"zock": 2, "schocken": 3, "zocknroll": 3}
"""The games, and with how many people and bots they are played here."""


class Asked(Struct, frozen=True):
    """A request as it was; `body` is text."""

    method: str
    path: str
    query: str
    body: str


class Tape(Struct):
    """`code` is that of a table where a game goes on, `replay` names a finished one."""

    frames: list[str]
    asked: list[Asked]
    code: str = ""
    replay: str = ""


def taped(app: ASGIApp, tape: Tape) -> ASGIApp:
    """The application, with all that comes in taken down."""

    async def recorded(scope: Scope, receive: Receive, send: Send) -> None:
        body = bytearray()

        async def heard() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                tape.frames.append(message["text"])
            body.extend(message.get("body", b""))
            return message

        await app(scope, heard, send)
        if scope["type"] == "http":
            tape.asked.append(Asked(scope["method"], scope["path"], scope["query_string"].decode(), body.decode()))

    return recorded


async def record(house: House) -> Tape:
    """Play all games at a server, use every command, ask for every page of the API."""
    tape, app = Tape([], []), house.app
    house.app = taped(app, tape)
    anna, bert = await house.device(), await house.device()
    for game, players in GAMES.items():
        await _evening(anna, bert, game, players)
    tape.replay = (await anna.http.get("/api/me/games")).json()[0]["replay"]
    await _every_page(anna, bert, tape)
    house.app = app
    tape.frames = [*dict.fromkeys(tape.frames)]
    return tape


async def _evening(anna: Device, bert: Device, game: str, players: int) -> None:
    """A game between two people and bots, with all that can be done around it."""
    code = await anna.make(game, 0, start=False, id=game, settings={"throws": "hand", "door": "knock"})
    host, guest = await anna.look(code), await bert.look(code)
    await guest.ask("join", name="Bert")
    await host.until(lambda: bool(host.table["knocking"]))
    await host.ask("turn_away", guest=host.table["knocking"][0]["guest"])
    await guest.ask("join", name="Berta")
    await host.until(lambda: bool(host.table["knocking"]))
    await host.ask("let_in", guest=host.table["knocking"][0]["guest"])
    await host.ask("seat_bot", level="casual")
    await host.ask("unseat", seat=2)
    await host.ask("change", options={}, settings={"pace": "instant", "throws": "auto"})
    for _ in range(players - 2):
        await host.ask("seat_bot", level="casual")
    await host.ask("start")
    await guest.ask("emote", emote="hello")
    await host.ask("stand_in", seat=1)
    await guest.ask("back")
    await guest.ask("protest", section=0, want=0)
    await host.ask("throw")
    await asyncio.gather(host.play(), guest.play())
    await guest.ask("rematch")
    await host.ask("hand_on", seat=1)
    await guest.ask("change", game="zock")
    await host.ask("leave")
    await guest.ask("close")


async def _every_page(anna: Device, bert: Device, tape: Tape) -> None:
    get, post = anna.http.get, anna.http.post
    code = await anna.make("zock", id="again")
    tape.code = code
    table, replay = f"/api/tables/{code}", f"/api/replays/{tape.replay}"
    pages = (
        *(table, f"{table}/steps?since=0", f"{table}/steps?since=99&wait=0", f"{table}/choices"),
        *(f"{table}/stats", f"{table}/record", "/api/honesty", f"{table}/honesty"),
        *(f"{table}/odds", f"{table}/hint", f"/t/{code}", f"/api/qr.svg?path=/t/{code}", "/api/address"),
        *(replay, f"{replay}/record", f"{replay}/analysis", "/api/me/tables", "/api/me/games", "/api/me/stats"),
        *("/api/games", "/api/rules/zock/de", "/api/learn/schocken/en", "/api/schema.json", "/api/openapi.json"),
        *("/healthz", "/metrics"),
        *("/api/positions/zock", "/api/positions/zocknroll?players=4&options=board=pro&seed=2", "/", "/assets/main.js"),
        *("/api/training/me?date=2026-11-15", "/api/training/zock/daily?date=2026-11-15&lang=de"),
        *("/api/training/schocken/puzzle?level=3&seed=7&lang=en", "/api/explorer/zock?dice=3,4"),
        *("/api/explorer/schocken", "/api/explorer/zocknroll", "/api/explorer/zock/openings"),
        *("/api/explorer/halma", "/api/nothing"),
    )
    for page in pages:
        await get(page)
    shown = (await get("/api/positions/zock")).json()
    for path, body in (
        (f"{table}/commands", {"id": "c", "v": 1, "do": {"c": "emote", "emote": "luck"}}),
        (f"{table}/weigh", {"move": {"e": "cover", "seat": 0, "fields": [9]}}),
        ("/api/positions", {"position": shown["position"]}),
        ("/api/values", {"position": shown["position"]}),
        ("/api/training/answers", {"id": "zock-1-1", "move": {"e": "cover", "seat": 0, "fields": [9]}}),
        (f"{replay}/analysis", None),
    ):
        await post(path, json=body)
    await post("/api/records", content=(await get(f"{replay}/record")).content)
    await anna.http.delete(f"{replay}/analysis")
    link: dict[str, Any] = (await post(f"{table}/carry")).json()
    await bert.http.post("/api/carry", json=carry_token(link["url"]))


def fresh(frame: str, number: int, version: int) -> str:
    """A recorded command as somebody would send it now."""
    ask = msgspec.json.decode(frame)
    return msgspec.json.encode({**ask, "id": f"f{number}", "v": version}).decode()
