"""Paying losses in chips, with change (K10)."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from knobel.rules.chips import FIVE_EACH, Chips, Holding, payment, settle
from knobel.rules.game import read_options
from knobel.rules.zock import GAME, Cover, Options, RollOff, State, Throw, result, start
from tests.rules.refusals import play

ANNA, BEN = 0, 1


def worth(values: Holding, chips: Holding) -> int:
    return sum(value * count for value, count in zip(values, chips, strict=True))


def best_payment(values: Holding, payer: Holding, receiver: Holding, loss: int) -> Holding:
    """By trying every handful: pay as much as possible, then move few chips, then the colours named first."""
    handfuls = product(*(range(-change, most + 1) for most, change in zip(payer, receiver, strict=True)))
    payable = ((red, blue, yellow, green) for red, blue, yellow, green in handfuls)
    return max(
        (chips for chips in payable if worth(values, chips) <= loss),
        key=lambda chips: (worth(values, chips), -sum(map(abs, chips)), chips),
    )


@pytest.mark.rule("K10")
def test_without_chips_the_state_has_none() -> None:
    state = start(Options(), 2)
    assert (state.chips, state.debts) == ((), ())


@pytest.mark.rule("K10")
def test_each_player_starts_with_five_of_each_colour() -> None:
    state = start(Options(chips=Chips(red=1, blue=2, yellow=5, green=10)), 2)
    assert state.chips == ((5, 5, 5, 5), (5, 5, 5, 5))
    assert state.debts == (0, 0)


@pytest.mark.rule("K10")
def test_a_loss_is_paid_with_change() -> None:
    chips = Chips(red=1, blue=2, yellow=5, green=10)
    assert settle(chips, FIVE_EACH, FIVE_EACH, 9) == ((6, 5, 5, 4), (4, 5, 5, 6), 0)  # a ten, and one back


@pytest.mark.rule("K10")
def test_a_debt_that_cannot_be_paid_is_noted() -> None:
    tens = Chips(red=10, blue=10, yellow=10, green=10)
    assert settle(tens, (1, 0, 0, 0), (9, 10, 10, 10), 27) == ((0, 0, 0, 0), (10, 10, 10, 10), 17)
    assert settle(tens, FIVE_EACH, FIVE_EACH, 27) == ((3, 5, 5, 5), (7, 5, 5, 5), 7)  # no change for a seven
    assert settle(tens, (0, 0, 0, 0), (10, 10, 10, 10), 45) == ((0, 0, 0, 0), (10, 10, 10, 10), 45)


@pytest.mark.rule("K10")
def test_a_payment_is_the_best_of_all_handfuls() -> None:
    seed = 3
    print(f"seed {seed}")
    random = Random(seed)
    for _ in range(40):
        red, blue, yellow, green = (random.choice((1, 1, 2, 3, 5, 7, 10, 20, 50)) for _ in range(4))
        anna: Holding = (random.randint(0, 10), random.randint(0, 10), random.randint(0, 10), random.randint(0, 10))
        ben: Holding = (10 - anna[0], 10 - anna[1], 10 - anna[2], 10 - anna[3])
        loss = random.randint(1, 45)
        values = (red, blue, yellow, green)
        paid = payment(values, anna, ben, loss)
        assert paid == best_payment(values, anna, ben, loss), (values, anna, ben, loss)
        less, more, owed = settle(Chips(*values), anna, ben, loss)
        assert worth(values, anna) - worth(values, less) == loss - owed
        assert [a + b for a, b in zip(less, more, strict=True)] == [10] * 4
        assert min(*less, *more, owed) >= 0


def won_by(winner: int, state: State, loser_open: tuple[int, ...]) -> State:
    """The next game of the match, won with a last 7 while these fields of the loser are open."""
    state = play(GAME, state, RollOff(((1, 2), (5, 5))))
    fields = ((7,), loser_open) if winner == ANNA else (loser_open, (7,))
    near = State(state.options, fields, "throw", winner, games=state.games, chips=state.chips, debts=state.debts)
    won: State = play(GAME, near, Throw(winner, (3, 4)), Cover(winner, (7,)))
    return won


@pytest.mark.rule("K10")
def test_the_loser_pays_after_every_game() -> None:
    options = read_options(GAME, {"games": 2, "chips": {"red": 1, "blue": 5, "yellow": 20, "green": 50}})
    state = won_by(ANNA, start(options, 2), (2, 4))  # Ben pays 6: a five and a one
    assert state.chips == ((6, 6, 5, 5), (4, 4, 5, 5))
    state = won_by(BEN, state, (9, 8, 3))  # Anna pays 20
    assert state.chips == ((6, 6, 4, 5), (4, 4, 6, 5))
    assert state.debts == (0, 0)


@pytest.mark.rule("K10")
def test_debts_add_up_and_stay_with_the_loser() -> None:
    options = read_options(GAME, {"games": 3, "chips": {"red": 40, "blue": 40, "yellow": 40, "green": 40}})
    state = won_by(ANNA, start(options, 2), (2, 4))
    assert state.debts == (0, 6)
    state = won_by(ANNA, state, (9,))
    assert state.debts == (0, 15)
    state = won_by(BEN, state, (1,))
    assert state.debts == (1, 15)
    assert state.chips == (FIVE_EACH, FIVE_EACH)


@pytest.mark.rule("K8", "K10")
def test_chips_never_change_who_wins_the_match() -> None:
    plain = won_by(BEN, won_by(ANNA, start(Options(games=2), 2), (2, 4)), (9,))
    chips = Options(games=2, chips=Chips(red=1, blue=2, yellow=3, green=4))
    paid = won_by(BEN, won_by(ANNA, start(chips, 2), (2, 4)), (9,))
    assert result(plain) == result(paid)
    assert result(plain) is not None
