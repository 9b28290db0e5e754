"""A view can be played on: hidden dice are face down, and have to be lifted where they decide (R3, R5)."""

from __future__ import annotations

import pytest

from knobel.rules import GAMES, find_game, schocken, zocknroll
from knobel.rules.errors import BadOptions, IllegalEvent
from knobel.rules.game import AnyGame, Chance, Lift, Lot, read_options


@pytest.mark.rule("N5", "R3", "R5")
def test_a_view_of_zocknroll_waits_for_a_lift_where_hidden_cups_decide() -> None:
    state = zocknroll.start(zocknroll.Options(), 4)
    for event in (zocknroll.Starter(0), zocknroll.Cups(((1, 2), (3, 3), (5, 6), (1, 1))), zocknroll.White((1, 4, 6))):
        state = zocknroll.play(state, event)
    others = zocknroll.view(state, 1)
    for move in (zocknroll.Drop(0, "pair"), zocknroll.Drop(0, None)):
        with pytest.raises(IllegalEvent, match="lifts its cup before") as refusal:
            zocknroll.play(others, move)
        assert refusal.value.rule == "R3"
    later: list[zocknroll.Event] = [
        *map(zocknroll.Stay, range(4)),
        zocknroll.White((2,)),
        *map(zocknroll.Stay, range(4)),
    ]
    for following in later:
        others = zocknroll.play(others, following)
    others = zocknroll.play(others, zocknroll.White((2,)))
    assert (others.phase, others.queue) == ("lift", (0, 2, 3))
    with pytest.raises(IllegalEvent, match="cannot be compared") as unknown:
        zocknroll.best_cups(others)
    assert unknown.value.rule == "R5"


@pytest.mark.rule("N4")
def test_the_cup_of_jorg_belongs_to_no_seat() -> None:
    state = zocknroll.start(zocknroll.Options(), 3)
    for event in (zocknroll.Starter(0), zocknroll.Cups(((1, 2), (3, 3), (5, 6), (1, 1)))):
        state = zocknroll.play(state, event)
    assert zocknroll.view(state, 3) == zocknroll.view(state, None)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_events_of_another_game_are_refused(game: AnyGame) -> None:
    state = game.start(game.options(), game.players[0])
    for other in GAMES.values():
        if other is not game:
            wanted = other.pending(other.start(other.options(), other.players[0]))
            assert isinstance(wanted, Lot | Chance)
            foreign = wanted.events[0] if isinstance(wanted, Lot) else wanted.event
            with pytest.raises(IllegalEvent, match="is no event of"):
                game.play(state, foreign)


@pytest.mark.rule("S5", "R3", "R5")
def test_a_view_of_schocken_waits_for_a_lift_where_covered_dice_decide() -> None:
    state = schocken.start(schocken.Options(), 2)
    third = (schocken.Throw(0, (), (2, 3, 5)), schocken.Throw(0, (5,), (2, 3)), schocken.Throw(0, (5,), (4, 1)))
    for event in (schocken.Starter(0), *third, schocken.Throw(1, (), (6, 6, 5))):
        state = schocken.play(state, event)
    view = schocken.view(state, 0)
    with pytest.raises(IllegalEvent, match="cannot be compared") as refusal:
        schocken.hand_rank(view, 0)
    assert refusal.value.rule == "R5"
    waiting = schocken.play(view, schocken.Stand(1))
    assert schocken.pending(waiting) == Chance(Lift(0, (0, 0)))
    assert schocken.play(waiting, Lift(0, (1, 4))) == schocken.play(state, schocken.Stand(1))
    assert schocken.play(state, schocken.Stand(1)).rounds == 1


@pytest.mark.parametrize(("game", "option"), [("zock", "games"), ("schocken", "stones")])
def test_a_number_that_is_too_large_is_refused(game: str, option: str) -> None:
    with pytest.raises(BadOptions, match=f"{option} must be a whole number from 1 to"):
        read_options(find_game(game), {option: 10**9 + 1})
