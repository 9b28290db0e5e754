"""Strategy chart of Zock'n'Roll: how often each cup stays, for all white dice, like a poker range chart.

>>> first = chart(Question())
>>> len(first.cups), len(first.whites), len(first.stay)
(21, 56, 21)
>>> cup, white = first.cups.index((1, 2)), first.whites.index((1, 2, 6))
>>> first.rows[first.row[cup][white]], first.stay[cup][white]  # two pairs stay in
('two_pairs', 1.0)
"""

# The solver is imported where it is used, since it loads numba, which the types do not need.

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from ...rules.boards import COMBINATIONS, formed
from ...rules.dice import FACES, FALLEN
from ...rules.errors import BadPosition
from ...rules.game import Dice, check_players
from ...rules.zocknroll import GAME, Options, plays_jorg, row_values

if TYPE_CHECKING:
    from ...solve.zocknroll.policy import Levels, Policy

NOTHING: Final = -1
"""In place of a row where the dice form none."""


class Question(Struct, frozen=True):
    """The decisions so far, in order: 1 is stay, 0 drop; so the length of a history is the own place.

    Round 1 needs `history` alone. In round 2, after the three `white` dice, `came` says of all players who stayed in
    round 1, and `history` is that of those who came.
    """

    players: int = 4
    board: Literal["basic", "pro"] = "basic"
    royal_pairs: Literal["456", "consecutive", "six_alike"] = "456"
    round: Literal[1, 2] = 1
    history: tuple[int, ...] = ()
    white: Dice = ()
    came: tuple[int, ...] = ()


class Chart(Struct, frozen=True):
    """By cup and white dice how often to stay, the number of the best row in `rows`, and what dropping brings.

    `whites` are all three white dice of round 1, or the asked ones with each fourth die. `place` counts from 0 in the
    order of deciding. With `jorg` his cup takes part and always stays. `prize` is for winning round 3 alone.
    """

    asked: Question
    place: int
    jorg: bool
    prize: int
    rows: tuple[str, ...]
    cups: tuple[Dice, ...]
    whites: tuple[Dice, ...]
    stay: tuple[tuple[float, ...], ...]
    row: tuple[tuple[int, ...], ...]
    drop: tuple[tuple[int, ...], ...]


def chart(asked: Question) -> Chart:
    """The chart of stay frequencies for every cup."""
    from ...solve.zocknroll.solver import turn_policy
    from ...solve.zocknroll.turn import TRIPLES

    _check(asked)
    options = Options(board=asked.board, royal_pairs=asked.royal_pairs)
    policy = turn_policy(options, asked.players)
    whites = TRIPLES if asked.round == 1 else tuple((*sorted(asked.white), fourth) for fourth in FACES)
    stay = _stays(policy, asked)
    names, worth = COMBINATIONS[asked.board], row_values(options, asked.players)
    cups, bonus = policy.setting.cups, 1 if asked.round == 1 else 0  # N7: `dropped_first` counts too
    best = [[formed(asked.board, asked.royal_pairs, tuple(sorted(cup + white))) for white in whites] for cup in cups]
    return Chart(
        asked,
        _place(asked),
        plays_jorg(asked.players),
        policy.setting.prize,
        names,
        cups,
        whites,
        tuple(tuple(round(level / 255, 3) for level in row) for row in stay.T.tolist()),
        tuple(tuple(names.index(rows[0]) if rows else NOTHING for rows in line) for line in best),
        tuple(tuple(bonus + (worth[rows[0]] if rows else 0) for rows in line) for line in best),
    )


def _stays(policy: Policy, asked: Question) -> Levels:
    """Levels by white dice and cup."""
    from ...solve.zocknroll.policy import node_of
    from ...solve.zocknroll.turn import TRIPLES, is_exact, tree

    rows, node = tree(asked.players, is_exact(policy.setting)), node_of([bool(stayed) for stayed in asked.history])
    if asked.round == 1:
        return policy.first[:, rows.first[node - 1]]
    mask = sum(1 << bit for bit, stayed in enumerate(asked.came) if stayed)
    return policy.second[TRIPLES.index(tuple(sorted(asked.white))), :, rows.second[rows.begin[mask] + node - 1]]


def _place(asked: Question) -> int:
    if asked.round == 1:
        return len(asked.history)
    return [place for place, stayed in enumerate(asked.came) if stayed][len(asked.history)]


def _check(asked: Question) -> None:
    check_players(GAME, asked.players)
    if not set(asked.history) | set(asked.came) <= {0, 1}:
        raise BadPosition("each decision before is 1, stayed, or 0, dropped", "N6")
    if asked.round == 1:
        if len(asked.history) >= asked.players:
            raise BadPosition(f"with {asked.players} players at most {asked.players - 1} decide before you", "N6")
        return
    if asked.white not in FALLEN[3]:
        raise BadPosition("round 2 begins with three white dice of 1 to 6", "N5")
    if len(asked.came) != asked.players:
        raise BadPosition(f"say of each of the {asked.players} players whether they stayed in round 1", "N9")
    if len(asked.history) >= sum(asked.came):
        raise BadPosition("those who stayed in round 1 have all decided already", "N9")
