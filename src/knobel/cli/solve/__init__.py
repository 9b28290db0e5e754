"""`knobel solve`: what positions are worth under perfect play, to read or as JSON."""

from __future__ import annotations

import typer

from .. import completing
from .schocken import schocken
from .zock import zock
from .zocknroll import zocknroll

app = typer.Typer(
    help="Ask what positions are worth under perfect play.", no_args_is_help=True, context_settings=completing.ANY_CASE
)
app.command()(zock)
app.command()(schocken)
app.command()(zocknroll)


@app.callback()
def _solve() -> None:
    """Ask what positions are worth under perfect play."""
