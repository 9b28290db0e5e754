"""`knobel solve schocken`: who loses the half and the game, from the first round or any state of stones."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

import msgspec
import typer
from msgspec.structs import replace

from ...rules import GAMES
from ...rules.errors import BadOptions
from ...rules.game import check_players
from ...rules.schocken import GAME, Hand, Options, State
from ...words import Words
from ..language import Lang, speech
from ..odds.asking import choices, options_from
from ..odds.showing import show, table
from .patience import patience

if TYPE_CHECKING:
    from ...solve.progress import Progress

Answer: TypeAlias = dict[str, tuple[float, ...]]
"""The chances to lose the half and, from the first round, the game."""

_QUICK: Final = 40
"""So few stones are solved for two players before a bar could be read."""


def _presets() -> list[str]:
    return list(GAMES["schocken"].presets)


def schocken(
    players: Annotated[int, typer.Option(help="How many play; more than four are approximated.")] = 2,
    stones: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="The stones of each player, from who begins the next round on.")
    ] = None,
    middle: Annotated[int | None, typer.Option(help="The stones in the middle; else what is left of 13.")] = None,
    preset: Annotated[str | None, typer.Option(help="pub: the usual house rules.", autocompletion=_presets)] = None,
    kept_dice: Annotated[
        str | None, typer.Option(help="may_return (default) or stay.", autocompletion=choices("schocken", "kept_dice"))
    ] = None,
    covered: Annotated[
        str | None, typer.Option(help="third (default), last or none.", autocompletion=choices("schocken", "covered"))
    ] = None,
    ties: Annotated[
        str | None,
        typer.Option(help="order (default) or throws_then_order.", autocompletion=choices("schocken", "ties")),
    ] = None,
    sixes: Annotated[bool | None, typer.Option(help="H1: two sixes become a one, three two ones.")] = None,
    hand_only: Annotated[bool | None, typer.Option(help="H2: Straße and Admiral only from one throw.")] = None,
    general_beats_schock2: Annotated[bool | None, typer.Option(help="H3: Admirals rank above Schock 2.")] = None,
    jule: Annotated[bool | None, typer.Option(help="H4: 4-2-1 ranks second, for 7 stones.")] = None,
    lang: Lang = None,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON.")] = False,
) -> None:
    """Who loses the half and the game under perfect play, from the first round or any state of stones.

    Two and three players are solved exactly, four under the plain rules; otherwise the answer says that it is an
    approximation.
    """
    held, left = _stones(players, stones, middle)
    options: Options = options_from(
        "schocken",
        preset=preset,
        kept_dice=kept_dice,
        covered=covered,
        ties=ties,
        sixes=sixes,
        hand_only=hand_only,
        general_beats_schock2=general_beats_schock2,
        jule=jule,
    )
    _answer(replace(options, stones=sum(held) + left), held, left, as_json)


def _stones(players: int, stones: str | None, middle: int | None) -> tuple[tuple[int, ...], int]:
    """The stones of the players and those in the middle, which together are all stones of the game."""
    check_players(GAME, players)
    held = (0,) * players
    if stones is not None:
        numbers = re.split(r"\s*,\s*|\s+", stones.strip())
        if len(numbers) != players or not all(number.isdecimal() for number in numbers):
            raise BadOptions(f"say the stones of {players} players, such as {','.join('3' * players)}", "S9")
        held = tuple(map(int, numbers))
    left = Options().stones - sum(held) if middle is None else middle
    if left < 0:
        raise BadOptions("there cannot be less than no stones in the middle", "S9")
    if left == 0 and not any(held):
        raise BadOptions("a half is played for at least one stone", "S1")
    if left == 0 and sum(count > 0 for count in held) < 2:
        raise BadOptions("who holds all stones has lost the half already", "S9")
    if left == 0 and held[0] == 0:
        raise BadOptions("who begins has lost the round before, and cannot be out of the half", "S9")
    return held, left


def _answer(options: Options, held: tuple[int, ...], middle: int, as_json: bool) -> None:
    say = speech()
    with patience(say, "solve-schocken-growing") as progress:
        answer, exact = (_two if len(held) == 2 else _more)(options, held, middle, progress)
    if as_json:
        print(msgspec.json.encode(answer if exact else {**answer, "exact": exact}).decode())
        return
    show(say("solve-schocken-title", players=len(held), middle=middle), style="bold")
    risks = table()
    risks.add_column("")
    risks.add_column(say("odds-stones"), justify="right")
    for name in answer:
        risks.add_column(say(f"solve-schocken-{name}"), justify="right")
    for place, (count, *chances) in enumerate(zip(held, *answer.values(), strict=True), start=1):
        risks.add_row(say("solve-schocken-place", place=place), str(count), *(_percent(say, one) for one in chances))
    show(risks)
    if not exact:
        show(say("solve-schocken-approximate"))


# The solvers are imported where they are used: they bring numba, and other commands should not wait for that.


def _two(options: Options, held: tuple[int, ...], middle: int, progress: Progress) -> tuple[Answer, bool]:
    from ...solve.progress import silent
    from ...solve.schocken.two import game_risks, half_table

    risk = half_table(options, progress if options.stones > _QUICK else silent).risk(middle, held[0])
    answer: Answer = {"half": (risk, 1 - risk)}
    if not any(held):
        answer["game"] = game_risks(options)
    return answer, True


def _more(options: Options, held: tuple[int, ...], middle: int, progress: Progress) -> tuple[Answer, bool]:
    from ...solve.schocken.evaluation import Objective, outlook

    state = State(options, held, middle, (Hand(),) * len(held), "throw")
    objectives: tuple[Objective, ...] = ("half",) if any(held) else ("half", "game")
    found = {objective: outlook(state, objective, progress=progress) for objective in objectives}
    return {name: each.risks for name, each in found.items()}, all(each.exact for each in found.values())


def _percent(say: Words, chance: float) -> str:
    return f"{say('solve-number', number=100 * chance)} %"
