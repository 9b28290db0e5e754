"""Import of a third-party bot by its import path (`package.module:name`) or its entry point (group `knobel.bots`).

This runs the code of the bot, so only the process of the bot calls it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import reduce
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Final, TypeAlias

from ...rules import GAMES
from ...rules.errors import BadOptions, shown

GROUP: Final = "knobel.bots"
"""The group of the entry points."""

Weigh: TypeAlias = Callable[[Any, tuple[Any, ...]], Mapping[Any, float]]
"""`Strategy.weigh`: the view of the deciding seat and its moves, mapped to moves and their weights."""

_PATH: Final = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")


def import_path(name: str) -> str | None:
    """The import path of a bot: the name itself if it has a colon, else that of the entry point; None without one.

    >>> import_path("my_package.bots:clever"), import_path("no-such-bot")
    ('my_package.bots:clever', None)
    """
    if ":" in name:
        return name
    return next((found.value for found in entry_points(group=GROUP, name=name)), None)


def load(name: str) -> dict[str, Weigh]:
    """The function of a bot for each game that it plays; `BadOptions` if there is no such bot."""
    path = import_path(name)
    if path is None or not _PATH.fullmatch(path):
        sentence = f"{shown(name)} names no bot: write package.module:name, or the name of an entry point of {GROUP}"
        raise BadOptions(sentence, key="error-third-party-name", name=shown(name), group=GROUP)
    module, attribute = path.split(":")
    try:
        found: object = import_module(module)
    except ModuleNotFoundError as error:
        if error.name and f"{module}.".startswith(f"{error.name}."):
            sentence = f"there is no module {error.name}: install it, or start knobel in the folder that contains it"
            raise BadOptions(sentence, key="error-third-party-module", module=error.name) from None
        raise _failed(module, error) from error
    except (Exception, SystemExit) as error:
        raise _failed(module, error) from error
    try:
        found = reduce(getattr, attribute.split("."), found)
    except AttributeError:
        sentence = f"the module {module} has no {attribute}"
        raise BadOptions(sentence, key="error-third-party-attribute", module=module, name=attribute) from None
    return _by_game(path, found)


def _by_game(path: str, found: Any) -> dict[str, Weigh]:
    """A function plays all games; a mapping says which."""
    by_game: Mapping[Any, Any] = found if isinstance(found, Mapping) else dict.fromkeys(GAMES, found)
    if by_game and set(by_game) <= set(GAMES) and all(map(callable, by_game.values())):
        return dict(by_game)
    sentence = f"{path} is no bot: it must be a function of view and moves, or a dict of such functions by game"
    raise BadOptions(sentence, key="error-third-party-kind", path=path)


def _failed(module: str, error: BaseException) -> BadOptions:
    kind = type(error).__name__
    sentence = f"the module {module} fails while it is imported: {kind}: {error}"
    return BadOptions(sentence, key="error-third-party-import", module=module, why=f"{kind}: {error}")
