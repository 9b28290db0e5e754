"""Test games played by an honest server and honest devices, with their transcripts."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from knobel.bots import make_bot
from knobel.fair import hash_chain, throw_keys, throws
from knobel.fair.throws import SPARE
from knobel.fair.transcript import Anchor, Section, Transcript, table_text
from knobel.rules.dice import SeededDice, fill
from knobel.rules.game import Chance, Decision, Dice, Lot, Over
from knobel.rules.session import Session


class FairDice:
    """A dice source for one want, written independently of `knobel.fair.throws.FairDice`."""

    def __init__(self, game: FairGame, links: Sequence[bytes | None]) -> None:
        self._game = game
        self._links = links

    def roll(self, count: int) -> Dice:
        return throws.dice(*self._game.next_throw(self._links), count)

    def draw(self, count: int) -> int:
        return throws.lot(*self._game.next_throw(self._links), count)


class FairGame:
    """A game with the server and all devices in one object; `people` are the seats with a device, in order."""

    def __init__(
        self,
        session: Session,
        people: Sequence[int],
        rng: random.Random,
        table: Callable[[Session], str] = table_text,
    ) -> None:
        self.session, self._rng = session, rng
        self._table = table(session)
        self.game, self._done = rng.randbytes(32), list[Section]()
        self._begin(people)

    def _begin(self, people: Sequence[int], secret: bytes | None = None) -> None:
        self._secret = secret or self._rng.randbytes(32)
        self.keys = throw_keys.ThrowKeys(self._secret, self.game)
        self.people, self._throw = people, 0
        self.chains, self._since = dict[int, hash_chain.HashChain](), dict[int, int]()
        self._anchors, self._wants = list[Anchor](), list[tuple[str | None, ...]]()
        for seat in people:
            self.new_device(seat)

    @property
    def throw(self) -> int:
        """The number of throws so far in this section."""
        return self._throw

    @property
    def used_up(self) -> bool:
        return self._throw > throw_keys.THROWS - SPARE

    def new_root(self, people: Sequence[int], *, again: bool = False) -> None:
        """Continue with other keys (a cheating server: with the same ones), and with new chains of these devices."""
        self._done.append(self._section())
        self._begin(people, self._secret if again else None)

    def new_device(self, seat: int) -> None:
        self.people = sorted({*self.people, seat})
        self.chains[seat] = hash_chain.HashChain(self._rng.randbytes(32))
        self._since[seat] = len(self._wants)
        self._anchors.append(Anchor(seat, self.chains[seat].anchor.hex(), len(self._wants)))

    def no_device(self, seat: int) -> None:
        """Remove the device of a seat."""
        self.people = [other for other in self.people if other != seat]
        self._anchors.append(Anchor(seat, None, len(self._wants)))

    def want(self, absent: Sequence[int] = ()) -> FairDice:
        number = len(self._wants)
        links = [
            None if seat in absent else self.chains[seat].link(number - self._since[seat] + 1) for seat in self.people
        ]
        self._wants.append(tuple(link.hex() if link else None for link in links))
        return FairDice(self, links)

    def next_throw(self, links: Sequence[bytes | None]) -> tuple[bytes, bytes]:
        number, self._throw = self._throw, self._throw + 1
        anchors = [self.chains[seat].anchor if seat in self.people else None for seat in self._seats]
        bound = throws.header(self.game, self._table.encode(), self.keys.root, anchors)
        return self.keys.key(number), throws.mix(bound, number, links)

    @property
    def _seats(self) -> range:
        return range(len(self.session.players))

    def _section(self) -> Section:
        return Section(self.keys.root.hex(), self._secret.hex(), tuple(self._anchors), tuple(self._wants))

    def transcript(self) -> Transcript:
        return Transcript(self.game.hex(), self._table, (*self._done, self._section()))


def play(
    game: str,
    players: int,
    seed: int,
    options: Mapping[str, Any] | None = None,
    people: int = 2,
    table: Callable[[Session], str] = table_text,
) -> FairGame:
    """Play a whole game with random bots; sometimes a device does not answer, or a seat gets another device.

    When the keys are used up the game goes on under another root, where one of the devices has no anchor at first.
    """
    rng = random.Random(f"fair {seed}")
    names = [f"player {seat}" for seat in range(players)]
    session = Session(game, names, options or {})
    made, bot = FairGame(session, range(people), rng, table), make_bot("random", session.game, SeededDice(seed))
    while not isinstance(session.pending, Over):
        if made.used_up:
            made.new_root(range(people))
            made.no_device(rng.randrange(people))
        if rng.random() < 0.01 and people:
            made.new_device(rng.randrange(people))
        absent = [seat for seat in range(people) if rng.random() < 0.02]
        step(session, made, bot.choose, absent)
    return made


def step(session: Session, game: FairGame, choose: Any, absent: Sequence[int] = ()) -> None:
    match session.pending:
        case Lot(events=events):
            session.play(events[game.want(absent).draw(len(events))])
        case Chance(event=event):
            session.play(fill(event, game.want(absent)))
        case Decision(seat=seat):
            chosen = choose(session.game.view(session.state, seat))
            session.play(fill(chosen, game.want(absent)) if 0 in chosen.dice else chosen)
