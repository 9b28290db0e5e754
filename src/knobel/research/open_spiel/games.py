"""The whole games: `python_knobel_zocknroll`, `python_knobel_zock` and `python_knobel_schocken`.

Their parameters are the options of a record, `players` and `horizon`. The base classes serve parts of games, too.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

import numpy as np
import pyspiel

from ...forms import position
from ...rules.game import option_specs, read_options
from ..encodings import AnyEncoding, schocken, zock, zocknroll
from ..tree import MOST_OUTCOMES, Node, Tree

HORIZON: Final = 100_000
"""Far more nodes than a game has, unless players prolong it on purpose."""

SPELLING: Final[dict[object, object]] = {"fours_to_sixes": "456"}
"""Values of options that OpenSpiel would read as numbers, as they are written in a parameter."""


class KnobelGame(pyspiel.Game):
    """Base class of all games; OpenSpiel registers one class per game."""

    encoding: ClassVar[AnyEncoding]
    kind: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**self.kind.parameter_specification, **(params or {})}
        self.tree = tree = self.grow(given, given.pop("players"))
        self.root = tree.root()
        self.slots = tree.encoding.slots(tree.options, tree.players)
        low, high = tree.bounds
        sums = {} if tree.total is None else {"utility_sum": tree.total}
        info = pyspiel.GameInfo(
            num_distinct_actions=len(tree.encoding.actions(tree.options)),
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=tree.players,
            min_utility=low,
            max_utility=high,
            max_game_length=tree.length,
            **sums,
        )
        super().__init__(self.kind, info, params or {})

    def grow(self, given: dict[str, Any], players: int) -> Tree:
        """The tree of the game with these parameters; what is not taken from `given` are options."""
        horizon = given.pop("horizon")
        return Tree(self.encoding, self.options(given), players, horizon)

    def options(self, given: dict[str, Any]) -> Any:
        return read_options(self.encoding.game, {name: SPELLING.get(value, value) for name, value in given.items()})

    def new_initial_state(self) -> KnobelState:
        return KnobelState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"an observation takes no parameters, not {params}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class KnobelState(pyspiel.State):
    """A node of the tree, as OpenSpiel walks it."""

    def __init__(self, game: KnobelGame) -> None:
        super().__init__(game)
        self.node: Node = game.root

    @property
    def _tree(self) -> Tree:
        tree: Tree = self.get_game().tree
        return tree

    def current_player(self) -> Any:
        if self._tree.is_over(self.node):
            return pyspiel.PlayerId.TERMINAL
        seat = self._tree.mover(self.node)
        return pyspiel.PlayerId.CHANCE if seat is None else seat

    def is_terminal(self) -> bool:
        return self._tree.is_over(self.node)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - OpenSpiel's signature
        return list(self._tree.moves(self.node))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self._tree.chances(self.node)

    def _apply_action(self, action: int) -> None:
        self.node = self._tree.child(self.node, action)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002 - OpenSpiel's signature
        return self._tree.name(self.node, action)

    def returns(self) -> list[float]:
        return list(self._tree.payoffs(self.node))

    def __str__(self) -> str:
        return self._tree.text(self.node)


class Observer:
    """The information of a player as tensor and string; with perfect recall, the whole information state."""

    def __init__(self, game: KnobelGame, kind: Any) -> None:
        self._tree = game.tree
        self._kind = kind
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            slots = game.tree.slots() if kind.perfect_recall else game.slots
            if slots:
                self.tensor = np.zeros(len(slots), np.float32)
                self.dict = {"info_state" if kind.perfect_recall else "observation": self.tensor}

    def set_from(self, state: KnobelState, player: int) -> None:
        if self.tensor is not None:
            tree, node = self._tree, state.node
            known = tree.facts(node, player) if self._kind.perfect_recall else tree.observation(node, player)
            self.tensor[:] = known

    def string_from(self, state: KnobelState, player: int) -> str:
        public = position(self._tree.view(state.node, None))
        if self._kind.private_info == pyspiel.PrivateInfoType.NONE:
            return public
        own = position(self._tree.view(state.node, player))
        if not self._kind.public_info:
            return "" if own == public else own
        if self._kind.perfect_recall:
            return self._tree.memory(state.node, player)
        return f"seat {player}\n{own}"


def kind_of(
    encoding: AnyEncoding,
    name: str,
    title: str,
    information: Any,
    utility: Any,
    parameters: dict[str, object],
    left_out: tuple[str, ...] = (),
    tensor: bool = False,
) -> Any:
    """The `GameType` of a game with these parameters and the options of its rules, but for those that are left out.

    `tensor` says whether an information state has numbers.
    """
    written = {value: text for text, value in SPELLING.items()}
    plain = (spec for spec in option_specs(encoding.game) if (spec.choices or spec.least) and spec.name not in left_out)
    options = {spec.name: written.get(spec.default, spec.default) for spec in plain}
    return pyspiel.GameType(
        short_name=f"python_knobel_{name}",
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=encoding.game.players[-1],
        min_num_players=encoding.game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={**parameters, **options},
    )


PERFECT: Final = pyspiel.GameType.Information.PERFECT_INFORMATION
IMPERFECT: Final = pyspiel.GameType.Information.IMPERFECT_INFORMATION
ZERO_SUM: Final = pyspiel.GameType.Utility.ZERO_SUM


def _whole(encoding: AnyEncoding, title: str, players: int, information: Any) -> Any:
    """The `GameType` of a whole game; `players` is its default."""
    utility = ZERO_SUM if encoding.total == 0 else pyspiel.GameType.Utility.CONSTANT_SUM
    parameters: dict[str, object] = {"players": players, "horizon": HORIZON}
    return kind_of(encoding, encoding.game.name, title, information, utility, parameters)


class ZocknrollGame(KnobelGame):
    encoding = zocknroll.ENCODING
    kind = _whole(encoding, "Zock'n'Roll", 4, IMPERFECT)


class ZockGame(KnobelGame):
    encoding = zock.ENCODING
    kind = _whole(encoding, "ZOCK", 2, PERFECT)


class SchockenGame(KnobelGame):
    encoding = schocken.ENCODING
    kind = _whole(encoding, "Schocken", 3, IMPERFECT)


for _game in (ZocknrollGame, ZockGame, SchockenGame):
    pyspiel.register_game(_game.kind, _game)
