"""Everything that a page receives from a server, frame by frame and answer by answer."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from playwright.async_api import Page, Request, WebSocket

from .player import PATIENCE_MS

_PONG = "0"


def _versions(message: dict[str, Any]) -> list[int]:
    return [message["v"]] if message["m"] == "snapshot" else [step["v"] for step in message.get("steps", ())]


class Eavesdropper:
    """Listens from before the page is opened."""

    def __init__(self, page: Page) -> None:
        self.frames = list[str]()
        self._asked = list[Request]()
        self._news = asyncio.Event()
        self._page = page
        page.on("websocket", self._follow)
        page.on("request", self._note)

    @property
    def version(self) -> int:
        """The last version of the table that came in a frame."""
        return max((version for text in self.frames for version in _versions(json.loads(text))), default=0)

    async def messages(self) -> list[dict[str, Any]]:
        """All frames, and what came over HTTP in their place where no socket got through."""
        polls = [request for request in self._asked if "/steps?" in request.url]
        answers = [await request.response() for request in polls]  # none to a poll that was given up
        return [*map(json.loads, self.frames), *[await answer.json() for answer in answers if answer]]

    async def versions(self) -> list[int]:
        """Every version of the table that came in a snapshot or a step, in order."""
        return sorted(version for message in await self.messages() for version in _versions(message))

    async def until(self, version: int) -> None:
        """Wait for a version of the table."""
        async with asyncio.timeout(PATIENCE_MS / 1000):
            while self.version < version:
                self._news.clear()
                await self._news.wait()

    async def everything(self) -> list[str]:
        """All frames but pongs, which come as the clock of the browser wants it, and all answers of the API.

        But for the record of a game that is over: it holds all dice, for everybody to check, and the page does so.
        """
        answers = []
        for request in self._asked:
            if "/api/replays/" in request.url and request.url.endswith("/record"):
                continue
            answer = await request.response()
            assert answer is not None, f"{request.url} was not answered"
            path = request.url.removeprefix(self._page.url.split("/t/")[0])  # each server has a port of its own
            answers.append(f"{request.method} {path} {answer.status} {await answer.text()}")
        return [*self.frames, *answers]

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._receive)

    def _receive(self, frame: str | bytes) -> None:
        assert isinstance(frame, str)
        if frame != _PONG:
            self.frames.append(frame)
            self._news.set()

    def _note(self, request: Request) -> None:
        if "/api/" in request.url:
            self._asked.append(request)
