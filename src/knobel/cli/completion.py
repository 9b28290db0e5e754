"""`knobel completion`: the script that lets a shell complete `knobel` commands."""

from __future__ import annotations

import click
from click.shell_completion import BashComplete, CompletionItem, FishComplete, ShellComplete, ZshComplete

from .commands import OneOf, command, lang

SHELLS: dict[str, type[ShellComplete]] = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}


@command("completion")
@click.argument("shell", type=OneOf(tuple(SHELLS)))
@lang
def completion(shell: str) -> None:
    from . import app

    print(SHELLS[shell](app, {}, "knobel", "_KNOBEL_COMPLETE").source())


class KnobelBashComplete(BashComplete):
    """Bash splits words at `=`: join them again, and answer with what follows it."""

    def get_completion_args(self) -> tuple[list[str], str]:
        arguments, incomplete = super().get_completion_args()
        joined = list[str]()
        for word in (*arguments, incomplete):
            if joined and (word == "=" or joined[-1].endswith("=")):
                joined[-1] += word
            else:
                joined.append(word)
        return joined[:-1], joined[-1]

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        found = super().get_completions(args, incomplete)
        for item in found if "=" in incomplete else []:
            item.value = item.value.partition("=")[2]
        return found
