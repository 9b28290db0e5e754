"""The HTTP API as an OpenAPI document, for client authors and API fuzzers."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from ... import __version__
from ...coach.explorer import SUBJECTS
from ...rules import GAMES
from ...words import LANGUAGES
from ..config import Texts
from ..schema import schema
from .parameters import DAY, IDENTIFIER, IN_PATHS, NUMBER, TIME

_Schema = dict[str, Any]

_NUMBER: Final = NUMBER.schema
_TEXT: Final[_Schema] = {"type": "string"}
_DATE: Final = DAY.schema
_LANGUAGE: Final[_Schema] = {"type": "string", "enum": list(LANGUAGES)}
_GAME: Final[_Schema] = {"type": "string", "enum": list(GAMES)}
_IN_PATHS: Final = {
    **{name: kind.schema for name, kind in IN_PATHS.items()},
    "game": _GAME,
    "language": _LANGUAGE,
    "name": {"type": "string", "enum": list(Texts.__struct_fields__)},
}


class Operation(Struct, frozen=True):
    """A request of the API. `answer` and `body` name messages, `[X]` a list and `A|B` either of them.

    Without an answer, the response is not JSON, or any JSON.
    """

    method: str
    path: str
    answer: str = ""
    body: str = ""
    status: int = 200
    kind: str = "application/json"
    query: dict[str, _Schema] = {}


def _exploring(subject: str, answer: str) -> Operation:
    """A chart of the explorer: the query has the fields of the question, with lists as text."""
    kind, _ = SUBJECTS[subject]
    fields = msgspec.json.schema(kind)["$defs"][kind.__name__]["properties"]
    query = {name: _TEXT if known.get("type") == "array" else known for name, known in fields.items()}
    return Operation("GET", f"/api/explorer/{subject}", answer, query=query)


_TABLE: Final = "/api/tables/{code}"
_REPLAY: Final = "/api/replays/{id}"
_CLUB: Final = "/api/clubs/{club}"

OPERATIONS: Final = (
    Operation("POST", "/api/tables", "Made", "NewTable", 201),
    Operation("GET", _TABLE, "Snapshot"),
    Operation("GET", f"{_TABLE}/steps", "Steps", query={"since": _NUMBER, "wait": _NUMBER}),
    Operation("POST", f"{_TABLE}/commands", "Accepted|Refused", "Ask"),
    Operation("GET", f"{_TABLE}/choices", "Choices"),
    Operation("GET", f"{_TABLE}/told", "[Telling]"),
    Operation("GET", f"{_TABLE}/record"),
    Operation("POST", f"{_TABLE}/carry", "CarryLink", status=201),
    Operation("POST", "/api/carry", "Made", "CarryToken"),
    Operation("GET", f"{_TABLE}/stats", "[PlayerStats]"),
    Operation("GET", f"{_TABLE}/honesty", "Honesty"),
    Operation("GET", "/api/honesty", "Honesty"),
    Operation("POST", "/api/door", "ThisDevice", "DoorCode"),
    Operation("GET", "/api/me", "ThisDevice"),
    Operation("GET", "/api/texts/{name}/{language}", "TextPage"),
    Operation("GET", "/api/me/tables", "[TableLine]"),
    Operation("DELETE", "/api/me/tables/{code}"),
    Operation("PUT", "/api/me/tables/{code}"),
    Operation("GET", "/api/me/games", "[GameLine]", query={"replay": IDENTIFIER.schema}),
    Operation("GET", "/api/me/stats", "[PlayerStats]"),
    Operation("GET", _REPLAY, "Replay"),
    Operation("GET", f"{_REPLAY}/record"),
    Operation("POST", "/api/records", "Loaded", "any", 201),
    Operation("POST", f"{_REPLAY}/analysis", "AnalysisState", query={"idle": _NUMBER}),
    Operation("GET", f"{_REPLAY}/analysis", "AnalysisState", query={"wait": _NUMBER}),
    Operation("DELETE", f"{_REPLAY}/analysis", "AnalysisState"),
    Operation("GET", f"{_TABLE}/odds", "OddsShown"),
    Operation("GET", f"{_TABLE}/hint", "Hint"),
    Operation("POST", f"{_TABLE}/weigh", "Weighed", "WeighAsk"),
    Operation(
        *("GET", "/api/positions/{game}", "PositionShown"),
        query={"players": _NUMBER, "options": _TEXT, "seed": _NUMBER},
    ),
    Operation("POST", "/api/positions", "PositionShown", "PositionAsk"),
    Operation("POST", "/api/values", "PositionValues", "PositionAsk"),
    Operation(
        "GET", "/api/training/{game}/daily", "PuzzleShown", query={"date": _DATE, "lang": _LANGUAGE, "today": _DATE}
    ),
    Operation(
        *("GET", "/api/training/{game}/puzzle", "PuzzleShown"),
        query={"level": _NUMBER, "seed": _NUMBER, "lang": _LANGUAGE, "today": _DATE},
    ),
    Operation("POST", "/api/training/answers", "PuzzleAnswered", "PuzzleAnswer"),
    Operation("GET", "/api/training/me", "[TrainingTally]", query={"date": _DATE}),
    _exploring("zock", "ZockChart"),
    _exploring("zock/openings", "Openings"),
    _exploring("schocken", "SchockenChart"),
    _exploring("zocknroll", "ZocknrollChart"),
    Operation("GET", "/api/me/clubs", "[ClubLine]"),
    Operation("POST", "/api/clubs", "Club", "NewClub", 201),
    Operation("POST", "/api/clubs/join", "JoinedClub", "CarryToken"),
    Operation("GET", _CLUB, "Club"),
    Operation("PATCH", _CLUB, "Club", "ClubChange"),
    Operation("DELETE", _CLUB, "Deleted"),
    Operation("POST", f"{_CLUB}/members", "Club", "NewMember", 201),
    Operation("GET", f"{_CLUB}/members/{{member}}", "MemberProfile", query={"season": _NUMBER}),
    Operation("PATCH", f"{_CLUB}/members/{{member}}", "Club", "MemberChange"),
    Operation("DELETE", f"{_CLUB}/members/{{member}}", "Deleted"),
    Operation("POST", f"{_CLUB}/members/{{member}}/link", "CarryLink", status=201),
    Operation("POST", f"{_CLUB}/tables", "Club", "NewClubTable", 201),
    Operation("DELETE", f"{_CLUB}/tables/{{code}}", "Club"),
    Operation("POST", f"{_CLUB}/seasons", "Club", "NewSeason", 201),
    Operation("PUT", f"{_CLUB}/seasons/{{season}}", "Club", "NewSeason"),
    Operation("DELETE", f"{_CLUB}/seasons/{{season}}", "Club"),
    Operation("GET", f"{_CLUB}/standings", "Standings", query={"season": _NUMBER, "game": _GAME}),
    Operation("GET", f"{_CLUB}/course", "Course", query={"season": _NUMBER, "game": _GAME}),
    Operation("GET", f"{_CLUB}/evenings", "Evenings", query={"before": TIME.schema}),
    Operation("GET", f"{_CLUB}/evenings/{{evening}}", "Evening"),
    Operation("PATCH", f"{_CLUB}/games/{{number}}", "Evening", "GameCorrection"),
    Operation("DELETE", f"{_CLUB}/games/{{number}}", "Club"),
    Operation("GET", f"{_CLUB}/luck", "ClubLuck", query={"season": _NUMBER}),
    Operation("POST", f"{_CLUB}/luck", "ClubLuck", query={"season": _NUMBER}),
    Operation("GET", f"{_CLUB}/box", "Box", query={"before": _NUMBER}),
    Operation("POST", f"{_CLUB}/box", "Box", "NewBooking", 201),
    Operation("POST", f"{_CLUB}/box/payments", "Box", "NewPayment", 201),
    Operation("POST", f"{_CLUB}/box/expenses", "Box", "NewExpense", 201),
    Operation("POST", f"{_CLUB}/box/{{booking}}/reverse", "Box", status=201),
    Operation("GET", f"{_CLUB}/box/tariff", "Tariff"),
    Operation("PUT", f"{_CLUB}/box/tariff", "Tariff", "Tariff"),
    Operation("GET", f"{_CLUB}/export.json"),
    Operation("GET", f"{_CLUB}/export.csv", kind="text/csv"),
    Operation("POST", f"{_CLUB}/import", "Imported", "any", query={"check": _NUMBER}),
    Operation("GET", "/api/games", "[GameInfo]"),
    Operation("GET", "/api/rules/{game}/{language}", "RulesPage"),
    Operation("GET", "/api/learn/{game}/{language}", "Lesson"),
    Operation("GET", "/api/address", "Address"),
    Operation("GET", "/api/qr.svg", kind="image/svg+xml", query={"path": _TEXT}),
    Operation("GET", "/api/schema.json"),
    Operation("GET", "/api/openapi.json"),
    Operation("GET", "/healthz"),
)


@cache
def openapi() -> dict[str, Any]:
    """The document: all operations, with the messages of the schema as its components."""
    paths = dict[str, dict[str, Any]]()
    for each in OPERATIONS:
        paths.setdefault(each.path, {})[each.method.lower()] = _described(each)
    messages = msgspec.json.encode(schema()["$defs"]).replace(b"#/$defs/", b"#/components/schemas/")
    return {
        "openapi": "3.1.0",
        "info": {"title": "knobel", "version": __version__, "license": {"name": "MIT", "identifier": "MIT"}},
        "paths": paths,
        "components": {"schemas": msgspec.json.decode(messages)},
    }


def _described(each: Operation) -> dict[str, Any]:
    names = re.findall(r"{(\w+)}", each.path)
    parameters = [
        *({"name": name, "in": "path", "required": True, "schema": _IN_PATHS[name]} for name in names),
        *({"name": name, "in": "query", "schema": known} for name, known in each.query.items()),
    ]
    refused = _content("Refused|Problem" if each.body == "Ask" else "Problem")
    responses = {
        str(each.status): {"description": "done", "content": _content(each.answer, each.kind)},
        "4XX": {"description": "refused, with one sentence", "content": refused},
        "503": {"description": "not now: come back", "content": _content("Problem")},
    }
    described = {
        "operationId": f"{each.method.lower()} {each.path}",
        "parameters": parameters,
        "responses": responses,
    }
    if each.body:
        described["requestBody"] = {"required": True, "content": _content(each.body)}
        responses["413"] = {"description": "too many bytes", "content": _content("Problem")}
    return described


def _content(name: str, kind: str = "application/json") -> dict[str, Any]:
    return {kind: {"schema": _message(name)}}


def _message(name: str) -> _Schema:
    """
    >>> _message("[GameLine]")
    {'type': 'array', 'items': {'$ref': '#/components/schemas/GameLine'}}
    """
    if name in ("", "any"):
        return {}
    if name.startswith("["):
        return {"type": "array", "items": _message(name[1:-1])}
    if "|" in name:
        return {"anyOf": [_message(each) for each in name.split("|")]}
    return {"$ref": f"#/components/schemas/{name}"}
