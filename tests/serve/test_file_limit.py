"""The limit of open files is raised as far as the system allows."""

from __future__ import annotations

import resource

import pytest

from knobel.serve.server import _raise_file_limit


def test_macos_reports_no_hard_limit_but_refuses_to_use_it(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = [(256, resource.RLIM_INFINITY)]

    def setrlimit(_: int, wanted: tuple[int, int]) -> None:
        if wanted[0] == resource.RLIM_INFINITY or wanted[0] > 10_240:
            raise ValueError("invalid argument")
        limits.append(wanted)

    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", setrlimit)
    _raise_file_limit()
    assert limits[-1] == (10_240, resource.RLIM_INFINITY)


def test_the_hard_limit_is_used_where_it_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = [(1024, 4096)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: limits.append(wanted))
    _raise_file_limit()
    assert limits[-1] == (4096, 4096)
