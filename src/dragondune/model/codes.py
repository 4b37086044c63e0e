"""Small numbers that stand for words: what a position or an event says by them, here by name."""

from typing import Final

# How units are lost
BY_DRAGONS: Final = 1
BY_TROLL: Final = 2
BY_RED_DRAGON: Final = 3
IN_BATTLE: Final = 4
CAUSE_NAMES: Final = {
    BY_DRAGONS: "dragons",
    BY_TROLL: "troll",
    BY_RED_DRAGON: "red dragon",
    IN_BATTLE: "battle",
}

# What an ace may stop: the number of the denial [D6-D9], or the Goblins' ace [GO7]
AGAINST_QUESTION: Final = 6
AGAINST_RED_DRAGON: Final = 7
AGAINST_EARLY_DISBAND: Final = 8
AGAINST_EXCHANGE: Final = 9
AGAINST_HIRING: Final = 10
WINDOW_NAMES: Final = {
    AGAINST_QUESTION: "question",
    AGAINST_RED_DRAGON: "red dragon",
    AGAINST_EARLY_DISBAND: "early disband",
    AGAINST_EXCHANGE: "exchange",
    AGAINST_HIRING: "hiring",
}

# Ways of winning [VII]
THREE_CASTLES: Final = 1
ALLIED_CASTLES: Final = 2
BY_DEFAULT: Final = 3
MOST_CASTLES: Final = 4
DECIDED_IN_BATTLE: Final = 5
FIRST_IN_ORDER: Final = 6
PREDICTED: Final = 7
WAY_NAMES: Final = (
    "",
    "three castles",
    "allied castles",
    "default",
    "most castles",
    "decider on the Great Mountain",
    "first in player order",
    "prediction",
)

# How an artifact is paid for [III3]
WITH_GOLD: Final = 0
WITH_AN_ACE: Final = 1
WITH_A_RIGHT: Final = 2
PAYMENT_NAMES: Final = {WITH_GOLD: "gold", WITH_AN_ACE: "ace", WITH_A_RIGHT: "right"}

# How a contract ends [B6]
FULFILLED: Final = 1
ENDED_BY_ALL: Final = 2
LAPSED: Final = 3  # with a clause that could not be kept
ENDING_NAMES: Final = {FULFILLED: "fulfilled", ENDED_BY_ALL: "ended by all", LAPSED: "lapsed"}

# Why a bot plays for a person who may come back
RAN_OUT: Final = 1  # of time
LEFT: Final = 2
VOTED: Final = 3  # by the others
HOSTED: Final = 4  # by the host of the table
REASON_NAMES: Final = {RAN_OUT: "clock", LEFT: "left", VOTED: "vote", HOSTED: "host"}

# What is asked in battle: bit by bit, as ASK_COLOUR, ASK_NUMBER and ASK_VALUE of the ruleset
TOPIC_NAMES: Final = ("colour", "number", "value")
