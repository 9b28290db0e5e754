"""`knobel club`: clubs of a server's store, for its host: list, export, import, backup and links."""

from __future__ import annotations

from ..commands import Group, lang

_COMMANDS = {"list": "list_clubs", "export": "export", "import": "add", "backup": "backup", "link": "link"}

app = Group(
    "club",
    key="club",
    lazy={name: f"knobel.cli.club.commands:{function}" for name, function in _COMMANDS.items()},
    no_args_is_help=True,
)
lang(app)
