"""Colours and type of the page: the table by lamplight and by day, and players that everybody can tell apart."""

from __future__ import annotations

from typing import Final

PLAYERS: Final = 6
"""So many colours there are; beyond that they begin again, with another stroke."""

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
