"""The curves of `examples/learner.py` in docs/research/experiments.md, with a fixed budget and seed.

taskset -c 0 python -m tools.learning_curves
"""

from __future__ import annotations

import sys
import time
from functools import partial
from pathlib import Path
from runpy import run_path
from typing import Any, Final

import numpy as np
from matplotlib.figure import Figure

from .strategy.drawing import save

ROOT: Final = Path(__file__).parent.parent
RUNS: Final = (
    ("zock", "casual", "win"),
    ("schocken", "casual", "best"),
    ("zocknroll", "casual", "best"),
    ("zocknroll", "best", "best"),
)
"""Game, opponent, and the compiled policy to compare with: the solver's for the game, half or turn."""

TITLES: Final = {"zock": "ZOCK C", "schocken": "Schocken", "zocknroll": "Zock'n'Roll"}
DECISIONS: Final = 300_000
TEST: Final = 2048
REFERENCE: Final = 10_000  # games of the policy to compare with
SEED: Final = 1


def solved(learner: dict[str, Any], game: str, opponent: str, policy: str) -> tuple[float, float]:
    """The share of games that a compiled policy wins in the learner's seat, and its standard error."""
    env = learner["environment"](game, opponent, SEED + 2)
    games, choose = env.games, env.games.batched.policy(policy)

    def actions(_: Any) -> Any:
        chosen = np.zeros(games.num_envs, np.int64)
        choose(games.states, games.rows, games.rngs, chosen)
        return chosen

    share, error = learner["won"](env, actions, REFERENCE, SEED + 2)
    return share, error


def draw(title: str, curve: list[Any], share: float, fair: float, figure: Figure) -> None:
    """The learner with intervals of 95 %, the solver's policy, and the fair share."""
    axes = figure.add_subplot(title=title, xlabel="thousand decisions", ylabel="games won (%)")
    decisions, shares, errors = np.array(curve).T
    axes.errorbar(decisions / 1000, 100 * shares, 196 * errors, marker=".", capsize=2, label="learner")
    axes.axhline(100 * share, color="C1", linestyle="--", label="solver")
    axes.axhline(100 * fair, color="grey", linestyle=":", label="fair share")
    axes.legend(loc="lower right")


def main() -> None:
    learner = run_path(str(ROOT / "examples" / "learner.py"))
    for game, opponent, policy in RUNS:
        if sys.argv[1:] and f"{game}-{opponent}" not in sys.argv[1:]:
            continue
        begin = time.process_time()
        curve = list(learner["curve"](game, opponent, DECISIONS, TEST, SEED))
        spent = time.process_time() - begin
        share, error = solved(learner, game, opponent, policy)
        title = f"{TITLES[game]} against {opponent}"
        decisions, learnt, doubt = curve[-1]
        print(
            f"{title}: {curve[0][1]:.1%} before, {learnt:.1%} ± {doubt:.1%} after {decisions:,} decisions and "
            f"{spent:.0f} CPU seconds with tests; {policy} {share:.1%} ± {error:.1%}",
            flush=True,
        )
        fair = 1 / learner["environment"](game, opponent, SEED).games.players
        path = ROOT / "docs" / "pictures" / f"learner-{game}-{opponent}.svg"
        save(partial(draw, title, curve, share, fair), path)


if __name__ == "__main__":
    main()
