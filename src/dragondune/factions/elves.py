"""Elves: what they see, ask and hide.

EL1 they see each artifact before it is bid on · EL2 they look at hands · EL3 they ask before a
battle · EL4 they see the next event card · EL5, EL8-EL10 they hide · EL6 their ace · EL7 their
ally asks too. Powers are bits in ``model/powers.py``; here stand the steps only Elves have.
"""

from typing import Final

from dragondune.engine.agenda import Step, register, seat_of, set_top
from dragondune.engine.pieces import bits
from dragondune.engine.steps import BLESS as BLESS_STEP
from dragondune.engine.steps import KEEP as KEEP_STEP
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.actions import BLESS, CARD, KEEP, KIND, PASS, kind_of
from dragondune.model.actions import card_of as card_of_action
from dragondune.model.cards import card_name
from dragondune.model.choices import BLESSING
from dragondune.model.frames import frame_player
from dragondune.model.memory import remember_shown
from dragondune.model.powers import (
    ACE_ASKS_BOTH,
    ACE_PLACES,
    ASKS,
    ASKS_FOR_ALLY,
    BLESSED,
    HIDES,
    HIRES,
    LATE_DISBAND,
    LOOKS,
    SEES_EVENT,
    SEES_SALE,
)
from dragondune.model.refusal import Refusal
from dragondune.model.state import State
from dragondune.rules.standing import secret_cards
from dragondune.rules.wording import not_held

COMMON: Final = HIRES | LATE_DISBAND
IN_FIRST: Final[int] = COMMON | SEES_SALE | ASKS | ASKS_FOR_ALLY | SEES_EVENT | HIDES | ACE_PLACES
FROM_R2: Final[int] = COMMON | SEES_SALE | ASKS | SEES_EVENT | HIDES | ACE_ASKS_BOTH
FROM_R9: Final[int] = FROM_R2 | LOOKS
TO_ALLY_FROM_R2: Final[int] = ASKS


class Keep(Step):
    """EL2: the target says which cards stay secret; the looker sees the rest.

    One card, or half the hand rounded up for who may; a choice stands while the card is held
    (ruling 34). Frame: a = who looks.
    """

    rule = "EL2"
    question = "Your hand is looked at: choose a card to keep secret."

    def open(self, s: State) -> bool:
        entry = s.stack[-1]
        g = seat_of(entry)
        if bits(s.kept[g]) < secret_cards(s, g):
            return True
        s.stack.pop()
        _show_hand(s, g, frame_player(entry))
        return False

    def legal(self, s: State, f: i64) -> list[i64]:
        left = s.hand[f] & ~s.kept[f]
        return [KEEP * KIND + card * CARD for card in range(45) if left >> card & 1]

    def play(self, s: State, f: i64, action: i64) -> None:
        s.kept[f] |= 1 << card_of_action(action)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        card = card_of_action(action)
        if kind_of(action) != KEEP:
            return Refusal("EL2", "You cannot pass: name a card that you keep secret.")
        if not s.hand[f] >> card & 1:
            return not_held(card, "EL2")
        return Refusal("EL2", f"The {card_name(card)} stays secret already: name another card.")


def _show_hand(s: State, g: i64, looker: i64) -> None:
    seen = s.hand[g] & ~s.kept[g]
    s.knows[looker] |= seen
    s.looked |= 1 << g
    remember_shown(s, g, looker, bits(seen))
    if s.log is not None:
        s.log.add(events.HandShown(faction=looker, other=g, cards=bits(seen)))
    for card in range(45):
        if seen >> card & 1:
            if s.log is not None:
                s.log.add(events.ShownCard(faction=looker, other=g, card=card))


class Bless(Step):
    """O5: once a turn, after three losses in combat, one battle is blessed (rulings 45, 79)."""

    rule = "O5"
    question = "Call down a blessing on this battle, or keep it."
    passing = "No blessing"

    def open(self, s: State) -> bool:
        for f in (s.attacker, s.defender):
            if s.powers[f] & BLESSED and s.combat_losses >= 3 and s.blessed != s.turn:
                set_top(s, BLESS_STEP, f, 0, 0)
                return True
        s.stack.pop()
        return False

    def legal(self, s: State, f: i64) -> list[i64]:
        return [PASS, BLESS * KIND]

    def play(self, s: State, f: i64, action: i64) -> None:
        s.stack.pop()
        if kind_of(action) == BLESS:
            s.blessed = s.turn
            s.miracles |= BLESSING
            if s.log is not None:
                s.log.add(events.Blessed(faction=f))

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        return Refusal("O5", "Say whether this battle is blessed, or pass.")


register(KEEP_STEP, Keep())
register(BLESS_STEP, Bless())
