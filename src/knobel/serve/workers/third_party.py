"""Third-party bots on the server: one process per bot and a time limit, so that a bad bot harms only its own tables."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final

import msgspec
from msgspec import Raw, Struct

from ...bots import BOTS, THIRD_PARTY, make_bot
from ...bots.strategy import pick
from ...bots.third_party.guard import IMPORT_SECONDS, ThirdPartyProcess, weights_of
from ...bots.third_party.process import Answer, Fault, FromBot, Question, Ready
from ...rules import find_game
from ...rules.dice import SystemDice
from ...rules.errors import BadOptions
from ...rules.game import Decision, State
from ..logs import log_repeated
from .bot_process import FALLBACK_LEVEL, ChosenMove
from .child_process import ChildProcess

_decoder: Final[msgspec.json.Decoder[FromBot]] = msgspec.json.Decoder(FromBot)


def allow(bots: Iterable[tuple[str, str]]) -> None:
    """Import every bot once in a process of its own, and let tables seat it; `BadOptions` if there is no such bot."""
    for name, path in bots:
        if name in BOTS:
            raise BadOptions(f"{name} is a bot of knobel: choose another name", key="error-third-party-own", name=name)
        process = ThirdPartyProcess(path, IMPORT_SECONDS)
        try:
            THIRD_PARTY[name] = process.games()
        finally:
            process.stop()


class _Job(Struct, frozen=True):
    id: int
    game: str
    view: State
    done: Callable[[ChosenMove], None]


class ThirdPartyWorker:
    """The process of one bot. It gets one question at a time; `casual` moves in every turn that the bot loses.

    `timeout` is the time limit for a decision in seconds.
    """

    def __init__(self, name: str, path: str, memory: int, timeout: float) -> None:
        self._name = name
        self._timeout = timeout
        self._jobs = deque[_Job]()
        self._ready = False
        self._asked = False
        """Whether the process has the oldest job."""
        self._timer: asyncio.TimerHandle | None = None
        self.child = ChildProcess(
            *("knobel.serve.workers.third_party_process", "third-party bot"),
            initial_lines=self._on_start,
            on_line=self._on_line,
            on_exit=self._on_exit,
            arguments=[path, str(timeout), str(memory)],
        )

    def submit(self, number: int, game: str, view: State, done: Callable[[ChosenMove], None]) -> None:
        self._jobs.append(_Job(number, game, view, done))
        self._ask_next()

    def _ask_next(self) -> None:
        if self._ready and not self._asked and self._jobs:
            job = self._jobs[0]
            self._asked = True
            question = Question(job.id, job.game, Raw(msgspec.json.encode(job.view)))
            self.child.write_line(msgspec.json.encode(question) + b"\n")
            self._limit(self._timeout)

    def _limit(self, seconds: float | None) -> None:
        """End the process after so many seconds; None cancels that."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else asyncio.get_running_loop().call_later(seconds, self._end, "late")

    def _on_start(self) -> Iterator[bytes]:
        self._limit(IMPORT_SECONDS)
        return iter(())

    def _on_line(self, line: bytes) -> None:
        try:
            message = _decoder.decode(line)
        except msgspec.MsgspecError:
            self._end("failed")
            return
        match message:
            case Ready():
                self._ready = True
                self._limit(None)
                self._ask_next()
            case Answer(id=number) if self._asked and number == self._jobs[0].id:
                self._limit(None)
                self._asked = False
                self._answer(self._jobs.popleft(), message)
                self._ask_next()
            case _:
                self._end("failed")

    def _on_exit(self) -> None:
        self._lose("failed")

    def _end(self, fault: Fault) -> None:
        self._lose(fault)
        self.child.replace()

    def _lose(self, fault: Fault) -> None:
        """The oldest job is lost; all of them if the bot could not be imported."""
        self._limit(None)
        lost = 1 if self._asked else 0 if self._ready else len(self._jobs)
        self._ready = self._asked = False
        for _ in range(lost):
            job = self._jobs.popleft()
            self._answer(job, Answer(job.id, fault=fault))

    def _answer(self, job: _Job, answer: Answer) -> None:
        """Pass the move on; an error at one table must not stop the bot at the others."""
        game = find_game(job.game)
        pending = game.pending(job.view)
        assert isinstance(pending, Decision)
        weights = weights_of(answer, pending.moves)
        if weights is None:
            log_repeated("a third-party bot lost a turn", bot=self._name, why=answer.fault or "failed")
            level, move = FALLBACK_LEVEL, make_bot(FALLBACK_LEVEL, game).choose(job.view)
        else:
            level, move = self._name, pick(weights, SystemDice())
        try:
            job.done(ChosenMove(job.id, msgspec.to_builtins(move), level))
        except Exception as error:
            log_repeated("a thought could not be used", error=type(error).__name__)
