"""One game at one keyboard: people and bots at the seats, any dice source, private dice shown to their owner only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from msgspec import Struct

from ..bots import make_bot, prepare, strategy
from ..rules import find_game, schocken, zock, zocknroll
from ..rules.dice import DiceSource, SeededDice, SystemDice, awaits, draw, fill
from ..rules.game import Chance, Decision, Dice, Event, Lift, Lot, Over, Pending, State
from ..rules.real_dice import may_stay_down
from ..rules.session import Session
from .cups import before_falling, cups, has_dice, with_dice
from .setup import PERSON, DiceFrom, Setup


class Auto(Struct, frozen=True):
    """The computer acts next (`Match.advance`); `seat` is the seat that throws or decides, if there is one."""

    seat: int | None
    dice: bool


class Typing(Struct, frozen=True):
    """Real dice have to be typed in (`Match.read`): those of `owner`, or shared ones if that is None.

    With `lift` they lay under a cup that is lifted now (R3); Jörg's owner is the number of players.
    """

    owner: int | None
    count: int
    lift: bool = False


class Choosing(Struct, frozen=True):
    """A person chooses (`Match.choose`); `private` if the decision rests on dice that only this person sees."""

    seat: int
    moves: tuple[Event, ...]
    private: bool


class Starting(Struct, frozen=True):
    """With real dice the people say who begins (`Match.begin`), or the lot decides (`Match.advance`)."""

    events: tuple[Event, ...]


class Finished(Struct, frozen=True):
    """The game is over."""


Due: TypeAlias = Auto | Typing | Choosing | Starting | Finished

_DICE_STREAM, _MIND_STREAM, _STREAMS = range(3)


class Happened(Struct, frozen=True):
    """An event with the states before and after it, for the log."""

    before: State
    event: Event
    after: State


class Match:
    """Drives a session for a user interface, which asks `due` what comes next and calls the method named there.

    `viewer` is the person whose private dice may be on the screen now. A single person may always look; if several
    share the keyboard it is None after every decision, and `sit_down` sets it.

    Dice that fell are remembered, so that taking a decision back does not give other dice; `fallen` are those
    remembered in a saved game, each event with its number. Real dice that are typed in are told again instead, and
    those that need not be told yet stay face down (R2).
    """

    def __init__(
        self,
        session: Session,
        seats: tuple[str, ...],
        dice: DiceFrom = "system",
        seed: int = 0,
        fallen: Iterable[tuple[int, Event]] = (),
    ) -> None:
        self.session: Final = session
        self.seats: Final = seats
        self.dice: Final = dice
        self.seed: Final = seed
        self.people: Final = tuple(seat for seat, who in enumerate(seats) if who == PERSON)
        self.ready = all(strategy(level, session.game.name).instant for level in self._levels)
        """Whether the bots can move at once; otherwise call `get_ready` first."""
        self.viewer = self._sole
        self._chosen: Event | None = None
        self._typed: dict[int, Dice] = {}
        self._fallen: dict[tuple[int, Event], Event] = {}
        if dice != "typed":
            played = ((count, event) for count, event in enumerate(session.events) if has_dice(event))
            self._fallen = {(count, before_falling(event)): event for count, event in (*fallen, *played)}

    @classmethod
    def new(cls, setup: Setup) -> Match:
        setup.checked()
        session = Session(find_game(setup.game), setup.names, setup.options)
        return cls(session, setup.seats, setup.dice, setup.seed or 0)

    def get_ready(self) -> None:
        """Compile and load what the bots need, which may take seconds; may run in a thread."""
        for level in self._levels:
            prepare(level, self.session.game, self.session.options, len(self.seats))
        self.ready = True

    @property
    def _levels(self) -> list[str]:
        """The different levels of the bots."""
        return [level for level in dict.fromkeys(self.seats) if level != PERSON]

    @property
    def taken_up(self) -> list[tuple[int, Event]]:
        """Dice that have fallen and were taken back, each event with its number."""
        events = self.session.events
        return [(count, event) for (count, _), event in self._fallen.items() if event not in events[count : count + 1]]

    @property
    def view(self) -> Any:
        """The table as it may be shown now."""
        return self.session.game.view(self.session.state, self.viewer)

    @property
    def due(self) -> Due:
        """What has to happen next."""
        wanted = self._wanted
        if wanted is not None:
            asked = self._asked(wanted)
            if asked is None:
                return Auto(wanted.seat, dice=True)
            cup = cups(wanted)[asked]
            return Typing(cup.owner, cup.count, isinstance(wanted, Lift))
        match self.session.pending:
            case Over():
                return Finished()
            case Decision(seat=seat, moves=moves) if seat in self.people:
                return Choosing(seat, moves, private=moves != self._public_moves())
            case Decision(seat=seat):
                return Auto(seat, dice=False)
            case Lot(events=events) if self.dice == "typed":
                return Starting(events)
        return Auto(None, dice=False)

    @property
    def hand_over(self) -> int | None:
        """The person who has to take the keyboard, alone, before the game can go on; None if there is none."""
        match self.due:
            case Choosing(seat=seat, private=True) if seat != self.viewer:
                return seat
        return None

    def sit_down(self, seat: int) -> None:
        """This person has the keyboard now, and the others look away."""
        self.viewer = seat

    def advance(self) -> Happened | None:
        """Let the computer draw the lot, throw the dice or decide for a bot; real dice stay face down."""
        if self._wanted is not None:
            return self._throw(self._wanted)
        match self.session.pending:
            case Lot() as lot:
                return self._play(draw(lot, self._source(_DICE_STREAM)))
            case Decision(seat=seat):
                bot = make_bot(self.seats[seat], self.session.game, self._source(_MIND_STREAM))
                return self._take(bot.choose(self.session.game.view(self.session.state, seat)))
        raise AssertionError("nothing goes on by itself now")

    def begin(self, starter: Event) -> Happened:
        """Who begins, as the people have agreed on it."""
        return self._play(starter)

    def choose(self, move: Event) -> Happened | None:
        """A person's decision; None if real dice have to be typed in before it is complete."""
        self.viewer = self._sole
        return self._take(move)

    def read(self, dice: Dice) -> Happened | None:
        """Dice that a person has read out; None while others of the same event are missing."""
        wanted = self._wanted
        assert wanted is not None
        asked = self._asked(wanted)
        assert asked is not None
        self._typed[asked] = dice
        self.viewer = self._sole
        return self._throw(wanted) if self._asked(wanted) is None else None

    def taken_back(self) -> int | None:
        """To how many events the game would go back now, or None if nothing can be taken back.

        One person against bots takes back any decision, and the same dice fall again. With dice typed in, every
        step can be corrected. Several people take back the last decision while it has revealed nothing.
        """
        free = len(self.people) == 1 or self.dice == "typed"
        for count in range(len(self.session.events) - 1, -1, -1):
            if self._by_hand(count):
                return count if free or self._nothing_learned(count) else None
        return None

    def take_back(self) -> bool:
        """Take back the last decision of a person; False if that is not possible."""
        halfway = self._chosen is not None or bool(self._typed)
        count = len(self.session.events) if halfway else self.taken_back()
        if count is None:
            return False
        self.session.take_back(count)
        self._chosen, self._typed = None, {}
        self.viewer = self._sole
        return True

    @property
    def by_people(self) -> bool:
        """Whether people decide or type in anything here, so that there can be something to take back."""
        return bool(self.people) or self.dice == "typed"

    @property
    def refusal(self) -> str:
        """The word for why nothing can be taken back."""
        done = any(map(self._by_hand, range(len(self.session.events))))
        return "ui-cannot-take-back" if done else "ui-nothing-to-take-back"

    @property
    def _sole(self) -> int | None:
        return self.people[0] if len(self.people) == 1 else None

    def _public_moves(self) -> tuple[Event, ...]:
        """The moves that follow from public information; none if the decision depends on private dice."""
        pending = self.session.game.pending(self.session.game.view(self.session.state, None))
        return pending.moves if isinstance(pending, Decision) else ()

    @property
    def _wanted(self) -> Event | None:
        """The event that waits for its dice: a chosen move, or what the game itself asks for."""
        pending = self.session.pending
        return pending.event if isinstance(pending, Chance) else self._chosen

    def _asked(self, wanted: Event) -> int | None:
        """The first cup of an event that a person still has to read out; dice that stay face down are not (R2)."""
        if self.dice != "typed" or may_stay_down(self.session.game, self.session.state, wanted):
            return None
        return next((cup for cup in range(len(cups(wanted))) if cup not in self._typed), None)

    def _by_hand(self, count: int) -> bool:
        """Whether event number `count` was a person's decision, or something that a person read out."""
        pending, event = self._pending_at(count), self.session.events[count]
        if self.dice == "typed" and ((has_dice(event) and not awaits(event)) or isinstance(pending, Lot)):
            return True
        return isinstance(pending, Decision) and pending.seat in self.people

    def _pending_at(self, count: int) -> Pending[Any]:
        return self.session.game.pending(self.session.state_at(count))

    def _nothing_learned(self, count: int) -> bool:
        """Whether since event number `count` no dice have fallen, no cup was lifted and no other player decided."""
        since = range(count + 1, len(self.session.events))
        if any(isinstance(self._pending_at(later), Decision) for later in since):
            return False
        view = self.session.game.view
        before, now = view(self.session.state_at(count), None), view(self.session.state, None)
        lifted = any(getattr(before, dice, ()) != getattr(now, dice, ()) for dice in ("cups", "hands"))
        return not lifted and not any(map(has_dice, self.session.events[count:]))

    def _source(self, stream: int) -> DiceSource:
        """The random source of this event, for dice or a bot; seeded, it depends on seed and event number only."""
        if self.dice == "seeded":
            return SeededDice(self.seed, stream=len(self.session.events) * _STREAMS + stream)
        return SystemDice()

    def _take(self, move: Event) -> Happened | None:
        if not awaits(move):
            return self._play(move)
        if self._asked(move) is None:
            return self._throw(move)
        self._chosen = move
        return None

    def _throw(self, wanted: Event) -> Happened:
        """Complete an event with the dice that were typed in or fell before, or throw them; real dice may stay down."""
        if self._typed:
            return self._play(with_dice(wanted, tuple(self._typed[cup] for cup in range(len(self._typed)))))
        if self.dice == "typed":
            return self._play(wanted)
        fallen = self._fallen.get((len(self.session.events), wanted))
        return self._play(fallen or fill(wanted, self._source(_DICE_STREAM)))

    def _play(self, event: Event) -> Happened:
        before = self.session.state
        after = self.session.play(event)
        self._chosen, self._typed = None, {}
        if has_dice(event) and self.dice != "typed":
            self._fallen[len(self.session.events) - 1, before_falling(event)] = event
        return Happened(before, event, after)


def continue_key(game: Match) -> str | None:
    """The text for what waits for a key press though nothing is decided: an own throw, the next turn, game or round.

    None if the game goes on without a key, as it always does among bots.
    """
    due, state = game.due, game.session.state
    if not game.people or not isinstance(due, Auto) or not due.dice:
        return None
    match state:
        case zocknroll.State(phase="cups") if state.turns:
            return "ui-next-turn"
        case zock.State(phase="roll_off") if state.games and not all(state.open):
            return "ui-next-game"
        case schocken.State(cups_up=True) if state.rounds:
            return "ui-next-round"
    return "ui-throw" if due.seat in game.people else None
