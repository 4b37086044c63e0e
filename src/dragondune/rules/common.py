"""Small questions that several chapters ask."""

from dragondune.engine.pieces import bits, has_room
from dragondune.ints import i64
from dragondune.model.cards import ACE_MASK
from dragondune.model.factions import NOBODY
from dragondune.model.powers import HIDES
from dragondune.model.state import State


def bind_powers(s: State) -> None:
    """Powers of each faction with those of its alliance, which begin and end at once [B7]."""
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


def aces(s: State, f: i64) -> i64:
    """How many aces a faction holds."""
    return bits(s.hand[f] & ACE_MASK)


def can_hide(s: State, f: i64, aces_spent: i64) -> bool:
    """Could this faction hide on arrival: free [EL8], or by an ace that is left [D4]?"""
    if s.powers[f] & HIDES:
        return True
    return bool(s.rules.ace_hides) and aces(s, f) > aces_spent


def may_enter(s: State, f: i64, t: i64, aces_spent: i64) -> bool:
    """A full castle is entered only by units that hide on arrival [B5], ruling 59."""
    if has_room(s, f, t):
        return True
    if s.rules.uniform_stacks and s.hid[f * 28 + t]:
        return True
    return can_hide(s, f, aces_spent)


def shut_castles(s: State, f: i64, aces_spent: i64) -> i64:
    """The castles these units may not enter at all."""
    shut: i64 = 0
    for t in (2, 6, 9, 17, 23):
        if not may_enter(s, f, t, aces_spent):
            shut |= 1 << t
    return shut
