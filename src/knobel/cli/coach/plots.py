"""SVG plots and the style sheet of the HTML report."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

PLAYERS: Final = 6
"""The number of colours; further players repeat them with another stroke."""

STYLE: Final = """
:root {
  color-scheme: light dark;
  --paper: #f7f1e3; --ink: #2b2118; --soft: #6f6252; --line: #d9ccb4; --card: #fffaf0; --brass: #8a6414;
  --bad: #a8281e; --warn: #8a5a00; --good: #2c6e3f;
  --p0: #1f5fa8; --p1: #b3470f; --p2: #2c6e3f; --p3: #8a2f7a; --p4: #6b5200; --p5: #3d3d8f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #1d1712; --ink: #f1e6d2; --soft: #b9a98f; --line: #4a3d2f; --card: #2a211a; --brass: #d9b25f;
    --bad: #ff9488; --warn: #f0c060; --good: #8fd19e;
    --p0: #86b9f2; --p1: #f5a06a; --p2: #8fd19e; --p3: #e3a0d6; --p4: #e0c872; --p5: #b3b3f5;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 960px; margin: 0 auto; padding: 16px; }
h1, h2 { font-family: Georgia, "Times New Roman", serif; line-height: 1.2; }
h1 { font-size: 28px; margin: 8px 0; }
h2 { font-size: 20px; margin: 32px 0 8px; }
h3 { font-size: 16px; margin: 16px 0 4px; }
p { margin: 4px 0 12px; }
.soft { color: var(--soft); font-size: 14px; }
table { margin: 4px 0 8px; border-collapse: collapse; width: 100%; font-size: 14px; }
table { font-variant-numeric: tabular-nums; }
th { text-align: left; color: var(--soft); font-weight: 600; }
th, td { padding: 6px 8px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.number { text-align: right; white-space: nowrap; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.card { padding: 12px 16px; margin: 8px 0; }
.card p { margin: 4px 0; }
.card code { color: var(--soft); font-size: 12px; overflow-wrap: anywhere; }
.head { display: flex; gap: 4px 12px; flex-wrap: wrap; align-items: baseline; font-size: 14px; }
.kind { font-weight: 600; }
.blunder, .mistake { color: var(--bad); }
.inaccuracy { color: var(--warn); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; list-style: none; padding: 0; margin: 4px 0; font-size: 14px; }
.legend svg { width: 28px; height: 10px; vertical-align: middle; }
svg { display: block; width: 100%; height: auto; }
.legend svg { display: inline-block; }
.grid { stroke: var(--line); stroke-width: 1; }
.axis { fill: var(--soft); font-size: 12px; }
.way { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
.fan { fill: var(--brass); opacity: 0.14; }
.bar { fill: var(--brass); }
.legend line { stroke-width: 3; }
td svg { height: 8px; min-width: 48px; margin-top: 7px; }
@media (max-width: 560px) {
  .axis { font-size: 20px; }
  .way { stroke-width: 4; }
  .stack thead { display: none; }
  .stack tr { display: block; border-bottom: 1px solid var(--line); padding: 8px 0; }
  .stack td { display: flex; justify-content: space-between; gap: 16px; border: 0; padding: 1px 0; }
  .stack td:first-child { font-weight: 600; }
  .stack td:not(:first-child)::before { content: attr(data-label); color: var(--soft); }
}
@media print {
  :root { --paper: #fff; --card: #fff; }
  .card, tr, svg { break-inside: avoid; }
  h2 { break-after: avoid; }
}
"""


def stroke(seat: int) -> str:
    """How the line of a seat is drawn."""
    dashes = ("", "7 4", "2 4", "9 3 2 3")[(seat // PLAYERS + seat) % 4]
    return f'stroke="var(--p{seat % PLAYERS})"' + (f' stroke-dasharray="{dashes}"' if dashes else "")


WIDTH: Final = 640
HEIGHT: Final = 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 78, 8, 18, 28


class Frame:
    """The coordinate system of a plot: values from `low` to `high`, and `steps` from left to right."""

    def __init__(self, steps: int, low: float, high: float) -> None:
        self._steps = max(1, steps)
        self._low, self._high = low, high

    def x(self, step: float) -> float:
        return round(_LEFT + step / self._steps * (WIDTH - _LEFT - _RIGHT), 1)

    def y(self, value: float) -> float:
        share = (value - self._low) / (self._high - self._low)
        return round(HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM), 1)

    def line(self, values: Sequence[float]) -> str:
        return " ".join(f"{self.x(step)},{self.y(value)}" for step, value in enumerate(values))

    def rule(self, value: float, label: str) -> str:
        y = self.y(value)
        return (
            f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y}" y2="{y}"/>'
            f'<text class="axis" x="{_LEFT - 6}" y="{y + 4}" text-anchor="end">{escape(label)}</text>'
        )

    def below(self, label: str, end: str) -> str:
        y = HEIGHT - 6
        return (
            f'<text class="axis" x="{_LEFT}" y="{y}">{escape(label)}</text>'
            f'<text class="axis" x="{WIDTH - _RIGHT}" y="{y}" text-anchor="end">{escape(end)}</text>'
        )


def picture(title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def ways(title: str, rows: Sequence[Sequence[float]], marks: Sequence[tuple[int, int]], axis: tuple[str, str]) -> str:
    """A line for each seat from 0 to 1, with a dot for each mistake: at which event, by which seat."""
    frame = Frame(len(rows[0]) - 1, 0.0, 1.0)
    parts = [frame.rule(value, f"{value:.0%}".replace("%", " %")) for value in (0.0, 0.25, 0.5, 0.75, 1.0)]
    parts += [f'<polyline class="way" {stroke(seat)} points="{frame.line(row)}"/>' for seat, row in enumerate(rows)]
    for event, seat in marks:
        x, y = frame.x(event), frame.y(rows[seat][event])
        parts.append(f'<circle cx="{x}" cy="{y}" r="4.5" fill="var(--card)" stroke="var(--bad)" stroke-width="2"/>')
    return picture(title, [*parts, frame.below(*axis)])


def fan(title: str, way: Sequence[tuple[float, float]], axis: tuple[str, str]) -> str:
    """Luck after every game, on fans of one and of two standard deviations."""
    lucks, deviations = [0.0, *(luck for luck, _ in way)], [0.0, *(deviation for _, deviation in way)]
    most = max([2 * deviations[-1], *map(abs, lucks), 0.5]) * 1.05
    frame = Frame(len(way), -most, most)
    parts = [_fan(frame, [times * deviation for deviation in deviations]) for times in (2, 1)]
    step = next(each for each in (0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000) if most / each <= 4 or each == 1000)
    ticks = range(-int(most / step), int(most / step) + 1)
    parts += [frame.rule(tick * step, f"{tick * step:+g}".replace("-", "−") if tick else "0") for tick in ticks]
    parts.append(f'<polyline class="way" {stroke(0)} points="{frame.line(lucks)}"/>')
    return picture(title, [*parts, frame.below(*axis)])


def _fan(frame: Frame, heights: Sequence[float]) -> str:
    upper = [f"{frame.x(step)},{frame.y(height)}" for step, height in enumerate(heights)]
    lower = [f"{frame.x(step)},{frame.y(-height)}" for step, height in enumerate(heights)]
    return f'<polygon class="fan" points="{" ".join([*upper, *reversed(lower)])}"/>'


def key(seat: int) -> str:
    """The stroke of a seat, for a legend."""
    line = f'<line class="way" {stroke(seat)} x1="0" x2="28" y1="5" y2="5"/>'
    return f'<svg viewBox="0 0 28 10" aria-hidden="true">{line}</svg>'


def bar(share: float) -> str:
    """A bar for a table, full at 1."""
    width = round(100 * max(0.0, min(1.0, share)), 1)
    drawn = f'<rect class="bar" width="{width}" height="8"/>'
    return f'<svg viewBox="0 0 100 8" aria-hidden="true" preserveAspectRatio="none">{drawn}</svg>'
