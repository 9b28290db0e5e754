"""`knobel play`: a game at this keyboard, in the app or line by line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click
from msgspec.structs import replace

from ..bots import strategy
from ..rules import find_game
from ..rules.errors import KnobelError, shown
from ..rules.game import check_players
from ..telling.refusals import error_text
from ..terminal.match import Match
from ..terminal.plain import Plain, ask_game
from ..terminal.saves import KEPT_DAYS, KEPT_GAMES, BadSave, check_new_file, export, load, new_path, saved, tidy
from ..terminal.settings import load_settings, store_settings
from ..terminal.setup import (
    DICE,
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
from ..words import Words, preferred_language, words
from .commands import INTERRUPTED, File, GameName, Number, OneOf, asked_language, command, lang, usage_error
from .options import complete_bot_list, option
from .prepare import in_background


@command("play")
@click.argument("game", required=False, type=GameName())
@option
@click.option("--players", "-p", type=Number())
@click.option("--name", "-n", metavar="name", multiple=True)
@click.option("--bots", "-b", metavar="bots", shell_complete=complete_bot_list)
@click.option("--watch", is_flag=True)
@click.option("--seed", type=Number())
@click.option("--dice", type=OneOf(DICE))
@click.option("--hints/--no-hints", default=None)
@click.option("--plain", is_flag=True)
@lang
@click.option("--resume", is_flag=True)
@click.option("--save-record", type=File())
def play(
    game: str | None,
    option: tuple[str, ...],
    players: int | None,
    name: tuple[str, ...],
    bots: str | None,
    watch: bool,
    seed: int | None,
    dice: str | None,
    hints: bool | None,
    plain: bool,
    resume: bool,
    save_record: Path | None,
) -> None:
    """Play in the terminal app, or line by line."""
    asked = bool(option or name or watch) or (players, bots, seed, dice) != (None,) * 4
    if resume and (asked or game is not None):
        raise usage_error("error-resume")
    if asked and game is None:
        raise usage_error("error-no-game")
    settings = load_settings()
    language = asked_language() or settings.language or preferred_language()
    say = words(language)
    if save_record is not None:
        check_new_file(save_record)
    if hints is not None and hints != settings.hints:
        settings = replace(settings, hints=hints)
        store_settings(settings)
    if removed := tidy():
        click.echo(f"knobel: {say('ui-saves-tidied', count=removed, days=KEPT_DAYS, games=KEPT_GAMES)}", err=True)
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
        seats = choose_seats(game, players, len(name), bots, watch, real=(dice or "").lower() == "typed")
        setup = make_setup(say, game, option, seats, name, seed, dice)
        begun = new_path(game), Match.new(setup)
    played = _by_lines(say, begun, settings.hints) if by_lines else _in_app(language, begun)
    if played is not None and save_record is not None:
        keep_record(say, played, save_record)
    elif played is not None and by_lines and played.session.result is not None:
        _tell_record(say, played)
    if begun is not None and begun[1].session.result is None:
        raise click.exceptions.Exit(1)


def screen() -> bool:
    """Whether there is a screen to draw on; a dumb terminal knows lines only."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def keep_record(say: Words, played: Match, path: Path) -> None:
    """Write the record, which shows all dice, once the game is over."""
    if played.session.result is None:
        click.echo(say("ui-record-unfinished"), err=True)
        return
    try:
        written = export(played, path)
    except KnobelError as error:
        click.echo(f"knobel: {error_text(say, error)}", err=True)
        written = export(played)
    click.echo(say("ui-record-saved", file=str(written)))


def _tell_record(say: Words, played: Match) -> None:
    """Write the record to the data folder, and print where it is and how the coach reads it."""
    try:
        click.echo(say("ui-record-at", file=str(export(played))))
    except KnobelError as error:
        click.echo(f"knobel: {error_text(say, error)}", err=True)


def _by_lines(say: Words, begun: tuple[Path, Match] | None, hints: bool) -> Match | None:
    assert begun is not None
    path, match = begun
    game = Plain(say, match, path, sys.stdin, sys.stdout, hints)
    game.run()
    if game.interrupted:
        raise click.exceptions.Exit(INTERRUPTED)
    return match


def _in_app(language: str, begun: tuple[Path, Match] | None) -> Match | None:
    from ..terminal.app import KnobelApp  # a plain game need not load Textual
    from .coach import game_report

    app = KnobelApp(language, begun, coach=game_report)
    in_background()
    app.run()
    if parting := app.parting():
        click.echo(parting)
    return None if app.last is None else app.last[1]


def make_setup(
    say: Words,
    game: str,
    options: Sequence[str],
    seats: tuple[str, ...],
    names: Sequence[str],
    seed: int | None,
    dice: str | None,
) -> Setup:
    """What the options of the command line ask for; what they leave open is as usual."""
    rules = find_game(game)
    chosen = parse_options(rules, options)
    for name in names:
        if len(one_line(name)) > LONGEST_NAME:
            raise usage_error("error-long-name", most=LONGEST_NAME, name=shown(name))
    source = dice_from(dice or ("system" if seed is None else "seeded"))
    if seed is not None and source != "seeded":
        raise usage_error("error-seed", dice=source)
    return Setup(game, name_seats(say, seats, names), seats, chosen, source, seed).checked()


def choose_seats(
    game: str, players: int | None, named: int, bots: str | None, watch: bool, real: bool = False
) -> tuple[str, ...]:
    """People first, then bots; what is left open is as usual, and what does not fit together is refused.

    With `real` dice only people play: those who are named, if they are enough.
    """
    rules = find_game(game)
    if watch and named:
        raise usage_error("error-watch")
    if players is not None:
        check_players(rules, players)
    if bots is None:
        people = 0 if watch else max(1, named)
        usual = people if real and named in rules.players else max(people, USUAL_PLAYERS[rules.name])
        total = usual if players is None else players
        if total < people:
            raise usage_error("error-names", names=people, players=total)
        check_players(rules, total)
        others = PERSON if real and not watch else USUAL_BOT
        return (PERSON,) * people + (others,) * (total - people)
    levels = _levels(bots, rules.name)
    people = 0 if watch else named or max(1, (players or 0) - len(levels))
    total = people + len(levels)
    if players not in (None, total):
        raise usage_error("error-count", players=players or 0, together=total)
    check_players(rules, total)
    return (PERSON,) * people + levels


def _levels(bots: str, game: str) -> tuple[str, ...]:
    """The levels of the bots as they are given: `casual,random`, or `none`."""
    if bots.strip().lower() in ("", "none"):
        return ()
    levels = tuple(level.strip().lower() for level in bots.split(","))
    for level in levels:
        strategy(level, game)
    return levels


def _latest(say: Words) -> tuple[Path, Match]:
    """The newest game that can be continued; those that cannot are named and left alone."""
    for path in saved():
        try:
            return path, load(path)
        except BadSave:
            click.echo(f"knobel: {say('ui-save-damaged', file=str(path))}", err=True)
    raise KnobelError(say("ui-no-saves"))
