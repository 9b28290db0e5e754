"""Options of the games on the command line: `-o variant=C`, `--variant C`, and what the shell completes."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click
from click.shell_completion import CompletionItem

from ..rules import GAMES
from ..rules.dice import parse_dice
from ..rules.game import AnyGame, Dice, OptionSpec, option_specs
from ..terminal.setup import parse_options
from .commands import Number, OneOf, usage_error


def _complete_option(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """`variant=` and then `variant=B`, for the game at hand or for all."""
    wanted = ctx.params.get("game") or (ctx.command.name if ctx.command.name in GAMES else None)
    games = [GAMES[wanted]] if wanted in GAMES else list(GAMES.values())
    name, equals, value = incomplete.lower().partition("=")
    if not equals:
        names = dict.fromkeys(each for game in games for each in option_names(game))
        return [CompletionItem(f"{each}=") for each in names if each.startswith(name)]
    choices = dict.fromkeys(each for game in games for each in option_choices(game, name))
    return [CompletionItem(f"{name}={each}") for each in choices if each.lower().startswith(value)]


def option_names(game: AnyGame) -> list[str]:
    """The options of a game, and `preset` if it has presets."""
    return [spec.name for spec in option_specs(game)] + (["preset"] if game.presets else [])


def option_choices(game: AnyGame, name: str) -> list[str]:
    """The values that an option takes, as they are typed."""
    if name == "preset":
        return list(game.presets)
    spec = next((spec for spec in option_specs(game) if spec.name == name), None)
    return [] if spec is None else [_typed(choice) for choice in spec.choices]


def _typed(choice: object) -> str:
    return ("yes" if choice else "no") if isinstance(choice, bool) else str(choice)


class _Choice(OneOf):
    """A value of a game's option; `read_options` refuses a wrong one with the number of its rule."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        return next((each for each in self.choices if each.lower() == str(value).lower()), str(value))


class GameOption(click.Option):
    """An option of a game by its own name, such as `--variant`."""

    def __init__(self, *arguments: Any, game: str, **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        self.game = game


option = click.option("--option", "-o", metavar="option", multiple=True, shell_complete=_complete_option)
"""`-o NAME=VALUE`, as often as needed."""


def game_options(game: str, *names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command `-o NAME=VALUE` and these options by name; it gets both as the dictionary `options`."""
    specs = {spec.name: spec for spec in option_specs(GAMES[game])}
    of_game = [_named(game, specs[name]) for name in names]
    if GAMES[game].presets:
        presets = _Choice(tuple(GAMES[game].presets))
        of_game.insert(0, click.option("--preset", type=presets, cls=GameOption, game=game))
    every = [*names, *(["preset"] if GAMES[game].presets else [])]

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        @wraps(function)
        def with_options(option: tuple[str, ...], **given: Any) -> None:
            named = {name: value for name in every if (value := given.pop(name)) is not None}
            options = parse_options(GAMES[game], option)
            for name, value in named.items():
                if options.setdefault(name, value) != value:
                    raise usage_error("error-twice", option=name)
            function(**given, options=options)

        decorated: Callable[..., None] = with_options
        for each in reversed([*of_game, globals()["option"]]):
            decorated = each(decorated)
        return decorated

    return decorate


def _named(game: str, spec: OptionSpec) -> Callable[[Callable[..., None]], Callable[..., None]]:
    name = spec.name.replace("_", "-")
    if isinstance(spec.default, bool):
        return click.option(f"--{name}/--no-{name}", spec.name, default=None, cls=GameOption, game=game)
    kind = _Choice(tuple(map(str, spec.choices))) if spec.choices else Number(spec.least)
    return click.option(f"--{name}", spec.name, type=kind, cls=GameOption, game=game)


def any_dice(text: str) -> Dice:
    """Dice as they are typed, however many.

    >>> any_dice("3-4 6"), any_dice("")
    ((3, 4, 6), ())
    """
    return parse_dice(text, sum(mark.isdigit() for mark in text))


def complete_bots(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The levels that play the chosen game, or all."""
    from ..bots import BOTS, levels  # only completion needs them

    game = ctx.params.get("game")
    return [each for each in (levels(game) if game in GAMES else BOTS) if each.startswith(incomplete.lower())]


def complete_bot_list(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The next level of a list with commas."""
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{level}" for level in complete_bots(ctx, param, last)]
