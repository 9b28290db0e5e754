"""Bot process: jobs arrive as JSON lines on stdin, moves leave as JSON lines on stdout.

Levels that compile or load something are prepared in a second thread. Until a level is ready for a kind of table, the
fallback level `casual` moves in its place, so that no player waits for a compiler.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Iterator
from threading import Condition, Thread
from typing import Any, BinaryIO, Final

import msgspec
from msgspec import Raw, Struct

from ...bots import BOTS, make_bot, prepare, strategy
from ...rules import GAMES, find_game
from ...rules.game import AnyGame, Options, State
from .memory import end_with_server, end_with_threads, refuse_beyond, resident

FALLBACK_LEVEL: Final = "casual"
"""The level that moves until another one is ready; it needs no preparation."""

DEFAULT_PLAYERS: Final = {"zocknroll": 4, "zock": 2, "schocken": 4}


class Job(Struct, frozen=True, tag="think", gc=False):
    """Choose a move for the decision in `view`, the view of the seat that decides."""

    id: int
    game: str
    level: str
    view: Raw


class Prepare(Struct, frozen=True, tag="prepare"):
    """Prepare for such a table."""

    game: str
    options: dict[str, Any]
    players: int
    level: str


class ChosenMove(Struct, frozen=True):
    """The move of a job as in a record, and the level that chose it."""

    id: int
    move: dict[str, Any]
    level: str


class TableKind(Struct, frozen=True):
    """The key of a preparation."""

    level: str
    game: str
    options: Options
    players: int


class Readiness:
    """Which levels are ready for which tables. The latest request is prepared first."""

    def __init__(self) -> None:
        self._ready = set[TableKind]()
        self._failed = set[TableKind]()
        self.wanted = deque[TableKind]()
        self._more = Condition()

    def has(self, kind: TableKind) -> bool:
        """Whether the level is ready; if not, it is prepared next, unless that has failed before or there is none."""
        if kind.game not in BOTS.get(kind.level, {}):
            return False
        if strategy(kind.level, kind.game).instant or kind in self._ready:
            return True
        if kind not in self._failed:
            self.want(kind)
        return False

    def want(self, kind: TableKind, first: bool = True) -> None:
        with self._more:
            if kind in self._ready:
                return
            if kind in self.wanted:
                if not first:
                    return
                self.wanted.remove(kind)
            self.wanted.insert(0 if first else len(self.wanted), kind)
            self._more.notify()

    def work(self) -> None:
        """Prepare one kind of table after the other, for ever."""
        while True:
            with self._more:
                while not self.wanted:
                    self._more.wait()
                kind = self.wanted.popleft()
            self.prepare(kind)

    def prepare(self, kind: TableKind) -> None:
        """Prepare one kind of table; a failure must not stop the others."""
        if kind in self._ready:
            return
        try:
            prepare(kind.level, find_game(kind.game), kind.options, kind.players)
        except Exception as error:
            _report(f"{kind.level} cannot get ready for {kind.game}", error)
            self._failed.add(kind)
        else:
            self._ready.add(kind)


def default_kinds() -> Iterator[TableKind]:
    """All levels for the default tables, then `strong` for other numbers of players."""
    for level in ("strong", "master", "jorg", "random", FALLBACK_LEVEL):
        for game in GAMES.values():
            if game.name in BOTS[level]:
                yield TableKind(level, game.name, game.options(), DEFAULT_PLAYERS[game.name])
    for game in GAMES.values():
        for players in list(game.players)[:4]:
            yield TableKind("strong", game.name, game.options(), players)


def choose_move(readiness: Readiness, job: Job) -> ChosenMove:
    """The move of the job's level, or of the fallback level while that one is not ready, or fails.

    Errors are caught: a job that ended this process would be given to the next one, and end that, too.
    """
    game: AnyGame = find_game(job.game)
    view: State = msgspec.json.decode(job.view, type=game.state)
    options: Options = getattr(view, "options")  # noqa: B009 - the states of all games have them
    if readiness.has(TableKind(job.level, job.game, options, view.players)):
        try:
            return ChosenMove(job.id, msgspec.to_builtins(make_bot(job.level, game).choose(view)), job.level)
        except Exception as error:
            _report(f"{job.level} has no move in {job.game}", error)
    return ChosenMove(job.id, msgspec.to_builtins(make_bot(FALLBACK_LEVEL, game).choose(view)), FALLBACK_LEVEL)


def _report(what: str, error: Exception) -> None:
    """Print what failed without the error text: the server logs this, and the text may name dice."""
    print(f"{what}: {type(error).__name__}", file=sys.stderr, flush=True)


def _expect(readiness: Readiness, asked: Prepare) -> None:
    """Prepare for a table; every process gets this line, so an error in it must not end the process."""
    try:
        options = msgspec.convert(asked.options, find_game(asked.game).options)
        readiness.has(TableKind(asked.level, asked.game, options, asked.players))
    except Exception as error:
        _report("a kind of table cannot be prepared", error)


def serve(jobs: BinaryIO, moves: BinaryIO, readiness: Readiness, memory: int = 0) -> None:
    """Answer jobs until the input ends, or until the process has more than `memory` bytes after a move."""
    decoder = msgspec.json.Decoder(Job | Prepare)
    for line in jobs:
        asked = decoder.decode(line)
        if isinstance(asked, Prepare):
            _expect(readiness, asked)
        else:
            moves.write(msgspec.json.encode(choose_move(readiness, asked)) + b"\n")
            moves.flush()
            if memory and resident() > memory:
                return


def main() -> None:
    """Run the process: answer jobs one after the other. The argument is its memory limit in bytes, 0 for none."""
    memory = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    end_with_server()
    end_with_threads()
    refuse_beyond(memory)
    readiness = Readiness()
    for kind in default_kinds():
        readiness.want(kind, first=False)
    Thread(target=readiness.work, daemon=True).start()
    jobs, moves = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # output of libraries must not mix with the moves
    try:
        serve(jobs, moves, readiness, memory)
    except (BrokenPipeError, KeyboardInterrupt):
        return
    except Exception as error:
        _report("a bot process failed", error)
        sys.exit(1)


if __name__ == "__main__":
    main()
