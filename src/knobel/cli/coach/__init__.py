"""`knobel coach`: what every decision cost, and how much was luck."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias, get_args

import click
import msgspec
from rich.console import Console, RenderableType
from rich.table import Table

from ...coach.judges import Precision
from ...coach.profile import AnalysedGame, profiles
from ...rules.errors import KnobelError, shown, unknown_name
from ...rules.records import read_bytes, read_file
from ...rules.session import Session
from ...solve.progress import Progress
from ...telling.refusals import record_error_text
from ...words import Words
from ..commands import INTERRUPTED, File, Number, OneOf, as_json, command, lang, speech, usage_error
from ..output import fitted, progress
from .figures import counted

Seats: TypeAlias = tuple[int, ...]


@command("coach")
@click.argument("files", nargs=-1, required=True, type=File())
@click.option("--html", type=File())
@as_json
@click.option("--seat", type=Number(1))
@click.option("--name", metavar="name")
@click.option("--precision", type=OneOf(get_args(Precision)), default="default")
@lang
def coach(
    files: tuple[Path, ...],
    html: Path | None,
    as_json: bool,
    seat: int | None,
    name: str | None,
    precision: Precision,
) -> None:
    """Analyse recorded games, or write the profile of their players."""
    if seat is not None and name is not None:
        raise usage_error("error-seat-name")
    if html is not None:
        _check_page(html)
    say = speech()
    sessions, wrong = _read(say, files)
    chosen = [_seats(session, seat, name) for session in sessions]
    if sessions and not any(chosen):
        names = sorted({each for session in sessions for each in session.players})
        sentence = f"no player of these records is called {shown(name)}"
        raise unknown_name(sentence, name, names, key="error-no-player")
    try:
        played = _analyse(say, sessions, precision)
    except KeyboardInterrupt:
        click.echo(f"knobel: {say('coach-stopped')}", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
    if as_json:
        for each in played:
            print(msgspec.json.encode(counted(each.analysis)).decode())
    if sessions and html is not None:
        _write(html, _page(say, played, chosen))
    if sessions and not as_json and html is None:
        _print(_report(say, played, chosen))
    if wrong:
        raise click.exceptions.Exit(2)


def _check_page(path: Path) -> None:
    """Refuse, before the analysis, a file that cannot be written after it."""
    if path.is_dir() or not path.parent.is_dir():
        sentence = f"{path} cannot be written: there is no such folder, or a folder of that name"
        raise KnobelError(sentence, key="error-folder", file=path)


def _read(say: Words, files: Sequence[Path]) -> tuple[list[Session], bool]:
    """The games of all valid records, and whether any is invalid; errors are printed at once."""
    sessions, wrong = list[Session](), False
    for path in files:
        records = read_bytes(sys.stdin.buffer.read()) if str(path) == "-" else read_file(path)
        for line, outcome in records:
            if isinstance(outcome, Session):
                sessions.append(outcome)
                continue
            wrong = True
            print(f"{f'{path}:{line}' if line else path}: {record_error_text(say, outcome)}", file=sys.stderr)
    return sessions, wrong


def _seats(session: Session, seat: int | None, name: str | None) -> Seats:
    """The seats of a game that were asked for."""
    players = session.players
    if seat is not None and seat > len(players):
        raise usage_error("error-no-seat", seats=len(players), seat=seat)
    wanted = range(len(players)) if seat is None else (seat - 1,)
    return tuple(each for each in wanted if name is None or players[each] == name)


def _analyse(say: Words, sessions: Sequence[Session], precision: Precision) -> list[AnalysedGame]:
    """Analyse every game; the expected variance of luck is needed for profiles only."""
    from ...coach.analyse import analyse
    from ...coach.judges import judge_of
    from ...coach.luck import luck_variance

    total = sum(len(session.events) for session in sessions)
    played, done = list[AnalysedGame](), 0
    with progress(say, "coach-analysing", "coach-patience") as tell:
        for session in sessions:
            judge = judge_of(session.game, session.options, len(session.players), precision)
            analysis = analyse(session, judge, _after(tell, done, total))
            variance = luck_variance(session, analysis, judge) if len(sessions) > 1 else ()
            played.append(AnalysedGame(session, analysis, variance))
            done += len(session.events)
    return played


def game_report(say: Words, session: Session, tell: Progress) -> list[RenderableType]:
    """The report about one game, for all of its players."""
    from ...coach.analyse import analyse
    from ...coach.judges import judge_of
    from .terminal import show_game

    seats = range(len(session.players))
    return list(show_game(say, analyse(session, judge_of(session.game, session.options, len(seats)), tell), seats))


def _after(tell: Progress, before: int, total: int) -> Progress:
    """Progress of one record, as part of that of all."""
    return lambda done, _: tell(before + done, total)


def _report(say: Words, played: Sequence[AnalysedGame], chosen: Sequence[Seats]) -> Iterator[RenderableType]:
    """One game as a game, several as what they say about their players."""
    from .terminal import show_game, show_profile

    if len(played) == 1:
        yield from show_game(say, played[0].analysis, chosen[0])
        return
    for number, each in enumerate(profiles(zip(played, chosen, strict=True))):
        if number:
            yield ""
        yield from show_profile(say, each)


def _page(say: Words, played: Sequence[AnalysedGame], chosen: Sequence[Seats]) -> str:
    from .page import game_page, profile_page

    if len(played) == 1:
        return game_page(say, played[0].analysis, chosen[0])
    return profile_page(say, profiles(zip(played, chosen, strict=True)))


def _print(report: Iterator[RenderableType]) -> None:
    console = Console(highlight=False)
    for each in report:
        console.print(fitted(each, console) if isinstance(each, Table) else each)


def _write(path: Path, page: str) -> None:
    """Replace the file atomically: the old page stays until the new one is complete."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(page, "utf-8")
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        why = error.strerror or str(error)
        raise KnobelError(f"{path} cannot be written: {why}", key="error-write", file=path, why=why) from None
