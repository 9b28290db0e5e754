"""What all tests share: the marker for rule numbers and how Hypothesis works here."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

# Machines are shared and noisy, so no test depends on time; a failing example prints how to repeat it.
settings.register_profile("knobel", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("knobel")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*numbers): the test fails when one of these rules is broken")
