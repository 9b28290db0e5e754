"""Facts of ZOCK: the box and the loss points."""

from __future__ import annotations

from msgspec import Struct

from ...rules.zock import State, losses, result


class ZockFacts(Struct, frozen=True, tag="zock", tag_field="game", gc=False):
    """`losses` are the loss points so far, `sums` those that lie open now. Game `number` of `games` is played.

    With `ended` it has ended, and its fields lie as they were until the next roll-off.
    """

    losses: tuple[int, int]
    sums: tuple[int, int]
    number: int
    games: int
    ended: bool
    winners: tuple[int, ...]


def zock_facts(view: State) -> ZockFacts:
    (first, second), games, final = view.open, view.games, result(view)
    ended = _ended(view)
    return ZockFacts(
        losses(view),
        (sum(first), sum(second)),
        len(games) if ended else len(games) + 1,
        view.options.games,
        ended,
        () if final is None else final.winners,
    )


def number(view: State) -> int:
    """The number of the game that is played, or was played last until the next roll-off."""
    return len(view.games) if _ended(view) else len(view.games) + 1


def _ended(view: State) -> bool:
    return view.phase in ("roll_off", "over") and not all(view.open)
