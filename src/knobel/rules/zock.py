"""ZOCK: two players cover the fields 1 to 9 by throws of two dice, as in Shut the Box.

Rule numbers K1 to K10 are those of `knobel rules zock`.
"""

# Fields of events replace the properties `seat` and `dice` of their base class.
# pyright: reportIncompatibleMethodOverride=false

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from typing import Annotated, Final, Literal, NoReturn, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from . import game
from .chips import FIVE_EACH, Chips, Holding, settle
from .dice import FALLEN
from .errors import IllegalEvent, refuse, shown
from .game import FACE_DOWN, MOST, Chance, Decision, Dice, Over

Fields: TypeAlias = tuple[int, ...]
Phase: TypeAlias = Literal["roll_off", "throw", "cover", "object", "accept", "over"]

ALL_FIELDS: Final[Fields] = (1, 2, 3, 4, 5, 6, 7, 8, 9)  # K1


class Options(game.Options, frozen=True):
    variant: Annotated[Literal["basic", "A", "B", "C"], Meta(extra={"rule": "K5"})] = "basic"
    two_digit: Annotated[Literal["digits", "ten_only"], Meta(extra={"rule": "K6"})] = "digits"
    games: Annotated[int, Meta(ge=1, le=MOST, extra={"rule": "K8"})] = 10
    referee: Annotated[Literal["strict", "players"], Meta(extra={"rule": "K9"})] = "strict"
    chips: Annotated[Chips | None, Meta(extra={"rule": "K10"})] = None


class RollOff(game.Event, frozen=True, tag="roll_off"):
    """Both throw two dice to determine who begins; `dice` holds the throw of each seat."""

    dice: tuple[Dice, ...]


class Throw(game.Event, frozen=True, tag="throw"):
    seat: int
    dice: Dice = (FACE_DOWN, FACE_DOWN)


class Cover(game.Event, frozen=True, tag="cover"):
    seat: int
    fields: Fields


class Pass(game.Event, frozen=True, tag="pass"):
    """With players as referees: cover nothing and hand the dice over."""

    seat: int


class Object(game.Event, frozen=True, tag="object"):
    """With players as referees: the covers since the last hand-over are checked."""

    seat: int


class Accept(game.Event, frozen=True, tag="accept"):
    """With players as referees: the opponent's last cover ends the game."""

    seat: int


Event: TypeAlias = RollOff | Throw | Cover | Pass | Object | Accept


class GameScore(Struct, frozen=True):
    """One finished game of the match: its winner, and the loss points of the loser (K7)."""

    winner: int
    loss: int


class Result(game.Result, frozen=True):
    losses: tuple[int, ...]
    winners: tuple[int, ...]
    games: tuple[GameScore, ...]

    def shares(self, players: int = 2) -> tuple[float, ...]:
        return game.equal_shares(self.winners, players)

    def points(self, players: int = 2) -> tuple[int, ...]:  # noqa: ARG002 - the signature of all games
        return self.losses


class Claim(Struct, frozen=True):
    """A cover since the last hand-over and the throw it was made with (K9)."""

    dice: Dice
    fields: Fields


class State(game.State, frozen=True):
    """`seat` throws, covers or answers; `dice` are those of the last throw.

    After a game the fields stay as they were until the next roll-off.
    """

    options: Options
    open: tuple[Fields, Fields] = (ALL_FIELDS, ALL_FIELDS)
    phase: Phase = "roll_off"
    seat: int = 0
    dice: Dice = ()
    claims: tuple[Claim, ...] = ()
    games: tuple[GameScore, ...] = ()
    chips: tuple[Holding, ...] = ()
    debts: tuple[int, ...] = ()

    @property
    def players(self) -> int:
        return 2


def start(options: Options, players: int) -> State:
    game.check_players(GAME, players)  # K1
    if options.chips is None:
        return State(options)
    return State(options, chips=(FIVE_EACH, FIVE_EACH), debts=(0, 0))  # K10


@cache
def reading(number: int, variant: str, two_digit: str) -> Fields | None:
    """The fields that cover a number, or None where there are none (K6).

    >>> reading(10, "basic", "digits"), reading(12, "basic", "digits"), reading(11, "C", "digits")
    ((1,), (1, 2), None)
    """
    if number <= 9:
        return (number,)
    if number == 10:
        return (1,)
    if two_digit == "ten_only" and variant != "C":
        return None
    tens, ones = divmod(number, 10)
    if tens == ones:
        return None
    return tuple(sorted({tens, ones} - {0}))


@cache
def offers(variant: str, two_digit: str, dice: Dice) -> tuple[Fields, ...]:
    """The covers that a throw offers when all fields are open (K3, K5).

    >>> offers("B", "digits", (3, 6))
    ((3, 6), (9,), (1, 8), (2, 7), (4, 5))
    """
    x, y = sorted(dice)
    found: list[Fields | None] = []
    if x != y:
        found.append((x, y))  # K3: both numbers; doubles offer only the sum
    found.append(reading(x + y, variant, two_digit))
    if variant in ("B", "C"):
        found += [pair for pair in combinations(ALL_FIELDS, 2) if sum(pair) == x + y]
    if variant == "C":
        found.append(reading(x * y, variant, two_digit))
        if x != y:
            found.append(reading(y - x, variant, two_digit))
    return tuple(dict.fromkeys(cover for cover in found if cover))


@cache
def covers(variant: str, two_digit: str, dice: Dice, fields: Fields) -> tuple[Fields, ...]:
    """The covers that a throw offers when just these fields are open (K3)."""
    return tuple(cover for cover in offers(variant, two_digit, dice) if set(cover) <= set(fields))


@cache
def _strict(variant: str, two_digit: str, dice: Dice, fields: Fields, seat: int) -> Decision[Event]:
    """K4: one of the possible covers."""
    return Decision(seat, tuple(Cover(seat, cover) for cover in covers(variant, two_digit, dice, fields)))


@cache
def _free(fields: Fields, seat: int) -> Decision[Event]:
    """K9: any open fields, or none."""
    chosen = (some for size in range(1, len(fields) + 1) for some in combinations(fields, size))
    return Decision(seat, (Pass(seat), *(Cover(seat, some) for some in chosen)))


_ROLL_OFF: Final = Chance[Event](RollOff(((FACE_DOWN, FACE_DOWN), (FACE_DOWN, FACE_DOWN))))
_THROWS: Final = tuple(Chance[Event](Throw(seat)) for seat in (0, 1))
_HAND_OVERS: Final = tuple(Decision[Event](seat, (Throw(seat), Object(seat))) for seat in (0, 1))
_ENDINGS: Final = tuple(Decision[Event](seat, (Accept(seat), Object(seat))) for seat in (0, 1))


def pending(state: State) -> game.Pending[Event]:
    match state.phase:
        case "throw":
            return _THROWS[state.seat]
        case "cover":
            options, fields = state.options, state.open[state.seat]
            if options.referee == "players":
                return _free(fields, state.seat)
            return _strict(options.variant, options.two_digit, state.dice, fields, state.seat)
        case "roll_off":
            return _ROLL_OFF
        case "object":
            return _HAND_OVERS[state.seat]
        case "accept":
            return _ENDINGS[state.seat]
        case _:
            return Over(_final(state))


def play(state: State, event: Event) -> State:
    match event:
        case Throw():
            return _throw(state, event)
        case Cover():
            return _cover(state, event)
        case RollOff():
            return _roll_off(state, event)
        case Pass():
            return _pass(state, event)
        case Object():
            return _object(state, event)
        case Accept():
            return _accept(state, event)
        case _:
            raise IllegalEvent(f"{event} is no event of ZOCK", "K1")


def view(state: State, seat: int | None) -> State:
    """ZOCK has no hidden information."""
    return state


def result(state: State) -> Result | None:
    return _final(state) if state.phase == "over" else None


def losses(state: State) -> tuple[int, int]:
    """The loss points of both seats so far (K7)."""
    return _lost(state.games)


@lru_cache(maxsize=64)
def _lost(games: tuple[GameScore, ...]) -> tuple[int, int]:
    lost = [0, 0]
    for finished in games:
        lost[1 - finished.winner] += finished.loss
    return lost[0], lost[1]


def _final(state: State) -> Result:
    lost = losses(state)
    winners = tuple(seat for seat in (0, 1) if lost[seat] == min(lost))  # K8
    return Result(lost, winners, state.games)


_AWAITED: Final[dict[Phase, tuple[str, str]]] = {
    "roll_off": ("K2", "both players throw two dice to see who begins"),
    "throw": ("K5", "it is seat {seat}'s turn to throw"),
    "cover": ("K4", "seat {seat} has thrown and now uses the dice"),
    "object": ("K9", "seat {seat} has the dice and throws or objects"),
    "accept": ("K9", "seat {seat} accepts the end of the game or objects"),
    "over": ("K8", "the match is over"),
}


def _refuse_turn(state: State) -> NoReturn:
    rule, sentence = _AWAITED[state.phase]
    refuse(rule, sentence.format(seat=state.seat))


def _roll_off(state: State, event: RollOff) -> State:
    if state.phase != "roll_off":
        _refuse_turn(state)
    if len(event.dice) != 2:
        refuse("K2", f"the roll-off is one throw for each of two players, not {len(event.dice)}")
    for dice in event.dice:
        if dice not in FALLEN[2]:
            refuse("R2" if FACE_DOWN in dice else "K2", f"a throw is two dice of 1 to 6, not {shown(list(dice))}")
    first, second = map(sum, event.dice)
    fresh = replace(state, open=(ALL_FIELDS, ALL_FIELDS), dice=(), claims=())
    if first == second:  # K2: throw again
        return fresh
    return replace(fresh, seat=int(second > first), phase="throw")


def _throw(state: State, event: Throw) -> State:
    seat, options = state.seat, state.options
    if event.seat != seat or state.phase not in ("throw", "object"):
        _refuse_turn(state)
    dice = FALLEN[2].get(event.dice)
    if dice is None:
        refuse(
            "R2" if FACE_DOWN in event.dice else "K1", f"a throw is two dice of 1 to 6, not {shown(list(event.dice))}"
        )
    if options.referee == "players":
        claims = () if state.phase == "object" else state.claims  # K9: once thrown, mistakes stand
        return replace(state, dice=dice, phase="cover", claims=claims)
    if covers(options.variant, options.two_digit, dice, state.open[seat]):
        return replace(state, dice=dice, phase="cover")
    return replace(state, dice=dice, phase="throw", seat=1 - seat)  # K4: sits out this throw


def _cover(state: State, event: Cover) -> State:
    seat, options, fields = state.seat, state.options, event.fields
    if event.seat != seat or state.phase != "cover":
        _refuse_turn(state)
    if fields not in covers(options.variant, options.two_digit, state.dice, state.open[seat]):
        fields = tuple(sorted(fields))
        _check_fields(state, fields)
    left = _without(state.open[seat], fields)
    opened = (left, state.open[1]) if seat == 0 else (state.open[0], left)
    if options.referee == "players":
        claims = (*state.claims, Claim(state.dice, fields))
        after = replace(state, open=opened, claims=claims)
        if not left:
            return replace(after, phase="accept", seat=1 - seat)  # K9: the end waits for the opponent
        if options.variant == "A":
            return replace(after, phase="throw")
        return replace(after, phase="object", seat=1 - seat)
    if not left:
        return _finish(replace(state, open=opened), seat)  # K7
    return replace(state, open=opened, phase="throw", seat=seat if options.variant == "A" else 1 - seat)  # K5


def _check_fields(state: State, fields: Fields) -> None:
    """Refuse fields that are not open (K3) or, with a strict referee, do not fit the throw (K5)."""
    options, still_open = state.options, state.open[state.seat]
    for field in fields:
        if field not in still_open:
            refuse("K3", f"field {shown(field)} is not open for seat {state.seat}")
    if not fields or len(set(fields)) != len(fields):
        refuse("K3", f"a cover is a set of open fields, not {shown(list(fields))}")
    if options.referee == "strict" and fields not in offers(options.variant, options.two_digit, state.dice):
        rule = "K5" if options.variant in ("B", "C") else "K3"
        refuse(rule, f"the throw {state.dice[0]} and {state.dice[1]} does not offer the cover {shown(list(fields))}")


@cache
def _without(fields: Fields, covered: Fields) -> Fields:
    return tuple(field for field in fields if field not in covered)


def _pass(state: State, event: Pass) -> State:
    if event.seat != state.seat or state.phase != "cover":
        _refuse_turn(state)
    if state.options.referee == "strict":
        refuse("K4", "a possible cover must be made")
    return replace(state, phase="object", seat=1 - state.seat)


def _refuse_if_strict(state: State) -> None:
    if state.options.referee == "strict" and state.phase in ("throw", "cover"):
        refuse("K9", "with a strict referee there is nothing to object to or to accept")


def misfits(state: State) -> tuple[Claim, ...]:
    """The covers since the last hand-over that did not fit their throw (K9)."""
    options = state.options
    return tuple(
        claim for claim in state.claims if claim.fields not in offers(options.variant, options.two_digit, claim.dice)
    )


def _object(state: State, event: Object) -> State:
    _refuse_if_strict(state)
    if event.seat != state.seat or state.phase not in ("object", "accept"):
        _refuse_turn(state)
    mover = 1 - state.seat
    wrong = [field for claim in misfits(state) for field in claim.fields]
    if state.phase == "accept" and not wrong:
        return _finish(state, mover)
    again = tuple(sorted((*state.open[mover], *wrong)))
    opened = (again, state.open[1]) if mover == 0 else (state.open[0], again)
    return replace(state, open=opened, claims=(), phase="throw")


def _accept(state: State, event: Accept) -> State:
    _refuse_if_strict(state)
    if event.seat != state.seat or state.phase != "accept":
        _refuse_turn(state)
    return _finish(state, 1 - state.seat)


def _finish(state: State, winner: int) -> State:
    """K7: the loser notes the sum of the open fields as a loss; K8: the match goes on or is over."""
    loser = 1 - winner
    loss = sum(state.open[loser])
    games = (*state.games, GameScore(winner, loss))
    phase: Phase = "over" if len(games) == state.options.games else "roll_off"
    after = replace(state, games=games, phase=phase, claims=())
    if state.options.chips is None:
        return after
    less, more, owed = settle(state.options.chips, state.chips[loser], state.chips[winner], loss)
    debts = tuple(debt + (owed if seat == loser else 0) for seat, debt in enumerate(state.debts))
    return replace(after, chips=(less, more) if loser == 0 else (more, less), debts=debts)


GAME: Final = game.Game[Options, State, Event](
    name="zock",
    players=range(2, 3),
    players_rule="K1",
    options=Options,
    events=(RollOff, Throw, Cover, Pass, Object, Accept),
    state=State,
    start=start,
    pending=pending,
    play=play,
    view=view,
    result=result,
)
