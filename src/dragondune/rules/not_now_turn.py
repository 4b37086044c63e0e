"""Why something of a player's recruitment turn is not done now [IV1-IV7, B9, D2-D4, O7-O12]."""

from dragondune.engine.steps import (
    CONSCRIPT,
    DISBAND,
    EARLY_DISBAND,
    HIDE,
    HIRE,
    HIRING,
    INITIATIVE,
    MOVE,
    RECRUITMENT,
    REVIVE,
    SPEND,
    STATUS,
)
from dragondune.model import powers
from dragondune.model.actions import card_of
from dragondune.model.board import OF_NUMBER
from dragondune.model.cards import NO_CARD, RANK
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.refusal import Refusal
from dragondune.model.ruleset import (
    ACE_ONE_FURTHER,
    ACE_SECOND_MOVE,
    BREAK_WALLS,
    EMPTY_GRAVES,
    EXTRA_MOVE,
    HONEST_QUESTION,
)
from dragondune.model.state import State
from dragondune.rules.moments import (
    here,
    in_any_step,
    not_your_turn,
    out_of_step,
    own_turn,
    pending,
    turn_at,
)
from dragondune.rules.wording import holders, people, without


def _on_board(s: State, f: int) -> int:
    return int(s.vis[f] | s.hidm[f])


def _empty_bank(s: State, f: int) -> Refusal | None:
    if own_turn(s, f) and not s.bank[f]:
        return Refusal("A2", "Your bank is empty: there are no units to place.")
    return None


# --- graveyard and conscripts --------------------------------------------------------------


def revive(s: State, f: int, action: int) -> Refusal | None:
    """IV1."""
    if own_turn(s, f) and not s.grave[f]:
        return Refusal("IV1", "Your graveyard is empty.")
    if here(s, f, REVIVE):
        return None
    return out_of_step(s, f, "IV1", REVIVE, "Taking units out of the graveyard")


def conscript(s: State, f: int, action: int) -> Refusal | None:
    """IV3."""
    refusal = _empty_bank(s, f)
    if refusal is not None:
        return refusal
    if own_turn(s, f) and not _on_board(s, f):
        return Refusal("IV3", "You have no units on the board that conscripts could join.")
    if own_turn(s, f) and not _on_board(s, f) & ~OF_NUMBER[s.dragon]:
        return Refusal(
            "I4", "All your units stand with the dragon marker, and nobody recruits there."
        )
    if here(s, f, CONSCRIPT):
        return None
    return out_of_step(s, f, "IV3", CONSCRIPT, "Conscripting")


# --- mercenaries and raised units ----------------------------------------------------------


def hire(s: State, f: int, action: int) -> Refusal | None:
    """IV4, OR1, GO7."""
    if not s.powers[f] & powers.HIRES:
        return Refusal("OR1", _no_mercenaries(s, f))
    if s.hire_stopped >> f & 1:
        return Refusal("GO7", "The Goblins stopped you: you cannot hire this turn.")
    rule = "OR1" if s.powers[f] & powers.RAISES else "IV4"
    return _from_the_bank(s, f, rule, "Hiring")


def _no_mercenaries(s: State, f: int) -> str:
    """GO8: where the Goblins lend that power, even those hire who otherwise may not."""
    sentence = f"The {FACTION_NAMES[f].capitalize()} hire no mercenaries"
    lenders = [people(g) for g in range(4) if s.rules.ally_powers[g] & powers.HIRES]
    return f"{sentence} unless {lenders[0]} are their ally." if lenders else f"{sentence}."


def raise_units(s: State, f: int, action: int) -> Refusal | None:
    """OR1."""
    if not s.powers[f] & powers.RAISES:
        return Refusal("OR1", f"Only {holders(s, powers.RAISES)} raise units free of charge.")
    return _from_the_bank(s, f, "OR1", "Raising units")


def ace_place(s: State, f: int, action: int) -> Refusal | None:
    """EL6 in `first`."""
    if holders(s, powers.ACE_PLACES) == "nobody":
        return Refusal("EL6", "Aces do not place units in this game.")
    if not s.powers[f] & powers.ACE_PLACES:
        return Refusal("EL6", f"Only {holders(s, powers.ACE_PLACES)} place units with an ace.")
    return _from_the_bank(s, f, "EL6", "Placing units with an ace")


def _from_the_bank(s: State, f: int, rule: str, doing: str) -> Refusal | None:
    refusal = _empty_bank(s, f)
    if refusal is not None:
        return refusal
    if here(s, f, HIRE):
        return None
    if pending(s, HIRING, f):
        return Refusal(rule, "Your hire is announced, and the Goblins have not answered yet.")
    return out_of_step(s, f, rule, HIRE, doing)


# --- movement ------------------------------------------------------------------------------


def move(s: State, f: int, action: int) -> Refusal | None:
    """IV5, B9."""
    if own_turn(s, f) and not _on_board(s, f):
        return Refusal("IV5", "You have no units on the board to move.")
    if here(s, f, MOVE):
        return None
    if turn_at(s, f) > s.rules.recruit_steps.index(MOVE) and not s.moves_left:
        return Refusal("B9", "You have already moved this turn.")
    return out_of_step(s, f, "IV5", MOVE, "Moving")


def extend(s: State, f: int, action: int) -> Refusal | None:
    """D3 from `r2` on."""
    if s.rules.ace_moves != ACE_ONE_FURTHER:
        return Refusal("D3", "In this game an ace buys a second movement, not a longer one.")
    return None if here(s, f, MOVE) else out_of_step(s, f, "D3", MOVE, "Moving farther with an ace")


def second_move(s: State, f: int, action: int) -> Refusal | None:
    """D3 in `first`, and O7, which names no ace."""
    if card_of(action) == NO_CARD and s.rules.special[EXTRA_MOVE]:
        return None if here(s, f, MOVE) else out_of_step(s, f, "O7", MOVE, "A second movement")
    if card_of(action) == NO_CARD and s.rules.ace_moves != ACE_SECOND_MOVE:
        return without("O7", "a second movement for special cards")
    if s.rules.ace_moves != ACE_SECOND_MOVE:
        return Refusal(
            "D3", "In this game an ace makes a movement longer; it does not buy a second one."
        )
    return None if here(s, f, MOVE) else out_of_step(s, f, "D3", MOVE, "A second movement")


def spend(s: State, f: int, action: int) -> Refusal | None:
    """O7-O12: choosing the aces that a special action costs."""
    if here(s, f, SPEND):
        return None
    if not any(s.rules.special):
        return without("O7", "special actions for cards")
    return Refusal("O7", "You have no special action to pay for now.")


# --- disbanding ----------------------------------------------------------------------------


def disband(s: State, f: int, action: int) -> Refusal | None:
    """IV2, IV6, GO5."""
    late = bool(s.powers[f] & powers.LATE_DISBAND)
    if own_turn(s, f) and s.disbanded:
        return Refusal("IV6" if late else "IV2", "You have already disbanded units this turn.")
    if own_turn(s, f) and not _on_board(s, f):
        return Refusal("IV6" if late else "IV2", "You have no units on the board to disband.")
    if here(s, f, EARLY_DISBAND) or (late and here(s, f, DISBAND)):
        return None
    if not late:
        return out_of_step(s, f, "GO5", EARLY_DISBAND, "Disbanding")
    return _too_early(s, f)


def _too_early(s: State, f: int) -> Refusal:
    """GO5: who disbands early may still do so; all others wait for the end of their turn."""
    early = s.rules.recruit_steps.index(EARLY_DISBAND)
    if s.powers[f] & powers.EARLY_DISBAND and 0 <= turn_at(s, f) <= early:
        return out_of_step(s, f, "IV2", EARLY_DISBAND, "Disbanding")
    return out_of_step(s, f, "IV6", DISBAND, "Disbanding")


# --- hiding --------------------------------------------------------------------------------


def hide(s: State, f: int, action: int) -> Refusal | None:
    """EL8, D4."""
    if here(s, f, HIDE):
        return None
    trolls = " or meet a troll" if s.rules.hides_from_troll else ""
    moment = f"Units hide when they come to share a territory{trolls}, and at no other time."
    if s.powers[f] & powers.HIDES:
        return Refusal("EL8", moment)
    if s.rules.ace_hides:
        return Refusal("D4", moment)
    return Refusal("EL8", f"Only {holders(s, powers.HIDES)} hide units in this game.")


def come_out(s: State, f: int, action: int) -> Refusal | None:
    """EL5."""
    if here(s, f, STATUS):
        return None
    return Refusal("EL5", "Only hidden units that have just moved come out this way.")


# --- special actions -----------------------------------------------------------------------


def special_revive(s: State, f: int, action: int) -> Refusal | None:
    """DW5, O12."""
    card = card_of(action)
    rule = "DW5" if card != NO_CARD and card < 52 and RANK[card] == 1 else "O12"
    refusal = _no_ace_revives(s, f) if rule == "DW5" else None
    if rule == "O12" and not s.rules.special[EMPTY_GRAVES]:
        refusal = without("O12", "units out of the graveyard for a six")
    if refusal is not None:
        return refusal
    if own_turn(s, f) and not s.grave[f]:
        return Refusal(rule, "Your graveyard is empty.")
    return in_any_step(s, f, rule, "Taking units out of the graveyard with a card")


def _no_ace_revives(s: State, f: int) -> Refusal | None:
    if holders(s, powers.ACE_REVIVES) == "nobody":
        return Refusal("DW5", "Aces do not take units out of the graveyard in this game.")
    if s.powers[f] & powers.ACE_REVIVES:
        return None
    who = holders(s, powers.ACE_REVIVES)
    return Refusal("DW5", f"Only {who} take units out of the graveyard with an ace.")


def walls(s: State, f: int, action: int) -> Refusal | None:
    """O10."""
    if not s.rules.special[BREAK_WALLS]:
        return without("O10", "breaking castle walls")
    return in_any_step(s, f, "O10", "Breaking walls")


def question(s: State, f: int, action: int) -> Refusal | None:
    """O8."""
    if not s.rules.special[HONEST_QUESTION]:
        return without("O8", "questions that are answered honestly")
    return in_any_step(s, f, "O8", "Such a question")


def take_turn(s: State, f: int, action: int) -> Refusal | None:
    """O6."""
    if holders(s, powers.INITIATIVE) == "nobody":
        return without("O6", "the Goblins' initiative")
    if not s.powers[f] & powers.INITIATIVE:
        return Refusal("O6", f"Only {holders(s, powers.INITIATIVE)} choose when their turn comes.")
    if here(s, f, INITIATIVE):
        return None
    if own_turn(s, f):
        return Refusal("O6", "Your turn has already begun.")
    if pending(s, RECRUITMENT) and not s.turns_taken >> f & 1:
        return Refusal("O6", "You take your turn between two other turns, not during one.")
    return not_your_turn(s, f, "O6", "The initiative")
