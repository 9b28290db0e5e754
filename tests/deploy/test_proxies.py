"""The proxy examples in front of a real node: TLS, WebSockets, addresses, private pages, idle tables."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from knobel.serve.limits.rate_limit import Limits
from tests.serve.first_moves import new_table, play
from tests.server_process import PATIENCE, ServerProcess, free_port

from .proxies import DEPLOY, FILES, IDLE, PROXIES, Authority, Proxy, running

ACCELERATION: Final = 24
"""How much faster time passes. It divides the pings' interval and the proxies' idle timeout, which is 5 seconds then: a
busy machine does not hold up a ping that long."""
SILENT: Final = 2
"""Connections without pings that are closed, one after the other, while one with pings stays open."""
PING: Final = 8.0
"""Seconds between pings of an open page: HEARTBEAT_MS of web/src/lib/socket.ts."""
TRUSTED: Final = ("--trusted-proxy", "127.0.0.1")

every_proxy = pytest.mark.parametrize("name", PROXIES)


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One of the two nodes of the examples. The other one is down, so proxies have to pass it over."""
    with ServerProcess(tmp_path_factory.mktemp("node") / "data", "--trusted-proxy", "127.0.0.1") as server:
        yield server


@pytest.fixture(scope="module")
def proxies(
    authority: Authority, node: ServerProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Proxy]]:
    with ExitStack() as stack:
        folder, nodes = tmp_path_factory.mktemp("proxies"), (free_port(), node.port)
        yield {name: stack.enter_context(running(name, authority, folder / name, nodes)) for name in PROXIES}


@asynccontextmanager
async def _seat(proxy: Proxy) -> AsyncIterator[ClientConnection]:
    """The WebSocket of a seat at a new table."""
    async with proxy.client() as http:
        code = await new_table(http)
        async with proxy.socket(code, http.cookies["knobel"]) as socket:
            yield socket


@every_proxy
async def test_a_game_through_tls(name: str, proxies: dict[str, Proxy]) -> None:
    async with _seat(proxies[name]) as socket:
        acknowledged = dict[str, dict[str, Any]]()
        await play(socket, 0, acknowledged, 10)
        assert len(acknowledged) == 10


@every_proxy
async def test_the_server_knows_that_players_use_tls(name: str, proxies: dict[str, Proxy]) -> None:
    proxy = proxies[name]
    async with proxy.client() as http:
        page = await http.get("/")
        assert page.headers.get_list("strict-transport-security") == ["max-age=31536000"]
        assert (await http.get("/api/address")).json() == {"origin": proxy.base}
        made = await http.post("/api/tables", json={"id": "a", "game": "zock", "name": "Anna"})
        assert "; Secure" in made.headers["set-cookie"]
        insecure = {"origin": proxy.base.replace("https", "http")}
        refused = await http.post("/api/tables", json={"id": "b", "game": "zock", "name": "Anna"}, headers=insecure)
        assert refused.status_code == 403
    async with httpx.AsyncClient(timeout=PATIENCE) as plain:
        answer = await plain.get(f"http://127.0.0.1:{proxy.plain_port}/t/ABC", headers={"host": "knobel.example"})
        assert answer.status_code in (301, 308)
        assert answer.headers["location"].startswith("https://knobel.example")


@every_proxy
async def test_limits_count_by_the_address_of_the_player(name: str, proxies: dict[str, Proxy]) -> None:
    """An address that has used up its wrong codes stays refused, whatever headers it sends; another one is not."""
    last = 2 + PROXIES.index(name)  # the proxies share a node, so each has addresses of its own
    guesser, neighbour = f"127.0.1.{last}", f"127.0.2.{last}"
    lies = [{}, *({header: "203.0.113.7"} for header in ("x-forwarded-for", "x-real-ip", "forwarded", "client-ip"))]
    async with proxies[name].client(guesser) as stranger, proxies[name].client(neighbour) as player:
        wrong = "/api/tables/lala-lala-lala"  # no table, but the form of a code
        first = [(await stranger.get(wrong, headers={"x-forwarded-for": f"203.0.113.{n}"})) for n in range(25)]
        assert [answer.status_code for answer in first[:20]] == [404] * 20
        assert first[-1].status_code == 429
        assert [(await stranger.get(wrong, headers=lie)).status_code for lie in lies] == [429] * len(lies)
        assert (await player.get(wrong)).status_code == 404


@every_proxy
async def test_pages_of_the_inside_are_not_reachable(name: str, proxies: dict[str, Proxy]) -> None:
    """By no spelling: encoded, in capitals, with more slashes or a way back."""
    spellings = ("/{}", "/{}/", "/{}/x", "//{}", "/./{}", "/api/../{}", "/%2e/{}", "/{}?x=1", "/{};x")
    async with proxies[name].client() as http:
        for page in ("metrics", "healthz", "admin", "METRICS", "%6detrics", "m%65trics", "%61dmin/tables"):
            for spelling in spellings:
                answer = await http.get(spelling.format(page))
                secret = b"knobel_" in answer.content or answer.content == b'{"ok":true}'
                assert not secret, (page, spelling)
                if spelling == "/{}":
                    assert answer.status_code == 404, page


@every_proxy
async def test_logs_of_the_proxy_name_no_player(name: str, authority: Authority, tmp_path: Path) -> None:
    """Not even when no node answers: that is when proxies quote requests."""
    with running(name, authority, tmp_path / name, (free_port(), free_port())) as proxy:
        async with proxy.client("127.0.3.1") as http:
            answer = await http.get("/api/tables/SECRET77", headers={"cookie": "knobel=TOKEN88"})
            assert answer.status_code in (502, 503, 504)
        said = proxy.said.read_text()
    assert [secret for secret in ("SECRET77", "TOKEN88", "127.0.3.1") if secret in said] == []


def test_proxies_wait_longer_than_pages_and_servers_do() -> None:
    """A page pings, a server drops silent connections, and only then a proxy would close them."""
    script = (DEPLOY.parent / "web/src/lib/socket.ts").read_text("utf-8")
    assert f"const HEARTBEAT_MS = {PING * 1000:.0f}\n" in script
    for name, lines in IDLE.items():
        for line in lines:
            assert line in (DEPLOY / FILES[name]).read_text("utf-8")
            assert int(re.sub(r"\D", "", line)) > Limits().presence_timeout > 2 * PING


async def _ping(socket: ClientConnection, over: asyncio.Event) -> int:
    """Send pings as an open page does, and count the answers."""
    pongs = 0
    while not over.is_set():
        await socket.send("null")
        while await socket.recv() != "0":
            pass
        pongs += 1
        await asyncio.sleep(PING / ACCELERATION)
    return pongs


async def _listen(socket: ClientConnection) -> None:
    while True:
        await socket.recv()


async def test_pings_keep_idle_tables_open(authority: Authority, tmp_path: Path) -> None:
    """In accelerated time. A table with pings outlives several without them, which the proxy closes one by one."""
    with ServerProcess(tmp_path / "data", "--rate", "0", *TRUSTED) as node, ExitStack() as stack:
        nodes = (node.port, node.port)
        started = [
            stack.enter_context(running(name, authority, tmp_path / name, nodes, ACCELERATION)) for name in PROXIES
        ]

        async def without_pings(proxy: Proxy) -> None:
            for _ in range(SILENT):
                async with _seat(proxy) as socket:
                    with pytest.raises(ConnectionClosed):
                        await _listen(socket)

        async with AsyncExitStack() as seats, asyncio.TaskGroup() as all_at_once:
            over = asyncio.Event()
            idle = [await seats.enter_async_context(_seat(proxy)) for proxy in started]
            pinging = [all_at_once.create_task(_ping(socket, over)) for socket in idle]
            await asyncio.gather(*(without_pings(proxy) for proxy in started if proxy.name in IDLE))
            over.set()
        assert min(task.result() for task in pinging) > SILENT
