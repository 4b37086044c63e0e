"""One standard deck: a card is ``suit * 13 + rank - 1``, a set of cards a 52-bit mask [A12, A13].

Aces and 2-6 are artifacts, 7-10 events, Jack a sabotaged artifact, Queen a usurper, King the
graveyard. Red suits are Fire, black suits Ice.
"""

from typing import Final

CLUBS: Final = 0
DIAMONDS: Final = 1
HEARTS: Final = 2
SPADES: Final = 3
NO_CARD: Final = 63

RED: Final = 1
BLACK: Final = 2

SUIT_SIGNS: Final = "♣♦♥♠"
SUIT_LETTERS: Final = "CDHS"
RANK_NAMES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JACK: Final = 11
QUEEN: Final = 12
KING: Final = 13


def card(suit: int, rank: int) -> int:
    """The card of this suit and rank (1 = ace … 13 = King)."""
    return suit * 13 + rank - 1


def _mask(ranks: range, suits: tuple[int, ...] = (0, 1, 2, 3)) -> int:
    return sum(1 << card(suit, rank) for suit in suits for rank in ranks)


SUIT: Final = tuple(index // 13 for index in range(52))
RANK: Final = tuple(index % 13 + 1 for index in range(52))
COLOUR: Final = tuple(RED if index // 13 in (1, 2) else BLACK for index in range(52))

ARTIFACTS: Final = tuple(card(suit, rank) for suit in range(4) for rank in range(1, 7))
EVENTS: Final = tuple(card(suit, rank) for suit in range(4) for rank in range(7, 11))
QUEENS: Final = tuple(card(suit, QUEEN) for suit in range(4))
JACKS: Final = tuple(card(suit, JACK) for suit in range(4))

ARTIFACT_MASK: Final = _mask(range(1, 7))
EVENT_MASK: Final = _mask(range(7, 11))
ACE_MASK: Final = _mask(range(1, 2))
SIX_MASK: Final = _mask(range(6, 7))
RED_MASK: Final = _mask(range(1, 14), (DIAMONDS, HEARTS))
BLACK_MASK: Final = _mask(range(1, 14), (CLUBS, SPADES))
ALL_CARDS: Final = (1 << 52) - 1


def card_name(index: int) -> str:
    """``10♥``; ``none`` for no card."""
    return RANK_NAMES[index % 13] + SUIT_SIGNS[index // 13] if 0 <= index < 52 else "none"


CARD_NAMES: Final = tuple(card_name(index) for index in range(52))
CARD_OF_NAME: Final = {name: index for index, name in enumerate(CARD_NAMES)} | {
    RANK_NAMES[index % 13] + SUIT_LETTERS[index // 13]: index for index in range(52)
}


def cards_in(mask: int) -> list[int]:
    """The cards of a set, lowest first."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
