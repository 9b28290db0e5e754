"""HTTP API of the coach: analyses of finished games, odds, hints and verdicts at the table."""

from __future__ import annotations

from msgspec import Raw, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...coach.panel import Panel
from ...forms import position
from ...rules import schocken, zocknroll
from ...rules.game import FACE_DOWN, State
from ...table import Table, due
from ..documents import AnalysisState, Hint, OddsShown, WeighAsk, Weighed
from ..limits.quotas import Requester
from ..transport.devices import client_address
from ..workers.coach.jobs import ComputeOdds, Opinion, Weigh
from .common import ApiContext, ApiError, json, query_int, read_message
from .long_polling import MAX_WAIT, counted_as_connection


class CoachRequest(Struct, frozen=True):
    """A player's request to the coach, with the position text of the own view."""

    requester: Requester
    table: Table
    seat: int
    view: str


class CoachRoutes:
    """The handlers of `/api/replays/ID/analysis` and of what a table lets its players ask."""

    def __init__(self, context: ApiContext) -> None:
        self._context = context
        self._analyses = context.hub.analyses
        self._read = context.hub.read
        self._questions = context.hub.questions

    def routes(self) -> list[Route]:
        take = self._context.with_device
        analysis = "/api/replays/{id}/analysis"
        return [
            Route(analysis, take(self.analysis)),
            Route(analysis, take(self.analyse), methods=["POST"]),
            Route(analysis, take(self.cancel), methods=["DELETE"]),
            Route("/api/tables/{code}/odds", take(self.odds)),
            Route("/api/tables/{code}/hint", take(self.hint)),
            Route("/api/tables/{code}/weigh", take(self.weigh), methods=["POST"]),
        ]

    async def analysis(self, request: Request) -> Response:
        """The state of an analysis; with `wait` a long poll for its next change."""
        replay, wait = request.path_params["id"], query_int(request, "wait", 0, MAX_WAIT)
        work = self._analyses.find(replay)
        if wait and work is not None and work.open:
            with counted_as_connection(self._context.hub, client_address(request)):
                await work.wait_for_change(self._context.hub.services.time, wait)
        return await self._state(request, replay)

    async def analyse(self, request: Request) -> Response:
        """Start an analysis, or join one that is open; with `idle` only if the coach has nothing else to do."""
        replay, idle = request.path_params["id"], query_int(request, "idle", 0, 1)
        if await self._read(self._analyses.stored, replay) is None:
            game, record = await self._context.game(request, replay)
            ask = self._analyses.offer if idle else self._analyses.ask
            ask(game, record, self._context.requester(request))
        return await self._state(request, replay)

    async def cancel(self, request: Request) -> Response:
        replay = request.path_params["id"]
        self._analyses.cancel(replay, self._context.device(request))
        return await self._state(request, replay)

    async def _state(self, request: Request, replay: str) -> Response:
        """A stored analysis is sent as stored, without decoding."""
        work = self._analyses.find(replay)
        stored = await self._read(self._analyses.stored, replay)
        if stored is None and work is not None and work.state == "done":  # it was stored while that was read
            stored = await self._read(self._analyses.stored, replay)
        if stored is not None:
            return json({"state": "done", "done": 0, "total": 0, "analysis": Raw(stored)})
        if work is not None:
            return json(AnalysisState(work.state, work.done, work.total))
        await self._context.game(request, replay)
        return json(AnalysisState("none"))

    async def odds(self, request: Request) -> Response:
        who = await self._requester(request)
        found = await self._questions.ask(ComputeOdds(who.view, who.seat), Panel, who.requester)
        return json(OddsShown(who.table.version, who.seat, found.about, found.rows))

    async def hint(self, request: Request) -> Response:
        who = await self._decider(request)
        said = await self._questions.ask(Weigh(who.view), Opinion, who.requester)
        return json(Hint(who.table.version, said.moves, said.exact, said.reasons))

    async def weigh(self, request: Request) -> Response:
        """The cost of a move before it is made, for the tutor mode."""
        ask = await read_message(request, WeighAsk)
        who = await self._decider(request)
        said = await self._questions.ask(Weigh(who.view, ask.move), Opinion, who.requester)
        best, made = said.moves[0], said.moves[said.made]
        return json(Weighed(who.table.version, said.kind, said.loss, said.error, said.exact, best, made, said.reasons))

    async def _requester(self, request: Request) -> CoachRequest:
        """Check that the device may ask, and reduce the state to its own view."""
        live, device = await self._context.table(request), self._context.device(request)
        table = live.table
        seat = table.seat_of(device)
        if seat is None:
            raise ApiError(403, "forbidden", "you have no seat at this table")
        if not table.coach_allowed:
            raise ApiError(403, "forbidden", _why_not(table))
        if table.state is None:
            raise ApiError(409, "stale", "no game has begun at this table")
        view = table.rules.view(table.state, seat)
        if table.settings.real_dice and _lies_face_down(view, seat):
            raise ApiError(422, "illegal", "what lies under a cup is not told yet, so it cannot be known", "R5")
        return CoachRequest(self._context.requester(request), table, seat, position(view))

    async def _decider(self, request: Request) -> CoachRequest:
        who = await self._requester(request)
        waiting = due(who.table)
        if waiting.kind != "decision" or waiting.seat != who.seat:
            raise ApiError(409, "stale", "it is not for you to decide now")
        return who


def _lies_face_down(view: State, seat: int) -> bool:
    """Whether an answer would need dice that people have not told yet (R5)."""
    match view:
        case zocknroll.State(phase="lift") | schocken.State(phase="lift"):
            return True
        case zocknroll.State(cups=cups):
            return bool(cups) and FACE_DOWN in cups[seat]
    return False


def _why_not(table: Table) -> str:
    if table.settings.help == "never":
        return "the coach is switched off at this table"
    return "the coach helps only while one person plays against bots, unless the host allows it to all"
