"""The seed corpus: real frames and requests, recorded while clients play and use the whole API."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from msgspec import Struct
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from tests.serve.memory_server import Device, carry_token

from .evening import run_a_club, tell_real_dice
from .server import FuzzServer

GAMES = {"zock": 2, "schocken": 3, "zocknroll": 3}
"""Games with the number of people and bots."""


class Asked(Struct, frozen=True):
    """A recorded request; `body` is text."""

    method: str
    path: str
    query: str
    body: str


class Corpus(Struct):
    """`code` is a table with a game in progress, `replay` a finished game."""

    frames: list[str]
    asked: list[Asked]
    code: str = ""
    replay: str = ""


def recording(app: ASGIApp, corpus: Corpus) -> ASGIApp:
    """ASGI middleware that records everything received."""

    async def recorded(scope: Scope, receive: Receive, send: Send) -> None:
        body = bytearray()

        async def recorded_receive() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                corpus.frames.append(message["text"])
            body.extend(message.get("body", b""))
            return message

        await app(scope, recorded_receive, send)
        if scope["type"] == "http":
            corpus.asked.append(Asked(scope["method"], scope["path"], scope["query_string"].decode(), body.decode()))

    return recorded


async def record(fuzz_server: FuzzServer) -> Corpus:
    """Play all games at a server, use every command, ask for every page of the API."""
    corpus, app = Corpus([], []), fuzz_server.app
    fuzz_server.app = recording(app, corpus)
    anna, bert = await fuzz_server.device(), await fuzz_server.device()
    for game, players in GAMES.items():
        await _play_and_browse(anna, bert, game, players)
    corpus.replay = (await anna.http.get("/api/me/games")).json()[0]["replay"]
    await _every_page(anna, bert, corpus)
    await run_a_club(anna, bert, await tell_real_dice(anna, bert))
    fuzz_server.app = app
    corpus.frames = [*dict.fromkeys(corpus.frames)]
    return corpus


async def _play_and_browse(anna: Device, bert: Device, game: str, players: int) -> None:
    """A game between two people and bots, with every command around it."""
    code = await anna.make(game, 0, start=False, id=game, settings={"throws": "hand", "door": "knock"})
    host, guest = await anna.look(code), await bert.look(code)
    await guest.ask("join", name="Bert")
    await host.until(lambda: bool(host.table["knocking"]))
    await host.ask("turn_away", guest=host.table["knocking"][0]["guest"])
    anna.server.time.skip(30)  # a guest who was turned away has to wait
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


async def _every_page(anna: Device, bert: Device, corpus: Corpus) -> None:
    get, post = anna.http.get, anna.http.post
    code = await anna.make("zock", id="again")
    corpus.code = code
    table, replay = f"/api/tables/{code}", f"/api/replays/{corpus.replay}"
    pages = (
        *(table, f"{table}/steps?since=0", f"{table}/steps?since=99&wait=0", f"{table}/choices"),
        *(f"{table}/stats", f"{table}/record", "/api/honesty", f"{table}/honesty"),
        *(f"{table}/odds", f"{table}/hint", f"/t/{code}", f"/api/qr.svg?path=/t/{code}", "/api/address"),
        *(replay, f"{replay}/record", f"{replay}/analysis", "/api/me/tables", "/api/me/games", "/api/me/stats"),
        *("/api/me", "/api/texts/privacy/en"),
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
    await post("/api/door", json={"code": "kiwi"})
    await anna.http.delete(f"/api/me/tables/{code}")
    await anna.http.put(f"/api/me/tables/{code}")
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
    """A recorded command with a fresh id and the current version."""
    ask = msgspec.json.decode(frame)
    return msgspec.json.encode({**ask, "id": f"f{number}", "v": version}).decode()
