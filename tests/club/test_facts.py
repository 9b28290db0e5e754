"""Facts of games, read from records; roles; evenings and seasons."""

from __future__ import annotations

from knobel.bots import play_out
from knobel.club.facts import facts
from knobel.club.results import places
from knobel.club.roles import LEAST, ROLES, may, permissions
from knobel.club.seasons import PAUSE, Season, evenings, seasons_of
from knobel.rules.session import Session


def _schocken(*hands: tuple[int, tuple[int, ...]]) -> Session:
    """A game for two in which each hand is one throw."""
    session = Session("schocken", ["Anna", "Ben"], {"stones": 13})
    session.play({"e": "starter", "seat": 0})
    for seat, dice in hands:
        session.play({"e": "throw", "seat": seat, "dice": list(dice)})
        if session.seat == seat:
            session.play({"e": "stand", "seat": seat})
    return session


def test_schocken_names_losers_and_special_throws() -> None:
    """A Schock out gives all stones to the lowest hand (S8): Ben loses both halves and the game."""
    session = _schocken((0, (1, 1, 1)), (1, (4, 2, 1)), (1, (4, 2, 1)), (0, (1, 1, 1)))
    assert session.result is not None
    anna, ben = facts(session)
    assert anna == {"schock_out": 2}
    assert ben == {"lost_half": 2, "jule": 2, "lost_game": 1}


def test_schocken_names_the_loser_of_the_final() -> None:
    out, low = (1, 1, 1), (2, 2, 1)
    session = _schocken((0, out), (1, low), (1, out), (0, low), (0, out), (1, low))
    anna, ben = facts(session)
    assert anna == {"schock_out": 2, "lost_half": 1}
    assert ben == {"schock_out": 1, "lost_half": 1, "lost_final": 1, "lost_game": 1}


def test_zock_notes_loss_points() -> None:
    session = play_out("zock", ["Anna", "Ben"], {"games": 1}, seed=4)
    assert session.result is not None
    for seat, points in enumerate(session.result.points(2)):
        assert facts(session)[seat].get("noted_point", 0) == points
        assert facts(session)[seat].get("lost_game", 0) == (points == max(session.result.points(2)) > 0)


def test_zocknroll_names_who_dropped_last_in_a_turn() -> None:
    """Counted again from the plain data of the events."""
    session = play_out("zocknroll", ["Anna", "Ben", "Carla"], seed=4)
    turns = list[list[int]]()
    for event in session.events:
        if type(event).__name__ == "Cups":
            turns.append([])
        elif type(event).__name__ == "Drop":
            turns[-1].append(event.seat)
    last = [turn[-1] for turn in turns if turn]
    found = facts(session)
    assert [each.get("dropped_last", 0) for each in found] == [last.count(seat) for seat in range(3)]
    assert sum(each.get("lost_game", 0) for each in found) >= 1


def test_places_share_the_better_place_and_follow_the_tie_break() -> None:
    assert places("zocknroll", (50, 60, 50, 10)) == (2, 1, 2, 4)
    assert places("zocknroll", (60, 60, 10), (1,)) == (2, 1, 3)
    assert places("zock", (3, 3)) == (1, 1)


def test_a_higher_role_may_do_all_that_a_lower_one_may() -> None:
    for operation in LEAST:
        allowed = [may(role, operation) for role in ROLES]
        assert allowed == sorted(allowed, reverse=True)
        assert allowed[0], "a founder may do everything"
    assert "book" in permissions("treasurer")
    assert "book" not in permissions("member")


def test_a_pause_longer_than_six_hours_splits_evenings() -> None:
    assert PAUSE == 6 * 3600 * 1000
    assert evenings([]) == []
    assert evenings([5, 5 + PAUSE, 5 + 2 * PAUSE + 1]) == [5, 5, 5 + 2 * PAUSE + 1]


def test_a_season_ends_before_its_end() -> None:
    seasons = [Season(1, "first", 10, 20), Season(2, "open", 20)]
    assert [seasons_of(at, seasons) for at in (9, 10, 19, 20)] == [[0], [0, 1], [0, 1], [0, 2]]
