"""What every sentence of a refusal claims, checked against the position it was told in.

A sentence that matches no family fails the test: whoever words a new one says here what makes it
true. The checks read the state for themselves and ask no rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from dragondune.engine import steps
from dragondune.engine.agenda import STEPS
from dragondune.model import actions as act
from dragondune.model import powers
from dragondune.model.board import CASTLES, INDEX, NEIGHBOURS, NUMBER, OF_NUMBER, ORCISH
from dragondune.model.cards import ACE_MASK, CARD_OF_NAME, COLOUR, NO_CARD, RANK, SUIT
from dragondune.model.factions import FACTION_OF_NAME, NOBODY
from dragondune.model.state import State

SPECIALS: Final = {
    "A second movement": 0,
    "An honest answer": 1,
    "The chaos monster": 2,
    "Breaking walls": 3,
    "Steering the dragons": 4,
}
LACKING: Final[dict[str, Callable[[State], bool]]] = {
    "oracles": lambda s: not s.rules.oracles,
    "steering the dragons": lambda s: not s.rules.special[4],
    "breaking castle walls": lambda s: not s.rules.special[3],
    "questions that are answered honestly": lambda s: not s.rules.special[1],
    "the chaos monster": lambda s: not s.rules.special[2],
    "a second movement for special cards": lambda s: not s.rules.special[0],
    "units out of the graveyard for a six": lambda s: not s.rules.special[5],
    "elite units": lambda s: not any(s.rules.elites),
    "special actions for cards": lambda s: not any(s.rules.special),
    "plunder": lambda s: _nobody_has(s, powers.PLUNDERS),
    "the Elven blessing": lambda s: _nobody_has(s, powers.BLESSED),
    "the Goblins' initiative": lambda s: _nobody_has(s, powers.INITIATIVE),
}
# "Only … <these words>": the power that is meant
ONLY: Final = {
    "carry units away with an ace": powers.ACE_CARRIES,
    "ride the Red Dragon": powers.RIDES,
    "raise units free of charge": powers.RAISES,
    "place units with an ace": powers.ACE_PLACES,
    "take units out of the graveyard with an ace": powers.ACE_REVIVES,
    "choose when their turn comes": powers.INITIATIVE,
    "may take an artifact without paying": powers.FREE_ARTIFACT,
    "choose which hidden units come out": powers.HIDES,
    "hide units in this game": powers.HIDES,
    "ask a battle question": powers.ASKS,
    "ask both battle questions with an ace": powers.ACE_ASKS_BOTH,
    "bless a battle": powers.BLESSED,
    "plunder": powers.PLUNDERS,
    "look at other players' artifacts": powers.LOOKS,
    "stop a hire with an ace": powers.ACE_STOPS_HIRING,
    "stop anything with an ace, and only hiring": powers.ACE_STOPS_HIRING,
}
NOBODYS: Final = {
    "Aces do not place units in this game": powers.ACE_PLACES,
    "Aces do not take units out of the graveyard in this game": powers.ACE_REVIVES,
    "No ace asks a second battle question in this game": powers.ACE_ASKS_BOTH,
    "In this game nobody looks at other players' artifacts": powers.LOOKS,
    "In this game nobody takes artifacts without paying": powers.FREE_ARTIFACT,
}
# What is done in one's own turn, and at which of its steps; None: at any.
STEP_OF: Final = {
    "Taking units out of the graveyard": steps.REVIVE,
    "Conscripting": steps.CONSCRIPT,
    "Hiring": steps.HIRE,
    "Raising units": steps.HIRE,
    "Placing units with an ace": steps.HIRE,
    "Moving": steps.MOVE,
    "Moving farther with an ace": steps.MOVE,
    "A second movement": steps.MOVE,
    "Disbanding": steps.DISBAND,
    "Taking units out of the graveyard with a card": None,
    "Breaking walls": None,
    "Such a question": None,
    "The initiative": None,
}


def _nobody_has(s: State, power: int) -> bool:
    return not any(own & power for own in (*s.rules.powers, *s.rules.ally_powers))


@dataclass(frozen=True)
class Where:
    """A position, who tried something there, and what."""

    s: State
    f: int
    code: int

    @property
    def top(self) -> int:
        return int(self.s.stack[-1]) & 127

    @property
    def asked(self) -> bool:
        """Has this player something to decide?"""
        return bool(STEPS[self.top].actors(self.s) >> self.f & 1)

    def pending(self, step: int, seat: int | None = None) -> bool:
        frames = [(entry & 127, entry >> 7 & 7) for entry in self.s.stack]
        return any(one == step and seat in (None, who) for one, who in frames)

    @property
    def turn(self) -> int:
        """The step this player's own recruitment turn is at, as its place in the list; or -1."""
        for entry in self.s.stack:
            if entry & 127 == steps.SEQUENCE and entry >> 10 & 63 == 1 and entry >> 7 & 7 == self.f:
                return (entry >> 22 & 1023) - 1
        return -1

    @property
    def on_board(self) -> int:
        return int(self.s.vis[self.f] | self.s.hidm[self.f])

    @property
    def card(self) -> int:
        return act.card_of(self.code)

    @property
    def to(self) -> int:
        return act.to_of(self.code)

    @property
    def fights(self) -> bool:
        return self.f in (self.s.attacker, self.s.defender)

    @property
    def side(self) -> int:
        """The side this player fights on, or helps with treachery [DW6]."""
        if not self.fights and self.top == steps.LEND:
            return 0 if self.s.ally[self.f] == self.s.attacker else 1
        return 0 if self.f == self.s.attacker else 1

    def units_in(self, place: str) -> tuple[int, int]:
        """How many units a phrase such as ``in sight in 10★`` counts, and how many are elite."""
        s, f = self.s, self.f
        if place == "in your bank":
            return s.bank[f], s.elite_bank[f]
        if place in ("in your graveyard", "in the graveyard"):
            return s.grave[f], s.elite_grave[f]
        if place in ("here", "here to send"):
            return s.up[f * 28 + s.place], s.elite_up[f * 28 + s.place]
        status, _, name = place.rpartition(" in ")
        at = f * 28 + INDEX[name]
        if status == "hidden":
            return s.hid[at], s.elite_hid[at]
        assert status == "in sight", place
        return s.up[at], s.elite_up[at]

    def wanted(self, place: str) -> tuple[int, int]:
        """How many units the action takes from there, open or hidden, and how many elites."""
        n, elites = act.count_of(self.code), act.elites_of(self.code)
        if act.kind_of(self.code) not in (act.MOVE, act.DISBAND):
            return n, elites
        hidden, unseen = act.hidden_units_of(self.code), act.hidden_elites_of(self.code)
        return (hidden, unseen) if place.startswith("hidden") else (n - hidden, elites - unseen)


def _number(word: str) -> int:
    return 0 if word == "no" else int(word)


def _card(m: re.Match[str]) -> int:
    return CARD_OF_NAME[m["card"]]


def _holds(w: Where, card: int) -> bool:
    return bool(w.s.hand[w.f] >> card & 1)


def _lacks_price(m: re.Match[str], w: Where) -> bool:
    """What a special action costs is told as it is, and the player has too little of it."""
    cost = w.s.rules.special[SPECIALS[m["what"]]]
    if m["cost"] == "two aces":
        return cost == 1 and len(_free_aces(w)) < 2
    card = CARD_OF_NAME[m["cost"].removeprefix("the ")]
    return card == cost - 2 and (not _holds(w, card) or _bound(w, card))


def _free_aces(w: Where) -> list[int]:
    return [card for card in (0, 13, 26, 39) if _holds(w, card) and not _bound(w, card)]


def _bound(w: Where, card: int) -> bool:
    """Does this card fight in the battle under way, or may it be the last to keep an answer?"""
    if not w.fights:
        return False
    plan = w.s.plans[w.side]
    if plan >= 0:
        return act.card_of(plan) == card
    colour, _, value = w.s.answers[w.side * 3 : w.side * 3 + 3]
    return (colour > 0 and COLOUR[card] == colour) or (value > 0 and RANK[card] == value)


def _full(w: Where, t: int) -> bool:
    others = [g for g in range(4) if g != w.f and w.s.vis[g] >> t & 1]
    return bool(CASTLES >> t & 1) and len(others) >= 2


def _cannot_hide(w: Where, spent: int) -> bool:
    s, f = w.s, w.f
    if s.rules.powers[f] & powers.HIDES:
        return False
    return not s.rules.ace_hides or int(s.hand[f] & ACE_MASK).bit_count() <= spent


def _price(w: Where, told: int) -> bool:
    """The price that was named is the one to pay, and too high."""
    s, n, kind = w.s, act.count_of(w.code), act.kind_of(w.code)
    if kind == act.DISBAND:
        due = n
    elif kind == act.REVIVE:
        return told > s.gold[w.f] and 0 < told < n + 1 and n <= s.grave[w.f]
    else:
        due = n if CASTLES >> w.to & 1 else 2 * n
        half = w.card != NO_CARD or bool(s.powers[w.f] & powers.HALF_PRICE)
        due = (due + s.rules.half_rounds_up) // 2 if half else due
    return told == due > s.gold[w.f]


def _conscripts(w: Where) -> int:
    s, ally = w.s, w.s.ally[w.f]
    own = s.rules.conscripts[w.f]
    return own if ally == NOBODY else max(own, s.rules.ally_conscripts[ally])


def _revivals(w: Where) -> int:
    s, ally = w.s, w.s.ally[w.f]
    own = s.rules.revive_limit[w.f]
    return own if ally == NOBODY else max(own, s.rules.ally_revive_limit[ally])


def _later(m: re.Match[str], w: Where) -> bool:
    step = STEP_OF[m["doing"]]
    order = w.s.rules.recruit_steps
    places = [order.index(step)] if step is not None else []
    if m["doing"] == "Disbanding":
        places.append(order.index(steps.EARLY_DISBAND))
    return 0 <= w.turn < max(places)


def _over(m: re.Match[str], w: Where) -> bool:
    step = STEP_OF[m["doing"]]
    if m["doing"] == "Disbanding":
        step = steps.EARLY_DISBAND
        if w.s.powers[w.f] & powers.LATE_DISBAND:
            return False
    return step is not None and w.turn > w.s.rules.recruit_steps.index(step)


def _interrupted(m: re.Match[str], w: Where) -> bool:
    """A decision of somebody stands between the player and what is otherwise due."""
    if m["doing"] == "Paying":
        return w.pending(steps.PAY, w.f) and w.top != steps.PAY
    return w.turn >= 0 and w.top != w.s.rules.recruit_steps[w.turn]


def _not_yet(w: Where) -> bool:
    return w.turn < 0 and w.pending(steps.RECRUITMENT) and not w.s.turns_taken >> w.f & 1


def _only(m: re.Match[str], w: Where) -> bool:
    """Those named have the power, by themselves or lent, and who tried has not."""
    power = ONLY[m["what"]]
    own = {f for f in range(4) if w.s.rules.powers[f] & power}
    lent = {f for f in range(4) if w.s.rules.ally_powers[f] & power}
    named = {FACTION_OF_NAME[word.lower()] for word in re.findall(r"[A-Z][a-z]+", m["who"])}
    ally = "ally" in m["who"]
    return named == (own or lent) and ally == bool(lent) and not w.s.powers[w.f] & power


def _gift(m: re.Match[str], w: Where) -> bool:
    """What is promised is part of the purse, and what was offered is not what may be given."""
    gold, due = int(m["gold"]), int(m["due"] or 0)
    buying = w.s.high_bidder == w.f or w.pending(steps.HIRING, w.f)
    most = gold - due
    may = ["you have none to give", "give 1"][most] if most < 2 else f"give 1 to {most}"
    right = m["may"] == may and not 1 <= act.amount_of(w.code) <= most
    return gold == w.s.gold[w.f] and bool(due) <= buying and right


def _six_was_played(s: State) -> bool:
    cards = [act.card_of(plan) for plan in s.plans]
    return any(card != NO_CARD and RANK[card] == 6 for card in cards)


def _opponents_card(w: Where) -> int:
    return act.card_of(w.s.plans[1 - w.side])


def _opponent(w: Where) -> int:
    return (w.s.defender, w.s.attacker)[w.side]


def _shown(w: Where) -> bool:
    return min(w.s.plans) >= 0


def _one_plan(w: Where) -> bool:
    return (w.s.plans[0] >= 0) != (w.s.plans[1] >= 0)


def _near(w: Where, t: int) -> bool:
    return bool(w.s.vis[w.f] & (NEIGHBOURS[t] | 1 << t))


def _reach(m: re.Match[str], w: Where) -> bool:
    """Walked step by step: the place is farther than the number that is told."""
    blocked = OF_NUMBER[w.s.dragon]
    seen = 1 << act.from_of(w.code)
    for _ in range(int(m["far"])):
        for t in [t for t in range(28) if seen >> t & 1]:
            seen |= NEIGHBOURS[t] & ~blocked
    return not seen >> w.to & 1 and int(m["far"]) >= 2


def _wrong_answer(m: re.Match[str], w: Where) -> bool:
    due = int(w.s.stack[-1]) >> 22 & 1023
    first = "colour" if due & 1 else "number" if due & 2 else "value"
    tried = act.KIND_NAMES[act.kind_of(w.code)].removeprefix("answer-")
    return first in m["about"] and tried != first


def _no_such_artifact(m: re.Match[str], w: Where) -> bool:
    fighting = [card for card in range(52) if _holds(w, card)]
    if not w.s.rules.ace_fights:
        fighting = [card for card in fighting if RANK[card] != 1]
    if m["what"] in ("red", "black"):
        return not any(COLOUR[card] == ("", "red", "black").index(m["what"]) for card in fighting)
    return not any(RANK[card] == int(m["what"].split()[-1]) for card in fighting)


def _splits(m: re.Match[str], w: Where) -> bool:
    numbers = [int(number) for number in m["sum"].split(" + ")]
    return sum(numbers) == int(m["total"]) != int(m["n"]) == w.s.rules.placed[w.f]


Check = Callable[[re.Match[str], Where], bool]
C: Final = r"(?P<card>(?:10|[A2-9JQK])[♣♦♥♠])"
PLACE: Final = r"(?P<place>in your bank|in your graveyard|in the graveyard|here|here to send|(?:hidden|in sight) in \S+?)"
DOING: Final = "(?P<doing>" + "|".join(STEP_OF) + ")"

FAMILIES: Final[list[tuple[str, Check]]] = [
    # --- the game, the turn, the moment ---
    (r"It is not your turn to decide\.", lambda m, w: not w.asked),
    (r"This game is played without (?P<what>.+)\.", lambda m, w: LACKING[m["what"]](w.s)),
    (r"(?:In this game only|Only) (?P<who>.+?) (?P<what>" + "|".join(ONLY) + r")\.", _only),
    (
        "(?P<what>" + "|".join(NOBODYS) + r")\.",
        lambda m, w: _nobody_has(w.s, NOBODYS[m["what"]]),
    ),
    (
        DOING + r" is for your own turn in the recruitment round\.",
        lambda m, w: w.turn < 0 and not w.pending(steps.RECRUITMENT),
    ),
    (
        DOING + r" is for your own turn, and you have had it in this round\.",
        lambda m, w: w.turn < 0 and bool(w.s.turns_taken >> w.f & 1),
    ),
    (DOING + r" is for your own turn, and it has not come yet\.", lambda m, w: _not_yet(w)),
    (DOING + r" comes later in your turn: pass until it is due\.", _later),
    (DOING + r" is over for this turn: each step of a turn comes once\.", _over),
    (
        r"(?P<doing>.+) has to wait until the current decision is made\.",
        _interrupted,
    ),
    # --- set-up ---
    (
        r"Only the Orcs choose where their starting units stand\.",
        lambda m, w: w.f != FACTION_OF_NAME["orcs"],
    ),
    (
        r"Your starting units have already been placed\.",
        lambda m, w: w.f == FACTION_OF_NAME["orcs"] and w.top != steps.PLACE,
    ),
    (
        r"Split exactly (?P<n>\d+) units over 1★, 9• and 16•\.",
        lambda m, w: int(m["n"]) == w.s.rules.placed[w.f],
    ),
    (r"You place (?P<n>\d+) units, and (?P<sum>.+) are (?P<total>\d+)\.", _splits),
    (
        r"Predict the victory of a faction in play\.",
        lambda m, w: act.who_of(w.code) not in w.s.order,
    ),
    (
        r"An oracle names a castle that the winner controls\.",
        lambda m, w: not CASTLES >> act.from_of(w.code) & 1,
    ),
    (
        r"The game has turns 1 to (?P<n>\d+)\.",
        lambda m, w: (
            int(m["n"]) == w.s.rules.turns and not 1 <= act.count_of(w.code) <= w.s.rules.turns
        ),
    ),
    (
        r"Oracles speak before the first turn, and at no other time\.",
        lambda m, w: w.s.turn > 0,
    ),
    (
        r"You have already made your prediction, or declined to make one\.",
        lambda m, w: w.top == steps.PREDICT and not w.asked,
    ),
    (
        r"It is not your turn to predict yet\.",
        lambda m, w: w.pending(steps.PREDICT) and not (w.top == steps.PREDICT and w.asked),
    ),
    # --- dragons ---
    (
        r"(An ace carries units away|The dragons are steered) in the dragon round only, before the dragons fly\.",
        lambda m, w: not w.pending(steps.DRAGON_ACTS),
    ),
    (
        r"It is not your turn to act before the dragons fly\.",
        lambda m, w: w.pending(steps.DRAGON_ACTS) and not (w.top == steps.DRAGON_ACTS and w.asked),
    ),
    (
        r"The (units|riders) have to (land in|move to) another territory\.",
        lambda m, w: w.to == (w.s.red_at if m[1] == "riders" else act.from_of(w.code)),
    ),
    (
        r"The dragons have already been steered this turn\.",
        lambda m, w: w.s.steered >= 0,
    ),
    (
        r"The dragons can be steered to fly (?P<least>\d+) to (?P<most>\d+) numbers\.",
        lambda m, w: not int(m["least"]) <= act.count_of(w.code) <= int(m["most"]),
    ),
    (
        r"You ride only at the moment the Red Dragon strikes your units\.",
        lambda m, w: not w.pending(steps.RIDE),
    ),
    (
        r"The others first say whether an ace keeps you from riding\.",
        lambda m, w: w.pending(steps.RIDE, w.f) and w.pending(steps.DENY),
    ),
    # --- aces ---
    (
        r"Name the ace you discard\.",
        lambda m, w: w.card == NO_CARD,
    ),
    (rf"The {C} is not an ace\.", lambda m, w: _card(m) == w.card and RANK[w.card] != 1),
    (rf"You do not hold the {C}\.", lambda m, w: _card(m) == w.card and not _holds(w, w.card)),
    (
        rf"The {C} is bound to this battle\.",
        lambda m, w: _card(m) == w.card and _holds(w, w.card) and _bound(w, w.card),
    ),
    (
        r"Your answer binds you to play that ace in this battle\.",
        lambda m, w: _holds(w, w.card) and _bound(w, w.card) and w.s.plans[w.side] < 0,
    ),
    (
        r"(?P<what>" + "|".join(SPECIALS) + r") costs (?P<cost>.+), and you cannot pay that\.",
        _lacks_price,
    ),
    (
        r"Nothing is happening now that an ace could stop\.",
        lambda m, w: w.top != steps.DENY,
    ),
    (
        r"The two questions were paid for with an ace: no ace stops those\.",
        lambda m, w: w.top == steps.ANSWER and RANK[w.s.discard[-1]] == 1,
    ),
    (
        r"Nobody is hiring now, so your ace has nothing to stop\.",
        lambda m, w: w.top != steps.DENY and not w.s.rules.denials,
    ),
    (
        r"What an ace could stop now is your own action\.",
        lambda m, w: w.top == steps.DENY and int(w.s.stack[-1]) >> 16 & 63 == w.f,
    ),
    (
        r"It is not your turn to say whether an ace stops this\.",
        lambda m, w: w.top == steps.DENY and not w.asked,
    ),
    (
        r"Choose which of your aces you discard for this\.",
        lambda m, w: w.top == steps.SPEND and w.asked,
    ),
    (
        r"You have no special action to pay for now\.",
        lambda m, w: not (w.top == steps.SPEND and w.asked),
    ),
    # --- council ---
    (
        r"There are no alliances in a game of two players\.",
        lambda m, w: len(w.s.order) == 2,
    ),
    (
        r"Alliances are (formed|broken) only at a Great Council, and none is sitting now\.",
        lambda m, w: not w.pending(steps.COUNCIL_TURN),
    ),
    (
        r"A proposal has been made and has to be answered first\.",
        lambda m, w: w.top == steps.PROPOSAL,
    ),
    (
        r"It is not your turn to speak in the Great Council\.",
        lambda m, w: (
            w.pending(steps.COUNCIL_TURN) and not (w.top == steps.COUNCIL_TURN and w.asked)
        ),
    ),
    (
        r"Nobody is proposing an alliance to you now\.",
        lambda m, w: not (w.top == steps.PROPOSAL and w.asked),
    ),
    (r"You have no alliance to break\.", lambda m, w: w.s.ally[w.f] == NOBODY),
    (
        r"Break your alliance before you propose another\.",
        lambda m, w: w.s.ally[w.f] != NOBODY,
    ),
    (
        r"Propose to another player at the table\.",
        lambda m, w: act.who_of(w.code) == w.f or act.who_of(w.code) not in w.s.order,
    ),
    (
        r"That player already has an ally\.",
        lambda m, w: w.s.ally[act.who_of(w.code)] != NOBODY,
    ),
    (
        r"You have already proposed to that player in this council\.",
        lambda m, w: bool(w.s.proposed >> (w.f * 4 + act.who_of(w.code)) & 1),
    ),
    # --- bidding ---
    (
        r"No artifact is on sale now: bids are made in the bidding round\.",
        lambda m, w: w.s.sale == NO_CARD,
    ),
    (
        r"This artifact is sold, and its buyer has to pay for it now\.",
        lambda m, w: w.pending(steps.PAY),
    ),
    (
        r"You hold (?P<n>\d+) artifacts, which is your limit, so you cannot bid\.",
        lambda m, w: int(w.s.hand[w.f]).bit_count() == int(m["n"]) >= w.s.rules.hand_limit[w.f],
    ),
    (
        r"The highest bid is yours: the others answer it first\.",
        lambda m, w: w.s.high_bidder == w.f,
    ),
    (
        r"It is not your turn to bid\.",
        lambda m, w: not (w.top == steps.BID and w.asked) and w.s.sale != NO_CARD,
    ),
    (r"A bid is at least 1 gold\.", lambda m, w: act.amount_of(w.code) == 0),
    (
        r"The highest bid is (?P<n>\d+) gold: bid more, or pass\.",
        lambda m, w: act.amount_of(w.code) <= int(m["n"]) == w.s.high_bid,
    ),
    (
        r"You may bid up to (?P<n>\d+): one more than the largest purse\.",
        lambda m, w: max(w.s.gold[g] for g in w.s.order) + 1 == int(m["n"]) < act.amount_of(w.code),
    ),
    (
        r"You have (?P<n>\d+) gold and cannot bid more than that\.",
        lambda m, w: w.s.gold[w.f] == int(m["n"]) < act.amount_of(w.code),
    ),
    (
        r"You have no artifact to pay for now\.",
        lambda m, w: not w.pending(steps.PAY, w.f),
    ),
    (
        r"You bid (?P<bid>\d+) and have only (?P<gold>\d+) gold\.",
        lambda m, w: int(m["bid"]) == w.s.high_bid > w.s.gold[w.f] == int(m["gold"]),
    ),
    (
        r"You have already taken an artifact without paying this turn\.",
        lambda m, w: bool(w.s.rights_used >> w.f & 1),
    ),
    (
        r"You won the card: say how you pay for it\.",
        lambda m, w: w.top == steps.PAY and w.asked and act.kind_of(w.code) == act.PASS,
    ),
    # --- units and places ---
    (
        rf"You have (?P<n>\d+|no) units? {PLACE}\.",
        lambda m, w: w.units_in(m["place"])[0] == _number(m["n"]) < w.wanted(m["place"])[0],
    ),
    (
        rf"You have (?P<n>\d+) elite units? {PLACE}\.",
        lambda m, w: w.units_in(m["place"])[1] == int(m["n"]) < w.wanted(m["place"])[1],
    ),
    (
        rf"You have (?P<n>\d+) ordinary units? {PLACE}\.",
        lambda m, w: (
            w.units_in(m["place"])[0] - w.units_in(m["place"])[1]
            == int(m["n"])
            < w.wanted(m["place"])[0] - w.wanted(m["place"])[1]
        ),
    ),
    (
        r"Your units in a territory are all in sight or all hidden\.",
        lambda m, w: (
            bool(w.s.rules.uniform_stacks)
            and 0 < act.hidden_units_of(w.code) < act.count_of(w.code)
        ),
    ),
    (r"Say how many units: at least one\.", lambda m, w: act.count_of(w.code) == 0),
    (
        r"The castle is full: two other players have units there\.",
        lambda m, w: _full(w, w.to) and _cannot_hide(w, int(w.card != NO_CARD)),
    ),
    (
        r"The castle is full, and the ace you spend cannot hide units too\.",
        lambda m, w: _full(w, w.to) and _cannot_hide(w, 1) and not _cannot_hide(w, 0),
    ),
    (
        r"The castle is full: only units that hide may enter it\.",
        lambda m, w: w.top == steps.HIDE and _full(w, int(w.s.stack[-1]) >> 10 & 63),
    ),
    (
        r"The castle is full: your units there stay hidden\.",
        lambda m, w: _full(w, act.from_of(w.code)),
    ),
    (
        r"Nobody recruits where the dragon marker stands\.",
        lambda m, w: NUMBER[w.to] == w.s.dragon,
    ),
    (
        r"Nobody moves to or through the dragon marker's territories\.",
        lambda m, w: NUMBER[w.to] == w.s.dragon,
    ),
    (
        r"That is out of reach: you move (?P<far>\d+) territories, never through the dragon marker's\.",
        _reach,
    ),
    # --- one's own turn ---
    (r"Your graveyard is empty\.", lambda m, w: w.s.grave[w.f] == 0),
    (
        r"Your bank is empty: there are no units to place\.",
        lambda m, w: w.s.bank[w.f] == 0,
    ),
    (
        r"At most (?P<n>\d+|no) units? leave your graveyard in a turn\.",
        lambda m, w: _number(m["n"]) == _revivals(w) < act.count_of(w.code),
    ),
    (
        r"That costs (?P<price>\d+) gold, and you have (?P<gold>\d+)\.",
        lambda m, w: int(m["gold"]) == w.s.gold[w.f] and _price(w, int(m["price"])),
    ),
    (
        r"You have no units on the board( that conscripts could join| to move| to disband)\.",
        lambda m, w: not w.on_board,
    ),
    (
        r"All your units stand with the dragon marker, and nobody recruits there\.",
        lambda m, w: bool(w.on_board) and not w.on_board & ~OF_NUMBER[w.s.dragon],
    ),
    (
        r"Conscripts only join units of yours that are already there\.",
        lambda m, w: not w.on_board >> w.to & 1,
    ),
    (
        r"You conscript at most (?P<n>\d+|no) units?, into one territory\.",
        lambda m, w: _number(m["n"]) == _conscripts(w) < act.count_of(w.code),
    ),
    (
        r"The Orcs hire no mercenaries(?P<ally> unless the Goblins are their ally)?\.",
        lambda m, w: (
            not w.s.powers[w.f] & powers.HIRES
            and w.f == FACTION_OF_NAME["orcs"]
            and bool(m["ally"]) == bool(w.s.rules.ally_powers[2] & powers.HIRES)
            and not (m["ally"] and w.s.ally[w.f] == FACTION_OF_NAME["goblins"])
        ),
    ),
    (
        r"The Goblins stopped you: you cannot hire this turn\.",
        lambda m, w: bool(w.s.hire_stopped >> w.f & 1),
    ),
    (
        r"Your hire is announced, and the Goblins have not answered yet\.",
        lambda m, w: w.pending(steps.HIRING, w.f) and w.pending(steps.DENY),
    ),
    (
        r"Units are raised only in the Orcish lands of the west\.",
        lambda m, w: not ORCISH >> w.to & 1,
    ),
    (
        r"An ace places at most (?P<n>\d+) units\.",
        lambda m, w: act.count_of(w.code) > int(m["n"]) == 5,
    ),
    (
        r"You have already hired this turn\.",
        lambda m, w: w.top == steps.HIRE and w.asked and bool(int(w.s.stack[-1]) >> 10 & 63),
    ),
    (
        r"You already pay half: an ace does not halve it again\.",
        lambda m, w: bool(w.s.powers[w.f] & powers.HALF_PRICE),
    ),
    (
        r"In this game an ace buys a second movement, not a longer one\.",
        lambda m, w: w.s.rules.ace_moves == 2,
    ),
    (
        r"In this game an ace makes a movement longer; it does not buy a second one\.",
        lambda m, w: w.s.rules.ace_moves == 1,
    ),
    (
        r"You have (?:already moved this turn|moved: there is no movement left to make longer)\.",
        lambda m, w: w.turn >= 0 and w.s.moves_left == 0,
    ),
    (
        r"You have already disbanded units this turn\.",
        lambda m, w: w.turn >= 0 and bool(w.s.disbanded),
    ),
    (
        r"Units hide when they come to share a territory( or meet a troll)?, and at no other time\.",
        lambda m, w: (
            not (w.top == steps.HIDE and w.asked) and bool(m[1]) == bool(w.s.rules.hides_from_troll)
        ),
    ),
    (
        r"You hide free of charge: no card is discarded for it\.",
        lambda m, w: bool(w.s.powers[w.f] & powers.HIDES) and w.card != NO_CARD,
    ),
    (
        r"Only hidden units that have just moved come out this way\.",
        lambda m, w: not (w.top == steps.STATUS and w.asked),
    ),
    (
        r"You choose (?P<when>.+) which hidden units come out, not now\.",
        lambda m, w: (
            not (w.top == steps.EMERGE and w.asked)
            and (m["when"] == "at the start of a turn") == (w.s.rules.turn_steps[1] == steps.EMERGE)
        ),
    ),
    (
        r"Your (?P<n>\d+) hidden units in (?P<place>\S+) come out together\.",
        lambda m, w: (
            bool(w.s.rules.uniform_stacks)
            and w.s.hid[w.f * 28 + INDEX[m["place"]]] == int(m["n"]) != act.count_of(w.code)
        ),
    ),
    (
        r"You lose (?P<n>\d+) units? in (?P<place>\S+): say which\.",
        lambda m, w: w.top == steps.LOSE and w.asked and act.count_of(w.code) != int(m["n"]),
    ),
    (
        r"You are not losing any units now, so there is nothing to choose\.",
        lambda m, w: not (w.top == steps.LOSE and w.asked),
    ),
    # --- special actions ---
    (
        rf"That costs the {C}, and no other card\.",
        lambda m, w: _card(m) == w.s.rules.special[5] - 2 != w.card,
    ),
    (
        r"The card brings (?P<n>\d+) units? out of your graveyard, no more and no fewer\.",
        lambda m, w: int(m["n"]) == min(2, w.s.grave[w.f]) != act.count_of(w.code),
    ),
    (
        r"Only castles have walls that can be broken\.",
        lambda m, w: not CASTLES >> w.to & 1,
    ),
    (
        r"The walls of (?P<t>\S+) are already broken\.",
        lambda m, w: bool(w.s.broken >> INDEX[m["t"]] & 1) and INDEX[m["t"]] == w.to,
    ),
    (
        r"You have no visible units in (?P<t>\S+) or next to it\.",
        lambda m, w: INDEX[m["t"]] == w.to and not _near(w, w.to),
    ),
    (
        r"(Ask|Choose) another player at the table( to fight)?\.",
        lambda m, w: act.who_of(w.code) == w.f or act.who_of(w.code) not in w.s.order,
    ),
    (
        r"The questions are numbered 0 to (?P<n>\d+)\.",
        lambda m, w: act.amount_of(w.code) > int(m["n"]) == 39,
    ),
    (r"Your turn has already begun\.", lambda m, w: w.turn >= 0),
    (
        r"You take your turn between two other turns, not during one\.",
        lambda m, w: _not_yet(w),
    ),
    # --- battle ---
    (
        r"In the decider the tied players fight by themselves, in order\.",
        lambda m, w: w.pending(steps.DECIDER),
    ),
    (
        r"Battles are fought in the battle round\.",
        lambda m, w: not w.pending(steps.BATTLES),
    ),
    (
        r"The battle you have begun has to be settled first\.",
        lambda m, w: w.pending(steps.FIGHT, w.f) and w.top != steps.FIGHT,
    ),
    (
        r"It is not your turn to attack\.",
        lambda m, w: w.pending(steps.BATTLES) and not w.pending(steps.FIGHT, w.f),
    ),
    (
        r"You cannot pass: your battles have to be fought\.",
        lambda m, w: w.top == steps.FIGHT and w.asked,
    ),
    (
        r"The Great Mountain is neutral: nobody battles there\.",
        lambda m, w: act.from_of(w.code) == INDEX["0•"],
    ),
    (
        r"You have no visible units in (?P<t>\S+)\.",
        lambda m, w: not w.s.vis[w.f] >> INDEX[m["t"]] & 1,
    ),
    (
        r"The (?P<who>[A-Z][a-z]+) have no visible units in (?P<t>\S+)\.",
        lambda m, w: not w.s.vis[FACTION_OF_NAME[m["who"].lower()]] >> INDEX[m["t"]] & 1,
    ),
    (
        r"Allies do not fight each other in this game\.",
        lambda m, w: not w.s.rules.allies_fight and w.s.ally[w.f] == act.who_of(w.code),
    ),
    (
        r"You cannot ask while another question is still open\.",
        lambda m, w: w.pending(steps.ASK, w.f) and not (w.top == steps.ASK and w.asked),
    ),
    (
        r"Only those who fight may ask: this question is for the (?P<who>\w+) to ask\.",
        lambda m, w: (
            w.pending(steps.ASK, FACTION_OF_NAME[m["who"].lower()])
            and not w.pending(steps.ASK, w.f)
        ),
    ),
    (
        r"Battle questions are asked before the planning begins, not now\.",
        lambda m, w: not any(w.pending(steps.ASK, g) for g in w.s.order),
    ),
    (
        r"Your question was stopped by an ace\.",
        lambda m, w: w.top == steps.ASK and bool(int(w.s.stack[-1]) >> 16 & 63),
    ),
    (
        r"That question is not asked in this game\.",
        lambda m, w: not w.s.rules.questions & act.count_of(w.code),
    ),
    (
        r"No battle question is waiting for your answer\.",
        lambda m, w: not (w.top == steps.ANSWER and w.asked),
    ),
    (
        r"You cannot pass: the battle question has to be answered\.",
        lambda m, w: w.top == steps.ANSWER and w.asked,
    ),
    (r"The question is about (?P<about>.+)\.", _wrong_answer),
    (
        r"You have (?P<have>\d+|no) units? here, and cannot send (?P<n>\d+)\.",
        lambda m, w: w.units_in("here")[0] == _number(m["have"]) < int(m["n"]),
    ),
    (
        r"You hold no (?P<what>red|black|artifact of value \d)(?: artifact)? that you could play\.",
        _no_such_artifact,
    ),
    (
        r"You have already blessed a battle this turn\.",
        lambda m, w: w.s.blessed == w.s.turn > 0,
    ),
    (
        r"A blessing needs three units lost in battle; you have lost (?P<n>\d|no) units?\.",
        lambda m, w: _number(m["n"]) == w.s.combat_losses < 3,
    ),
    (
        r"You bless a battle of your own at its start, before the plans are made\.",
        lambda m, w: not (w.top == steps.BLESS and w.asked),
    ),
    (
        r"An ace does not count as an artifact in battle\.",
        lambda m, w: not w.s.rules.ace_fights and RANK[w.card] == 1,
    ),
    (
        r"You are not in a battle .+\.",
        lambda m, w: not w.fights,
    ),
    (
        r"You have made your plan for this battle, and it stands\.",
        lambda m, w: w.fights and w.s.plans[w.side] >= 0,
    ),
    (
        r"Plans are made once the battle questions are over\.",
        lambda m, w: w.fights and w.top != steps.PLANS and max(w.s.plans) < 0,
    ),
    (
        r"You cannot pass: plan how many units you send, and a card or none\.",
        lambda m, w: w.top == steps.PLANS and w.asked,
    ),
    (
        rf"The {C} is not an artifact\.",
        lambda m, w: _card(m) == w.card and RANK[w.card] > 6,
    ),
    (
        r"You have (?P<n>\d+|no) units? here to send\.",
        lambda m, w: w.units_in("here")[0] == _number(m["n"]) < act.count_of(w.code),
    ),
    (
        r"You answered that you send (?P<n>\d+|no) units?; that binds you\.",
        lambda m, w: w.s.answers[w.side * 3 + 1] == _number(m["n"]) != act.count_of(w.code),
    ),
    (
        r"Your answer about your artifact binds you\.",
        lambda m, w: w.s.answers[w.side * 3] >= 0 or w.s.answers[w.side * 3 + 2] >= 0,
    ),
    (
        r"(Treachery is declared|The chaos monster is called) after both plans are shown\.",
        lambda m, w: w.fights and not _shown(w),
    ),
    (
        r"The chaos monster has (already )?come.*\.",
        lambda m, w: bool(w.s.miracles & 1),
    ),
    (
        r"No six was played in this battle, so no monster can be called\.",
        lambda m, w: _shown(w) and not _six_was_played(w.s),
    ),
    (
        r"It is not your turn to call the chaos monster\.",
        lambda m, w: _shown(w) and _six_was_played(w.s) and not (w.top == steps.CHAOS and w.asked),
    ),
    (
        r"You have already decided about treachery in this battle\.",
        lambda m, w: w.s.betrayals[w.side] >= 0,
    ),
    (
        r"Your opponent played no artifact that could be sabotaged\.",
        lambda m, w: _shown(w) and _opponents_card(w) == NO_CARD,
    ),
    (
        r"The blessing keeps your opponent safe from treachery\.",
        lambda m, w: bool(w.s.miracles & 2) and bool(w.s.powers[_opponent(w)] & powers.BLESSED),
    ),
    (
        r"It is not your turn to declare treachery\.",
        lambda m, w: _shown(w) and not (w.top == steps.TREACHERY and w.asked),
    ),
    (
        rf"The {C} is not among your secret cards\.",
        lambda m, w: _card(m) not in (w.s.usurper[w.f], w.s.sabotage[w.f]),
    ),
    (
        rf"The {C} is not a usurper of the (?P<who>[A-Z][a-z]+)\.",
        lambda m, w: (
            SUIT[_card(m)] != w.s.rules.suits[FACTION_OF_NAME[m["who"].lower()]]
            and _opponent(w) == FACTION_OF_NAME[m["who"].lower()]
        ),
    ),
    (
        rf"The {C} does not sabotage the (?P<played>\S+)\.",
        lambda m, w: (
            SUIT[_card(m)] != SUIT[CARD_OF_NAME[m["played"]]]
            and CARD_OF_NAME[m["played"]] == _opponents_card(w)
        ),
    ),
    (
        r"These cards do not work as usurper and sabotage\.",
        lambda m, w: w.top in (steps.TREACHERY, steps.LEND) and w.asked,
    ),
    (
        r"You may plunder only right after a battle you have won\.",
        lambda m, w: not (w.top == steps.PLUNDER and w.asked),
    ),
    (
        r"You have drawn no artifact yet that you could sell\.",
        lambda m, w: w.top == steps.PLUNDER and not int(w.s.stack[-1]) >> 22 & 1023,
    ),
    (
        r"You have drawn the artifact: take it or sell it\.",
        lambda m, w: w.top == steps.PLUNDER and bool(int(w.s.stack[-1]) >> 22 & 1023),
    ),
    (
        r"Your hand is full: the plundered artifact must be sold\.",
        lambda m, w: int(w.s.hand[w.f]).bit_count() > w.s.rules.hand_limit[w.f],
    ),
    # --- cards ---
    (
        r"Only the winner of a battle discards, and only the artifact played\.",
        lambda m, w: (not w.s.rules.may_discard and w.top != steps.SPOILS) or not w.asked,
    ),
    (
        rf"Only the {C}, which you played, may be discarded now\.",
        lambda m, w: w.top == steps.SPOILS and _card(m) != w.card and _holds(w, _card(m)),
    ),
    (
        r"It is not your turn to discard artifacts\.",
        lambda m, w: w.pending(steps.DISCARD) and not (w.top == steps.DISCARD and w.asked),
    ),
    (
        r"Artifacts are discarded in the collection round\.",
        lambda m, w: bool(w.s.rules.may_discard) and not w.pending(steps.DISCARD),
    ),
    (
        r"Name (the card you mean|two cards: a usurper and a sabotaged artifact)\.",
        lambda m, w: NO_CARD in (w.card, act.amount_of(w.code)),
    ),
    (
        r"Nobody is looking at your hand now\.",
        lambda m, w: not (w.top == steps.KEEP and w.asked),
    ),
    (
        r"You cannot pass: name a card that you keep secret\.",
        lambda m, w: w.top == steps.KEEP and w.asked,
    ),
    (
        rf"The {C} stays secret already: name another card\.",
        lambda m, w: bool(w.s.kept[w.f] >> _card(m) & 1),
    ),
    (
        r"With one card or none there is nothing to see\.",
        lambda m, w: int(w.s.hand[act.who_of(w.code)]).bit_count() < 2,
    ),
    (
        r"You have seen that hand, and it has not changed since\.",
        lambda m, w: bool(w.s.looked >> act.who_of(w.code) & 1),
    ),
    (
        r"The hand you are looking at has to be shown first\.",
        lambda m, w: w.top == steps.KEEP,
    ),
    (
        r"Wait until the plans of this battle are shown\.",
        lambda m, w: w.s.attacker != NOBODY and not _shown(w),
    ),
    # --- gifts ---
    (
        r"No gold changes hands between the two plans of a battle\.",
        lambda m, w: _one_plan(w),
    ),
    (
        r"You have (?P<gold>\d+) gold(?:, and (?P<due>\d+) of it is promised)?: (?P<may>.+)\.",
        _gift,
    ),
]
COMPILED: Final = [(re.compile(words), check) for words, check in FAMILIES]


def judged(text: str, where: Where) -> str:
    """What is wrong with a sentence at a position: nothing, hopefully."""
    matching = [(m, check) for words, check in COMPILED if (m := words.fullmatch(text))]
    if not matching:
        return "nobody says when this sentence is true"
    return "" if any(check(m, where) for m, check in matching) else "that is not true"
