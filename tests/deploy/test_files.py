"""The files of `deploy/`: container file, compose file, units and configuration, checked without running them."""

from __future__ import annotations

import ctypes
import os
import re
import shlex
import subprocess
import sys
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from knobel.cli import app

from .proxies import DEPLOY

UNITS = ("knobel.service", "knobel-backup.service")
EXPOSURE = {"knobel.service": 1.4, "knobel-backup.service": 1.2}
"""Scores of `systemd-analyze security` (0 to 10, less is better) that were reached; they must not get worse."""


def _instructions() -> list[tuple[str, str]]:
    """The instructions of the container file, without comments and with continued lines joined."""
    lines = [line for line in (DEPLOY / "Containerfile").read_text("utf-8").splitlines() if not line.startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ").splitlines()
    return [(line.split(None, 1)[0], line.split(None, 1)[1].strip()) for line in joined if line.strip()]


def test_the_image_is_pinned_small_and_without_privileges() -> None:
    steps = _instructions()
    runs = [text for name, text in steps if name == "RUN"]
    assert [name for name, _ in steps].count("FROM") == 2  # what only the build needs stays behind
    assert {name for name, _ in steps} <= {
        *(
            "ARG",
            "FROM",
            "RUN",
            "COPY",
            "WORKDIR",
            "ENV",
            "USER",
            "VOLUME",
            "EXPOSE",
            "HEALTHCHECK",
            "ENTRYPOINT",
            "CMD",
        )
    }
    for text in runs:
        commands = [shlex.split(part) for part in text.split("&&")]
        for words in commands:
            if words[0].endswith("/pip") and words[1] == "install":
                assert "--no-deps" in words
                assert "--require-hashes" in words or words[-1] == "/tmp/dist/*.whl"
                assert "--no-cache-dir" in words
            if words[:2] == ["apt-get", "install"]:
                assert {"-y", "--no-install-recommends"} <= set(words)
                assert ["rm", "-rf", "/var/lib/apt/lists/*"] in commands
        assert not re.search(r"\b(sudo|curl|wget|chmod 777)\b", text)
    users = [text for name, text in steps if name == "USER"]
    assert users
    assert users[-1].split(":")[0].isdigit()  # a number, so that `runAsNonRoot` can be checked
    assert users[-1].split(":")[0] != "0"
    assert [name for name, _ in steps].index("USER") > [name for name, _ in steps].index("ENV")
    assert dict(steps)["ENTRYPOINT"].startswith("[")  # no shell in between, so SIGTERM reaches the server
    assert dict(steps)["CMD"].startswith("[")


def test_every_file_that_is_copied_into_the_image_is_in_its_context() -> None:
    ignored = (DEPLOY / "Containerfile.dockerignore").read_text("utf-8").split("\n")
    kept = {line[1:] for line in ignored if line.startswith("!")}
    for name in kept:
        assert (DEPLOY.parent / name).exists(), name
    assert {"requirements", "src", "web", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE"} == kept


def _compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return found


def test_the_compose_file_is_consistent() -> None:
    compose = _compose()
    services = compose["services"]
    assert set(services) == {"one", "two", "postgres", "nats", "caddy"}
    proxy = services["caddy"]["networks"]["front"]["ipv4_address"]
    (pool,) = compose["networks"]["front"]["ipam"]["config"]  # the nodes start first, and must not get its address
    assert ip_address(proxy) in ip_network(pool["subnet"])
    assert ip_address(proxy) not in ip_network(pool["ip_range"])
    for name, service in services.items():
        assert service["healthcheck"]["test"], name
        assert service["restart"] == "unless-stopped"
        assert set(service.get("depends_on", {})) <= set(services)
        assert set(service["networks"]) <= set(compose["networks"])
        volumes = {volume.split(":")[0] for volume in service["volumes"]}
        assert {name for name in volumes if not name.startswith("./")} <= set(compose["volumes"])
        assert all((DEPLOY / name).exists() for name in volumes if name.startswith("./"))
        assert ("ports" in service) == (name == "caddy")  # nothing else is reachable from outside
    for name in ("one", "two"):
        environment = services[name]["environment"]
        assert environment["KNOBEL_NODE"] == name
        assert environment["KNOBEL_TRUSTED_PROXY"] == proxy
        assert services[name]["read_only"]
        assert services[name]["cap_drop"] == ["ALL"]
    assert compose["networks"]["back"]["internal"]
    assert "front" not in services["postgres"]["networks"] + services["nats"]["networks"]


def test_there_are_no_default_passwords() -> None:
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    variables = re.findall(r"\$\{(\w+)([^}]*)\}", text)
    assert {name for name, _ in variables} == {"POSTGRES_PASSWORD", "NATS_PASSWORD", "KNOBEL_NAME"}
    assert {rest[:2] for _, rest in variables} == {":?"}  # without a value compose refuses
    example = dict(
        line.split("=", 1)
        for line in (DEPLOY / "compose.env.example").read_text("utf-8").splitlines()
        if line and not line.startswith("#")
    )
    assert example == {"KNOBEL_NAME": "knobel.example", "POSTGRES_PASSWORD": "", "NATS_PASSWORD": ""}


def test_options_of_the_compose_file_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    service = _compose()["services"]["one"]
    for name, value in service["environment"].items():
        monkeypatch.setenv(name, re.sub(r"\$\{[^}]*\}", "pa55word", value))
    result = CliRunner().invoke(app, [*service["command"], "--show-config"])
    assert result.exit_code == 0, result.output
    for name in ("store", "nats", "trusted_proxy", "admin", "node"):
        assert re.search(rf"^(?:# )?{name} = .*# KNOBEL_{name.upper()}\b", result.output, re.MULTILINE), result.output
    assert "pa55word" not in result.output


def test_the_example_configuration_is_valid() -> None:
    result = CliRunner().invoke(app, ["serve", "--config", str(DEPLOY / "knobel.toml"), "--show-config"])
    assert result.exit_code == 0, result.output
    assert 'trusted_proxy = ["127.0.0.1", "::1"]  # knobel.toml' in result.output


@pytest.fixture(scope="module")
def units(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The units, with programs that exist on this machine."""
    folder = tmp_path_factory.mktemp("units")
    for name in (*UNITS, "knobel-backup.timer"):
        text = (DEPLOY / name).read_text("utf-8")
        (folder / name).write_text(re.sub(r"/opt/knobel/(bin/knobel|share/backup\.sh)", "/bin/true", text))
    return folder


def test_systemd_accepts_the_units(units: Path) -> None:
    paths = [str(units / name) for name in (*UNITS, "knobel-backup.timer")]
    command = ["systemd-analyze", "verify", "--man=no", *paths]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", UNITS)
def test_units_are_hardened(name: str, units: Path) -> None:
    command = ("systemd-analyze", "security", "--offline=true", "--no-pager", str(units / name))
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    score = re.search(r"Overall exposure level for \S+: ([\d.]+)", said)
    assert score is not None, said
    assert float(score[1]) <= EXPOSURE[name], said


_PR_SET_MDWE, _REFUSE_EXEC_GAIN = 65, 1


def _deny_write_execute() -> None:
    """What MemoryDenyWriteExecute= does, for a process that is about to start."""
    assert ctypes.CDLL(None).prctl(_PR_SET_MDWE, _REFUSE_EXEC_GAIN, 0, 0, 0) == 0


def test_the_server_needs_writable_code_and_the_backup_does_not(tmp_path: Path) -> None:
    """The reason for MemoryDenyWriteExecute=no in the one unit, and =yes in the other."""
    if tuple(map(int, re.findall(r"\d+", os.uname().release)[:2])) < (6, 3):
        pytest.skip("this kernel has no such switch")
    knobel = (sys.executable, "-c", "from knobel.cli import main; main()")
    made = "from pathlib import Path; from knobel.store import Store; Store(Path('tables.db')).close()"
    subprocess.run((sys.executable, "-c", made), cwd=tmp_path, check=True)

    def denied(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, preexec_fn=_deny_write_execute, capture_output=True, text=True, cwd=tmp_path, check=False
        )

    compiled = denied(sys.executable, "-c", "import numba; numba.njit(lambda x: x + 1)(1)")
    assert "cannot allocate executable memory" in compiled.stderr
    assert denied(*knobel, "backup", "copy.db", "--data", str(tmp_path)).returncode == 0
