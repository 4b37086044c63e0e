"""Treachery that almost happened [V7]: kept silent, or one card away."""

from dragondune.engine import steps
from dragondune.model.actions import BETRAY, card_of, kind_of
from dragondune.model.board import NAMES
from dragondune.model.cards import CARD_NAMES, NO_CARD, SUIT, cards_in
from dragondune.model.state import State
from dragondune.review.timeline import Decision, Timeline
from dragondune.telling.words import the


def almost(told: Timeline) -> list[tuple[int, str]]:
    """Moments and what nearly came to pass there, in the order of the game."""
    silent = [_silence(one) for one in told.decisions if _kept_silent(one)]
    near = [(at, text) for at, s in told.battles for text in _one_card_away(s)]
    return sorted([*silent, *near])


def _kept_silent(decision: Decision) -> bool:
    could = any(kind_of(code) == BETRAY for code in decision.legal)
    return decision.step == steps.TREACHERY and could and kind_of(decision.code) != BETRAY


def _silence(decision: Decision) -> tuple[int, str]:
    s, f = decision.state, decision.faction
    other = s.defender if s.attacker == f else s.attacker
    return decision.at, (
        f"In {NAMES[s.place]} {the(f)} held the cards to betray {the(other)}, and kept silent."
    )


def _one_card_away(s: State) -> list[str]:
    """A fighter had the opponent's usurper, and the opponent held a card that would have let it in."""
    out = []
    for side, f in enumerate((int(s.attacker), int(s.defender))):
        other = int(s.defender if side == 0 else s.attacker)
        played = card_of(s.plans[1 - side])
        usurper, sabotage = s.usurper[f], s.sabotage[f]
        if NO_CARD in (usurper, sabotage) or SUIT[usurper] != s.rules.suits[other]:
            continue
        if played != NO_CARD and SUIT[played] == SUIT[sabotage]:
            continue
        fatal = [card for card in cards_in(s.hand[other]) if SUIT[card] == SUIT[sabotage]]
        if fatal:
            out.append(_near_miss(s, f, other, int(played), int(fatal[-1])))
    return out


def _near_miss(s: State, f: int, other: int, played: int, fatal: int) -> str:
    fought = f"with {CARD_NAMES[played]}" if played != NO_CARD else "without an artifact"
    return (
        f"In {NAMES[s.place]} {the(other)} fought {fought} and kept {CARD_NAMES[fatal]}. Had they "
        f"played that, {the(f)} could have betrayed them."
    )
