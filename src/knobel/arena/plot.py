"""A plot of a verdict, with matplotlib from the extra `knobel[plot]`."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final

from ..bots import BOTS
from ..fair.statistics.p_values import Z95
from ..rules.errors import KnobelError
from ..words import Words
from .contest import Contest
from .verdict import Verdict

KINDS: Final = (".svg", ".png", ".pdf")


def check_plot(path: Path) -> None:
    """Raise an error before the contest starts if its plot could not be written."""
    if path.suffix.lower() not in KINDS:
        kinds, kind = ", ".join(KINDS), path.suffix or path.name
        raise KnobelError(f"a plot is written as {kinds}, not as {kind}", key="error-plot", kinds=kinds, kind=kind)
    if path.is_dir() or not path.parent.is_dir():
        raise KnobelError(f"{path} cannot be written: there is no such folder, or a folder of that name")
    if find_spec("matplotlib") is None:
        raise KnobelError("a plot needs matplotlib: pip install matplotlib")


def title(contest: Contest, verdict: Verdict, say: Words) -> str:
    """The headline of a verdict: game, players, deals, games and seed."""
    return say(
        "arena-title",
        game=say(f"game-{contest.game}"),
        players=contest.players,
        deals=verdict.deals,
        games=verdict.games,
        seed=str(contest.seed),
    )


def bot_name(bot: str, say: Words) -> str:
    """A level in the language of the reader; a third-party bot as it was named."""
    return say(f"bot-{bot}") if bot in BOTS else bot


def plot(contest: Contest, verdict: Verdict, path: Path, say: Words) -> None:
    """What every bot won, with confidence intervals of 95 %, and a line for equal strength."""
    from matplotlib.figure import Figure

    bots = verdict.standings[::-1]
    figure = Figure(figsize=(7, 1.4 + 0.5 * len(bots)), layout="constrained")
    axes = figure.add_subplot()
    axes.errorbar(
        [100 * each.won.value for each in bots],
        [bot_name(each.bot, say) for each in bots],
        xerr=[100 * Z95 * each.won.error if verdict.deals > 1 else 0 for each in bots],
        fmt="o",
        capsize=4,
    )
    axes.axvline(100 * verdict.fair, linestyle=":", color="grey")
    axes.set_xlabel(f"{say('arena-not-lost' if contest.game == 'schocken' else 'arena-won')} (%)")
    axes.set_title(title(contest, verdict, say))
    axes.margins(y=0.3)
    try:
        figure.savefig(path)
    except OSError as error:
        raise KnobelError(f"{path} cannot be written: {error.strerror or error}") from None
