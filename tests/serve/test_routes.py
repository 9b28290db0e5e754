"""Authorisation over HTTP: every route by role."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import Struct
from starlette.routing import Route

from knobel.bots import play_out
from knobel.rules.records import dumps
from knobel.serve.api.static_files import ClientFiles
from knobel.serve.app import http_app
from knobel.serve.workers.coach.client import CoachError
from knobel.serve.workers.coach.jobs import Job

from .memory_server import Frame, MemoryServer, carry_token, memory_server
from .roles import ROLES, SEATED, RoleTable, role_table
from .test_club_authorisation import CLUB, MATRIX
from .test_origins import WRITES

RECORD: Final = dumps(play_out("zock", ["A", "B"], seed=1))


class Row(Struct, frozen=True):
    """A request, and the status by role; one number is the status for all roles."""

    status: int | tuple[int, ...]
    path: str | None = None
    json: dict[str, Any] | None = None
    content: str | None = None


_SEATS: Final = (503, 503, 503, 403, 403, 403)
"""The coach of this server says nothing, so that 503 means: may ask."""

_ACTING: Final = (409, 503, 409, 403, 403, 403)
_NEW: Final = {"id": "new", "game": "zock", "name": "x"}
_STAND: Final = {"e": "stand", "seat": 1}

ROUTES: Final[dict[str, Row]] = {
    "POST /api/tables": Row(201, json=_NEW),
    "GET /api/tables/{code}": Row(200),
    "GET /api/tables/{code}/steps": Row(200),
    "POST /api/tables/{code}/commands": Row(200, json={"id": "e", "v": 1, "do": {"c": "emote", "emote": "hello"}}),
    "GET /api/tables/{code}/choices": Row(200),
    "GET /api/tables/{code}/told": Row(200),
    "POST /api/tables/{code}/carry": Row((201, 201, 201, 403, 403, 403)),
    "GET /api/tables/{code}/stats": Row(200),
    "GET /api/tables/{code}/record": Row(409),  # a game runs, and all its dice stand in it
    "GET /api/tables/{code}/honesty": Row(200),
    "GET /api/honesty": Row(200),
    "GET /api/tables/{code}/odds": Row(_SEATS),
    "GET /api/tables/{code}/hint": Row(_ACTING),
    "POST /api/tables/{code}/weigh": Row(_ACTING, json={"move": _STAND}),
    "GET /api/me/tables": Row(200),
    "DELETE /api/me/tables/{code}": Row(200),
    "PUT /api/me/tables/{code}": Row(200),
    "GET /api/me/games": Row(200),
    "GET /api/me/stats": Row(200),
    "GET /api/replays/{id}": Row(200),
    "GET /api/replays/{id}/record": Row(200),
    "GET /api/replays/{id}/analysis": Row(200),
    "POST /api/replays/{id}/analysis": Row(200),
    "DELETE /api/replays/{id}/analysis": Row(200),
    "POST /api/records": Row(201, content=RECORD),
    "POST /api/positions": Row(400, json={"position": "nonsense"}),
    "GET /api/positions/{game}": Row(422, path="/api/positions/poker"),
    "POST /api/values": Row(400, json={"position": "nonsense"}),
    "GET /api/explorer/zock": Row(503),
    "GET /api/explorer/zock/openings": Row(503),
    "GET /api/explorer/schocken": Row(400, path="/api/explorer/schocken?players=x"),
    "GET /api/explorer/zocknroll": Row(400, path="/api/explorer/zocknroll?round=x"),
    "GET /api/explorer/{game}": Row(422, path="/api/explorer/poker"),
    "GET /api/training/me": Row(200),
    "POST /api/training/answers": Row(400, json={"puzzle": "x", "move": _STAND}),
    "GET /api/training/{game}/daily": Row(422, path="/api/training/poker/daily"),
    "GET /api/training/{game}/puzzle": Row(422, path="/api/training/poker/puzzle"),
    "GET /api/me/clubs": Row(200),
    "POST /api/clubs": Row(201, json={"name": "Stammtisch", "you": "Anna"}),
    "POST /api/clubs/join": Row(410, json={"token": "0123"}),
    "GET /api/games": Row(200),
    "GET /api/rules/{game}/{language}": Row(200, path="/api/rules/zock/de"),
    "GET /api/learn/{game}/{language}": Row(404, path="/api/learn/zock/fr"),
    "GET /api/schema.json": Row(200),
    "GET /api/openapi.json": Row(200),
    "POST /api/door": Row(200, json={"code": "x"}),
    "GET /api/me": Row(200),
    "GET /api/texts/{name}/{language}": Row(404, path="/api/texts/privacy/de"),
    "GET /api/address": Row(200),
    "GET /api/qr.svg": Row(200),
    "GET /healthz": Row(200),
    "GET /metrics": Row(404),
    "GET /api/{path:path}": Row(404, path="/api/nothing"),
    "GET /{path:path}": Row(404, path="/nothing.js"),
    # A device cannot hold two seats; this one takes the seat of the link, and so it comes last.
    "POST /api/carry": Row((422, 200, 422, 200, 200, 200)),
}
"""Where the answer is the same for all it is enough that it is, so that no coach and no solver has to work here."""


def _routes(server: MemoryServer) -> Iterator[str]:
    for route in http_app(server.hub, ClientFiles()).routes:
        assert isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}:
            yield f"{method} {route.path}"


async def test_every_route_is_in_the_matrix_and_changes_check_the_origin(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        routes = list(_routes(server))
        of_clubs = {f"{method} {CLUB}{path}" for method, path in MATRIX}
        assert set(routes) == set(ROUTES) | of_clubs
        assert len(routes) == len(set(routes))
        writes = {route for route in routes if not route.startswith("GET ")}
        named = {"{code}": "CODE", "{token}": "0123", "{id}": "0123", "{club}": "0123"}
        named |= dict.fromkeys(("{member}", "{season}", "{number}", "{booking}"), "1")
        for mark, name in named.items():
            writes = {route.replace(mark, name) for route in writes}
        assert writes == {" ".join(write) for write in WRITES}


async def _silent(_: Job, *__: object) -> bytes:
    raise CoachError("no coach", ours=True)


async def test_routes_by_role(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with memory_server(tmp_path) as server:
        monkeypatch.setattr(server.coach, "ask", _silent)
        table = await role_table(server)
        await table.start()
        await table.until_turn("decision")
        loaded = await table.devices["host"].http.post("/api/records", content=RECORD)
        for route, row in ROUTES.items():
            method, _, pattern = route.partition(" ")
            for role, status in zip(ROLES, _by_role(row), strict=True):
                path = (row.path or pattern).replace("{code}", table.code).replace("{id}", loaded.json()["replay"])
                body = row.json
                if path == "/api/carry":
                    body = carry_token(
                        (await table.devices["player"].http.post(f"/api/tables/{table.code}/carry")).json()["url"]
                    )
                http = table.devices[role].http
                answer = await http.request(method, path, json=body, content=row.content)
                assert answer.status_code == status, (route, role, answer.text)


def _by_role(row: Row) -> tuple[int, ...]:
    return (row.status,) * len(ROLES) if isinstance(row.status, int) else row.status


async def _all(table: RoleTable, path: str) -> dict[str, Frame]:
    return {role: (await table.devices[role].http.get(path)).json() for role in ROLES}


async def test_responses_are_personal(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        table = await role_table(server)
        await table.start()
        await table.until_turn("decision")
        seen = await _all(table, f"/api/tables/{table.code}")
        assert [seen[role]["table"]["you"] for role in ROLES] == [0, 1, 2, None, None, None]
        knocking = {role for role in ROLES if seen[role]["table"]["knocking"]}
        assert knocking == {"host"}
        choices = await _all(table, f"/api/tables/{table.code}/choices")
        assert {role for role in ROLES if choices[role]["choices"]} == {"player"}
        mine = await _all(table, "/api/me/tables")
        assert {role for role in ROLES if mine[role]} == set(SEATED)
        for role in ROLES:
            text = str(seen[role])
            for device in table.devices.values():
                assert device.token not in text
