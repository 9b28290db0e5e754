"""All trials, one row each: how it is run in a minute beside the other tests, and in the size that it is for.

A trial is whatever `python -m` runs: it ends with 0 if everything held, with 3 if somebody who had to be asked could
not be reached, and the last line that it prints to stdout is its result. Progress goes to stderr. `{workers}` stands
for the number of processes that it may use.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

Size: TypeAlias = Literal["ci", "full"]
GROUP: Final = "trials.groups "


class Trial(Struct, frozen=True):
    """`shows` is what is true if it ends well; a `ci` that begins with `GROUP` consists of usual tests (`groups.py`),
    which are run as such by `make test`. `needs` is a package that only some environments have."""

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
        "games over a network that drops, delays, doubles, reorders: nothing lost, doubled or contradicted",
        "trials chaos --games 4",
        ("trials chaos --games 2000 --workers {workers}",),
    ),
    Trial(
        "kill",
        "kill -9 under the load of 200 tables: nothing acknowledged is lost or doubled",
        "trials kill 1 --tables 12",
        ("trials kill 1000 --workers {workers}",),
    ),
    Trial(
        "power",
        "the power fails after every operation of the disk: nothing acknowledged is lost",
        GROUP + "power",
        ("trials power --commands 2000 --workers {workers}",),
    ),
    Trial(
        "disk_faults",
        "full, broken and locked disks: nothing acknowledged is lost, and the rest says why",
        GROUP + "disk_faults",
        ("trials disk_faults --groups 40 --workers {workers}",),
    ),
    Trial(
        "simulation",
        "evenings with a simulated clock, network and disk end well, whatever happens",
        GROUP + "simulation",
        ("trials simulation --runs 2000 --workers {workers}",),
    ),
    Trial(
        "reconnect",
        "everybody comes back at once after a restart, 2,000 of them within 3 s (p99)",
        "trials reconnect --clients 40 --rounds 1",
        ("trials reconnect --clients 2000 --rounds 3 --within 3",),
    ),
    Trial(
        "resume",
        "coming back to a table of 5,000 events takes 200 ms at most, for who takes a snapshot beyond 500 steps",
        "trials resume --events 560 --versions 5 --restarts 1",
        ("trials resume --events 5000 --versions 500 --restarts 10 --within 0.2",),
    ),
    Trial(
        "slow",
        "1,000 slow or deaf clients, and a flood: players wait 250 ms at most (p99), attackers are gone in 5 s",
        "trials slow --clients 60 --flooders 12 --tables 2 --seconds 3",
        ("trials slow --clients 1000 --flooders 150 --within 0.25 --gone 5",),
    ),
    Trial(
        "soak",
        "an hour of games with a restart every five minutes: less than 2 MiB/h more",
        "trials soak --minutes 0.2 --every 0.1 --tables 2 --warm 2",
        ("trials soak --minutes 60 --every 5 --growth 2",),
    ),
    Trial(
        "fuzz",
        "no frame and no request brings an error about",
        GROUP + "fuzz",
        tuple(
            f"trials fuzz --frames 4000000 --requests 1000000 --workers {{workers}} --seed {seed}" for seed in (1, 2)
        ),
    ),
    Trial(
        "twins",
        "hidden dice leave no trace in anything that others can see",
        "trials twins --games 20",
        ("trials twins --games 10000 --workers {workers}",),
    ),
    Trial(
        "randomness",
        "10^8 dice through the real mapping are honest; of two seats that throw in turn, both are",
        GROUP + "randomness",
        ("trials randomness --dice 100000000 --workers {workers}",),
    ),
    Trial(
        "cheaters",
        "whoever cheats at the dice is caught, or gains no more than counted absences",
        GROUP + "cheaters",
        ("trials cheaters --runs 1000 --throws 200000 --workers {workers}",),
    ),
    Trial(
        "vectors",
        "three implementations of the dice (two of them in Node) agree, and name the same place where one tampered",
        "trials vectors --vectors 200 --games 3 --ways 9 --seed 40 --quick",
        ("trials vectors --vectors 1000 --games 10000 --quick --workers {workers}",),
    ),
    Trial(
        "doors",
        "Origins, races, roles, headers, cookies, tokens and limits: everybody gets what is theirs and no more",
        GROUP + "doors",
        (GROUP + "doors",),
    ),
    Trial(
        "names",
        "names that want to be markup, turn text around or cannot be seen are text on every page, in a browser",
        GROUP + "names",
        (GROUP + "names", "trials names"),
    ),
    Trial(
        "api",
        "every answer is as the documents promise, whatever they allow to be asked (schemathesis, Hypothesis)",
        "trials api --examples 1",
        ("trials api --examples 1000", GROUP + "said --hypothesis-profile=full"),
        needs="schemathesis",
    ),
    Trial(
        "pages",
        "in a browser: the seal, the alarm, both verifier pages, and no page does anything against the policy",
        GROUP + "pages",
        (GROUP + "pages",),
    ),
    Trial(
        "supply",
        "what comes from others is pinned, listed and licensed, has no known flaw, and gives the same wheel twice",
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
