"""Stateful property tests of Schocken with Hypothesis: invariants after every random event."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from knobel.rules import schocken
from knobel.rules.errors import IllegalEvent
from knobel.rules.game import Chance, Decision, Lot, Over, read_event, read_options
from knobel.rules.schocken import Hand, Options, State

from .reference import DEFAULTS, Plain, Pub

RULES = {f"S{number}" for number in range(1, 12)} | {f"H{number}" for number in range(1, 5)} | {"R2", "R3"}

options_drawn = st.fixed_dictionaries(
    {"stones": st.integers(1, 5) | st.just(13)},
    optional={
        "kept_dice": st.sampled_from(["may_return", "stay"]),
        "covered": st.sampled_from(["third", "last", "none"]),
        "ties": st.sampled_from(["order", "throws_then_order"]),
        "length": st.sampled_from(["game", "half"]),
        "sixes": st.booleans(),
        "hand_only": st.booleans(),
        "general_beats_schock2": st.booleans(),
        "jule": st.booleans(),
    },
)
# Sixes and ones turn up more often than they would, so that flips, Schocks and ties do as well.
dice_drawn = st.lists(st.sampled_from([1, 1, 1, 2, 3, 4, 5, 6, 6, 6]), min_size=3, max_size=3)


def plain(event: Any) -> Plain:
    data: Plain = msgspec.to_builtins(event)
    return data


def asked_by_engine(state: State) -> tuple[str, int | None, list[Plain]]:
    match schocken.pending(state):
        case Lot(events=events):
            return "lot", None, [plain(event) for event in events]
        case Chance(event=event):
            return "dice", event.seat, [plain(event)]
        case Decision(seat=seat, moves=moves):
            return "choice", seat, [plain(move) for move in moves]
        case Over():
            return "over", None, []


def canonical(events: list[Plain]) -> list[bytes]:
    """The same bytes for the same events in any order."""
    return sorted(msgspec.json.encode(event, order="sorted") for event in events)


class SchockenMachine(RuleBasedStateMachine):
    """The engine and the reference implementation play the same game."""

    @initialize(players=st.integers(2, 5) | st.integers(2, 24), options=options_drawn, seat=st.integers(0, 23))
    def sit_down(self, players: int, options: Plain, seat: int) -> None:
        self.options: Options = read_options(schocken.GAME, options)
        self.pub = Pub(players, options)
        self.state = schocken.start(self.options, players)
        self.events: list[schocken.Event] = []
        self.before = self.state
        self.apply({"e": "starter", "seat": seat % players})

    def apply(self, event: Plain) -> None:
        told: schocken.Event = read_event(schocken.GAME, event)
        self.before, self.state = self.state, schocken.play(self.state, told)
        self.events.append(told)
        self.pub.send(event)

    def waits_for(self, kind: str) -> bool:
        return self.pub.asked.kind == kind

    @precondition(lambda self: self.waits_for("dice"))
    @rule(dice=dice_drawn, told=st.booleans())
    def throw_or_lift(self, dice: list[int], told: bool) -> None:
        self.fall(self.pub.asked.events[0], dice, told)

    def fall(self, event: Plain, dice: list[int], told: bool) -> None:
        """The dice of an event fall; they stay face down where they need not be told (R2)."""
        if told or not self.pub.allows(event):
            event = {**event, "dice": dice[: len(event["dice"])]}
        self.apply(event)

    @precondition(lambda self: self.waits_for("choice"))
    @rule(dice=dice_drawn, choice=st.integers(0, 100), told=st.booleans())
    def throw_again(self, dice: list[int], choice: int, told: bool) -> None:
        throws = self.pub.asked.events[1:]
        self.fall(throws[choice % len(throws)], dice, told)

    @precondition(lambda self: self.waits_for("choice"))
    @rule()
    def stand(self) -> None:
        self.apply(self.pub.asked.events[0])

    @precondition(lambda self: self.waits_for("choice") or self.waits_for("dice"))
    @rule(throws=st.lists(dice_drawn, min_size=24, max_size=24), once=st.booleans())
    def finish_the_round(self, throws: list[list[int]], once: bool) -> None:
        """Rounds of many players are long; this takes them to their end."""
        rounds = self.pub.rounds
        for dice in throws * 3:
            if self.pub.rounds > rounds or self.waits_for("over"):
                return
            if self.waits_for("dice"):
                self.throw_or_lift(dice, told=dice[0] > 3)
            elif once:
                self.stand()
            else:
                self.throw_again(dice, sum(dice), told=dice[0] > 3)
            self.the_two_tellings_agree()

    @precondition(lambda self: self.waits_for("choice"))
    @rule()
    def what_is_legal_is_pending(self) -> None:
        """Every way to keep three or fewer dice, with every flip: accepted if and only if it is a pending move."""
        seat, pending = self.state.seat, canonical(asked_by_engine(self.state)[2])
        assert len(set(pending)) == len(pending)
        for size in range(4):
            for keep in combinations_with_replacement(range(1, 7), size):
                for flip in ({}, {"flip": 1}, {"flip": 2}):
                    request = {"e": "throw", "seat": seat, "keep": list(keep), "dice": [0] * (3 - size), **flip}
                    event = {**request, "dice": [6] * (3 - size)}
                    assert self.accepts(event) == (canonical([request])[0] in pending), event

    @rule(
        kind=st.sampled_from(["starter", "throw", "stand", "lift"]),
        seat=st.integers(-1, 24),
        keep=st.lists(st.integers(0, 7), max_size=3),
        dice=st.lists(st.integers(0, 7), max_size=4),
        flip=st.sampled_from([{}, {}, {"flip": 1}, {"flip": 2}]),
    )
    def anything_else_is_refused(
        self, kind: str, seat: int, keep: list[int], dice: list[int], flip: dict[str, int]
    ) -> None:
        event: Plain = {"e": kind, "seat": seat}
        if kind == "throw":
            event |= {"keep": keep, "dice": dice, **flip}
        elif kind == "lift":
            event |= {"dice": dice}
        assert self.accepts(event) == self.pub.allows(event)

    def accepts(self, event: Plain) -> bool:
        before, refusal = msgspec.json.encode(self.state), None
        try:
            schocken.play(self.state, read_event(schocken.GAME, event))
        except IllegalEvent as error:
            refusal = error
        assert msgspec.json.encode(self.state) == before
        assert refusal is None or refusal.rule in RULES
        return refusal is None

    @invariant()
    def the_two_tellings_agree(self) -> None:
        state, pub = self.state, self.pub
        kind, seat, events = asked_by_engine(state)
        assert (kind, seat, canonical(events)) == (pub.asked.kind, pub.asked.seat, canonical(pub.asked.events))
        assert state.stones == tuple(pub.stones.values())
        assert (state.middle, state.lost, state.rounds) == (pub.middle, tuple(pub.losers), pub.rounds)
        assert msgspec.json.decode(msgspec.json.encode(schocken.result(state))) == pub.result
        lying = {owner: (hand.kept, hand.thrown, hand.throws) for owner, hand in enumerate(state.hands) if hand.throws}
        expected = {
            owner: (tuple(sorted(cup.kept)), tuple(sorted(cup.thrown)), cup.throws) for owner, cup in pub.lying.items()
        }
        assert lying == expected

    @invariant()
    def stones_are_conserved(self) -> None:
        state = self.state
        assert state.middle + sum(state.stones) == self.options.stones
        assert min(state.middle, *state.stones) >= 0

    @invariant()
    def a_view_hides_what_lies_under_cups_and_nothing_else(self) -> None:
        state = self.state
        hidden = tuple(
            Hand(hand.kept, (0,) * len(hand.thrown), hand.throws)
            if owner in self.pub.lying and self.pub.lying[owner].hidden
            else hand
            for owner, hand in enumerate(state.hands)
        )
        expected = msgspec.json.encode(msgspec.structs.replace(state, hands=hidden))
        for viewer in (None, 0, state.seat, state.players - 1):
            view = schocken.view(state, viewer)
            assert msgspec.json.encode(view) == expected
            assert schocken.view(view, viewer) == view
            assert schocken.pending(view) == schocken.pending(state)

    @invariant()
    def the_round_keeps_to_its_order_and_limit(self) -> None:
        state = self.state
        thrown = [state.hands[seat].throws for seat in schocken.in_round(state)]
        if not state.cups_up:
            waiting = schocken.in_round(state).index(state.seat) + (state.phase == "decide")
            if state.phase == "lift":
                waiting = len(thrown)
            assert all(thrown[:waiting])
            assert not any(thrown[waiting:])
        assert all(throws <= thrown[0] or thrown[0] == 0 for throws in thrown)
        assert max(thrown, default=0) <= 3

    @invariant()
    def a_round_moves_stones_to_the_loser_who_begins(self) -> None:
        before, state = self.before, self.state
        if state.rounds == before.rounds:
            assert (state.stones, state.middle, state.lost) == (before.stones, before.middle, before.lost)
            return
        loser = schocken.standings(state)[-1]
        assert (state.seat, state.cups_up) == (loser, True)
        if state.lost != before.lost:
            assert state.lost == (*before.lost, loser)
            return
        grown = [seat for seat in range(state.players) if state.stones[seat] > before.stones[seat]]
        shrunk = [seat for seat in range(state.players) if state.stones[seat] < before.stones[seat]]
        assert grown == [loser]
        assert shrunk == [] if before.middle else shrunk == [schocken.standings(state)[0]]
        assert state.middle < before.middle or before.middle == 0


@pytest.mark.rule("S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10", "H1", "H2", "H3", "H4")
def test_random_evenings() -> None:
    run_state_machine_as_test(SchockenMachine, settings=settings(max_examples=60, stateful_step_count=40))


def test_the_reference_implementation_knows_the_same_options() -> None:
    assert msgspec.structs.asdict(Options()) == DEFAULTS
