"""Choices: labels and meanings of moves."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from knobel.odds.schocken import _throwing
from knobel.rules import schocken, zock, zocknroll
from knobel.rules.game import Decision
from knobel.rules.session import Session
from knobel.telling.choices import choices, free_cover, free_fields
from knobel.telling.phrase import render
from knobel.words import LANGUAGES, words

from ..terminal.games import TABLES, moments, played

EN = words("en")


def offered(session: Session) -> dict[str, str]:
    pending = session.pending
    assert isinstance(pending, Decision)
    view = session.game.view(session.state, pending.seat)
    found = choices(session.players, view, pending.moves)
    return {render(EN, choice.label): render(EN, choice.meaning) for choice in found}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_every_move_has_a_name_and_a_meaning(
    game: str, players: int, options: dict[str, object], language: str
) -> None:
    seed = 7
    print("seed", seed)
    say, whole = words(language), played(game, players, options, seed)
    for session in moments(whole, lambda at: isinstance(at.pending, Decision) and not free_fields(at.state)):
        pending = session.pending
        assert isinstance(pending, Decision)
        view = session.game.view(session.state, pending.seat)
        found = choices(session.players, view, pending.moves)
        assert tuple(choice.move for choice in found) == pending.moves
        assert len({render(say, choice.label) for choice in found}) == len(found)
        assert all(render(say, choice.meaning) for choice in found)


def zocknroll_table() -> Session:
    """Anna holds 3 5 and decides first, white 3 4 5."""
    session = Session("zocknroll", ["Anna", "Ben", "Cleo", "Dora"])
    session.play(zocknroll.Starter(0))
    session.play(zocknroll.Cups(((3, 5), (1, 1), (1, 2), (1, 2))))
    session.play(zocknroll.White((3, 4, 5)))
    return session


def test_dropping_names_all_points() -> None:
    found = offered(zocknroll_table())
    assert found["Drop: Two pairs"] == "+3, Dropped in round 1 +1 = 4 points"
    assert found["Drop: Pair"] == "+2, Dropped in round 1 +1 = 3 points"


def test_staying_names_the_chance_of_a_better_row() -> None:
    # 3 3 4 5 5 gets better (full house) with a 3 or a 5: two of six faces.
    assert offered(zocknroll_table())["Stay in"].startswith("33 % to improve")


def test_the_last_player_in_has_won_round_3() -> None:
    session = zocknroll_table()
    session.play(zocknroll.Stay(0))
    session.play(zocknroll.Drop(1, "pair"))
    for seat in (2, 3):
        session.play(zocknroll.Drop(seat, "large_straight"))
    session.play(zocknroll.White((1,)))
    # Four players make `won_third` worth 4, and two pairs are worth 3; 1 3 3 4 5 5 gets better with a 2, 3 or 5.
    assert offered(session)["Stay in"] == "sure to win round 3: at least +7 · 50 % to improve"


def test_jorg_is_a_rival_to_the_end() -> None:
    session = Session("zocknroll", ["Anna", "Ben", "Cleo"])
    session.play(zocknroll.Starter(0))
    session.play(zocknroll.Cups(((3, 5), (1, 1), (1, 1), (1, 1))))
    session.play(zocknroll.White((3, 4, 5)))
    session.play(zocknroll.Stay(0))
    for seat in (1, 2):
        session.play(zocknroll.Drop(seat, "pair"))
    session.play(zocknroll.White((1,)))
    assert "round 3: win" in offered(session)["Stay in"]


def test_the_mark_that_ends_the_game_is_announced() -> None:
    seed = 3
    print("seed", seed)
    announced = 0
    for session in moments(played("zocknroll", 3, {}, seed), lambda at: isinstance(at.pending, Decision)):
        pending, state = session.pending, session.state
        assert isinstance(pending, Decision)
        assert isinstance(state, zocknroll.State)
        for choice in choices(session.players, state, pending.moves):
            after = session.game.play(state, choice.move)
            ends = max(after.marks[pending.seat]) == zocknroll.END > max(state.marks[pending.seat])
            assert ("sixth mark" in render(EN, choice.meaning)) == ends
            announced += ends
    assert announced


def test_a_cover_names_what_is_left() -> None:
    session = Session("zock", ["Anna", "Ben"], {"games": 1})
    session.play(zock.RollOff(((6, 6), (1, 1))))
    session.play(zock.Throw(0, (3, 6)))
    found = offered(session)
    assert list(found) == ["Cover 3 and 6", "Cover 9"]
    assert found["Cover 9"].startswith("open: 1 2 3 4 5 6 7 8 (sum 36)")


def test_a_throw_of_schocken_names_its_chances() -> None:
    session = Session("schocken", ["Anna", "Ben"])
    session.play(schocken.Starter(0))
    session.play(schocken.Throw(0, (), (1, 1, 2)))
    session.play(schocken.Throw(0, (1, 1), (2,)))
    found = offered(session)
    assert found["Stand"] == "Schock 2 counts"
    # One die beside 1 1 is a Schock whatever it shows, and better than Schock 2 unless it is a 2: 5 of 6.
    assert found["Keep 1 and 1, reroll one die"] == "83 % to improve · 100 % for a Schock · covered"


def test_better_counts_throws_that_only_kept_dice_can_make() -> None:
    session = Session("schocken", ["Anna", "Ben"], {"hand_only": True})
    session.play(schocken.Starter(0))
    session.play(schocken.Throw(0, (), (3, 5, 6)))
    session.play(schocken.Throw(0, (5, 6), (3,)))
    # 6-5-4, 6-5-5 and 6-6-5 beat 6-5-3; with kept dice 6-5-4 is no Straße but an ordinary throw (H2).
    assert offered(session)["Keep 5 and 6, reroll one die"].startswith("50")


def test_any_fields_can_be_covered_where_players_are_the_referees() -> None:
    session = Session("zock", ["Anna", "Ben"], {"games": 1, "referee": "players"})
    assert free_fields(session.state) is None
    session.play(zock.RollOff(((6, 6), (1, 1))))
    session.play(zock.Throw(0, (3, 6)))
    assert free_fields(session.state) == zock.ALL_FIELDS
    assert free_cover(session.players, session.state, (9, 2)).move == zock.Cover(0, (2, 9))
    assert free_cover(session.players, session.state, ()).move == zock.Pass(0)


def test_several_threads_may_ask_at_once() -> None:
    """Everybody gets the same answer, also while the tables of the odds are still being filled."""
    options = {"jule": True, "sixes": True, "hand_only": True}
    session = Session("schocken", ["Anna", "Ben"], options)
    session.play(schocken.Starter(0))
    session.play(schocken.Throw(0, (), (2, 6, 6)))
    pending = session.pending
    assert isinstance(pending, Decision)
    _throwing.cache_clear()
    with ThreadPoolExecutor(8) as threads:
        answers = [threads.submit(choices, session.players, session.state, pending.moves) for _ in range(16)]
    found = [answer.result() for answer in answers]
    assert all(answer == found[0] for answer in found)
