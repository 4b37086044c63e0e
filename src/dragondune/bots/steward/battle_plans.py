"""A steward's battles: plans weighed by exact arithmetic over what the opponent may hold and send."""

from typing import Final

from dragondune.bots.steward.chances import castle_worth, feared, unseen_artifacts
from dragondune.bots.steward.weights import Weights
from dragondune.model import actions as act
from dragondune.model.actions import card_of, count_of, elites_of, kind_of
from dragondune.model.board import CASTLES
from dragondune.model.cards import (
    ACE_MASK,
    ARTIFACT_MASK,
    BLACK_MASK,
    NO_CARD,
    QUEEN,
    RANK,
    RED,
    RED_MASK,
    SUIT,
    card,
    cards_in,
)
from dragondune.model.powers import ACE_IS_JACK, EXCHANGES
from dragondune.rules.reckoning import battle_cards, edge, is_blessed, unit_points
from dragondune.views.view import UNKNOWN, View

NO_ARTIFACT: Final = 0.3  # how often an opponent with artifacts plays none
ALL_SENT: Final = 0.22  # how often it sends everybody,
ONE_KEPT: Final = 0.22  # or all but one to hold the place
SURE: Final = 99


class Battle:
    """One battle from one side: the opponent's likely plans, and what winning is worth."""

    def __init__(self, view: View, w: Weights) -> None:
        me = view.seat
        self.view = view
        self.w = w
        self.me = me
        self.attacks = view.attacker == me
        self.foe = view.defender if self.attacks else view.attacker
        self.t = view.place
        self.mine = view.up[me * 28 + self.t]
        self.theirs = view.up[self.foe * 28 + self.t]
        self.cards = likely_cards(view, self.foe, 1 if self.attacks else 0)
        self.armies = self._likely_armies()
        self.traps = betrayable_suits(view, self.foe)
        self.hold, self.lost = self._stakes()
        self._leads: dict[int, list[tuple[int, float]]] = {}
        self._wins: dict[int, tuple[float, float]] = {}

    # --- what the opponent may do ----------------------------------------------------------

    def _likely_armies(self) -> list[float]:
        """Odds of each number of units the opponent may send."""
        n = self.theirs
        side = 1 if self.attacks else 0
        told = max(self.view.answers[side * 3 + 1], self.view.sizes[side])
        if told >= 0:
            return [1.0 if m == told else 0.0 for m in range(n + 1)]
        even = (1 - ALL_SENT - ONE_KEPT) / (n + 1)
        odds = [even] * (n + 1)
        odds[n] += ALL_SENT
        odds[max(0, n - 1)] += ONE_KEPT
        return odds

    # --- what it is about ------------------------------------------------------------------

    def _stakes(self) -> tuple[float, float]:
        """What holding the place is worth, and what the opponent's holding it costs."""
        view, w = self.view, self.w
        if not CASTLES >> self.t & 1:
            gold = view.board_gold[self.t]
            return min(gold, 2 * self.mine) * w.gold, -0.5 * min(gold, 2 * self.theirs) * w.gold
        mine = self._other_castles(self.me)
        theirs = self._other_castles(self.foe)
        needed = view.rules.castles
        hold = castle_worth(view, w) + (w.next_castle if mine >= needed - 2 else 0)
        if mine >= needed - 1:
            hold += w.win
        lost = -0.4 * castle_worth(view, w)
        if theirs >= needed - 1:
            lost -= feared(view, w)
        return hold, lost

    def _other_castles(self, f: int) -> int:
        """Castles a faction stands in besides this one, alone or likely to win there."""
        view = self.view
        count = 0
        for t in (2, 6, 9, 17, 23):
            if t == self.t or not view.vis[f] >> t & 1:
                continue
            rest = max(view.up[g * 28 + t] for g in range(4) if g != f)
            if view.up[f * 28 + t] > rest:
                count += 1
        return count

    # --- arithmetic [V3-V5] ----------------------------------------------------------------

    def leads(self, mine: int) -> list[tuple[int, float]]:
        """Points this seat is ahead by cards and bonuses, each with its odds."""
        found = self._leads.get(mine)
        if found is None:
            merged: dict[int, float] = {}
            for theirs, odds in self.cards:
                lead = self._lead(mine, theirs)
                merged[lead] = merged.get(lead, 0.0) + odds
            found = self._leads[mine] = list(merged.items())
        return found

    def _lead(self, mine: int, theirs: int) -> int:
        if theirs != NO_CARD and SUIT[theirs] in self.traps:
            return SURE
        view = self.view
        one, two = side_points(view, self.me, self.foe, mine, theirs)
        return one - two

    def win_odds(self, strength: int, mine: int) -> tuple[float, float]:
        """Odds to win with an army so strong, and odds that the opponent wins and holds on."""
        key = strength * 64 + mine
        found = self._wins.get(key)
        if found is None:
            found = self._wins[key] = self._find_odds(strength, mine)
        return found

    def _find_odds(self, strength: int, mine: int) -> tuple[float, float]:
        points = unit_points(self.view.rules, 1, 0)
        need = 0 if self.attacks else 1
        won = held = 0.0
        for m, army_odds in enumerate(self.armies):
            if not army_odds:
                continue
            here = 0.0
            for lead, odds in self.leads(mine):
                if strength + lead - points * m >= need:
                    here += odds
            won += army_odds * here
            if m < self.theirs:
                held += army_odds * (1 - here)
        risk = treachery_risk(self.view, self.foe, mine)
        return won * (1 - risk), held + (1 - held) * risk

    # --- worth of a plan -------------------------------------------------------------------

    def worth(self, plan: int) -> float:
        """Expected gain of a plan."""
        view, w = self.view, self.w
        n, elites, mine = int(count_of(plan)), int(elites_of(plan)), card_of(plan)
        won, held = self.win_odds(army_points(view, plan), mine)
        unit = 0.02 if view.turn >= view.rules.turns else w.unit - w.grave_unit
        total = won * (self.theirs * w.kill - n * unit) - (1 - won) * self.mine * unit
        total += held * self.lost
        if n < self.mine:
            total += won * self.hold
        if mine != NO_CARD:
            total -= (0.2 * won + (1 - won)) * 0.35 * RANK[mine] * w.gold
        return total - elites * 0.3


def army_points(view: View, plan: int) -> int:
    """Battle points of the units a plan sends."""
    return unit_points(view.rules, count_of(plan), elites_of(plan))


def side_points(view: View, f: int, g: int, mine: int, theirs: int) -> tuple[int, int]:
    """Battle points of cards and bonuses on both sides, units apart."""
    rules, miracles = view.rules, view.miracles
    return (
        edge(rules, f, g, mine, theirs, is_blessed(miracles, view.powers[f])),
        edge(rules, g, f, theirs, mine, is_blessed(miracles, view.powers[g])),
    )


def likely_cards(view: View, foe: int, side: int) -> list[tuple[int, float]]:
    """The artifacts an opponent may play, each with its odds; binding answers are kept."""
    colour, value = view.answers[side * 3], view.answers[side * 3 + 2]
    if colour == 0 or value == 0:
        return [(NO_CARD, 1.0)]
    fits = battle_cards(view.rules, ARTIFACT_MASK)
    if colour > 0:
        fits &= RED_MASK if colour == RED else BLACK_MASK
    known = view.hands[foe]
    weights = dict.fromkeys(cards_in(known & fits), 1.0)
    unseen = view.hand_sizes[foe] - bin(known).count("1")
    pool = unseen_artifacts(view)
    if unseen > 0 and pool:
        each = unseen / len(pool)
        for one in pool:
            if fits >> one & 1:
                weights[one] = each
    if value > 0:
        weights = {one: odds for one, odds in weights.items() if RANK[one] == value}
    total = sum(weights.values())
    if not total:
        return [(NO_CARD, 1.0)]
    none = 0.0 if colour > 0 or value > 0 else max(NO_ARTIFACT, 1 - total)
    out = [(one, odds * (1 - none) / total) for one, odds in weights.items()]
    if none:
        out.append((NO_CARD, none))
    return out


def betrayable_suits(view: View, foe: int) -> set[int]:
    """Suits this seat can turn against the opponent by treachery [V7, DW2, DW5]."""
    me = view.seat
    suit = view.rules.suits[foe]
    queen, jack = view.usurper[me], view.sabotage[me]
    found: set[int] = set()
    if queen >= UNKNOWN or jack >= UNKNOWN:
        return found
    if SUIT[queen] == suit:
        found.add(SUIT[jack])
        if view.powers[me] & ACE_IS_JACK:
            found.update(SUIT[ace] for ace in cards_in(view.hands[me] & ACE_MASK))
    if view.powers[me] & EXCHANGES and SUIT[jack] == suit:
        found.add(SUIT[queen])
    return found


def treachery_risk(view: View, foe: int, mine: int) -> float:
    """Odds that the opponent can betray the artifact this seat plays."""
    if mine == NO_CARD:
        return 0.0
    me = view.seat
    if is_blessed(view.miracles, view.powers[me]):
        return 0.0
    return _odds_of_card(view.usurper, foe, view.rules.suits[me], QUEEN) * _odds_of_card(
        view.sabotage, foe, SUIT[mine], QUEEN - 1
    )


def _odds_of_card(dealt: list[int], foe: int, suit: int, rank: int) -> float:
    """Odds that an opponent was dealt the Queen or Jack of a suit."""
    if dealt[foe] != UNKNOWN:
        return 1.0 if dealt[foe] < UNKNOWN and SUIT[dealt[foe]] == suit else 0.0
    if card(suit, rank) in dealt:
        return 0.0
    return 1 / max(1, 4 - len([one for one in dealt if one < UNKNOWN]))


def best_plans(battle: Battle, legal: list[int], slack: float) -> list[int]:
    """The plans within ``slack`` of the best, best first."""
    weighed = sorted(
        ((battle.worth(plan), plan) for plan in legal if kind_of(plan) == act.PLAN), reverse=True
    )
    return [plan for worth, plan in weighed if worth >= weighed[0][0] - slack]
