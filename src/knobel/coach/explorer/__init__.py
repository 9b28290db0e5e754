"""Strategy explorer: the solvers' values for a situation, as one chart per game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from . import schocken, zock, zocknroll

SUBJECTS: Final[Mapping[str, tuple[type[Struct], Callable[[Any], Struct]]]] = {
    "zock": (zock.Question, zock.chart),
    "zock/openings": (zock.Question, zock.openings),
    "schocken": (schocken.Question, schocken.chart),
    "zocknroll": (zocknroll.Question, zocknroll.chart),
}
"""By game: the type of the question, and the function that answers it."""


def explore(subject: str, question: Mapping[str, object]) -> Struct:
    """The chart that answers a question; an impossible situation raises `KnobelError`.

    >>> round(explore("zock", {"own": [7], "rival": [7]}).value, 4)  # both need a 7
    0.5455
    """
    kind, answer = SUBJECTS[subject]
    asked: Any = msgspec.convert(question, kind)
    return answer(asked)
