"""`knobel odds zock`: what the next throw can do."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from ...forms import parse
from ...odds import Odds
from ...odds.zock import NextThrow, next_throw, open_fields
from ...rules.dice import multisets
from ...rules.errors import BadOptions, BadPosition
from ...rules.zock import ALL_FIELDS, Fields, Options, State
from ...words import Words
from ..language import Lang, speech
from .asking import AsJson, choices, options_from
from .showing import add_bars, add_chance, as_data, bar, percent, print_json, show, table


def zock(
    open_: Annotated[str | None, typer.Option("--open", help="Your open fields, such as 1,2,5; else all nine.")] = None,
    variant: Annotated[
        str | None, typer.Option(help="basic (default), A, B or C.", autocompletion=choices("zock", "variant"))
    ] = None,
    two_digit: Annotated[
        str | None, typer.Option(help="digits (default) or ten_only.", autocompletion=choices("zock", "two_digit"))
    ] = None,
    position: Annotated[str | None, typer.Option(help="A position text, in place of all of these.")] = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """What the next throw can cover, by field, by cover and by throw."""
    if position is None:
        fields = ALL_FIELDS if open_ is None else _fields(open_)
        options: Options = options_from("zock", variant=variant, two_digit=two_digit)
    else:
        if not open_ is variant is two_digit is None:
            raise BadOptions("a position says its open fields and its options itself")
        state = parse(position)
        if not isinstance(state, State):
            raise BadPosition("this is a position of another game than zock")
        fields, options = open_fields(state), state.options
    chances = next_throw(options, fields)
    if as_json:
        _print_data(options, chances)
    else:
        _show(speech(), options, chances)


def _fields(text: str) -> Fields:
    marks = [mark for mark in text if not mark.isspace() and mark != ","]
    for mark in marks:
        if mark not in "123456789":
            raise BadPosition(f"the fields are numbered 1 to 9, there is no field {mark!r}", "K1")
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
    beside = Table.grid(padding=(0, 4))
    beside.add_row(
        _chances(say, "odds-field", {str(field): odds for field, odds in chances.fields.items()}),
        _chances(say, "odds-cover", {_joined(cover): odds for cover, odds in chances.covers.items()}),
    )
    show(beside)
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
