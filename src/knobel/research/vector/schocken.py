"""Schocken in batches: the rules as compiled kernels over an array with one row per game.

Hands and what is kept have the numbers of `simulate.schocken.tables`.
"""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from ...rules.dice import FACES
from ...rules.errors import BadOptions
from ...rules.schocken import MOST_THROWS, Hand, Options, Phase, State, Throw, keeps
from ...simulate.dice import Words, draw, number, roll_one, roll_three, roll_two
from ...simulate.schocken.tables import STAND as STANDS
from ...simulate.schocken.tables import Cups, Plans, cups, follower_row, plans
from ...solve.arrays import Array, Int8s, Int32s, Integers
from ...solve.compiled import compiled
from ...solve.schocken.hands import KEEPS
from ..encodings.schocken import ENCODING, MOST_LOST, PHASES, STAND
from .games import SEAT, BatchedGame, Policy

_DECIDE, _OVER = PHASES["decide"], PHASES["over"]
_NAMES: Final[dict[int, Phase]] = {_DECIDE: "decide", _OVER: "over"}
_PHASE, _BEGINNER, _LIMIT, _CUPS_UP, _MIDDLE, _ROUNDS, _LOST = range(1, 8)
_STONES: Final = _LOST + MOST_LOST
"""Columns of a row. The losers of halves are their seats plus one, 0 where there is none.

From `_STONES` on each seat has its stones, then each its hand plus one (0 without a throw), then each its throws.
"""

_KEEPS: Final = len(KEEPS)
_COVERED: Final = {"none": 0, "third": 1, "last": 2}


class Tables(NamedTuple):
    """The options as kernels read them.

    The dice of hand `h` are `dice[h]`, two kept and three thrown ones, 0 where there is none; `kept[h]` is the number
    of the kept ones, `legal[h]` the action mask. After keeping `k`, `thrown[k]` dice lead to hand `fallen[k, number]`.
    A hand has a `height` and deals out `deals` stones, 0 for Schock out (S7).
    """

    players: int
    stones: int
    by_throws: bool
    one_half: bool
    covered: int
    thrown: Int32s
    fallen: Int32s
    height: Int32s
    deals: Int32s
    dice: Int32s
    kept: Int32s
    legal: Int8s


def _tables(options: Options, players: int) -> Tables:
    whole = replace(options, length="game")  # the same tables for both lengths
    hands = cups(whole)
    return Tables(
        players=players,
        stones=options.stones,
        by_throws=options.ties == "throws_then_order",
        one_half=options.length == "half",
        covered=_COVERED[options.covered],
        thrown=hands.thrown,
        fallen=hands.fallen,
        height=hands.height,
        deals=hands.deals,
        **_hands(replace(whole, stones=1, covered="third", ties="order"))._asdict(),
    )


class Hands(NamedTuple):
    """The dice of all hands, the numbers of the kept ones, and action masks."""

    dice: Int32s
    kept: Int32s
    legal: Int8s


@lru_cache(maxsize=32)
def _hands(options: Options) -> Hands:
    table = cups(options)
    dice, numbers = np.zeros((len(table.height), 5), np.int32), np.zeros(len(table.height), np.int32)
    legal = np.zeros((len(table.height), len(ENCODING.actions(options))), np.int8)
    for kept, keep in enumerate(KEEPS):
        for fallen in product(FACES, repeat=3 - len(keep)):
            hand, thrown = table.fallen[kept, number(fallen)], tuple(sorted(fallen))
            numbers[hand] = kept
            dice[hand, : len(keep)] = keep
            dice[hand, 2 : 2 + len(thrown)] = thrown
            legal[hand, STAND] = 1
            for chosen, flip in keeps(options, Hand(keep, thrown)):
                legal[hand, ENCODING.action(options, Throw(0, chosen, flip=flip))] = 1
    return Hands(dice, numbers, legal)


def batched_schocken(options: Options, players: int) -> BatchedGame:
    """The kernels of Schocken under these options."""
    tables = _tables(options, players)
    return BatchedGame(
        encoding=ENCODING,
        width=_STONES + 3 * players,
        deal=partial(_deal, tables),
        play=partial(_play_all, tables),
        observe=partial(_observe, tables),
        mask=partial(_mask, tables),
        state=partial(_state, options, tables),
        policy=partial(_policy, options, tables),
    )


def _state(options: Options, tables: Tables, row: Int32s) -> State:
    stones, hands, throws = row[_STONES:].reshape(3, -1).tolist()
    return State(
        options,
        stones=tuple(stones),
        middle=int(row[_MIDDLE]),
        hands=tuple(_hand(tables, *hand) for hand in zip(hands, throws, strict=True)),
        phase=_NAMES[int(row[_PHASE])],
        seat=int(row[SEAT]),
        beginner=int(row[_BEGINNER]),
        limit=int(row[_LIMIT]),
        cups_up=bool(row[_CUPS_UP]),
        lost=tuple(int(loser) - 1 for loser in row[_LOST:_STONES] if loser),
        rounds=int(row[_ROUNDS]),
    )


def _hand(tables: Tables, hand: int, throws: int) -> Hand:
    if not hand:
        return Hand()
    dice = tables.dice[hand - 1].tolist()
    kept, thrown = (tuple(die for die in some if die) for some in (dice[:2], dice[2:]))
    return Hand(kept, thrown, throws)


def _policy(options: Options, tables: Tables, name: str) -> Policy:
    """A compiled policy of `knobel simulate`: perfect play of two."""
    if name != "best" or tables.players != 2:
        raise BadOptions(f"a compiled policy of Schocken is random or, for two players, best, not {name}")
    whole = replace(options, length="game")
    return partial(_follow, tables, cups(whole), plans(whole))


@compiled
def _deal(tables: Tables, states: Int32s, rows: Integers, dice: Words) -> None:
    for row in rows:
        state = states[row]
        state[:] = 0
        state[SEAT] = draw(dice[row], tables.players)  # S3
        state[_MIDDLE], state[_CUPS_UP] = tables.stones, 1
        _first_throw(tables, state, dice[row])
        state[_PHASE] = _DECIDE  # the beginner may throw three times


@compiled
def _first_throw(tables: Tables, state: Int32s, dice: Words) -> None:
    """The seat to move throws all dice; if the cups are up, a new round begins."""
    players, seat = tables.players, state[SEAT]
    if state[_CUPS_UP]:
        for column in range(_STONES + players, len(state)):
            state[column] = 0
        state[_CUPS_UP], state[_LIMIT], state[_BEGINNER] = 0, MOST_THROWS, seat
    state[_STONES + players + seat] = tables.fallen[0, roll_three(dice)] + 1
    state[_STONES + 2 * players + seat] = 1


@compiled
def _play_all(
    tables: Tables,
    states: Int32s,
    rows: Integers,
    actions: Integers,
    dice: Words,
    per_turn: bool,
    rewards: Array,
    over: Array,
) -> None:
    """Play the actions of these rows; add what seats are rewarded with, and set what is over."""
    players, thrown, fallen = tables.players, tables.thrown, tables.fallen
    for place in range(len(rows)):
        row = rows[place]
        state, action, own = states[row], actions[place], dice[rows[place]]
        seat = state[SEAT]
        if action != STAND:
            keep = (action - 1) % _KEEPS
            state[_STONES + players + seat] = fallen[keep, _roll(own, int(thrown[keep]))] + 1
            state[_STONES + 2 * players + seat] += 1
            if state[_STONES + 2 * players + seat] < _allowed(state, seat):
                continue
        while True:  # this seat has finished; those with one throw do not decide
            if state[SEAT] == state[_BEGINNER]:
                state[_LIMIT] = state[_STONES + 2 * players + state[SEAT]]  # S6
            if not _pass_on(tables, state):
                _settle(tables, state, per_turn, rewards[row])
                if state[_PHASE] == _OVER:
                    over[row] = True
                    break
            _first_throw(tables, state, own)
            if _allowed(state, state[SEAT]) > 1:
                break


@compiled
def _roll(dice: Words, count: int) -> int:
    if count == 3:
        return roll_three(dice)
    return roll_two(dice) if count == 2 else roll_one(dice)


@compiled
def _allowed(state: Int32s, seat: int) -> int:
    """How many throws a seat has in this round (S4, S6)."""
    return MOST_THROWS if seat == state[_BEGINNER] else state[_LIMIT]


@compiled
def _takes_part(state: Int32s, seat: int) -> bool:
    """Whether a seat is in this half or final (S2, S9)."""
    if state[_MIDDLE] == 0:
        return bool(state[_STONES + seat] > 0)
    return bool(state[_LOST + 1] == 0 or state[_LOST] == seat + 1 or state[_LOST + 1] == seat + 1)


@compiled
def _pass_on(tables: Tables, state: Int32s) -> bool:
    """Pass the turn to the next seat of the round, if there is one."""
    seat = state[SEAT]
    while True:
        seat = seat + 1 if seat + 1 < tables.players else 0
        if seat == state[_BEGINNER]:
            return False
        if _takes_part(state, seat):
            state[SEAT] = seat
            return True


@compiled
def _settle(tables: Tables, state: Int32s, per_turn: bool, rewards: Array) -> None:
    """All cups are lifted: the lowest throw takes stones (S8, S9), or loses the half at once (S10)."""
    players, seat = tables.players, state[_BEGINNER]
    best, loser, highest, lowest = 0, 0, np.int64(-1), np.int64(1 << 40)
    for place in range(players):
        if _takes_part(state, seat):
            height = np.int64(tables.height[state[_STONES + players + seat] - 1])
            worth = (4 * height - (state[_STONES + 2 * players + seat] if tables.by_throws else 0)) * 32 - place
            if worth > highest:
                highest, best = worth, seat
            if worth < lowest:
                lowest, loser = worth, seat
        seat = seat + 1 if seat + 1 < players else 0
    state[_CUPS_UP] = 1
    state[_ROUNDS] += 1
    state[SEAT] = loser  # S3
    dealt = tables.deals[state[_STONES + players + best] - 1]
    if dealt == 0:
        if per_turn:
            rewards[loser] -= tables.stones - state[_STONES + loser]
        _lose_half(tables, state, per_turn, rewards)
        return
    if state[_MIDDLE]:
        taken = min(dealt, state[_MIDDLE])
        state[_MIDDLE] -= taken
    else:
        taken = min(dealt, state[_STONES + best])
        state[_STONES + best] -= taken
        if per_turn:
            rewards[best] += taken
    state[_STONES + loser] += taken
    if per_turn:
        rewards[loser] -= taken
    if state[_STONES + loser] == tables.stones:
        _lose_half(tables, state, per_turn, rewards)


@compiled
def _lose_half(tables: Tables, state: Int32s, per_turn: bool, rewards: Array) -> None:
    """The seat to move has lost a half or the final; the next one begins, unless the game is lost (S2, S11)."""
    loser, count = state[SEAT], 0
    while state[_LOST + count]:
        count += 1
    state[_LOST + count] = loser + 1
    if count == 2 or (count == 1 and state[_LOST] == loser + 1) or (count == 0 and tables.one_half):
        state[_PHASE] = _OVER
        if not per_turn:
            for seat in range(tables.players):
                rewards[seat] += -1 if seat == loser else 1 / (tables.players - 1)
        return
    for seat in range(tables.players):
        state[_STONES + seat] = 0
    state[_MIDDLE] = tables.stones


@compiled
def _observe(tables: Tables, states: Int32s, rows: Integers, seats: Integers, observations: Integers) -> None:
    players, covered, dice = tables.players, tables.covered, tables.dice
    for place in range(len(rows)):
        state, seat, out = states[rows[place]], seats[place], observations[rows[place]]
        out[0] = state[_PHASE]
        out[1] = (state[SEAT] - seat) % players
        out[2] = (state[_BEGINNER] - seat) % players
        out[3], out[4], out[5] = state[_LIMIT], state[_CUPS_UP], state[_MIDDLE]
        for part in range(MOST_LOST):
            loser = state[_LOST + part]
            out[6 + part] = (loser - 1 - seat) % players + 1 if loser else 0
        at = 6 + MOST_LOST + players
        for step in range(players):
            other = (seat + step) % players
            out[6 + MOST_LOST + step] = state[_STONES + other]
            hand, throws = state[_STONES + players + other], state[_STONES + 2 * players + other]
            hidden = False
            if covered and not state[_CUPS_UP]:  # S5
                hidden = throws == (MOST_THROWS if covered == 1 else _allowed(state, other))
            for die in range(5):
                out[at + die] = dice[hand - 1, die] if hand and not (hidden and die >= 2) else 0
            out[at + 5] = throws
            at += 6


@compiled
def _mask(tables: Tables, states: Int32s, rows: Integers, masks: Int8s) -> None:
    legal = tables.legal
    for row in rows:
        hand = states[row, _STONES + tables.players + states[row, SEAT]]
        if states[row, _PHASE] == _DECIDE:
            masks[row, :] = legal[hand - 1]
        else:
            masks[row, :] = 0


@compiled
def _follow(
    tables: Tables, hands: Cups, plans: Plans, states: Int32s, rows: Integers, rngs: Words, actions: Integers
) -> None:
    """Play as the plans of two say."""
    for place in range(len(rows)):
        state = states[rows[place]]
        seat, beginner = state[SEAT], state[_BEGINNER]
        hand = state[_STONES + 2 + seat] - 1
        throws = int(state[_STONES + 4 + seat])
        row = throws - 1
        if seat != beginner:
            first = state[_STONES + 2 + beginner] - 1
            hidden = state[_LIMIT] == MOST_THROWS and tables.covered > 0
            faced = int(tables.kept[first] if hidden else hands.rank[first])
            row = follower_row(plans.ranks, int(state[_LIMIT]), faced, throws)
        choice = plans.choice[plans.state[state[_MIDDLE], state[_STONES + beginner]], row, hands.alike[hand]]
        action = STAND if choice == STANDS else 1 + choice
        while not tables.legal[hand, action]:  # only with sixes made ones (H1)
            action += _KEEPS
        actions[place] = action
