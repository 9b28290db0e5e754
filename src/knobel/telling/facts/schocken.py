"""Facts of Schocken: cups, dice and stones."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from ...forms.captions import is_out
from ...rules.game import FACE_DOWN
from ...rules.schocken import Hand, Options, State, allowed, covered, in_round, rank_of, result, standings
from ..phrase import Phrase
from ..terms import throw_name


class HandRank(Struct, frozen=True, gc=False):
    """`name` is a key `rank-…`; `stones` what the throw deals out, -1 for all of them; the highest `height` is best.

    `said` is what the throw is called: `Schock 4`, `Straße 6-5-4`, `5-3-1`.
    """

    name: str
    stones: int
    height: int
    said: str | Phrase


class SchockenFacts(Struct, frozen=True, tag="schocken", tag_field="game", gc=False):
    """`part` is 0 for the first half, 1 for the second, 2 for the final; `round` counts all rounds of the game.

    `order` are the seats of this round, or of the one just finished, in the order of throwing. For each seat: `out` of
    this half or final, `covered` dice under the cup, throws `allowed` in this round, and `ranks` of the open dice, none
    for a seat that has not thrown or whose cup is down. `covers_next`: the next throw of the seat whose turn it is
    stays under its cup. `standings` are the seats of a finished round, best first.
    """

    part: int
    round: int
    order: tuple[int, ...]
    out: tuple[bool, ...]
    covered: tuple[bool, ...]
    allowed: tuple[int, ...]
    covers_next: bool
    ranks: tuple[HandRank | None, ...]
    standings: tuple[int, ...]
    loser: int | None


def schocken_facts(view: State) -> SchockenFacts:
    seats = range(view.players)
    final = result(view)
    return SchockenFacts(
        part=part(view),
        round=round_number(view),
        order=in_round(view),
        out=tuple([is_out(view, seat) for seat in seats]),
        covered=tuple([covered(view, seat) for seat in seats]),
        allowed=tuple([allowed(view, seat) for seat in seats]),
        covers_next=covers_next(view, view.seat),
        ranks=tuple([_rank(view.options, hand) for hand in view.hands]),
        standings=standings(view) if view.cups_up and view.rounds else (),
        loser=final.loser if final else None,
    )


def part(view: State) -> int:
    return len(view.lost) - (view.phase == "over")


def round_number(view: State) -> int:
    """The number of the round that is played, or was played last while its cups are up."""
    return max(1, view.rounds + (not view.cups_up))


def covers_next(view: State, seat: int) -> bool:
    """Whether the next throw of this seat stays under its cup (S5)."""
    if view.phase == "lift":
        return False
    hand = view.hands[seat]
    after = replace(view, hands=(*view.hands[:seat], replace(hand, throws=hand.throws + 1), *view.hands[seat + 1 :]))
    return covered(after, seat)


@lru_cache(maxsize=1 << 14)
def _rank(options: Options, hand: Hand) -> HandRank | None:
    if not hand.throws or FACE_DOWN in hand.thrown:
        return None
    rank = rank_of(options, hand)
    stones = -1 if rank.name == "schock_out" else rank.stones  # S10
    return HandRank("rank-" + rank.name, stones, rank.height, throw_name(rank, hand.kept + hand.thrown))
