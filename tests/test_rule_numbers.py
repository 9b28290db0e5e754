"""Every rule number has a test: a rule without one is named here."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parent
RULES: Final = {
    f"{letter}{number}"
    for letter, last in {"N": 15, "K": 10, "S": 11, "H": 4, "R": 7}.items()
    for number in range(1, last + 1)
}


def marked_rules(source: str) -> Iterator[str]:
    """The numbers in `@pytest.mark.rule(...)` above the tests and test classes of a module.

    >>> list(marked_rules('@pytest.mark.rule("K4", "K5")\\ndef test_turns(): ...'))
    ['K4', 'K5']
    >>> list(marked_rules('@pytest.mark.rule("K4")\\ndef helper(): ...'))
    []
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if not node.name.lower().startswith("test"):
                continue
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
                    yield from (str(ast.literal_eval(number)) for number in decorator.args)


def test_every_rule_has_a_test() -> None:
    marked = {number for path in TESTS.rglob("test_*.py") for number in marked_rules(path.read_text("utf-8"))}
    missing = sorted(RULES - marked, key=lambda number: (number[0], int(number[1:])))
    assert not missing, f"no test is marked with {', '.join(missing)}"
    assert marked <= RULES, f"these rules do not exist: {', '.join(sorted(marked - RULES))}"
