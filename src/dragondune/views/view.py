"""A view: all that one seat may know, filled field by field, and nothing else (ruling 81).

Everything that is not named here stays behind. Units, gold, hand sizes, alliances and the course
of the game are public. A card is shown exactly where ``knows`` says that this seat knows its
place: its own cards, what it was shown and may remember, and what everyone saw.
"""

from dataclasses import dataclass, field
from typing import Final

from dragondune.engine.agenda import step_of
from dragondune.engine.pieces import hand_size
from dragondune.engine.steps import HIRING, PLUNDER, TREACHERY
from dragondune.model.cards import NO_CARD
from dragondune.model.ruleset import Ruleset
from dragondune.model.state import State

UNKNOWN: Final = 62  # a card that is there, unseen
SECRET: Final = -2  # a choice that was made, unseen
SPECTATOR: Final = -1  # the seat of one who only watches

PUBLIC_INTS: Final = [
    "turn",
    "first",
    "round",
    "dragon",
    "trolls",
    "broken",
    "cards_left",
    "bidder",
    "high_bid",
    "high_bidder",
    "passes",
    "proposed",
    "rights_used",
    "hire_stopped",
    "turns_taken",
    "disbanded",
    "reach_bonus",
    "moves_left",
    "red_at",
    "event_first",
    "event_second",
    "steered",
    "attacker",
    "defender",
    "place",
    "miracles",
    "blessed",
    "combat_losses",
    "looked",
    "victor",
    "winners",
    "way",
]
PUBLIC_LISTS: Final = [
    "up",
    "hid",
    "elite_up",
    "elite_hid",
    "board_gold",
    "gold",
    "grave",
    "elite_grave",
    "bank",
    "elite_bank",
    "ally",
    "powers",
    "vis",
    "hidm",
    "fresh",
    "emerged",
    "answers",
    "event_discard",
]


@dataclass
class View:
    """The position as one seat sees it. Card places read UNKNOWN where it does not know them."""

    seat: int
    rules: Ruleset
    order: tuple[int, ...]
    facts: dict[str, int] = field(default_factory=dict)
    tables: dict[str, list[int]] = field(default_factory=dict)
    stack: list[int] = field(default_factory=list)
    hands: list[int] = field(default_factory=list)
    hand_sizes: list[int] = field(default_factory=list)
    knows: int = 0
    public: int = 0
    seen_by: list[int] = field(default_factory=list)
    kept: int = 0
    usurper: list[int] = field(default_factory=list)
    sabotage: list[int] = field(default_factory=list)
    deck: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    event_deck: list[int] = field(default_factory=list)
    sale: int = NO_CARD
    predictions: list[int] = field(default_factory=list)
    plans: list[int] = field(default_factory=list)
    betrayals: list[int] = field(default_factory=list)
    lent: int = 0

    def units(self, faction: int, territory: int) -> int:
        """Visible units of a faction in a territory."""
        return self.tables["up"][faction * 28 + territory]

    def hidden(self, faction: int, territory: int) -> int:
        """Hidden units of a faction in a territory."""
        return self.tables["hid"][faction * 28 + territory]

    def to_dict(self) -> dict[str, object]:
        """The view as plain JSON data, without the rules (the table's header names them)."""
        return {
            name: value for name, value in self.__dict__.items() if name not in ("rules", "order")
        } | {"order": list(self.order)}


def view_of(s: State, seat: int) -> View:
    """What faction ``seat`` may know; SPECTATOR sees public facts alone."""
    public = s.knows[0] & s.knows[1] & s.knows[2] & s.knows[3]
    view = View(seat, s.rules, s.order, knows=_known(s, seat, public), public=public)
    view.facts = {name: getattr(s, name) for name in PUBLIC_INTS}
    view.tables = {name: list(getattr(s, name)) for name in PUBLIC_LISTS}
    view.stack = [_frame_for(s, entry, seat) for entry in s.stack]
    _show_cards(s, view)
    _show_choices(s, view)
    return view


def _known(s: State, seat: int, public: int) -> int:
    return public if seat == SPECTATOR else s.knows[seat]


def _show_cards(s: State, view: View) -> None:
    """Cards, wherever they lie: shown where known."""
    seat, knows = view.seat, view.knows
    view.hands = [s.hand[f] & knows for f in range(4)]
    view.hand_sizes = [hand_size(s, f) for f in range(4)]
    own = 0 if seat == SPECTATOR else s.hand[seat]
    view.kept = 0 if seat == SPECTATOR else s.kept[seat]
    view.seen_by = [s.knows[f] & own for f in range(4)]
    view.usurper = [_card(card, knows) for card in s.usurper]
    view.sabotage = [_card(card, knows) for card in s.sabotage]
    view.deck = [_card(card, knows) for card in s.deck]
    view.discard = [_card(card, knows) for card in s.discard]
    view.event_deck = [_card(card, knows) for card in s.event_deck]
    view.sale = _card(s.sale, knows)


def _card(card: int, knows: int) -> int:
    if card == NO_CARD or knows >> card & 1:
        return card
    return UNKNOWN


def _show_choices(s: State, view: View) -> None:
    """Predictions, plans and betrayals: one's own, and the others' once they are shown."""
    seat = view.seat
    view.predictions = [_choice(s.predictions[f], f == seat) for f in range(4)]
    shown = s.plans[0] >= 0 and s.plans[1] >= 0
    deciding = any(step_of(entry) == TREACHERY for entry in s.stack)
    fighters = (s.attacker, s.defender)
    view.plans = [_choice(s.plans[i], shown or fighters[i] == seat) for i in (0, 1)]
    view.betrayals = [_choice(s.betrayals[i], not deciding or fighters[i] == seat) for i in (0, 1)]
    for side in (0, 1):
        if seat in (fighters[side], s.ally[fighters[side]] if fighters[side] < 4 else -1):
            view.lent |= s.lent & 1 << side


def _choice(value: int, may_see: bool) -> int:
    return value if may_see or value < 0 else SECRET


def _frame_for(s: State, entry: int, seat: int) -> int:
    """The agenda is public, but for a plundered card and the ace a hire would be paid with."""
    owner = entry >> 7 & 7
    step = step_of(entry)
    if step == PLUNDER and seat not in (owner, entry >> 10 & 63) and entry >> 22 & 1023:
        return entry & ~(1023 << 22) | (UNKNOWN + 1) << 22
    if step == HIRING and seat != owner:
        return entry & ~(63 << 16) | UNKNOWN << 16
    return entry
