"""HTTP API of positions without a table: examples, canonical texts and values by the coach."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...bots import make_bot
from ...forms import parse, position
from ...forms.text.tokens import read_options_text
from ...rules import GAMES, find_game
from ...rules.dice import SeededDice
from ...rules.errors import BadPosition
from ...rules.game import AnyGame, Decision, State
from ...rules.session import Session
from ...table.names import BOT_NAMES
from ...telling.phrase import Phrase, phrase
from ..documents import OddsShown, PositionAsk, PositionShown, PositionValues
from ..live.replays import pending_of
from ..live.views import position_shown
from ..messages import AnyGameShown
from ..workers.bot_process import DEFAULT_PLAYERS
from ..workers.coach.jobs import CoachPosition, Evaluate, Valued, coach_position
from .common import ApiContext, ApiError, json, query_int, read_message

_MOST_SEEDS: Final = 1_000_000
_EXAMPLE: Final = 8
"""The number of the decision that is the example: the table is not empty by then."""


class PositionRoutes:
    """The handlers of `/api/positions` and `/api/values`."""

    def __init__(self, context: ApiContext) -> None:
        self._context = context
        self._questions = context.hub.questions

    def routes(self) -> list[Route]:
        take = self._context.with_device
        return [
            Route("/api/positions", take(self.normalized), methods=["POST"]),
            Route("/api/positions/{game}", take(self.example)),
            Route("/api/values", take(self.values), methods=["POST"]),
        ]

    async def example(self, request: Request) -> Response:
        """An example position; `players`, `options` (as in a position text) and `seed` choose another one."""
        game = find_game(request.path_params["game"])
        players = query_int(request, "players", DEFAULT_PLAYERS[game.name], 99)
        options = read_options_text(game, request.query_params.get("options") or "-")
        session = Session(game, BOT_NAMES[:players] if players in game.players else ("",) * players, options)
        return json(await self._context.offload(request, _example, session, query_int(request, "seed", 1, _MOST_SEEDS)))

    async def normalized(self, request: Request) -> Response:
        """The canonical text of a position."""
        return json(
            await self._context.offload(request, _normalized, (await read_message(request, PositionAsk)).position)
        )

    async def values(self, request: Request) -> Response:
        at, text, shown = await self._context.offload(
            request, _asked_about, (await read_message(request, PositionAsk)).position
        )
        said = await self._questions.ask(Evaluate(text), Valued, self._context.requester(request))
        odds = OddsShown(0, at.seat, said.odds.about, said.odds.rows)
        return json(
            PositionValues(
                *(shown.position, shown.game, said.chances, said.moves, said.exact, said.played, odds, _note(at))
            )
        )


def _parsed(text: str) -> State:
    try:
        return parse(text, strict=False)
    except BadPosition as error:
        raise _bad(error) from None


def _normalized(text: str) -> PositionShown:
    state = _parsed(text)
    return _shown(state, _game_of(state))


def _asked_about(text: str) -> tuple[CoachPosition, str, PositionShown]:
    """A position, its canonical text, and the view of the seat that decides."""
    text = position(_parsed(text))
    try:
        at = coach_position(text)
    except BadPosition as error:
        raise _bad(error) from None
    return at, text, _shown(at.view, at.game)


def _bad(error: BadPosition) -> ApiError:
    return ApiError(400, "malformed", error.sentence, error.rule)


def _example(session: Session, seed: int) -> PositionShown:
    """The eighth decision of a random game, or the last one of a shorter game; the same for the same seed."""
    dice, choose = SeededDice(seed), make_bot("casual", session.game, SeededDice(seed, stream=1)).choose
    found, choices = session.state, 0
    while choices < _EXAMPLE:
        pending = session.pending
        if isinstance(pending, Decision) and len(pending.moves) > 1:
            found, choices = session.state, choices + 1
        if not session.step(dice, choose):
            break
    return _shown(found, session.game)


def _shown(state: State, game: AnyGame) -> PositionShown:
    shown: AnyGameShown = position_shown(BOT_NAMES[: state.players], state, pending_of(game.pending(state)))
    return PositionShown(position(state), shown)


def _game_of(state: State) -> AnyGame:
    return next(game for game in GAMES.values() if isinstance(state, game.state))


def _note(at: CoachPosition) -> Phrase | None:
    """Why there are no moves; None if there are some."""
    if at.decides is not None:
        return None
    if at.game.result(at.state) is not None:
        return phrase("coach-note-over")
    return phrase("coach-note-hidden" if at.hides else "coach-note-dice")
