"""Running sums of one member over games: results, streaks, rating and personal records."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct, field

from .results import ClubGame, SeatResult, outcome

RecordKind: TypeAlias = Literal[
    "most_points", "most_noted", "most_schock_outs", "most_jules", "schock_out_drought", "winning_streak",
    "losing_streak", "evening_wins", "evening_losses",
]  # fmt: skip
"""`schock_out_drought` counts games of Schocken in a row without a Schock-out, the streaks count games won or lost in a
row, `evening_wins` and `evening_losses` those of one evening; the others are about one game."""

MU: Final = 25.0
SIGMA: Final = 25.0 / 3.0
"""The rating before the first game, as openskill has it."""


class Best(Struct, frozen=True):
    """The highest value that a member has reached, and in which game of the club, at `at`."""

    value: int
    at: int
    game: int


class Tally(Struct):
    """The results of one member in one game or in all.

    `wins` are first places and `losses` last ones; after a draw (all share the victory) neither is counted. `halves`
    and `finals` are those lost (S2). `won` are points of Zock'n'Roll (N13), `noted` loss points of ZOCK (K7). `streak`
    counts the last games won in a row, or lost if negative.
    """

    games: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    halves: int = 0
    finals: int = 0
    won: int = 0
    noted: int = 0
    streak: int = 0
    longest: int = 0
    longest_lost: int = 0
    mu: float = MU
    sigma: float = SIGMA
    drought: int = 0
    evening: int = -1
    evening_wins: int = 0
    evening_losses: int = 0
    records: dict[RecordKind, Best] = field(default_factory=dict)

    def add(self, game: ClubGame, seat: SeatResult, evening: int) -> None:
        """Count one more game."""
        result = outcome(seat.place, game.last)
        self.games += 1
        self.wins += result > 0
        self.losses += result < 0
        self.draws += game.last == 1
        self.halves += seat.facts.get("lost_half", 0)
        self.finals += seat.facts.get("lost_final", 0)
        points = seat.points or 0
        self.won += points if game.game == "zocknroll" else 0
        self.noted += points if game.game == "zock" else 0
        self.streak = self.streak + result if self.streak * result > 0 else result
        self.longest = max(self.longest, self.streak)
        self.longest_lost = max(self.longest_lost, -self.streak)
        if evening != self.evening:
            self.evening, self.evening_wins, self.evening_losses = evening, 0, 0
        self.evening_wins += result > 0
        self.evening_losses += result < 0
        self._note_records(game, seat, points)

    def _note_records(self, game: ClubGame, seat: SeatResult, points: int) -> None:
        reached: dict[RecordKind, int] = {
            "winning_streak": self.streak,
            "losing_streak": -self.streak,
            "evening_wins": self.evening_wins,
            "evening_losses": self.evening_losses,
        }
        if game.game == "zocknroll":
            reached["most_points"] = points
        elif game.game == "zock":
            reached["most_noted"] = points
        elif game.replay is not None:  # an imported result does not say what was thrown
            self.drought = 0 if seat.facts.get("schock_out") else self.drought + 1
            reached["schock_out_drought"] = self.drought
            reached["most_schock_outs"] = seat.facts.get("schock_out", 0)
            reached["most_jules"] = seat.facts.get("jule", 0)
        for kind, value in reached.items():
            if value > (self.records[kind].value if kind in self.records else 0):
                self.records[kind] = Best(value, game.at, game.id)
