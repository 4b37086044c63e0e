"""Small questions that several chapters ask."""

from typing import Final

from dragondune.engine.pieces import bits, crowded_castles
from dragondune.ints import i64
from dragondune.model.actions import card_of
from dragondune.model.cards import ACE_MASK, BLACK_MASK, NO_CARD, RANK, RED, RED_MASK
from dragondune.model.factions import NOBODY
from dragondune.model.powers import HIDES
from dragondune.model.state import State
from dragondune.rules.reckoning import battle_cards

# answers: side * 3 + question; -1 while nothing was asked
COLOUR_ANSWER: Final = 0
NUMBER_ANSWER: Final = 1
VALUE_ANSWER: Final = 2


def bind_powers(s: State) -> None:
    """Powers of each faction with those of its alliance, which begin and end at once [B7], ruling 67."""
    powers: list[i64] = [0, 0, 0, 0]
    for f in range(4):
        ally = s.ally[f]
        powers[f] = s.rules.powers[f]
        if ally != NOBODY:
            powers[f] |= s.rules.ally_powers[ally]
    s.powers = powers


def player_at(s: State, place: i64) -> i64:
    """The player so many places after the first player in player order [A7]."""
    return s.order[(s.first + place) % len(s.order)]


def place_of(s: State, f: i64) -> i64:
    """How many places after the first player a player sits."""
    players = len(s.order)
    for place in range(players):
        if s.order[(s.first + place) % players] == f:
            return place
    return players


def next_player(s: State, f: i64) -> i64:
    """The player to the left round the table."""
    return player_at(s, place_of(s, f) + 1)


def playable(s: State, f: i64) -> i64:
    """The artifacts a faction may play in battle: aces only where they fight [D5]."""
    return battle_cards(s.rules, s.hand[f])


def cards_that_keep(s: State, f: i64, side: i64) -> i64:
    """The artifacts that keep a binding answer [EL3]; 0 when none may be played."""
    cards = playable(s, f)
    colour, value = s.answers[side * 3 + COLOUR_ANSWER], s.answers[side * 3 + VALUE_ANSWER]
    if colour >= 0:
        cards &= 0 if colour == 0 else RED_MASK if colour == RED else BLACK_MASK
    if value >= 0:
        kept: i64 = 0
        for card in range(52):
            if cards >> card & 1 and RANK[card] == value:
                kept |= 1 << card
        cards = kept
    return cards


def _promised(s: State, f: i64) -> i64:
    """The artifacts one of which an answer obliges to play [EL3], ruling 36; 0 without such a duty."""
    if f != s.attacker and f != s.defender:
        return 0
    side: i64 = 0 if f == s.attacker else 1
    if s.plans[side] >= 0:
        return 0
    if s.answers[side * 3 + COLOUR_ANSWER] <= 0 and s.answers[side * 3 + VALUE_ANSWER] <= 0:
        return 0
    return cards_that_keep(s, f, side)


def spare_cards(s: State, f: i64) -> i64:
    """The hand without the artifact that fights in the battle under way [V2]: it does no more.

    Before the plans that is the last one with which an answer given can be kept [EL3], ruling 36.
    """
    plan: i64 = -1
    if f == s.attacker:
        plan = s.plans[0]
    elif f == s.defender:
        plan = s.plans[1]
    if plan >= 0 and card_of(plan) != NO_CARD:
        return s.hand[f] & ~(1 << card_of(plan))
    promised = _promised(s, f)
    return s.hand[f] if promised & (promised - 1) else s.hand[f] & ~promised


def aces(s: State, f: i64) -> i64:
    """How many aces a faction has to spend."""
    promised = _promised(s, f)
    if promised & (promised - 1) and not promised & ~ACE_MASK:
        return bits(spare_cards(s, f) & ACE_MASK) - 1  # one of them has to stay
    return bits(spare_cards(s, f) & ACE_MASK)


def can_hide(s: State, f: i64, aces_spent: i64) -> bool:
    """Could this faction hide on arrival: free [EL8], or by an ace that is left [D4]?"""
    if s.powers[f] & HIDES:
        return True
    return bool(s.rules.ace_hides) and aces(s, f) > aces_spent


def shut_castles(s: State, f: i64, aces_spent: i64) -> i64:
    """The castles these units may not enter: full ones, unless they hide on arrival [B5], ruling 59."""
    crowded = crowded_castles(s, f)
    if not crowded or can_hide(s, f, aces_spent):
        return 0
    return crowded & ~s.hidm[f] if s.rules.uniform_stacks else crowded
