"""`knobel odds zock`: what the next throw can do."""

from __future__ import annotations

from shutil import get_terminal_size
from typing import Final

import click
from rich.console import Console
from rich.table import Table

from ...forms import parse
from ...odds import Odds
from ...odds.zock import NextThrow, next_throw
from ...odds.zock import open_fields as fields_of
from ...rules.dice import multisets
from ...rules.errors import BadPosition
from ...rules.game import read_options
from ...rules.zock import ALL_FIELDS, GAME, Fields, Options, State
from ...words import Words
from ..commands import as_json, command, lang, speech, usage_error
from ..options import game_options
from ..output import add_bars, add_chance, as_data, bar, percent, print_json, show, table

_SIDE_BY_SIDE: Final = 76
"""Columns that the chances by field and by cover need beside each other."""


@command("odds zock")
@click.option("--open", "open_fields", metavar="fields")
@game_options("zock", "variant", "two_digit")
@click.option("--position", metavar="position")
@lang
@as_json
def zock(open_fields: str | None, options: dict[str, object], position: str | None, as_json: bool) -> None:
    """What the next throw can cover."""
    if position is None:
        fields = ALL_FIELDS if open_fields is None else _fields(open_fields)
        chosen: Options = read_options(GAME, options)
    else:
        if open_fields is not None or options:
            raise usage_error("error-position-fields")
        state = parse(position)
        if not isinstance(state, State):
            raise BadPosition("this is a position of another game than zock", key="error-position-game", game="zock")
        fields, chosen = fields_of(state), state.options
    chances = next_throw(chosen, fields)
    if as_json:
        _print_data(chosen, chances)
    else:
        _show(speech(), chosen, chances)


def _fields(text: str) -> Fields:
    marks = [mark for mark in text if not mark.isspace() and mark != ","]
    for mark in marks:
        if mark not in "123456789":
            sentence = f"the fields are numbered 1 to 9, there is no field {mark!r}"
            raise BadPosition(sentence, "K1", key="error-field", field=mark)
    return tuple(map(int, marks))


def _print_data(options: Options, chances: NextThrow) -> None:
    print_json(
        "zock",
        options,
        open=list(chances.fields),
        usable=as_data(chances.usable),
        finishing=as_data(chances.finishing),
        fields=[{"field": field, **as_data(odds)} for field, odds in chances.fields.items()],
        covers=[{"cover": cover, **as_data(odds)} for cover, odds in chances.covers.items()],
        throws=[{"dice": dice, "covers": covers} for dice, covers in chances.throws.items()],
    )


def _show(say: Words, options: Options, chances: NextThrow) -> None:
    variant = say(f"choice-zock-variant-{options.variant}")
    show(f"{variant}, {say('odds-open', fields=_joined(tuple(chances.fields)))}", style="bold")
    show(f"{percent(say, chances.usable):>10}  {say('odds-usable')}")
    show(f"{percent(say, chances.finishing):>10}  {say('odds-finishing')}")
    by_field = _chances(say, "odds-field", {str(field): odds for field, odds in chances.fields.items()})
    by_cover = _chances(say, "odds-cover", {_joined(cover): odds for cover, odds in chances.covers.items()})
    if get_terminal_size().columns >= _SIDE_BY_SIDE:
        beside = Table.grid(padding=(0, 4))
        beside.add_row(by_field, by_cover)
        Console(highlight=False).print(beside)
    else:
        show(by_field)
        show(by_cover)
    show(_throws(say, chances))


def _chances(say: Words, heading: str, rows: dict[str, Odds]) -> Table:
    chances = table()
    chances.add_column(say(heading), justify="right")
    add_chance(chances, say("odds-chance"))
    add_bars(chances)
    for name, odds in rows.items():
        chances.add_row(name, percent(say, odds), bar(odds))
    return chances


def _throws(say: Words, chances: NextThrow) -> Table:
    throws = table()
    throws.add_column(say("odds-throw"))
    throws.add_column(say("odds-ways"), justify="right")
    throws.add_column(say("odds-covers"))
    for dice, ways in multisets(2):
        covers = "  ".join(map(_joined, chances.throws[dice]))
        throws.add_row("-".join(map(str, dice)), f"{ways}/36", covers or "–")
    return throws


def _joined(fields: Fields) -> str:
    return ",".join(map(str, fields))
