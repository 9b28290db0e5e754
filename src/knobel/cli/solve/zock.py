"""`knobel solve zock`: a fresh game, a position with its covers, or the lead in a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import click
import msgspec

from ...forms import drawing, parse
from ...rules.errors import BadPosition
from ...rules.game import read_options
from ...rules.zock import ALL_FIELDS, GAME, Options, Phase, State
from ...words import Words
from ..commands import Number, OneOf, as_json, command, lang, speech, usage_error
from ..options import game_options
from ..output import progress, show, table

if TYPE_CHECKING:
    from ...solve.zock.solver import Evaluation, Objective

# The solver is imported where it is used: it brings numba, and other commands should not wait for that.

_OBJECTIVES: Final[dict[str, Objective]] = {"points": "points", "win": "win", "match": "match"}

_TURNS: Final[dict[Phase, str]] = {
    "throw": "solve-seat-throws",
    "cover": "solve-seat-covers",
    "roll_off": "solve-seat-waits",
    "over": "solve-seat-over",
}


@command("solve zock")
@game_options("zock", "variant", "two_digit")
@click.option("--objective", type=OneOf(tuple(_OBJECTIVES)))
@click.option("--position", metavar="position")
@click.option("--match", type=Number())
@click.option("--lead", type=Number())
@lang
@as_json
def zock(
    options: dict[str, object],
    objective: str | None,
    position: str | None,
    match: int | None,
    lead: int | None,
    as_json: bool,
) -> None:
    """What a fresh game, a position with its covers, or the lead in a match is worth."""
    aim = _OBJECTIVES[objective or ("points" if match is None else "match")]
    if position is not None:
        if options or match is not None or lead is not None:
            raise usage_error("error-position-match")
        _position(_state(position), aim, as_json)
        return
    chosen: Options = read_options(GAME, options)
    if match is not None:
        if aim == "points":
            raise usage_error("error-match-points", "K8")
        if match < 1:
            raise usage_error("error-match-games", "K8", games=str(match))
        _match(chosen, match, lead or 0, as_json)
    elif lead is not None or aim == "match":
        raise usage_error("error-match-missing", "K8")
    else:
        _fresh(chosen, aim, as_json)


def _state(text: str) -> State:
    state = parse(text)
    if not isinstance(state, State):
        raise BadPosition("this is a position of another game than zock", key="error-position-game", game="zock")
    return state


def _fresh(options: Options, aim: Literal["points", "win"], as_json: bool) -> None:
    from ...solve.zock.solver import solution

    say = speech()
    with progress(say):
        value = solution(options, aim).value(ALL_FIELDS, ALL_FIELDS)
    if as_json:
        _print(value=value)
        return
    _show_title(say, options)
    _show_value(say, say("solve-first"), aim, value)


def _match(options: Options, games: int, lead: int, as_json: bool) -> None:
    from ...solve.zock.solver import match_table

    say = speech()
    with progress(say) as tell:
        value = match_table(options, games, tell).value(games, lead)
    if as_json:
        _print(value=value)
        return
    _show_title(say, options)
    _show_value(say, say("solve-ahead" if lead >= 0 else "solve-behind", games=games, lead=abs(lead)), "match", value)


def _position(state: State, aim: Objective, as_json: bool) -> None:
    from ...solve.zock.solver import evaluate

    say = speech()
    with progress(say) as tell:
        found = evaluate(state, aim, progress=tell)
    if as_json:
        covers = [{"fields": each.fields, "value": each.value, "best": each in found.best} for each in found.covers]
        _print(value=found.value, seat=found.seat, **({"covers": covers} if covers else {}))
        return
    show(drawing(state, label=say.label))
    show("")
    _show_value(say, say(_TURNS[state.phase], seat=found.seat), aim, found.value)
    if found.covers:
        _show_covers(say, aim, found)


def _show_title(say: Words, options: Options) -> None:
    variant = say(f"choice-zock-variant-{options.variant}")
    two_digit = say(f"choice-zock-two_digit-{options.two_digit}")
    show(f"{variant} · {say('option-zock-two_digit')}: {two_digit}", style="bold")


def _show_value(say: Words, who: str, aim: Objective, value: float) -> None:
    show(who)
    show(f"{_number(say, aim, value):>12}  {say(f'solve-{aim}')}")


def _show_covers(say: Words, aim: Objective, found: Evaluation) -> None:
    covers = table()
    covers.add_column("")
    covers.add_column(say("odds-cover"))
    covers.add_column(say("solve-value"), justify="right")
    covers.add_column(say("solve-less"), justify="right")
    for worth in found.covers:
        name, value = ",".join(map(str, worth.fields)), _number(say, aim, worth.value)
        if worth in found.best:
            covers.add_row("★", name, value, "", style="bold")
        else:
            covers.add_row("", name, value, _number(say, aim, worth.value - found.value))
    show(covers)


def _number(say: Words, aim: Objective, value: float) -> str:
    """Points with their sign, or a chance in percent; to four digits, for covers often differ by little."""
    if aim == "points":
        sign = "−" if value < 0 else "+"
        return f"{sign}{say('solve-number', number=abs(value))}"
    sign = "−" if value < 0 else ""
    return f"{sign}{say('solve-number', number=100 * abs(value))} %"


def _print(**answer: object) -> None:
    print(msgspec.json.encode(answer).decode())
