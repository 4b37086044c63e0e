"""Why something of the other rounds is not done now: set-up, dragons, council, bidding, cards."""

from dragondune.engine.agenda import seat_of
from dragondune.engine.pieces import hand_size
from dragondune.engine.steps import (
    ANSWER,
    BID,
    COUNCIL_TURN,
    DENY,
    DISCARD,
    DRAGON_ACTS,
    EMERGE,
    KEEP,
    LOSE,
    PAY,
    PLACE,
    PREDICT,
    PROPOSAL,
    RIDE,
    SPOILS,
)
from dragondune.model import powers
from dragondune.model.cards import NO_CARD
from dragondune.model.codes import AGAINST_HIRING
from dragondune.model.frames import frame_against, frame_asked, frame_purpose, frame_questions
from dragondune.model.refusal import Refusal
from dragondune.model.ruleset import ASK_COLOUR, ASK_NUMBER, STEER_DRAGONS
from dragondune.model.state import State
from dragondune.rules.aces import RULE_OF_WINDOW
from dragondune.rules.common import COLOUR_ANSWER
from dragondune.rules.moments import here, on_top, pending
from dragondune.rules.setup import HOMES
from dragondune.rules.wording import holders, people, without

# --- set-up --------------------------------------------------------------------------------


def place(s: State, f: int, action: int) -> Refusal | None:
    """A5."""
    if here(s, f, PLACE):
        return None
    splitters = [people(g) for g in range(4) if len(HOMES[g]) > 1]
    if len(HOMES[f]) < 2:
        who = " and ".join(splitters)
        return Refusal("A5", f"Only {who} choose where their starting units stand.")
    return Refusal("A5", "Your starting units have already been placed.")


def predict(s: State, f: int, action: int) -> Refusal | None:
    """O1."""
    if not s.rules.oracles:
        return without("O1", "oracles")
    if here(s, f, PREDICT):
        return None
    if not pending(s, PREDICT):
        return Refusal("O1", "Oracles speak before the first turn, and at no other time.")
    if on_top(s, PREDICT) and s.order.index(f) < frame_asked(s.stack[-1]):
        return Refusal("O1", "You have already made your prediction, or declined to make one.")
    return Refusal("O1", "It is not your turn to predict yet.")


# --- dragon round --------------------------------------------------------------------------


def carry(s: State, f: int, action: int) -> Refusal | None:
    """OR10."""
    if not s.powers[f] & powers.ACE_CARRIES:
        return Refusal(
            "OR10", f"Only {holders(s, powers.ACE_CARRIES)} carry units away with an ace."
        )
    return _before_the_dragons(s, f, "OR10", "An ace carries units away")


def steer(s: State, f: int, action: int) -> Refusal | None:
    """O11."""
    if not s.rules.special[STEER_DRAGONS]:
        return without("O11", "steering the dragons")
    return _before_the_dragons(s, f, "O11", "The dragons are steered")


def _before_the_dragons(s: State, f: int, rule: str, doing: str) -> Refusal | None:
    if here(s, f, DRAGON_ACTS):
        return None
    if pending(s, DRAGON_ACTS):
        return Refusal(rule, "It is not your turn to act before the dragons fly.")
    return Refusal(rule, f"{doing} in the dragon round only, before the dragons fly.")


def deny(s: State, f: int, action: int) -> Refusal | None:
    """D6-D9, D11, GO7."""
    if here(s, f, DENY):
        return None
    if on_top(s, DENY):
        return _not_asked(s, f)
    if _asked_with_an_ace(s):
        return Refusal("D10", "The two questions were paid for with an ace: no ace stops those.")
    if s.rules.denials:
        return Refusal("D11", "Nothing is happening now that an ace could stop.")
    if s.powers[f] & powers.ACE_STOPS_HIRING:
        return Refusal("GO7", "Nobody is hiring now, so your ace has nothing to stop.")
    who = holders(s, powers.ACE_STOPS_HIRING)
    return Refusal("GO7", f"In this game only {who} stop anything with an ace, and only hiring.")


def _asked_with_an_ace(s: State) -> bool:
    """EL6: are both battle questions, or after one answer the second of them, to be answered now?"""
    if not on_top(s, ANSWER):
        return False
    open_now = frame_questions(s.stack[-1])
    side = 0 if seat_of(s.stack[-1]) == s.attacker else 1
    told = s.answers[side * 3 + COLOUR_ANSWER] >= 0
    return bool(open_now & ASK_NUMBER) and (told or bool(open_now & ASK_COLOUR))


def _not_asked(s: State, f: int) -> Refusal:
    purpose, against = frame_purpose(s.stack[-1]), frame_against(s.stack[-1])
    rule = RULE_OF_WINDOW[purpose]
    if f == against:
        return Refusal(rule, "What an ace could stop now is your own action.")
    if purpose == AGAINST_HIRING:
        return Refusal(rule, f"Only {holders(s, powers.ACE_STOPS_HIRING)} stop a hire with an ace.")
    return Refusal(rule, "It is not your turn to say whether an ace stops this.")


# --- event round ---------------------------------------------------------------------------


def ride(s: State, f: int, action: int) -> Refusal | None:
    """OR5."""
    if not s.powers[f] & powers.RIDES:
        return Refusal("OR5", f"Only {holders(s, powers.RIDES)} ride the Red Dragon.")
    if here(s, f, RIDE):
        return None
    if pending(s, RIDE, f):
        return Refusal("OR5", "The others first say whether an ace keeps you from riding.")
    return Refusal("OR5", "You ride only at the moment the Red Dragon strikes your units.")


def propose(s: State, f: int, action: int) -> Refusal | None:
    """B7, II4."""
    return _at_the_council(s, f, "formed")


def break_up(s: State, f: int, action: int) -> Refusal | None:
    """B7, II4."""
    return _at_the_council(s, f, "broken")


def _at_the_council(s: State, f: int, what: str) -> Refusal | None:
    if len(s.order) < 3:
        return Refusal("B7", "There are no alliances in a game of two players.")
    if here(s, f, COUNCIL_TURN):
        return None
    if not pending(s, COUNCIL_TURN):
        return Refusal(
            "B7", f"Alliances are {what} only at a Great Council, and none is sitting now."
        )
    if on_top(s, PROPOSAL):
        return Refusal("II4", "A proposal has been made and has to be answered first.")
    return Refusal("II4", "It is not your turn to speak in the Great Council.")


def accept(s: State, f: int, action: int) -> Refusal | None:
    """II4."""
    if here(s, f, PROPOSAL):
        return None
    return Refusal("II4", "Nobody is proposing an alliance to you now.")


# --- bidding round -------------------------------------------------------------------------


def bid(s: State, f: int, action: int) -> Refusal | None:
    """III1, III2, A14."""
    if here(s, f, BID):
        return None
    if s.sale == NO_CARD:
        return Refusal("III1", "No artifact is on sale now: bids are made in the bidding round.")
    if pending(s, PAY):
        return Refusal("III3", "This artifact is sold, and its buyer has to pay for it now.")
    if hand_size(s, f) >= s.rules.hand_limit[f]:
        return Refusal(
            "A14", f"You hold {hand_size(s, f)} artifacts, which is your limit, so you cannot bid."
        )
    if s.high_bidder == f:
        return Refusal("III2", "The highest bid is yours: the others answer it first.")
    return Refusal("III2", "It is not your turn to bid.")


def pay_gold(s: State, f: int, action: int) -> Refusal | None:
    """III3."""
    return _after_winning(s, f, "III3")


def pay_ace(s: State, f: int, action: int) -> Refusal | None:
    """D1."""
    return _after_winning(s, f, "D1")


def pay_right(s: State, f: int, action: int) -> Refusal | None:
    """DW6 from `r2` on."""
    who = holders(s, powers.FREE_ARTIFACT)
    if who == "nobody":
        return Refusal("DW6", "In this game nobody takes artifacts without paying.")
    if not s.powers[f] & powers.FREE_ARTIFACT:
        return Refusal("DW6", f"Only {who} may take an artifact without paying.")
    return _after_winning(s, f, "DW6")


def _after_winning(s: State, f: int, rule: str) -> Refusal | None:
    if here(s, f, PAY):
        return None
    if pending(s, PAY, f):
        return Refusal(rule, "Paying has to wait until the current decision is made.")
    return Refusal(rule, "You have no artifact to pay for now.")


# --- coming out, losses, cards -------------------------------------------------------------


def emerge(s: State, f: int, action: int) -> Refusal | None:
    """IV0."""
    if not s.powers[f] & powers.HIDES:
        return Refusal(
            "IV0", f"Only {holders(s, powers.HIDES)} choose which hidden units come out."
        )
    if here(s, f, EMERGE):
        return None
    steps = s.rules.turn_steps
    first = steps.index(EMERGE) < steps.index(DRAGON_ACTS)
    moment = "at the start of a turn" if first else "before anyone recruits"
    return Refusal("IV0", f"You choose {moment} which hidden units come out, not now.")


def lose(s: State, f: int, action: int) -> Refusal | None:
    """DW4."""
    if not any(s.rules.elites):
        return without("O4", "elite units")
    if here(s, f, LOSE):
        return None
    return Refusal("DW4", "You are not losing any units now, so there is nothing to choose.")


def discard(s: State, f: int, action: int) -> Refusal | None:
    """VI3, and V6 in `first`."""
    if here(s, f, DISCARD, SPOILS):
        return None
    if not s.rules.may_discard:
        return Refusal("V6", "Only the winner of a battle discards, and only the artifact played.")
    if pending(s, DISCARD):
        return Refusal("VI3", "It is not your turn to discard artifacts.")
    return Refusal("VI3", "Artifacts are discarded in the collection round.")


def keep(s: State, f: int, action: int) -> Refusal | None:
    """EL2."""
    if here(s, f, KEEP):
        return None
    if holders(s, powers.LOOKS) == "nobody":
        return Refusal("EL2", "In this game nobody looks at other players' artifacts.")
    return Refusal("EL2", "Nobody is looking at your hand now.")
