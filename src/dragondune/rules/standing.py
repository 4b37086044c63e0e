"""What a player may do at any time, whoever's turn it is [B11, EL2]: give gold, look at a hand.

These actions interrupt whatever decision is open; afterwards that decision goes on.
"""

from dragondune.engine.agenda import push_with, seat_of, settle, step_of
from dragondune.engine.pieces import bits, hand_size
from dragondune.engine.steps import ANSWER, ASK, HIRING, KEEP
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.actions import GIVE, KIND, LOOK, WHO, amount_of, kind_of, who_of
from dragondune.model.cards import NO_CARD
from dragondune.model.factions import NOBODY
from dragondune.model.frames import frame_ace, frame_again, frame_place, frame_units
from dragondune.model.powers import HALF_HAND_SECRET, LOOKS
from dragondune.model.refusal import Refusal
from dragondune.model.state import State
from dragondune.rules.reckoning import hire_price
from dragondune.rules.wording import holders


def spare_gold(s: State, f: i64) -> i64:
    """Gold that is not promised for a bid or an announced hire (house 4).

    A bid above the purse promises none of it: that gold cannot pay for the card. Purse and bid
    are public, so that nobody learns more from this than from the bid.
    """
    promised: i64 = 0
    if s.sale != NO_CARD and s.high_bidder == f and s.high_bid <= s.gold[f]:
        promised = s.high_bid
    for entry in s.stack:
        if step_of(entry) == HIRING and seat_of(entry) == f:
            t, ace, n = frame_place(entry), frame_ace(entry), frame_units(entry)
            promised += hire_price(s.rules, s.powers[f], t, n, ace != NO_CARD)
    return s.gold[f] - promised


def between_plans(s: State) -> bool:
    """One plan of a battle is made and the other is not (ruling 50)."""
    return (s.plans[0] >= 0) != (s.plans[1] >= 0)


def _question_pending(s: State) -> bool:
    """A battle question was put and the plans are not shown yet (ruling 34)."""
    if s.attacker == NOBODY or (s.plans[0] >= 0 and s.plans[1] >= 0):
        return False
    for answer in s.answers:
        if answer >= 0:
            return True
    for entry in s.stack:
        step = step_of(entry)
        if step == ANSWER or (step == ASK and frame_again(entry)):
            return True
    return False


def secret_cards(s: State, g: i64) -> i64:
    """How many cards a player keeps from a look: one, or half rounded up [EL2]."""
    size = hand_size(s, g)
    return (size + 1) // 2 if s.powers[g] & HALF_HAND_SECRET else min(size, 1)


def may_look(s: State, f: i64, g: i64) -> bool:
    """EL2: at any time but during a battle question, again only after the hand changed (34).

    Also once that player has made a plan (house 6).
    """
    if not s.powers[f] & LOOKS or f == g or g not in s.order or s.looked >> g & 1:
        return False
    if hand_size(s, g) < 2 or _question_pending(s):
        return False
    return step_of(s.stack[-1]) != KEEP


def anytime(s: State, f: i64) -> list[i64]:
    """What faction ``f`` may do now besides its own decisions: every look and every gift."""
    out: list[i64] = []
    if not s.stack or f not in s.order:
        return out
    gold = 0 if between_plans(s) else min(spare_gold(s, f), 1023)
    for g in s.order:
        if g == f:
            continue
        if may_look(s, f, g):
            out.append(LOOK * KIND + g * WHO)
        base = GIVE * KIND + g * WHO
        out.extend(range(base + 1, base + gold + 1))
    return out


def play_anytime(s: State, f: i64, action: i64) -> None:
    """Carry out a legal action of this kind."""
    g = who_of(action)
    if kind_of(action) == GIVE:
        s.gold[f] -= amount_of(action)
        s.gold[g] += amount_of(action)
        if s.log is not None:
            s.log.add(events.Gave(faction=f, other=g, gold=amount_of(action)))
    else:
        if s.log is not None:
            s.log.add(events.Looked(faction=f, other=g))
        if bits(s.kept[g]) > secret_cards(s, g):
            s.kept[g] = 0
        push_with(s, KEEP, g, f, 0, 0, 0)
        settle(s)


def why_not_anytime(s: State, f: i64, action: i64) -> Refusal:
    """Why a gift or a look is refused."""
    g = who_of(action)
    gift = kind_of(action) == GIVE
    if not s.stack:
        return Refusal("VII1", "The game is over.")
    if not gift and not s.powers[f] & LOOKS:
        return Refusal("EL2", _nobody_looks(s))
    if g == f or g not in s.order:
        return Refusal("B11" if gift else "EL2", "Choose another player at the table.")
    return _why_not_give(s, f) if gift else _why_not_look(s, g)


def _why_not_give(s: State, f: i64) -> Refusal:
    """B11, ruling 50: whole pieces of gold that one has and has not promised."""
    if between_plans(s):
        return Refusal("B11", "No gold changes hands between the two plans of a battle.")
    spare = spare_gold(s, f)
    promised = s.gold[f] - spare
    has = f"You have {s.gold[f]} gold" + (f", and {promised} of it is promised" if promised else "")
    if not spare:
        return Refusal("B11", f"{has}: you have none to give.")
    return Refusal("B11", f"{has}: give 1 to {spare}." if spare > 1 else f"{has}: give 1.")


def _nobody_looks(s: State) -> str:
    who = holders(s, LOOKS)
    if who == "nobody":
        return "In this game nobody looks at other players' artifacts."
    return f"Only {who} look at other players' artifacts."


def _why_not_look(s: State, g: i64) -> Refusal:
    if hand_size(s, g) < 2:
        return Refusal("EL2", "With one card or none there is nothing to see.")
    if s.looked >> g & 1:
        return Refusal("EL2", "You have seen that hand, and it has not changed since.")
    if step_of(s.stack[-1]) == KEEP:
        return Refusal("EL2", "The hand you are looking at has to be shown first.")
    return Refusal("EL2", "Wait until the plans of this battle are shown.")
