"""The protocol that all three games share: a game is a pure function over events.

`start` gives the first state. `pending` says what a state waits for. `play` takes one event and gives the
next state, or raises `IllegalEvent` and leaves everything as it was. `view` gives what a seat may know, in the
shape of a state. `result` is there once the game is over. No clock, no randomness, no I/O.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Final, Generic, Literal, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from .errors import BadOptions, shown, unknown_name

Dice: TypeAlias = tuple[int, ...]

FACE_DOWN: Final = 0
"""A die that has not fallen yet, or that this viewer may not see."""


MOST: Final = 1_000_000_000
"""The largest number an option takes: more than anybody plays, and no trouble for anybody who reads it."""


class Event(Struct, frozen=True, tag_field="e", forbid_unknown_fields=True, gc=False):
    """One step of a game, exactly as it stands in a record.

    Where `dice` are face down the event is a request: those dice still have to be thrown (`dice.fill`).
    """


PlainEvent: TypeAlias = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/Event"})]
"""An event as plain data, before `records.read_event` has read it; JSON schemas call it an `Event`, too."""


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, cache_hash=True):
    """The variant and house rules of a game; what is left out has its default."""


class Result(Struct, frozen=True):
    """How a game ended, exactly as it stands in a record."""


class State(Struct, frozen=True, gc=False):
    """Everything there is to know about a game at one moment; as a view, everything a seat may know."""

    @property
    def players(self) -> int:
        """How many seats play."""
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
    """One of these events is drawn by lot, each with the same chance, or agreed on by the players."""

    events: tuple[E, ...]


class Chance(Struct, Generic[E], frozen=True, gc=False):
    """Dice are wanted: the face-down dice of `event`."""

    event: E


class Decision(Struct, Generic[E], frozen=True, gc=False):
    """A seat chooses one of `moves`; a move with face-down dice is completed by throwing them.

    In the view of somebody who cannot know them, `moves` is empty.
    """

    seat: int
    moves: tuple[E, ...]


class Over(Struct, frozen=True):
    """The game has ended."""

    result: Result


Pending: TypeAlias = Lot[E] | Chance[E] | Decision[E] | Over


class Game(Struct, Generic[O, S, E], frozen=True):
    """One game as a value, so that clients can treat all three alike."""

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
    """What a form needs to offer an option: its choices, or the least number it takes."""

    name: str
    rule: str
    default: object
    choices: tuple[object, ...] = ()
    least: int | None = None


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
    if get_origin(kind) is Literal:
        choices = get_args(kind)
    elif kind is bool:
        choices = (field.default, not field.default)
    return OptionSpec(field.name, meta.extra["rule"], field.default, choices, meta.ge)


def read_options(game: AnyGame, given: object) -> Any:
    """Options from the plain data of a record, with one clear sentence for what is wrong.

    A `preset` sets several options at once; an option that is given beside it wins.
    """
    if not isinstance(given, Mapping):
        raise BadOptions("options must be an object")
    chosen = dict(given)
    if "preset" in chosen:
        preset = chosen.pop("preset")
        if not isinstance(preset, str) or preset not in game.presets:
            known = ", ".join(game.presets) or "none"
            sentence = f"{game.name} does not know the preset {shown(preset)}; it has: {known}"
            raise unknown_name(sentence, preset, game.presets, key="error-preset", game=game.name)
        chosen = {**game.presets[preset], **chosen}
    specs = {spec.name: spec for spec in option_specs(game)}
    for name, value in chosen.items():
        if name not in specs:
            sentence = f"{game.name} has no option {shown(name)}; it has: {', '.join(specs)}"
            raise unknown_name(sentence, name, (*specs, "preset"), key="error-option", game=game.name)
        spec = specs[name]
        if spec.choices and not any(type(value) is type(choice) and value == choice for choice in spec.choices):
            choices = [msgspec.json.encode(choice).decode().strip('"') for choice in spec.choices]
            sentence = f"{name} must be one of {', '.join(choices)}"
            raise unknown_name(sentence, value, choices, spec.rule, key="error-choice", option=name)
        if spec.least is not None and (type(value) is not int or not spec.least <= value <= MOST):
            sentence = f"{name} must be a whole number from {spec.least} to {MOST}"
            raise BadOptions(
                sentence, spec.rule, key="error-number", option=name, least=str(spec.least), most=str(MOST)
            )
    try:
        return msgspec.convert(chosen, game.options)
    except UnicodeEncodeError:
        raise BadOptions("an option holds half a character") from None
    except msgspec.ValidationError as error:
        wrong = next((spec for spec in specs.values() if f"$.{spec.name}" in str(error)), None)
        assert wrong is not None  # unknown names are refused above, so only a value can be wrong
        raise BadOptions(f"{wrong.name} is wrong: {str(error).split(' - at ')[0]}", wrong.rule) from None


def check_players(game: AnyGame, players: int) -> None:
    """Refuse a number of players that the game is not made for."""
    if players not in game.players:
        low, high = game.players[0], game.players[-1]
        wanted = f"exactly {low}" if low == high else f"{low} to {high}"
        sentence = f"{game.name} is for {wanted} players, not {players}"
        raise BadOptions(sentence, game.players_rule, key="error-players", low=low, high=high, players=players)
