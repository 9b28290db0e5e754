"""Zock'n'Roll in batches: the rules as compiled kernels over an array with one row per game.

Cups and white dice are multisets, numbered as in `simulate.zocknroll.tables`; sets of seats are bits.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final, NamedTuple

import numpy as np

from ...rules.boards import CUP_SIZE
from ...rules.dice import multisets
from ...rules.errors import BadOptions
from ...rules.zocknroll import END, Options, Phase, State, plays_jorg, values
from ...simulate.dice import Words, draw, roll_one, roll_three, roll_two
from ...simulate.zocknroll.games import policy
from ...simulate.zocknroll.tables import ALWAYS, NO_ROW, Dice, Plans, dice_of, plans
from ...solve.arrays import Array, Int8s, Int32s, Integers
from ...solve.compiled import compiled
from ..encodings.zocknroll import ENCODING, PHASES, STAY
from .games import SEAT, BatchedGame, Policy

_DECIDE, _MARK, _OVER = PHASES["decide"], PHASES["mark"], PHASES["over"]
_NAMES: Final[dict[int, Phase]] = {_DECIDE: "decide", _MARK: "mark", _OVER: "over"}
_PHASE, _STARTER, _TURNS, _QUEUE, _WHITE, _TRIPLE, _FOURTH, _FIFTH, _CUPS = range(1, 10)
"""Columns of a row. `_TRIPLE` are the first three white dice and `_WHITE` all of them; the fourth and fifth are faces.

From `_CUPS` on there are the cups, Jörg's last, then the round in which each seat dropped, then the marks by seat.
"""

_POLICIES: Final = ("stay", "best")


class Tables(NamedTuple):
    """The options as kernels read them: sizes, the columns of drops and marks, and the points of a mark by row."""

    players: int
    cups: int
    cup_size: int
    left_first: bool
    dropped: int
    marks: int
    worth: Int32s
    cup_dice: Int32s
    triple_dice: Int32s


@lru_cache(maxsize=32)
def _tables(options: Options, players: int) -> Tables:
    size, cups = CUP_SIZE[options.board], players + plays_jorg(players)
    return Tables(
        players=players,
        cups=cups,
        cup_size=size,
        left_first=options.first_to_decide == "left_of_starter",
        dropped=_CUPS + cups,
        marks=_CUPS + cups + players,
        worth=np.array(values(options, players), np.int32),
        cup_dice=np.array([dice for dice, _ in multisets(size)], np.int32),
        triple_dice=np.array([dice for dice, _ in multisets(3)], np.int32),
    )


def batched_zocknroll(options: Options, players: int) -> BatchedGame:
    """The kernels of Zock'n'Roll under these options."""
    tables, forms = _tables(options, players), dice_of(options)
    return BatchedGame(
        encoding=ENCODING,
        width=tables.marks + players * len(tables.worth),
        deal=partial(_deal, tables, forms),
        play=partial(_play_all, tables, forms),
        observe=partial(_observe, tables),
        mask=partial(_mask, forms),
        state=partial(_state, options, tables),
        policy=partial(_policy, options, tables),
    )


def _state(options: Options, tables: Tables, row: Int32s) -> State:
    players, starter, phase = tables.players, int(row[_STARTER]), _NAMES[int(row[_PHASE])]
    first = starter + (phase == "decide" and tables.left_first)
    queue = (seat % players for seat in range(first, first + players))
    later = (int(die) for die in row[_FOURTH : _FIFTH + 1] if die)
    return State(
        options,
        marks=tuple(map(tuple, row[tables.marks :].reshape(players, -1).tolist())),
        phase=phase,
        starter=starter,
        cups=tuple(map(tuple, tables.cup_dice[row[_CUPS : tables.dropped]].tolist())),
        white=(*tables.triple_dice[row[_TRIPLE]].tolist(), *later),
        dropped=tuple(row[tables.dropped : tables.marks].tolist()),
        queue=tuple(seat for seat in queue if row[_QUEUE] >> seat & 1),
        turns=int(row[_TURNS]),
    )


def _policy(options: Options, tables: Tables, name: str) -> Policy:
    """A compiled policy of `knobel simulate`: always staying, or near equilibrium for the points of the turn."""
    if name not in _POLICIES:
        raise BadOptions(f"a compiled policy of Zock'n'Roll is random, {' or '.join(_POLICIES)}, not {name}")
    seats = [policy(options, tables.players, name)] * tables.players
    return partial(_follow, tables, dice_of(options), plans(options, seats))


@compiled
def _next(queue: int, seat: int, players: int) -> int:
    """The first seat of the queue, clockwise from this one on."""
    while not queue >> seat & 1:
        seat = seat + 1 if seat + 1 < players else 0
    return seat


@compiled
def _deal(tables: Tables, dice_of: Dice, states: Int32s, rows: Integers, dice: Words) -> None:
    for row in rows:
        states[row, :] = 0
        states[row, _STARTER] = draw(dice[row], tables.players)  # N3
        _begin_turn(tables, dice_of, states[row], dice[row])


@compiled
def _begin_turn(tables: Tables, dice_of: Dice, state: Int32s, dice: Words) -> None:
    for cup in range(tables.cups):
        state[_CUPS + cup] = dice_of.cup[roll_two(dice) if tables.cup_size == 2 else roll_three(dice)]  # N5
    state[_TRIPLE] = state[_WHITE] = dice_of.white[roll_three(dice)]
    state[_FOURTH], state[_FIFTH] = 0, 0
    for seat in range(tables.players):
        state[tables.dropped + seat] = 0
    _begin_round(tables, state)


@compiled
def _begin_round(tables: Tables, state: Int32s) -> None:
    """All who have not dropped decide (N6, N9)."""
    queue, players = 0, tables.players
    for seat in range(players):
        if state[tables.dropped + seat] == 0:
            queue |= 1 << seat
    state[_QUEUE], state[_PHASE] = queue, _DECIDE
    state[SEAT] = _next(queue, (state[_STARTER] + tables.left_first) % players, players)


@compiled
def _play_all(
    tables: Tables,
    dice_of: Dice,
    states: Int32s,
    rows: Integers,
    actions: Integers,
    dice: Words,
    per_turn: bool,
    rewards: Array,
    over: Array,
) -> None:
    """Play the actions of these rows; add what seats are rewarded with, and set what is over."""
    players, worth = tables.players, tables.worth
    for place in range(len(rows)):
        row = rows[place]
        state, action = states[row], actions[place]
        seat = state[SEAT]
        extra = _extra(tables, dice_of.best, state, action)
        marks = tables.marks + seat * len(worth)
        points = 0
        if extra >= 0:
            state[marks + extra] += 1
            points += worth[extra]
        if action != STAY:
            if state[_PHASE] == _DECIDE:
                state[tables.dropped + seat] = 1 if state[_FOURTH] == 0 else 2
            if action < len(worth) - 1:  # the last action marks nothing
                state[marks + action] += 1
                points += worth[action]
        if per_turn:
            rewards[row, seat] += points
        state[_QUEUE] &= ~(1 << seat)
        if state[_QUEUE]:
            state[SEAT] = _next(state[_QUEUE], seat, players)
        elif _go_on(tables, dice_of, state, dice[row]):
            over[row] = True
            if not per_turn:
                _share(tables, state, rewards[row])


@compiled
def _extra(tables: Tables, best: Int8s, state: Int32s, action: int) -> int:
    """The other row that an action marks: for dropping in round 1 (N7), for winning round 3 alone (N10); else -1."""
    if state[_PHASE] == _MARK:
        return 0 if _best_cups(tables, best, state)[1] == 1 else -1
    return len(tables.worth) - 1 if action != STAY and state[_FOURTH] == 0 else -1


@compiled
def _best_cups(tables: Tables, best: Int8s, state: Int32s) -> tuple[int, int]:
    """The cups with the best hand of round 3, as bits, and their number (N10)."""
    high, cups, count = NO_ROW, 0, 0
    for cup in range(tables.cups):
        if cup < tables.players and state[tables.dropped + cup]:
            continue
        row = best[state[_WHITE], state[_CUPS + cup]]
        if row < high:
            high, cups, count = row, 0, 0
        if row == high:
            cups |= 1 << cup
            count += 1
    return cups, count


@compiled
def _go_on(tables: Tables, dice_of: Dice, state: Int32s, dice: Words) -> bool:
    """Throw after the last decision of a round, until a seat decides; whether the game is over."""
    players = tables.players
    if state[_PHASE] == _DECIDE:
        stayed = False
        for seat in range(players):
            stayed |= state[tables.dropped + seat] == 0
        if stayed:
            die = roll_one(dice)  # N9, N10
            state[_WHITE] = dice_of.more[state[_WHITE], die]
            if state[_FOURTH] == 0:
                state[_FOURTH] = die + 1
                _begin_round(tables, state)
                return False
            state[_FIFTH] = die + 1
            winners = _best_cups(tables, dice_of.best, state)[0] & ((1 << players) - 1)
            if winners:
                state[_QUEUE], state[_PHASE] = winners, _MARK
                state[SEAT] = _next(winners, state[_STARTER], players)
                return False
    over = False  # N8, N10: the turn ends
    for mark in range(tables.marks, len(state)):
        over |= state[mark] >= END
    state[_STARTER] = state[_STARTER] + 1 if state[_STARTER] + 1 < players else 0  # N11
    state[_TURNS] += 1
    if over:
        state[_PHASE] = _OVER
    else:
        _begin_turn(tables, dice_of, state, dice)
    return over


@compiled
def _share(tables: Tables, state: Int32s, rewards: Array) -> None:
    """N14: most points win, then most marks for winning round 3; equal players share."""
    highest, count = -1, 0
    for again in range(2):
        for seat in range(tables.players):
            marks = tables.marks + seat * len(tables.worth)
            score = 0
            for row in range(len(tables.worth)):
                score += state[marks + row] * tables.worth[row]
            score = score * (END + 2) + state[marks]
            if again:
                rewards[seat] += 1 / count if score == highest else 0
            elif score > highest:
                highest, count = score, 1
            elif score == highest:
                count += 1


@compiled
def _observe(tables: Tables, states: Int32s, rows: Integers, seats: Integers, observations: Integers) -> None:
    players, cups, cup_size, dropped, rows_of = (
        tables.players,
        tables.cups,
        tables.cup_size,
        tables.dropped,
        len(tables.worth),
    )
    cup_dice, triple_dice, marks = tables.cup_dice, tables.triple_dice, tables.marks
    for place in range(len(rows)):
        state, seat, out = states[rows[place]], seats[place], observations[rows[place]]
        out[0] = state[_PHASE]
        out[1] = (state[_STARTER] - seat) % players
        for die in range(3):
            out[2 + die] = triple_dice[state[_TRIPLE], die]
        out[5], out[6] = state[_FOURTH], state[_FIFTH]
        at = 7
        for step in range(cups):
            other = (seat + step) % players if step < players else step
            seen = step == 0 or state[_FIFTH] > 0 or (other < players and state[dropped + other] > 0)
            for die in range(cup_size):
                out[at] = cup_dice[state[_CUPS + other], die] if seen else 0
                at += 1
        for step in range(players):
            other = (seat + step) % players
            out[at + step] = state[_QUEUE] >> other & 1
            out[at + players + step] = state[dropped + other]
        at += 2 * players
        for step in range(players):
            begin = marks + (seat + step) % players * rows_of
            for row in range(rows_of):
                out[at] = state[begin + row]
                at += 1


@compiled
def _mask(dice_of: Dice, states: Int32s, rows: Integers, masks: Int8s) -> None:
    forms, last = dice_of.rows, masks.shape[1] - 1
    for row in rows:
        state, mask = states[row], masks[row]
        mask[:] = 0
        if state[_PHASE] == _OVER:
            continue
        bits = forms[state[_WHITE], state[_CUPS + state[SEAT]]]
        for number in range(last - 1):
            mask[1 + number] = bits >> number & 1
        if state[_PHASE] == _DECIDE:
            mask[STAY] = 1
            mask[last] = bits == 0


@compiled
def _follow(
    tables: Tables, dice_of: Dice, plans: Plans, states: Int32s, rows: Integers, rngs: Words, actions: Integers
) -> None:
    """Stay as often as the tables say, else mark the best row."""
    players, dropped = tables.players, tables.dropped
    for place in range(len(rows)):
        state = states[rows[place]]
        seat = state[SEAT]
        cup = state[_CUPS + seat]
        stays = state[_PHASE] == _DECIDE
        if stays and plans.table[seat] != ALWAYS:
            first = (state[_STARTER] + tables.left_first) % players
            second = state[_FOURTH] > 0
            node, those, before = 1, 0, True
            for ahead in range(players):
                other = (first + ahead) % players
                before &= other != seat
                if second and state[dropped + other] == 1:
                    continue
                those |= 1 << ahead
                if before:
                    node = 2 * node + (state[dropped + other] == 0)
            policy = plans.table[seat]
            if second:
                at = plans.second_row[plans.offset[those] + node - 1]
                level = plans.second[policy, state[_TRIPLE], state[_FOURTH] - 1, at, cup]
            else:
                level = plans.first[policy, state[_TRIPLE], plans.first_row[node - 1], cup]
            stays = draw(rngs[rows[place]], int(plans.levels[policy])) < level
        best = dice_of.best[state[_WHITE], cup]
        actions[place] = STAY if stays else (len(tables.worth) - 1 if best == NO_ROW else 1 + best)
