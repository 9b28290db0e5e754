"""Process of one third-party bot: questions arrive as JSON lines on stdin, answers leave as JSON lines on stdout.

The bot answers with weights of the legal moves by their index, so no answer can be an illegal move.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any, BinaryIO, Final, Literal, TypeAlias

import msgspec
from msgspec import Raw, Struct

from ...rules import find_game
from ...rules.errors import KnobelError, shown
from ...rules.game import Decision
from .load import Weigh, load

Fault: TypeAlias = Literal["failed", "late", "illegal"]
"""Why a bot loses a turn: an error or an answer without meaning, the time limit, or a move that is not legal."""

_GRACE: Final = 5.0
"""Seconds after the time limit at which the system ends a process that its parent did not end."""


class Question(Struct, frozen=True, gc=False):
    """Weigh the moves of the decision in `view`, the view of the seat that decides."""

    id: int
    game: str
    view: Raw


class Ready(Struct, frozen=True, tag="ready"):
    """The bot is imported and plays these games."""

    games: tuple[str, ...]


class Unusable(Struct, frozen=True, tag="unusable"):
    """There is no such bot; the fields of a `KnobelError`."""

    sentence: str
    key: str
    values: dict[str, str | int]


class Answer(Struct, frozen=True, tag="answer", omit_defaults=True):
    """Weights of legal moves by their index, or the reason why the bot loses this turn."""

    id: int
    weights: tuple[tuple[int, float], ...] = ()
    fault: Fault | None = None


FromBot: TypeAlias = Ready | Unusable | Answer


class IllegalMove(Exception):
    """The bot gives weight to something that is not among the moves."""


def answer(bot: Mapping[str, Weigh], question: Question) -> Answer:
    """Ask the bot; an error costs it the turn, and the first one of each kind is printed to stderr."""
    game = find_game(question.game)
    view: Any = msgspec.json.decode(question.view, type=game.state)
    pending = game.pending(view)
    assert isinstance(pending, Decision)
    try:
        return Answer(question.id, _indexed(pending.moves, bot[question.game](view, pending.moves)))
    except IllegalMove as error:
        _tell_once(error)
        return Answer(question.id, fault="illegal")
    except (Exception, SystemExit) as error:
        _tell_once(error)
        return Answer(question.id, fault="failed")


_told: Final = set[type[BaseException]]()


def _tell_once(error: BaseException) -> None:
    if type(error) not in _told:
        _told.add(type(error))
        traceback.print_exception(error)


def _indexed(moves: tuple[Any, ...], weights: object) -> tuple[tuple[int, float], ...]:
    """Weights by the index of their move."""
    if not isinstance(weights, Mapping):
        raise TypeError(f"a bot returns a dict of moves and weights, not {shown(weights)}")
    found = dict[int, float]()
    for move, given in weights.items():
        weight = float(given)
        if not isfinite(weight) or weight < 0:
            raise ValueError(f"a weight must be a number from 0, not {shown(given)}")
        if weight and move not in moves:
            raise IllegalMove(shown(move))
        if weight:
            found[moves.index(move)] = weight
    if not found:
        raise ValueError("no move has a weight")
    return tuple(found.items())


def run(name: str, seconds: float, quiet: bool, is_full: Callable[[], bool] = lambda: False) -> None:
    """Answer until the input ends or the memory is full. What the bot prints goes to stderr, or nowhere if `quiet`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    if quiet:
        os.dup2(nowhere, 2)
    os.dup2(2, 1)
    try:
        bot = load(name)
    except KnobelError as error:
        _write(answers, Unusable(error.sentence, error.key or "", error.values))
        return
    _write(answers, Ready(tuple(bot)))
    for line in questions:
        question = msgspec.json.decode(line, type=Question)
        _end_after(seconds + _GRACE)
        found = answer(bot, question)
        _end_after(0)
        _write(answers, found)
        if is_full():
            return


def _write(answers: BinaryIO, message: FromBot) -> None:
    answers.write(msgspec.json.encode(message) + b"\n")
    answers.flush()


def _end_after(seconds: float) -> None:
    """Let the system end this process after so many seconds, in case the parent has died; 0 cancels that."""
    if hasattr(signal, "setitimer"):  # not on Windows
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds)


if __name__ == "__main__":
    run(sys.argv[1], float(sys.argv[2]), quiet=False)
