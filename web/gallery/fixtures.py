"""Whole games of Zock'n'Roll as a browser gets them, for the development page in this folder.

python web/gallery/fixtures.py > web/gallery/fixtures.json
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random

import msgspec

from knobel.rules import zocknroll
from knobel.rules.dice import SeededDice
from knobel.rules.game import Chance, Decision, Event, Lot, State
from knobel.rules.session import Session
from knobel.serve.messages import Choice, Choices, Pending, SeatShown, Step, TableShown, Tally, ZocknrollShown
from knobel.table.commands import Settings
from knobel.telling.choices import choices
from knobel.telling.facts.zocknroll import zocknroll_facts
from knobel.telling.now import now, stage

NAMES = ("Anna", "Ben", "Cem", "Dörte", "Emil", "Franziska-Marie", "Gül", "Henk", "Ida", "Jonas", "Kim", "Luzie")
VIEWER = 0


class Fixture(msgspec.Struct):
    """A game of the viewer at seat `you`, or of a replay with all dice open."""

    name: str
    table: TableShown
    you: int | None
    steps: list[Step]
    choices: list[Choices | None]


def fixture(players: int, board: str, *, open_dice: bool) -> Fixture:
    names = NAMES[:players]
    session = Session("zocknroll", names, {"board": board})
    steps: list[Step] = []
    offered: list[Choices | None] = []
    for version, event in enumerate(events(session, SeededDice(players), Random(players)), start=1):
        state = session.state
        assert isinstance(state, zocknroll.State)
        view = state if open_dice else zocknroll.view(state, VIEWER)
        pending = shown_pending(view)
        said = now(names, view, pending.kind, pending.seat)
        game = ZocknrollShown(names, pending, said, stage(view), view, zocknroll_facts(view), zocknroll.result(state))
        steps.append(Step(version, 0, {"t": "played", "event": msgspec.to_builtins(event), "by": "player"}, game=game))
        offered.append(None if open_dice else shown_choices(version, names, view))
    seats = tuple(SeatShown(name, "bot" if seat else "person") for seat, name in enumerate(names))
    you = None if open_dice else VIEWER
    options = msgspec.to_builtins(session.options)
    tally = (Tally(0, 0, 0),) * players
    table = TableShown("fixture", "zocknroll", options, Settings(), "playing", seats, VIEWER, you, 1, tally)
    return Fixture(f"{players}-{board}-{'replay' if open_dice else 'live'}", table, you, steps, offered)


def events(session: Session, source: SeededDice, choosing: Random) -> Iterator[Event]:
    """A whole game of players who drop now and then."""

    def choose(view: State) -> Event:
        decision = session.game.pending(view)
        assert isinstance(decision, Decision)
        moves: tuple[Event, ...] = decision.moves
        return choosing.choice(moves[1:]) if moves[1:] and choosing.random() < 0.3 else moves[0]

    while session.step(source, choose):
        yield session.events[-1]


def shown_pending(view: zocknroll.State) -> Pending:
    match zocknroll.pending(view):
        case Decision(seat=seat, moves=moves):
            return Pending("decision", seat, tuple(moves) if seat == VIEWER else ())
        case Chance(event=zocknroll.White()):
            return Pending("dice", view.starter)
        case Chance():
            return Pending("dice")
        case Lot():
            return Pending("lot")
    return Pending("over")


def shown_choices(version: int, names: tuple[str, ...], view: zocknroll.State) -> Choices | None:
    decision = zocknroll.pending(view)
    if not isinstance(decision, Decision) or decision.seat != VIEWER:
        return None
    offered = choices(names, view, tuple(decision.moves))
    return Choices(version, tuple(Choice(msgspec.to_builtins(each.move), each.label, each.meaning) for each in offered))


if __name__ == "__main__":
    made = [fixture(players, board, open_dice=False) for players in (3, 4, 6, 12) for board in ("basic", "pro")]
    made.append(fixture(4, "basic", open_dice=True))
    sys.stdout.buffer.write(msgspec.json.encode(made))
