"""What lies on the table, asked by name: the same questions of a view and of a whole game.

    view.units("elves", "5★")      game.gold_of("orcs")      view.controller("5★")

A faction is its name or its first letter, a territory or card is written as in the notation.
"""

from typing import TYPE_CHECKING

from dragondune.model.action_text import read_faction, read_territory
from dragondune.model.board import CASTLES, NAMES, territories_in
from dragondune.model.cards import CARD_NAMES, cards_in
from dragondune.model.factions import FACTION_NAMES, NOBODY
from dragondune.model.state import State
from dragondune.subclassing import mypyc_attr

if TYPE_CHECKING:
    from dragondune.views.view import View


@mypyc_attr(allow_interpreted_subclasses=True)
class ByName:
    """Names in, numbers and names out. A view answers with what its seat knows, a game with all."""

    __slots__ = ()

    def _numbers(self) -> "State | View":
        """Where the numbers stand."""
        raise NotImplementedError

    def _known_hand(self, faction: int) -> int:
        """The cards of a hand that may be told, as a set."""
        raise NotImplementedError

    def _hand_size(self, faction: int) -> int:
        """How many cards there are in a hand."""
        raise NotImplementedError

    # --- units -----------------------------------------------------------------------------

    def units(self, faction: str, territory: str) -> int:
        """Visible units of a faction in a territory, elites included."""
        return self._numbers().up[_place(faction, territory)]

    def hidden_units(self, faction: str, territory: str) -> int:
        """Hidden units of a faction in a territory, elites included."""
        return self._numbers().hid[_place(faction, territory)]

    def elites(self, faction: str, territory: str) -> int:
        """Visible elite units of a faction in a territory."""
        return self._numbers().elite_up[_place(faction, territory)]

    def hidden_elites(self, faction: str, territory: str) -> int:
        """Hidden elite units of a faction in a territory."""
        return self._numbers().elite_hid[_place(faction, territory)]

    def bank_of(self, faction: str) -> int:
        """Units in a faction's bank, elites included."""
        return self._numbers().bank[read_faction(faction)]

    def grave_of(self, faction: str) -> int:
        """Units of a faction in the graveyard, elites included."""
        return self._numbers().grave[read_faction(faction)]

    # --- territories -----------------------------------------------------------------------

    def places_of(self, faction: str) -> list[str]:
        """The territories where a faction stands visibly."""
        return _names(self._numbers().vis[read_faction(faction)])

    def controller(self, territory: str) -> str | None:
        """Who controls a territory: stands there visibly, alone [B3]; None where nobody does."""
        there = [name for name in FACTION_NAMES if self.units(name, territory)]
        return there[0] if len(there) == 1 else None

    def castles_of(self, faction: str) -> list[str]:
        """The castles a faction controls [B3]."""
        mine = FACTION_NAMES[read_faction(faction)]
        return [castle for castle in _names(CASTLES) if self.controller(castle) == mine]

    def gold_in(self, territory: str) -> int:
        """Gold that lies in a territory."""
        return self._numbers().board_gold[read_territory(territory)]

    def troll_places(self) -> list[str]:
        """Where trolls stand."""
        return _names(self._numbers().trolls)

    # --- players ---------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        """The factions in play, in player order."""
        return tuple(FACTION_NAMES[f] for f in self._numbers().order)

    def gold_of(self, faction: str) -> int:
        """Gold of a faction."""
        return self._numbers().gold[read_faction(faction)]

    def hand_of(self, faction: str) -> set[str]:
        """The artifacts of a faction's hand; of a view, those whose place its seat knows."""
        return {CARD_NAMES[card] for card in cards_in(self._known_hand(read_faction(faction)))}

    def hand_size_of(self, faction: str) -> int:
        """How many artifacts a faction holds, which everybody sees."""
        return self._hand_size(read_faction(faction))

    def ally_of(self, faction: str) -> str | None:
        """A faction's ally, if it has one."""
        other = self._numbers().ally[read_faction(faction)]
        return None if other == NOBODY else FACTION_NAMES[other]

    def discarded(self) -> list[str]:
        """The discarded artifacts, the latest last; of a view, those its seat has seen."""
        return [CARD_NAMES[card] for card in self._numbers().discard if card < 52]


def _place(faction: str, territory: str) -> int:
    return read_faction(faction) * 28 + read_territory(territory)


def _names(territories: int) -> list[str]:
    return [NAMES[t] for t in territories_in(territories)]
