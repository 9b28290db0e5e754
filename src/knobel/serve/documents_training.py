"""What HTTP answers about training; types for the browser are made of it too."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from ..coach.analysis import Verdict
from ..rules.game import PlainEvent
from .messages import AnyGameShown, Choice


class TrainingTally(Struct, frozen=True):
    """How a device does in a game: puzzles answered, how many of them right, and what an answer costs on average.

    `streak` counts days in a row with the puzzle of the day, up to today or yesterday; `today` says that today's is
    done.
    """

    game: Literal["zocknroll", "zock", "schocken"]
    answered: int
    right: int
    loss: float
    streak: int
    longest: int
    today: bool


class PuzzleAnswered(Struct, frozen=True):
    """What an answer was worth. `move` is its number among the choices; `first` says that it is the one that counts."""

    move: int
    verdict: Verdict
    first: bool
    tally: TrainingTally


class PuzzleShown(Struct, frozen=True):
    """A puzzle without its solution, in the view of seat `you`; `day` is that of a daily one.

    Whoever has answered it already gets the solution too.
    """

    puzzle: str
    level: int
    day: str | None
    you: int
    names: tuple[str, ...]
    options: dict[str, Any]
    game: AnyGameShown
    choices: tuple[Choice, ...]
    position: str
    answered: PuzzleAnswered | None = None


class PuzzleAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of POST /api/training/answers; `date` is today where the player is."""

    puzzle: str
    move: PlainEvent
    date: str
