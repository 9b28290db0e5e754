"""Recorder of all WebSocket frames and HTTP responses that a page receives."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from playwright.async_api import Page, Request, WebSocket

from .player import TIMEOUT_MS

_PONG = "0"


def _versions(message: dict[str, Any]) -> list[int]:
    return [message["v"]] if message["m"] == "snapshot" else [step["v"] for step in message.get("steps", ())]


class TrafficRecorder:
    """Records from before the page is opened."""

    def __init__(self, page: Page) -> None:
        self.frames = list[str]()
        self._asked = list[Request]()
        self._news = asyncio.Event()
        self._page = page
        page.on("websocket", self._follow)
        page.on("request", self._note)

    @property
    def version(self) -> int:
        """The last version of the table in a frame."""
        return max((version for text in self.frames for version in _versions(json.loads(text))), default=0)

    async def messages(self) -> list[dict[str, Any]]:
        """All frames, and the responses of long polls where WebSockets are blocked."""
        polls = [request for request in self._asked if "/steps?" in request.url]
        answers = [await request.response() for request in polls]  # None for an aborted poll
        return [*map(json.loads, self.frames), *[await answer.json() for answer in answers if answer]]

    async def versions(self) -> list[int]:
        """All versions of the table in snapshots and steps, sorted."""
        return sorted(version for message in await self.messages() for version in _versions(message))

    async def until(self, version: int) -> None:
        """Wait for a version of the table."""
        async with asyncio.timeout(TIMEOUT_MS / 1000):
            while self.version < version:
                self._news.clear()
                await self._news.wait()

    async def answered(self) -> None:
        """Wait until the server has answered all requests so far: what they say depends on when it does."""
        for request in list(self._asked):
            await request.response()

    async def everything(self) -> list[str]:
        """All frames but pongs, whose timing varies, and all API responses.

        The record of a finished game is left out: it contains all dice, for verification.
        """
        answers = []
        for request in self._asked:
            if "/api/replays/" in request.url and request.url.endswith("/record"):
                continue
            answer = await request.response()
            assert answer is not None, f"{request.url} was not answered"
            path = request.url.removeprefix(self._page.url.split("/t/")[0])  # the port differs between servers
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
