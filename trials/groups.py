"""Runs a group of ordinary tests as one trial, and counts the tests per subject.

    python -m trials.groups doors [options of pytest]

It ends with 0 only if every subject of the group had a test that passed and no test failed: skipped tests show
nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from contextlib import redirect_stdout
from typing import Final, TypeAlias

import pytest

Group: TypeAlias = Mapping[str, tuple[str, ...]]
"""Subjects, each with the files, folders or single tests for it, as pytest names them."""

GROUPS: Final[Mapping[str, Group]] = {
    "power": {"power failures": ("tests/trials/test_power.py",)},
    "disk_faults": {
        "broken disks": ("tests/trials/test_disk_faults.py",),
        "broken disks at a table": ("tests/trials/test_disk_faults_served.py",),
    },
    "simulation": {"simulated sessions": ("tests/trials/test_simulation.py",)},
    "fuzz": {
        "spoiled frames and requests": ("tests/trials/test_fuzz.py",),
        "commands that the schema allows, and anything else": ("tests/trials/test_fuzz_schema.py",),
    },
    "said": {"commands that the schema allows, and anything else": ("tests/trials/test_fuzz_schema.py",)},
    "real_dice": {"real dice": ("tests/rules/test_real_dice.py",)},
    "randomness": {"many dice": ("tests/trials/test_randomness.py",)},
    "cheaters": {
        "crooks and refusers": ("tests/trials/test_cheaters.py",),
        "what a server knows": ("tests/trials/test_memory_dump.py",),
    },
    "names": {
        "names that the server is told": ("tests/serve/test_hostile_names.py",),
        "names in a browser": ("tests/browser/test_hostile_names.py",),
    },
    "doors": {
        "bad Origins": ("tests/serve/test_origins.py",),
        "a hundred racers": ("tests/serve/test_seat_races.py",),
        "commands by role": ("tests/serve/test_authorisation.py",),
        "routes by role": ("tests/serve/test_routes.py",),
        "headers, policy, cookies and tokens": ("tests/serve/test_headers.py",),
        "limits": ("tests/serve/test_rate_limits.py",),
        "wrong codes": ("tests/serve/test_wrong_codes.py",),
        "forwarded addresses": ("tests/serve/test_trusted_proxies.py",),
        "tokens chosen by clients": ("tests/serve/test_device_tokens.py",),
        "newcomers and guests who were turned away": ("tests/serve/test_door.py",),
        "slow and rude lines": (
            "tests/serve/test_http_limits.py",
            "tests/serve/test_graceful_close.py",
            "tests/serve/test_pipelining.py",
            "tests/serve/test_admission.py",
        ),
        "who is in the log": ("tests/serve/test_server_process.py::test_the_log_contains_no_names",),
    },
    "pages": {
        "the seal, the alarm and the verifier pages": ("tests/browser/test_fair.py",),
        "every page under the policy": ("tests/browser/test_axe.py",),
        "what browsers get of hidden dice": ("tests/browser/test_hidden_dice.py",),
    },
    "spoilers": {"recorded games, frame by frame": ("tests/browser/test_spoilers.py",)},
    "supply": {
        "lock files": ("tests/supply/test_locks.py",),
        "licences": ("tests/supply/test_licences.py",),
        "the bill of materials": ("tests/supply/test_sbom.py",),
        "telling wheels apart": ("tests/supply/test_reproducible.py",),
        "silent advisory services": ("tests/supply/test_audit.py",),
    },
}


class Outcomes:
    """A pytest plugin that collects the tests that passed and those that were skipped."""

    def __init__(self) -> None:
        self.passed = list[str]()
        self.skipped = list[str]()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped:
            self.skipped.append(report.nodeid)
        elif report.passed and report.when == "call":
            self.passed.append(report.nodeid)


def counted(group: Group, tests: Iterable[str]) -> dict[str, int]:
    """The number of these tests per subject of a group."""
    ids = list(tests)
    return {about: sum(each.startswith(places) for each in ids) for about, places in group.items()}


def report_line(group: Group, passed: Iterable[str], skipped: Iterable[str]) -> tuple[bool, str]:
    """Whether every subject had a test, and the line that reports it.

    >>> report_line({"locks": ("a.py",), "keys": ("b.py",)}, ["a.py::one", "a.py::two"], ["b.py::three"])
    (False, '2 tests held: locks 2, keys 0 (1 skipped)')
    """
    found, left = counted(group, passed), len(list(skipped))
    parts = ", ".join(f"{about} {number}" for about, number in found.items())
    return all(found.values()), f"{sum(found.values())} tests held: {parts}" + (f" ({left} skipped)" if left else "")


def main() -> int:
    name, *options = sys.argv[1:]
    group, ear = GROUPS[name], Outcomes()
    places = [place for each in group.values() for place in each]
    with redirect_stdout(sys.stderr):
        ended = pytest.main([*options, *places], plugins=[ear])
    whole, said = report_line(group, ear.passed, ear.skipped)
    held = whole and ended == pytest.ExitCode.OK
    print(said if held else f"NOT HELD; {said}")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
