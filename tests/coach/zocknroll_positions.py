"""Positions of Zock'n'Roll for the tests of its judge."""

from __future__ import annotations

import random
from itertools import product

from msgspec.structs import replace

from knobel.bots import make_bot
from knobel.rules.dice import FACES, SeededDice
from knobel.rules.game import FACE_DOWN, Chance, Decision
from knobel.rules.session import Session
from knobel.rules.zocknroll import END, GAME, Event, State, White, play, result, rows, view
from knobel.solve.zocknroll.policy import Policy, belief, stays


def states_of(players: int, options: dict[str, object], seed: int, level: str = "casual") -> list[State]:
    """All states of a game among bots of a level."""
    session = Session(GAME, [str(seat) for seat in range(players)], options)
    dice, bot = SeededDice(seed), make_bot(level, GAME, SeededDice(seed, 1))
    found = list[State]()
    while True:
        assert isinstance(session.state, State)
        found.append(session.state)
        if not session.step(dice, bot.choose):
            return found


def choices_of(states: list[State]) -> list[State]:
    """The states with a decision."""
    return [state for state in states if len(moves_of(state)) > 1]


def moves_of(state: State) -> tuple[Event, ...]:
    pending = GAME.pending(state)
    return pending.moves if isinstance(pending, Decision) else ()


def last_rounds(players: int, options: dict[str, object], seed: int, most_hidden: int) -> list[State]:
    """Round 2 of last turns, in the view of the seat that decides: a dropped seat has made the sixth mark.

    The tableaus are any that make it close.
    """
    chance, found = random.Random(seed), list[State]()
    for state in choices_of(states_of(players, options, seed)):
        gone = [seat for seat, playing_round in enumerate(state.dropped) if playing_round]
        if state.phase != "decide" or len(state.white) != 4 or not gone:
            continue
        width = len(rows(state.options))
        sheets = [[3] * width for _ in range(players)]
        for sheet in sheets:
            for _ in range(3):
                sheet[chance.randrange(width)] -= 1
        sheets[gone[0]][-1] = END
        seen = view(replace(state, marks=tuple(map(tuple, sheets))), state.queue[0])
        if sum(FACE_DOWN in cup for cup in seen.cups) <= most_hidden:
            found.append(seen)
    return found


def by_hand(policy: Policy, seen: State, move: Event) -> float:
    """What a move is worth to the seat that decides, over all hidden cups, decisions and dice, by the rules."""
    hidden = [cup for cup, dice in enumerate(seen.cups) if FACE_DOWN in dice]
    cups, likely = policy.setting.cups, [belief(policy, seen, cup) for cup in hidden]
    total, seat = 0.0, seen.queue[0]
    for held in product(range(len(cups)), repeat=len(hidden)):
        chance = 1.0
        filled = list(seen.cups)
        for nth, (cup, number) in enumerate(zip(hidden, held, strict=True)):
            chance *= float(likely[nth][number])
            filled[cup] = cups[number]
        total += chance * _share(policy, play(replace(seen, cups=tuple(filled)), move), seat)
    return total


def _share(policy: Policy, state: State, seat: int) -> float:
    over, pending = result(state), GAME.pending(state)
    if over is not None:
        return (seat in over.winners) / len(over.winners)
    if isinstance(pending, Chance):
        return sum(_share(policy, play(state, White((face,))), seat) for face in FACES) / 6
    assert isinstance(pending, Decision)
    best_or_stay, *others = pending.moves
    if state.phase == "mark":
        return _share(policy, play(state, best_or_stay), seat)
    chance, share = stays(policy, state, pending.seat), 0.0
    for likely, move in ((chance, best_or_stay), (1 - chance, others[0])):
        share += likely * _share(policy, play(state, move), seat) if likely else 0.0
    return share
