"""Dragon Dune for OpenSpiel: ``pyspiel.load_game("python_dragon_dune")`` once this module is imported.

Dice and shuffles are chance nodes; a shuffle is one node for each card, the first to be drawn first.
Players are numbered as the factions that play: Dwarves, Elves, Goblins, Orcs. An observation is a row of
``learning/layout.py`` and what is asked. An information state is that and a fingerprint of all that the
seat saw and answered at its questions before.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from dragondune.editions.build import NEWEST, build
from dragondune.editions.files import resolved
from dragondune.engine.pieces import victory_share
from dragondune.envs.chances import CHANCE, ENDED, FINGERPRINT, Drawn, Pasts
from dragondune.envs.course import row_for
from dragondune.envs.needs import missing
from dragondune.envs.parts import ACTIONS, ASKED, describe
from dragondune.learning.layout import ROW
from dragondune.model.action_text import read_seats
from dragondune.model.cards import CARD_NAMES
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.ruleset import Ruleset
from dragondune.views.view import OWN_INTS, OWN_LISTS, SPECTATOR, view_of

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing("dragondune.envs.open_spiel", "open_spiel", "openspiel") from error

NAME = "python_dragon_dune"
LONGEST = 50_000  # decisions of seats in one game, by a wide margin
MOST_CHANCES = 20_000
TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Dragon Dune",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=len(FACTION_NAMES),
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification={"edition": NEWEST, "options": "", "factions": ""},
)


def _table(params: dict[str, Any]) -> tuple[Ruleset, tuple[int, ...]]:
    """The rules and the order of the seats: empty where it is drawn."""
    return _made(*(str(params.get(name, "")) for name in ("edition", "options", "factions")))


@lru_cache(maxsize=64)
def _made(edition: str, options: str, factions: str) -> tuple[Ruleset, tuple[int, ...]]:
    names = [word for word in factions.split("+") if word]
    chosen = resolved(edition or NEWEST, [word for word in options.split("+") if word])
    return build(*chosen), read_seats(names) if names else ()


class Game(pyspiel.Game):  # type: ignore[misc]
    """A table: ``edition``, and ``options`` and ``factions`` joined by +.

    Without factions all four play, in an order that is drawn.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        super().__init__(TYPE, self._info(_table(given)[1]), given)

    def _info(self, order: tuple[int, ...]) -> Any:
        return pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=len(CARD_NAMES),
            num_players=len(order or FACTION_NAMES),
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=LONGEST,
        )

    def new_initial_state(self) -> "State":
        """The table before the first chance."""
        # Asked of the parameters: a game that comes out of C++ again has lost what Python knew.
        return State(self, Drawn(*_table(self.get_parameters())))

    def max_chance_nodes_in_history(self) -> int:
        """No game has as many."""
        return MOST_CHANCES

    def make_py_observer(self, kind: Any = None, params: object = None) -> "Observer":
        """Who tells what a player sees."""
        if params:
            raise ValueError(f"Observers take no parameters, not {params}.")
        return Observer(kind or pyspiel.IIGObservationType(perfect_recall=False))


class State(pyspiel.State):  # type: ignore[misc]
    """A position, or a chance that is due.

    Each decision asks for the player five times, so it is kept as a plain number.
    """

    def __init__(self, game: Game, drawn: Drawn) -> None:
        super().__init__(game)
        self.drawn = drawn
        self.player = int(self.drawn.turn())
        self.pasts: Pasts | None = None

    def current_player(self) -> int:
        """Who decides."""
        return self.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.drawn.numbers()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What luck may bring, each as likely."""
        numbers = self.drawn.numbers()
        share = 1 / len(numbers)
        return [(number, share) for number in numbers]

    def _apply_action(self, action: int) -> None:
        self.player = self.drawn.decide(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != CHANCE:
            return describe(action)
        return f"{action + 1}" if self.drawn.choices else f"card {CARD_NAMES[action]}"

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.player == ENDED

    def returns(self) -> list[float]:
        """Once it is over: 1 for a victory, 1/2 for a shared one, 0 otherwise."""
        winners = int(self.drawn.state.winners) if self.is_terminal() else 0
        return [victory_share(winners, f) for f in self.drawn.seats]

    def __str__(self) -> str:
        from dragondune.engine.notation import position_text

        state = self.drawn.position()
        if not state.stack:
            return "the game is over" if self.is_terminal() else "before the set-up"
        return f"{position_text(state)} {[describe(n) for n in self.drawn.numbers()][:12]}"

    def seen(self, player: int) -> bytes:
        """A row, and what is asked."""
        f = self.drawn.seats[player]
        if f == self.drawn.player:
            return bytes(self.drawn.observation())
        return row_for(self.drawn.position(), f) + bytes(ASKED)

    def past(self, player: int) -> bytes:
        """A fingerprint of what a player saw and answered."""
        if self.pasts is None:
            self.pasts = Pasts(self.drawn.anew())
        self.pasts.read_on(self.history())
        return self.pasts.seals[self.drawn.seats[player]]


class Observer:
    """Tells what a player sees, as numbers and as text."""

    def __init__(self, kind: Any) -> None:
        self.recalls = bool(kind.perfect_recall)
        private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.whole = private and bool(kind.public_info)
        self.private = private
        size = ROW + ASKED + (FINGERPRINT if self.recalls else 0)
        self.tensor = np.zeros(size if self.whole else 0, np.float32)
        self.dict = self._pieces() if self.whole else {}

    def _pieces(self) -> dict[str, Any]:
        pieces = {"row": self.tensor[:ROW], "asked": self.tensor[ROW : ROW + ASKED]}
        return pieces | ({"past": self.tensor[ROW + ASKED :]} if self.recalls else {})

    def _bytes(self, state: State, player: int) -> bytes:
        return state.seen(player) + (state.past(player) if self.recalls else b"")

    def set_from(self, state: State, player: int) -> None:
        """Take down what a player sees now."""
        if self.whole:
            self.tensor[:] = np.frombuffer(self._bytes(state, player), np.uint8)

    def string_from(self, state: State, player: int) -> str:
        """The same as text: all of it, only what is private, or only what is public."""
        if self.whole:
            return f"{FACTION_NAMES[state.drawn.seats[player]]} {self._bytes(state, player).hex()}"
        seat = state.drawn.seats[player] if self.private else SPECTATOR
        view = view_of(state.drawn.position(), seat)
        if not self.private:
            return str(view.to_dict())
        return str({name: getattr(view, name) for name in (*OWN_INTS, *OWN_LISTS)})


pyspiel.register_game(TYPE, Game)
