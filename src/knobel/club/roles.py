"""Roles of a club and their permissions, as one table."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

Role: TypeAlias = Literal["founder", "treasurer", "member"]

ROLES: Final[tuple[Role, ...]] = get_args(Role)
"""The highest first: a role may do everything that the roles after it may do."""

Operation: TypeAlias = Literal[
    "read", "export", "link_table", "book", "set_tariff", "change_club", "invite", "change_members", "set_seasons",
    "correct_games", "import", "delete_club",
]  # fmt: skip

LEAST: Final[dict[Operation, Role]] = {
    "read": "member",
    "export": "member",
    "link_table": "member",
    "book": "treasurer",
    "set_tariff": "treasurer",
    "change_club": "founder",
    "invite": "founder",
    "change_members": "founder",
    "set_seasons": "founder",
    "correct_games": "founder",
    "import": "founder",
    "delete_club": "founder",
}
"""The least role for each operation. Strangers and former members have no role and may do nothing."""

OWN: Final[frozenset[Operation]] = frozenset({"invite", "change_members"})
"""What all members may do to themselves: tie another device, change the own name, leave. Roles are the founder's."""


def may(role: Role, operation: Operation, own: bool = False) -> bool:
    """Whether a role allows an operation; `own`: it is about the member who asks.

    >>> may("treasurer", "book"), may("member", "book"), may("member", "invite", own=True)
    (True, False, True)
    """
    return ROLES.index(role) <= ROLES.index(LEAST[operation]) or (own and operation in OWN)


def permissions(role: Role) -> tuple[Operation, ...]:
    """Everything that a role may do."""
    return tuple(operation for operation in LEAST if may(role, operation))
