"""Positions of Zock'n'Roll.

`queue` is not written: it follows from the seat whose turn it is.
"""

from __future__ import annotations

from typing import Final, get_args

from msgspec.structs import replace

from ...rules.boards import CUP_SIZE, DROPPED_FIRST, WON_THIRD, formed
from ...rules.game import FACE_DOWN, Dice
from ...rules.zocknroll import (
    END,
    Counts,
    Options,
    Phase,
    State,
    best_cups,
    first_to_decide,
    lifted,
    plays_jorg,
    rows,
    start,
)
from .tokens import NONE, number, one_of, quoted, read_dice, refuse, write_dice

FIELDS: Final = ("phase", "seat", "starter", "turns", "white", "cups", "marks")

_ENDED: Final = ("cups", "over")
"""Phases in which the dice on the table are those of a turn that has ended."""

_WHITES: Final[dict[Phase, tuple[int, ...]]] = {
    "starter": (),
    "white": (0, 3, 4),
    "decide": (3, 4),
    "drop": (3, 4),
    "lift": (5,),
    "mark": (5,),
    "cups": (3, 4, 5),
    "over": (3, 4, 5),
}
"""How many white dice may lie beside cups (N5, N9, N10)."""


def write(state: State) -> tuple[str, ...]:
    return (
        state.phase,
        str(state.queue[0]) if state.queue else NONE,
        str(state.starter),
        str(state.turns),
        write_dice(state.white),
        "/".join(_write_cup(state, cup) for cup in range(len(state.cups))) or NONE,
        "/".join("".join(str(mark or ".") for mark in sheet) for sheet in state.marks),
    )


def _write_cup(state: State, cup: int) -> str:
    dice = write_dice(state.cups[cup])
    dropped = cup < len(state.dropped) and state.dropped[cup]
    return f"{dice}:{dropped}" if dropped else dice


def read(options: Options, phase: str, seat: str, starter: str, turns: str, white: str, cups: str, marks: str) -> State:
    fresh = start(options, marks.count("/") + 1)
    players = fresh.players
    state = replace(
        fresh,
        phase=one_of(phase, get_args(Phase), "the phase"),
        starter=number(starter, "the starter", players - 1, "N3"),
        turns=number(turns, "the number of turns"),
        marks=tuple(_read_sheet(options, sheet) for sheet in marks.split("/")),
        white=_ascending(read_dice(white, "the white dice")),
    )
    if cups == NONE:
        return _check_first_turn(state, fresh, seat)
    state = _read_cups(state, cups)
    _check_dice(state)
    _check_dropped(state)
    state = replace(state, queue=_queue(state, seat))
    _check_marks(state)
    return state


def _read_sheet(options: Options, text: str) -> Counts:
    if len(text) != len(rows(options)) or not set(text) <= set(".123456"):
        wanted = f"{len(rows(options))} rows with up to {END} marks each, a dot for none"
        refuse(f"a sheet has {wanted}, not {quoted(text)}", "N12")
    return tuple(".123456".index(mark) for mark in text)


def _ascending(white: Dice) -> Dice:
    """The first three white dice are one throw."""
    return (*sorted(white[:3]), *white[3:])


def _check_first_turn(state: State, fresh: State, seat: str) -> State:
    """Before the first cups are thrown only the starter may have been determined (N3)."""
    starter = state.starter if state.phase == "cups" else 0
    if state != replace(fresh, phase=state.phase, starter=starter) or state.phase not in ("starter", "cups"):
        refuse("without cups the game has just begun: no turns, white dice or marks yet", "N5")
    if seat != NONE:
        refuse(f"no seat decides now, so the seat is {NONE}", "N5")
    return state


def _read_cups(state: State, text: str) -> State:
    players, size = state.players, CUP_SIZE[state.options.board]
    words = text.split("/")
    if len(words) != players + plays_jorg(players):
        refuse(f"{players} players have {players + plays_jorg(players)} cups, not {len(words)}", "N4")
    cups: list[Dice] = []
    dropped: list[int] = []
    for word in words:
        shown, colon, played = word.partition(":")
        dice = read_dice(shown, "a cup")
        if len(dice) != size or 0 < dice.count(FACE_DOWN) < size:
            refuse(f"a cup holds {size} dice of 1 to 6, or ? for all of them, not {quoted(shown)}", "N2")
        cups.append(tuple(sorted(dice)))
        dropped.append(number(played, "the round of a drop", 2, "N9") if colon else 0)
    if any(dropped[players:]):
        refuse("Jörg never drops", "N4")
    return replace(state, cups=tuple(cups), dropped=tuple(dropped[:players]))


def _check_dice(state: State) -> None:
    if len(state.white) not in _WHITES[state.phase] or FACE_DOWN in state.white:
        refuse(f"{write_dice(state.white)} cannot be the white dice in the phase {state.phase}", "N5")
    if any(lifted(state, cup) and not _is_lifted_now(state, cup) for cup in _hidden(state)):
        refuse("a lifted cup shows its dice", "N7")


def _hidden(state: State) -> list[int]:
    """The cups that a view hides, or whose dice are not told yet (R2)."""
    return [cup for cup, dice in enumerate(state.cups) if FACE_DOWN in dice]


def _is_lifted_now(state: State, cup: int) -> bool:
    """True if the dice of a cup are told in this phase (R3)."""
    return state.phase == "lift" and not any(state.dropped[cup : cup + 1])


def _check_dropped(state: State) -> None:
    played, dropped = len(state.white) - 2, state.dropped
    if max(dropped) > max(0, played):
        refuse(f"no seat can have dropped in round {max(dropped)} yet", "N7")
    if state.phase not in _ENDED or played == 3:
        if all(dropped) and state.phase != "drop":
            refuse("when all have dropped the turn is over and no more white dice are thrown", "N8")
    elif not all(dropped) or max(dropped) != played:
        refuse(f"a turn ends in round {played} only when the last players drop there", "N8")


def _queue(state: State, seat: str) -> tuple[int, ...]:
    """The seats that still have to decide, to lift or to mark, from the seat whose turn it is on."""
    if state.phase == "lift":
        return _to_lift(state, seat)
    if state.phase not in ("decide", "drop", "mark"):
        if seat != NONE:
            refuse(f"no seat decides now, so the seat is {NONE}", "N5")
        return ()
    turn = number(seat, "the seat", state.players - 1, "N6")
    if state.phase == "mark":
        winners = [cup for cup in best_cups(state) if cup < state.players]
        if turn not in winners:
            refuse(f"seat {turn} has not won and marks nothing", "N10")
        return tuple(winners[winners.index(turn) :])
    first = first_to_decide(state)
    order = [(first + place) % state.players for place in range(state.players)]
    to_come = order[order.index(turn) :]
    playing_round, after = len(state.white) - 2, to_come[1:]
    if state.dropped[turn] != (playing_round if state.phase == "drop" else 0):
        refuse(f"seat {turn} has lifted its cup in the phase drop, and in no other", "R3")
    if any(state.dropped[later] == playing_round for later in after):
        refuse(f"the seats after seat {turn} have not dropped in this round yet", "N6")
    return (turn, *(later for later in after if not state.dropped[later]))


def _to_lift(state: State, seat: str) -> tuple[int, ...]:
    """The cups that are still to be told in round 3: the seats from the starter on, then Jörg's (R3)."""
    turn = number(seat, "the cup", len(state.cups) - 1, "R3")
    hidden = _hidden(state)
    order = [(state.starter + place) % state.players for place in range(state.players)]
    queue = tuple(cup for cup in (*order, state.players) if cup in hidden)
    if queue[:1] != (turn,):
        refuse("cups are lifted from the starter on, and Jörg's comes last", "R3")
    return queue


def _check_marks(state: State) -> None:
    """Undo the marks of this turn: the sheets before it must be those of a running game."""
    earlier_turns = state.turns - (state.phase in _ENDED)
    for seat, sheet in enumerate(state.marks):
        choices, bonus = _marked_now(state, seat)
        before = [_taken_back(state, sheet, row, bonus) for row in choices or (None,)]
        if not any(_possible(marks, earlier_turns) for marks in before):
            refuse(f"{state.turns} turns and these dice cannot give the marks of seat {seat}", "N7")
    full = any(END in sheet for sheet in state.marks)
    if state.phase in _ENDED and full != (state.phase == "over"):
        refuse("the game is over at the end of the turn in which a row gets its sixth mark", "N12")


def _marked_now(state: State, seat: int) -> tuple[tuple[str, ...], str | None]:
    """The rows of which a seat has marked one in this turn, and the row that it has marked besides."""
    dropped, cup = state.dropped[seat], state.cups[seat]
    board, royal_pairs = state.options.board, state.options.royal_pairs
    if dropped and not (state.phase == "drop" and seat == state.queue[0]):
        rows_then = formed(board, royal_pairs, tuple(sorted(cup + state.white[: dropped + 2])))
        return rows_then, DROPPED_FIRST if dropped == 1 else None
    if len(state.white) < 5 or state.phase == "lift" or seat in state.queue:
        return (), None
    best = best_cups(state)
    if seat not in best:
        return (), None
    return formed(board, royal_pairs, tuple(sorted(cup + state.white))), WON_THIRD if len(best) == 1 else None


def _taken_back(state: State, sheet: Counts, *marked: str | None) -> Counts:
    return tuple(mark - marked.count(row) for row, mark in zip(rows(state.options), sheet, strict=True))


def _possible(sheet: Counts, turns: int) -> bool:
    """A turn gives a seat one combination at most, and `won_third` or `dropped_first` once (N7, N10)."""
    won, *combinations, dropped = sheet
    return min(sheet) >= 0 and max(sheet) < END and sum(combinations) <= turns and won + dropped <= turns
