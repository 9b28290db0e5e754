"""The dice of a deal depend on their role alone: the same for all bots, and no decision shifts later dice."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import pytest

from knobel.arena.dice import DealDice
from knobel.bots import make_bot
from knobel.rules import GAMES, schocken, zock
from knobel.rules.dice import SeededDice, awaits
from knobel.rules.game import Chance, Decision, Event, Lot, Over, read_options

Fallen = dict[tuple[int, ...], dict[int, tuple[int, ...]]]


def fallen(game: str, players: int, options: dict[str, object], level: str) -> Fallen:
    """The dice of a game among bots of one level, by chapter and seat, with the number of the throw in it."""
    rules, dice = GAMES[game], DealDice(seed=8, deal=3)
    bot = make_bot(level, rules, SeededDice(1))
    state: Any = rules.start(read_options(rules, options), players)
    found: Fallen = defaultdict(dict)
    begun = dict[int, int]()
    while True:
        event: Event
        match rules.pending(state):
            case Over():
                return found
            case Lot() as lot:
                event = dice.lot(lot)
            case Chance(event=event):
                pass
            case Decision(seat=seat):
                event = bot.choose(rules.view(state, seat))
        if awaits(event):
            event = dice.throw(state, event)
            match event:
                case zock.Throw(seat=seat, dice=values):
                    throws = found[len(state.games), seat]
                    throws[len(throws)] = values
                case schocken.Throw(seat=seat, dice=values):
                    first = begun.setdefault(len(state.lost), state.rounds)
                    number = 0 if state.phase == "throw" else state.hands[seat].throws
                    found[len(state.lost), state.rounds - first, seat][number] = values
        state = rules.play(state, event)


@pytest.mark.parametrize(
    ("game", "players", "options"), [("zock", 2, {"games": 3, "variant": "C"}), ("schocken", 3, {"covered": "none"})]
)
def test_decisions_do_not_shift_the_dice_of_other_roles(game: str, players: int, options: dict[str, object]) -> None:
    one, other = (fallen(game, players, options, level) for level in ("casual", "random"))
    shared, later = 0, 0
    for role in set(one) & set(other):
        for number in set(one[role]) & set(other[role]):
            first, second = one[role][number], other[role][number]
            fewest = min(len(first), len(second))
            assert first[:fewest] == second[:fewest]
            shared += 1
            later += role[0] > 0
    assert shared > 30
    assert later > 5, "later games and halves too"
    assert any(len(one[role]) != len(other[role]) for role in set(one) & set(other)), "the games did differ"


def test_deals_seeds_and_roles_differ() -> None:
    state = zock.start(zock.Options(), 2)
    throws = [
        tuple(source.throw(state, zock.Throw(seat)).dice for _ in range(12))
        for source in (DealDice(1, 1), DealDice(1, 2), DealDice(2, 1))
        for seat in (0, 1)
    ]
    assert len(set(throws)) == len(throws)


def test_all_faces_are_as_likely() -> None:
    """In 6,000 throws of different roles every face comes 2,000 times of 12,000, within five standard errors."""
    state = zock.start(zock.Options(), 2)
    dice = Counter[int]()
    for deal in range(3_000):
        source = DealDice(seed=5, deal=deal)
        for seat in (0, 1):
            dice.update(source.throw(state, zock.Throw(seat)).dice)
    error = (12_000 * 1 / 6 * 5 / 6) ** 0.5
    assert all(abs(dice[face] - 2_000) < 5 * error for face in range(1, 7)), dice
