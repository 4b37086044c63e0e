"""Treachery as a secret worth keeping: declared, it is known to the table for good [V7].

Who always declares what the cards allow tells the opponent, whenever nothing is declared, which
suits are safe to play. So where a battle is won in any case, what treachery would save now is held
against what a surprise may bring later, and where the two are near each other lots decide.
"""

from typing import Final

from dragondune.bots.steward.battle_plans import Battle, treachery_risk
from dragondune.bots.steward.small_decisions import shown_lead
from dragondune.bots.steward.weights import Weights
from dragondune.model.actions import card_of, count_of, sabotage_of
from dragondune.model.cards import COLOUR, NO_CARD, RANK
from dragondune.views.view import View

MEETS: Final = 0.3  # odds, each turn to come, of another battle with the same opponent
SAME_SUIT: Final = 0.25  # odds that it plays the same suit there, unwarned
LATER_UNITS: Final = 3  # units that are saved, and as many that die, in such a battle
CLOSE: Final = 2.0  # within this much, either way, lots decide


def declare_odds(view: View, w: Weights, betrayal: int) -> float:
    """How often to declare this treachery: 1 where the battle hangs on it or nothing is secret."""
    foe = view.defender if view.attacker == view.seat else view.attacker
    if shown_lead(view) < 0 or not _is_secret(view, betrayal):
        return 1.0
    better = _saved_now(view, w, foe) - _worth_later(view, w)
    return min(1.0, max(0.0, 0.5 + better / (2 * CLOSE)))


def _is_secret(view: View, betrayal: int) -> bool:
    """Are both cards this seat's own, and not both known to the table?"""
    queen, jack = card_of(betrayal), sabotage_of(betrayal)
    own = {view.usurper[view.seat], view.sabotage[view.seat]}
    return own == {queen, jack} and not (view.public >> queen & 1 and view.public >> jack & 1)


def _saved_now(view: View, w: Weights, foe: int) -> float:
    """What treachery brings in a battle that is won without it."""
    battle = Battle(view, w)
    side = 0 if view.attacker == view.seat else 1
    mine, theirs = view.plans[side], view.plans[1 - side]
    sent, card, other = int(count_of(mine)), card_of(mine), card_of(theirs)
    saved = view.rules.treachery_gold * w.gold + sent * (w.unit - w.grave_unit)
    if sent >= battle.mine:
        saved += battle.hold  # the last unit there would fall with its victory
    if card != NO_CARD and COLOUR[card] == COLOUR[other] and RANK[card] >= RANK[other]:
        saved += 0.35 * RANK[card] * w.gold  # V4 would take it
    # Whoever is betrayed as well loses everything, unless it betrays too: then both do.
    return saved + treachery_risk(view, foe, card) * (battle.theirs * w.kill - battle.lost)


def _worth_later(view: View, w: Weights) -> float:
    """What the surprise may bring in the turns that are left."""
    turns = view.rules.turns - view.turn
    comes = 1 - (1 - MEETS * SAME_SUIT) ** turns
    units = LATER_UNITS * (w.unit - w.grave_unit + w.kill)
    return comes * (w.castle + units + view.rules.treachery_gold * w.gold)
