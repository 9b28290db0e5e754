"""`knobel …`: the command line."""

from __future__ import annotations

import sys

import typer

from .. import __version__
from ..rules.errors import KnobelError
from . import odds, solve
from .play import play
from .replay import replay
from .rules import rules

app = typer.Typer(
    name="knobel",
    help="Zock'n'Roll, ZOCK and Schocken: play, check records, read the rules, ask for the odds.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(play)
app.command()(replay)
app.command()(rules)
app.add_typer(odds.app, name="odds")
app.add_typer(solve.app, name="solve")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"knobel {__version__}")
        raise typer.Exit


@app.callback()
def _knobel(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Show the version."),
) -> None:
    """Zock'n'Roll, ZOCK and Schocken: play, check records, read the rules, ask for the odds."""


def main() -> None:
    """The program: what a person got wrong is one sentence on stderr and exit code 2."""
    try:
        app()
    except KnobelError as error:
        print(f"knobel: {error}", file=sys.stderr)
        sys.exit(2)
