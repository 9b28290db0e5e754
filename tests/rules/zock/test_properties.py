"""Property tests of ZOCK: after every event the engine agrees with the reference implementation and invariants hold."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from knobel.rules.game import Decision, Over, read_options
from knobel.rules.zock import (
    GAME,
    Accept,
    Cover,
    Event,
    Object,
    Pass,
    RollOff,
    State,
    Throw,
    losses,
    result,
    view,
)
from tests.rules.refusals import refusal
from tests.rules.strategies import allowed, any_dice, next_event

from .reference import NINE, Match, subsets

STAGES = {
    "roll off": "roll_off",
    "throw": "throw",
    "cover": "cover",
    "hand-over": "object",
    "ending": "accept",
    "over": "over",
}
COLOURS = ("red", "blue", "yellow", "green")
RULES = {f"K{number}" for number in range(1, 11)} | {"R2"}
seats = st.integers(-1, 2)
values = st.integers(1, 60)
some_fields = st.lists(st.integers(1, 9), min_size=1, unique=True).map(lambda found: tuple(sorted(found)))
options = st.fixed_dictionaries(
    {
        "variant": st.sampled_from(["basic", "A", "B", "C"]),
        "two_digit": st.sampled_from(["digits", "ten_only"]),
        "games": st.integers(1, 3),
        "referee": st.sampled_from(["strict", "players"]),
        "chips": st.none() | st.fixed_dictionaries(dict.fromkeys(COLOURS, values)),
    }
)
any_event: st.SearchStrategy[Event] = st.one_of(
    st.builds(RollOff, st.lists(any_dice(3), max_size=3).map(tuple)),
    st.builds(Throw, seats, any_dice(3)),
    st.builds(Cover, seats, st.lists(st.integers(-1, 10), max_size=4).map(tuple)),
    st.builds(Pass, seats),
    st.builds(Object, seats),
    st.builds(Accept, seats),
)


def decisions() -> list[Event]:
    """All decisions of all seats, legal or not, with one throw."""
    found: list[Event] = []
    for seat in (0, 1):
        found += [Pass(seat), Object(seat), Accept(seat), Throw(seat, (2, 5))]
        found += [Cover(seat, tuple(sorted(fields))) for fields in subsets(NINE)]
    return found


class ZockMachine(RuleBasedStateMachine):
    state: State
    match: Match

    @initialize(chosen=options, anna=some_fields, ben=some_fields, seat=st.integers(0, 1))
    def begin(self, chosen: dict[str, Any], anna: tuple[int, ...], ben: tuple[int, ...], seat: int) -> None:
        """In the middle of the first game, so that its end is near."""
        chips = chosen["chips"]
        self.values = tuple(chips[colour] for colour in COLOURS) if chips else None
        fresh = GAME.start(read_options(GAME, chosen), 2)
        self.state = msgspec.structs.replace(fresh, open=(anna, ben), phase="throw", seat=seat)
        rules = {name: value for name, value in chosen.items() if name != "chips"}
        self.match = Match(**rules, open=(frozenset(anna), frozenset(ben)), stage="throw", turn=seat)

    @rule(data=st.data(), events=st.integers(1, 8))
    def go_on(self, data: st.DataObject, events: int) -> None:
        for _ in range(events):
            if not isinstance(GAME.pending(self.state), Over):
                self.follow(data.draw(next_event(GAME, self.state)))
                self.all_is_well()

    def follow(self, event: Any) -> None:
        """The same event for the engine and for the reference implementation."""
        before, self.state = self.state, GAME.play(self.state, event)
        match event:
            case RollOff(dice=((a, b), (c, d))):
                self.match = self.match.roll_off((a, b), (c, d))
            case Throw(dice=(x, y)):
                self.match = self.match.throw(x, y)
            case Cover(fields=fields):
                self.match = self.match.cover(frozenset(fields))
            case Pass():
                self.match = self.match.hand_over()
            case Object():
                self.match = self.match.objected()
            case Accept():
                self.match = self.match.won_by(1 - self.match.turn)
        self.check_change(before, event)

    def check_change(self, before: State, event: Event) -> None:
        """Fields are covered by their owner's covers, and opened by objections and new games only."""
        for seat in (0, 1):
            covered = set(before.open[seat]) - set(self.state.open[seat])
            opened = set(self.state.open[seat]) - set(before.open[seat])
            if covered:
                assert isinstance(event, Cover)
                assert (event.seat, set(event.fields)) == (seat, covered)
            if opened:
                assert isinstance(event, Object | RollOff)
                assert isinstance(event, RollOff) or event.seat == 1 - seat
        if self.values and len(self.state.games) > len(before.games):
            loss, loser = self.state.games[-1].loss, 1 - self.state.games[-1].winner
            paid = self.worth(before, loser) - self.worth(self.state, loser)
            assert 0 <= paid == loss - (self.state.debts[loser] - before.debts[loser])
            assert self.state.debts[1 - loser] == before.debts[1 - loser]
        else:
            assert (self.state.chips, self.state.debts) == (before.chips, before.debts)

    def worth(self, state: State, seat: int) -> int:
        assert self.values is not None
        return sum(value * chips for value, chips in zip(self.values, state.chips[seat], strict=True))

    @rule(event=any_event)
    def try_anything(self, event: Event) -> None:
        self.judge(event)

    @precondition(lambda self: isinstance(GAME.pending(self.state), Decision))
    @rule()
    def try_everything(self) -> None:
        """Of all decisions exactly the pending moves are accepted."""
        accepted = [event for event in decisions() if self.judge(event)]
        pending = GAME.pending(self.state)
        assert isinstance(pending, Decision)
        assert len(accepted) == len(pending.moves)

    def judge(self, event: Event) -> bool:
        """True if the event is accepted; `pending` must agree."""
        found = refusal(GAME, self.state, event)
        assert (found is None) == allowed(GAME, self.state, event), event
        assert found is None or found.rule in RULES
        return found is None

    @invariant()
    def all_is_well(self) -> None:
        self.the_plain_rules_agree()
        self.losses_and_chips_add_up()
        self.the_result_is_there_at_the_end_only()
        self.all_seats_see_the_whole_state()

    def the_plain_rules_agree(self) -> None:
        assert self.state.phase == STAGES[self.match.stage]
        assert tuple(map(frozenset, self.state.open)) == self.match.open
        assert all(tuple(sorted(fields)) == fields and NINE.issuperset(fields) for fields in self.state.open)
        assert tuple((game.winner, game.loss) for game in self.state.games) == self.match.finished
        if self.match.stage not in ("roll off", "over"):
            assert self.state.seat == self.match.turn
        if self.match.stage == "cover":
            assert self.state.dice == self.match.thrown

    def losses_and_chips_add_up(self) -> None:
        lost = losses(self.state)
        assert sum(lost) == sum(game.loss for game in self.state.games)
        for seat in (0, 1):
            assert lost[seat] == sum(game.loss for game in self.state.games if game.winner != seat)
        for colour in zip(*self.state.chips, strict=True):
            assert sum(colour) == 10
            assert min(colour) >= 0

    def the_result_is_there_at_the_end_only(self) -> None:
        found = result(self.state)
        assert (found is None) == (len(self.state.games) < self.state.options.games)
        pending = GAME.pending(self.state)
        if found is not None:
            assert pending == Over(found)
            lost = losses(self.state)
            assert found.losses == lost
            assert found.winners == tuple(seat for seat in (0, 1) if lost[seat] <= lost[1 - seat])
            assert found.games == self.state.games

    def all_seats_see_the_whole_state(self) -> None:
        for seat in (None, 0, 1):
            seen = view(self.state, seat)
            assert msgspec.json.encode(seen) == msgspec.json.encode(self.state)
            assert GAME.pending(seen) == GAME.pending(self.state)


TestZockMachine = pytest.mark.rule("K1", "K3", "K4", "K7", "K8", "K9", "K10")(ZockMachine.TestCase)
TestZockMachine.settings = settings(max_examples=60, stateful_step_count=25)
