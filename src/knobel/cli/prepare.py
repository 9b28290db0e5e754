"""`knobel prepare`: compile all kernels ahead, so that no first call waits for the compiler.

Each step calls what a user can reach (solvers, coach, bots, batches) with small inputs, which makes numba compile the
kernels and cache them on disk. A marker file records for which sources, versions and processor that was done.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import click

from ..solve.progress import Progress, silent
from .commands import command, lang, speech

SWITCH: Final = "KNOBEL_PREPARE"
"""Environment variable: `off` keeps servers and games from preparing in the background."""

_MARKER: Final = "knobel-prepared.txt"


@command("prepare")
@click.option("--background", is_flag=True)
@click.option("--again", is_flag=True)
@lang
def prepare(background: bool, again: bool) -> None:
    """Compile all kernels."""
    if background:
        in_background(again)
        return
    say = speech()
    if not again and is_prepared():
        print(say("prepare-already"))
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    with Bar(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(say("prepare-working"), total=len(STEPS))
        compile_all(lambda done, total: bar.update(task, completed=done, total=total))
    print(say("prepare-done"))


def compile_all(progress: Progress = silent) -> None:
    """Run all steps, and mark that it is done."""
    for done, step in enumerate(STEPS.values()):
        progress(done, len(STEPS))
        step()
    _mark()


def in_background(again: bool = False) -> None:
    """Start compiling in a detached process of low priority, unless it is done or switched off."""
    if os.environ.get(SWITCH) == "off" or (not again and is_prepared()):
        return
    import subprocess

    command = [sys.executable, "-c", "from knobel.cli.prepare import compile_quietly; compile_quietly()"]
    options: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        options = {"creationflags": subprocess.IDLE_PRIORITY_CLASS | subprocess.DETACHED_PROCESS}
    quiet = subprocess.DEVNULL
    with suppress(OSError):  # then kernels are compiled when they are needed
        subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, **options)


def compile_quietly() -> None:
    """The process in the background: it ends at once if another one is at work."""
    from ..solve.compiled import FileLock

    if hasattr(os, "nice"):
        os.nice(19)
    lock = FileLock(next(_markers()).with_suffix(".lock"))
    if lock.acquire(patience=0):
        compile_all()
        lock.release()


def is_prepared() -> bool:
    """Whether all kernels were compiled for these sources, versions and processor."""
    key = _key()
    for path in _markers():
        with suppress(OSError):
            if path.read_text() == key:
                return True
    return False


def _mark() -> None:
    key = _key()
    for path in _markers():
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(key)
            return


def _markers() -> Iterator[Path]:
    """Where the marker may be: next to the kernels, as numba chooses their folder."""
    from platformdirs import user_cache_path

    asked = os.environ.get("NUMBA_CACHE_DIR")
    if asked:
        yield Path(asked) / _MARKER
    else:
        yield Path(__file__).parents[1] / "solve" / "__pycache__" / _MARKER
        yield user_cache_path("knobel", appauthor=False) / _MARKER


def _key() -> str:
    """What cached kernels depend on; numba is not imported for it, since that takes half a second."""
    from hashlib import sha256
    from importlib.metadata import version

    package = Path(__file__).parents[1]
    digest = sha256()
    for room in ("rules", "solve", "simulate", "research/vector", "coach", "bots"):
        for path in sorted((package / room).rglob("*.py")):
            digest.update(f"{path.relative_to(package).as_posix()} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    parts = (package, version("numba"), version("llvmlite"), sys.version, _processor(), digest.hexdigest()[:16])
    return "\n".join(map(str, parts))


def _processor() -> str:
    import platform

    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next((line for line in lines if line.startswith("model name")), platform.machine())
    return f"{platform.machine()} {platform.processor()}"


# Everything below is imported where it is used, since it loads numba.


def _solve_zock() -> None:
    from ..rules.zock import ALL_FIELDS, Options
    from ..solve.zock.solver import match_solution, solution

    solution(Options(), "win").value(ALL_FIELDS, ALL_FIELDS)
    match_solution(Options(), 2, 0)


def _solve_schocken_for_two() -> None:
    from ..rules.schocken import Hand, Options, State
    from ..solve.schocken.half import Half
    from ..solve.schocken.two import evaluate

    Half(Options(stones=2)).solve()
    hands = (Hand(thrown=(1, 1, 6), throws=1), Hand())
    evaluate(State(Options(stones=2), (0, 0), 2, hands, "decide", cups_up=False))


def _solve_schocken(players: int) -> None:
    """All decisions of a round, and for three players a table that is solved anew."""
    from ..rules.schocken import Hand, Options, State
    from ..solve.schocken.evaluation import position_risks

    options = Options(stones=2) if players == 3 else Options()
    fresh = State(options, (0,) * players, options.stones, (Hand(),) * players, "throw")
    position_risks(fresh, "half")
    first = Hand(thrown=(2, 3, 5), throws=1)
    for decided in range(players):
        hands = (first,) * (decided + 1) + (Hand(),) * (players - decided - 1)
        position_risks(
            State(options, fresh.stones, fresh.middle, hands, "decide", seat=decided, limit=3, cups_up=False), "half"
        )


def _solve_zocknroll() -> None:
    from ..rules.zocknroll import Options
    from ..solve.zocknroll.solver import assess

    assess(Options(), 3)


def _analyse(game: str, players: int, options: dict[str, object] | None = None) -> None:
    from ..bots import play_out
    from ..coach.analyse import analyse
    from ..coach.judges import judge_of

    session = play_out(game, [str(seat) for seat in range(players)], options, seed=7)
    analyse(session, judge_of(session.game, session.options, players, "quick"))


def _bots(game: str, players: int) -> None:
    from ..bots import prepare as prepare_bot
    from ..rules import find_game
    from ..rules.game import read_options

    rules = find_game(game)
    for level in ("strong", "master"):
        prepare_bot(level, rules, read_options(rules, {}), players)


def _simulate(game: str, policies: tuple[str, ...], options: dict[str, object] | None = None) -> None:
    from ..simulate import simulate

    simulate(game, policies, 2, options=options or {})


STEPS: Final[Mapping[str, Callable[[], None]]] = {
    "solve zock": _solve_zock,
    "solve schocken, 2 players": _solve_schocken_for_two,
    "solve schocken, 3 players": partial(_solve_schocken, 3),
    "solve schocken, 4 players": partial(_solve_schocken, 4),
    "solve schocken, 5 players": partial(_solve_schocken, 5),
    "solve zocknroll": _solve_zocknroll,
    "bots zock": partial(_bots, "zock", 2),
    "bots schocken": partial(_bots, "schocken", 3),
    "bots zocknroll": partial(_bots, "zocknroll", 3),
    "coach zock": partial(_analyse, "zock", 2),
    "coach zock, players as referees": partial(_analyse, "zock", 2, {"referee": "players"}),
    "coach schocken": partial(_analyse, "schocken", 3),
    "coach zocknroll": partial(_analyse, "zocknroll", 3),
    "simulate zock": partial(_simulate, "zock", ("match", "random")),
    "simulate zock, players as referees": partial(_simulate, "zock", ("win", "random"), {"referee": "players"}),
    "simulate schocken": partial(_simulate, "schocken", ("best", "random")),
    "simulate zocknroll": partial(_simulate, "zocknroll", ("best", "random", "stay")),
}
