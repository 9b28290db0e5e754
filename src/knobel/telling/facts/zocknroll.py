"""Facts of Zock'n'Roll: the sheets, the cups and the white dice."""

from __future__ import annotations

from msgspec import Struct

from ...rules.boards import CUP_SIZE, DROPPED_FIRST, WON_THIRD
from ...rules.game import FACE_DOWN
from ...rules.zocknroll import END, State, best_cups, hand, lifted, plays_jorg, result, rows, scores, values


class ZocknrollFacts(Struct, frozen=True, tag="zocknroll", tag_field="game", gc=False):
    """`rows` of the tableau from top to bottom, each with `circles` circles; `values` say what a mark is worth.

    `cups` is how many cups there are, Jörg's included, each with `cup_size` dice. For each of them `hands` are the rows
    that it can form, best first, none while it is hidden, and `lifted` says whether it is public and told (R3). `best`
    are the cups with the best hand once all are lifted. `inside` says for each seat whether it has not dropped.

    `bonus` is the row that is marked beside the chosen one by a drop, or by the winner, at this moment. `places` count
    from 1, and equal ones share theirs. With `last_turn` a row has its last mark: the game ends with this turn.
    """

    rows: tuple[str, ...]
    values: tuple[int, ...]
    circles: int
    cups: int
    cup_size: int
    scores: tuple[int, ...]
    places: tuple[int, ...]
    turn: int
    round: int
    inside: tuple[bool, ...]
    hands: tuple[tuple[str, ...], ...]
    lifted: tuple[bool, ...]
    best: tuple[int, ...]
    bonus: str | None
    last_turn: bool
    winners: tuple[int, ...]


def zocknroll_facts(view: State) -> ZocknrollFacts:
    options, players = view.options, view.players
    cups = range(players + plays_jorg(players))
    best = best_cups(view) if len(view.white) == 5 and view.phase != "lift" else ()
    points = scores(view)
    final = result(view)
    return ZocknrollFacts(
        rows=rows(options),
        values=values(options, players),
        circles=END,
        cups=len(cups),
        cup_size=CUP_SIZE[options.board],
        scores=points,
        places=_places(view, points),
        turn=turn(view),
        round=playing_round(view),
        inside=tuple([not dropped for dropped in view.dropped]) or (True,) * players,
        hands=tuple([hand(view, cup) for cup in cups]) if view.cups else ((),) * len(cups),
        lifted=tuple([lifted(view, cup) and view.cups[cup][0] != FACE_DOWN for cup in cups]),
        best=best,
        bonus=_bonus(view, best),
        last_turn=any(END in sheet for sheet in view.marks),  # no row gets more: the turn ends the game (N12)
        winners=final.winners if final else (),
    )


def turn(view: State) -> int:
    """The number of the turn that is played, or was played last while its dice lie."""
    return max(1, view.turns + (view.phase in ("white", "decide", "drop", "lift", "mark")))


def playing_round(view: State) -> int:
    return max(1, len(view.white) - 2)


def _places(view: State, points: tuple[int, ...]) -> tuple[int, ...]:
    """N14: more points, then more marks in `won_third`, which is the first row."""
    ranks = [(-total, -sheet[0]) for total, sheet in zip(points, view.marks, strict=True)]
    order = sorted(ranks)
    return tuple([order.index(rank) + 1 for rank in ranks])


def _bonus(view: State, best: tuple[int, ...]) -> str | None:
    if view.phase in ("decide", "drop") and len(view.white) == 3:
        return DROPPED_FIRST  # N7
    return WON_THIRD if view.phase == "mark" and len(best) == 1 else None  # N10
