"""Messages between server and coach process, one JSON line each, and the positions that jobs are about."""

from __future__ import annotations

from datetime import date
from typing import Any, Final, TypeAlias

from msgspec import Raw, Struct

from ....coach.analysis import Alternative, Class
from ....coach.panel import Panel
from ....coach.values import Chances
from ....forms import parse
from ....rules import GAMES, schocken, zocknroll
from ....rules.errors import BadPosition
from ....rules.game import FACE_DOWN, AnyGame, Chance, Decision, Lift, State
from ....telling.phrase import Phrase

NO_ANSWER: Final = "the coach has no answer to this"


class Analyse(Struct, frozen=True, tag="analyse"):
    """Judge a whole game; the answer is an `Analysis`."""

    record: str
    id: int = 0


class Weigh(Struct, frozen=True, tag="weigh"):
    """Judge one decision by the position text of the view of its seat; the answer is an `Opinion`.

    `move` is the one in question. A view contains nothing that its seat may not know, so neither does the answer.
    """

    view: str
    move: dict[str, Any] | None = None
    id: int = 0


class Evaluate(Struct, frozen=True, tag="evaluate"):
    """Value any position; the answer is a `Valued`."""

    position: str
    id: int = 0


class ComputeOdds(Struct, frozen=True, tag="reckon"):
    """Compute the odds of a seat by the position text of its view; the answer is a `Panel`."""

    view: str
    seat: int
    id: int = 0


class Explore(Struct, frozen=True, tag="explore"):
    """Compute a chart of perfect play; the answer is a chart of `coach.explorer`."""

    subject: str
    question: dict[str, Any]
    id: int = 0


class FindPuzzle(Struct, frozen=True, tag="pose"):
    """Find a puzzle, that of a day or of a level and number; the answer is a `Puzzle`."""

    game: str
    day: date | None = None
    level: int = 1
    seed: int = 0
    id: int = 0


class Cancel(Struct, frozen=True, tag="cancel"):
    """Stop a job: its answer is not wanted any more."""

    id: int


Job: TypeAlias = Analyse | Weigh | Evaluate | ComputeOdds | Explore | FindPuzzle
ToCoach: TypeAlias = Job | Cancel


class Opinion(Struct, frozen=True):
    """All moves of a decision, the best first; `made` is the place of the one in question, 0 if there is none."""

    moves: tuple[Alternative, ...]
    made: int
    kind: Class
    loss: float
    error: float
    exact: bool
    reasons: tuple[Phrase, ...]


class Valued(Struct, frozen=True):
    """What a position is worth; without moves where no seat decides, and `odds` of the seat whose turn it is."""

    chances: Chances
    moves: tuple[Alternative, ...]
    exact: bool
    played: int
    odds: Panel


class Progress(Struct, frozen=True, tag="progress"):
    id: int
    done: int
    total: int


class Answered(Struct, frozen=True, tag="answered"):
    """The answer to a job, as JSON."""

    id: int
    answer: Raw


class Failed(Struct, frozen=True, tag="failed"):
    """A failed job, with the rule that decides, if any. `ours`: the server is at fault, not the question."""

    id: int
    sentence: str
    rule: str | None = None
    ours: bool = False


class Overfull(Struct, frozen=True, tag="overfull"):
    """The process needs more memory than its limit; `running` are the jobs that it works at."""

    running: tuple[int, ...]
    id: int = 0


FromCoach: TypeAlias = Progress | Answered | Failed | Overfull


class CoachPosition(Struct, frozen=True):
    """A position for the coach. `decides` is the seat that decides in it, and `view` what that seat sees.

    `seat` has the turn, to decide or to throw. With `hides` some dice are unknown.
    """

    game: AnyGame
    state: State
    view: State
    seat: int | None
    decides: int | None
    hides: bool


def coach_position(text: str) -> CoachPosition:
    """Parse a position; raises `BadPosition` if it is invalid, or hides dice that its own seat has to see."""
    state = parse(text)
    game = next(game for game in GAMES.values() if isinstance(state, game.state))
    if isinstance(state, zocknroll.State | schocken.State) and state.phase in ("drop", "lift"):
        raise BadPosition("cups are lifted here: the coach judges the filled-in game", "R7")
    match game.pending(state):
        case Decision(moves=moves) if any(isinstance(move, Lift) for move in moves):
            raise BadPosition("the seat that decides has to see its own dice", "N5")
        case Decision(seat=seat):
            return CoachPosition(game, state, game.view(state, seat), seat, seat, _hides_dice(state))
        case Chance(event=event):
            return CoachPosition(game, state, state, event.seat, None, _hides_dice(state))
    return CoachPosition(game, state, state, None, None, _hides_dice(state))


def _hides_dice(state: State) -> bool:
    match state:
        case zocknroll.State(cups=cups):
            return any(FACE_DOWN in cup for cup in cups)
        case schocken.State(hands=hands):
            return any(FACE_DOWN in hand.thrown for hand in hands)
    return False
