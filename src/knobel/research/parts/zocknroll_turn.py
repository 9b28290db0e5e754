"""One turn of Zock'n'Roll. Player 0 is the starter; payoffs are the points that a player marks in the turn.

Cups are independent of each other, and a lifted one says nothing about those that lie. What others hide shows in their
decisions only, so decisions, and the order in which the white dice fell, stay in the key of the others. Dropped cups
are not in it. When all cups lie open, nothing but the rows that can be marked is.

Jörg's cup falls when it is lifted, because nobody looks into it before (N4).
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from ...rules.boards import COMBINATIONS, CUP_SIZE
from ...rules.errors import BadOptions
from ...rules.game import FACE_DOWN, Dice, Event, State, check_players
from ...rules.zocknroll import (
    GAME,
    Cups,
    Drop,
    Mark,
    Options,
    Starter,
    Stay,
    White,
    hand,
    play,
    plays_jorg,
    scores,
    start,
    values,
    view,
    won_alone,
)
from ...rules.zocknroll import State as ZocknrollState
from ..encodings import Slot
from ..encodings.zocknroll import ENCODING
from ..tree import Node
from . import ALL_FACES, Part

Rows: TypeAlias = Literal["best", "any"]

WHITE_DICE: Final = 5
FIRST_WHITE: Final = 3
_DICE, _DECIDE, _MARK, _OVER = 0, 1, 2, 3


class ZocknrollTurn(Part, frozen=True, kw_only=True):
    """A turn. `rows` says whether players may mark worse rows than their best; `white` fixes the first white dice."""

    rows: Rows = "best"
    white: Dice = ()

    @property
    def length(self) -> int:
        return 4 * self.players + 4  # a cup, two decisions and a mark each; three throws of white dice and Jörg's cup

    @property
    def total(self) -> None:
        """Points of a turn have no constant sum."""

    @property
    def bounds(self) -> tuple[float, float]:
        prize, *rows, dropped = values(self.options, self.players)
        return 0.0, float(max(rows) + max(prize, dropped))

    def start(self) -> ZocknrollState:
        return play(start(self.options, self.players), Starter(0))

    def is_over(self, node: Node) -> bool:
        return _of(node.state).turns > 0

    def _ends(self, state: State) -> tuple[float, ...]:
        return tuple(map(float, scores(_of(state))))

    def moves(self, node: Node) -> dict[int, Event]:
        every: dict[int, Event] = super().moves(node)
        if self.rows == "any":
            return every
        stay: dict[int, Event] = {number: move for number, move in every.items() if isinstance(move, Stay)}
        marks = [(number, move) for number, move in every.items() if isinstance(move, Drop | Mark)]
        return stay | dict(marks[:1])  # rows have ascending numbers, the best first

    def falls(self, node: Node) -> tuple[tuple[Dice, int], ...]:
        if self.white and isinstance(node.asked, White) and not _of(node.state).white:
            return ((self.white, 1),)
        return super().falls(node)

    def _fallen(self, node: Node, event: Event, dice: Dice) -> Node:
        if isinstance(event, Cups) and len(node.cups) == self.players - 1 and plays_jorg(self.players):
            cups = (*node.cups, dice, (FACE_DOWN,) * CUP_SIZE[self.options.board])
            return self._played(node, Cups(cups), "")
        return super()._fallen(node, event, dice)

    def slots(self) -> tuple[Slot, ...]:
        seats = range(self.players)
        return (
            Slot("own seat", self.players - 1),
            Slot("phase", _OVER),
            Slot("seat to act", self.players),
            *(Slot(f"white die {die}", 6) for die in range(1, WHITE_DICE + 1)),
            *(Slot(f"own die {die}", 6) for die in range(1, CUP_SIZE[self.options.board] + 1)),
            *(Slot(f"seat {seat} dropped in round", 2) for seat in seats),
            Slot("own points", int(self.bounds[1])),
            Slot("best hands are one", 1),
            *(Slot(f"{row} can be formed", 1) for row in COMBINATIONS[self.options.board]),
        )

    def facts(self, node: Node, seat: int) -> tuple[int, ...]:
        state, names = view(_of(node.state), seat), COMBINATIONS[self.options.board]
        phase = {"decide": _DECIDE, "mark": _MARK}.get(state.phase, _DICE)
        acts = state.queue[0] if phase != _DICE else self.players
        size = CUP_SIZE[self.options.board]
        points, forms, alone = scores(state)[seat], frozenset[str](), 0
        white: Dice = (0,) * WHITE_DICE
        own, dropped = (0,) * size, (0,) * self.players
        if state.turns:
            phase, acts = _OVER, self.players
        elif phase == _MARK:
            forms, alone = frozenset(hand(state, seat) if seat in state.queue else ()), int(won_alone(state))
        elif state.cups:
            white = (*state.white, *(0,) * (WHITE_DICE - len(state.white)))
            own, dropped = state.cups[seat], state.dropped
            forms = frozenset(hand(state, seat)) if state.white else forms
        rows = (int(row in forms) for row in names)
        return (seat, phase, acts, *white, *own, *dropped, points, alone, *rows)


def zocknroll_turn(
    options: Options | None = None, players: int = 4, rows: Rows = "best", white: Dice = (), faces: int = ALL_FACES
) -> ZocknrollTurn:
    """A turn with this many players.

    >>> turn = zocknroll_turn(players=3, white=(1, 1, 6))
    >>> len(turn.chances(turn.root())), turn.length
    (21, 16)
    """
    check_players(GAME, players)
    if rows not in get_args(Rows):
        raise BadOptions(f"rows must be best or any, not {rows}")
    if white and (len(white) != FIRST_WHITE or not all(1 <= die <= faces for die in white)):
        raise BadOptions(f"white must be three dice of 1 to {faces}, not {white}", "N5")
    options, white = options or Options(), tuple(sorted(white))
    return ZocknrollTurn(encoding=ENCODING, options=options, players=players, rows=rows, white=white, faces=faces)


def _of(state: State) -> ZocknrollState:
    assert isinstance(state, ZocknrollState)
    return state
