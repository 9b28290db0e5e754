"""Zock'n'Roll: Texas hold'em with dice.

Rule numbers N1 to N15 are those of `knobel rules zocknroll`, R1 to R7 those of real dice.
"""

# Fields of events replace the properties `seat` and `dice` of their base class.
# pyright: reportIncompatibleMethodOverride=false

from __future__ import annotations

from functools import cache, lru_cache
from operator import mul
from typing import Annotated, Final, Literal, NoReturn, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from . import game
from .boards import BOARDS, CUP_SIZE, DROPPED_FIRST, INDEX, ROWS, WON_THIRD, formed
from .dice import FALLEN
from .errors import IllegalEvent, refuse, shown
from .game import FACE_DOWN, Chance, Decision, Dice, Lift, Lot, Over

Counts: TypeAlias = tuple[int, ...]
Phase: TypeAlias = Literal["starter", "cups", "white", "decide", "drop", "lift", "mark", "over"]

END: Final = 6  # N12: the mark that ends the game


class Options(game.Options, frozen=True):
    board: Annotated[Literal["basic", "pro"], Meta(extra={"rule": "N2"})] = "basic"
    first_to_decide: Annotated[Literal["starter", "left_of_starter"], Meta(extra={"rule": "N6"})] = "starter"
    jorg_counts: Annotated[bool, Meta(extra={"rule": "N13"})] = True
    royal_pairs: Annotated[Literal["456", "consecutive", "six_alike"], Meta(extra={"rule": "N15"})] = "456"


class Starter(game.Event, frozen=True, tag="starter"):
    seat: int


class Cups(game.Event, frozen=True, tag="cups"):
    """All cups are thrown; `dice` holds the dice of each seat, then Jörg's. Cups may stay face down (R2)."""

    dice: tuple[Dice, ...]


class White(game.Event, frozen=True, tag="white"):
    dice: Dice


class Stay(game.Event, frozen=True, tag="stay"):
    seat: int


class Drop(game.Event, frozen=True, tag="drop"):
    """Lift the cup and mark `row`, or nothing where no row can be formed."""

    seat: int
    row: str | None


class Mark(game.Event, frozen=True, tag="mark"):
    """A winner of the third round marks a row."""

    seat: int
    row: str


Event: TypeAlias = Starter | Cups | White | Stay | Drop | Lift | Mark


class Result(game.Result, frozen=True):
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    turns: int
    marks: tuple[dict[str, int], ...]

    def shares(self, players: int) -> tuple[float, ...]:
        return game.equal_shares(self.winners, players)

    def points(self, players: int) -> tuple[int, ...]:  # noqa: ARG002 - the signature of all games
        return self.scores


class State(game.State, frozen=True):
    """`cups` are those of the seats, then Jörg's; `dropped` is the round in which a seat dropped, 0 if it did not.

    `queue` are the seats that still have to decide in this round, to lift their cups or to mark, in order. `marks`
    count the rows of `rows(options)` for each seat. After a turn its dice stay on the table until the next cups are
    thrown.
    """

    options: Options
    marks: tuple[Counts, ...]
    phase: Phase = "starter"
    starter: int = 0
    cups: tuple[Dice, ...] = ()
    white: Dice = ()
    dropped: Counts = ()
    queue: tuple[int, ...] = ()
    turns: int = 0

    @property
    def players(self) -> int:
        return len(self.marks)


def rows(options: Options) -> tuple[str, ...]:
    """All rows of the tableau from top to bottom."""
    return ROWS[options.board]


def values(options: Options, players: int) -> tuple[int, ...]:
    """The value of a mark in each row (N13)."""
    joins = int(plays_jorg(players) and options.jorg_counts)
    return (players + joins, *(value for _, value, _ in BOARDS[options.board]), 1)


def row_values(options: Options, players: int) -> dict[str, int]:
    """The value of a mark by the name of its row (N13)."""
    return dict(zip(rows(options), values(options, players), strict=True))


def plays_jorg(players: int) -> bool:
    return players == 3  # N4


def hand(state: State, cup: int) -> tuple[str, ...]:
    """The rows that a cup can form with the white dice, best first; nothing while the cup is hidden."""
    dice = state.cups[cup]
    return () if dice[0] == FACE_DOWN else _hand(state.options, dice, state.white)


@lru_cache(maxsize=1 << 9)
def _hand(options: Options, cup: Dice, white: Dice) -> tuple[str, ...]:
    return formed(options.board, options.royal_pairs, tuple(sorted(cup + white)))


def start(options: Options, players: int) -> State:
    game.check_players(GAME, players)  # N1
    return State(options, marks=((0,) * len(rows(options)),) * players)


@cache
def _deciding(seat: int, can_form: tuple[str, ...]) -> Decision[Event]:
    return Decision(seat, (Stay(seat), *_drops(seat, can_form)))


@cache
def _deciding_unseen(board: str, seat: int) -> Decision[Event]:
    return Decision(seat, (Stay(seat), Lift(seat, (FACE_DOWN,) * CUP_SIZE[board])))


@cache
def _dropping(seat: int, can_form: tuple[str, ...]) -> Decision[Event]:
    return Decision(seat, _drops(seat, can_form))


def _drops(seat: int, can_form: tuple[str, ...]) -> tuple[Event, ...]:
    return tuple(Drop(seat, row) for row in can_form) or (Drop(seat, None),)


@cache
def _marking(seat: int, can_form: tuple[str, ...]) -> Decision[Event]:
    return Decision(seat, tuple(Mark(seat, row) for row in can_form))


@cache
def _throwing(board: str, cups: int) -> Chance[Event]:
    return Chance(Cups(((FACE_DOWN,) * CUP_SIZE[board],) * cups))


_FIRST_WHITE: Final = Chance[Event](White((FACE_DOWN,) * 3))
_NEXT_WHITE: Final = Chance[Event](White((FACE_DOWN,)))


def pending(state: State) -> game.Pending[Event]:
    match state.phase:
        case "decide":
            seat = state.queue[0]
            if state.cups[seat][0] == FACE_DOWN:
                return _deciding_unseen(state.options.board, seat)
            return _deciding(seat, hand(state, seat))
        case "white":
            return _NEXT_WHITE if state.white else _FIRST_WHITE
        case "cups":
            players = state.players
            return _throwing(state.options.board, players + plays_jorg(players))
        case "mark":
            return _marking(state.queue[0], hand(state, state.queue[0]))
        case "drop":
            return _dropping(state.queue[0], hand(state, state.queue[0]))
        case "lift":
            return Chance(Lift(state.queue[0], (FACE_DOWN,) * CUP_SIZE[state.options.board]))
        case "starter":
            return Lot(tuple(Starter(seat) for seat in range(state.players)))
        case _:
            return Over(_final(state))


def play(state: State, event: Event) -> State:
    match event:
        case Stay():
            return _stay(state, event)
        case Drop():
            return _drop(state, event)
        case White():
            return _white(state, event)
        case Cups():
            return _cups(state, event)
        case Mark():
            return _mark(state, event)
        case Lift():
            return _lift(state, event)
        case Starter():
            if state.phase != "starter":
                _refuse_turn(state)
            if event.seat not in range(state.players):
                refuse("N3", f"seat {event.seat} does not play, so it cannot start")
            return replace(state, starter=event.seat, phase="cups")
        case _:
            raise IllegalEvent(f"{event} is no event of Zock'n'Roll", "N5")


def lifted(state: State, cup: int) -> bool:
    """True if the dice of a cup are public: it was dropped (N7), or all are lifted (N10)."""
    return len(state.white) == 5 or (cup < len(state.dropped) and state.dropped[cup] > 0)


def view(state: State, seat: int | None) -> State:
    """N5: a seat sees its own cup and those that are lifted; Jörg's is hidden from all before round 3."""
    own = seat if seat in range(state.players) else None
    seen = tuple(
        dice if cup == own or lifted(state, cup) else (FACE_DOWN,) * len(dice) for cup, dice in enumerate(state.cups)
    )
    return replace(state, cups=seen)


def result(state: State) -> Result | None:
    return _final(state) if state.phase == "over" else None


def scores(state: State) -> tuple[int, ...]:
    """The points of every seat so far (N13)."""
    worth = values(state.options, state.players)
    return tuple([sum(map(mul, marks, worth)) for marks in state.marks])


def _final(state: State) -> Result:
    points = scores(state)
    order = [(points[seat], marks[0]) for seat, marks in enumerate(state.marks)]  # N14: points, then won_third
    winners = tuple(seat for seat, rank in enumerate(order) if rank == max(order))
    names = rows(state.options)
    marks = tuple({row: mark for row, mark in zip(names, seat, strict=True) if mark} for seat in state.marks)
    return Result(points, winners, state.turns, marks)


_AWAITED: Final[dict[Phase, tuple[str, str]]] = {
    "starter": ("N3", "the starter has to be determined first"),
    "cups": ("N5", "a turn begins with throwing all cups"),
    "white": ("N5", "white dice are thrown now"),
    "decide": ("N6", "it is for seat {seat} to drop or stay now"),
    "drop": ("R3", "seat {seat} has lifted its cup and drops now"),
    "lift": ("R3", "cup {seat} is lifted now"),
    "mark": ("N10", "seat {seat} has won and marks a row now"),
    "over": ("N12", "the game is over"),
}


def _white_rule(state: State) -> str:
    """The rule by which the next white dice are thrown."""
    return {0: "N5", 3: "N9", 4: "N10"}[len(state.white)]


def _refuse_turn(state: State) -> NoReturn:
    rule, sentence = _AWAITED[state.phase]
    if state.phase == "white":
        rule = _white_rule(state)
    if state.phase == "decide" and len(state.white) == 4:
        rule = "N9"
    refuse(rule, sentence.format(seat=state.queue[0] if state.queue else None))


def _cups(state: State, event: Cups) -> State:
    if state.phase != "cups":
        _refuse_turn(state)
    players, size = state.players, CUP_SIZE[state.options.board]
    if len(event.dice) != players + plays_jorg(players):
        jorg = " and Jörg" if plays_jorg(players) else ""
        refuse("N4" if jorg else "N5", f"{players} players{jorg} throw one cup each, not {len(event.dice)} cups")
    face_down = (FACE_DOWN,) * size
    cups = tuple([dice if dice == face_down else FALLEN[size].get(dice, ()) for dice in event.dice])
    if () in cups:
        wrong = event.dice[cups.index(())]
        if FACE_DOWN in wrong:
            refuse("R2", f"a cup is told with all of its {size} dice or with none, not {shown(list(wrong))}")
        refuse("N2", f"a cup holds {size} dice of 1 to 6, not {shown(list(wrong))}")
    return replace(state, cups=cups, white=(), dropped=(0,) * players, phase="white")


def _white(state: State, event: White) -> State:
    if state.phase != "white":
        _refuse_turn(state)
    wanted = 1 if state.white else 3  # N5, N9, N10
    fallen = FALLEN[wanted].get(event.dice)
    if fallen is None:
        refuse(
            "R2" if FACE_DOWN in event.dice else _white_rule(state),
            f"{wanted} white {'die' if wanted == 1 else 'dice'} of 1 to 6 must fall, not {shown(list(event.dice))}",
        )
    after = replace(state, white=state.white + fallen)
    if len(after.white) == 5:
        return _third_round(after)
    return replace(after, phase="decide", queue=_still_in(after, first_to_decide(after)))


def _third_round(state: State) -> State:
    """All cups are lifted; those that nobody has told are told now (R3). Then the winners mark (N10)."""
    face_down = tuple(cup for cup in _in_third_round(state) if state.cups[cup][0] == FACE_DOWN)
    if face_down:
        return replace(state, phase="lift", queue=face_down)
    winners = tuple(cup for cup in best_cups(state) if cup < state.players)
    if not winners:
        return _end_turn(state)  # N10: Jörg alone is best
    return replace(state, phase="mark", queue=winners)


def first_to_decide(state: State) -> int:
    """The seat that decides first (N6)."""
    return (state.starter + (state.options.first_to_decide == "left_of_starter")) % state.players


def _still_in(state: State, first: int) -> tuple[int, ...]:
    """The seats that have not dropped, clockwise from `first` on."""
    dropped = state.dropped
    return tuple([seat for seat in _clockwise(len(dropped), first) if not dropped[seat]])


@cache
def _clockwise(players: int, first: int) -> tuple[int, ...]:
    return tuple(seat % players for seat in range(first, first + players))


def best_cups(state: State) -> tuple[int, ...]:
    """The cups that hold the best hand of round 3, from the starter on; Jörg's comes last (N10)."""
    cups = _in_third_round(state)
    hands = [hand(state, cup) for cup in cups]
    if () in hands:  # seven dice always form something
        refuse("R5", "cups whose dice nobody has told cannot be compared")
    order = INDEX[state.options.board]
    ranks = [order[rows[0]] for rows in hands]
    best = min(ranks)
    return tuple([cup for cup, rank in zip(cups, ranks, strict=True) if rank == best])


def _in_third_round(state: State) -> tuple[int, ...]:
    """The cups that are compared in round 3, from the starter on; Jörg's comes last (N10)."""
    return _still_in(state, state.starter) + tuple(range(state.players, len(state.cups)))


def won_alone(state: State) -> bool:
    """True if round 3 has exactly one best hand, whose player marks `won_third`, too (N10)."""
    return len(best_cups(state)) == 1


def _stay(state: State, event: Stay) -> State:
    if state.phase != "decide" or event.seat != state.queue[0]:
        _refuse_turn(state)
    return _decided(state, state.dropped, state.marks)


def _lift(state: State, event: Lift) -> State:
    """R3: a seat that lifts its cup in round 1 or 2 has dropped; in round 3 all cups are lifted in order."""
    if state.phase not in ("decide", "lift"):
        refuse("R3", "no cup is lifted now")
    seat, size = event.seat, CUP_SIZE[state.options.board]
    if seat != state.queue[0]:
        refuse("R3", f"cup {state.queue[0]} is next, not cup {shown(seat)}")
    if state.cups[seat][0] != FACE_DOWN:
        refuse("R3", f"the dice of seat {seat} are known, so they are not told again")
    fallen = FALLEN[size].get(event.dice)
    if fallen is None:
        refuse("R3", f"{size} dice of 1 to 6 lie under a cup, not {shown(list(event.dice))}")
    after = replace(state, cups=(*state.cups[:seat], fallen, *state.cups[seat + 1 :]))
    if state.phase == "lift":
        return _third_round(after)
    return replace(after, phase="drop", dropped=_dropped_now(state, seat))


def _dropped_now(state: State, seat: int) -> Counts:
    playing_round = len(state.white) - 2
    return (*state.dropped[:seat], playing_round, *state.dropped[seat + 1 :])


def _drop(state: State, event: Drop) -> State:
    if state.phase not in ("decide", "drop") or event.seat != state.queue[0]:
        _refuse_turn(state)
    seat, row, can_form = event.seat, event.row, hand(state, event.seat)
    if state.cups[seat][0] == FACE_DOWN:
        refuse("R3", f"seat {seat} lifts its cup before it marks a row")
    if row not in (can_form or (None,)):
        if row is None:
            refuse("N7", f"seat {seat} can form {can_form[0]} or a worse row and has to mark one")
        refuse("N7", f"seat {seat} cannot form {shown(row)} from the own and the white dice")
    crosses = [DROPPED_FIRST] if len(state.white) == 3 else []  # N7
    if row is not None:
        crosses.append(row)
    return _decided(state, _dropped_now(state, seat), _marked(state, seat, crosses))


def _marked(state: State, seat: int, crosses: list[str]) -> tuple[Counts, ...]:
    """The tableaus with one more cross in each of these rows of a seat."""
    columns, sheet = INDEX[state.options.board], list(state.marks[seat])
    for row in crosses:
        sheet[columns[row]] += 1
    return (*state.marks[:seat], tuple(sheet), *state.marks[seat + 1 :])


def _decided(state: State, dropped: Counts, marks: tuple[Counts, ...]) -> State:
    queue = state.queue[1:]
    if queue:
        return replace(state, dropped=dropped, marks=marks, queue=queue, phase="decide")
    if all(dropped):
        return _end_turn(replace(state, dropped=dropped, marks=marks))  # N8
    return replace(state, dropped=dropped, marks=marks, queue=(), phase="white")


def _mark(state: State, event: Mark) -> State:
    if state.phase != "mark" or event.seat != state.queue[0]:
        _refuse_turn(state)
    seat, row = event.seat, event.row
    if row not in hand(state, seat):
        refuse("N10", f"seat {seat} cannot form {shown(row)} from the own and the white dice")
    marks = _marked(state, seat, [WON_THIRD, row] if won_alone(state) else [row])
    after = replace(state, marks=marks, queue=state.queue[1:])
    return after if after.queue else _end_turn(after)


def _end_turn(state: State) -> State:
    """N11: the seat to the left is the next starter; N12: the game may be over."""
    over = any(max(sheet) >= END for sheet in state.marks)
    starter = (state.starter + 1) % state.players
    phase: Phase = "over" if over else "cups"
    return replace(state, phase=phase, starter=starter, turns=state.turns + 1, queue=())


GAME: Final = game.Game[Options, State, Event](
    name="zocknroll",
    players=range(3, 13),
    players_rule="N1",
    options=Options,
    events=(Starter, Cups, White, Stay, Drop, Lift, Mark),
    state=State,
    start=start,
    pending=pending,
    play=play,
    view=view,
    result=result,
)
