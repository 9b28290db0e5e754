"""Perfect play to browse: what the solvers know about a situation, as one chart for each game."""

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
"""What can be asked for: the type of the question, and who answers it."""


def explore(subject: str, question: Mapping[str, object]) -> Struct:
    """The chart that answers a question; one about what cannot be raises `KnobelError`.

    >>> round(explore("zock", {"own": [7], "rival": [7]}).value, 4)  # who needs a 7 and throws first
    0.5455
    """
    kind, answer = SUBJECTS[subject]
    asked: Any = msgspec.convert(question, kind)
    return answer(asked)
