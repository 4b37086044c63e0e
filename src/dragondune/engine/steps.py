"""The table of steps: numbers that a state can hold, and the one name of each.

``rules/`` and ``factions/`` play them; ``Game.pending()``, the notation and the docs use these names.
"""

from typing import Final

SEQUENCE: Final = 0
PLACE: Final = 1
PREDICT: Final = 2
TURN_BEGINS: Final = 3
EMERGE: Final = 4
DRAGON_ACTS: Final = 5
DRAGON_MOVES: Final = 6
EVENT_CARDS: Final = 7
RED_DRAGON: Final = 8
RIDE: Final = 9
RED_STRIKE: Final = 10
COUNCIL: Final = 11
COUNCIL_TURN: Final = 12
PROPOSAL: Final = 13
EVENT_GOLD: Final = 14
BIDDING: Final = 15
AUCTION: Final = 16
BID: Final = 17
PAY: Final = 18
BIDDING_ENDS: Final = 19
RECRUITMENT: Final = 20
REVIVE: Final = 21
EARLY_DISBAND: Final = 22
DISBANDING: Final = 23
CONSCRIPT: Final = 24
HIRE: Final = 25
HIRING: Final = 26
MOVE: Final = 27
DISBAND: Final = 28
TURN_ENDS: Final = 29
INITIATIVE: Final = 30
TROLLS: Final = 31
HIDE: Final = 32
STATUS: Final = 33
LOSE: Final = 34
DENY: Final = 35
BATTLES: Final = 36
FIGHT: Final = 37
BLESS: Final = 38
QUESTIONS: Final = 39
ASK: Final = 40
ANSWER: Final = 41
PLANS: Final = 42
CHAOS: Final = 43
LEND: Final = 44
TREACHERY: Final = 45
EXCHANGE: Final = 46
RESOLVE: Final = 47
SPOILS: Final = 48
PLUNDER: Final = 49
COLLECTION: Final = 50
DISCARD: Final = 51
VICTORY: Final = 52
DECIDER: Final = 53
KEEP: Final = 54
SPEND: Final = 55
OPEN_ANSWER: Final = 56
SETUP: Final = 57
STEP_COUNT: Final = 58
NO_STEP: Final = -2  # what no list ever comes to

STEP_NAMES: Final = [
    "sequence",
    "place",
    "predict",
    "turn_begins",
    "emerge",
    "dragon_acts",
    "dragon_moves",
    "event_cards",
    "red_dragon",
    "ride",
    "red_strike",
    "council",
    "council_turn",
    "proposal",
    "event_gold",
    "bidding",
    "auction",
    "bid",
    "pay",
    "bidding_ends",
    "recruitment",
    "revive",
    "early_disband",
    "disbanding",
    "conscript",
    "hire",
    "hiring",
    "move",
    "disband",
    "turn_ends",
    "initiative",
    "trolls",
    "hide",
    "status",
    "lose",
    "deny",
    "battles",
    "fight",
    "bless",
    "questions",
    "ask",
    "answer",
    "plans",
    "chaos",
    "lend",
    "treachery",
    "exchange",
    "resolve",
    "spoils",
    "plunder",
    "collection",
    "discard",
    "victory",
    "decider",
    "keep",
    "spend",
    "open_answer",
    "setup",
]
# Other words for some: those of older positions, and shorter ones for ``at=``.
OTHER_NAMES: Final = {
    "late_disband": "disband",
    "choose_battle": "fight",
    "collect": "collection",
    "discards": "discard",
    "dragon": "dragon_acts",
    "event": "event_cards",
    "red": "red_dragon",
}


def step_named(word: str) -> int:
    """The step that bears this name; -1 where none does."""
    name = OTHER_NAMES.get(word, word)
    return STEP_NAMES.index(name) if name in STEP_NAMES else -1
