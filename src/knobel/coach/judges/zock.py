"""The judge of ZOCK: the solver's chances to win the match.

They are exact with up to ten games left. With players as referees (K9) a move is worth what it leads to when the rival
answers well and both go on by the rules; what is against the rules is never worth more than the best that is not, so
nobody is advised to cheat. Chips (K10) change nothing.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...rules import game
from ...rules.errors import BadPosition
from ...rules.game import Decision
from ...rules.zock import Accept, Claim, Cover, Event, Object, Options, Pass, State, Throw, covers, losses, pending
from ...solve.zock.box import without
from ...solve.zock.solver import ALIKE, MOST_GAMES, games_left, solution
from ..values import Chances, Values, Worth
from .zock_match import LONG_ERROR, before_roll_off, game_at_hand
from .zock_side import Side, opened, wrong_fields


class ZockJudge:
    """Judges the positions of matches with these options."""

    def __init__(self, options: Options) -> None:
        self._options = options

    @property
    def exact(self) -> bool:
        return self._options.games <= MOST_GAMES

    def chances(self, state: game.State) -> Chances:
        assert isinstance(state, State)
        return _by_seat(state.seat, self._on_turn(state))

    def weigh(self, view: game.State) -> Values:
        assert isinstance(view, State)
        waits = pending(view)
        if not isinstance(waits, Decision):
            raise BadPosition("nobody has to decide anything here", "K4")
        chance, points, lawful = self._side(view), self._points(view), _lawful(view)
        most = max(_worth(chance, view, move) for move in lawful)
        weighed = list[tuple[Event, float, float]]()
        for move in waits.moves:
            value = _worth(chance, view, move)
            weighed.append((move, value if move in lawful else min(value, most), _worth(points, view, move)))
        weighed.sort(key=lambda each: (-round(each[1] / ALIKE), each[0] not in lawful, -each[2]))
        exact = games_left(view) <= MOST_GAMES
        error = 0.0 if exact else LONG_ERROR
        worths = (Worth(move, v, error, error, p, _by_seat(view.seat, v)) for move, v, p in weighed)
        return Values(view.seat, tuple(worths), exact)

    def _on_turn(self, state: State) -> float:
        """The chance of the seat whose turn it is."""
        if state.phase in ("roll_off", "over"):
            return before_roll_off(state.options, games_left(state), _lead(state, state.seat))
        side = self._side(state)
        if state.phase == "throw":
            return side.running(state.open[state.seat], state.open[1 - state.seat], wrong_fields(state))
        return max(_worth(side, state, move) for move in _lawful(state))

    def _side(self, state: State) -> Side:
        at_hand = game_at_hand(state.options, games_left(state), _lead(state, 0))
        return Side(state.options, at_hand, 1.0, state.seat)

    def _points(self, state: State) -> Side:
        return Side(state.options, solution(state.options, "points"), 0.0, state.seat)


def _lead(state: State, seat: int) -> int:
    """By how many loss points a seat does better."""
    lost = losses(state)
    return lost[1 - seat] - lost[seat]


def _by_seat(seat: int, value: float) -> Chances:
    return (value, 1 - value) if seat == 0 else (1 - value, value)


def _worth(side: Side, state: State, move: Event) -> float:
    """What a move of the seat whose turn it is is worth to it."""
    seat, wrong = state.seat, wrong_fields(state)
    own, rival = state.open[seat], state.open[1 - seat]
    match move:
        case Cover(fields=fields):
            claimed = replace(state, claims=(*state.claims, Claim(state.dice, fields)))
            return side.covered(without(own, fields), rival, wrong_fields(claimed))
        case Pass():
            return side.handed_over(own, rival, wrong)
        case Object() if wrong:
            return side.throwing(own, opened(rival, wrong))
        case _:
            return side.throwing(own, rival)


def _lawful(state: State) -> tuple[Event, ...]:
    """The moves of a decision that no rule speaks against; K4 wants a cover that the throw offers, if there is one."""
    seat, options = state.seat, state.options
    match state.phase:
        case "object":
            return Throw(seat), Object(seat)
        case "accept":
            return Accept(seat), Object(seat)
    offered = covers(options.variant, options.two_digit, state.dice, state.open[seat])
    return tuple(Cover(seat, fields) for fields in offered) or (Pass(seat),)
