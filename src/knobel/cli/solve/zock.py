"""`knobel solve zock`: a fresh game, a position with its covers, or the lead in a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec
import typer

from ...forms import drawing, parse
from ...rules.errors import BadOptions, BadPosition
from ...rules.zock import ALL_FIELDS, Options, Phase, State
from ...words import Words
from ..language import Lang, speech
from ..odds.asking import choices, options_from
from ..odds.showing import show, table
from .patience import patience

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


def zock(
    variant: Annotated[
        str | None, typer.Option(help="basic (default), A, B or C.", autocompletion=choices("zock", "variant"))
    ] = None,
    two_digit: Annotated[
        str | None, typer.Option(help="digits (default) or ten_only.", autocompletion=choices("zock", "two_digit"))
    ] = None,
    objective: Annotated[
        str | None,
        typer.Option(help="points (default) or win; match for a position.", autocompletion=lambda: list(_OBJECTIVES)),
    ] = None,
    position: Annotated[str | None, typer.Option(help="A position text, in place of these options.")] = None,
    match: Annotated[int | None, typer.Option(help="Before a roll-off: how many games are left, 1 to 10.")] = None,
    lead: Annotated[int | None, typer.Option(help="With --match: so many loss points better; 0 if not said.")] = None,
    lang: Lang = None,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON.")] = False,
) -> None:
    """What a fresh game, a position with its covers, or the lead in a match is worth."""
    if objective is not None and objective not in _OBJECTIVES:
        raise BadOptions(f"the objective must be one of {', '.join(_OBJECTIVES)}, not {objective!r}")
    aim = _OBJECTIVES[objective or ("points" if match is None else "match")]
    if position is not None:
        if any(given is not None for given in (variant, two_digit, match, lead)):
            raise BadOptions("a position says its options, games and losses itself")
        _position(_state(position), aim, as_json)
        return
    options: Options = options_from("zock", variant=variant, two_digit=two_digit)
    if match is not None:
        if aim == "points":
            raise BadOptions("a match is there to be won: its value is a chance, not points", "K8")
        if match < 1:
            raise BadOptions(f"a match has at least one game left before a roll-off, not {match}", "K8")
        _match(options, match, lead or 0, as_json)
    elif lead is not None or aim == "match":
        raise BadOptions("say how many games of the match are left, such as --match 3", "K8")
    else:
        _fresh(options, aim, as_json)


def _state(text: str) -> State:
    state = parse(text)
    if not isinstance(state, State):
        raise BadPosition("this is a position of another game than zock")
    return state


def _fresh(options: Options, aim: Literal["points", "win"], as_json: bool) -> None:
    from ...solve.zock.solver import solution

    say = speech()
    with patience(say):
        value = solution(options, aim).value(ALL_FIELDS, ALL_FIELDS)
    if as_json:
        _print(value=value)
        return
    _show_title(say, options)
    _show_value(say, say("solve-first"), aim, value)


def _match(options: Options, games: int, lead: int, as_json: bool) -> None:
    from ...solve.zock.solver import match_table

    say = speech()
    with patience(say) as progress:
        value = match_table(options, games, progress).value(games, lead)
    if as_json:
        _print(value=value)
        return
    _show_title(say, options)
    _show_value(say, say("solve-ahead" if lead >= 0 else "solve-behind", games=games, lead=abs(lead)), "match", value)


def _position(state: State, aim: Objective, as_json: bool) -> None:
    from ...solve.zock.solver import evaluate

    say = speech()
    with patience(say) as progress:
        found = evaluate(state, aim, progress=progress)
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
