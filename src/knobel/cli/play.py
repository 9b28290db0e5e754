"""`knobel play`: a game at this keyboard, in the app or line by line."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from ..bots import BOTS, strategy
from ..rules import find_game
from ..rules.errors import BadOptions, KnobelError, shown
from ..rules.game import check_players
from ..terminal.match import Match
from ..terminal.plain import Plain, ask_game
from ..terminal.saves import BadSave, check_new_file, export, load, new_path, saved
from ..terminal.settings import load_settings
from ..terminal.setup import (
    LONGEST_NAME,
    PERSON,
    USUAL_BOT,
    USUAL_PLAYERS,
    Setup,
    dice_from,
    name_seats,
    one_line,
    parse_options,
)
from ..words import LANGUAGES, Words, preferred_language, words
from .completing import bot_list, games
from .interrupting import INTERRUPTED


def play(
    game: Annotated[
        str | None, typer.Argument(help="zocknroll, zock or schocken; without it you choose.", autocompletion=games)
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="KEY=VALUE", help="A variant or house rule.")
    ] = None,
    players: Annotated[int | None, typer.Option("--players", "-p", help="How many play, bots included.")] = None,
    name: Annotated[
        list[str] | None, typer.Option("--name", "-n", help="A person at this keyboard; give one --name for each.")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            "-b",
            metavar="LEVEL,…",
            help=f"The bots beside the people: {', '.join(BOTS)}; or none.",
            autocompletion=bot_list,
        ),
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Only bots play, and you watch them.")] = False,
    seed: Annotated[int | None, typer.Option("--seed", help="Repeatable dice from this number.")] = None,
    dice: Annotated[str | None, typer.Option("--dice", help="system, seeded, or typed (real dice).")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Line by line, for pipes and screen readers.")] = False,
    lang: Annotated[str | None, typer.Option("--lang", help="de or en.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the game that was saved last.")] = False,
    save_record: Annotated[Path | None, typer.Option("--save-record", help="Write the record here at the end.")] = None,
) -> None:
    """Play against bots or with friends at this keyboard.

    Its dice, thrown or typed in, are not covered by `knobel verify`: those of the table in the browser are.
    """
    asked = bool(option or name or watch) or (players, bots, seed, dice) != (None,) * 4
    if resume and (asked or game is not None):
        raise BadOptions("--resume goes on with a saved game as it is, without GAME, options, seats or dice")
    if asked and game is None:
        raise BadOptions("options, seats and dice need the GAME that they are for")
    language = _language(lang)
    say = words(language)
    if save_record is not None:
        check_new_file(save_record)
    game = None if game is None else game.lower()
    by_lines = plain or not screen()
    begun: tuple[Path, Match] | None = None
    if resume:
        begun = _latest(say)
    elif game is None and by_lines:
        answer = ask_game(say, sys.stdin, sys.stdout)
        if answer is None:
            return
        if isinstance(answer, str):
            game = answer
        else:
            begun = answer
    if begun is None and game is not None:
        seats = choose_seats(game, players, len(name or []), bots, watch)
        setup = make_setup(say, game, option or [], seats, name or [], seed, dice)
        begun = new_path(game), Match.new(setup)
    played = _by_lines(say, begun) if by_lines else _in_app(language, begun)
    if played is not None and save_record is not None:
        keep_record(say, played, save_record)
    if begun is not None and begun[1].session.result is None:
        raise typer.Exit(1)


def screen() -> bool:
    """Whether there is a screen to draw on; a dumb terminal knows lines only."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def keep_record(say: Words, played: Match, path: Path) -> None:
    """The record shows all dice, so it is written only when nobody can gain by it any more."""
    if played.session.result is None:
        typer.echo(say("ui-record-unfinished"), err=True)
        return
    try:
        written = export(played, path)
    except KnobelError as error:
        typer.echo(f"knobel: {error}", err=True)
        written = export(played)
    typer.echo(say("ui-record-saved", file=str(written)))


def _by_lines(say: Words, begun: tuple[Path, Match] | None) -> Match | None:
    assert begun is not None
    path, match = begun
    game = Plain(say, match, path, sys.stdin, sys.stdout)
    game.run()
    if game.interrupted:
        raise typer.Exit(INTERRUPTED)
    return match


def _in_app(language: str, begun: tuple[Path, Match] | None) -> Match | None:
    from ..terminal.app import KnobelApp  # a game by lines need not load Textual

    app = KnobelApp(language, begun)
    app.run()
    if parting := app.parting():
        typer.echo(parting)
    return None if app.last is None else app.last[1]


def make_setup(
    say: Words,
    game: str,
    options: list[str],
    seats: tuple[str, ...],
    names: list[str],
    seed: int | None,
    dice: str | None,
) -> Setup:
    """What the options of the command line ask for; what they leave open is as usual."""
    rules = find_game(game)
    chosen = parse_options(rules, options)
    for name in names:
        if len(one_line(name)) > LONGEST_NAME:
            raise BadOptions(f"a name has at most {LONGEST_NAME} characters, not {shown(name)}")
    source = dice_from(dice or ("system" if seed is None else "seeded"))
    if seed is not None and source != "seeded":
        raise BadOptions(f"a seed is for seeded dice, not for {source} ones")
    return Setup(game, name_seats(say, seats, names), seats, chosen, source, seed).checked()


def choose_seats(game: str, players: int | None, named: int, bots: str | None, watch: bool) -> tuple[str, ...]:
    """People first, then bots; what is left open is as usual, and what does not fit together is refused."""
    rules = find_game(game)
    if watch and named:
        raise BadOptions("who watches has no seat: give either --name or --watch")
    if players is not None:
        check_players(rules, players)
    if bots is None:
        people = 0 if watch else max(1, named)
        everybody = players if players is not None else max(people, USUAL_PLAYERS[rules.name])
        if everybody < people:
            raise BadOptions(f"{people} names are given for {everybody} players")
        check_players(rules, everybody)
        return (PERSON,) * people + (USUAL_BOT,) * (everybody - people)
    levels = _levels(bots, rules.name)
    people = 0 if watch else named or max(1, (players or 0) - len(levels))
    everybody = people + len(levels)
    if players not in (None, everybody):
        raise BadOptions(f"--players says {players}, but people and bots together are {everybody}")
    check_players(rules, everybody)
    return (PERSON,) * people + levels


def _levels(bots: str, game: str) -> tuple[str, ...]:
    """The levels of the bots as they are given: `casual,random`, or `none`."""
    if bots.strip().lower() in ("", "none"):
        return ()
    levels = tuple(map(str.strip, bots.split(",")))
    for level in levels:
        strategy(level, game)
    return levels


def _language(asked: str | None) -> str:
    if asked is None:
        return load_settings().language or preferred_language()
    if asked not in LANGUAGES:
        raise BadOptions(f"the language must be one of {', '.join(LANGUAGES)}, not {shown(asked)}")
    return asked


def _latest(say: Words) -> tuple[Path, Match]:
    """The newest game that can be continued; those that cannot are named and left alone."""
    for path in saved():
        try:
            return path, load(path)
        except BadSave:
            typer.echo(f"knobel: {say('ui-save-damaged', file=str(path))}", err=True)
    raise KnobelError(say("ui-no-saves"))
