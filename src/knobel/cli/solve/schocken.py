"""`knobel solve schocken`: who loses the half and the game, from the first round or any state of stones."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeAlias

import click
import msgspec
from msgspec.structs import replace

from ...rules.game import check_players, read_options
from ...rules.schocken import GAME, Hand, Options, State
from ...words import Words
from ..commands import Number, as_json, command, lang, speech, usage_error
from ..options import game_options
from ..output import progress, show, table

if TYPE_CHECKING:
    from ...solve.progress import Progress

Answer: TypeAlias = dict[str, tuple[float, ...]]
"""The chances to lose the half and, from the first round, the game."""

Errors: TypeAlias = tuple[float, ...]
"""Standard errors of these chances, 0 if they are exact."""

_QUICK: Final = 40
"""So few stones are solved for two players before a bar could be read."""

_FINE: Final = 0.0005
"""Chances with smaller standard errors have two digits after the point of their percentage."""
_Z95: Final = 1.96


@command("solve schocken")
@click.option("--players", "-p", type=Number(), default=2)
@click.option("--stones", metavar="stones")
@click.option("--middle", type=Number())
@game_options(
    "schocken", "length", "kept_dice", "covered", "ties", "sixes", "hand_only", "general_beats_schock2", "jule"
)
@lang
@as_json
def schocken(players: int, stones: str | None, middle: int | None, options: dict[str, object], as_json: bool) -> None:
    """Who loses the half and the game under perfect play.

    Two and three players are solved exactly, four and the half of five under the plain rules; otherwise the answer says
    that it is an approximation.
    """
    chosen: Options = read_options(GAME, options)
    held, left = _stones(players, stones, middle, chosen.stones)
    _answer(replace(chosen, stones=sum(held) + left), held, left, as_json)


def _stones(players: int, stones: str | None, middle: int | None, total: int) -> tuple[tuple[int, ...], int]:
    """The stones of the players and those in the middle, which together are all stones of the game."""
    check_players(GAME, players)
    held = (0,) * players
    if stones is not None:
        numbers = re.split(r"\s*,\s*|\s+", stones.strip())
        if len(numbers) != players or not all(number.isdecimal() for number in numbers):
            raise usage_error("error-stones", "S9", players=players, example=",".join("3" * players))
        held = tuple(map(int, numbers))
    left = total - sum(held) if middle is None else middle
    if left < 0:
        raise usage_error("error-middle", "S9")
    if left == 0 and not any(held):
        raise usage_error("error-no-stones", "S1")
    if left == 0 and sum(count > 0 for count in held) < 2:
        raise usage_error("error-lost-already", "S9")
    if left == 0 and held[0] == 0:
        raise usage_error("error-beginner-out", "S9")
    return held, left


def _answer(options: Options, held: tuple[int, ...], middle: int, as_json: bool) -> None:
    say = speech()
    with progress(say, "solve-schocken-growing") as tell:
        answer, errors = (_two if len(held) == 2 else _more)(options, held, middle, tell)
    if as_json:
        print(msgspec.json.encode(_rounded(answer, errors)).decode())
        return
    show(say("solve-schocken-title", players=len(held), middle=middle), style="bold")
    risks = table()
    risks.add_column("")
    risks.add_column(say("odds-stones"), justify="right")
    for name in answer:
        risks.add_column(say(f"solve-schocken-{name}"), justify="right")
    for place, (count, *chances) in enumerate(zip(held, *answer.values(), strict=True), start=1):
        percents = (_percent(say, one, error) for one, error in zip(chances, errors, strict=True))
        risks.add_row(say("solve-schocken-place", place=place), str(count), *percents)
    show(risks)
    if any(errors):
        which = "approximate" if all(errors) else "approximate-game"  # the half of five is exact, their game is not
        show(say(f"solve-schocken-{which}", error=100 * _Z95 * max(errors)))


# The solvers are imported where they are used: they bring numba, and other commands should not wait for that.


def _two(options: Options, held: tuple[int, ...], middle: int, progress: Progress) -> tuple[Answer, Errors]:
    from ...solve.progress import silent
    from ...solve.schocken.two import game_risks, half_table

    risk = half_table(options, progress if options.stones > _QUICK else silent).risk(middle, held[0])
    answer: Answer = {"half": (risk, 1 - risk)}
    if _in_game(options, held):
        answer["game"] = game_risks(options)
    return answer, (0.0,) * len(answer)


def _more(options: Options, held: tuple[int, ...], middle: int, progress: Progress) -> tuple[Answer, Errors]:
    from ...solve.schocken.evaluation import Objective, position_risks

    state = State(options, held, middle, (Hand(),) * len(held), "throw")
    objectives: tuple[Objective, ...] = ("half", "game") if _in_game(options, held) else ("half",)
    found = {objective: position_risks(state, objective, progress=progress) for objective in objectives}
    return {name: each.risks for name, each in found.items()}, tuple(each.errors.risk for each in found.values())


def _in_game(options: Options, held: tuple[int, ...]) -> bool:
    """Whether to answer for the game, too: from its first round, unless it is one half (S11)."""
    return options.length == "game" and not any(held)


def _rounded(answer: Answer, errors: Errors) -> dict[str, object]:
    """The answer as JSON; estimates with their standard errors, and without digits that these do not allow."""
    if not any(errors):
        return {**answer}
    named = {name: round(error, 5) for name, error in zip(answer, errors, strict=True)}
    chances = {
        name: [round(chance, 2 + _digits(named[name])) if named[name] else chance for chance in answer[name]]
        for name in answer
    }
    return {**chances, "exact": False, "standard_error": named}


def _percent(say: Words, chance: float, error: float) -> str:
    name = f"solve-rounded-{_digits(error)}" if error else "solve-number"
    return f"{say(name, number=100 * chance)} %"


def _digits(error: float) -> int:
    """The digits after the point of a percentage, down to the first one of its standard error."""
    return 1 if error > _FINE else 2
