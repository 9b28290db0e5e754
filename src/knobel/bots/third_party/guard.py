"""Parent of a third-party bot: a time limit per decision, and `casual` for every turn that the bot loses."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from functools import cache
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, BinaryIO, Final

import msgspec
from msgspec import Raw, Struct

from ...rules.dice import DiceSource
from ...rules.errors import BadOptions
from ...rules.game import AnyGame, Decision, Event, State
from ..strategy import Strategy, pick
from .process import Answer, FromBot, Question, Ready, Unusable

IMPORT_SECONDS: Final = 60
"""Time for the import of a bot."""

_decoder: Final[msgspec.json.Decoder[FromBot]] = msgspec.json.Decoder(FromBot)


class LostTurns(Struct, frozen=True, array_like=True):
    """How many turns a bot had, and how many of them it lost to `casual`, by reason."""

    turns: int = 0
    failed: int = 0
    late: int = 0
    illegal: int = 0

    @property
    def lost(self) -> int:
        return self.failed + self.late + self.illegal

    def __add__(self, other: LostTurns) -> LostTurns:
        return LostTurns(*(getattr(self, name) + getattr(other, name) for name in self.__struct_fields__))


class ThirdPartyProcess:
    """The process of a bot; it is started when it is asked, and again after it was ended."""

    def __init__(self, name: str, seconds: float) -> None:
        self._name = name
        self._seconds = seconds
        self.running: subprocess.Popen[bytes] | None = None
        self._lines = SimpleQueue[bytes]()
        self._id = 0

    def games(self) -> tuple[str, ...]:
        """Start the bot: the games that it plays, or `BadOptions`."""
        self.stop()
        self._lines = SimpleQueue()
        command = (sys.executable, "-m", "knobel.bots.third_party.process", self._name, str(self._seconds))
        pipe = subprocess.PIPE
        self.running = subprocess.Popen(command, stdin=pipe, stdout=pipe, start_new_session=True)
        assert self.running.stdout is not None
        Thread(target=_pass_on, args=(self.running.stdout, self._lines), daemon=True).start()
        match self._next(IMPORT_SECONDS):
            case Ready(games=games):
                return games
            case Unusable(sentence=sentence, key=key, values=values):
                self.stop()
                raise BadOptions(sentence, None, key=key, **values)
        self.stop()
        sentence = f"{self._name} is not imported after {IMPORT_SECONDS} s"
        raise BadOptions(sentence, key="error-third-party-start", name=self._name, seconds=IMPORT_SECONDS)

    def ask(self, game: str, view: State) -> Answer:
        """The bot's answer; a process that fails or is late is ended."""
        self._id += 1
        try:
            if self.running is None:
                self.games()
            assert self.running is not None
            assert self.running.stdin is not None
            self.running.stdin.write(msgspec.json.encode(Question(self._id, game, Raw(msgspec.json.encode(view)))))
            self.running.stdin.write(b"\n")
            self.running.stdin.flush()
        except (BadOptions, OSError):
            self.stop()
            return Answer(self._id, fault="failed")
        found = self._next(self._seconds)
        if isinstance(found, Answer) and found.id == self._id:
            return found
        self.stop()
        return Answer(self._id, fault="failed" if found else "late")

    def _next(self, seconds: float) -> FromBot | None:
        """The next message; None after the time limit, `Unusable` if there will be none."""
        try:
            return _decoder.decode(self._lines.get(timeout=seconds))
        except Empty:
            return None
        except msgspec.MsgspecError:
            return Unusable(f"{self._name} ends its process", "error-third-party-end", {"name": self._name})

    def stop(self) -> None:
        """End the process, and what it has started."""
        process, self.running = self.running, None
        if process is None:
            return
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:  # Windows
                process.kill()
        process.wait()
        assert process.stdin is not None
        with contextlib.suppress(OSError):  # it cannot send any more what it has buffered
            process.stdin.close()


def _pass_on(lines: BinaryIO, queue: SimpleQueue[bytes]) -> None:
    """Read in a thread: a pipe has no time limit on every system."""
    with lines:
        for line in lines:
            queue.put(line)
    queue.put(b"")


@cache
def process_of(name: str, seconds: float) -> ThirdPartyProcess:
    """The one process of a bot for all games of this process."""
    return ThirdPartyProcess(name, seconds)


class GuardedBot:
    """A third-party bot in a game; `fallback` moves in every turn that it loses. It gets the view of its seat only."""

    def __init__(self, process: ThirdPartyProcess, game: AnyGame, fallback: Strategy, source: DiceSource) -> None:
        self._process = process
        self._game = game
        self._fallback = fallback
        self._source = source
        self._count = Counter[str]()

    @property
    def lost(self) -> LostTurns:
        return LostTurns(**self._count)

    def weights(self, view: Any) -> Mapping[Event, float]:
        pending = self._game.pending(view)
        assert isinstance(pending, Decision)
        self._count["turns"] += 1
        answer = self._process.ask(self._game.name, view)
        weights = weights_of(answer, pending.moves)
        if weights is not None:
            return weights
        self._count[answer.fault or "failed"] += 1
        return self._fallback.weigh(view, pending.moves)

    def choose(self, view: Any) -> Event:
        return pick(self.weights(view), self._source)


def weights_of(answer: Answer, moves: tuple[Event, ...]) -> dict[Event, float] | None:
    """The weights of an answer by move; None if the bot loses the turn."""
    if answer.fault or not answer.weights:
        return None
    if any(index not in range(len(moves)) or weight <= 0 for index, weight in answer.weights):
        return None
    return {moves[index]: weight for index, weight in answer.weights}
