"""Plots as SVG that stands in the page: the way of the chances, and luck between what fair dice do."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from .palette import stroke

WIDTH: Final = 640
HEIGHT: Final = 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 8, 14, 28


class Frame:
    """Where values lie on the paper: from `low` to `high` upwards, and `steps` of them from left to right."""

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
