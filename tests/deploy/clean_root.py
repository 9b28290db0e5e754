"""`make deploy-test` (as root): build the container file in a clean Debian, run it, and boot systemd with the unit."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.server_process import PATIENCE, free_port

ROOT: Final = Path(__file__).parents[2]
DEPLOY: Final = ROOT / "deploy"
BASE: Final = "localhost/knobel-test-base"
IMAGE: Final = "localhost/knobel-test"
MIRROR: Final = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")
CERTIFICATES: Final = "etc/ssl/certs/ca-certificates.crt"
PODMAN: Final = ("podman", "--runtime", "runc", "--cgroup-manager", "cgroupfs")
"""Without systemd on this machine."""
LOCKED_DOWN: Final = ("--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--security-opt", "no-new-privileges")
PORT: Final = 8421

BOOT: Final = """[Unit]
After=knobel.service
[Service]
Type=oneshot
ExecStart=/usr/bin/python3 /try.py
StandardOutput=file:/said
StandardError=file:/said
ExecStopPost=/bin/systemctl poweroff --force
[Install]
WantedBy=multi-user.target
"""

TRY: Final = f"""
import json, subprocess, time, urllib.request
from pathlib import Path

def healthy(patience=60):
    for _ in range(patience * 10):
        try:
            return urllib.request.urlopen("http://127.0.0.1:{PORT}/healthz", timeout=5).status
        except OSError:
            time.sleep(0.1)

def show(unit, *names):
    command = ["systemctl", "show", unit, *(f"-p{{name}}" for name in names)]
    return dict(line.split("=", 1) for line in subprocess.check_output(command, text=True).split())

def files(folder):
    return sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*") if path.is_file())

found = {{"health": healthy()}}
pid = show("knobel", "MainPID")["MainPID"]
status = dict(line.split(":", 1) for line in Path(f"/proc/{{pid}}/status").read_text().splitlines())
found["process"] = {{name: status[name].split()[0] for name in ("Uid", "CapEff", "NoNewPrivs", "Seccomp")}}
for _ in range(600):  # until the bots are compiled: that is what needs writable and executable memory
    if any(name.endswith(".nbc") for name in files("/var/cache/private/knobel")):
        break
    time.sleep(0.1)
found["compiled"] = len(files("/var/cache/private/knobel")) > 0
subprocess.run(["systemctl", "start", "knobel-backup"])
found["backup"] = show("knobel-backup", "Result")["Result"]
found["copies"] = files("/var/lib/private/knobel-backup")
found["store"] = [name for name in files("/var/lib/private/knobel") if name == "tables.db"]
subprocess.run(["systemctl", "restart", "knobel"])
found["health after a restart"] = healthy()
subprocess.run(["systemctl", "stop", "knobel"])
found["stopped"] = show("knobel", "Result", "ExecMainStatus")
Path("/found").write_text(json.dumps(found))
subprocess.run(["journalctl", "-u", "knobel", "-u", "knobel-backup", "--no-pager", "-n", "60"])
"""


def run(*command: str | Path) -> str:
    """Run a command; its output is shown only if it fails."""
    done = subprocess.run(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-6000:]}")
    return done.stdout


def make_base(folder: Path) -> None:
    """A minimal Debian as the base image. It trusts the certificate authorities that this machine trusts."""
    run("debootstrap", "--variant=minbase", "--include=ca-certificates", "bookworm", folder, MIRROR)
    shutil.copy(f"/{CERTIFICATES}", folder / CERTIFICATES)
    (folder / "root/.npmrc").write_text(f"cafile=/{CERTIFICATES}\n")
    with subprocess.Popen(("tar", "-C", folder, "-c", "."), stdout=subprocess.PIPE) as archive:
        subprocess.run(("podman", "import", "-q", "-", BASE), stdin=archive.stdout, check=True, capture_output=True)


def build() -> None:
    """The container file as written, except for the base."""
    file, ignored = DEPLOY / "Containerfile", DEPLOY / "Containerfile.dockerignore"
    options = ("--isolation", "chroot", "--network", "host", "--format", "docker", "--layers", "--ignorefile", ignored)
    run("buildah", "build", *options, "--build-arg", f"DEBIAN={BASE}", "-t", IMAGE, "-f", file, ".")


def try_container() -> None:
    """As a user without privileges, with a read-only root file system."""
    port, most = free_port(), resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    here = ("--network", "host", "--no-healthcheck", "--ulimit", f"nofile={most}:{most}", "--ulimit", "nproc=4096")
    serve = ("serve", "--no-open", "--host", "127.0.0.1", "--port", str(port))
    name = run(*PODMAN, "run", "-d", *here, *LOCKED_DOWN, IMAGE, *serve).split()[-1]
    try:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
                    assert answer.status == 200
                    break
            except OSError:
                if time.monotonic() > deadline:
                    sys.exit(run(*PODMAN, "logs", name))
                time.sleep(0.1)
        script = "id -u; touch /x /opt/knobel/x 2>&1 || true; touch /data/x && echo data"
        inside = run(*PODMAN, "exec", name, "sh", "-c", script)
        assert inside.split()[0] == "10001", inside
        assert inside.count("Read-only file system") == 2, inside
        assert inside.split()[-1] == "data", inside
        print("container: /healthz answers 200, user 10001, the root file system is read-only")
    finally:
        run(*PODMAN, "stop", "-t", "30", name)
        code = run(*PODMAN, "inspect", "-f", "{{.State.ExitCode}}", name).strip()
        run(*PODMAN, "rm", name)
    assert code == "0", f"SIGTERM ended it with {code}"
    size = int(run("podman", "image", "inspect", IMAGE, "--format", "{{.Size}}")) - int(
        run("podman", "image", "inspect", BASE, "--format", "{{.Size}}")
    )
    print(f"container: SIGTERM ends it with 0; {size / 1e6:.0f} MB on top of the base image")


@contextmanager
def _unpacked() -> Iterator[Path]:
    """The files of the image, in a folder that is deleted afterwards."""
    container = run("buildah", "from", IMAGE).strip()
    try:
        with TemporaryDirectory() as folder:
            place = Path(run("buildah", "mount", container).strip())
            run("cp", "-a", f"{place}/.", folder)
            run("buildah", "umount", container)
            yield Path(folder)
    finally:
        run("buildah", "rm", container)


def try_unit() -> None:
    """systemd boots in a container of its own, starts the unit, makes a backup, restarts and stops it."""
    with _unpacked() as root:
        shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
        packages = ("systemd", "systemd-sysv", "dbus", "libnss-systemd")
        install = f"apt-get update -qq && apt-get install -y -qq --no-install-recommends {' '.join(packages)}"
        run("chroot", root, "sh", "-c", install)
        run("chroot", root, "userdel", "knobel")  # the image's; systemd makes a dynamic one
        (root / "opt/knobel/share").mkdir(exist_ok=True)
        shutil.copy(DEPLOY / "backup.sh", root / "opt/knobel/share/backup.sh")
        (root / "etc/knobel").mkdir()
        shutil.copy(DEPLOY / "knobel.toml", root / "etc/knobel/knobel.toml")
        units = root / "etc/systemd/system"
        for name in ("knobel.service", "knobel-backup.service", "knobel-backup.timer"):
            shutil.copy(DEPLOY / name, units / name)
        (units / "try.service").write_text(BOOT)
        (root / "try.py").write_text(TRY)
        run("chroot", root, "systemctl", "enable", "knobel", "knobel-backup.timer", "try")
        nspawn = ("systemd-nspawn", "-q", "--register=no", "--keep-unit", "--private-network", "-D", root, "-b")
        with Path(root, "boot.log").open("wb") as log:
            subprocess.run(nspawn, stdout=log, stderr=log, stdin=subprocess.DEVNULL, timeout=300, check=False,
                           env={**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"})  # fmt: skip
        said = (root / "said").read_text() if (root / "said").exists() else (root / "boot.log").read_text()
        if not (root / "found").exists():
            sys.exit(said[-6000:])
        found = json.loads((root / "found").read_text())
    print("unit:", json.dumps(found))
    right = (
        (found["health"], found["health after a restart"]) == (200, 200)
        and found["process"]["Uid"] != "0"
        and found["process"]["CapEff"] == "0000000000000000"
        and (found["process"]["NoNewPrivs"], found["process"]["Seccomp"]) == ("1", "2")
        and found["compiled"]
        and found["backup"] == "success"
        and len(found["copies"]) == 1
        and found["store"] == ["tables.db"]
        and found["stopped"] == {"Result": "success", "ExecMainStatus": "0"}
    )
    if not right:
        sys.exit(said[-6000:])


def main() -> None:
    have = subprocess.run(("podman", "image", "exists", BASE), check=False).returncode == 0
    if not have:
        with TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)  # it becomes the root folder of the image
            make_base(Path(folder))
    build()
    try_container()
    try_unit()


if __name__ == "__main__":
    main()
