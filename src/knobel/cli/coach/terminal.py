"""The report in the terminal: bars and sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ...coach.analysis import Analysis, Class, Summary
from ...forms.labels import on_one_line
from ...telling.phrase import render
from ...words import Words
from .figures import chances_along, luckiest, mistakes, sampled, unluckiest
from .numbers import percent, signed
from .prose import Prose

_BARS: Final = "▁▂▃▄▅▆▇█"
_CELLS: Final = 60
"""How wide the way of the chances is drawn; with a name before it that fits into 80 columns."""

STYLES: Final[dict[Class, str]] = {"blunder": "bold red", "mistake": "red", "inaccuracy": "yellow"}


def show_game(say: Words, analysis: Analysis, seats: Sequence[int]) -> Iterator[RenderableType]:
    """A game, with the figures of everybody and the mistakes of these seats."""
    names = [on_one_line(name) for name in analysis.names]
    told = [say(f"game-{analysis.game}"), ", ".join(names)]
    told.append(say("coach-exact" if analysis.exact else "coach-estimated"))
    yield Text(" · ".join(told), style="bold")
    yield _summaries(say, analysis.summaries)
    yield heading(say, f"coach-way-{analysis.game}")
    yield _ways(analysis, names)
    yield heading(say, "coach-mistakes")
    yield _mistakes(say, analysis, names, seats)
    yield heading(say, "coach-luck")
    yield from _luck(say, analysis, names, seats)
    if analysis.turning:
        yield heading(say, "coach-turning")
        for turning in analysis.turning:
            yield Prose(f"{turning.event + 1:>4}  {on_one_line(render(say, turning.said))}", indent=6)


def heading(say: Words, key: str) -> Text:
    return Text(f"\n{say(key)}", style="bold")


def grid() -> Table:
    return Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)


def add_column(table: Table, title: str) -> None:
    """A column of numbers; its title may be broken, but no word of it."""
    table.add_column(title, justify="right", min_width=max(map(len, title.split())))


def _summaries(say: Words, summaries: Sequence[Summary]) -> Table:
    table = grid()
    table.add_column(say("coach-player"))
    for key in ("start", "luck", "given", "loss", "result", "adjusted", "rate"):
        add_column(table, say(f"coach-{key}"))
    for each in summaries:
        table.add_row(
            Text(on_one_line(each.name)),
            percent(say, each.start),
            signed(say, each.luck),
            signed(say, each.given),
            signed(say, -each.loss),
            percent(say, each.result),
            percent(say, each.adjusted),
            say("coach-number", number=each.rate),
        )
    return table


def spark(values: Sequence[float]) -> str:
    """Chances as a row of bars.

    >>> spark([0.0, 0.5, 1.0])
    '▁▅█'
    """
    return "".join(_BARS[min(len(_BARS) - 1, int(max(0.0, value) * len(_BARS)))] for value in values)


def _ways(analysis: Analysis, names: Sequence[str]) -> Table:
    table = Table.grid(padding=(0, 2))
    way = chances_along(analysis)
    for seat, name in enumerate(names):
        table.add_row(Text(name), Text(spark(sampled([chances[seat] for chances in way], _CELLS)), style="green"))
    return table


def _mistakes(say: Words, analysis: Analysis, names: Sequence[str], seats: Sequence[int]) -> RenderableType:
    made = mistakes(analysis, seats)
    if not made:
        return Text(say("coach-no-mistakes"))
    table = grid()
    for key, side in (("event", "right"), ("player", "left"), ("kind", "left"), ("cost", "right"), ("why", "left")):
        table.add_column(say(f"coach-{key}"), justify="right" if side == "right" else "left", no_wrap=key != "why")
    for each in made:
        verdict = each.verdict
        table.add_row(
            str(each.event + 1),
            Text(names[verdict.seat]),
            Text(say(f"coach-{verdict.kind}"), style=STYLES[verdict.kind]),
            percent(say, verdict.loss),
            Prose(" ".join(render(say, reason) for reason in verdict.reasons)),
        )
    return table


def _luck(say: Words, analysis: Analysis, names: Sequence[str], seats: Sequence[int]) -> Iterator[Prose]:
    for seat in seats:
        best, worst = luckiest(analysis, seat), unluckiest(analysis, seat)
        if best is None or worst is None:
            continue
        told = say(
            "coach-luck-of",
            name=names[seat],
            luck=signed(say, analysis.summaries[seat].luck),
            best=signed(say, best.luck[seat]),
            at=str(best.event + 1),
            worst=signed(say, worst.luck[seat]),
            other=str(worst.event + 1),
        )
        yield Prose(told, indent=2)
