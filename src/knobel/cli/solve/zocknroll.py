"""`knobel solve zocknroll`: what a turn brings near equilibrium, and how often to stay in a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import msgspec

from ...forms import drawing, parse
from ...rules.errors import BadPosition
from ...rules.game import FACE_DOWN, check_players, read_options
from ...rules.zocknroll import GAME, Options, State
from ...words import Words
from ..commands import Number, as_json, command, lang, speech, usage_error
from ..options import game_options
from ..output import progress, show, table

if TYPE_CHECKING:
    from ...solve.zocknroll.solver import Assessment


@command("solve zocknroll")
@click.option("--players", "-p", type=Number())
@game_options("zocknroll", "board", "first_to_decide", "jorg_counts", "royal_pairs")
@click.option("--position", metavar="position")
@lang
@as_json
def zocknroll(players: int | None, options: dict[str, object], position: str | None, as_json: bool) -> None:
    """What a turn brings to each seat near equilibrium, or how often to stay in a position."""
    if position is not None:
        if players is not None or options:
            raise usage_error("error-position-players")
        _position(position, as_json)
        return
    count = 4 if players is None else players
    check_players(GAME, count)
    _turn(read_options(GAME, options), count, as_json)


def _turn(options: Options, players: int, as_json: bool) -> None:
    # The solver is imported where it is used: it brings numba, and other commands should not wait for that.
    from ...solve.zocknroll.solver import assess

    say = speech()
    with progress(say, "solve-zocknroll-growing") as tell:
        found = assess(options, players, tell)
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
    show(say("solve-zocknroll-not-unique"))


def _position(text: str, as_json: bool) -> None:
    from ...solve.zocknroll.policy import stays
    from ...solve.zocknroll.solver import turn_policy

    state = parse(text)
    if not isinstance(state, State):
        sentence = "this is a position of another game than zocknroll"
        raise BadPosition(sentence, key="error-position-game", game="zocknroll")
    if state.phase != "decide":
        raise BadPosition("no player has to drop or stay in this position", "N6", key="error-position-waits")
    seat = state.queue[0]
    if FACE_DOWN in state.cups[seat]:
        sentence = f"the cup of seat {seat} is hidden, so how often it stays is not known"
        raise BadPosition(sentence, "N5", key="error-position-hidden", seat=seat)
    say = speech()
    with progress(say, "solve-zocknroll-growing") as tell:
        chance = stays(turn_policy(state.options, state.players, tell), state, seat)
    if as_json:
        print(msgspec.json.encode({"seat": seat, "stay": chance, "drop": 1 - chance}).decode())
        return
    show(drawing(state, label=say.label))
    show("")
    show(say("solve-zocknroll-seat", seat=seat), style="bold")
    for move, share in (("stay", chance), ("drop", 1 - chance)):
        show(f"{say('odds-percent', percent=100 * share):>10} %  {say(f'solve-zocknroll-{move}')}")
