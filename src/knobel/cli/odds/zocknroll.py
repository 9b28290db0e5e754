"""`knobel odds zocknroll`: which row will be the best one, and whether it wins."""

from __future__ import annotations

import click

from ...odds.zocknroll import ROUNDS, Rows, Showdown, at_least, best_row, dice_in, fresh, outlook, showdown
from ...rules.game import read_options
from ...rules.zocknroll import GAME, Options
from ...words import Words
from ..commands import Number, as_json, command, lang, speech, usage_error
from ..options import any_dice, game_options
from ..output import add_chance, as_data, cell, percent, print_json, show, table


@command("odds zocknroll")
@game_options("zocknroll", "board", "royal_pairs")
@click.option("--own", metavar="dice")
@click.option("--white", metavar="dice")
@click.option("--against", type=Number(), default=1)
@lang
@as_json
def zocknroll(options: dict[str, object], own: str | None, white: str | None, against: int, as_json: bool) -> None:
    """Which row will be the best one."""
    chosen: Options = read_options(GAME, options)
    if own is None:
        if white is not None:
            raise usage_error("error-white", "N7")
        _fresh(chosen, as_json)
    else:
        _hand(chosen, any_dice(own), any_dice(white or ""), against, as_json)


def _fresh(options: Options, as_json: bool) -> None:
    rounds = {playing: fresh(options, playing) for playing in ROUNDS}
    if as_json:
        print_json("zocknroll", options, rounds=_rounds_data(rounds))
    else:
        _show_rounds(speech(), options, rounds)


def _hand(options: Options, own: tuple[int, ...], white: tuple[int, ...], cups: int, as_json: bool) -> None:
    duel = showdown(options, own, white, cups)
    rounds = {playing: outlook(options, own, white, playing) for playing in ROUNDS if 2 + playing > len(white)}
    now = best_row(options, own + white)
    if as_json:
        ends = {"cups": cups, "won": as_data(duel.won), "tied": as_data(duel.tied), "lost": as_data(duel.lost)}
        print_json("zocknroll", options, own=own, white=white, now=now, rounds=_rounds_data(rounds), showdown=ends)
        return
    say = speech()
    show(say("odds-now", row=_row(say, now)), style="bold")
    if rounds:
        _show_rounds(say, options, rounds)
    _show_showdown(say, duel, cups)


def _rounds_data(rounds: dict[int, Rows]) -> list[object]:
    data: list[object] = []
    for playing, rows in rounds.items():
        sums = at_least(rows)
        best = [{"row": row, **as_data(odds), "at_least": as_data(sums[row])} for row, odds in rows.items()]
        data.append({"round": playing, "rows": best})
    return data


def _row(say: Words, row: str | None) -> str:
    return say("odds-nothing") if row is None else say(f"row-{row}")


def _show_rounds(say: Words, options: Options, rounds: dict[int, Rows]) -> None:
    """For every round the chance of each row as the best one, and beside it of that row or a better one."""
    show(say(f"choice-zocknroll-board-{options.board}"), style="bold")
    chances = table()
    chances.add_column(say("odds-row"), no_wrap=True)
    for playing in rounds:
        add_chance(chances, f"{say('odds-round', round=playing)}\n=")
        add_chance(chances, f"{say('odds-dice', count=dice_in(options, playing))}\n≥")
    sums = {playing: at_least(rows) for playing, rows in rounds.items()}
    for row in next(iter(rounds.values())):
        cells = (cell(say, kind[playing][row]) for playing in rounds for kind in (rounds, sums))
        chances.add_row(_row(say, row), *cells)
    show(chances)
    show(say("odds-rows-legend"), style="dim")


def _show_showdown(say: Words, duel: Showdown, cups: int) -> None:
    show(say("odds-showdown", cups=cups), style="bold")
    for name, odds in (("won", duel.won), ("tied", duel.tied), ("lost", duel.lost)):
        show(f"{percent(say, odds):>10}  {say(f'odds-showdown-{name}')}")
