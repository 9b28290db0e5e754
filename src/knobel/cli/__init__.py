"""`knobel …`: the command line."""

from __future__ import annotations

import errno
import io
import os
import sys
from pathlib import Path

import typer

from .. import __version__
from ..rules.errors import KnobelError
from . import odds, solve
from .arena import arena
from .coach import coach
from .play import play
from .replay import replay
from .rules import rules
from .serve import backup, serve, start
from .simulate import simulate
from .verify import verify

app = typer.Typer(
    name="knobel",
    help="Zock'n'Roll, ZOCK and Schocken: play, check records, read rules, ask for odds and best play, match bots.\n\n"
    "Without a command the table opens in the browser.",
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(serve)
app.command()(backup)
app.command()(play)
app.command()(replay)
app.command()(verify)
app.command()(rules)
app.command()(simulate)
app.command()(arena)
app.command()(coach)
app.add_typer(odds.app, name="odds")
app.add_typer(solve.app, name="solve")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"knobel {__version__}")
        raise typer.Exit


@app.callback()
def _knobel(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Show the version."),
) -> None:
    if context.invoked_subcommand is None:
        start()


def main() -> None:
    """The program: what a person got wrong is one sentence on stderr and exit code 2."""
    _mend_streams()
    try:
        try:
            app()
        finally:
            sys.stdout.flush()  # what cannot be written has to be known before the end
    except KnobelError as error:
        print(f"knobel: {error}", file=sys.stderr)
        sys.exit(2)
    except OSError as error:
        if error.filename is not None:
            raise  # a file, and not what is written here
        _give_up_writing()
        if error.errno == errno.EPIPE:
            sys.exit(1)  # whoever read has seen enough
        print(f"knobel: the answer cannot be written: {error.strerror}", file=sys.stderr)
        sys.exit(2)


def _give_up_writing() -> None:
    """What is still held back for stdout would fail once more at the end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _mend_streams() -> None:
    """A closed stream is an empty one, and a character that the terminal does not know is no reason to stop."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115 - open as long as the program runs
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
