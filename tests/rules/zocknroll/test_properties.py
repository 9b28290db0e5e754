"""Property tests of Zock'n'Roll: the engine agrees with the reference implementation, and views hide enough."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from knobel.rules.game import Decision, Lift, Over, read_options
from knobel.rules.zocknroll import (
    GAME,
    Cups,
    Drop,
    Event,
    Mark,
    Starter,
    State,
    Stay,
    White,
    best_cups,
    hand,
    lifted,
    result,
    rows,
    scores,
    view,
)
from tests.rules.refusals import refusal
from tests.rules.strategies import allowed, any_dice, canonical, next_event

from .reference import BOARDS, OWN_DICE, Table

ALL_ROWS = ("won_third", *dict.fromkeys((*BOARDS["basic"], *BOARDS["pro"])), "dropped_first")
RULES = {f"N{number}" for number in range(1, 16)} | {"R2", "R3"}
seats = st.integers(-1, 12)
names = st.sampled_from([*ALL_ROWS, "", "Kniffel"])
options = st.fixed_dictionaries(
    {
        "board": st.sampled_from(["basic", "pro"]),
        "first_to_decide": st.sampled_from(["starter", "left_of_starter"]),
        "jorg_counts": st.booleans(),
        "royal_pairs": st.sampled_from(["456", "consecutive", "six_alike"]),
    }
)
any_event: st.SearchStrategy[Event] = st.one_of(
    st.builds(Starter, seats),
    st.builds(Cups, st.lists(any_dice(4), max_size=6).map(tuple)),
    st.builds(White, any_dice(5)),
    st.builds(Stay, seats),
    st.builds(Drop, seats, names | st.none()),
    st.builds(Mark, seats, names),
    st.builds(Lift, seats, any_dice(4)),
)


def decisions(players: int) -> list[Event]:
    """All decisions of all seats, legal or not."""
    found: list[Event] = []
    for seat in range(players + 1):
        found += [Stay(seat), Drop(seat, None), Lift(seat, (1, 2)), Lift(seat, (1, 2, 3))]
        found += [kind(seat, row) for row in ALL_ROWS for kind in (Drop, Mark)]
    return found


class ZocknrollMachine(RuleBasedStateMachine):
    state: State
    table: Table

    @initialize(data=st.data(), chosen=options, players=st.sampled_from([3, 3, 4, 4, 5, 6, 12]))
    def begin(self, data: st.DataObject, chosen: dict[str, Any], players: int) -> None:
        """With crosses on the tableaus already, so that the end of the game is not far."""
        fresh = GAME.start(read_options(GAME, chosen), players)
        most, length = data.draw(st.integers(0, 5)), len(rows(fresh.options))
        sheets = st.lists(st.integers(0, most), min_size=length, max_size=length)
        marks = tuple(tuple(data.draw(sheets)) for _ in range(players))
        self.state = replace(fresh, marks=marks)
        self.table = Table(
            players,
            chosen["board"],
            chosen["first_to_decide"],
            chosen["royal_pairs"],
            crosses=tuple(self.as_crosses(sheet) for sheet in marks),
        )

    def as_crosses(self, sheet: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(
            sorted(row for row, mark in zip(rows(self.state.options), sheet, strict=True) for _ in range(mark))
        )

    @rule(data=st.data(), events=st.integers(1, 20))
    def go_on(self, data: st.DataObject, events: int) -> None:
        for _ in range(events):
            if not isinstance(GAME.pending(self.state), Over):
                self.follow(data.draw(next_event(GAME, self.state)))
                self.all_is_well()

    def follow(self, event: Any) -> None:
        """The same event for the engine and for the reference implementation."""
        before, self.state = self.state, GAME.play(self.state, event)
        match event:
            case Starter(seat=seat):
                self.table = self.table.starts(seat)
            case Cups(dice=cups):
                self.table = self.table.cups_thrown(cups)
            case White(dice=white):
                self.table = self.table.white_thrown(white)
            case Stay():
                self.table = self.table.stays()
            case Drop(row=row):
                self.table = self.table.drops(row)
            case Mark(row=row):
                self.table = self.table.marks(row)
            case Lift(dice=dice):
                self.table = self.table.lifts(dice)
        self.check_growth(before, event)

    def check_growth(self, before: State, event: Event) -> None:
        """Marks only grow, only by who drops or marks, and by two rows at the most."""
        grown = {
            (seat, row): now - then
            for seat, sheets in enumerate(zip(before.marks, self.state.marks, strict=True))
            for row, then, now in zip(rows(self.state.options), *sheets, strict=True)
            if now != then
        }
        assert set(grown.values()) <= {1}
        if grown:
            assert isinstance(event, Drop | Mark)
            own = {(event.seat, event.row)} - {(event.seat, None)}
            extra = (event.seat, "dropped_first" if isinstance(event, Drop) else "won_third")
            assert own <= set(grown) <= own | {extra}

    @rule(event=any_event)
    def try_anything(self, event: Event) -> None:
        self.judge(event)

    @precondition(lambda self: isinstance(GAME.pending(self.state), Decision))
    @rule()
    def try_everything(self) -> None:
        """Of all decisions exactly the pending moves are accepted."""
        accepted = [event for event in decisions(self.state.players) if self.judge(event)]
        pending = GAME.pending(self.state)
        assert isinstance(pending, Decision)
        assert set(map(canonical, accepted)) == set(pending.moves)

    def judge(self, event: Event) -> bool:
        """True if the event is accepted; `pending` must agree."""
        found = refusal(GAME, self.state, event)
        assert (found is None) == allowed(GAME, self.state, event), event
        assert found is None or found.rule in RULES
        return found is None

    @rule(data=st.data(), seat=st.none() | st.integers(0, 11))
    def change_what_is_hidden(self, data: st.DataObject, seat: int | None) -> None:
        """The bytes of a view do not depend on a hidden cup, and do on one that is seen."""
        if not self.state.cups or (seat is not None and seat >= self.state.players):
            return
        cup = data.draw(st.integers(0, len(self.state.cups) - 1))
        size = len(self.state.cups[cup])
        other = data.draw(
            st.lists(st.integers(1, 6), min_size=size, max_size=size).map(lambda dice: tuple(sorted(dice)))
            | st.just((0,) * size)
        )
        changed = replace(self.state, cups=(*self.state.cups[:cup], other, *self.state.cups[cup + 1 :]))
        same = msgspec.json.encode(view(changed, seat)) == msgspec.json.encode(view(self.state, seat))
        hidden = cup != seat and not self.table.open_to_all(cup)
        assert same == (hidden or changed == self.state)

    @rule(data=st.data(), seat=st.none() | st.integers(0, 2))
    def change_what_is_seen(self, data: st.DataObject, seat: int | None) -> None:
        """All but the cups is open, so a view differs whenever one of these does."""
        changes: dict[str, Any] = {
            "marks": (*self.state.marks[1:], (9,) * len(self.state.marks[0])),
            "phase": "over" if self.state.phase != "over" else "cups",
            "starter": self.state.starter + 1,
            "white": (*self.state.white, 1),
            "dropped": (*self.state.dropped, 3),
            "queue": (*self.state.queue, 0),
            "turns": self.state.turns + 1,
            "options": read_options(GAME, {"board": "basic" if self.state.options.board == "pro" else "pro"}),
        }
        assert {*changes, "cups"} == set(self.state.__struct_fields__)
        name = data.draw(st.sampled_from(sorted(changes)))
        changed = replace(self.state, **{name: changes[name]})
        assert msgspec.json.encode(view(changed, seat)) != msgspec.json.encode(view(self.state, seat))

    @invariant()
    def all_is_well(self) -> None:
        self.the_plain_rules_agree()
        self.dice_are_as_many_as_the_board_says()
        self.scores_are_marks_times_values()
        self.hands_are_read_right()
        self.the_result_is_there_at_the_end_only()
        self.views_say_what_is_pending()

    def the_plain_rules_agree(self) -> None:
        state, table = self.state, self.table
        assert (state.phase, state.turns) == (table.stage, table.turns)
        assert tuple(map(self.as_crosses, state.marks)) == table.crosses
        assert (state.cups, state.white, state.dropped) == (table.cups, table.white, table.out)
        if state.phase not in ("starter", "over"):
            assert state.starter == table.starter
        if state.phase in ("decide", "drop", "lift", "mark"):
            assert state.queue == table.next_up

    def dice_are_as_many_as_the_board_says(self) -> None:
        if self.state.cups:
            assert len(self.state.cups) == (4 if self.state.players == 3 else self.state.players)
            assert {len(cup) for cup in self.state.cups} == {OWN_DICE[self.state.options.board]}
            assert len(self.state.white) in (0, 3, 4, 5)

    def scores_are_marks_times_values(self) -> None:
        assert list(scores(self.state)) == self.table.points(self.state.options.jorg_counts)

    def hands_are_read_right(self) -> None:
        for cup in range(len(self.table.cups)):
            assert lifted(self.state, cup) == self.table.open_to_all(cup)
            assert hand(self.state, cup) == self.table.rows(cup)
        if self.table.stage == "mark":
            assert set(best_cups(self.state)) == self.table.best()

    def the_result_is_there_at_the_end_only(self) -> None:
        found, table = result(self.state), self.table
        assert (found is None) == (table.stage != "over")
        if found is not None:
            assert GAME.pending(self.state) == Over(found)
            points = table.points(self.state.options.jorg_counts)
            ranks = [(points[seat], sheet.count("won_third")) for seat, sheet in enumerate(table.crosses)]
            assert found.winners == tuple(seat for seat in range(table.players) if ranks[seat] == max(ranks))
            assert list(found.scores) == points
            assert found.turns == table.turns
            assert [sorted(row for row in sheet for _ in range(sheet[row])) for sheet in found.marks] == [
                list(sheet) for sheet in table.crosses
            ]

    def views_say_what_is_pending(self) -> None:
        """The seat that decides knows its moves; others know that it decides, and the moves once the cup is up."""
        pending = GAME.pending(self.state)
        for seat in (None, *range(self.state.players)):
            seen = GAME.pending(view(self.state, seat))
            if isinstance(pending, Decision) and seat != pending.seat and not self.table.open_to_all(pending.seat):
                down = (0,) * OWN_DICE[self.state.options.board]
                assert seen == Decision(pending.seat, (Stay(pending.seat), Lift(pending.seat, down)))
            else:
                assert seen == pending


TestZocknrollMachine = pytest.mark.rule("N4", "N5", "N7", "N10", "N11", "N12", "N13", "N14")(ZocknrollMachine.TestCase)
TestZocknrollMachine.settings = settings(max_examples=100, stateful_step_count=30)
