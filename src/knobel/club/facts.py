"""Facts of finished games, read from their records: what a tariff charges and what records are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from ..rules import schocken, zocknroll
from ..rules.session import Session
from .results import Fact, places


def facts(session: Session) -> tuple[dict[Fact, int], ...]:
    """What happened to each seat of a finished game, and how often."""
    players, result = len(session.players), session.result
    assert result is not None
    counts = [Counter[Fact]() for _ in range(players)]
    for seat, fact in _happened(session):
        counts[seat][fact] += 1
    points = result.points(players)
    winners = [seat for seat, share in enumerate(result.shares(players)) if share]
    ranks = places(session.game.name, points, winners)
    for seat, count in enumerate(counts):
        if ranks[seat] == max(ranks) > 1:
            count["lost_game"] = 1
        if session.game.name == "zock":
            count["noted_point"] = points[seat]
    return tuple({fact: times for fact, times in count.items() if times} for count in counts)


def _happened(session: Session) -> Iterator[tuple[int, Fact]]:
    match session.result:
        case schocken.Result() as result:
            for seat in result.halves:
                yield seat, "lost_half"
            if result.final:
                yield result.loser, "lost_final"
            yield from _hands(session)
        case zocknroll.Result(marks=marks):
            for seat, rows in enumerate(marks):
                for _ in range(rows.get("five_of_a_kind", 0)):
                    yield seat, "five_alike"
            for seat in _last_drops(session):
                yield seat, "dropped_last"


def _hands(session: Session) -> Iterator[tuple[int, Fact]]:
    """Special throws that lay on the table when the cups were lifted at the end of a round (S7)."""
    states = [session.state_at(count) for count in range(len(session.events) + 1)]
    for before, after in pairwise(states):
        if before.cups_up or not after.cups_up:
            continue
        for seat, hand in enumerate(after.hands):
            dice = tuple(sorted((*hand.kept, *hand.thrown)))
            if hand.throws and dice == (1, 2, 4):
                yield seat, "jule"
            elif hand.throws and dice == (1, 1, 1):
                yield seat, "schock_out"


def _last_drops(session: Session) -> Iterator[int]:
    """The seat that dropped last in each turn of Zock'n'Roll, if any did."""
    last: int | None = None
    for event in session.events:
        if isinstance(event, zocknroll.Cups):
            if last is not None:
                yield last
            last = None
        elif isinstance(event, zocknroll.Drop):
            last = event.seat
    if last is not None:
        yield last
