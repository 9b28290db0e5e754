"""All trials, one row each: the command of the small size (`ci`) and those of the full size.

A trial is a command for `python -m`. It ends with 0 if everything held and with 3 if a service could not be reached;
the last line on stdout is its result, progress goes to stderr. `{workers}` stands for the number of processes.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

Size: TypeAlias = Literal["ci", "full"]
GROUP: Final = "trials.groups "


class Trial(Struct, frozen=True):
    """`shows` is the claim that the trial supports. A `ci` that begins with `GROUP` consists of ordinary tests
    (`groups.py`), which `make test` runs as such. `needs` is a package that only some environments have."""

    name: str
    shows: str
    ci: str
    full: tuple[str, ...]
    needs: str | None = None

    def commands(self, size: Size) -> tuple[str, ...]:
        return (self.ci,) if size == "ci" else self.full


TRIALS: Final = (
    Trial(
        "chaos",
        "games over a network that drops, delays, duplicates, reorders: nothing lost, duplicated or contradicted",
        "trials chaos --games 4",
        ("trials chaos --games 2000 --workers {workers}",),
    ),
    Trial(
        "kill",
        "kill -9 under the load of 200 tables: nothing acknowledged is lost or duplicated",
        "trials kill 1 --tables 12",
        ("trials kill 1000 --workers {workers}",),
    ),
    Trial(
        "cluster",
        "3 nodes, PostgreSQL and NATS: kill -9, SIGSTOP, partitions, restarts: nothing lost, doubled, contradicted",
        "trials cluster --tables 6 --faults 3",
        (
            "trials cluster --tables 200 --faults 300 --seed 1",
            "trials cluster --tables 9 --faults 300 --every 6 --thinking 0.1 --seed 1",
        ),
        needs="nats",
    ),
    Trial(
        "power",
        "the power fails after every operation of the disk: nothing acknowledged is lost",
        GROUP + "power",
        ("trials power --commands 2000 --workers {workers}",),
    ),
    Trial(
        "damage",
        "changed bytes in a store and changed rows in PostgreSQL: found by the check, and nothing is shortened",
        "trials damage --bytes 40 --blocks 10 --log 20 --rows 20 --tables 20",
        ("trials damage --workers {workers}",),
    ),
    Trial(
        "disk_faults",
        "full, failing and locked disks: nothing acknowledged is lost, and errors name the cause",
        GROUP + "disk_faults",
        ("trials disk_faults --groups 40 --workers {workers}",),
    ),
    Trial(
        "simulation",
        "sessions with a simulated clock, network and disk end correctly under any faults",
        GROUP + "simulation",
        ("trials simulation --runs 2000 --workers {workers}",),
    ),
    Trial(
        "reconnect",
        "2,000 clients reconnect at once after a restart, within 3 s (p99)",
        "trials reconnect --clients 40 --rounds 1",
        ("trials reconnect --clients 2000 --rounds 3 --within 3",),
    ),
    Trial(
        "resume",
        "catch-up at a table of 5,000 events takes 200 ms at most, with a snapshot beyond 500 steps",
        "trials resume --events 560 --versions 5 --restarts 1",
        ("trials resume --events 5000 --versions 500 --restarts 10 --within 0.2",),
    ),
    Trial(
        "slow",
        "1,000 slow readers, a flood, loops of catch-ups: players wait 250 ms at most (p99), attackers are gone in 5 s",
        "trials slow --clients 60 --flooders 12 --tables 2 --seconds 3",
        ("trials slow --clients 1000 --flooders 150 --within 0.25 --gone 5",),
    ),
    Trial(
        "soak",
        "an hour of games with a restart every five minutes: memory grows by less than 2 MiB/h",
        "trials soak --minutes 0.2 --every 0.1 --tables 2 --warm 2",
        ("trials soak --minutes 60 --every 5 --growth 2",),
    ),
    Trial(
        "fuzz",
        "no frame and no request causes a server error",
        GROUP + "fuzz",
        tuple(
            f"trials fuzz --frames 4000000 --requests 1000000 --workers {{workers}} --seed {seed}" for seed in (1, 2)
        ),
    ),
    Trial(
        "twins",
        "hidden dice change nothing that other players receive",
        "trials twins --games 20",
        ("trials twins --games 10000 --workers {workers}",),
    ),
    Trial(
        "real_dice",
        "games with face-down dice equal their filled-in twins, and every forbidden 0 or lift is refused",
        GROUP + "real_dice",
        ("trials real_dice --games 10000 --workers {workers}",),
    ),
    Trial(
        "randomness",
        "10^8 dice of the real mapping are uniform and independent, for people and bots",
        GROUP + "randomness",
        ("trials randomness --dice 100000000 --workers {workers}",),
    ),
    Trial(
        "cheaters",
        "cheating with the dice is detected, or gains no more than counted absences",
        GROUP + "cheaters",
        ("trials cheaters --runs 1000 --throws 200000 --workers {workers}",),
    ),
    Trial(
        "vectors",
        "three implementations of the dice (two in Node) agree, and locate tampering at the same event",
        "trials vectors --vectors 200 --games 3 --ways 9 --seed 40 --quick",
        ("trials vectors --vectors 1000 --games 10000 --quick --workers {workers}",),
    ),
    Trial(
        "doors",
        "access control: origins, races, roles, headers, cookies, tokens and limits",
        GROUP + "doors",
        (GROUP + "doors",),
    ),
    Trial(
        "names",
        "names with markup, bidirectional or invisible characters are plain text on every page, in a browser",
        GROUP + "names",
        (GROUP + "names", "trials names"),
    ),
    Trial(
        "api",
        "every answer matches the API documents, for every request that they allow (schemathesis, Hypothesis)",
        "trials api --examples 1",
        ("trials api --examples 1000", GROUP + "said --hypothesis-profile=full"),
        needs="schemathesis",
    ),
    Trial(
        "pages",
        "in a browser: the seal, the alarm, both verifier pages, and every page obeys the content security policy",
        GROUP + "pages",
        (GROUP + "pages",),
    ),
    Trial(
        "spoilers",
        "in a browser: no text, attribute or choice reveals dice before they lie, in any animation frame",
        GROUP + "spoilers",
        ("trials spoilers --games 30",),
    ),
    Trial(
        "supply",
        "third-party packages are pinned, listed and licensed, have no known flaw; the wheel is reproducible",
        GROUP + "supply",
        (
            GROUP + "supply",
            "supply.licences",
            "supply.sbom dist/knobel.cdx.json",
            "supply.reproducible",
            "supply.audit",
        ),
    ),
)
