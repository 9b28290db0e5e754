"""Cheating with the dice protocol is detected, or gains no more than the absences that the record counts.

    python -m trials cheaters [--runs N] [--throws N] [--seed S] [--workers W]

`--runs` games are played against each dishonest server and player: the verifier must name the event. As many are
played against servers that substitute hash chains, which it must count. Then, over `--throws` throws: the gain of
selective abort for a server that knows its keys, no gain for a player who does not, and that the server's knowledge
before a throw does not determine it.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from typing import Any, Final, TypeAlias

from msgspec import Struct
from tests.fair.honest import FairGame, step

from knobel.bots import make_bot
from knobel.fair import throws
from knobel.fair.statistics.p_values import chi_square, chi_square_tail
from knobel.fair.transcript import table_text
from knobel.fair.verify import Verified, verify
from knobel.rules.dice import SeededDice
from knobel.rules.session import Session

from .cheats import CHEATS, Cheat, play
from .refusal import Gain, Guessing, Knowing, Refusing, refuse
from .substitution import SUBSTITUTIONS, ReplacesAChain, Shown, Substitution, substitute

LIMIT: Final = 1e-4
"""Significance level."""


Spread: TypeAlias = Callable[[Callable[[int], Any], range], Iterable[Any]]
"""`map`, or that of a process pool."""


def caught(seed: int, cheat: type[Cheat]) -> str | None:
    """The verifier's mistake on this record, None if it names the right event."""
    server = play(cheat, seed)
    found = verify(server.transcript(), server.session)
    if isinstance(found, Verified):
        return f"{cheat.__name__}, seed {seed}: not caught"
    return (
        None if found.event in server.caught else f"{cheat.__name__}, seed {seed}: {found} instead of {server.caught}"
    )


def counted(seed: int, kind: type[Substitution]) -> str | None:
    """The verifier's mistake on a record with substituted chains, None if its counts are exact."""
    server = substitute(kind, seed)
    found = verify(server.transcript(), server.session)
    if not isinstance(found, Verified):
        return f"{kind.__name__}, seed {seed}: {found}"
    counts, shown = (found.alone, found.without, found.changes), server.show()
    if counts != (shown.alone, shown.without, shown.changes):
        return f"{kind.__name__}, seed {seed}: {counts} instead of {shown}"
    if found.whole(range(2)) != (shown == Shown()):
        return f"{kind.__name__}, seed {seed}: taken for what it is not"
    if isinstance(server, ReplacesAChain) and server.given:
        return f"{kind.__name__}, seed {seed}: the device that has no part has given {server.given} away"
    return None


def dumped(seed: int, tries: int, dice: int, mix: Callable[..., bytes] = throws.mix) -> float:
    """The p-value of throws given everything that the server knows, with one honest player.

    The next links of all other players are known too; only the honest device knows its own.
    """
    rng = random.Random(f"dump {seed}")
    session = Session("zock", ["Anna", "Ben"], {"games": 1})
    server = FairGame(session, (0, 1), rng)
    bot = make_bot("random", session.game, SeededDice(seed))
    for _ in range(6):
        step(session, server, bot.choose)
    number = server._throw
    anchors = [server.chains[seat].anchor for seat in server.people]
    bound = throws.header(server.game, table_text(session).encode(), server.keys.root, anchors)
    key, theirs = server.keys.key(number), server.chains[1].link(len(server._wants) + 1)
    fell = Counter(throws.dice(key, mix(bound, number, [rng.randbytes(32), theirs]), dice) for _ in range(tries))
    ways = list(product(range(1, 7), repeat=dice))
    return chi_square_tail(chi_square([fell[way] for way in ways], [tries / len(ways)] * len(ways)), len(ways) - 1)


class Refuser(Struct, frozen=True):
    """A strategy of selective abort, the devices that may be absent, and the resulting chance of a six."""

    who: str
    kind: type[Refusing]
    allowed: tuple[tuple[int, ...], ...]
    chance: float


REFUSERS: Final = (
    Refuser("a player who refuses without knowing the key", Guessing, ((), (0,)), 1 / 6),
    Refuser("who knows the key and refuses for one seat", Knowing, ((), (0,)), 1 - (5 / 6) ** 2),
    Refuser("a server that calls any of two seats absent", Knowing, ((), (0,), (1,), (0, 1)), 1 - (5 / 6) ** 4),
)
PER_MATCH: Final = 100
"""A lower bound of the throws in a match."""

PER_CELL: Final = 10
"""The smallest expected count per cell of the χ² test."""

Claim: TypeAlias = tuple[bool, str]
"""Whether a claim holds, and its figures."""


def examine_cheat(cheat: type[Cheat], seeds: range, spread: Spread) -> Claim:
    wrong = [each for each in spread(partial(caught, cheat=cheat), seeds) if each]
    return not wrong, wrong[0] if wrong else f"{cheat.__name__}: caught at the right place in {len(seeds)} games"


def examine_substitution(kind: type[Substitution], seeds: range, spread: Spread) -> Claim:
    wrong = [each for each in spread(partial(counted, kind=kind), seeds) if each]
    return not wrong, wrong[0] if wrong else f"{kind.__name__}: counted as it was in {len(seeds)} games"


def examine_refuser(refuser: Refuser, matches: range, spread: Spread) -> Claim:
    play_match = partial(refuse, kind=refuser.kind, allowed=refuser.allowed)
    gain = sum(spread(play_match, matches), Gain(0, 0, 0, 0))
    p = gain.p(refuser.chance)
    share = f"{gain.sixes / gain.throws:.4f} sixes (expected {refuser.chance:.4f}, p {p:.3f})"
    paid = f"{gain.gained:,} gained for {gain.absences:,} counted absences"
    return p >= LIMIT and gain.gained <= gain.absences, f"{refuser.who}: {share} in {gain.throws:,} throws, {paid}"


def examine_dump(dice: int, seed: int, tries: int) -> Claim:
    p = dumped(seed, tries, dice)
    return p >= LIMIT, f"what the server knows leaves all {6**dice} throws open: p {p:.3f} in {tries:,} tries"


def examine(runs: int, wanted: int, seed: int, spread: Spread = map) -> Iterable[Claim]:
    """Every claim in turn; `spread` maps over seeds, here or in other processes."""
    for cheat in CHEATS:
        yield examine_cheat(cheat, range(seed, seed + runs), spread)
    for kind in SUBSTITUTIONS:
        yield examine_substitution(kind, range(seed, seed + runs), spread)
    for refuser in REFUSERS:
        yield examine_refuser(refuser, range(seed, seed + max(1, wanted // PER_MATCH)), spread)
    for dice in (1, 3):
        yield examine_dump(dice, seed, max(wanted, PER_CELL * 6**dice))


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    asked.add_argument("--runs", type=int, default=10)
    asked.add_argument("--throws", type=int, default=10_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--workers", type=int, default=1)
    given = asked.parse_args()
    held = True
    with ProcessPoolExecutor(given.workers) as pool:
        for holds, said in examine(given.runs, given.throws, given.seed, pool.map):
            held &= holds
            print(said if holds else f"WRONG: {said}", flush=True)
    print(f"cheaters, seed {given.seed}: {'they gain nothing beyond counted absences' if held else 'NOT HELD'}")
    return 0 if held else 1
