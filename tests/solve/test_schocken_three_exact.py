"""Rounds of three players against exact integers, for random values after the round.

Here the beginner has ended already; `python -m trials schocken_three` begins before his first throw, which takes
minutes.
"""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from trials.schocken_three.trial import KEEPS, as_array, random_pays, trio

from knobel.rules.game import read_options
from knobel.rules.schocken import GAME
from knobel.solve.schocken.finals import decide, key_of
from knobel.solve.schocken.hands import hands_of
from knobel.solve.schocken.rounds import rounds_of

from .schocken_reference_three import WAYS
from .test_schocken_exact import HOUSES


@pytest.mark.parametrize(
    ("name", "limit", "equal"), [("plain", 3, True), ("pub", 2, False), ("stay-throws-open", 2, False)]
)
def test_the_beginner_has_ended(name: str, limit: int, equal: bool) -> None:
    """With payoffs of 0 or 1 many moves are equal, and the documented tie rule decides."""
    seed = 4
    print("seed", seed)
    random, evening = Random(seed), trio(HOUSES[name])
    pays = random_pays(random, most=1 if equal else 999)
    options = read_options(GAME, HOUSES[name])
    rounds, hands = rounds_of(options), hands_of(options)
    finals = rounds.followers[limit]
    if limit == 3:
        keep = random.choice(KEEPS[7:])
        ended, faced = evening.mixture(keep, 3), len(finals.deals) + KEEPS.index(keep)
    else:
        dice = (3, 3, 6)
        ended = {(evening.place((), dice), limit): WAYS}
        faced = key_of(finals, limit, hands.tables.rank[hands.number[(), dice]])
    worth = rounds.worth(as_array(pays), limit, (faced,))
    found = decide(rounds.tables, finals, 1, worth, np.empty(len(worth)))
    exact = evening.second(pays, limit, ended)
    assert found.tolist() == pytest.approx([each / WAYS ** (2 + 2 * limit) for each in exact], rel=1e-13)
