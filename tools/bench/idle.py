"""A game for OpenSpiel that does nothing: what its interface to Python costs by itself."""

from __future__ import annotations

from typing import Any, Final

import pyspiel

NAME: Final = "python_idle"
DECISIONS: Final = 400  # about as many as a game of Dragon Dune has
CHOICES: Final = [0, 1, 2]
TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Idle",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=1,
    min_num_players=1,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)
INFO: Final = pyspiel.GameInfo(
    num_distinct_actions=len(CHOICES),
    max_chance_outcomes=0,
    num_players=1,
    min_utility=0.0,
    max_utility=0.0,
    max_game_length=DECISIONS,
)


class Game(pyspiel.Game):  # type: ignore[misc]
    """One player who always has the same choices."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(TYPE, INFO, params or {})

    def new_initial_state(self) -> State:
        """The beginning."""
        return State(self)


class State(pyspiel.State):  # type: ignore[misc]
    """How many decisions have been made."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.made = 0

    def current_player(self) -> int:
        """The only one."""
        return 0

    def _legal_actions(self, player: int) -> list[int]:
        return CHOICES

    def _apply_action(self, action: int) -> None:
        self.made += 1

    def is_terminal(self) -> bool:
        """Is it over?"""
        return self.made == DECISIONS

    def returns(self) -> list[float]:
        """Nothing can be won."""
        return [0.0]


pyspiel.register_game(TYPE, Game)
