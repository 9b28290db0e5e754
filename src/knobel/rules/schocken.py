"""Schocken: three dice in a cup, two halves and a final; the player who ends up with all stones loses.

Rule numbers S1 to S11 and H1 to H4 are those of `knobel rules schocken`, R1 to R7 those of real dice.
"""

# Fields of events replace the properties `seat` and `dice` of their base class.
# pyright: reportIncompatibleMethodOverride=false

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from typing import Annotated, Final, Literal, NoReturn, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from . import game
from .dice import FALLEN
from .errors import IllegalEvent, refuse, shown
from .game import FACE_DOWN, MOST, Chance, Decision, Dice, Lift, Lot, Over

Phase: TypeAlias = Literal["starter", "throw", "decide", "lift", "over"]
Flip: TypeAlias = Literal[1, 2] | UnsetType

MOST_THROWS: Final = 3  # S4
_CACHE: Final = 1 << 15
"""Size of the caches of ranks and moves: enough for all options, and a bound against hostile ones."""

ONE: Final = 1
SIX: Final = 6


class Options(game.Options, frozen=True):
    stones: Annotated[int, Meta(ge=1, le=MOST, extra={"rule": "S1"})] = 13
    kept_dice: Annotated[Literal["may_return", "stay"], Meta(extra={"rule": "S4"})] = "may_return"
    covered: Annotated[Literal["third", "last", "none"], Meta(extra={"rule": "S5"})] = "third"
    ties: Annotated[Literal["order", "throws_then_order"], Meta(extra={"rule": "S8"})] = "order"
    length: Annotated[Literal["game", "half"], Meta(extra={"rule": "S11"})] = "game"
    sixes: Annotated[bool, Meta(extra={"rule": "H1"})] = False
    hand_only: Annotated[bool, Meta(extra={"rule": "H2"})] = False
    general_beats_schock2: Annotated[bool, Meta(extra={"rule": "H3"})] = False
    jule: Annotated[bool, Meta(extra={"rule": "H4"})] = False


class Starter(game.Event, frozen=True, tag="starter"):
    seat: int


class Throw(game.Event, frozen=True, tag="throw"):
    """Keep some dice and throw the others; `flip` ones of the kept dice were sixes before (H1).

    Covered dice may stay face down (R2).
    """

    seat: int
    keep: Dice = ()
    dice: Dice = (FACE_DOWN,) * 3
    flip: Flip = UNSET


class Stand(game.Event, frozen=True, tag="stand"):
    seat: int


Event: TypeAlias = Starter | Throw | Stand | Lift


class Result(game.Result, frozen=True):
    halves: tuple[int, ...]
    final: bool
    loser: int
    rounds: int

    def shares(self, players: int) -> tuple[float, ...]:
        """All but the loser have won (S2, S11)."""
        return game.equal_shares(tuple(seat for seat in range(players) if seat != self.loser), players)

    def won(self, players: int) -> tuple[float, ...]:
        return tuple(float(seat != self.loser) for seat in range(players))

    def points(self, players: int) -> tuple[int, ...]:
        return tuple(int(seat == self.loser) for seat in range(players))


class Hand(Struct, frozen=True, cache_hash=True, gc=False):
    """The dice of one player in this round: kept ones, and those of the last throw."""

    kept: Dice = ()
    thrown: Dice = ()
    throws: int = 0


class State(game.State, frozen=True):
    """`seat` throws, decides or lifts its cup, `beginner` began the round, and `limit` is how many throws it took.

    `lost` are the losers of the halves so far. When a round is over the cups are up: `hands` stay on the
    table until the next round begins.
    """

    options: Options
    stones: tuple[int, ...]
    middle: int
    hands: tuple[Hand, ...]
    phase: Phase = "starter"
    seat: int = 0
    beginner: int = 0
    limit: int = MOST_THROWS
    cups_up: bool = True
    lost: tuple[int, ...] = ()
    rounds: int = 0

    @property
    def players(self) -> int:
        return len(self.stones)


class Rank(Struct, frozen=True):
    """The rank of a throw: `height` orders throws, the highest is best; `stones` is what it deals out (S7)."""

    height: int
    name: str
    stones: int


@lru_cache(maxsize=_CACHE)
def rank(options: Options, dice: Dice, from_hand: bool) -> Rank:
    """The rank of three dice; `from_hand` if all of them come from one throw (S7, H2, H3, H4).

    >>> rank(Options(), (1, 1, 4), True).name, rank(Options(), (2, 2, 1), True).stones
    ('schock', 1)
    """
    high, middle, low = sorted(dice, reverse=True)
    counts_fully = from_hand or not options.hand_only  # H2
    if high == ONE:
        return Rank(6000, "schock_out", 0)  # S10: all stones
    if options.jule and (high, middle, low) == (4, 2, 1):
        return Rank(5000, "jule", 7)  # H4
    if middle == ONE:
        below_admirals = high == 2 and options.general_beats_schock2  # H3
        return Rank(2000 if below_admirals else 4000 + high, "schock", high)
    if high == low and counts_fully:
        return Rank(3000 + high, "admiral", 3)
    if high - middle == middle - low == 1 and counts_fully:
        return Rank(1000 + high, "strasse", 2)
    return Rank(100 * high + 10 * middle + low, "ordinary", 1)  # read as a number


def start(options: Options, players: int) -> State:
    game.check_players(GAME, players)  # S1
    return State(options, stones=(0,) * players, middle=options.stones, hands=(Hand(),) * players)


def in_half(state: State) -> tuple[int, ...]:
    """The seats that still take part in this half or final (S2, S9); meaningless once the game is over."""
    if state.middle == 0:
        return tuple(seat for seat, stones in enumerate(state.stones) if stones)
    if len(state.lost) == 2:
        return tuple(sorted(state.lost))
    return tuple(range(state.players))


def in_round(state: State) -> tuple[int, ...]:
    """The seats of this round, or of the one just finished, in the order of throwing (S6)."""
    if state.cups_up:
        return _clockwise(tuple(seat for seat, hand in enumerate(state.hands) if hand.throws), state.beginner)
    return _clockwise(in_half(state), state.beginner)


@cache
def _clockwise(seats: tuple[int, ...], first: int) -> tuple[int, ...]:
    return tuple(sorted(seats, key=lambda seat: (seat < first, seat)))


def allowed(state: State, seat: int) -> int:
    """How many throws a seat has in this round (S4, S6)."""
    return MOST_THROWS if seat == state.beginner else state.limit


def covered(state: State, seat: int) -> bool:
    """True if the last throw of a seat lies under its cup (S5)."""
    throws = state.hands[seat].throws
    if state.phase == "lift":
        return FACE_DOWN in state.hands[seat].thrown
    match state.options.covered:
        case "third":
            return not state.cups_up and throws == MOST_THROWS
        case "last":
            return not state.cups_up and throws == allowed(state, seat)
        case _:
            return False


@lru_cache(maxsize=_CACHE)
def keeps(options: Options, hand: Hand) -> dict[tuple[Dice, Flip], Dice]:
    """The dice that may be kept, with or without a flip, mapped to the dice to throw then (S4, H1)."""
    must_keep = hand.kept if options.kept_dice == "stay" else ()
    found: dict[tuple[Dice, Flip], Dice] = {}
    flips: tuple[Flip, ...] = (UNSET, 1, 2) if options.sixes else (UNSET,)
    for flip in flips:
        ones = () if flip is UNSET else (ONE,) * flip
        can_keep = hand.kept + hand.thrown if flip is UNSET else after_flip(hand, flip)
        for keep in _subsets(can_keep):
            if _contains(keep, must_keep + ones):
                found[keep, flip] = (FACE_DOWN,) * (3 - len(keep))
    return found


@lru_cache(maxsize=_CACHE)
def _decision(options: Options, seat: int, hand: Hand) -> Decision[Event]:
    again = (Throw(seat, keep, dice, flip) for (keep, flip), dice in keeps(options, hand).items())
    return Decision(seat, (Stand(seat), *again))


def after_flip(hand: Hand, flip: int) -> Dice:
    """The dice that may be kept when sixes of the last throw become ones (H1).

    Two sixes make one 1 and three make two; one six more than ones are made goes back into the cup.
    """
    if hand.thrown.count(SIX) <= flip:
        return ()
    dice = list(hand.kept + hand.thrown)
    for _ in range(flip + 1):
        dice.remove(SIX)
    return (*dice, *(ONE,) * flip)


def _subsets(dice: Dice) -> list[Dice]:
    """Every choice of at most two dice, each once."""
    return [keep for size in (0, 1, 2) for keep in dict.fromkeys(combinations(sorted(dice), size))]


def _contains(keep: Dice, must: Dice) -> bool:
    return all(keep.count(face) >= must.count(face) for face in must)


@cache
def _lot(players: int) -> Lot[Event]:
    return Lot(tuple(Starter(seat) for seat in range(players)))


@cache
def _first_throw(seat: int) -> Chance[Event]:
    return Chance(Throw(seat))


def pending(state: State) -> game.Pending[Event]:
    match state.phase:
        case "throw":
            return _first_throw(state.seat)
        case "decide":
            return _decision(state.options, state.seat, state.hands[state.seat])
        case "starter":
            return _lot(state.players)
        case "lift":
            return Chance(Lift(state.seat, state.hands[state.seat].thrown))
        case _:
            return Over(_final(state))


def play(state: State, event: Event) -> State:
    match event:
        case Throw():
            return _throw(state, event)
        case Stand():
            if event.seat != state.seat or state.phase != "decide":
                _refuse_turn(state)
            return _finished(state, state.hands)
        case Lift():
            return _lift(state, event)
        case Starter():
            if state.phase != "starter":
                _refuse_turn(state)
            if event.seat not in range(state.players):
                refuse("S3", f"seat {event.seat} does not play, so it cannot begin")
            return replace(state, seat=event.seat, phase="throw")
        case _:
            raise IllegalEvent(f"{event} is no event of Schocken", "S4")


def view(state: State, seat: int | None) -> State:
    """S5: a covered throw is hidden from all seats, the thrower included, until all cups are lifted."""
    if state.cups_up:
        return state
    hands = tuple(
        replace(hand, thrown=(FACE_DOWN,) * len(hand.thrown)) if covered(state, owner) else hand
        for owner, hand in enumerate(state.hands)
    )
    return replace(state, hands=hands)


def result(state: State) -> Result | None:
    return _final(state) if state.phase == "over" else None


def _final(state: State) -> Result:
    return Result(state.lost[:2], len(state.lost) == 3, state.lost[-1], state.rounds)


_AWAITED: Final[dict[Phase, tuple[str, str]]] = {
    "starter": ("S3", "the beginner of the first round has to be drawn first"),
    "throw": ("S6", "it is seat {seat}'s turn to throw"),
    "decide": ("S4", "it is for seat {seat} to stand or to throw again"),
    "lift": ("R3", "the cup of seat {seat} is lifted now"),
    "over": ("S2", "the game is over"),
}


def _refuse_turn(state: State) -> NoReturn:
    rule, sentence = _AWAITED[state.phase]
    refuse(rule, sentence.format(seat=state.seat))


def _throw(state: State, event: Throw) -> State:
    seat, before = state.seat, state.hands[state.seat]
    if event.seat != seat or state.phase not in ("throw", "decide"):
        _refuse_turn(state)
    keep = event.keep if len(event.keep) < 2 else tuple(sorted(event.keep))
    if state.phase == "throw":
        if keep or event.flip is not UNSET:
            refuse("S4", "the first throw keeps nothing")
    elif (keep, event.flip) not in keeps(state.options, before):
        _refuse_keep(state.options, before, keep, event.flip)
    count = 3 - len(keep)
    fallen = FALLEN[count].get(event.dice)
    if fallen is None and event.dice != (FACE_DOWN,) * count:
        refuse(
            "R2" if FACE_DOWN in event.dice else "S4",
            f"{count} dice of 1 to 6 must be thrown, not {shown(list(event.dice))}",
        )

    if state.cups_up:  # a new round begins
        before = Hand()
        state = replace(state, hands=(before,) * state.players, cups_up=False, limit=MOST_THROWS, beginner=seat)
    hand = Hand(keep, fallen or event.dice, before.throws + 1)
    hands = _with(state.hands, seat, hand)
    if fallen is None and not covered(replace(state, hands=hands), seat):
        refuse("R2", "an open throw is told at once")
    if hand.throws == allowed(state, seat):
        return _finished(state, hands)
    return replace(state, hands=hands, phase="decide")


def _with(hands: tuple[Hand, ...], seat: int, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _refuse_keep(options: Options, hand: Hand, keep: Dice, flip: Flip) -> NoReturn:
    """Raise the reason why these dice cannot be kept (S4, H1)."""
    rule, can_keep = "S4", hand.kept + hand.thrown
    if flip is not UNSET:
        rule = "H1"
        if not options.sixes:
            refuse(rule, "sixes cannot be made ones at this table")
        can_keep = after_flip(hand, flip)
        if not can_keep:
            made = "a one" if flip == 1 else f"{flip} ones"
            refuse(rule, f"{made} cannot be made of the sixes in {list(hand.thrown)}")
    if len(keep) > 2:
        refuse(rule, "at most two dice may be kept")
    if not _contains(can_keep, keep):
        refuse(rule, f"{shown(list(keep))} cannot be kept of the dice {sorted(can_keep)}")
    if flip is not UNSET and keep.count(ONE) < flip:
        refuse(rule, "a one made of sixes has to be kept")
    refuse("S4", f"the dice {list(hand.kept)} were kept and have to stay")


def _finished(state: State, hands: tuple[Hand, ...]) -> State:
    """A seat has finished its throws: the next one follows (S6), or all cups are lifted (S7)."""
    limit = hands[state.seat].throws if state.seat == state.beginner else state.limit
    order = in_round(state)
    place = order.index(state.seat) + 1
    if place < len(order):
        return replace(state, hands=hands, limit=limit, seat=order[place], phase="throw")
    return _all_finished(replace(state, hands=hands, limit=limit))


def _all_finished(state: State) -> State:
    """All cups are lifted (S7); those that nobody has told are told now, in the order of throwing (R3)."""
    for seat in in_round(state):
        if FACE_DOWN in state.hands[seat].thrown:
            return replace(state, seat=seat, phase="lift")
    return _settle(replace(state, cups_up=True))


def _lift(state: State, event: Lift) -> State:
    seat = state.seat
    if state.phase != "lift":
        refuse("R3", "cups are lifted when all have finished, and only those whose dice are not known")
    if event.seat != seat:
        refuse("R3", f"the cup of seat {seat} is lifted now, not that of seat {shown(event.seat)}")
    hand = state.hands[seat]
    fallen = FALLEN[len(hand.thrown)].get(event.dice)
    if fallen is None:
        refuse("R3", f"{len(hand.thrown)} dice of 1 to 6 lie under the cup, not {shown(list(event.dice))}")
    return _all_finished(replace(state, hands=_with(state.hands, seat, replace(hand, thrown=fallen))))


def standings(state: State) -> tuple[int, ...]:
    """The seats of a finished round, best throw first (S7, S8)."""
    by_throws = state.options.ties == "throws_then_order"
    options, hands = state.options, state.hands
    places = sorted(
        [
            (-rank_of(options, hands[seat]).height, hands[seat].throws if by_throws else 0, place, seat)
            for place, seat in enumerate(in_round(state))
        ]
    )
    return tuple([seat for _, _, _, seat in places])


@lru_cache(maxsize=_CACHE)
def rank_of(options: Options, hand: Hand) -> Rank:
    """The rank of a whole hand; its dice come from one throw if all three were thrown last (H2)."""
    dice = FALLEN[3].get(hand.kept + hand.thrown)
    if dice is None:
        refuse("R5", "throws whose dice nobody has told cannot be compared")
    return rank(options, dice, len(hand.thrown) == 3)


def hand_rank(state: State, seat: int) -> Rank:
    return rank_of(state.options, state.hands[seat])


def _settle(state: State) -> State:
    """The lowest throw takes stones (S8, S9), or loses the half at once (S10)."""
    order = standings(state)
    best, loser = order[0], order[-1]
    deals = hand_rank(state, best)
    after = replace(state, rounds=state.rounds + 1, seat=loser, phase="throw")  # S3: the loser begins
    if deals.name == "schock_out":
        return _half_lost(after, loser)
    stones = list(state.stones)
    if state.middle:
        taken = min(deals.stones, state.middle)
        after = replace(after, middle=state.middle - taken)
    else:
        taken = min(deals.stones, stones[best])
        stones[best] -= taken
    stones[loser] += taken
    after = replace(after, stones=tuple(stones))
    return _half_lost(after, loser) if stones[loser] == state.options.stones else after


def is_lost(options: Options, lost: tuple[int, ...]) -> bool:
    """Whether the last of these losers has lost the game.

    S2: the losers of the two halves play a final, unless it is the same player twice. S11: there may be one half only.
    """
    return len(lost) == 3 or (len(lost) == 2 and lost[0] == lost[1]) or (len(lost) == 1 and options.length == "half")


def _half_lost(state: State, loser: int) -> State:
    """The next half or the final begins, unless the game is lost."""
    lost = (*state.lost, loser)
    if is_lost(state.options, lost):
        return replace(state, lost=lost, phase="over")
    return replace(state, lost=lost, stones=(0,) * state.players, middle=state.options.stones)


GAME: Final = game.Game[Options, State, Event](
    name="schocken",
    players=range(2, 25),
    players_rule="S1",
    options=Options,
    events=(Starter, Throw, Stand, Lift),
    state=State,
    start=start,
    pending=pending,
    play=play,
    view=view,
    result=result,
    presets={"pub": {"sixes": True, "hand_only": True, "covered": "last", "ties": "order"}},
)
