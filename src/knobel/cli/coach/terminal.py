"""Reports about games and players in the terminal: tables, bars and sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from ...coach.analysis import Analysis, Class, Summary
from ...coach.profile import Profile, Share, Strength
from ...forms.captions import on_one_line
from ...telling.phrase import render
from ...words import Words
from .figures import (
    SUMMARY_COLUMNS,
    Mistake,
    chances_along,
    change_error,
    left_out,
    luck_of,
    luckiest,
    mistakes,
    number,
    percent,
    sampled,
    signed,
    summary_cells,
    table_before,
    unluckiest,
    verdict_on,
)

_NO_BREAK: Final = "\N{NO-BREAK SPACE}"
_TOGETHER: Final = re.compile(r"(?<=\d) (?=[\d%])|(?<=Schock) (?=\w)")
"""No line break between dice, before a percent sign, and in the name of a throw."""


class Prose:
    """A sentence with a hanging indent whose dice and percentages stay on one line.

    >>> Prose("it gets there 75 % of the time", indent=2).lines(18)
    ['it gets there 75 %', '  of the time']
    """

    def __init__(self, sentence: str, indent: int = 0) -> None:
        self._words = _TOGETHER.sub(_NO_BREAK, sentence)
        self._indent = indent

    def lines(self, width: int) -> list[str]:
        further = " " * self._indent
        broken = wrap(
            self._words, max(width, 1), subsequent_indent=further, break_on_hyphens=False, drop_whitespace=True
        )
        return [line.replace(_NO_BREAK, " ") for line in broken]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text("\n".join(self.lines(options.max_width)))

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        longest = max(map(len, self._words.split(" ")), default=1)
        return Measurement(longest, max(len(self._words), 1)).with_maximum(options.max_width)


_BARS: Final = "▁▂▃▄▅▆▇█"
_CELLS: Final = 60
"""The width of the chart of chances; with a name before it that fits into 80 columns."""

STYLES: Final[dict[Class, str]] = {"blunder": "bold red", "mistake": "red", "inaccuracy": "yellow"}


def show_game(say: Words, analysis: Analysis, seats: Sequence[int]) -> Iterator[RenderableType]:
    """A game, with the figures of all players and the mistakes of these seats."""
    names = [on_one_line(name) for name in analysis.names]
    told = [say(f"game-{analysis.game}"), ", ".join(names)]
    told.append(say("coach-exact" if analysis.exact else "coach-estimated"))
    yield Text(" · ".join(told), style="bold")
    yield _summaries(say, analysis.summaries)
    yield _meaning(say)
    yield heading(say, f"coach-way-{analysis.game}")
    yield _ways(analysis, names)
    yield heading(say, "coach-mistakes")
    made = mistakes(analysis, seats)
    if more := left_out(say, analysis, seats):
        yield Prose(more)
    for each in made:
        yield from _mistake(say, each, names[each.verdict.seat])
    if not made:
        yield Text(say("coach-no-mistakes"))
    yield heading(say, "coach-luck")
    yield from _luck(say, analysis, names, seats)
    if analysis.turning:
        yield heading(say, "coach-turning")
        for turning in analysis.turning:
            line = f"{on_one_line(render(say, turning.said))} {change_error(say, turning)}".rstrip()
            yield Prose(f"{number(turning.event):>4}  {line}", indent=6)


def _meaning(say: Words) -> Prose:
    """What the numbers of a summary mean."""
    return Prose(f"{say('coach-rate-means')} {say('coach-adjusted-means')}")


def heading(say: Words, key: str) -> Text:
    return Text(f"\n{say(key)}", style="bold")


def grid() -> Table:
    return Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)


def add_column(table: Table, title: str) -> None:
    """A column of numbers; its title wraps between words."""
    table.add_column(title, justify="right", min_width=max(map(len, title.split())))


def _summaries(say: Words, summaries: Sequence[Summary]) -> Table:
    table = grid()
    table.add_column(say("coach-player"))
    for key in SUMMARY_COLUMNS:
        add_column(table, say(f"coach-{key}"))
    for each in summaries:
        cells = (cell.replace(" ± ", "\n± ") for cell in summary_cells(say, each))
        table.add_row(Text(on_one_line(each.name)), *cells)
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


def _mistake(say: Words, mistake: Mistake, name: str) -> Iterator[RenderableType]:
    """A mistake: its cost, the table as the player saw it, the reason, and the position as text."""
    verdict = mistake.verdict
    head = Text(f"{number(mistake.event):>4}  {name}  ")
    head.append(say(f"coach-{verdict.kind}"), STYLES[verdict.kind])
    yield head.append(f"  {signed(say, -verdict.loss, verdict.error)}")
    reasons = " ".join(render(say, reason) for reason in verdict.reasons)
    yield from (
        Prose(f"{'':6}{told}", indent=6) for told in (table_before(say, mistake), reasons, mistake.position) if told
    )


def _luck(say: Words, analysis: Analysis, names: Sequence[str], seats: Sequence[int]) -> Iterator[Prose]:
    for seat in seats:
        best, worst = luckiest(analysis, seat), unluckiest(analysis, seat)
        if best is None or worst is None:
            continue
        summary = analysis.summaries[seat]
        told = say(
            "coach-luck-of",
            name=names[seat],
            luck=signed(say, summary.luck, summary.errors.luck if summary.errors else 0.0),
            best=luck_of(say, best, seat),
            at=str(number(best.event)),
            worst=luck_of(say, worst, seat),
            other=str(number(worst.event)),
        )
        yield Prose(told, indent=2)


_BAR: Final = 16


def show_profile(say: Words, profile: Profile) -> Iterator[RenderableType]:
    yield Text(on_one_line(profile.name), style="bold")
    yield _strengths(say, profile.strengths)
    yield _meaning(say)
    for strength in profile.strengths:
        if len(profile.strengths) > 1:
            yield Text(f"\n{say(f'game-{strength.game}')}", style="bold")
        yield _shares(say, "coach-phase", strength.phases, by_rate=True)
        if strength.mistakes:
            yield _shares(say, "coach-slip", strength.mistakes, by_rate=False)
    yield heading(say, "coach-luck")
    yield Prose(" ".join(render(say, each) for each in verdict_on(profile.luck)))


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
    """Phases with their rates, or mistakes with what they cost per game."""
    table = grid()
    table.add_column(say(kind))
    table.add_column(say("coach-decisions" if by_rate else "coach-times"), justify="right")
    table.add_column(say("coach-rate" if by_rate else "coach-per-game"), justify="right")
    table.add_column("", style="red", no_wrap=True, width=_BAR)
    sizes = [share.rate if by_rate else share.per_game for share in shares]
    for share, size in zip(shares, sizes, strict=True):
        told = say("coach-number", number=share.rate) if by_rate else percent(say, share.per_game)
        cells = round(_BAR * size / max(sizes)) if max(sizes) else 0
        table.add_row(say(f"{kind}-{share.name}"), str(share.count), told, "━" * cells)
    return table
