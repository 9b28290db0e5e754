"""`knobel solve zocknroll`: what a turn brings near equilibrium, and how often to stay in a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from ...forms import drawing, parse
from ...rules.errors import BadOptions, BadPosition
from ...rules.game import FACE_DOWN, check_players
from ...rules.zocknroll import GAME, Options, State
from ...words import Words
from ..language import Lang, speech
from ..odds.asking import choices, options_from
from ..odds.showing import show, table
from .patience import patience

if TYPE_CHECKING:
    from ...solve.zocknroll.solver import Assessment


def zocknroll(
    players: Annotated[int | None, typer.Option(help="How many play, 3 to 12; 4 if not said.")] = None,
    board: Annotated[
        str | None, typer.Option(help="basic (default) or pro.", autocompletion=choices("zocknroll", "board"))
    ] = None,
    first_to_decide: Annotated[
        str | None,
        typer.Option(
            help="starter (default) or left_of_starter.", autocompletion=choices("zocknroll", "first_to_decide")
        ),
    ] = None,
    jorg_counts: Annotated[bool | None, typer.Option(help="Whether Jörg counts as a player; he does.")] = None,
    royal_pairs: Annotated[
        str | None,
        typer.Option(
            help="456 (default), consecutive or six_alike.", autocompletion=choices("zocknroll", "royal_pairs")
        ),
    ] = None,
    position: Annotated[
        str | None, typer.Option(help="A position text in which somebody decides, in place of these options.")
    ] = None,
    lang: Lang = None,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON.")] = False,
) -> None:
    """What a turn brings to each seat near equilibrium, or how often to stay in a position."""
    given = {
        "board": board,
        "first_to_decide": first_to_decide,
        "jorg_counts": jorg_counts,
        "royal_pairs": royal_pairs,
    }
    if position is not None:
        if players is not None or any(value is not None for value in given.values()):
            raise BadOptions("a position says its options and players itself")
        _position(position, as_json)
        return
    count = 4 if players is None else players
    check_players(GAME, count)
    _turn(options_from("zocknroll", **given), count, as_json)


def _turn(options: Options, players: int, as_json: bool) -> None:
    # The solver is imported where it is used: it brings numba, and other commands should not wait for that.
    from ...solve.zocknroll.solver import assess

    say = speech()
    with patience(say, "solve-zocknroll-growing") as progress:
        found = assess(options, players, progress)
    if as_json:
        answer = {"values": found.values, "exploitability": found.exploitability}
        print(msgspec.json.encode(answer | ({"error": found.error} if found.error else {})).decode())
        return
    _show_turn(say, options, found)


def _show_turn(say: Words, options: Options, found: Assessment) -> None:
    players = len(found.values)
    show(
        f"{say(f'choice-zocknroll-board-{options.board}')} · {say('solve-zocknroll-players', players=players)}", "bold"
    )
    worth = table()
    worth.add_column("")
    worth.add_column(say("solve-zocknroll-points"), justify="right")
    for place, value in enumerate(found.values):
        worth.add_row(say("solve-zocknroll-place", place=place), say("solve-number", number=value))
    show(worth)
    gain = say("solve-zocknroll-number", number=found.exploitability)
    error = f" ± {say('solve-zocknroll-number', number=found.error)}" if found.error else ""
    show(say("solve-zocknroll-exploitability", gain=gain + error))


def _position(text: str, as_json: bool) -> None:
    from ...solve.zocknroll.policy import stays
    from ...solve.zocknroll.solver import turn_policy

    state = parse(text)
    if not isinstance(state, State):
        raise BadPosition("this is a position of another game than zocknroll")
    if state.phase != "decide":
        raise BadPosition("nobody has to drop or stay in this position", "N6")
    seat = state.queue[0]
    if FACE_DOWN in state.cups[seat]:
        raise BadPosition(f"the cup of seat {seat} is hidden, so how often it stays is not known", "N5")
    say = speech()
    with patience(say, "solve-zocknroll-growing") as progress:
        chance = stays(turn_policy(state.options, state.players, progress), state, seat)
    if as_json:
        print(msgspec.json.encode({"seat": seat, "stay": chance, "drop": 1 - chance}).decode())
        return
    show(drawing(state, label=say.label))
    show("")
    show(say("solve-zocknroll-seat", seat=seat), style="bold")
    for move, share in (("stay", chance), ("drop", 1 - chance)):
        show(f"{say('odds-percent', percent=100 * share):>10} %  {say(f'solve-zocknroll-{move}')}")
