"""`knobel arena`: bots against bots with the same dice."""

from __future__ import annotations

import os
from math import isinf
from pathlib import Path
from typing import Final

import click
import msgspec

from ..arena.book import Book
from ..arena.contest import SECONDS, Contest, Deal, make_ready, play_deals
from ..arena.plot import bot_name, check_plot, plot, title
from ..arena.verdict import Mean, Standing, Verdict, judge
from ..bots import BOTS
from ..fair.statistics.p_values import Z95
from ..rules import find_game
from ..rules.game import AnyGame
from ..terminal.setup import parse_options
from ..words import Words
from .commands import (
    INTERRUPTED,
    File,
    GameName,
    Number,
    as_json,
    command,
    lang,
    speech,
    usage_error,
)
from .options import complete_bots, option
from .output import progress, show, table, with_minus

_GAMES: Final = 1000
_MOST_GAMES: Final = 10_000_000
"""The list of more deals would fill the memory."""
_CELLS: Final = 17
"""The width of the drawing beside the bots."""
_SMALL: Final = 0.001
"""Shares below this need more digits to say anything."""


@command("arena")
@click.argument("game", required=False, type=GameName())
@click.argument("bots", nargs=-1, shell_complete=complete_bots)
@click.option("--games", "-g", type=Number(1, _MOST_GAMES), default=_GAMES)
@click.option("--players", "-p", type=Number())
@click.option("--seed", type=Number(), default=0)
@option
@click.option("--without-luck", is_flag=True)
@click.option("--time-limit", type=Number(1, 3600), default=SECONDS)
@click.option("--jobs", "-j", type=Number(1))
@click.option("--save", type=File())
@click.option("--resume", type=File())
@click.option("--plot", "plot_file", type=File())
@lang
@as_json
def arena(
    game: str | None,
    bots: tuple[str, ...],
    games: int,
    players: int | None,
    seed: int,
    option: tuple[str, ...],
    without_luck: bool,
    time_limit: int,
    jobs: int | None,
    save: Path | None,
    resume: Path | None,
    plot_file: Path | None,
    as_json: bool,
) -> None:
    """Let bots play duplicate matches."""
    if plot_file is not None:
        check_plot(plot_file)
    book: Book | None = None
    if resume is not None:
        if (
            save is not None
            or game is not None
            or option
            or players is not None
            or seed
            or without_luck
            or time_limit != SECONDS
        ):
            raise usage_error("error-arena-resume")
        book = Book.open(resume)
        contest = book.contest
    elif game is None or not bots:
        raise usage_error("error-arena-bots")
    else:
        rules = find_game(game)
        seats = _seats(rules, len(bots)) if players is None else players
        chosen = parse_options(rules, option)
        named = tuple(bot.lower() if bot.lower() in BOTS else bot for bot in bots)
        contest = Contest(rules.name, named, seats, seed, chosen, without_luck, time_limit).checked()
        book = None if save is None else Book.begin(save, contest)
    say = speech()
    deals, finished = _play(say, contest, book, -(-games // len(contest.seatings)), jobs or os.cpu_count() or 1)
    if deals:
        verdict = judge(contest, deals)
        if as_json:
            print(msgspec.json.encode(_as_data(contest, verdict)).decode())
        else:
            _show(say, contest, verdict)
        if plot_file is not None:
            plot(contest, verdict, plot_file, say)
    if not finished:
        click.echo(f"knobel: {say('arena-stopped', deals=len(deals))}", err=True)
        if book is not None:
            click.echo(f"knobel: {say('arena-go-on', file=str(book.path))}", err=True)
        raise click.exceptions.Exit(INTERRUPTED)


def _seats(rules: AnyGame, bots: int) -> int:
    """As many seats as bots, as far as the game allows."""
    return max(rules.players[0], min(rules.players[-1], bots))


def _play(say: Words, contest: Contest, book: Book | None, wanted: int, jobs: int) -> tuple[dict[int, Deal], bool]:
    """The finished deals, and whether those are all; Ctrl-C stops early and keeps what is finished."""
    deals = {} if book is None else book.deals
    missing = [deal for deal in range(wanted) if deal not in deals]
    try:
        with progress(say, "arena-preparing") as tell:
            make_ready(contest, tell)
        with progress(say, "arena-playing", "arena-patience") as tell:
            playing = play_deals(contest, missing, min(jobs, len(missing) or 1))
            for done, (deal, outcomes) in enumerate(playing, start=wanted - len(missing) + 1):
                if book is None:
                    deals[deal] = outcomes
                else:
                    book.write(deal, outcomes)
                tell(done, wanted)
    except KeyboardInterrupt:
        return deals, False
    return deals, True


def _show(say: Words, contest: Contest, verdict: Verdict) -> None:
    show(title(contest, verdict, say), style="bold")
    kind = "arena-not-lost" if contest.game == "schocken" else "arena-won"
    bots = table()
    bots.add_column(say("arena-bot"), no_wrap=True)
    for heading in (kind, "arena-interval", f"arena-points-{contest.game}", "arena-rating"):
        bots.add_column(say(heading), justify="right")
    bots.add_column(_ruler(verdict), no_wrap=True, width=_CELLS)
    for each in verdict.standings:
        bots.add_row(
            bot_name(each.bot, say),
            _percent(say, each.won.value),
            _percent(say, Z95 * each.won.error),
            with_minus(say("arena-number", number=each.points.value)),
            with_minus(say("arena-number", number=each.rating.mu)),
            _interval(verdict, each.won),
        )
    show(bots)
    duels = table()
    for heading in ("arena-duel", "arena-ahead", "arena-error", "arena-errors"):
        duels.add_column(say(heading), justify="left" if heading == "arena-duel" else "right")
    for duel in verdict.duels:
        duels.add_row(
            say("arena-against", bot=bot_name(duel.bot, say), other=bot_name(duel.other, say)),
            _percent(say, duel.won.value),
            _percent(say, duel.won.error),
            "–" if isinf(duel.won.errors) or isinf(duel.won.error) else _errors(say, duel.won),
        )
    show(duels)
    for each in verdict.standings:
        if each.bot in contest.third_party:
            show(_lost_turns(say, contest, each))


def _lost_turns(say: Words, contest: Contest, standing: Standing) -> str:
    lost = standing.lost
    counts = {"turns": lost.turns, "failed": lost.failed, "late": lost.late, "illegal": lost.illegal}
    key = "arena-lost-turns" if lost.lost else "arena-no-lost-turns"
    return say(key, bot=standing.bot, lost=lost.lost, seconds=contest.seconds, **counts)


def _percent(say: Words, chance: float) -> str:
    """A share in percent, to as many digits as it takes to say anything; a dash where nothing is known yet."""
    if isinf(chance):
        return "–"
    key = "arena-percent" if abs(chance) >= _SMALL or chance == 0 else "arena-small-percent"
    return with_minus(say(key, percent=100 * chance))


def _errors(say: Words, won: Mean) -> str:
    """How many standard errors a difference is."""
    return with_minus(say("arena-number", number=won.errors))


def _scale(verdict: Verdict) -> tuple[float, float]:
    """What the left and the right end of the drawing mean."""
    ends = [end for each in verdict.standings for end in each.won.interval] + [verdict.fair]
    finite = [end for end in ends if abs(end) <= 1] or [0.0, 1.0]
    low, high = min(finite), max(finite)
    return low, high if high > low else low + 1


def _cell(verdict: Verdict, value: float) -> int:
    low, high = _scale(verdict)
    return max(0, min(_CELLS - 1, round((value - low) / (high - low) * (_CELLS - 1))))


def _ruler(verdict: Verdict) -> str:
    """A line with a mark where equals would be."""
    fair = _cell(verdict, verdict.fair)
    return " " * fair + "▾" + " " * (_CELLS - fair - 1)


def _interval(verdict: Verdict, mean: Mean) -> str:
    """The mean as a point on its interval."""
    low, high = (_cell(verdict, max(-1.0, min(2.0, end))) for end in mean.interval)
    point = _cell(verdict, mean.value)
    return "".join("●" if at == point else "━" if low <= at <= high else " " for at in range(_CELLS))


def _as_data(contest: Contest, verdict: Verdict) -> dict[str, object]:
    """The verdict for a machine; an error that is not known yet is null."""
    return {
        **{name: getattr(contest, name) for name in Contest.__struct_fields__},
        "deals": verdict.deals,
        "games": verdict.games,
        "fair": verdict.fair,
        "standings": [
            {
                "bot": each.bot,
                "games": each.games,
                "won": each.won.value,
                "error": each.won.error,
                "interval": each.won.interval,
                "points": each.points.value,
                "points_error": each.points.error,
                "rating": {"mu": each.rating.mu, "sigma": each.rating.sigma, "ordinal": each.rating.ordinal},
                "lost_turns": msgspec.structs.asdict(each.lost) if each.bot in contest.third_party else None,
            }
            for each in verdict.standings
        ],
        "duels": [
            {
                "bot": duel.bot,
                "other": duel.other,
                "won": duel.won.value,
                "error": duel.won.error,
                "errors": duel.won.errors,
                "points": duel.points.value,
                "points_error": duel.points.error,
            }
            for duel in verdict.duels
        ],
    }
