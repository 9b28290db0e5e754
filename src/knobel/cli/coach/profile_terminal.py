"""A player's profile in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ...coach.profile import Profile, Share, Strength
from ...forms.labels import on_one_line
from ...telling.phrase import render
from ...words import Words
from .fate import verdict_on
from .numbers import percent
from .prose import Prose
from .terminal import add_column, grid, heading

_CELLS: Final = 16


def show_profile(say: Words, profile: Profile) -> Iterator[RenderableType]:
    yield Text(on_one_line(profile.name), style="bold")
    yield _strengths(say, profile.strengths)
    for strength in profile.strengths:
        if len(profile.strengths) > 1:
            yield Text(f"\n{say(f'game-{strength.game}')}", style="bold")
        yield _shares(say, "coach-phase", strength.phases, by_rate=True)
        if strength.slips:
            yield _shares(say, "coach-slip", strength.slips, by_rate=False)
    yield heading(say, "coach-luck")
    yield Prose(" ".join(render(say, each) for each in verdict_on(profile.fortune)))


def _strengths(say: Words, strengths: Sequence[Strength]) -> Table:
    table = grid()
    table.add_column(say("coach-game"))
    for key in ("games", "adjusted", "decisions", "rate", "inaccuracies", "mistakes", "blunders"):
        add_column(table, say(f"coach-{key}"))
    for each in strengths:
        table.add_row(
            say(f"game-{each.game}"),
            str(each.games),
            percent(say, each.adjusted),
            str(each.decisions),
            say("coach-number", number=each.rate),
            *(str(each.kinds[kind]) for kind in ("inaccuracy", "mistake", "blunder")),
        )
    return table


def _shares(say: Words, kind: str, shares: Sequence[Share], by_rate: bool) -> Table:
    """Phases with their rates, or slips with what they cost per game."""
    table = grid()
    table.add_column(say(kind))
    table.add_column(say("coach-decisions" if by_rate else "coach-times"), justify="right")
    table.add_column(say("coach-rate" if by_rate else "coach-per-game"), justify="right")
    table.add_column("", style="red", no_wrap=True, width=_CELLS)
    sizes = [share.rate if by_rate else share.per_game for share in shares]
    for share, size in zip(shares, sizes, strict=True):
        told = say("coach-number", number=share.rate) if by_rate else percent(say, share.per_game)
        cells = round(_CELLS * size / max(sizes)) if max(sizes) else 0
        table.add_row(say(f"{kind}-{share.name}"), str(share.count), told, "━" * cells)
    return table
