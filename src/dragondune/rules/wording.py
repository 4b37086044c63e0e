"""Reasons that several chapters give in the same words when they refuse an action.

A refusal is told only to the one who tried, and says nothing that this seat does not know.
"""

from dragondune.ints import i64
from dragondune.model.actions import (
    count_of,
    elites_of,
    from_of,
    hidden_elites_of,
    hidden_units_of,
)
from dragondune.model.board import NAMES
from dragondune.model.cards import NO_CARD, RANK, card_name
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.plurals import count, units
from dragondune.model.refusal import Refusal
from dragondune.model.state import State
from dragondune.rules.common import shut_castles, spare_cards


def people(f: i64) -> str:
    """``the Orcs``."""
    return f"the {FACTION_NAMES[f].capitalize()}"


def holders(s: State, power: i64) -> str:
    """Who has a power in this game: ``the Elves``, ``the Elves and their ally``, or nobody."""
    own = [people(f) for f in range(4) if s.rules.powers[f] & power]
    lent = [f for f in range(4) if s.rules.ally_powers[f] & power]
    if not own:
        return " and ".join(f"{people(f)}' ally" for f in lent) or "nobody"
    return " and ".join(own) + (" and their ally" if lent else "")


def without(rule: str, what: str) -> Refusal:
    """An option that this table does not play with."""
    return Refusal(rule, f"This game is played without {what}.")


# --- cards ---------------------------------------------------------------------------------


def not_held(card: i64, rule: str) -> Refusal:
    """A card that is not in the player's hand, or none at all where one has to be named."""
    if card > 51:
        return Refusal(rule, "Name the card you mean.")
    return Refusal(rule, f"You do not hold the {card_name(card)}.")


def wrong_ace(s: State, f: i64, card: i64, rule: str) -> Refusal | None:
    """Why this card cannot be discarded as an ace; None when it can."""
    if card == NO_CARD or card > 51:
        return Refusal(rule, "Name the ace you discard.")
    if RANK[card] != 1:
        return Refusal(rule, f"The {card_name(card)} is not an ace.")
    if not s.hand[f] >> card & 1:
        return Refusal(rule, f"You do not hold the {card_name(card)}.")
    if not spare_cards(s, f) >> card & 1:
        return Refusal(rule, f"The {card_name(card)} is bound to this battle.")
    return None


# --- units ---------------------------------------------------------------------------------


def wrong_count(
    s: State, rule: str, asked: i64, asked_elites: i64, have: i64, elites: i64, where: str
) -> Refusal | None:
    """Why so many units, so many of them elite, cannot be taken from where ``have`` are."""
    if asked == 0:
        return Refusal(rule, "Say how many units: at least one.")
    if asked > have:
        return Refusal(rule, f"You have {units(have)} {where}.")
    return wrong_elites(s, asked, asked_elites, have, elites, where)


def wrong_elites(
    s: State, asked: i64, asked_elites: i64, have: i64, elites: i64, where: str
) -> Refusal | None:
    """DW4, O4: elite and ordinary units are told apart wherever both stand."""
    if asked_elites and not any(s.rules.elites):
        return without("O4", "elite units")
    if asked_elites > elites:
        return Refusal("DW4", f"You have {count(elites, 'elite unit')} {where}.")
    if asked - asked_elites > have - elites:
        return Refusal("DW4", f"You have {count(have - elites, 'ordinary unit')} {where}.")
    return None


def wrong_stack(s: State, f: i64, action: i64, rule: str) -> Refusal | None:
    """Why no such units, open or hidden as a move or a disbanding says, can leave a place [EL9]."""
    t, hidden, unseen = from_of(action), hidden_units_of(action), hidden_elites_of(action)
    n, elites, at = count_of(action) - hidden, elites_of(action) - unseen, f * 28 + t
    if n and hidden and s.rules.uniform_stacks:
        return Refusal("EL9", "Your units in a territory are all in sight or all hidden.")
    refusal = None
    if n or not hidden:
        where = f"in sight {at_place(t)}"
        refusal = wrong_count(s, rule, n, elites, s.up[at], s.elite_up[at], where)
    if refusal is None and hidden:
        where = f"hidden {at_place(t)}"
        refusal = wrong_count(s, rule, hidden, unseen, s.hid[at], s.elite_hid[at], where)
    return refusal


def at_place(t: i64) -> str:
    """``in 10★``."""
    return f"in {NAMES[t]}" if t < 28 else "there"


def full_castle(s: State, f: i64, t: i64, spent: i64) -> Refusal | None:
    """B5: two others stand there visibly, and nothing is left that would hide these units."""
    if t > 27 or not shut_castles(s, f, spent) >> t & 1:
        return None
    if not shut_castles(s, f, 0) >> t & 1:
        return Refusal("B5", "The castle is full, and the ace you spend cannot hide units too.")
    return Refusal("B5", "The castle is full: two other players have units there.")
