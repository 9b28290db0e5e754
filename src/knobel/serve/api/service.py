"""HTTP API about the server as a service: door code, the id of a device, privacy policy and imprint."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...rules.errors import KnobelError
from ...words import LANGUAGES
from ..config import BUILT_IN, Texts
from ..documents import DoorCode, TextPage, ThisDevice
from ..limits.rate_limit import TokenBuckets
from ..transport.devices import client_address
from .common import ApiContext, ApiError, json, read_message
from .info import markdown_html

_SECURE: Final = ("https", "wss")


class ServiceRoutes:
    """The handlers. Texts are read when the server starts."""

    def __init__(self, context: ApiContext) -> None:
        self._context = context
        services = context.hub.services
        self._guesses = TokenBuckets(services.limits.door_guesses_of_address, services.time.now)
        self._texts = load_texts(context.hub.options.texts)

    def routes(self) -> list[Route]:
        take = self._context.with_device
        return [
            Route("/api/door", take(self.enter, outside=True), methods=["POST"]),
            Route("/api/me", take(self.me, outside=True)),
            Route("/api/texts/{name}/{language}", self._context.rate_limited(self.text)),
        ]

    async def enter(self, request: Request) -> Response:
        """Show the door code; the answer sets the cookie that opens the door. Guesses are rate-limited."""
        shown = await read_message(request, DoorCode)
        door, device = self._context.hub.door, self._context.device(request)
        answer = json(ThisDevice(device))
        if door is None:
            return answer
        if not self._guesses.take(client_address(request)):
            raise ApiError(429, "limit", "too many door codes from this address; wait a minute")
        if not door.opens(shown.code):
            raise ApiError(403, "door", "this is not the door code; ask the host for it")
        cookie = door.cookie(device, secure=request.url.scheme in _SECURE)
        answer.raw_headers.append((b"set-cookie", cookie.encode()))
        return answer

    async def me(self, request: Request) -> Response:
        return json(ThisDevice(self._context.device(request)))

    async def text(self, request: Request) -> Response:
        """A text of the operator in a language, or in the other one."""
        found = self._texts.get((request.path_params["name"], request.path_params["language"]))
        if found is None:
            raise ApiError(404, "unknown", "this server has no such text")
        return json(TextPage(found))


def load_texts(texts: Texts) -> dict[tuple[str, str], str]:
    """The texts that are set, by name and language, as HTML."""
    found = dict[tuple[str, str], str]()
    for name in texts.names:
        path: Path = getattr(texts, name)
        if str(path) == BUILT_IN and name != "privacy":
            raise KnobelError(f"there is no built-in {name}", key="error-text-built-in", name=name)
        for language in LANGUAGES:
            if str(path) == BUILT_IN:
                text = files("knobel.words").joinpath("texts", f"{name}.{language}.md").read_text(encoding="utf-8")
            else:
                own = path.with_suffix(f".{language}{path.suffix}")
                text = _read(own if own.is_file() else path)
            found[name, language] = markdown_html(text)
    return found


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        sentence = f"{path} cannot be read: {error.strerror}"
        raise KnobelError(sentence, key="error-read", file=path, why=error.strerror or "") from None
    except UnicodeDecodeError:
        raise KnobelError(f"{path} is no text in UTF-8", key="error-text-file", file=path) from None
