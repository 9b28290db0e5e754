"""The protocol that all three games share: a game is a pure state machine over events.

`start` returns the first state. `pending` returns what a state waits for. `play` takes one event and returns the
next state, or raises `IllegalEvent`. `view` returns the information set of a seat, in the shape of a state.
`result` is None until the game is over. No clock, no randomness, no I/O.
"""

# Fields of events replace the properties `seat` and `dice` of their base class.
# pyright: reportIncompatibleMethodOverride=false

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Final, Generic, Literal, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from .errors import BadOptions, IllegalEvent, nearest, shown, unknown_name

Dice: TypeAlias = tuple[int, ...]

FACE_DOWN: Final = 0
"""A die that has not fallen yet, that this viewer may not see, or that nobody has told (R2)."""


MOST: Final = 1_000_000_000
"""The largest number an option takes; an upper bound against hostile input."""


class Event(Struct, frozen=True, tag_field="e", forbid_unknown_fields=True, gc=False):
    """One step of a game, exactly as it is written in a record.

    Face-down `dice` make the event a request: those dice still have to be thrown (`dice.fill`). With real dice they may
    also be played as they are, where nobody or only their owner may see them (R2). Events that lack a `seat` or `dice`
    have None and ().
    """

    @property
    def seat(self) -> int | None:
        return None

    @property
    def dice(self) -> Dice | tuple[Dice, ...]:
        return ()


class Lift(Event, frozen=True, tag="lift"):
    """A cup is lifted and its face-down dice are told (R3); Jörg's seat is the number of players."""

    seat: int  # pyright: ignore[reportIncompatibleMethodOverride] - a field replaces the property of the base class
    dice: Dice  # pyright: ignore[reportIncompatibleMethodOverride]


PlainEvent: TypeAlias = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/Event"})]
"""An event as plain data, before `records.read_event` has read it; JSON schemas call it an `Event`, too."""


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, cache_hash=True):
    """The variant and house rules of a game; construction checks every value and raises `BadOptions`."""

    def __post_init__(self) -> None:
        for spec in _option_specs(type(self)):
            value = getattr(self, spec.name)
            spec.check(value)
            if value == spec.default:  # msgspec omits a default only if it is the same object
                msgspec.structs.force_setattr(self, spec.name, spec.default)


class Result(Struct, frozen=True):
    """How a game ended, exactly as it is written in a record.

    What it means for each of `players` seats is computed, not stored.
    """

    def shares(self, players: int) -> tuple[float, ...]:
        """Each seat's share of the victory; they sum to 1."""
        raise NotImplementedError

    def won(self, players: int) -> tuple[float, ...]:
        """The outcome in the unit of winning chances: the share, or in Schocken 1 for not having lost (S2)."""
        return self.shares(players)

    def points(self, players: int) -> tuple[int, ...]:
        """Each seat's points as its game counts them: points (N13), loss points (K7), lost games (S2)."""
        raise NotImplementedError


def equal_shares(winners: tuple[int, ...], players: int) -> tuple[float, ...]:
    """The victory, split equally among the winners.

    >>> equal_shares((0, 2), 3)
    (0.5, 0.0, 0.5)
    """
    return tuple((seat in winners) / len(winners) for seat in range(players))


class State(Struct, frozen=True, gc=False):
    """The complete state of a game; as a view, the information set of one seat."""

    @property
    def options(self) -> Options:
        """The options of the game."""
        raise NotImplementedError

    @property
    def players(self) -> int:
        """The number of seats."""
        raise NotImplementedError

    def __str__(self) -> str:
        from ..forms import drawing

        return drawing(self)

    def _repr_svg_(self) -> str:
        from ..forms import svg

        return svg(self)


E = TypeVar("E", bound=Event)
S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)  # noqa: E741 - the three letters read together: options, state, event


class Lot(Struct, Generic[E], frozen=True, gc=False):
    """One of these events is drawn by lot, with equal chances, or agreed on by the players."""

    events: tuple[E, ...]


class Chance(Struct, Generic[E], frozen=True, gc=False):
    """A chance node: the face-down dice of `event` have to be thrown."""

    event: E


class Decision(Struct, Generic[E], frozen=True, gc=False):
    """A decision node: `seat` chooses one of `moves`; face-down dice of a move are thrown afterwards.

    Where the dice of the deciding seat are hidden, the cup has to be lifted (`Lift`) before they are used.
    """

    seat: int
    moves: tuple[E, ...]


class Over(Struct, frozen=True):
    """The game has ended."""

    result: Result


Pending: TypeAlias = Lot[E] | Chance[E] | Decision[E] | Over


class Game(Struct, Generic[O, S, E], frozen=True):
    """One game as a value, so that clients can treat all three games alike."""

    name: str
    players: range
    players_rule: str
    options: type[O]
    events: tuple[type[E], ...]
    state: type[S]
    start: Callable[[O, int], S]
    pending: Callable[[S], Pending[E]]
    play: Callable[[S, E], S]
    view: Callable[[S, int | None], S]
    result: Callable[[S], Result | None]
    presets: Mapping[str, Mapping[str, object]] = {}


AnyGame: TypeAlias = Game[Any, Any, Any]


class OptionSpec(Struct, frozen=True):
    """What is allowed for one option: its choices, or the least number, or (`chips`) a struct or None."""

    name: str
    rule: str
    default: object
    choices: tuple[object, ...] = ()
    least: int | None = None
    struct: type[Struct] | None = None

    def check(self, value: object) -> None:
        """Raise `BadOptions` with the rule unless the value is allowed; 1, 1.0 and True are different values."""
        if self.choices and not any(type(value) is type(choice) and value == choice for choice in self.choices):
            choices = [msgspec.json.encode(choice).decode().strip('"') for choice in self.choices]
            sentence = f"{self.name} must be one of {', '.join(choices)}"
            raise unknown_name(sentence, value, choices, self.rule, key="error-choice", option=self.name)
        if self.least is not None and (type(value) is not int or not self.least <= value <= MOST):
            sentence = f"{self.name} must be a whole number from {self.least} to {MOST}"
            numbers = {"least": str(self.least), "most": str(MOST)}
            raise BadOptions(sentence, self.rule, key="error-number", option=self.name, **numbers)
        if self.struct is not None and value is not None and type(value) is not self.struct:
            raise self._bad_struct()

    def read(self, value: object) -> object:
        """The value of an option from the plain data of a record."""
        if self.struct is None or value is None or type(value) is self.struct:
            return value
        try:
            return msgspec.convert(value, self.struct)
        except (msgspec.ValidationError, UnicodeEncodeError):
            raise self._bad_struct() from None

    def _bad_struct(self) -> BadOptions:
        assert self.struct is not None
        fields = ", ".join(self.struct.__struct_fields__)
        return BadOptions(f"{self.name} must be whole numbers from 1 to {MOST}, one for each of {fields}", self.rule)


def option_specs(game: AnyGame) -> tuple[OptionSpec, ...]:
    """The options of a game in the order of its rules."""
    options: type[Options] = game.options
    return _option_specs(options)


@cache
def _option_specs(options: type[Options]) -> tuple[OptionSpec, ...]:
    hints = get_type_hints(options, include_extras=True)
    return tuple(_spec(field, *get_args(hints[field.name])) for field in msgspec.structs.fields(options))


def _spec(field: msgspec.structs.FieldInfo, kind: Any, meta: Any) -> OptionSpec:
    choices: tuple[object, ...] = ()
    struct: type[Struct] | None = None
    if get_origin(kind) is Literal:
        choices = get_args(kind)
    elif kind is bool:
        choices = (field.default, not field.default)
    elif kind is not int:
        struct, _ = get_args(kind)  # a struct or None
    return OptionSpec(field.name, meta.extra["rule"], field.default, choices, meta.ge, struct)


def read_options(game: Game[O, Any, Any], given: object) -> O:
    """Options from the plain data of a record; `BadOptions` says in one sentence what is wrong.

    A `preset` sets several options at once; options given beside it override it.
    """
    if not isinstance(given, Mapping):
        raise BadOptions("options must be an object")
    chosen = dict(given)
    if "preset" in chosen:
        preset = chosen.pop("preset")
        if not isinstance(preset, str) or preset not in game.presets:
            presets = ", ".join(game.presets) or "none"
            sentence = f"{game.name} does not know the preset {shown(preset)}; it has: {presets}"
            raise unknown_name(sentence, preset, game.presets, key="error-preset", game=game.name)
        chosen = {**game.presets[preset], **chosen}
    specs = {spec.name: spec for spec in option_specs(game)}
    for name in chosen:
        if name not in specs:
            known = (*specs, "preset") if game.presets else tuple(specs)
            sentence = f"{game.name} has no option {shown(name)}; it has: {', '.join(known)}"
            raise unknown_name(sentence, name, known, key="error-option", game=game.name)
    return game.options(**{name: specs[name].read(value) for name, value in chosen.items()})


_AT_FIELD: Final = re.compile(r"at `\$\.(\w+)")
_LACKING: Final = re.compile(r"missing required field `(\w+)`")
_UNKNOWN: Final = re.compile(r"unknown field `(.*?)`", re.DOTALL)


def read_event(game: Game[Any, Any, E], plain: object) -> E:
    """An event from the plain data of a record."""
    kinds = _kinds(game.events)
    if not isinstance(plain, dict) or not isinstance(plain.get("e"), str):
        raise IllegalEvent("an event is an object that names its kind as 'e'")
    kind = plain["e"]
    if kind not in kinds:
        near = nearest(kind, kinds)
        hint = f"; did you mean {near}?" if near else ""
        raise IllegalEvent(f"{game.name} has no event {shown(kind)}; it has {', '.join(kinds)}{hint}")
    try:
        event: E = msgspec.convert(plain, kinds[kind])
    except msgspec.ValidationError as error:
        raise IllegalEvent(f"the event {kind} is malformed: {_fault(str(error))}") from None
    except UnicodeEncodeError:
        raise IllegalEvent(f"the event {kind} is malformed: it holds half of a surrogate pair") from None
    return event


@cache
def _kinds(events: tuple[type[Event], ...]) -> dict[Any, type[Any]]:
    return {kind.__struct_config__.tag: kind for kind in events}


def _fault(told: str) -> str:
    """Rewrites a validation message of msgspec as a sentence about the field of an event.

    >>> _fault("Expected `int`, got `str` - at `$.dice[1]`"), _fault("Object missing required field `seat`")
    ("its 'dice' is not possible", "it lacks 'seat'")
    """
    if lacking := _LACKING.search(told):
        return f"it lacks {lacking[1]!r}"
    if unknown := _UNKNOWN.search(told):
        return f"it has no {shown(unknown[1])}"
    field = _AT_FIELD.search(told)
    return f"its {field[1]!r} is not possible" if field else "it is not as such events are"


def check_players(game: AnyGame, players: int) -> None:
    """Raise `BadOptions` for a number of players that the game does not allow."""
    if players not in game.players:
        low, high = game.players[0], game.players[-1]
        wanted = f"exactly {low}" if low == high else f"{low} to {high}"
        sentence = f"{game.name} is for {wanted} players, not {players}"
        raise BadOptions(sentence, game.players_rule, key="error-players", low=low, high=high, players=players)
