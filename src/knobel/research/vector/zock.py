"""ZOCK in batches: the rules as compiled kernels over an array with one row per match.

A set of fields is a nine-bit number, field 1 the lowest bit, so a cover is its own action. Throws are numbers below 36,
as `roll_two` gives them.
"""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from ...rules.dice import FACES
from ...rules.errors import BadOptions
from ...rules.zock import ALL_FIELDS, Claim, Fields, GameScore, Options, State, covers
from ...simulate.dice import Words, number, roll_two
from ...simulate.zock.games import policy
from ...simulate.zock.kernel import roll_off
from ...simulate.zock.tables import Picks
from ...solve.arrays import Array, Int8s, Int32s, Integers
from ...solve.compiled import compiled
from ...solve.zock.box import covering, zock_box
from ..encodings.zock import ACCEPT, ENCODING, MOST_CLAIMS, OBJECT, PASS, PHASES, THROW
from .games import SEAT, BatchedGame, Policy

_ROLL_OFF, _THROW, _COVER, _OBJECT, _ACCEPT, _OVER = range(len(PHASES))
_PHASE, _DICE, _OPEN, _LOST, _LEFT, _CLAIMS, _SCORES = 1, 2, 3, 5, 7, 8, 9
"""Columns of a row. `_OPEN` and `_LOST` have one for each seat, `_LEFT` counts the games to come, `_CLAIMS` the claims.

From `_SCORES` on every game of the match has its loss, negative if seat 0 won; then each claim its throw and fields.
"""

_FULL: Final = 2 ** len(ALL_FIELDS) - 1
_THROWS: Final = 36
_MOST_GAMES: Final = 1000
_POLICIES: Final = ("points", "win")


class Tables(NamedTuple):
    """The options as kernels read them: `offers` and `total` by set of fields, and the covers of each set and throw.

    Slot `36 * set + throw` has the covers in `cover` from `first[slot]` to `first[slot + 1]`.
    """

    again: bool
    referees: bool
    games: int
    first: Int32s
    cover: Int32s
    offers: Int8s
    total: Int32s


@lru_cache(maxsize=16)
def _tables(options: Options) -> Tables:
    first, cover = [0], list[int]()
    offers = np.zeros((_THROWS, _FULL + 1), np.int8)
    throws = sorted(product(FACES, repeat=2), key=number)
    for bits, (throw, dice) in product(range(_FULL + 1), enumerate(throws)):
        cover += map(_bits, covers(options.variant, options.two_digit, dice, _fields(bits)))
        first.append(len(cover))
        if bits == _FULL:
            offers[throw, cover[first[-2] :]] = 1
    total = [sum(_fields(bits)) for bits in range(_FULL + 1)]
    again, referees = options.variant == "A", options.referee == "players"
    lists = (np.array(first, np.int32), np.array(cover, np.int32), offers, np.array(total, np.int32))
    return Tables(again, referees, options.games, *lists)


def _fields(bits: int) -> Fields:
    return tuple(field for field in ALL_FIELDS if bits >> field - 1 & 1)


def _bits(fields: Fields) -> int:
    return sum(1 << field - 1 for field in fields)


def batched_zock(options: Options, players: int) -> BatchedGame:
    """The kernels of ZOCK under these options."""
    if options.games > _MOST_GAMES:
        raise BadOptions(f"a match in a batch has at most {_MOST_GAMES} games, not {options.games}", "K8")
    tables = _tables(options)
    return BatchedGame(
        encoding=ENCODING,
        width=_SCORES + options.games + (2 * MOST_CLAIMS if options.referee == "players" else 0),
        deal=partial(_deal, tables),
        play=partial(_play_all, tables),
        observe=partial(_observe, tables),
        mask=partial(_mask, tables),
        state=partial(_state, options),
        policy=partial(_policy, options),
    )


def _state(options: Options, row: Int32s) -> State:
    scores = row[_SCORES : _SCORES + options.games - row[_LEFT]].tolist()
    claims = row[_SCORES + options.games :].reshape(-1, 2)[: row[_CLAIMS]].tolist()
    return State(
        options,
        open=(_fields(row[_OPEN]), _fields(row[_OPEN + 1])),
        phase=PHASES[row[_PHASE]],
        seat=int(row[SEAT]),
        dice=_faces(row[_DICE]),
        claims=tuple(Claim(_faces(throw), _fields(bits)) for throw, bits in claims),
        games=tuple(GameScore(int(score > 0), abs(score)) for score in scores),
    )


def _policy(options: Options, name: str) -> Policy:
    """A compiled policy of `knobel simulate`: the best covers for the points or to win the game."""
    if name not in _POLICIES or options.referee != "strict":
        raise BadOptions(f"a compiled policy of ZOCK with a strict referee is random, points or win, not {name}")
    picks = policy(options, name).always
    assert picks is not None  # only random has none
    numbers = zock_box(covering(options))
    bits = np.array([_bits(fields) for fields in numbers.sets], np.int32)
    number_of = np.argsort(bits).astype(np.int32)
    return partial(_pick, picks, bits, number_of)


def _faces(throw: int) -> tuple[int, ...]:
    low, high = sorted((int(throw) % 6 + 1, int(throw) // 6 + 1))
    return low, high


@compiled
def _deal(tables: Tables, states: Int32s, rows: Integers, dice: Words) -> None:
    for row in rows:
        state = states[row]
        state[:] = 0
        state[_LEFT] = tables.games
        _throw(tables.first, tables.referees, state, dice[row])


@compiled
def _throw(first: Int32s, referees: bool, state: Int32s, dice: Words) -> None:
    """Throw until a seat decides."""
    if state[_PHASE] == _ROLL_OFF:
        state[SEAT] = roll_off(dice)
        state[_OPEN], state[_OPEN + 1], state[_CLAIMS] = _FULL, _FULL, 0
    seat = state[SEAT]
    throw = roll_two(dice)
    if not referees:
        slot = _THROWS * state[_OPEN + seat] + throw
        while first[slot] == first[slot + 1]:  # K4: sits out this throw
            seat = 1 - seat
            throw = roll_two(dice)
            slot = _THROWS * state[_OPEN + seat] + throw
    state[SEAT], state[_DICE], state[_PHASE] = seat, throw, _COVER


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
    again, referees, games = tables.again, tables.referees, tables.games
    first, offers, total = tables.first, tables.offers, tables.total
    for place in range(len(rows)):
        row = rows[place]
        state = states[row]
        seat = state[SEAT]
        winner = _play(again, referees, _SCORES + games, offers, state, actions[place])
        if winner >= 0:  # K7
            loser = 1 - winner
            loss = total[state[_OPEN + loser]]
            state[_LOST + loser] += loss
            state[_SCORES + games - state[_LEFT]] = loss if winner else -loss
            state[_LEFT] -= 1
            state[_CLAIMS] = 0
            state[SEAT] = seat
            state[_PHASE] = _ROLL_OFF if state[_LEFT] else _OVER
            if per_turn:
                rewards[row, winner] += loss
                rewards[row, loser] -= loss
            if state[_LEFT] == 0:
                over[row] = True
                lead = state[_LOST + 1] - state[_LOST]
                if not per_turn and lead:  # K8
                    rewards[row, 0] += 1 if lead > 0 else -1
                    rewards[row, 1] += -1 if lead > 0 else 1
        if state[_PHASE] <= _THROW:
            _throw(first, referees, state, dice[row])


@compiled
def _play(again: bool, referees: bool, claims: int, offers: Int8s, state: Int32s, action: int) -> int:
    """Play one action; the winner of a game that it ends, else -1. Phase `_THROW` says that dice fall next."""
    seat, phase = state[SEAT], state[_PHASE]
    if phase == _COVER:
        state[_OPEN + seat] &= ~action
        left = state[_OPEN + seat]
        if not referees:
            if left == 0:
                return int(seat)
            state[SEAT] = seat if again else 1 - seat  # K5
            state[_PHASE] = _THROW
            return -1
        if action != PASS:
            claim = claims + 2 * state[_CLAIMS]
            state[claim], state[claim + 1] = state[_DICE], action
            state[_CLAIMS] += 1
            if left and again:
                state[_PHASE] = _THROW
                return -1
        state[SEAT] = 1 - seat
        state[_PHASE] = _OBJECT if left else _ACCEPT  # K9
        return -1
    if action == THROW:
        state[_CLAIMS] = 0
    elif action == ACCEPT:
        return int(1 - seat)
    else:  # K9: what did not fit is opened again
        wrong = 0
        for claim in range(claims, claims + 2 * state[_CLAIMS], 2):
            if not offers[state[claim], state[claim + 1]]:
                wrong |= state[claim + 1]
        if phase == _ACCEPT and wrong == 0:
            return int(1 - seat)
        state[_OPEN + 1 - seat] |= wrong
        state[_CLAIMS] = 0
    state[_PHASE] = _THROW
    return -1


@compiled
def _observe(tables: Tables, states: Int32s, rows: Integers, seats: Integers, observations: Integers) -> None:
    claims, referees = _SCORES + tables.games, tables.referees
    for place in range(len(rows)):
        state, seat, out = states[rows[place]], seats[place], observations[rows[place]]
        out[0] = state[_PHASE]
        out[1] = state[SEAT] == seat and state[_PHASE] != _OVER
        one, two = state[_DICE] % 6 + 1, state[_DICE] // 6 + 1
        out[2], out[3] = min(one, two), max(one, two)
        own, other = state[_OPEN + seat], state[_OPEN + 1 - seat]
        for field in range(9):
            out[4 + field] = own >> field & 1
            out[13 + field] = other >> field & 1
        out[22] = state[_LEFT]
        out[23], out[24] = state[_LOST + seat], state[_LOST + 1 - seat]
        if referees:
            out[25:] = 0
            for claim in range(state[_CLAIMS]):
                throw, fields = state[claims + 2 * claim], state[claims + 2 * claim + 1]
                one, two = throw % 6 + 1, throw // 6 + 1
                out[34 + 2 * claim], out[35 + 2 * claim] = min(one, two), max(one, two)
                for field in range(9):
                    if fields >> field & 1:
                        out[25 + field] = claim + 1


@compiled
def _mask(tables: Tables, states: Int32s, rows: Integers, masks: Int8s) -> None:
    first, cover, referees = tables.first, tables.cover, tables.referees
    for row in rows:
        state, mask = states[row], masks[row]
        mask[:] = 0
        phase, fields = state[_PHASE], state[_OPEN + state[SEAT]]
        if phase == _COVER and not referees:
            slot = _THROWS * fields + state[_DICE]
            for number in range(first[slot], first[slot + 1]):
                mask[cover[number]] = 1
        elif phase == _COVER:  # K9: any open fields, or none
            some = fields
            while some:
                mask[some] = 1
                some = (some - 1) & fields
            mask[PASS] = 1
        elif phase != _OVER:
            mask[THROW if phase == _OBJECT else ACCEPT] = 1
            mask[OBJECT] = 1


@compiled
def _pick(
    picks: Picks, bits: Int32s, number_of: Int32s, states: Int32s, rows: Integers, rngs: Words, actions: Integers
) -> None:
    left, rivals = picks.left, picks.rows
    for place in range(len(rows)):
        state = states[rows[place]]
        own = state[_OPEN + state[SEAT]]
        after = left[_THROWS * number_of[own] + state[_DICE]]
        if after < 0:
            after = rivals[-1 - after, number_of[state[_OPEN + 1 - state[SEAT]]]]
        actions[place] = own & ~bits[after]
