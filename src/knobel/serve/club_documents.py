"""JSON bodies of the HTTP API of clubs; the client's TypeScript types are generated from them.

A name is None where it was deleted: the member is anonymous from then on. Times are in milliseconds, amounts in cents.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from ..club.book import CoursePoint
from ..club.box import Booking, Cents, Reason
from ..club.luck import Luck
from ..club.results import ClubGame, GameName
from ..club.roles import Operation, Role
from ..club.seasons import Season
from ..club.tally import RecordKind
from .messages import Identifier, TypedCode

ClubName: TypeAlias = Annotated[str, Meta(max_length=60)]
PersonName: TypeAlias = Annotated[str, Meta(max_length=60)]
MemberNumber: TypeAlias = Annotated[int, Meta(ge=0, le=1 << 31)]


class NewClub(Struct, frozen=True, forbid_unknown_fields=True):
    """A new club. `you` is the founder's name.

    From a table, its people become members and its finished games count; `you` must be one of them, and may be left
    out if this device holds one seat.
    """

    name: ClubName
    you: PersonName | UnsetType = UNSET
    from_table: TypedCode | UnsetType = UNSET


class ClubChange(Struct, frozen=True, forbid_unknown_fields=True):
    name: ClubName


class ClubLine(Struct, frozen=True):
    """A club of this device."""

    club: str
    name: str
    role: Role
    members: int
    games: int
    last: int | None


class MemberLine(Struct, frozen=True):
    """A member; `devices` counts those tied to it, `owes` is the balance in the penalty box."""

    member: int
    name: str
    role: Role
    devices: int
    owes: int
    joined: int


class ClubTable(Struct, frozen=True):
    """A table whose games count for the club."""

    code: str
    since: int
    games: int


class Club(Struct, frozen=True):
    """A club as this member sees it. `season` is the one that runs now, 0 if none does.

    `former` counts members whose names were deleted.
    """

    club: str
    name: str
    made: int
    you: int
    role: Role
    may: tuple[Operation, ...]
    members: tuple[MemberLine, ...]
    former: int
    seasons: tuple[Season, ...]
    season: int
    tables: tuple[ClubTable, ...]
    games: int
    evenings: int


class NewMember(Struct, frozen=True, forbid_unknown_fields=True):
    name: PersonName


class MemberChange(Struct, frozen=True, forbid_unknown_fields=True):
    name: PersonName | UnsetType = UNSET
    role: Role | UnsetType = UNSET


class Deleted(Struct, frozen=True):
    """What a deletion leaves: anonymous results and bookings. `tables` lists where a name still stands in the log of a
    table, which belongs to all who played there."""

    results: int
    bookings: int
    tables: tuple[str, ...]
    sentence: str


class JoinedClub(Struct, frozen=True):
    club: str
    member: int


class NewClubTable(Struct, frozen=True, forbid_unknown_fields=True):
    code: TypedCode


class NewSeason(Struct, frozen=True, forbid_unknown_fields=True):
    """A season from `begins` up to but not including `ends`."""

    name: Annotated[str, Meta(max_length=60)]
    begins: Annotated[int, Meta(ge=0, le=1 << 52)]
    ends: Annotated[int, Meta(ge=0, le=1 << 52)] | None = None


class Standing(Struct, frozen=True):
    """The results of a member; the fields are those of `Tally`. `rating` is the estimate of strength minus three
    deviations: it orders members safely."""

    member: int
    name: str | None
    games: int
    wins: int
    losses: int
    draws: int
    halves: int
    finals: int
    won: int
    noted: int
    streak: int
    longest: int
    longest_lost: int
    mu: float
    sigma: float
    rating: float


class RecordLine(Struct, frozen=True):
    """A record of the club, or of a member: who holds it, since when, and in which game."""

    kind: RecordKind
    value: int
    member: int
    name: str | None
    at: int
    game: int


class Standings(Struct, frozen=True):
    """The standings of a season (0: all games) in one game, or in all (`game` is None); most wins per game first."""

    season: int
    game: GameName | None
    games: int
    lines: tuple[Standing, ...]
    records: tuple[RecordLine, ...]


class CourseLine(Struct, frozen=True):
    """The standing of a member at the end of each evening; None before the first game."""

    member: int
    name: str | None
    points: tuple[CoursePoint | None, ...]


class Course(Struct, frozen=True):
    """The standings over time, for a plot: one point per evening, at most 60 evenings."""

    season: int
    game: GameName | None
    evenings: tuple[int, ...]
    lines: tuple[CourseLine, ...]


class EveningLine(Struct, frozen=True):
    """An evening, named by the time of its first game; `until` is the time of its last."""

    evening: int
    until: int
    games: int


class Evenings(Struct, frozen=True):
    """Evenings, newest first; `more` says that there are older ones (`before` the last of these)."""

    evenings: tuple[EveningLine, ...]
    more: bool


class Evening(Struct, frozen=True):
    """The games of an evening in order, and its result; names of members are in `names`."""

    evening: int
    until: int
    games: tuple[ClubGame, ...]
    lines: tuple[Standing, ...]
    names: dict[str, str]
    fined: int


class GameCorrection(Struct, frozen=True, forbid_unknown_fields=True):
    """Which member sat at each seat, None for a guest."""

    members: Annotated[tuple[MemberNumber | None, ...], Meta(max_length=24)]


class HeadToHead(Struct, frozen=True):
    """Games with another member: how often this one came before the other, or after."""

    member: int
    name: str | None
    games: int
    ahead: int
    behind: int


class GameStanding(Struct, frozen=True):
    game: GameName
    standing: Standing


class LuckLine(Struct, frozen=True):
    member: int
    name: str | None
    luck: Luck


class ClubLuck(Struct, frozen=True):
    """The luck of all members in a season. `analysed` of `games` games are analysed; imported ones cannot be.

    `running` says that one is being analysed now.
    """

    season: int
    games: int
    analysed: int
    running: bool
    lines: tuple[LuckLine, ...]


class MemberProfile(Struct, frozen=True):
    """A member in a season; `standing` is None before the first game."""

    member: int
    name: str | None
    season: int
    standing: Standing | None
    by_game: tuple[GameStanding, ...]
    head_to_head: tuple[HeadToHead, ...]
    records: tuple[RecordLine, ...]
    luck: Luck
    owes: int


class Account(Struct, frozen=True):
    """What a member owes; negative after paying too much."""

    member: int
    name: str | None
    owes: int


class Box(Struct, frozen=True):
    """The penalty box: what members owe, the cash, all fines and all expenses so far, and the last bookings.

    `owed` = `fined` - `paid`, and `cash` = `paid` - `spent`. `more` says that there are older bookings (`before` the
    last of these).
    """

    accounts: tuple[Account, ...]
    owed: int
    fined: int
    paid: int
    spent: int
    cash: int
    bookings: tuple[Booking, ...]
    more: bool


class NewBooking(Struct, frozen=True, forbid_unknown_fields=True):
    """A fine by hand. The id is an idempotency key: a repeat books nothing."""

    id: Identifier
    member: MemberNumber
    amount: Cents
    reason: Reason


class NewPayment(Struct, frozen=True, forbid_unknown_fields=True):
    """A payment of a member into the box."""

    id: Identifier
    member: MemberNumber
    amount: Cents
    reason: Reason = ""


class NewExpense(Struct, frozen=True, forbid_unknown_fields=True):
    """A payment out of the box."""

    id: Identifier
    amount: Cents
    reason: Reason


class Imported(Struct, frozen=True):
    """What an import adds: games, and members for names that the club did not know."""

    games: int
    members: tuple[str, ...]
