"""Actions as small integers: what a seat orders, never what happened.

Layout, low bits first: count (5) · elites (5) · destination (5) · origin (5) · card (6) ·
who (3) · kind (6). Amounts of gold use the ten low bits. The count stands lowest so that
"1 to n units" is a plain range of integers.
"""

from typing import Final

from dragondune.ints import i64

ELITE: Final = 32
TO: Final = 1 << 10
FROM: Final = 1 << 15
CARD: Final = 1 << 20
WHO: Final = 1 << 26
KIND: Final = 1 << 29

# no card, as a field value in place
NO_CARD_FIELD: Final = 63 << 20
# "Who" of a MOVE or DISBAND says which units of a mixed stack: 0 the open ones, HIDDEN the hidden
# ones, and from BOTH on some of each. Then count and elites are those of all of them, the card's
# place holds how many are hidden, and who is BOTH + the elites among these.
HIDDEN: Final = 1
BOTH: Final = 2
MOST_HIDDEN_ELITES: Final = 5  # as many as "who" has room for, and as a faction can have [G5]

PASS: Final = 0
PLACE: Final = 1
PREDICT: Final = 2
CARRY: Final = 3
STEER: Final = 4
DENY: Final = 5
RIDE: Final = 6
PROPOSE: Final = 7
ACCEPT: Final = 8
BREAK: Final = 9
BID: Final = 10
PAY_GOLD: Final = 11
PAY_ACE: Final = 12
PAY_RIGHT: Final = 13
EMERGE: Final = 14
REVIVE: Final = 15
DISBAND: Final = 16
CONSCRIPT: Final = 17
HIRE: Final = 18
RAISE: Final = 19
ACE_PLACE: Final = 20
EXTEND: Final = 21
SECOND_MOVE: Final = 22
MOVE: Final = 23
HIDE: Final = 24
COME_OUT: Final = 25
SPECIAL_REVIVE: Final = 26
WALLS: Final = 27
QUESTION: Final = 28
LOSE: Final = 29
FIGHT: Final = 30
ASK: Final = 31
ASK_BOTH: Final = 32
ANSWER_COLOUR: Final = 33
ANSWER_NUMBER: Final = 34
ANSWER_VALUE: Final = 35
BLESS: Final = 36
PLAN: Final = 37
BETRAY: Final = 38
CHAOS: Final = 39
TAKE: Final = 40
SELL: Final = 41
DISCARD: Final = 42
KEEP: Final = 43
LOOK: Final = 44
GIVE: Final = 45
TAKE_TURN: Final = 46
SPEND: Final = 47

KIND_NAMES: Final = [
    "pass",
    "place",
    "predict",
    "carry",
    "steer",
    "deny",
    "ride",
    "propose",
    "accept",
    "break",
    "bid",
    "pay-gold",
    "pay-ace",
    "pay-right",
    "emerge",
    "revive",
    "disband",
    "conscript",
    "hire",
    "raise",
    "ace-place",
    "extend",
    "second-move",
    "move",
    "hide",
    "come-out",
    "special-revive",
    "walls",
    "question",
    "lose",
    "fight",
    "ask",
    "ask-both",
    "answer-colour",
    "answer-number",
    "answer-value",
    "bless",
    "plan",
    "betray",
    "chaos",
    "take",
    "sell",
    "discard",
    "keep",
    "look",
    "give",
    "take-turn",
    "spend",
]


def could_be_action(number: int) -> bool:
    """Can an action have this number? Whatever reads one takes no larger integers."""
    return 0 <= number < 1 << 35


def kind_of(action: i64) -> i64:
    """What is ordered."""
    return action >> 29


def count_of(action: i64) -> i64:
    """How many units in all, elites included."""
    return action & 31


def elites_of(action: i64) -> i64:
    """How many of them are elite."""
    return action >> 5 & 31


def to_of(action: i64) -> i64:
    """The destination."""
    return action >> 10 & 31


def from_of(action: i64) -> i64:
    """The origin, or the territory meant."""
    return action >> 15 & 31


def card_of(action: i64) -> i64:
    """The card meant; 63 for none."""
    return action >> 20 & 63


def who_of(action: i64) -> i64:
    """The faction meant, or a small switch."""
    return action >> 26 & 7


def third_of(action: i64) -> i64:
    """The third number of a split, which may be left unsaid; -1 where it is."""
    return (action >> 10 & 1023) - 1


def without_third(action: i64) -> i64:
    """The same split with its third number left unsaid."""
    return action & ~(1023 << 10)


def open_and_hidden(opened: i64, hidden: i64) -> i64:
    """Some open and some hidden units of one stack, each given as units and elites."""
    return opened + hidden + (hidden & 31) * CARD + (BOTH + (hidden >> 5)) * WHO


def hidden_units_of(action: i64) -> i64:
    """How many of the units of a MOVE or DISBAND are hidden."""
    who = action >> 26 & 7
    if who < BOTH:
        return action & 31 if who == HIDDEN else 0
    return action >> 20 & 63


def hidden_elites_of(action: i64) -> i64:
    """How many of those hidden units are elite."""
    who = action >> 26 & 7
    if who < BOTH:
        return action >> 5 & 31 if who == HIDDEN else 0
    return who - BOTH


def amount_of(action: i64) -> i64:
    """An amount of gold."""
    return action & 1023


def sabotage_of(action: i64) -> i64:
    """The sabotaged artifact of a betrayal; 63 for none."""
    return action & 1023


def is_hidden(action: i64) -> bool:
    """Are the hidden units of a stack meant, and no others?"""
    return action >> 26 & 7 == HIDDEN
