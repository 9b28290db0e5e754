"""`knobel check`: the integrity of a server's store."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..telling.refusals import error_text
from .commands import command, lang, speech
from .stores import store_options

_FOUND = 2
"""Exit code if something is wrong."""


@command("check")
@store_options
@lang
def check(where: Path | str) -> None:
    """Check the store for damage, also while the server runs: one line for each problem."""
    from ..store.offline import check_offline

    say, count = speech(), 0
    progress = _Progress()
    report = check_offline(where, progress)
    for problem in report.problems:
        progress.clear()
        print(error_text(say, problem), flush=True)
        count += 1
    progress.clear()
    if report.older:
        print(say("check-older", version=report.version))
    if count:
        print(say("check-found", count=count), file=sys.stderr)
        raise click.exceptions.Exit(_FOUND)
    print(say("check-fine", tables=progress.tables, version=report.version))


class _Progress:
    """How many tables are checked, in one line of a terminal."""

    def __init__(self) -> None:
        self.tables = 0
        self._shown = 0

    def __call__(self, done: int, tables: int) -> None:
        self.tables = tables
        if sys.stderr.isatty() and done * 100 // max(tables, 1) != (done - 1) * 100 // max(tables, 1):
            text = speech()("check-progress", done=done, tables=tables)
            self._shown = len(text)
            print(f"\r{text}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._shown:
            print(f"\r{'':{self._shown}}\r", end="", file=sys.stderr, flush=True)
            self._shown = 0
