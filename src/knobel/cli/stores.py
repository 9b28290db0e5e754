"""`knobel move-store`, and the options that say where a store is."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path

import click

from ..terminal.saves import data_folder
from .commands import File, command, lang, speech


def store_options(function: Callable[..., None]) -> Callable[..., None]:
    """The options `--data` and `--store`; the function gets the place of the store as `where`."""

    @wraps(function)
    def located(data: Path | None, store: str | None, **values: object) -> None:
        from ..serve.instance import STORE
        from ..store import location

        function(where=(data or data_folder()) / STORE if store is None else location(store), **values)

    with_store = click.option("--store", metavar="url", envvar="KNOBEL_STORE")(located)
    return click.option("--data", metavar="folder", type=File())(with_store)


@command("move-store")
@click.argument("source", metavar="source")
@click.argument("target", metavar="target")
@lang
def move_store(source: str, target: str) -> None:
    """Copy a store from SQLite to PostgreSQL, or back, and compare all rows."""
    from rich.console import Console
    from rich.progress import Progress

    from ..store import location
    from ..store.moving import move_store as move
    from .output import show, table

    say, console = speech(), Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(say("move-working"), total=None)
        counts = move(
            location(source), location(target), lambda done, total: bar.update(task, completed=done, total=total)
        )
    shown = table()
    shown.add_column(say("move-table"))
    shown.add_column(say("move-rows"), justify="right")
    for name, count in counts.items():
        shown.add_row(name, str(count))
    show(shown)
    print(say("move-done", rows=sum(counts.values())))
