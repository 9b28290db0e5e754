"""Draw the course of `examples/mccfr.py` for the docs: `python -m tools.mccfr`, about a minute and a half.

It prints the table, too.
"""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Final

from matplotlib.figure import Figure

from knobel.research.parts.schocken_round import half_risks, schocken_round

from .strategy.drawing import COLOURS, save

ITERATIONS: Final = 50_000
SEED: Final = 1
HERE: Final = Path(__file__).parent.parent


def main() -> None:
    train = runpy.run_path(str(HERE / "examples" / "mccfr.py"))["train"]
    course: list[tuple[int, float, float]] = train(ITERATIONS, SEED)
    part = schocken_round()
    exact = 1 - 2 * half_risks(part.options, part.held)[0]
    for iteration, value, gain in course:
        print(f"| {iteration:,} | {value:+.6f} | {abs(value - exact):.6f} | {gain:.6f} |")

    def draw(figure: Figure) -> None:
        left, right = figure.subplots(1, 2)
        iterations = [iteration for iteration, _, _ in course]
        left.plot(iterations, [value for _, value, _ in course], "o-", label="average strategies")
        left.axhline(exact, color=COLOURS[1], linestyle="--", label="solver")
        left.set(xscale="log", xlabel="iterations", ylabel="value to the beginner")
        left.legend(frameon=False)
        right.plot(iterations, [gain for _, _, gain in course], "o-")
        right.set(xscale="log", yscale="log", xlabel="iterations", ylabel="NashConv")

    save(draw, HERE / "docs" / "pictures" / "mccfr-schocken.svg")


if __name__ == "__main__":
    main()
