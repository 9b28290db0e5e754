"""What drawings and pictures say alike: the heading, and the remarks on each seat."""

from __future__ import annotations

from typing import Final, TypeAlias

from ..rules import schocken, zock, zocknroll
from ..rules.game import FACE_DOWN
from .labels import Label

Remarks: TypeAlias = tuple[tuple[str, ...], ...]
"""For each seat the things to be said about it."""

_PARTS: Final = ("first_half", "second_half", "final")


def zocknroll_heading(state: zocknroll.State, label: Label) -> str:
    ended = state.phase in ("cups", "over") and bool(state.white)
    parts = [label("zocknroll"), f"{label('turn')} {state.turns + (not ended)}"]
    if state.white:
        parts.append(f"{label('round')} {len(state.white) - 2}")
    return _heading(parts, state.phase, label)


def zocknroll_remarks(state: zocknroll.State, label: Label) -> Remarks:
    """Who starts, who has dropped or is in, with the best row where the dice may be seen, and who has won."""
    winners = _winners(zocknroll.result(state))
    return tuple(
        (
            *[label("starter")] * (seat == state.starter and state.phase not in ("starter", "over")),
            *_turn_so_far(state, seat, label),
            *[label("won")] * (seat in winners),
        )
        for seat in range(state.players)
    )


def _turn_so_far(state: zocknroll.State, seat: int, label: Label) -> tuple[str, ...]:
    if not state.white:
        return ()
    if state.dropped[seat]:
        return (f"{label('dropped')} ({label('round')} {state.dropped[seat]})",)
    return label("in"), *(label(row) for row in zocknroll.hand(state, seat)[:1])


def zock_heading(state: zock.State, label: Label) -> str:
    ended = state.phase in ("roll_off", "over") and bool(state.dice)
    game = f"{label('game')} {len(state.games) + (not ended)}/{state.options.games}"
    return _heading([label("zock"), game], state.phase, label)


def zock_remarks(state: zock.State, label: Label) -> Remarks:
    """The loss points of both seats, debts, and who has won the match."""
    winners = _winners(zock.result(state))
    debts = state.debts or (0, 0)
    return tuple(
        (
            f"{label('loss_points')} {loss}",
            *[f"{label('debt')} {debts[seat]}"] * (debts[seat] > 0),
            *[label("won")] * (seat in winners),
        )
        for seat, loss in enumerate(zock.losses(state))
    )


def schocken_heading(state: schocken.State, label: Label) -> str:
    decided = len(state.lost) - (state.phase == "over")
    playing = not state.cups_up or not state.rounds
    parts = [label("schocken"), label(_PARTS[decided]), f"{label('round')} {state.rounds + playing}"]
    return _heading(parts, state.phase, label)


def schocken_lost(state: schocken.State, names: tuple[str, ...], label: Label) -> tuple[str, ...]:
    """Who has lost the halves and the final so far."""
    return tuple(f"{label('lost')} ({label(_PARTS[part])}): {names[loser]}" for part, loser in enumerate(state.lost))


def schocken_remarks(state: schocken.State, label: Label) -> Remarks:
    """What each seat has thrown, where all can see it, and whether it is out."""
    return tuple((*_thrown(state, seat, label), *[label("out")] * is_out(state, seat)) for seat in range(state.players))


def is_out(state: schocken.State, seat: int) -> bool:
    """Whether a seat takes no part in what is left of this half, or in the final (S2, S9)."""
    in_final = len(set(state.lost)) == 2
    return (in_final and seat not in state.lost) or (state.middle == 0 and not state.stones[seat])


def _thrown(state: schocken.State, seat: int, label: Label) -> tuple[str, ...]:
    hand = state.hands[seat]
    if not hand.throws or FACE_DOWN in hand.thrown:
        return ()
    rank = schocken.hand_rank(state, seat)
    return (f"{label(rank.name)} {rank.stones}" if rank.name == "schock" else label(rank.name),)


def _winners(result: zocknroll.Result | zock.Result | None) -> tuple[int, ...]:
    return result.winners if result else ()


def _heading(parts: list[str], phase: str, label: Label) -> str:
    return " · ".join(parts + [label("over")] * (phase == "over"))
