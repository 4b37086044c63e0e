"""The whole position as plain numbers: it copies, compares and saves; it knows no rules.

Per-faction lists have four places, one per faction, whether it plays or not. Lists of 112 are
``faction * 28 + territory``. ``up`` counts all visible units, elites included; ``elite_up`` says
how many of them are elite; likewise for hidden units, graveyard and bank.

Copies share lists that are replaced and never changed in place (``ally``, ``powers``, ``fresh``,
``emerged``, ``predictions``, ``answers``, ``plans``, ``betrayals``, ``memory``, ``lacks``); where no elites are played their
lists hold zeros only and are shared too.

``contracts`` are the contracts in force, the oldest first, ``offers`` those on the table [B6]. ``live``
are the clauses that still bind somebody; ``bound``, ``moments`` and ``awaited`` say at which steps
whom they bind, at which they fall due and what they wait for. ``contracts/moments.py`` sets
them all together.

``knows[f]`` is the set of cards whose exact place faction ``f`` knows: its hand, what it was shown
and may remember, and everything public. It is the only source of what a view may show.
``lacks[f * 5 + place]`` are cards that ``f`` knows are not in a place (the four hands, then the piles),
though it may not know where they are; ``memory`` is what everybody has seen (``model/memory.py``).
"""

from dragondune.ints import i64
from dragondune.model.cards import NO_CARD
from dragondune.model.contracts import Clause, Contract
from dragondune.model.events import Log
from dragondune.model.factions import NOBODY
from dragondune.model.ruleset import Ruleset

INT_FIELDS = [
    "turn",
    "first",
    "round",
    "dragon",
    "trolls",
    "broken",
    "sale",
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
    "lent",
    "blessed",
    "combat_losses",
    "looked",
    "victor",
    "winners",
    "way",
    "draws",
    "script_at",
]
LIST_FIELDS = [
    "up",
    "hid",
    "elite_up",
    "elite_hid",
    "board_gold",
    "gold",
    "hand",
    "knows",
    "grave",
    "elite_grave",
    "bank",
    "elite_bank",
    "ally",
    "powers",
    "vis",
    "hidm",
    "kept",
    "fresh",
    "emerged",
    "predictions",
    "answers",
    "memory",
    "lacks",
    "plans",
    "betrayals",
    "deck",
    "discard",
    "event_deck",
    "event_discard",
    "stack",
]
OTHER_FIELDS = [
    "awaited",
    "bound",
    "contract_count",
    "contracts",
    "elites_played",
    "live",
    "log",
    "moments",
    "offers",
    "order",
    "sabotage",
    "script",
    "seed",
    "usurper",
    "watched",
]


class State:
    """One position. ``State(other)`` is an independent copy of it."""

    __slots__ = (*INT_FIELDS, *LIST_FIELDS, *OTHER_FIELDS, "rules")

    def __init__(self, src: "State | None" = None, rules: Ruleset | None = None) -> None:
        # One statement per field on purpose: this is the hottest code of any search.
        if src is not None:
            self.rules: Ruleset = src.rules
            self.order: tuple[int, ...] = src.order
            self.usurper: tuple[int, ...] = src.usurper
            self.sabotage: tuple[int, ...] = src.sabotage
            self.seed: str = src.seed
            self.script: list[list[int]] | None = src.script
            self.log: Log | None = None
            self.elites_played: bool = src.elites_played
            self.watched: bool = src.watched
            self.contract_count: i64 = src.contract_count
            self.contracts: tuple[Contract, ...] = src.contracts
            self.offers: tuple[Contract, ...] = src.offers
            self.live: tuple[Clause, ...] = src.live
            self.bound: tuple[int, ...] = src.bound
            self.moments: i64 = src.moments
            self.awaited: i64 = src.awaited
            self.turn: i64 = src.turn
            self.first: i64 = src.first
            self.round: i64 = src.round
            self.dragon: i64 = src.dragon
            self.trolls: i64 = src.trolls
            self.broken: i64 = src.broken
            self.sale: i64 = src.sale
            self.cards_left: i64 = src.cards_left
            self.bidder: i64 = src.bidder
            self.high_bid: i64 = src.high_bid
            self.high_bidder: i64 = src.high_bidder
            self.passes: i64 = src.passes
            self.proposed: i64 = src.proposed
            self.rights_used: i64 = src.rights_used
            self.hire_stopped: i64 = src.hire_stopped
            self.turns_taken: i64 = src.turns_taken
            self.disbanded: i64 = src.disbanded
            self.reach_bonus: i64 = src.reach_bonus
            self.moves_left: i64 = src.moves_left
            self.red_at: i64 = src.red_at
            self.event_first: i64 = src.event_first
            self.event_second: i64 = src.event_second
            self.steered: i64 = src.steered
            self.attacker: i64 = src.attacker
            self.defender: i64 = src.defender
            self.place: i64 = src.place
            self.miracles: i64 = src.miracles
            self.lent: i64 = src.lent
            self.blessed: i64 = src.blessed
            self.combat_losses: i64 = src.combat_losses
            self.looked: i64 = src.looked
            self.victor: i64 = src.victor
            self.winners: i64 = src.winners
            self.way: i64 = src.way
            self.draws: i64 = src.draws
            self.script_at: i64 = src.script_at
            self.up: list[i64] = src.up[:]
            self.hid: list[i64] = src.hid[:]
            self.board_gold: list[i64] = src.board_gold[:]
            self.gold: list[i64] = src.gold[:]
            self.hand: list[i64] = src.hand[:]
            self.knows: list[i64] = src.knows[:]
            self.grave: list[i64] = src.grave[:]
            self.bank: list[i64] = src.bank[:]
            self.ally: list[i64] = src.ally
            self.powers: list[i64] = src.powers
            self.vis: list[i64] = src.vis[:]
            self.hidm: list[i64] = src.hidm[:]
            self.kept: list[i64] = src.kept[:]
            self.fresh: list[i64] = src.fresh
            self.emerged: list[i64] = src.emerged
            self.predictions: list[i64] = src.predictions
            self.answers: list[i64] = src.answers
            self.memory: list[i64] = src.memory
            self.lacks: list[i64] = src.lacks
            self.plans: list[i64] = src.plans
            self.betrayals: list[i64] = src.betrayals
            self.deck: list[i64] = src.deck[:]
            self.discard: list[i64] = src.discard[:]
            self.event_deck: list[i64] = src.event_deck[:]
            self.event_discard: list[i64] = src.event_discard[:]
            self.stack: list[i64] = src.stack[:]
            if src.elites_played:
                self.elite_up: list[i64] = src.elite_up[:]
                self.elite_hid: list[i64] = src.elite_hid[:]
                self.elite_grave: list[i64] = src.elite_grave[:]
                self.elite_bank: list[i64] = src.elite_bank[:]
            else:
                self.elite_up = src.elite_up
                self.elite_hid = src.elite_hid
                self.elite_grave = src.elite_grave
                self.elite_bank = src.elite_bank
            return
        assert rules is not None
        self.rules = rules
        self.order = (0, 1, 2, 3)
        self.usurper = (NO_CARD, NO_CARD, NO_CARD, NO_CARD)
        self.sabotage = (NO_CARD, NO_CARD, NO_CARD, NO_CARD)
        self.seed = ""
        self.script = None
        self.log = None
        self.elites_played = any(rules.elites)
        self.watched = False
        self.contract_count = 0
        self.contracts = ()
        self.offers = ()
        self.live = ()
        self.bound = (0, 0, 0, 0)
        self.moments = 0
        self.awaited = 0
        self.turn = 0
        self.first = 0
        self.round = 0
        self.dragon = 1
        self.trolls = 0
        self.broken = 0
        self.sale = NO_CARD
        self.cards_left = 0
        self.bidder = 0
        self.high_bid = 0
        self.high_bidder = NOBODY
        self.passes = 0
        self.proposed = 0
        self.rights_used = 0
        self.hire_stopped = 0
        self.turns_taken = 0
        self.disbanded = 0
        self.reach_bonus = 0
        self.moves_left = 0
        self.red_at = -1
        self.event_first = NO_CARD
        self.event_second = NO_CARD
        self.steered = -1
        self.attacker = NOBODY
        self.defender = NOBODY
        self.place = 31
        self.miracles = 0
        self.lent = 0
        self.blessed = 0
        self.combat_losses = 0
        self.looked = 0
        self.victor = NOBODY
        self.winners = 0
        self.way = 0
        self.draws = 0
        self.script_at = 0
        self.up = [0] * 112
        self.hid = [0] * 112
        self.elite_up = [0] * 112
        self.elite_hid = [0] * 112
        self.board_gold = [0] * 28
        self.gold = [0, 0, 0, 0]
        self.hand = [0, 0, 0, 0]
        self.knows = [0, 0, 0, 0]
        self.grave = [0, 0, 0, 0]
        self.elite_grave = [0, 0, 0, 0]
        self.bank = [0, 0, 0, 0]
        self.elite_bank = [0, 0, 0, 0]
        self.ally = [NOBODY, NOBODY, NOBODY, NOBODY]
        self.powers = [0, 0, 0, 0]
        self.vis = [0, 0, 0, 0]
        self.hidm = [0, 0, 0, 0]
        self.kept = [0, 0, 0, 0]
        self.fresh = [0, 0, 0, 0]
        self.emerged = [0, 0, 0, 0]
        self.predictions = [-1, -1, -1, -1]
        self.answers = [-1] * 6
        self.memory = [0] * 60
        self.lacks = [0] * 20
        self.plans = [-1, -1]
        self.betrayals = [-1, -1]
        self.deck = []
        self.discard = []
        self.event_deck = []
        self.event_discard = []
        self.stack = []

    def copy(self) -> "State":
        """An independent copy that tells no events."""
        return State(self)

    def __copy__(self) -> "State":
        return State(self)

    def __reduce__(self) -> tuple[object, ...]:
        names = [*INT_FIELDS, *LIST_FIELDS, *OTHER_FIELDS]
        return restored_state, (self.rules, {name: getattr(self, name) for name in names})


def restored_state(rules: Ruleset, fields: dict[str, object]) -> State:
    """A position from its fields, as pickle brings them."""
    s = State(None, rules)
    for name, value in fields.items():
        setattr(s, name, value)
    return s
