"""Who answers for a seat while many games are played to learn from them."""

from typing import Final

LEARNER: Final = 0  # the network as it is, by lot; its choices are learned from
RIVAL: Final = 1  # an earlier network, by lot
GREEDY: Final = 2  # the network as it is, at its best
SAMPLED: Final = 3  # the network as it is, by lot, not learned from
BOT: Final = 4  # a bot, played by the actor itself
TEACHER: Final = 5  # a bot whose choices are to be imitated
BUSY: Final = 8  # nobody yet: bots are still deciding
IDLE: Final = 9  # nobody: there are no more games
