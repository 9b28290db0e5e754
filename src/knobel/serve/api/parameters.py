"""Parameters of paths and queries: one decoder for each kind, from which the OpenAPI document takes its schema.

What names nothing in a path gets 404, and a malformed value in a query 400.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Annotated, Any, Final, Generic, TypeVar

import msgspec
from msgspec import Meta
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from ...table import Refusal
from ..messages import Identifier, TypedCode
from ..tokens import parse_table_code

T = TypeVar("T")


class Parameter(Generic[T]):
    """A kind of parameter. `decode` raises `ValueError` for a text that is none; `must_be` says what one is."""

    def __init__(self, kind: Any, decode: Callable[[str], T], must_be: str) -> None:
        self.schema: dict[str, Any] = msgspec.json.schema(kind)
        self.decode = decode
        self._must_be = must_be

    def query(self, request: HTTPConnection, name: str) -> T | None:
        """The value in the query, if there is one."""
        text = request.query_params.get(name)
        if text is None:
            return None
        try:
            return self.decode(text)
        except ValueError:
            raise Refusal("malformed", f"{name} must be {self._must_be}") from None


def _number(most: int) -> Parameter[int]:
    def decode(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and int(text) <= most):
            raise ValueError
        return int(text)

    return Parameter(Annotated[int, Meta(ge=0, le=most)], decode, f"a whole number from 0 to {most}")


def _identifier(text: str) -> str:
    return msgspec.convert(text, Identifier)


def _code(text: str) -> str:
    code = parse_table_code(text)
    if code is None:
        raise ValueError
    return code


def _day(text: str) -> date:
    return msgspec.convert(text, date)


NUMBER: Final = _number(99_999_999_999)
TIME: Final = _number(9_999_999_999_999_999)
DAY: Final = Parameter(date, _day, "a day such as 2026-11-15")
IDENTIFIER: Final = Parameter(Identifier, _identifier, "1 to 64 printable ASCII characters")
CODE: Final = Parameter(TypedCode, _code, "a table code")

IN_PATHS: Final[dict[str, Parameter[Any]]] = {
    "code": CODE,
    **dict.fromkeys(("id", "club"), IDENTIFIER),
    **dict.fromkeys(("member", "season", "number", "booking"), NUMBER),
    "evening": TIME,
}
"""Identifiers in paths, by name. Other names are those of games, languages and texts, whose handlers look them up."""


def decode_path(request: HTTPConnection) -> None:
    """Replace the identifiers in a path by their values."""
    for name in request.path_params.keys() & IN_PATHS:
        try:
            request.path_params[name] = IN_PATHS[name].decode(request.path_params[name])
        except ValueError:
            raise HTTPException(404) from None
