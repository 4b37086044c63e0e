"""A view: all that one seat may know, filled field by field, and nothing else (ruling 81).

Everything that is not named here stays behind. Units, gold, hand sizes, alliances and the course
of the game are public and have the names they have in ``State``. A card is shown exactly where
``knows`` says that this seat knows its place: its own cards, what it was shown and may remember,
and what everyone saw [A15].
"""

from typing import Final

from dragondune.engine.agenda import seat_of, step_of
from dragondune.engine.pieces import hand_size
from dragondune.engine.steps import HIRING, PLUNDER, STEP_NAMES, TREACHERY
from dragondune.model.action_text import read_card
from dragondune.model.actions import count_of
from dragondune.model.cards import NO_CARD
from dragondune.model.contracts import ACTIVE, PLAN_SIZE, SHOW, Contract
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.frames import frame_loot, frame_player, with_ace, with_loot
from dragondune.model.memory import PLACES
from dragondune.model.powers import LENDS_TREACHERY
from dragondune.model.ruleset import Ruleset
from dragondune.model.state import State
from dragondune.views.by_name import ByName

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
    "memory",
    "event_discard",
]
OWN_INTS: Final = ["seat", "knows", "public", "kept", "sale", "lent"]
OWN_LISTS: Final = [
    "stack",
    "hands",
    "hand_sizes",
    "seen_by",
    "lacks",
    "usurper",
    "sabotage",
    "deck",
    "discard",
    "event_deck",
    "predictions",
    "plans",
    "betrayals",
    "sizes",
]
CONTRACTS: Final = ["contract_count", "contracts", "offers"]


class View(ByName):
    """The position as one seat sees it. Card places read UNKNOWN where it does not know them.

    ``hands[f]`` holds the known cards of faction f as a set, ``hand_sizes[f]`` how many it has;
    ``contracts`` are the contracts in force and ``offers`` those on the table; ``sizes`` are the numbers
    of units in the two plans of a battle where a contract shows them, else -1.
    ``seen_by[f]`` are this seat's own cards that faction f has seen. Decks have their top last.
    ``lacks`` are cards this seat knows are not in each hand (then: not among the piles) though it does
    not know where they are; ``memory`` is what everybody saw and may remember (``model/memory.py``).
    """

    __slots__ = (*PUBLIC_INTS, *PUBLIC_LISTS, *OWN_INTS, *OWN_LISTS, *CONTRACTS, "order", "rules")

    def __init__(self, s: State, seat: int) -> None:
        self.rules: Ruleset = s.rules
        self.order: tuple[int, ...] = s.order
        self.seat: int = seat
        self.turn: int = s.turn
        self.first: int = s.first
        self.round: int = s.round
        self.dragon: int = s.dragon
        self.trolls: int = s.trolls
        self.broken: int = s.broken
        self.cards_left: int = s.cards_left
        self.bidder: int = s.bidder
        self.high_bid: int = s.high_bid
        self.high_bidder: int = s.high_bidder
        self.passes: int = s.passes
        self.proposed: int = s.proposed
        self.rights_used: int = s.rights_used
        self.hire_stopped: int = s.hire_stopped
        self.turns_taken: int = s.turns_taken
        self.disbanded: int = s.disbanded
        self.reach_bonus: int = s.reach_bonus
        self.moves_left: int = s.moves_left
        self.red_at: int = s.red_at
        self.event_first: int = s.event_first
        self.event_second: int = s.event_second
        self.steered: int = s.steered
        self.attacker: int = s.attacker
        self.defender: int = s.defender
        self.place: int = s.place
        self.miracles: int = s.miracles
        self.blessed: int = s.blessed
        self.combat_losses: int = s.combat_losses
        self.looked: int = s.looked
        self.victor: int = s.victor
        self.winners: int = s.winners
        self.way: int = s.way
        self.up: list[int] = [*s.up]
        self.hid: list[int] = [*s.hid]
        self.elite_up: list[int] = [*s.elite_up]
        self.elite_hid: list[int] = [*s.elite_hid]
        self.board_gold: list[int] = [*s.board_gold]
        self.gold: list[int] = [*s.gold]
        self.grave: list[int] = [*s.grave]
        self.elite_grave: list[int] = [*s.elite_grave]
        self.bank: list[int] = [*s.bank]
        self.elite_bank: list[int] = [*s.elite_bank]
        self.ally: list[int] = [*s.ally]
        self.powers: list[int] = [*s.powers]
        self.vis: list[int] = [*s.vis]
        self.hidm: list[int] = [*s.hidm]
        self.fresh: list[int] = [*s.fresh]
        self.emerged: list[int] = [*s.emerged]
        self.answers: list[int] = [*s.answers]
        self.memory: list[int] = s.memory  # never changed in place
        self.event_discard: list[int] = [*s.event_discard]
        self.contract_count: int = s.contract_count
        self.contracts: tuple[Contract, ...] = s.contracts
        self.offers: tuple[Contract, ...] = s.offers
        self._show_cards(s)
        self._show_choices(s)
        self.stack: list[int] = [_frame_for(entry, seat) for entry in s.stack]

    def _show_cards(self, s: State) -> None:
        """Cards, wherever they lie: shown where known."""
        seat = self.seat
        self.public: int = s.knows[0] & s.knows[1] & s.knows[2] & s.knows[3]
        knows: int = self.public if seat == SPECTATOR else s.knows[seat]
        own: int = 0 if seat == SPECTATOR else s.hand[seat]
        self.knows: int = knows
        self.kept: int = 0 if seat == SPECTATOR else s.kept[seat]
        self.hands: list[int] = [cards & knows for cards in s.hand]
        self.hand_sizes: list[int] = [hand_size(s, f) for f in range(4)]
        self.seen_by: list[int] = [others & own for others in s.knows]
        self.lacks: list[int] = [0, 0, 0, 0, 0]
        if seat != SPECTATOR:
            for place in range(PLACES):
                self.lacks[place] = s.lacks[seat * PLACES + place] & ~knows
        self.usurper: list[int] = [_card(card, knows) for card in s.usurper]
        self.sabotage: list[int] = [_card(card, knows) for card in s.sabotage]
        self.deck: list[int] = [_card(card, knows) for card in s.deck]
        self.discard: list[int] = [_card(card, knows) for card in s.discard]
        self.event_deck: list[int] = [_card(card, knows) for card in s.event_deck]
        self.sale: int = _card(s.sale, knows)

    def _show_choices(self, s: State) -> None:
        """Predictions, plans and betrayals: one's own, and the others' once they are shown."""
        seat = self.seat
        fighters = (s.attacker, s.defender)
        shown = s.plans[0] >= 0 and s.plans[1] >= 0
        told = not any(step_of(entry) == TREACHERY for entry in s.stack)
        self.predictions: list[int] = [_choice(s.predictions[f], f == seat) for f in range(4)]
        self.plans: list[int] = [
            _choice(s.plans[side], shown or fighters[side] == seat) for side in (0, 1)
        ]
        self.betrayals: list[int] = [
            _choice(s.betrayals[side], told or fighters[side] == seat) for side in (0, 1)
        ]
        self.sizes: list[int] = [-1, -1]
        for c in s.live:
            owed = c.kind == SHOW and c.what == PLAN_SIZE and c.stage == ACTIVE
            if owed and c.other == seat and c.debtor in fighters:
                side = fighters.index(c.debtor)
                self.sizes[side] = count_of(s.plans[side]) if s.plans[side] >= 0 else -1
        lends = seat >= 0 and bool(s.powers[seat] & LENDS_TREACHERY)
        self.lent: int = s.lent if lends else 0

    def controlled(self, f: int) -> int:
        """The territories faction ``f`` controls, as a set: alone there, visibly [B3]."""
        others = 0
        for g in range(4):
            if g != f:
                others |= self.vis[g]
        return self.vis[f] & ~others

    def _numbers(self) -> "State | View":
        return self

    def _known_hand(self, faction: int) -> int:
        return self.hands[faction]

    def _hand_size(self, faction: int) -> int:
        return self.hand_sizes[faction]

    @property
    def faction(self) -> str | None:
        """The faction that sees this; None for a spectator."""
        return None if self.seat == SPECTATOR else FACTION_NAMES[self.seat]

    @property
    def step(self) -> str:
        """The name of the step that stands open, as in ``at=`` of a position; empty after the end."""
        return STEP_NAMES[step_of(self.stack[-1])] if self.stack else ""

    def __repr__(self) -> str:
        """Whose it is and of when, for whoever looks at it while writing a script."""
        return f"<View of {self.faction or 'a spectator'}, turn {self.turn}, {self.step or 'over'}>"

    def sees(self, card: str) -> bool:
        """Does this seat know where that card is?"""
        return bool(self.knows >> read_card(card) & 1)

    def to_dict(self) -> dict[str, object]:
        """The view as plain JSON data, without the rules (the table's header names them)."""
        data: dict[str, object] = {"order": list(self.order)}
        for name in (*PUBLIC_INTS, *PUBLIC_LISTS, *OWN_INTS, *OWN_LISTS):
            data[name] = getattr(self, name)
        data["contract_count"] = self.contract_count
        data["contracts"] = [contract.data() for contract in self.contracts]
        data["offers"] = [contract.data() for contract in self.offers]
        return data

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self.rules == other.rules and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]  # its lists could be changed

    def __reduce__(self) -> tuple[object, ...]:
        names = [*PUBLIC_INTS, *PUBLIC_LISTS, *OWN_INTS, *OWN_LISTS, *CONTRACTS, "order"]
        return restored_view, (self.rules, {name: getattr(self, name) for name in names})


def restored_view(rules: Ruleset, fields: dict[str, object]) -> View:
    """A view from its fields, as pickle brings them."""
    v = View(State(None, rules), SPECTATOR)
    for name, value in fields.items():
        setattr(v, name, value)
    return v


def view_of(s: State, seat: int) -> View:
    """What faction ``seat`` may know; SPECTATOR sees public facts alone."""
    return View(s, seat)


def _card(card: int, knows: int) -> int:
    if card == NO_CARD or knows >> card & 1:
        return card
    return UNKNOWN


def _choice(value: int, may_see: bool) -> int:
    return value if may_see or value < 0 else SECRET


def _frame_for(entry: int, seat: int) -> int:
    """The agenda is public, but for a plundered card and the ace a hire would be paid with."""
    owner = seat_of(entry)
    step = step_of(entry)
    if step == PLUNDER and seat not in (owner, frame_player(entry)) and frame_loot(entry) >= 0:
        return with_loot(entry, UNKNOWN)
    if step == HIRING and seat != owner:
        return with_ace(entry, UNKNOWN)
    return entry
