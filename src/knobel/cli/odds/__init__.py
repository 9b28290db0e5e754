"""`knobel odds`: exact chances of all three games, as tables to read or as JSON."""

from __future__ import annotations

import typer

from .. import completing
from .schocken import schocken
from .zock import zock
from .zocknroll import zocknroll

app = typer.Typer(help="Ask for exact chances.", no_args_is_help=True, context_settings=completing.ANY_CASE)
app.command()(zocknroll)
app.command()(zock)
app.command()(schocken)
