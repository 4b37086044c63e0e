"""Chances that many judgements need: battle points into odds, unseen cards, the dragons' flight."""

import math
from typing import Final

from dragondune.bots.steward.weights import Weights
from dragondune.model.board import CASTLES, EVENT_PLACES, FORESTS, INDEX, NUMBER
from dragondune.model.cards import ARTIFACT_MASK, CARD_OF_NAME, RANK, cards_in
from dragondune.model.powers import (
    DEFAULT_WINNER,
    HALF_DRAGON_LOSSES,
    RED_DRAGON_PROOF,
    SHARES_DEFAULT,
)
from dragondune.model.ruleset import OMEN_SECOND_CARD_SUIT, Ruleset
from dragondune.rules.reckoning import battle_cards, revive_limit
from dragondune.views.view import View

# How much a hand of so many unseen cards adds to its owner's best army.
UNSEEN_HAND: Final = (0.0, 2.2, 3.1, 3.5, 3.8, 4.0, 4.1, 4.2, 4.3, 4.3)
USEFUL: Final = 0.8  # of a known card's number, what it adds on average against unknown plans
WIDEST: Final = 40
LATE_TURNS: Final = 4  # in which time runs for the default winner
USUAL_CASTLE_INCOME: Final = 1  # gold that the weight of a castle reckons with
USUALLY_REVIVED: Final = 2
PLACE_OF: Final = {CARD_OF_NAME[name]: INDEX[place] for name, place, _, _ in EVENT_PLACES}


def odds_table(steepness: float) -> list[float]:
    """Chance to win by a lead of -40 to 40 half battle points (index 0 is -40)."""
    return [1 / (1 + math.exp(-steepness * lead / 2)) for lead in range(-WIDEST, WIDEST + 1)]


def card_power(view: View, f: int) -> float:
    """What a faction's artifacts add to its best army, as far as this seat can know."""
    best = 0.0
    for card in cards_in(battle_cards(view.rules, view.hands[f])):
        best = max(best, RANK[card] * USEFUL)
    unseen = view.hand_sizes[f] - bin(view.hands[f]).count("1")
    return max(best, UNSEEN_HAND[min(max(unseen, 0), 9)])


def feared(view: View, w: Weights) -> float:
    """What another player's last castle to win costs this seat, in hundredths of a game.

    Whoever would lose to the default winner [OR9] anyway has less to lose by it in the last turns:
    who guards castles then for everybody guards the default winner's victory.
    """
    me, rules = view.seat, view.rules
    if view.turn <= rules.turns - LATE_TURNS:
        return w.lose
    for f in view.order:
        if rules.powers[f] & DEFAULT_WINNER:
            shares = view.ally[me] == f and bool(rules.ally_powers[f] & SHARES_DEFAULT)
            return w.lose if f == me or shares else w.late_lose * w.lose
    return w.lose


def castle_worth(view: View, w: Weights) -> float:
    """A castle held at the end of the turn, with what it brings beyond the books' gold [VI1]."""
    return w.castle + w.gold * max(0, view.rules.castle_income - USUAL_CASTLE_INCOME)


def revived_soon(rules: Ruleset, f: int, ally: int, grave: int) -> int:
    """How many of its dead a player may be expected to bring back this turn."""
    return min(grave, USUALLY_REVIVED, revive_limit(rules, f, ally))


def unseen_artifacts(view: View) -> list[int]:
    """The artifacts whose place this seat does not know."""
    return cards_in(ARTIFACT_MASK & ~view.knows)


def dragon_risk(view: View) -> list[float]:
    """For each territory, the share of this seat's units there that the next dragons kill."""
    powers = view.powers[view.seat]
    half = 0.5 if powers & HALF_DRAGON_LOSSES else 1.0
    safe = CASTLES & ~view.broken | FORESTS
    risk = [0.0] * 28
    if view.turn >= view.rules.turns and view.round > 1:
        return risk
    for t in range(28):
        ahead = (NUMBER[t] - view.dragon) % 18
        if 1 <= ahead <= 6 and not safe >> t & 1:
            risk[t] = half * (7 - ahead) / 6
    if view.event_discard and not powers & RED_DRAGON_PROOF:
        red = 0.2 if view.rules.omen == OMEN_SECOND_CARD_SUIT else 0.45
        t = PLACE_OF[view.event_discard[-1]]
        risk[t] += (1 - risk[t]) * red
    return risk
