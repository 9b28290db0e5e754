"""The application: everything that a server answers."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..rules.errors import KnobelError
from .api.coach import Coached
from .api.common import Desk, Trouble, explain, json
from .api.explorer import Explorer
from .api.history import History
from .api.info import Info
from .api.positions import Positions
from .api.tables import Tables
from .api.training import Training
from .devices import device_of
from .documents import Problem
from .hub import Hub
from .pages import SAFE, Client
from .sockets import Sockets


def make_app(hub: Hub, client: Client | None = None) -> ASGIApp:
    """The application of a hub. `client` are the files of the browser client, by default those of the package."""
    sockets, pages = Sockets(hub), _http(hub, client or Client())

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        """WebSockets go straight to the tables: there are many, and nothing in between would help them."""
        await (sockets if scope["type"] == "websocket" else pages)(scope, receive, send)

    return app


def _http(hub: Hub, client: Client) -> ASGIApp:
    desk, pages = Desk(hub), Pages(hub, client)
    app = Starlette(
        routes=[
            *Tables(desk).routes(),
            *History(desk).routes(),
            *Info(desk).routes(),
            *Coached(desk).routes(),
            *Positions(desk).routes(),
            *Explorer(desk).routes(),
            *Training(desk).routes(),
            Route("/api/{path:path}", _unknown),
            Route("/{path:path}", pages.answer),
        ],
        exception_handlers={Trouble: explain, KnobelError: explain, 500: explain},
    )
    return SafeHeaders(app)  # around everything, the answer to an error of ours too


class Pages:
    """The pages of the client; the first one that a device sees gives it its token."""

    def __init__(self, hub: Hub, client: Client) -> None:
        self._hub = hub
        self._client = client

    async def answer(self, request: Request) -> Response:
        answer = self._client.answer(request)
        if answer.media_type and answer.media_type.startswith("text/html"):
            device = device_of(request, self._hub.services.secrets)
            if device.cookie is not None:
                answer.headers["set-cookie"] = device.cookie
        return answer


async def _unknown(request: Request) -> Response:
    return json(Problem("unknown", "there is nothing of that name here"), 404)


class SafeHeaders:
    """Adds the headers that keep browsers from doing foolish things to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SAFE.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, safely)
