"""Values that a JSON schema allows, for Hypothesis; as much of the standard as the server's messages use."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from knobel.serve.schema import schema

ANYTHING: SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def allowed(node: dict[str, Any]) -> SearchStrategy[Any]:
    """Everything that a schema allows."""
    match node:
        case {"$ref": reference}:
            return st.deferred(lambda: allowed(schema()["$defs"][reference.removeprefix("#/$defs/")]))
        case {"anyOf": kinds}:
            return st.one_of([allowed(kind) for kind in kinds])
        case {"enum": values}:
            return st.sampled_from(values)
        case {"const": value}:
            return st.just(value)
        case {"type": "object", "properties": properties}:
            must = set(node.get("required", ()))
            return st.fixed_dictionaries(
                {name: allowed(kind) for name, kind in properties.items() if name in must},
                optional={name: allowed(kind) for name, kind in properties.items() if name not in must},
            )
        case {"type": "object"}:
            return st.dictionaries(st.text(max_size=8), ANYTHING, max_size=4)
        case {"type": "array", "items": items}:
            return st.lists(allowed(items), max_size=6)
        case {"type": "string", "pattern": pattern}:
            return st.from_regex(pattern.replace("$", r"\Z"))
        case {"type": "string"}:
            return st.text(min_size=node.get("minLength", 0), max_size=min(64, node.get("maxLength", 64)))
        case {"type": "integer"}:
            return st.integers(node.get("minimum"), node.get("maximum"))
        case {"type": "boolean"}:
            return st.booleans()
        case {"type": "null"}:
            return st.none()
    return ANYTHING
