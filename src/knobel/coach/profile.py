"""Profile of a player over many games: strength by game and phase, costly kinds of mistakes, and luck."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import fsum, sqrt
from typing import Any, Final

from msgspec import Struct

from ..fair.statistics.p_values import normal_cdf
from ..rules import schocken, zock, zocknroll
from ..rules.game import State
from ..rules.session import Session
from .analysis import CLASSES, Analysis, Class, Verdict
from .values import Chances

PHASES: Final = (
    *("opening", "middle", "endgame", "referee"),
    *("half", "first-half", "second-half", "final"),
    *("round-1", "round-2", "marking"),
)
"""The phases of all games, each game's in order."""

_ENDGAME: Final = 3
_OPENING: Final = 7
"""With this many own fields open or more it is the opening of ZOCK, with `_ENDGAME` or fewer the endgame."""


def phase(state: State) -> str:
    """The stage of the game at which a decision is made."""
    match state:
        case zock.State(phase="object" | "accept"):
            return "referee"
        case zock.State():
            left = len(state.open[state.seat])
            return "opening" if left >= _OPENING else "endgame" if left <= _ENDGAME else "middle"
        case schocken.State(options=schocken.Options(length="half")):
            return "half"
        case schocken.State(lost=lost):
            return ("first-half", "second-half", "final")[len(lost)]
        case zocknroll.State(phase="mark"):
            return "marking"
        case zocknroll.State(white=white):
            return "round-1" if len(white) == 3 else "round-2"
    raise TypeError(f"{type(state)} is no state of a game")


def mistake_kind(verdict: Verdict) -> str:
    """The kind of a mistake: what was done instead of the best move."""
    best, made = verdict.moves[0].move, verdict.moves[verdict.made].move
    match best["e"], made["e"]:
        case _, "stand":
            return "stood"
        case "stand", _:
            return "threw-on"
        case "object", _:
            return "no-objection"
        case _, "object":
            return "objected"
        case "throw", "throw":
            return _kept(best, made)
        case _, "pass":
            return "covered-nothing"
        case "cover", "cover":
            return _covered(best, made)
        case _, "stay":
            return "stayed"
        case "stay", _:
            return "dropped"
    return "wrong-row"


def _kept(best: dict[str, Any], made: dict[str, Any]) -> str:
    difference = len(made["keep"]) - len(best["keep"])
    return "kept-too-many" if difference > 0 else "kept-too-few" if difference < 0 else "kept-others"


def _covered(best: dict[str, Any], made: dict[str, Any]) -> str:
    difference = len(made["fields"]) - len(best["fields"])
    return "covered-more" if difference > 0 else "covered-fewer" if difference < 0 else "covered-others"


class AnalysedGame(Struct, frozen=True):
    """An analysed game, with the variance of each seat's luck."""

    session: Session
    analysis: Analysis
    variance: Chances


class Share(Struct, frozen=True):
    """The decisions of one kind or phase: count, and cost in all, per game, and as a rate."""

    name: str
    count: int
    loss: float
    per_game: float
    rate: float


class Strength(Struct, frozen=True):
    """One game as this player plays it. `rate` is as in a summary; `mistakes` are sorted by cost."""

    game: str
    games: int
    decisions: int
    loss: float
    rate: float
    adjusted: float
    kinds: dict[Class, int]
    phases: tuple[Share, ...]
    mistakes: tuple[Share, ...]


class Luck(Struct, frozen=True):
    """Luck over all games, in the unit of chances, compared with fair dice.

    `deviation` is its standard deviation under fair dice, `score` the z-score, and `chance` the one-sided p-value.
    `way` is the running sum of luck after each game, with the deviation up to there.
    """

    games: int
    luck: float
    deviation: float
    score: float
    chance: float
    way: tuple[tuple[float, float], ...]
    exact: bool


class Profile(Struct, frozen=True):
    name: str
    strengths: tuple[Strength, ...]
    luck: Luck


def profile(name: str, games: Sequence[tuple[AnalysedGame, int]]) -> Profile:
    """The profile of a player who sat at these seats."""
    by_game = defaultdict[str, list[tuple[AnalysedGame, int]]](list)
    for played, seat in games:
        by_game[played.analysis.game].append((played, seat))
    return Profile(name, tuple(_strength(game, some) for game, some in by_game.items()), _luck(games))


def profiles(games: Iterable[tuple[AnalysedGame, Sequence[int]]]) -> list[Profile]:
    """The profiles of all players at these seats, by name; the one with most games first."""
    by_name = defaultdict[str, list[tuple[AnalysedGame, int]]](list)
    for played, seats in games:
        for seat in seats:
            by_name[played.session.players[seat]].append((played, seat))
    return [profile(name, some) for name, some in sorted(by_name.items(), key=lambda each: -len(each[1]))]


def _strength(game: str, games: Sequence[tuple[AnalysedGame, int]]) -> Strength:
    decided = [
        (phase(played.session.state_at(moment.event)), moment.verdict)
        for played, seat in games
        for moment in played.analysis.moments
        if moment.verdict and moment.verdict.seat == seat
    ]
    open_to_choice = [(name, verdict) for name, verdict in decided if verdict.kind != "forced"]
    kinds = Counter(verdict.kind for _, verdict in decided)
    loss = fsum(verdict.loss for _, verdict in open_to_choice)
    mistakes = [(mistake_kind(verdict), verdict) for _, verdict in open_to_choice if verdict.kind != "good"]
    adjusted = fsum(played.analysis.summaries[seat].adjusted for played, seat in games)
    return Strength(
        game=game,
        games=len(games),
        decisions=len(open_to_choice),
        loss=loss,
        rate=1000 * loss / len(open_to_choice) if open_to_choice else 0.0,
        adjusted=adjusted / len(games),
        kinds={kind: kinds[kind] for kind in CLASSES},
        phases=tuple(sorted(_shares(open_to_choice, len(games)), key=lambda share: PHASES.index(share.name))),
        mistakes=tuple(sorted(_shares(mistakes, len(games)), key=lambda share: -share.loss)),
    )


def _shares(named: Iterable[tuple[str, Verdict]], games: int) -> tuple[Share, ...]:
    losses = defaultdict[str, list[float]](list)
    for name, verdict in named:
        losses[name].append(verdict.loss)
    return tuple(
        Share(name, len(some), fsum(some), fsum(some) / games, 1000 * fsum(some) / len(some))
        for name, some in losses.items()
    )


def _luck(games: Sequence[tuple[AnalysedGame, int]]) -> Luck:
    lucks = [played.analysis.summaries[seat].luck for played, seat in games]
    variances = [played.variance[seat] for played, seat in games]
    way = tuple(zip(accumulate(lucks), map(sqrt, accumulate(variances)), strict=True))
    luck, deviation = way[-1]
    score = luck / deviation if deviation else 0.0
    exact = all(played.analysis.exact for played, _ in games)
    return Luck(len(games), luck, deviation, score, normal_cdf(-abs(score)), way, exact)
