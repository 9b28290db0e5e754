"""Authorisation of clubs: every operation of the API by every role, and nothing for strangers and former members."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import Struct

from knobel.serve.api.openapi import OPERATIONS

from .club_server import NAMES, ROLES, ClubServer, club_server, play, seated
from .memory_server import memory_server

CLUB: Final = "/api/clubs/{club}"


class Row(Struct, frozen=True):
    """A request that succeeds for `least` and all higher roles; `path` has parameters of its own."""

    least: str
    body: Any = None
    path: dict[str, str] = {}


_SEASON: Final = {"name": "2026", "begins": 0, "ends": None}
_FINE: Final = {"id": "x", "member": 3, "amount": 100, "reason": "late"}

MATRIX: Final[dict[tuple[str, str], Row]] = {
    ("GET", ""): Row("member"),
    ("PATCH", ""): Row("founder", {"name": "Other"}),
    ("POST", "/members"): Row("founder", {"name": "Emil"}),
    ("GET", "/members/{member}"): Row("member"),
    ("PATCH", "/members/{member}"): Row("founder", {"name": "Gustav"}, {"member": "5"}),
    ("POST", "/members/{member}/link"): Row("founder", path={"member": "5"}),
    ("POST", "/tables"): Row("member", {"code": "TABLE"}),
    ("POST", "/seasons"): Row("founder", _SEASON),
    ("PUT", "/seasons/{season}"): Row("founder", _SEASON),
    ("GET", "/standings"): Row("member"),
    ("GET", "/course"): Row("member"),
    ("GET", "/evenings"): Row("member"),
    ("GET", "/evenings/{evening}"): Row("member"),
    ("PATCH", "/games/{number}"): Row("founder", {"members": [1, 2, None]}),
    ("GET", "/luck"): Row("member"),
    ("POST", "/luck"): Row("member"),
    ("GET", "/box"): Row("member"),
    ("POST", "/box"): Row("treasurer", _FINE),
    ("POST", "/box/payments"): Row("treasurer", {**_FINE, "id": "y"}),
    ("POST", "/box/expenses"): Row("treasurer", {"id": "z", "amount": 100, "reason": "beer"}),
    ("POST", "/box/{booking}/reverse"): Row("treasurer"),
    ("GET", "/box/tariff"): Row("member"),
    ("PUT", "/box/tariff"): Row("treasurer", {"events": {"jule": 50}}),
    ("GET", "/export.json"): Row("member"),
    ("GET", "/export.csv"): Row("member"),
    ("POST", "/import"): Row("founder", "date,game,names,places\n2024-01-01,zock,Anna/Ben,1/2"),
    ("DELETE", "/games/{number}"): Row("founder"),
    ("DELETE", "/tables/{code}"): Row("founder"),
    ("DELETE", "/seasons/{season}"): Row("founder"),
    ("DELETE", "/members/{member}"): Row("founder", path={"member": "5"}),
    ("DELETE", ""): Row("founder"),
}
"""What deletes something comes last, so that one scene serves for all."""


def test_the_matrix_has_every_operation() -> None:
    operations = {(each.method, each.path.removeprefix(CLUB)) for each in OPERATIONS if each.path.startswith(CLUB)}
    assert set(MATRIX) == operations


async def _scene(club: ClubServer) -> dict[str, str]:
    """A club in which every operation has something to act on: the parameters of the paths."""
    players = [club.devices[role] for role in ("founder", "treasurer", "member")]
    code = await seated(club.server, *zip(players, ("Anna", "Ben", "Carla"), strict=True))
    await club.done("POST", "/tables", {"code": code})
    await play(club.server, code, *players)
    await club.done("POST", "/members", {"name": "Fritz"})
    await club.done("POST", "/seasons", _SEASON)
    await club.done("POST", "/box", {**_FINE, "id": "first"})
    evening = (await club.get("/evenings"))["evenings"][0]["evening"]
    return {"member": "1", "code": code, "season": "1", "evening": str(evening), "number": "1", "booking": "1"}


async def test_operations_by_role(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with memory_server(tmp_path) as server:
        monkeypatch.setattr(server.hub.analyses, "offer", lambda *_: None)  # who may ask is the question here
        club = await club_server(server)
        found = await _scene(club)
        for (method, path), row in MATRIX.items():
            filled = path.format_map(found | row.path)
            body = {"code": found["code"]} if row.body == {"code": "TABLE"} else row.body
            more: dict[str, Any] = {"content": body} if isinstance(body, str) else {"json": body}
            unknown = await club.devices["founder"].http.request(method, f"/api/clubs/{'0' * 32}{filled}", **more)
            assert unknown.status_code == 404
            for role in ROLES:
                answer = await club.ask(role, method, filled, **more)
                said = f"{method} {path} by {role}: {answer.status_code} {answer.text[:200]}"
                assert answer.headers["cache-control"] == "no-store", said
                assert "noindex" in answer.headers["x-robots-tag"], said
                if role in ("stranger", "former"):
                    assert (answer.status_code, answer.content) == (404, unknown.content), said
                elif ROLES.index(role) < ROLES.index(row.least):
                    assert (answer.status_code, answer.json()["why"]) == (403, "forbidden"), said
                else:
                    assert answer.is_success or "reversed already" in answer.text, said


@pytest.mark.parametrize("role", ["member", "treasurer", "founder"])
async def test_members_may_change_tie_and_delete_themselves(tmp_path: Path, role: str) -> None:
    async with memory_server(tmp_path) as server:
        club = await club_server(server)
        number = {"founder": 1, "treasurer": 2, "member": 3}[role]
        await club.done("PATCH", "/members/2", {"role": "founder"}) if role == "founder" else None
        await club.done("PATCH", f"/members/{number}", {"name": "Otto"}, role)
        await club.done("POST", f"/members/{number}/link", role=role)
        if role != "founder":
            raised = await club.ask(role, "PATCH", f"/members/{number}", json={"role": "founder"})
            assert raised.status_code == 403
        await club.done("DELETE", f"/members/{number}", role=role)
        assert (await club.ask(role, "GET")).status_code == 404


async def test_a_malformed_request_tells_a_stranger_nothing(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        club = await club_server(server)
        answers = [
            await club.ask("stranger", "POST", "/box", content=b"{"),
            await club.ask("stranger", "GET", "/standings?season=x"),
            await club.ask("stranger", "POST", "/import", content=b"\xff"),
        ]
        assert {(answer.status_code, answer.json()["sentence"]) for answer in answers} == {
            (404, "there is no such club")
        }
        nothing = [(await club.ask(role, "GET", "/members/x")).content for role in ("stranger", "founder")]
        assert nothing[0] == nothing[1]


async def test_no_name_in_logs_metrics_or_pages(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.ERROR, "httpx")  # the client of the test, not the server
    async with memory_server(tmp_path) as server:
        club = await club_server(server)
        await _scene(club)
        await club.ask("treasurer", "POST", "/box", json={"id": "x", "member": 99, "amount": 1, "reason": "Carla"})
        page = await club.devices["stranger"].http.get(f"/club/{club.club}")
        metrics = server.services.metrics.text().decode()
        assert "noindex" in page.headers["x-robots-tag"]
        for name in (*NAMES.values(), "Stammtisch", club.club):
            assert name not in caplog.text + metrics + page.text
