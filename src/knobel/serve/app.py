"""The ASGI application: WebSocket endpoint, HTTP API and the pages of the browser client."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ..rules.errors import KnobelError
from .api.clubs import ClubRoutes
from .api.coach import CoachRoutes
from .api.common import ApiContext, ApiError, error_response, json
from .api.explorer import ExplorerRoutes
from .api.history import DiceStatisticsRoutes, HistoryRoutes
from .api.info import InfoRoutes
from .api.positions import PositionRoutes
from .api.service import ServiceRoutes
from .api.static_files import ClientFiles
from .api.tables import TableRoutes
from .api.training import TrainingRoutes
from .api.websocket import WebSocketEndpoint
from .documents import Problem
from .limits.admission import AdmissionControl
from .limits.rate_limit import TokenBuckets
from .live.hub import Hub
from .transport import close_codes
from .transport.devices import client_address, set_device_cookie
from .transport.middleware import HttpMiddleware, WebSocketMiddleware


def make_app(hub: Hub, client: ClientFiles | None = None) -> ASGIApp:
    """The application of a hub. `client` are the files of the browser client, by default those of the package."""
    sockets = WebSocketMiddleware(WebSocketEndpoint(hub), hub.services.secrets)
    pages, admission = http_app(hub, client or ClientFiles(texts=hub.options.texts.names)), AdmissionControl()
    blocks = hub.housekeeping.blocks

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        """WebSockets skip the HTTP middleware and routing: there are many of them."""
        if blocks.refuses(scope["client"][0] if scope.get("client") else ""):
            await _refuse_blocked(scope, receive, send)
            return
        await admission.admit()
        await (sockets if scope["type"] == "websocket" else pages)(scope, receive, send)

    return app


def http_app(hub: Hub, client: ClientFiles) -> Starlette:
    """The HTTP part: API and pages."""
    context, pages = ApiContext(hub), ClientPages(hub, client)
    app = Starlette(
        routes=[
            *TableRoutes(context).routes(),
            *HistoryRoutes(context).routes(),
            *DiceStatisticsRoutes(context).routes(),
            *InfoRoutes(context).routes(),
            *ServiceRoutes(context).routes(),
            *CoachRoutes(context).routes(),
            *PositionRoutes(context).routes(),
            *ExplorerRoutes(context).routes(),
            *TrainingRoutes(context).routes(),
            *ClubRoutes(context).routes(),
            Route("/api/{path:path}", _unknown),
            Route("/metrics", _unknown),  # it is on the address for the operator, and no page of the client
            Route("/{path:path}", pages.answer),
        ],
        middleware=[Middleware(HttpMiddleware, secrets=hub.services.secrets)],
        exception_handlers={ApiError: error_response, KnobelError: error_response, HTTPException: error_response},
    )
    app.state.limits = hub.services.limits
    app.router.redirect_slashes = False  # no redirects, least of all to an address from a header
    return app


class ClientPages:
    """The files of the browser client; the first page sets the cookie of a new device."""

    def __init__(self, hub: Hub, client: ClientFiles) -> None:
        services = hub.services
        self._devices = hub.devices
        self._client = client
        self._files = TokenBuckets(services.limits.files_of_address, services.time.now)

    async def answer(self, request: Request) -> Response:
        if not self._files.take(client_address(request)):
            raise ApiError(429, "limit", "too many files at once for this address; wait a moment")
        answer = self._client.answer(request)
        if answer.media_type and answer.media_type.startswith("text/html"):
            set_device_cookie(answer, await self._devices.identify(request))
        return answer


async def _refuse_blocked(scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a request or a handshake from a blocked network."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": close_codes.FORBIDDEN})
        return
    sentence = "this network is blocked here; the operator of the server can tell why"
    await json(Problem("blocked", sentence), 403)(scope, receive, send)


async def _unknown(request: Request) -> Response:
    return json(Problem("unknown", "there is nothing of that name here"), 404)
