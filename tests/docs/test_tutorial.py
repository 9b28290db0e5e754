"""The scripts of the tutorial print what the page shows."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "library" / "tutorial.md").read_text("utf-8")
SHOWN = re.findall(r"^```console\n\$ python (examples/\w+\.py)\n(.*?)\n```$", PAGE, re.MULTILINE | re.DOTALL)


def test_every_included_script_is_shown_with_its_output() -> None:
    included = re.findall(r"literalinclude\} \.\./\.\./(\S+)", PAGE)
    assert [script for script, _ in SHOWN] == included
    assert len(included) == 5


@pytest.mark.parametrize(("script", "output"), SHOWN, ids=[Path(script).stem for script, _ in SHOWN])
def test_output(script: str, output: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", [script])
    runpy.run_path(str(ROOT / script), run_name="__main__")
    assert capsys.readouterr().out.rstrip() == output
