"""Why something of a battle is not done now [V1-V7, EL3, EL6, O5, O9, OR11, O3]."""

from dragondune.engine.steps import (
    ANSWER,
    ASK,
    BATTLES,
    BLESS,
    CHAOS,
    DECIDER,
    FIGHT,
    LEND,
    PLANS,
    PLUNDER,
    TREACHERY,
)
from dragondune.model import powers
from dragondune.model.actions import card_of
from dragondune.model.cards import NO_CARD, RANK
from dragondune.model.choices import BLESSING, CHAOS_CAME
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.plurals import units
from dragondune.model.refusal import Refusal
from dragondune.model.ruleset import CHAOS_MONSTER, PLUNDER_FOR_VALUE
from dragondune.model.state import State
from dragondune.rules.battle import fighter, side_of
from dragondune.rules.moments import here, in_battle, pending
from dragondune.rules.wording import holders, without

LOSSES_BEFORE_BLESSING = 3


def fight(s: State, f: int, action: int) -> Refusal | None:
    """V1."""
    if here(s, f, FIGHT):
        return None
    if pending(s, DECIDER):
        return Refusal("VII3", "In the decider the tied players fight by themselves, in order.")
    if not pending(s, BATTLES):
        return Refusal("V1", "Battles are fought in the battle round.")
    if pending(s, FIGHT, f):
        return Refusal("V1", "The battle you have begun has to be settled first.")
    return Refusal("V1", "It is not your turn to attack.")


# --- before the plans ----------------------------------------------------------------------


def ask(s: State, f: int, action: int) -> Refusal | None:
    """EL3, EL7."""
    if not s.powers[f] & (powers.ASKS | powers.ASKS_FOR_ALLY):
        return Refusal("EL3", f"Only {holders(s, powers.ASKS)} ask a battle question.")
    return _question_time(s, f, "EL3")


def ask_both(s: State, f: int, action: int) -> Refusal | None:
    """EL6 from `r2` on."""
    if holders(s, powers.ACE_ASKS_BOTH) == "nobody":
        return Refusal("EL6", "No ace asks a second battle question in this game.")
    if not s.powers[f] & powers.ACE_ASKS_BOTH:
        who = holders(s, powers.ACE_ASKS_BOTH)
        return Refusal("EL6", f"Only {who} ask both battle questions with an ace.")
    return _question_time(s, f, "EL6")


def _question_time(s: State, f: int, rule: str) -> Refusal | None:
    if here(s, f, ASK):
        return None
    if pending(s, ASK, f):
        return Refusal(rule, "You cannot ask while another question is still open.")
    for g in s.order:
        if pending(s, ASK, g):
            who = FACTION_NAMES[g].capitalize()
            return Refusal(
                rule, f"Only those who fight may ask: this question is for the {who} to ask."
            )
    return Refusal(rule, "Battle questions are asked before the planning begins, not now.")


def answer(s: State, f: int, action: int) -> Refusal | None:
    """EL3."""
    if here(s, f, ANSWER):
        return None
    return Refusal("EL3", "No battle question is waiting for your answer.")


def bless(s: State, f: int, action: int) -> Refusal | None:
    """O5."""
    if holders(s, powers.BLESSED) == "nobody":
        return without("O5", "the Elven blessing")
    if not s.powers[f] & powers.BLESSED:
        return Refusal("O5", f"Only {holders(s, powers.BLESSED)} bless a battle.")
    if here(s, f, BLESS):
        return None
    if s.turn and s.blessed == s.turn:
        return Refusal("O5", "You have already blessed a battle this turn.")
    if s.combat_losses < LOSSES_BEFORE_BLESSING:
        lost = units(s.combat_losses)
        return Refusal("O5", f"A blessing needs three units lost in battle; you have lost {lost}.")
    return Refusal("O5", "You bless a battle of your own at its start, before the plans are made.")


# --- plans and after -----------------------------------------------------------------------


def plan(s: State, f: int, action: int) -> Refusal | None:
    """V2, D5."""
    card = card_of(action)
    if card < 52 and RANK[card] == 1 and not s.rules.ace_fights:
        return Refusal("D5", "An ace does not count as an artifact in battle.")
    if here(s, f, PLANS):
        return None
    if not in_battle(s, f):
        return Refusal("V2", "You are not in a battle that needs a plan now.")
    if s.plans[side_of(s, f)] >= 0:
        return Refusal("V2", "You have made your plan for this battle, and it stands.")
    return Refusal("V2", "Plans are made once the battle questions are over.")


def _shown(s: State) -> bool:
    return s.plans[0] >= 0 and s.plans[1] >= 0


def betray(s: State, f: int, action: int) -> Refusal | None:
    """V7."""
    if here(s, f, TREACHERY, LEND):
        return None
    if not in_battle(s, f):
        return Refusal("V7", "You are not in a battle in which you could declare treachery now.")
    if not _shown(s):
        return Refusal("V7", "Treachery is declared after both plans are shown.")
    return _no_treachery(s, f)


def _no_treachery(s: State, f: int) -> Refusal:
    side = side_of(s, f)
    if s.miracles & CHAOS_CAME:
        return Refusal("O9", "The chaos monster has come: it is too late for treachery here.")
    if s.betrayals[side] >= 0:
        return Refusal("V7", "You have already decided about treachery in this battle.")
    if card_of(s.plans[1 - side]) == NO_CARD:
        return Refusal("V7", "Your opponent played no artifact that could be sabotaged.")
    if s.miracles & BLESSING and s.powers[fighter(s, 1 - side)] & powers.BLESSED:
        return Refusal("O5", "The blessing keeps your opponent safe from treachery.")
    return Refusal("V7", "It is not your turn to declare treachery.")


def chaos(s: State, f: int, action: int) -> Refusal | None:
    """O9."""
    if not s.rules.special[CHAOS_MONSTER]:
        return without("O9", "the chaos monster")
    if here(s, f, CHAOS):
        return None
    if not in_battle(s, f):
        return Refusal("O9", "You are not in a battle to which you could call the monster now.")
    if not _shown(s):
        return Refusal("O9", "The chaos monster is called after both plans are shown.")
    if s.miracles & CHAOS_CAME:
        return Refusal("O9", "The chaos monster has already come.")
    if not (_six(s.plans[0]) or _six(s.plans[1])):
        return Refusal("O9", "No six was played in this battle, so no monster can be called.")
    return Refusal("O9", "It is not your turn to call the chaos monster.")


def _six(made: int) -> bool:
    return card_of(made) != NO_CARD and RANK[card_of(made)] == 6


def plunder(s: State, f: int, action: int) -> Refusal | None:
    """OR11 in `first`, O3 later."""
    rule = "OR11" if s.rules.plunder == PLUNDER_FOR_VALUE else "O3"
    if holders(s, powers.PLUNDERS) == "nobody":
        return without(rule, "plunder")
    if not s.powers[f] & powers.PLUNDERS:
        return Refusal(rule, f"Only {holders(s, powers.PLUNDERS)} plunder.")
    if here(s, f, PLUNDER):
        return None
    return Refusal(rule, "You may plunder only right after a battle you have won.")
