"""Many actions that somebody might try: every kind, with fields that are nearly right or wrong."""

from __future__ import annotations

import random
from functools import lru_cache

from dragondune.model import actions as act
from dragondune.model.action_text import FIELDS, parse_action
from dragondune.model.board import NAMES, OF_NUMBER, territories_in
from dragondune.model.cards import CARD_NAMES, NO_CARD, cards_in
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.state import State

CASTLES = ("1★", "3★", "5★", "10★", "15★")
# How often each kind is tried at one position by one seat: more where more can be wrong.
OFTEN = dict.fromkeys(("carry", "ride", "hire", "raise", "conscript", "move", "plan", "betray"), 5)


class Tries:
    """Lines for one seat at one position, drawn at random near what the seat has."""

    def __init__(self, s: State, f: int, rng: random.Random) -> None:
        self.s, self.f, self.rng = s, f, rng
        mine = s.vis[f] | s.hidm[f]
        others = s.vis[0] | s.vis[1] | s.vis[2] | s.vis[3]
        self.own = [NAMES[t] for t in territories_in(mine)]
        self.places = [*self.own, *(NAMES[t] for t in territories_in(others)), *CASTLES]
        self.places += [NAMES[t] for t in territories_in(OF_NUMBER[s.dragon])] + ["0•", "17", "2"]
        played = [plan >> 20 & 63 for plan in s.plans if plan >= 0]
        held = [*cards_in(s.hand[f]), s.usurper[f], s.sabotage[f], *played]
        self.cards = [CARD_NAMES[card] for card in held if card != NO_CARD]
        self.cards += ["A♣", "A♥", "6♦", "6♣", "4♥", "Q♦", "J♠", "9♠"]

    def lines(self) -> list[str]:
        """A few lines of every kind."""
        found = []
        for kind, name in enumerate(act.KIND_NAMES):
            for _ in range(OFTEN.get(name, 2) if FIELDS.get(kind) else 1):
                found.append(self._line(kind, name))
        return found

    def _line(self, kind: int, name: str) -> str:
        fields = FIELDS.get(kind, ())
        words = [name, *(self._word(field) for field in fields)]
        if "hidden" in fields and not words[-1] and self.rng.random() < 0.3:
            words[1] = self.rng.choice(("1+1h", "2+3h", "1e+1h", "9+1h", "1+1eh"))
        return " ".join(word for word in words if word)

    def _word(self, field: str) -> str:
        rng = self.rng
        if field == "units":
            return rng.choice(("1", "1", "1", "2", "2", "3", "5", "9", "0", "1e", "1+1e"))
        if field in ("number", "second", "third", "turn"):
            return rng.choice(("0", "1", "2", "3", "5", "12"))
        if field == "amount":
            return rng.choice(("0", "1", "2", str(self.s.gold[self.f] + 1), "39", "99"))
        if field in ("to", "from", "castle", "place"):
            return rng.choice(self.own or self.places if rng.random() < 0.5 else self.places)
        if field in ("card", "sabotage"):
            return rng.choice([*self.cards, "none"])
        if field == "ace":
            return rng.choice([*self.cards, "", ""])
        return rng.choice(_WORDS[field])


_WORDS = {
    "who": FACTION_NAMES,
    "hidden": ("", "", "hidden"),
    "topic": ("colour", "number", "value"),
    "colour": ("none", "red", "black"),
    "value": ("none", "1", "3", "6"),
}


@lru_cache(maxsize=100_000)
def code_of(line: str) -> int:
    """The action a line stands for."""
    return parse_action(line)
