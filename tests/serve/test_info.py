"""Public information: games, rules, schema, QR codes, health, metrics, and the browser client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import httpx
import msgspec
import pytest

from knobel.rules import GAMES
from knobel.rules.game import State
from knobel.serve.api.static_files import ClientFiles
from knobel.serve.app import make_app
from knobel.serve.limits.rate_limit import Limits
from knobel.serve.schema import schema
from knobel.serve.transport.lan import qr_svg
from knobel.serve.workers.bot_process import ChosenMove
from knobel.words.rulebook import rulebook

from .fakes import InProcessBots
from .memory_server import memory_server


async def test_games_with_everything_a_form_needs(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        games = {info["game"]: info for info in (await anna.http.get("/api/games")).json()}
        assert list(games) == list(GAMES)
        assert (games["zock"]["players"], games["zocknroll"]["usual"]) == ([2, 2], 4)
        assert "jorg" in games["zocknroll"]["levels"]
        assert "pub" in games["schocken"]["presets"]


async def test_rules_have_an_anchor_for_each_number(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        for game in GAMES:
            for language in ("de", "en"):
                page = (await anna.http.get(f"/api/rules/{game}/{language}")).json()
                assert list(page["rules"]) == list(rulebook(game, language).rules)
                assert all(f'<h3 id="{number}">' in page["html"] for number in page["rules"])
        assert (await anna.http.get("/api/rules/zock/fr")).status_code == 404
        assert (await anna.http.get("/api/rules/poker/de")).status_code == 422


async def test_choices_explain_moves_to_the_deciding_seat_only(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna, ben = await server.device(), await server.device()
        code = await anna.make("zocknroll", 3)
        socket = await anna.look(code)
        await socket.until(lambda: socket.my_turn)
        await server.settle()
        choices = (await anna.http.get(f"/api/tables/{code}/choices")).json()
        assert socket.game is not None
        assert [choice["move"] for choice in choices["choices"]] == socket.game["pending"]["moves"]
        assert all(choice["label"]["key"] for choice in choices["choices"])
        assert (await ben.http.get(f"/api/tables/{code}/choices")).json()["choices"] == []


async def test_choices_are_computed_in_the_offload_thread(tmp_path: Path) -> None:
    """Exact odds are slow, and must not block the loop."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make("zocknroll", 3)
        socket = await anna.look(code)
        await socket.until(lambda: socket.my_turn)
        async with server.hub.offload.turn:  # another computation is running
            path = f"/api/tables/{code}/choices"
            asked = [asyncio.create_task(anna.http.get(path)) for _ in range(Limits().computations_of_device)]
            await server.settle()
            assert not any(task.done() for task in asked)
            refused = await anna.http.get(path)
            assert (refused.status_code, refused.json()["why"]) == (429, "limit")
        assert [answer.status_code for answer in await asyncio.gather(*asked)] == [
            200
        ] * Limits().computations_of_device


async def test_referee_games_offer_all_open_fields(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make(options={"referee": "players"})
        socket = await anna.look(code)
        assert socket.game is not None
        while not (socket.my_turn and socket.game["view"]["phase"] == "cover"):
            if socket.my_turn:
                answer = await socket.act()
                await socket.until(lambda: socket.version >= answer["v"])  # noqa: B023 - it is awaited at once
            await socket.until(lambda: socket.my_turn)
        assert socket.game["pending"]["moves"] == []
        free = (await anna.http.get(f"/api/tables/{code}/choices")).json()["free"]
        assert free == socket.game["view"]["open"][0]


async def test_a_qr_code_leads_to_this_server_only(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        qr_svg = await anna.http.get("/api/qr.svg", params={"path": "/t/baba-baba-baba"})
        assert qr_svg.text.startswith("<svg")
        for path in ("//elsewhere.example", "https://elsewhere.example", "/" + "x" * 300, "/a\nb"):
            assert (await anna.http.get("/api/qr.svg", params={"path": path})).status_code == 400


async def test_a_qr_code_does_not_lead_to_localhost(tmp_path: Path) -> None:
    """`localhost` would be the phone itself."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        from_here = {"host": "localhost:8421"}
        before = await anna.http.get("/api/qr.svg?path=/", headers=from_here)
        server.hub.public = "http://192.0.2.7:8421"
        public = await anna.http.get("/api/qr.svg?path=/", headers=from_here)
        assert before.text != public.text
        assert public.content == qr_svg("http://192.0.2.7:8421/")
        assert (await anna.http.get("/api/address", headers=from_here)).json() == {"origin": "http://192.0.2.7:8421"}
        from_there = {"host": "knobel.example"}
        elsewhere = await anna.http.get("/api/qr.svg?path=/", headers=from_there)
        assert elsewhere.content == qr_svg("http://knobel.example/")
        assert (await anna.http.get("/api/address", headers=from_there)).json() == {"origin": "http://knobel.example"}


async def test_health_and_metrics(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        socket = await anna.look(await anna.make(options={"games": 1}))
        await socket.play()
        assert (await anna.http.get("/healthz")).json() == {"ok": True}
        text = server.services.metrics.text().decode()
        assert "knobel_connections 1.0" in text
        assert "knobel_tables_awake 1.0" in text
        assert 'knobel_commands_total{result="ok"}' in text
        server.hub.stopping = True
        assert (await anna.http.get("/healthz")).status_code == 503
        server.hub.stopping = False


async def test_metrics_do_not_show_computing_times_of_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Computing times depend on hidden dice."""

    async def counted(seconds: float) -> str:
        async with memory_server(tmp_path / f"{seconds}") as server:

            def think(
                bots: InProcessBots, game: str, level: str, view: State, done: Callable[[ChosenMove], None]
            ) -> None:
                def late(thought: ChosenMove) -> None:
                    server.time.skip(seconds)
                    done(thought)

                usual(bots, game, level, view, late)

            monkeypatch.setattr(InProcessBots, "choose_move", think)
            anna = await server.device()
            socket = await anna.look(await anna.make(options={"games": 1}))
            await socket.play()
            assert server.time.now() > 1000 + 3 * seconds, "the bot has thought more than once"
            lines = server.services.metrics.text().decode().splitlines()
            return "\n".join(line for line in lines if "_created" not in line)  # the time of the day

    usual = InProcessBots.choose_move
    assert await counted(0.25) == await counted(4)


def test_the_schema_names_every_message() -> None:
    defined = schema()["$defs"]
    assert {"Snapshot", "Steps", "Ask", "Replay", "ZockState", "SchockenResult", "ZocknrollOptions"} <= set(defined)
    text = msgspec.json.encode(schema()).decode()
    references = set(text.split('"$ref":"#/$defs/')[1:])
    assert {reference.partition('"')[0] for reference in references} <= set(defined)


def test_the_schema_types_moves_by_their_game() -> None:
    """Clients generate their types from it: a position of ZOCK offers moves of ZOCK, and log entries hold any event."""
    defined = schema()["$defs"]
    events = {
        game: [each["$ref"] for each in defined[f"{game}Event"]["anyOf"]] for game in ("Zocknroll", "Zock", "Schocken")
    }
    for game, references in events.items():
        moves = defined[f"{game}Pending"]["properties"]["moves"]["items"]["anyOf"]
        assert [each["$ref"] for each in moves] == references
    assert {each["$ref"].rpartition("/")[2] for each in defined["GameEvent"]["anyOf"]} == {
        f"{game}Event" for game in events
    }
    assert defined["Played"]["properties"]["event"] == {"$ref": "#/$defs/GameEvent"}
    assert defined["Move"]["properties"]["move"] == {"$ref": "#/$defs/GameEvent"}


async def test_unknown_paths(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        answer = await anna.http.get("/api/nothing")
        assert (answer.status_code, answer.json()["why"]) == (404, "unknown")


def _client(folder: Path) -> ClientFiles:
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>" + " " * 1000)
    (folder / "knobel-verify.html").write_text("<!doctype html><script>verify()</script>")
    (folder / "assets" / "app-1234.js").write_text("let dice = 6;" * 100)
    (folder / "assets" / "app-1234.js.br").write_bytes(b"packed")
    return ClientFiles(folder)


async def test_the_client_is_served_with_strict_headers(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        app = make_app(server.hub, _client(tmp_path / "client"))
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://knobel") as browser:
            page = await browser.get("/t/baba-baba-baba", headers={"accept-encoding": "gzip"})
            assert page.headers["content-encoding"] == "gzip"
            assert page.headers["cache-control"] == "private, no-cache", "it comes with a token"
            assert "HttpOnly" in page.headers["set-cookie"]
            policy = page.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "script-src 'self';" in policy
            assert page.headers["x-content-type-options"] == "nosniff"
            assert page.headers["referrer-policy"] == "no-referrer"
            same = await browser.get("/", headers={"if-none-match": page.headers["etag"]})
            assert same.status_code == 304
            async with browser.stream("GET", "/assets/app-1234.js", headers={"accept-encoding": "br"}) as script:
                assert b"".join([part async for part in script.aiter_raw()]) == b"packed"
                assert "immutable" in script.headers["cache-control"]
                assert script.headers["content-type"] == "text/javascript; charset=utf-8"
            plain = await browser.get("/assets/app-1234.js", headers={"accept-encoding": "identity"})
            assert plain.text == "let dice = 6;" * 100
            for path in ("/assets/missing.js", "/../pyproject.toml", "/assets/app-1234.js.br"):
                assert (await browser.get(path)).status_code == 404


async def test_the_verifier_page_is_a_download(tmp_path: Path) -> None:
    """Its inline script would be blocked by the Content-Security-Policy."""
    async with memory_server(tmp_path) as server:
        transport = httpx.ASGITransport(make_app(server.hub, _client(tmp_path / "client")))
        async with httpx.AsyncClient(transport=transport, base_url="http://knobel") as browser:
            kept = await browser.get("/knobel-verify.html")
            assert kept.headers["content-disposition"] == 'attachment; filename="knobel-verify.html"'
            again = await browser.get("/knobel-verify.html", headers={"if-none-match": kept.headers["etag"]})
            assert (again.status_code, "content-disposition" in again.headers) == (304, True)
            assert "content-disposition" not in (await browser.get("/")).headers


async def test_a_missing_client_build_is_explained(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        transport = httpx.ASGITransport(make_app(server.hub, ClientFiles(tmp_path / "nowhere")))
        async with httpx.AsyncClient(transport=transport, base_url="http://knobel") as browser:
            page = await browser.get("/")
            assert (page.status_code, "make web" in page.text) == (503, True)
