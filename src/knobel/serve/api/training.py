"""HTTP API of training: puzzles without solutions, answers and statistics of a device."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...coach.puzzles import FIRST_DAY, LEVELS, MOST_SEEDS, Puzzle
from ...forms import parse
from ...rules import GAMES, find_game
from ...rules.errors import BadOptions, IllegalEvent
from ...rules.game import Decision, read_event
from ...store import PuzzleRow
from ...table.names import BOT_NAMES
from ...telling.choices import choices
from ...words import LANGUAGES, words
from ..documents import PuzzleAnswer, PuzzleAnswered, PuzzleShown
from ..live.views import position_shown
from ..messages import Choice, Pending
from ..workers.puzzles import PuzzleName, parse_puzzle_name, tally
from .common import ApiContext, ApiError, json, query_int, read_message
from .parameters import DAY

_TIME_ZONES: Final = timedelta(days=1)
"""In the easternmost time zones it is tomorrow already."""


class TrainingRoutes:
    """The handlers of `/api/training`."""

    def __init__(self, context: ApiContext) -> None:
        self._context = context
        self._store = context.hub.services.store
        self._read = context.hub.read
        self._puzzles = context.hub.puzzles

    def routes(self) -> list[Route]:
        take = self._context.with_device
        return [
            Route("/api/training/me", take(self.me)),
            Route("/api/training/answers", take(self.answer), methods=["POST"]),
            Route("/api/training/{game}/daily", take(self.daily)),
            Route("/api/training/{game}/puzzle", take(self.puzzle)),
        ]

    async def me(self, request: Request) -> Response:
        """Statistics of this device in each game; prefetches the puzzles of today."""
        today = self._date(request, "date")
        rows = await self._read(self._store.puzzles_of, self._context.device(request))
        for game in GAMES:
            self._puzzles.prefetch(PuzzleName(game, today))
        return json([tally(game, rows, today) for game in GAMES])

    async def daily(self, request: Request) -> Response:
        game = find_game(request.path_params["game"]).name
        return await self._show(request, PuzzleName(game, self._date(request, "date")))

    async def puzzle(self, request: Request) -> Response:
        game = find_game(request.path_params["game"]).name
        level, seed = query_int(request, "level", 1, 99), query_int(request, "seed", 0, MOST_SEEDS)
        if level not in LEVELS:
            raise ApiError(400, "malformed", f"level must be from {LEVELS[0]} to {LEVELS[-1]}")
        if seed == MOST_SEEDS:
            raise ApiError(400, "malformed", f"seed must be below {MOST_SEEDS}")
        return await self._show(request, PuzzleName(game, None, level, seed))

    async def answer(self, request: Request) -> Response:
        """Judge an answer; only the first answer of a device counts."""
        given, device = await read_message(request, PuzzleAnswer), self._context.device(request)
        name = self._named(given.puzzle)
        self._check_day(given.date)
        found = await self._puzzles.find(name, self._context.requester(request))
        move = _move_index(found, given)
        first = await self._read(self._store.puzzle, device, str(name)) is None
        if first:
            verdict = found.verdicts[move]
            in_time = name.day == given.date  # answered later, it is no puzzle of the day
            day = given.date.isoformat() if in_time else None
            at = self._context.hub.services.time.wall()
            row = PuzzleRow(str(name), name.game, day, move, verdict.loss, verdict.kind, at)
            await asyncio.wrap_future(self._store.keep_puzzle(device, row))
        return json(await self._answered(device, name.game, found, move, first, given.date))

    async def _show(self, request: Request, name: PuzzleName) -> Response:
        language = request.query_params.get("lang", LANGUAGES[0])
        if language not in LANGUAGES:
            raise ApiError(400, "malformed", f"the languages of this server are {' and '.join(LANGUAGES)}")
        device, today = self._context.device(request), self._date(request, "today")  # the puzzle may be one of the past
        found = await self._puzzles.find(name, self._context.requester(request))
        shown = await self._context.offload(request, _shown, found, name, words(language)("ui-you"))
        before = await self._read(self._store.puzzle, device, str(name))
        if before is not None:
            answered = await self._answered(device, name.game, found, before.move, True, today)
            shown = msgspec.structs.replace(shown, answered=answered)
        return json(shown)

    def _named(self, text: str) -> PuzzleName:
        """Parse the name of a puzzle; puzzles of future days are refused."""
        try:
            name = parse_puzzle_name(text)
        except BadOptions as error:
            raise ApiError(400, "malformed", error.sentence) from None
        if name.day is not None:
            self._check_day(name.day)
        return name

    async def _answered(
        self, device: str, game: str, found: Puzzle, move: int, first: bool, today: date
    ) -> PuzzleAnswered:
        rows = await self._read(self._store.puzzles_of, device)
        return PuzzleAnswered(move, found.verdicts[move], first, tally(game, rows, today))

    def _date(self, request: Request, name: str) -> date:
        """A date of the player's calendar in the query, today by default; future dates are refused."""
        day = DAY.query(request, name)
        if day is None:
            return self._today
        self._check_day(day)
        return day

    def _check_day(self, day: date) -> None:
        if not FIRST_DAY <= day <= self._today + _TIME_ZONES:
            raise ApiError(400, "malformed", f"there are puzzles from {FIRST_DAY.isoformat()} to today")

    @property
    def _today(self) -> date:
        return datetime.fromtimestamp(self._context.hub.services.time.wall() / 1000, UTC).date()


def _shown(found: Puzzle, name: PuzzleName, you: str) -> PuzzleShown:
    """The position with its choices and their exact odds."""
    game, view = find_game(found.game), parse(found.position)
    names = tuple(you if seat == found.seat else BOT_NAMES[seat] for seat in range(view.players))
    pending = game.pending(view)
    assert isinstance(pending, Decision)
    return PuzzleShown(
        puzzle=str(name),
        level=found.level,
        day=name.day.isoformat() if name.day else None,
        you=found.seat,
        names=names,
        options=msgspec.to_builtins(getattr(view, "options")),  # noqa: B009 - the states of all games have them
        game=position_shown(names, view, Pending("decision", found.seat, pending.moves)),
        choices=tuple(
            Choice(choice.move, choice.label, choice.meaning) for choice in choices(names, view, pending.moves)
        ),
        position=found.position,
    )


def _move_index(found: Puzzle, given: PuzzleAnswer) -> int:
    """The index of the move among those of the puzzle."""
    game = find_game(found.game)
    pending = game.pending(parse(found.position))
    assert isinstance(pending, Decision)
    try:
        move = read_event(game, given.move)
    except IllegalEvent as error:
        raise ApiError(400, "malformed", error.sentence, error.rule) from None
    if move not in pending.moves:
        raise ApiError(400, "malformed", "this is no move of that puzzle")
    return pending.moves.index(move)
