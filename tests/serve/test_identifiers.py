"""Identifiers and texts from outside: bad ones get the same 4xx with either store, and close no other connection."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import httpx
import pytest
from msgspec import Struct, ValidationError, convert
from msgspec.structs import replace

from knobel.bots import play_out
from knobel.fair import transcript
from knobel.rules.records import dumps
from knobel.serve.api.openapi import OPERATIONS, Operation, openapi
from knobel.serve.limits.rate_limit import RateLimit
from knobel.serve.messages import Identifier
from knobel.serve.schema import _ON_THE_WIRE, schema
from knobel.table import commands

from .memory_server import FREE, Device, Frame, MemoryServer, Socket, memory_server
from .nodes.cluster import cluster

_ANY: Final = RateLimit(0, 0)
_LIMITS: Final = replace(
    FREE,
    new_tables_of_address=_ANY,
    wrong_codes_of_address=_ANY,
    loop_ms_of_address=_ANY,
    bytes_of_address=_ANY,
)

BAD: Final = {"a NUL": "a\0b", "half a surrogate pair": "a\ud800b", "10 kB": "a" * 10_000, "nothing": ""}
NO_TEXT: Final = ("a NUL", "half a surrogate pair")
"""No text may hold these, whether it identifies something or not."""

TEXTS: Final = frozenset(
    {"bots", "game", "guests", "level", "move", "event", "name", "options", "path", "reason", "stand_in", "you"}
)
"""Strings of bodies and queries that identify nothing: names and plain data, which later steps judge. Every other
string has to be constrained by its type."""

RECORD: Final = json.loads(dumps(play_out("zock", ["Anna", "Ben"], seed=1)))
LIST: Final = "date,game,names,places\n2024-05-01,zock,An{}na/Ben,2/1\n"

BODIES: Final[dict[str, Any]] = {
    "NewTable": {
        "id": "new",
        "game": "zock",
        "name": "Cleo",
        "options": {"variant": "A"},
        "settings": {
            "clock": 0,
            "stand_in": "strong",
            "pace": "instant",
            "throws": "auto",
            "door": "open",
            "help": "alone",
            "dice": "server",
        },
        "bots": ["casual"],
        "guests": ["Dora"],
        "start": False,
        "from_replay": {"replay": "0" * 32, "step": 1, "seat": 0},
    },
    "Ask": {"id": "ask", "v": 1, "do": {"c": "emote", "emote": "hello"}},
    "CarryToken": {"token": "0" * 32},
    "DoorCode": {"code": "kila-bomu"},
    "WeighAsk": {"move": {"e": "stand", "seat": 0}},
    "PositionAsk": {"position": "zock - throw 1 36 12.45.789/123456789 - - - -"},
    "PuzzleAnswer": {"puzzle": "zock-1-1", "move": {"e": "stand", "seat": 0}, "date": "2026-11-15"},
    "NewClub": {"name": "Round", "you": "Cleo", "from_table": "baba-baba-baba"},
    "ClubChange": {"name": "Round"},
    "NewMember": {"name": "Cleo"},
    "MemberChange": {"name": "Cleo", "role": "member"},
    "NewClubTable": {"code": "baba-baba-baba"},
    "NewSeason": {"name": "2026", "begins": 0, "ends": None},
    "GameCorrection": {"members": [1]},
    "NewBooking": {"id": "b1", "member": 1, "amount": 100, "reason": "late"},
    "NewPayment": {"id": "b2", "member": 1, "amount": 100, "reason": "paid"},
    "NewExpense": {"id": "b3", "amount": 100, "reason": "pizza"},
    "Tariff": {"events": {"jule": 10}, "customs": [{"name": "beer", "cents": 5}]},
}
"""An example of each body with all its fields."""


def test_a_line_end_is_no_part_of_an_identifier() -> None:
    """In Python `$` matches before a line end, too; in JavaScript, whose verifier reads the same links, it does not."""
    for kind, good in ((Identifier, "a"), (commands.Hex, "0" * 64), (transcript.Hex, "0" * 64)):
        assert convert(good, kind) == good
        with pytest.raises(ValidationError):
            convert(f"{good}\n", kind)


class Bad(Struct, frozen=True):
    """A request with one bad value, and the statuses that it may get."""

    what: str
    method: str
    path: str
    content: bytes | None
    statuses: tuple[int, ...]


class Place(Struct, frozen=True):
    """Where a string is in a body, and what the schema says about it."""

    keys: tuple[str | int, ...]
    schema: dict[str, Any]
    names_key: bool = False

    @property
    def identifies(self) -> bool:
        """Whether it is an identifier; a string in plain data counts as the field that holds the data."""
        return TEXTS.isdisjoint(self.keys)

    def changed(self, example: Any, bad: str) -> bytes:
        body = deepcopy(example)
        inner = body
        for key in self.keys[:-1]:
            inner = inner[key]
        if self.names_key:
            inner[bad] = inner.pop(self.keys[-1])
        else:
            inner[self.keys[-1]] = bad
        return json.dumps(body).encode()


def _places(example: Any, known: dict[str, Any], keys: tuple[str | int, ...] = ()) -> Iterator[Place]:
    """All strings of an example; it has to hold every field of the schema."""
    while "$ref" in known:
        name = known["$ref"].rpartition("/")[2]
        known = {} if name == "GameEvent" else schema()["$defs"][name]
    if "anyOf" in known:
        mapping = known.get("discriminator", {}).get("mapping")
        kinds = [{"$ref": mapping[example["c"]]}] if mapping else known["anyOf"]
        known = next(kind for kind in kinds if (kind.get("type") == "null") == (example is None))
        yield from _places(example, known, keys)
    elif isinstance(example, str):
        yield Place(keys, known)
    elif isinstance(example, dict):
        fields = known.get("properties")
        assert fields is None or fields.keys() == example.keys(), f"the example of {known['title']} is not complete"
        for key, value in example.items():
            if fields is None:
                yield Place((*keys, key), {}, names_key=True)
            yield from _places(value, (fields or {}).get(key, {}), (*keys, key))
    elif isinstance(example, list):
        for index, value in enumerate(example):
            yield from _places(value, known.get("items", {}), (*keys, index))


def _quoted(text: str) -> str:
    return quote(text, safe="", errors="surrogatepass")


def _bad_paths(each: Operation, names: dict[str, str], content: bytes | None) -> Iterator[Bad]:
    for name in re.findall(r"{(\w+)}", each.path):
        for what, bad in BAD.items():
            path = each.path.format(**{**names, name: _quoted(bad)})
            yield Bad(f"{what} as {name}", each.method, path, content, (404, 422) if name == "game" else (404,))


def _bad_queries(each: Operation, path: str, content: bytes | None) -> Iterator[Bad]:
    for name, known in {**each.query, "unknown": {"type": "string"}}.items():
        text = known == {"type": "string"}
        values = {what: BAD[what] for what in NO_TEXT} if text else dict(BAD)
        if "maximum" in known:
            values["too large a number"] = str(known["maximum"] + 1)
        for what, bad in values.items():
            query = f"{path}?{name}={_quoted(bad)}"
            yield Bad(f"{what} as {name} in the query", each.method, query, content, (400,))


def _bad_bodies(each: Operation, path: str) -> Iterator[Bad]:
    if each.body:
        yield Bad("too many bytes", each.method, path, b" " * 200_000, (413,))
    if each.body == "any":
        for what in NO_TEXT:
            if each.path.endswith("import"):
                content = LIST.format(BAD[what]).encode(errors="surrogatepass")
            else:
                content = json.dumps({**RECORD, "players": [BAD[what], "Ben"]}).encode()
            yield Bad(what, each.method, path, content, (400, 422))
    elif each.body:
        for place in _places(BODIES[each.body], {"$ref": f"#/$defs/{each.body}"}):
            for what in BAD if place.identifies else NO_TEXT:
                content = place.changed(BODIES[each.body], BAD[what])
                yield Bad(f"{what} at {place.keys}", each.method, path, content, (400,))


def bad_requests(names: dict[str, str]) -> Iterator[Bad]:
    """Every operation of the API, with every bad value at every place of its path, query and body."""
    for each in OPERATIONS:
        path = each.path.format(**names)
        content = json.dumps(BODIES[each.body]).encode() if each.body in BODIES else None
        content = json.dumps(RECORD).encode() if each.path == "/api/records" else content
        yield from _bad_paths(each, names, content)
        yield from _bad_queries(each, path, content)
        yield from _bad_bodies(each, path)


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where the store of a server is: a folder, or an address."""
    if request.param == "sqlite":
        return tmp_path
    made: str = request.getfixturevalue("postgres").new_store()
    return made


class Room:
    """A server with a table of two, a spectator, a club and a record."""

    def __init__(self, server: MemoryServer, devices: list[Device], sockets: list[Socket], names: dict[str, str]):
        self.server = server
        self.anna, _, self.spectator = devices
        self.sockets = sockets
        self.names = names
        self.code = names["code"]

    async def check_players(self) -> None:
        """The connections of the players are open, and their commands are done."""
        for socket in self.sockets:
            assert socket.closed is None
            assert (await socket.ask("emote", emote="hello"))["m"] == "ok"


@asynccontextmanager
async def _room(place: Path | str) -> AsyncIterator[Room]:
    async with memory_server(place, limits=_LIMITS) as server:
        devices = [await server.device() for _ in range(3)]
        code = await devices[0].make(bots=0, start=False)
        sockets = [await device.look(code) for device in devices[:2]]
        assert (await sockets[1].ask("join", name="Ben"))["m"] == "ok"
        loaded = await devices[0].http.post("/api/records", json=RECORD)
        club = await devices[0].http.post("/api/clubs", json={"name": "Round", "you": "Anna"})
        names = dict.fromkeys(("member", "season", "number", "evening", "booking"), "1")
        names |= {"code": code, "id": loaded.json()["replay"], "club": club.json()["club"]}
        names |= {"game": "zock", "language": "en", "name": "privacy"}
        yield Room(server, devices, sockets, names)


def _fault(bad: Bad, answer: httpx.Response) -> str | None:
    said = f"{bad.method} {bad.path[:80]}, {bad.what}: {answer.status_code} {answer.text[:200]}"
    if answer.status_code not in bad.statuses:
        return said
    problem = answer.json()
    sentence = problem["sentence"]
    clear = sentence.isprintable() and len(sentence) < 300 and "regex" not in sentence
    return None if clear and problem["why"] in ("malformed", "unknown", "illegal", "limit") else said


async def test_every_operation_refuses_bad_identifiers_and_texts(place: Path | str) -> None:
    async with _room(place) as room:
        faults = list[str]()
        for bad in bad_requests(room.names):
            headers = {"content-type": "application/json"}
            answer = await room.anna.http.request(bad.method, bad.path, content=bad.content, headers=headers)
            if (fault := _fault(bad, answer)) is not None:
                faults.append(fault)
        assert not faults, "\n".join(faults)
        await room.check_players()


def test_too_many_bytes_are_declared() -> None:
    declared = [operation for each in openapi()["paths"].values() for operation in each.values()]
    assert all(("requestBody" in each) == ("413" in each["responses"]) for each in declared)


def test_every_identifier_is_constrained_in_the_openapi_document() -> None:
    limits = {"pattern", "maxLength", "maximum", "enum", "format"}
    for path, operations in openapi()["paths"].items():
        for each in operations.values():
            for parameter in each["parameters"]:
                name = parameter["name"]
                if parameter["in"] == "path" or not (name in TEXTS or path.startswith("/api/explorer/")):
                    assert not limits.isdisjoint(parameter["schema"]), (path, name)
    for body, example in BODIES.items():
        for place in _places(example, {"$ref": f"#/$defs/{body}"}):
            if place.identifies and not place.names_key:
                assert not limits.isdisjoint(place.schema), (body, place.keys)


def test_the_examples_are_good() -> None:
    """So what a request with a bad value is refused for is that value."""
    kinds = {getattr(kind, "__name__", ""): kind for kind in _ON_THE_WIRE}
    for body, example in BODIES.items():
        convert(example, kinds[body], strict=False)


def _commands() -> Iterator[Frame]:
    """Every command, with a NUL in each field that may be a string or hold one."""
    defined = schema()["$defs"]
    for tag, reference in defined["Ask"]["properties"]["do"]["discriminator"]["mapping"].items():
        fields = defined[reference.rpartition("/")[2]]["properties"]
        for name, known in fields.items():
            if name != "c" and known.get("type") != "integer":
                for bad in (BAD["a NUL"], {BAD["a NUL"]: 1}, {"stand_in": BAD["a NUL"]}, {"variant": BAD["a NUL"]}):
                    yield {"c": tag, name: bad}


async def test_bad_frames_close_their_own_connection_at_most(place: Path | str) -> None:
    """A frame without a proper id closes the connection of its sender; with one it is refused."""
    async with _room(place) as room:
        socket = await room.spectator.look(room.code)
        for what, bad in BAD.items():
            socket.send(json.dumps({"id": bad, "v": socket.version, "do": {"c": "emote", "emote": "hello"}}))
            await socket.until(lambda: socket.closed is not None or '"m":"no"' in socket.frames[-1])  # noqa: B023 - it is awaited at once
            assert socket.closed == (4400, "this frame is no command"), what
            socket = await room.spectator.look(room.code)
        for number, command in enumerate(_commands()):
            for what in NO_TEXT:
                name = f"{number}-{what[0]}"
                text = json.dumps({"id": name, "v": socket.version, "do": command})
                if what != "a NUL":
                    text = text.replace("\\u0000", "\\ud800")
                socket.send(text)
                await socket.until(lambda: socket.closed is not None or f'"id":"{name}"' in socket.frames[-1])  # noqa: B023 - it is awaited at once
                if socket.closed is None:
                    assert socket.last("no")["why"] == "malformed", command
                else:
                    assert socket.closed == (4400, "this frame is no command"), command
                    socket = await room.spectator.look(room.code)
        await room.check_players()


async def test_bad_codes_and_versions_of_websockets(place: Path | str) -> None:
    async with _room(place) as room:
        for bad in ("a\0b", "a\ufffdb", "a" * 10_000, "", f"{room.code}\0", room.code + "-" * 10_000):
            assert (await room.spectator.look(bad)).closed == (4404, "there is no such table")
        for bad in map(_quoted, BAD.values()):
            for socket in (
                await room.spectator.look(room.code, since=bad),
                await room.spectator.look(room.code, since=1, most=bad),
            ):
                assert socket.closed is not None
                assert socket.closed[0] == 4400, bad[:10]
        await room.check_players()


async def test_a_bad_cookie_is_none(place: Path | str) -> None:
    """The answer sets a new one; a refusal would shut out devices whose cookie was damaged."""
    async with _room(place) as room:
        for bad in ("a\0b", "a\xed\xa0\x80b", "a" * 10_000, "", "0" * 32, "0" * 64):
            headers = {b"cookie": f"knobel={bad}; knobel-door={bad}".encode("latin-1")}
            async with httpx.AsyncClient(transport=room.anna.http._transport, base_url="http://knobel") as http:
                answer = await http.get(f"/api/tables/{room.code}", headers=headers)
            assert answer.status_code == 200
            assert answer.json()["table"]["you"] is None
            assert "knobel" in answer.cookies
        await room.check_players()


async def test_a_bad_command_of_a_client_at_another_node(place: Path | str) -> None:
    async with cluster(place) as made:
        owner, edge = made.nodes
        _, code, host = await owner.opened()
        near, far = await (await edge.device()).look(code), await (await edge.device()).look(code)
        await made.settle()
        far.send(json.dumps({"id": BAD["a NUL"], "v": far.version, "do": {"c": "emote", "emote": "hello"}}))
        await far.until(lambda: far.closed is not None or '"m":"no"' in far.frames[-1])
        assert far.closed == (4400, "this frame is no command")
        await made.settle()
        assert (await host.ask("emote", emote="hello"))["m"] == "ok"
        assert host.closed is None
        assert near.closed is None
