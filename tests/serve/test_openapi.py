"""The OpenAPI document describes all routes, and only messages that exist."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
from starlette.routing import Route

from knobel.serve.api.openapi import OPERATIONS, openapi
from knobel.serve.api.static_files import ClientFiles
from knobel.serve.app import http_app

from .memory_server import memory_server

UNKNOWN = {
    ("GET", "/api/explorer/{game}"),
    ("GET", "/api/{path:path}"),
    ("GET", "/metrics"),
    ("GET", "/{path:path}"),
}
"""Routes that say that there is nothing, and the pages of the client."""


async def test_every_route_is_described_and_nothing_else(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        routes = [route for route in http_app(server.hub, ClientFiles()).routes if isinstance(route, Route)]
    served = {(method, route.path) for route in routes for method in route.methods or () if method != "HEAD"}
    assert served - UNKNOWN == {(each.method, each.path) for each in OPERATIONS}


def test_every_message_that_is_named_is_described() -> None:
    named = set(re.findall(rb'"#/components/schemas/(\w+)"', msgspec.json.encode(openapi())))
    assert {name.decode() for name in named} <= set(openapi()["components"]["schemas"])
    assert b"$defs" not in msgspec.json.encode(openapi())


def test_questions_to_the_solvers_are_described() -> None:
    """`own` is a list of fields, written as text in a query."""
    asked = {each["name"]: each["schema"] for each in openapi()["paths"]["/api/explorer/zock"]["get"]["parameters"]}
    assert asked.keys() == {"variant", "two_digit", "own", "rival", "aim", "games", "lead"}
    assert asked["own"] == {"type": "string"}
    assert asked["aim"]["enum"]


async def test_it_is_served(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        answer = await (await server.device()).http.get("/api/openapi.json")
    assert answer.json() == openapi()
