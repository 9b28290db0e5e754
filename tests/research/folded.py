"""Backward induction on the folded graph of a part: every information state is valued once."""

from __future__ import annotations

from knobel.research.parts import Part
from knobel.research.tree import Node

Values = tuple[float, ...]


def value(part: Part, node: Node) -> Values:
    """The value of a node to every seat if each plays its best; of equal moves the first counts."""
    return _value(part, node, {})


def _value(part: Part, node: Node, known: dict[str, Values]) -> Values:
    if part.is_over(node):
        return part.payoffs(node)
    key = part.key(node, 0)
    if key not in known:
        seat = part.mover(node)
        if seat is None:
            falls = [(chance, _value(part, part.child(node, outcome), known)) for outcome, chance in part.chances(node)]
            known[key] = tuple(sum(chance * after[who] for chance, after in falls) for who in range(part.players))
        else:
            best: Values | None = None
            for action in part.moves(node):
                after = _value(part, part.child(node, action), known)
                if best is None or after[seat] > best[seat] + 1e-12:
                    best = after
            assert best is not None
            known[key] = best
    return known[key]
