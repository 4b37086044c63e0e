"""What everybody at the table has seen and may remember, as one row of numbers (``State.memory``).

Bids and prices, answers to battle questions, hands that were shown and treachery that nobody
declared. All of it is public: a view shows it to every seat and to spectators.
"""

from typing import Final

from dragondune.ints import i64
from dragondune.model.state import State

BID_NOW: Final = 0  # by faction: its highest bid for the card on sale
PAID: Final = 4  # by faction: what it bid for the last artifact it bought
PAID_BEFORE: Final = 8  # by faction: and for the one before that
BOUGHT: Final = 12  # by faction: artifacts it has bought
TOLD_COLOUR: Final = 16  # by faction: its last answer about a colour, plus one
TOLD_VALUE: Final = 20  # by faction: its last answer about a value, plus one
TOLD_TURN: Final = 24  # by faction: the turn of its last answer
SILENT: Final = 28  # faction * 4 + opponent: suits played in battles where it did not betray it
SHOWN: Final = 44  # faction * 4 + other: how many cards of its hand it showed when it last did
MEMORY: Final = 60

PILES: Final = 4  # of ``State.lacks``: after the four hands deck, card on sale and discard
PLACES: Final = 5


def remember(s: State, place: i64, number: i64) -> None:
    """Note a number; copies of a position share the row, so it is replaced."""
    row = s.memory[:]
    row[place] = number
    s.memory = row


def remember_bid(s: State, f: i64, gold: i64) -> None:
    """A bid for the card on sale [III2]."""
    remember(s, BID_NOW + f, gold)


def remember_sale(s: State) -> None:
    """Another card comes on sale, or none any more: earlier bids are over [III1]."""
    row = s.memory[:]
    for f in range(4):
        row[BID_NOW + f] = 0
    s.memory = row


def remember_purchase(s: State, f: i64, gold: i64) -> None:
    """An artifact is bought at the bid that won it [III3]."""
    row = s.memory[:]
    row[PAID_BEFORE + f] = row[PAID + f]
    row[PAID + f] = gold
    row[BOUGHT + f] += 1
    s.memory = row


def remember_answer(s: State, f: i64, first: i64, answer: i64) -> None:
    """An answer to a battle question [EL3]; ``first`` is TOLD_COLOUR or TOLD_VALUE."""
    row = s.memory[:]
    row[first + f] = answer + 1
    row[TOLD_TURN + f] = s.turn
    s.memory = row


def remember_silence(s: State, f: i64, g: i64, suit: i64) -> None:
    """Faction ``f`` did not betray ``g``, who played an artifact of this suit [V7]."""
    remember(s, SILENT + f * 4 + g, s.memory[SILENT + f * 4 + g] | 1 << suit)


def remember_shown(s: State, f: i64, g: i64, cards: i64) -> None:
    """Faction ``f`` has shown ``g`` so many cards of its hand [EL2, B6]."""
    remember(s, SHOWN + f * 4 + g, cards)


# --- where a card is not -------------------------------------------------------------------


def notice_absence(s: State, seat: i64, place: i64, cards: i64) -> None:
    """A seat has learned that these cards are not in a hand, or not among the piles."""
    row = s.lacks[:]
    row[seat * PLACES + place] |= cards
    s.lacks = row


def notice_gain(s: State, f: i64, card: i64, source: i64) -> None:
    """A card came into a hand from the piles, or from another hand.

    Who did not see which one knows only of those cards that they were in neither place.
    """
    row = s.lacks[:]
    for seat in range(4):
        at = seat * PLACES + f
        if s.knows[seat] >> card & 1:
            row[at] &= ~(1 << card)
        else:
            row[at] &= row[seat * PLACES + source]
    s.lacks = row


def notice_discard(s: State, card: i64) -> None:
    """A card lies on the discard: from now on it may be among the piles."""
    row = s.lacks[:]
    for seat in range(4):
        row[seat * PLACES + PILES] &= ~(1 << card)
    s.lacks = row


def notice_theft(s: State, seat: i64, victim: i64, thief: i64, known: i64) -> None:
    """A seat knew these cards of a hand of which one was stolen, it does not know which [OR11].

    Each is with the victim or with the thief, and nowhere else.
    """
    row = s.lacks[:]
    for place in range(PLACES):
        at = seat * PLACES + place
        if place != victim and place != thief:
            row[at] |= known
    row[seat * PLACES + thief] &= row[seat * PLACES + victim] & ~known
    s.lacks = row
