"""What the server asks of its coaching process, and what it hears from there: one JSON line each."""

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
from ....rules.game import FACE_DOWN, AnyGame, Chance, Decision, State
from ....telling.phrase import Phrase

NO_ANSWER: Final = "the coach has no answer to this"


class Analyse(Struct, frozen=True, tag="analyse"):
    """Judge a whole game; the answer is an `Analysis`."""

    record: str
    id: int = 0


class Weigh(Struct, frozen=True, tag="weigh"):
    """Judge one decision by the position text of the view of its seat; the answer is an `Opinion`.

    `move` is the one that somebody thinks of. There is never more in a view than its seat may know, so whatever comes
    back cannot tell more either.
    """

    view: str
    move: dict[str, Any] | None = None
    id: int = 0


class Evaluate(Struct, frozen=True, tag="evaluate"):
    """Value any position; the answer is a `Valued`."""

    position: str
    id: int = 0


class ComputeOdds(Struct, frozen=True, tag="reckon"):
    """Work out the odds of a seat by the position text of its view; the answer is a `Panel`."""

    view: str
    seat: int
    id: int = 0


class Explore(Struct, frozen=True, tag="explore"):
    """Draw a chart of perfect play; the answer is one of those of `coach.explorer`."""

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
    """Nobody waits for this answer any more."""

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
    """What a position is worth; without moves where nobody decides, and `odds` of the seat whose turn it is."""

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
    """A job that cannot be done; `rule` decides, if one does. `ours` says that nothing was wrong with the question."""

    id: int
    sentence: str
    rule: str | None = None
    ours: bool = False


FromCoach: TypeAlias = Progress | Answered | Failed


class CoachPosition(Struct, frozen=True):
    """A position of a game. `decides` is the seat that decides in it, and `view` then what that seat can see of it.

    `seat` is the one whose turn it is, to decide or to throw. With `hides` some dice are not known.
    """

    game: AnyGame
    state: State
    view: State
    seat: int | None
    decides: int | None
    hides: bool


def coach_position(text: str) -> CoachPosition:
    """The position of a text; `BadPosition` where it is none, or where it hides what its own seat would have to see."""
    state = parse(text)
    game = next(game for game in GAMES.values() if isinstance(state, game.state))
    match game.pending(state):
        case Decision(moves=()):
            raise BadPosition("whoever decides here has to see the own dice", "N5")
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
