"""Click commands that load lazily, with help and usage errors in the user's language.

Texts are Fluent messages: `help-<command>` is the help of a command, `help-<command>-examples` its examples and
`help-<command>-<parameter>`, or else `help-<parameter>`, the help of an option or argument.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click
from click.shell_completion import CompletionItem

from ..words import LANGUAGES, Words, preferred_language, words

if TYPE_CHECKING:
    from ..rules.errors import BadOptions

    _IntType: TypeAlias = click.ParamType[int]
    _StrType: TypeAlias = click.ParamType[str]
else:  # older versions of Click cannot be subscripted
    _IntType = _StrType = click.ParamType

INTERRUPTED: Final = 130
"""The exit code that shells expect of a program ended by Ctrl-C."""

GAME_NAMES: Final = ("zocknroll", "zock", "schocken")
"""Repeated here because help needs the names without loading the rules."""

_WIDEST_COLUMN: Final = 34
"""Longer option names get a line of their own in the help."""

_asked: Final[ContextVar[str | None]] = ContextVar("asked", default=None)


def asked_language() -> str | None:
    """The language of `--lang`, if it was given."""
    return _asked.get()


def speech() -> Words:
    """The words of the language that was asked for, or else of the environment."""
    return words(_asked.get() or preferred_language())


def _find_language(arguments: Sequence[str]) -> None:
    """Read `--lang` before anything else, so that help and usage errors know it wherever it stands."""
    found = None
    for place, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name.lower() == "--lang":
            found = value if equals else next(iter(arguments[place + 1 :]), None)
    _asked.set(found.lower() if found and found.lower() in LANGUAGES else None)


def usage_error(key: str, rule: str | None = None, **values: str | int) -> BadOptions:
    """The error for a command line that makes no sense; `key` names its sentence in the Fluent files."""
    from ..rules.errors import BadOptions

    return BadOptions(words("en")(key, **values), rule, key=key, **values)


class Number(_IntType):
    """A whole number, within bounds if there are any."""

    name = "number"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:  # noqa: ARG002
        text = str(value).strip()
        digits = text.removeprefix("-").removeprefix("+")
        number = int(text) if digits.isascii() and digits.isdecimal() and len(digits) <= 18 else None
        low, high = self.least, self.most
        if number is None or (low is not None and number < low) or (high is not None and number > high):
            kind = "error-whole" if low is None else "error-whole-from" if high is None else "error-whole-between"
            bounds = {"low": str(low), "high": str(high)} if low is not None else {}
            raise usage_error(kind, option=_written(param), value=_short(value), **bounds)
        return number


class OneOf(_StrType):
    """One of a few names, in any case; a mistyped one gets a suggestion."""

    name = "choice"

    def __init__(self, choices: Sequence[str]) -> None:
        self.choices = choices

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        for choice in self.choices:
            if str(value).lower() == choice.lower():
                return choice
        from ..rules.errors import shown, unknown_name

        option, known = _written(param), ", ".join(self.choices)
        sentence = words("en")("error-one-of", option=option, known=known, name=shown(value))
        raise unknown_name(sentence, value, self.choices, key="error-one-of", option=option)

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        return [CompletionItem(each) for each in self.choices if each.lower().startswith(incomplete.lower())]


class GameName(OneOf):
    """The name of a game."""

    def __init__(self) -> None:
        super().__init__(GAME_NAMES)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        from ..rules import find_game

        return find_game(str(value).lower()).name


class File(click.Path):
    """A path, completed by the shell; whether it can be read or written is found out when it is used."""

    def __init__(self) -> None:
        from pathlib import Path

        super().__init__(path_type=Path)
        self.name = "file"


def _written(param: click.Parameter | None) -> str:
    """A parameter as it stands on the command line."""
    if param is None:
        return ""
    return max(param.opts, key=len) if isinstance(param, click.Option) else _metavar(speech(), param)


def _short(value: object) -> str:
    from ..rules.errors import shown

    return shown(value)


class _Localized(click.Command):
    """Help and usage errors by Fluent messages."""

    key: str

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        if parent is None:
            _find_language(args)
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.exceptions.NoArgsIsHelpError:
            raise
        except click.UsageError as error:
            raise _sentence(error, self) from None

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = None
        return option

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        say = speech()
        pieces = [_metavar(say, each) for each in self.get_params(ctx) if isinstance(each, click.Argument)]
        pieces += [f"{say('metavar-command')} …"] if isinstance(self, Group) else []
        formatter.write_usage(
            ctx.command_path, " ".join([say("help-options-piece"), *pieces]), f"{say('help-usage')}: "
        )
        formatter.write_paragraph()
        formatter.write_text(say(f"help-{self.key}"))
        self.write_commands(say, formatter)
        for kind, title in ((click.Argument, "help-arguments"), (click.Option, "help-options")):
            rows = [_help_row(say, self.key, each) for each in self.get_params(ctx) if isinstance(each, kind)]
            if rows:
                with formatter.section(say(title)):
                    formatter.write_dl(rows, col_max=_WIDEST_COLUMN)
        if say.has(f"help-{self.key}-examples"):
            with formatter.section(say("help-examples")):
                for line in say(f"help-{self.key}-examples").splitlines():
                    formatter.write(f"{'':>{formatter.current_indent}}{line}\n")

    def write_commands(self, say: Words, formatter: click.HelpFormatter) -> None:
        """The subcommands, if there are any."""


class Command(_Localized):
    """A command; `path` is how it is called, such as `odds zock`."""

    def __init__(self, name: str | None, *, path: str, **attributes: Any) -> None:
        super().__init__(name, **attributes)
        self.key = path.replace(" ", "-")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True  # refused below, in the user's language
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise usage_error("error-extra", what=", ".join(map(_short, rest[:3])))
        return rest


class Group(_Localized, click.Group):
    """A command with subcommands whose modules are imported when they are called.

    `lazy` maps each subcommand to its function as `module:function`.
    """

    def __init__(self, name: str, *, key: str, lazy: Mapping[str, str], **attributes: Any) -> None:
        settings = {"help_option_names": ["-h", "--help"], "token_normalize_func": str.lower}
        super().__init__(name, context_settings=settings, **attributes)
        self.key = key
        self._lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in self._lazy:
            return None
        module, _, name = self._lazy[cmd_name].partition(":")
        found = getattr(import_module(module), name)
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0].lower() == "help" and not ctx.resilient_parsing:
            args = [*args[1:], "--help"]
            if args == ["--help"]:
                print(ctx.get_help())
                ctx.exit()
        name = args[0].lower()
        if name not in self._lazy and not name.startswith("-") and not ctx.resilient_parsing:
            from ..rules.errors import shown, unknown_name

            key = "error-command-game" if tuple(self._lazy) == GAME_NAMES else "error-command"
            sentence = words("en")(key, name=shown(args[0]), commands=", ".join(self._lazy))
            options = [each for param in self.params for each in param.opts]
            raise unknown_name(sentence, name, [*self._lazy, *options], key=key, commands=", ".join(self._lazy))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            if error.ctx is ctx and ctx.invoked_subcommand is None:  # options, but no command
                raise click.exceptions.NoArgsIsHelpError(ctx) from None
            raise

    def write_commands(self, say: Words, formatter: click.HelpFormatter) -> None:
        prefix = "help-" if self.key == "knobel" else f"help-{self.key}-"
        with formatter.section(say("help-commands")):
            formatter.write_dl([(name, _first_sentence(say(prefix + name))) for name in self._lazy])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Names of subcommands without loading them; what they do is for `--help`."""
        names = [CompletionItem(name) for name in self._lazy if name.startswith(incomplete.lower())]
        return names + click.Command.shell_complete(self, ctx, incomplete)


def command(path: str) -> Callable[[Callable[..., None]], Command]:
    """Make a function the command of this path, such as `odds zock`."""
    return click.command(path.split()[-1], cls=Command, path=path)


game_argument = click.argument("game", type=GameName())

lang = click.option("--lang", type=OneOf(LANGUAGES), expose_value=False)
"""The option `--lang` of a command; `speech` knows what it said."""

as_json = click.option("--json", "as_json", is_flag=True)


def _first_sentence(text: str) -> str:
    return text.split("\n")[0].split(". ")[0].rstrip(".") + "."


def _metavar(say: Words, param: click.Parameter) -> str:
    """What stands for a value in the help, in the user's language."""
    kind = param.type
    if param.metavar is not None:
        key = f"metavar-{param.metavar}"
        named = say(key) if say.has(key) else param.metavar
    elif isinstance(param, click.Argument):
        named = say(f"metavar-{param.name}")
    elif isinstance(kind, OneOf):
        named = "|".join(kind.choices)
    else:
        named = say("metavar-number" if isinstance(kind, Number) else f"metavar-{kind.name}")
    if isinstance(param, click.Argument):
        named += "…" if param.nargs == -1 and not named.endswith("…") else ""
        named = named if param.required else f"[{named}]"
    return named


def _help_row(say: Words, command: str, param: click.Parameter) -> tuple[str, str]:
    if "--help" in param.opts:
        return ", ".join(sorted(param.opts, key=len)), say("help-help")
    of_game = f"option-{getattr(param, 'game', '')}-{param.name}-help"
    keys = (f"help-{command}-{param.name}", of_game, f"help-{param.name}")
    text = say(next(key for key in keys if say.has(key)))
    if isinstance(param, click.Argument):
        return _metavar(say, param).strip("[]"), text
    assert isinstance(param, click.Option)
    left = ", ".join(sorted(param.opts, key=len))
    if param.secondary_opts:
        left += f" / {', '.join(param.secondary_opts)}"
    if not param.is_flag:
        left += f" {_metavar(say, param)}"
        if isinstance(param.default, int | str) and param.default != "" and param.show_default is not False:
            text += f"  [{say('help-default', default=str(param.default))}]"
    return left, text


def _sentence(error: click.UsageError, command: _Localized) -> BadOptions:
    """A usage error of Click as a sentence of ours."""
    if isinstance(error, click.NoSuchOption):
        return _no_such_option(error, command)
    if isinstance(error, click.MissingParameter):
        return usage_error("error-missing", what=_written(error.param).strip("[]"), command=_path(error))
    if isinstance(error, click.BadOptionUsage):
        flag = any(
            isinstance(each, click.Option) and each.is_flag and error.option_name in (*each.opts, *each.secondary_opts)
            for each in command.params
        )
        return usage_error("error-no-value" if flag else "error-needs-value", option=error.option_name)
    return usage_error("error-usage", why=error.format_message())


def _path(error: click.UsageError) -> str:
    return error.ctx.command_path if error.ctx else "knobel"


def _no_such_option(error: click.NoSuchOption, command: _Localized) -> BadOptions:
    from ..rules import GAMES
    from ..rules.errors import unknown_name
    from ..rules.game import option_specs

    name = error.option_name
    opts = [each for param in command.params for each in (*param.opts, *param.secondary_opts) if each.startswith("-")]
    of_games = {spec.name for game in GAMES.values() for spec in option_specs(game)} | {"preset"}
    plain = name.lstrip("-").replace("-", "_").lower()
    if plain in of_games and "--option" in opts:
        return usage_error("error-use-option", option=name, name=plain)
    sentence = words("en")("error-no-option", option=name, command=_path(error))
    return unknown_name(sentence, name, [*opts, "--help"], key="error-no-option", option=name, command=_path(error))
