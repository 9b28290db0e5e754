"""The application: everything that a server answers."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ..rules.errors import KnobelError
from .api.coach import Coached
from .api.common import Desk, Trouble, explain, json
from .api.explorer import Explorer
from .api.history import DiceHonesty, History
from .api.info import Info
from .api.positions import Positions
from .api.static_files import Client
from .api.tables import Tables
from .api.training import Training
from .api.websocket import Sockets
from .documents import Problem
from .limits.admission import Turnstile
from .limits.rate_limit import Buckets
from .live.hub import Hub
from .transport.devices import address_of, device_of, give
from .transport.middleware import Guard, GuardedSockets


def make_app(hub: Hub, client: Client | None = None) -> ASGIApp:
    """The application of a hub. `client` are the files of the browser client, by default those of the package."""
    sockets = GuardedSockets(Sockets(hub), hub.services.secrets)
    pages, turnstile = http_app(hub, client or Client()), Turnstile()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        """WebSockets go straight to the tables: there are many, and nothing in between would help them."""
        await turnstile.enter()
        await (sockets if scope["type"] == "websocket" else pages)(scope, receive, send)

    return app


def http_app(hub: Hub, client: Client) -> Starlette:
    """All that is answered by HTTP."""
    desk, pages = Desk(hub), Pages(hub, client)
    app = Starlette(
        routes=[
            *Tables(desk).routes(),
            *History(desk).routes(),
            *DiceHonesty(desk).routes(),
            *Info(desk).routes(),
            *Coached(desk).routes(),
            *Positions(desk).routes(),
            *Explorer(desk).routes(),
            *Training(desk).routes(),
            Route("/api/{path:path}", _unknown),
            Route("/{path:path}", pages.answer),
        ],
        middleware=[Middleware(Guard, secrets=hub.services.secrets)],
        exception_handlers={Trouble: explain, KnobelError: explain, HTTPException: explain},
    )
    app.router.redirect_slashes = False  # nobody is sent elsewhere, least of all to what a header names
    return app


class Pages:
    """The pages of the client; the first one that a device sees gives it its token."""

    def __init__(self, hub: Hub, client: Client) -> None:
        services = hub.services
        self._secrets = services.secrets
        self._client = client
        self._files = Buckets(services.limits.files_of_address, services.time.now)

    async def answer(self, request: Request) -> Response:
        if not self._files.take(address_of(request)):
            raise Trouble(429, "limit", "too many files at once for this address; wait a moment")
        answer = self._client.answer(request)
        if answer.media_type and answer.media_type.startswith("text/html"):
            give(answer, device_of(request, self._secrets))
        return answer


async def _unknown(request: Request) -> Response:
    return json(Problem("unknown", "there is nothing of that name here"), 404)
