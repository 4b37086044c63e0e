"""Who answers for a seat while many games are played to learn from them.

A game's label tells when it has ended what was wanted of it: three bits for who answered for each
faction, three for the kind of table, one for the newest edition as it is with four players.
"""

from typing import Final

LEARNER: Final = 0  # the network as it is, by lot; its choices are learned from
RIVAL: Final = 1  # an earlier network, by lot
GREEDY: Final = 2  # the network as it is, at its best
SAMPLED: Final = 3  # the network as it is, by lot, not learned from
BOT: Final = 4  # a bot, played by the actor itself
TEACHER: Final = 5  # a bot whose choices are to be imitated
IMITATOR: Final = 6  # a network that imitates stewards, by lot: quicker than they are
BUSY: Final = 8  # nobody yet: bots are still deciding
IDLE: Final = 9  # nobody: there are no more games


def label_of(players: list[int], kind: int, newest: bool) -> int:
    """The label of a game."""
    seats = sum(player << 3 * f for f, player in enumerate(players))
    return seats | kind << 12 | int(newest) << 18


def player_in(label: int, faction: int) -> int:
    """Who answered for a faction."""
    return label >> 3 * faction & 7


def table_kind(label: int) -> int:
    """Which kind of table it was."""
    return label >> 12 & 7


def is_newest(label: int) -> bool:
    """Was it the newest edition as it is, with four players?"""
    return bool(label >> 18)
