"""HTTP API without tables: games, rules, lessons, JSON schema, OpenAPI, QR codes and health."""

from __future__ import annotations

import asyncio
import re
from functools import cache
from itertools import pairwise
from typing import Final

from markdown_it import MarkdownIt
from msgspec import to_builtins
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...bots import levels
from ...rules import GAMES, find_game
from ...rules.game import AnyGame, option_specs
from ...words import LANGUAGES
from ...words.rulebook import rulebook, summary
from ..documents import Address, GameInfo, OptionShown, RulesPage
from ..schema import schema
from ..transport.lan import qr_svg
from ..workers.bot_process import DEFAULT_PLAYERS
from .common import ApiContext, ApiError, json
from .lessons import lesson
from .openapi import openapi

_PATH: Final = re.compile(r"/(?!/)[!-~]{0,99}")
"""The path of a page of this server; the longest contains the secret id of a game."""


def game_info(game: AnyGame) -> GameInfo:
    """What a form needs to set up a game."""
    return GameInfo(
        game=game.name,  # type: ignore[arg-type]  # the names of the games are these three
        players=(game.players[0], game.players[-1]),
        usual=DEFAULT_PLAYERS[game.name],
        options=tuple(
            OptionShown(spec.name, spec.rule, to_builtins(spec.default), to_builtins(spec.choices), spec.least)
            for spec in option_specs(game)
        ),
        presets=to_builtins(game.presets),
        levels=levels(game.name),
    )


class InfoRoutes:
    """The handlers of everything that is the same for all clients."""

    def __init__(self, context: ApiContext) -> None:
        self._context = context

    def routes(self) -> list[Route]:
        count = self._context.rate_limited
        return [
            Route("/api/games", count(self.games)),
            Route("/api/rules/{game}/{language}", count(self.rules)),
            Route("/api/learn/{game}/{language}", count(self.learn)),
            Route("/api/schema.json", count(self.schema)),
            Route("/api/openapi.json", count(self.openapi)),
            Route("/api/address", self._context.with_device(self.address)),
            Route("/api/qr.svg", self._context.with_device(self.code)),
            Route("/healthz", self.health),
        ]

    async def games(self, _: Request) -> Response:
        return _cacheable(json([game_info(game) for game in GAMES.values()]))

    async def rules(self, request: Request) -> Response:
        return _cacheable(json(rules_page(*_game_and_language(request))))

    async def learn(self, request: Request) -> Response:
        """The guided first game; its exact odds are computed on the first request."""
        return _cacheable(json(await asyncio.to_thread(lesson, *_game_and_language(request))))

    async def schema(self, _: Request) -> Response:
        return _cacheable(json(schema()))

    async def openapi(self, _: Request) -> Response:
        return _cacheable(json(openapi()))

    async def code(self, request: Request) -> Response:
        """The QR code of a page of this server; other addresses are refused."""
        path = request.query_params.get("path", "/")
        if not _PATH.fullmatch(path):
            raise ApiError(400, "malformed", "path must be a page of this server, such as /t/CODE")
        drawn = await self._context.offload(request, qr_svg, self._context.origin(request) + path)
        return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "no-store"})

    async def address(self, request: Request) -> Response:
        return json(Address(self._context.origin(request)))

    async def health(self, _: Request) -> Response:
        """Whether commands can be stored; if not, `why` is one word."""
        hub = self._context.hub
        why = "stopping" if hub.stopping or hub.draining else await hub.health.check()
        if why is None and hub.ownership is not None and not hub.ownership.member:
            why = "cluster"
        return json({"ok": True}) if why is None else json({"ok": False, "why": why}, 503)


def _game_and_language(request: Request) -> tuple[str, str]:
    language = request.path_params["language"]
    if language not in LANGUAGES:
        raise ApiError(404, "unknown", f"the languages of this server are {' and '.join(LANGUAGES)}")
    return find_game(request.path_params["game"]).name, language


def _cacheable(answer: Response) -> Response:
    """Allow caching for five minutes: it changes only with the program."""
    answer.headers["cache-control"] = "public, max-age=300"
    return answer


@cache
def rules_page(game: str, language: str) -> RulesPage:
    """The rules of a game.

    >>> rules_page("zock", "en").rules["K8"].startswith('<h3 id="K8">')
    True
    """
    book = rulebook(game, language)
    each = {number: markdown_html(rule) for number, rule in book.rules.items()}
    return RulesPage(markdown_html(book.text), each, summary(game, language))


def markdown_html(text: str) -> str:
    """Markdown as HTML, with HTML in the text disabled."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    for token, following in pairwise(tokens):
        number, dot, _ = following.content.partition(" · ")
        if token.type == "heading_open" and dot:
            token.attrSet("id", number)
        if token.attrs.pop("style", None) == "text-align:right":  # the Content-Security-Policy forbids inline styles
            token.attrSet("class", "right")
    return str(reader.renderer.render(tokens, reader.options, {}))
