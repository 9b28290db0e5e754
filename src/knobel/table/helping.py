"""When the coach may be asked at a table."""

from __future__ import annotations

from .table import Table


def may_help(table: Table) -> bool:
    """Whether those who play here may ask the coach.

    Alone is who has nobody else's seat beside the own one: somebody for whom a bot stands in may come back any time.
    """
    match table.settings.help:
        case "all":
            return True
        case "alone":
            return sum(seat.person for seat in table.seats) == 1
    return False
