"""`knobel admin`: moderation and personal data on a server, for its operator; everything is audited."""

from __future__ import annotations

from ..commands import Group, lang

_COMMANDS = {
    "list": "list_tables",
    "show": "show",
    "close": "close",
    "rename": "rename",
    "new-code": "new_code",
    "block": "block",
    "unblock": "unblock",
    "blocks": "blocks",
    "erase-device": "erase_device",
    "export-device": "export_device",
    "log": "log",
}

app = Group(
    "admin",
    key="admin",
    lazy={name: f"knobel.cli.admin.commands:{function}" for name, function in _COMMANDS.items()},
    no_args_is_help=True,
)
lang(app)
