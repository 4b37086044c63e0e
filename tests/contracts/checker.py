"""An independent judge of promises: it reads the events of a game and nothing of the enforcer.

For every contract that was signed it follows which clauses bind, and complains about every event
that breaks one unless the table was told, before the next decision, that this clause is void. Of
payments called void it checks that the gold was not there or was promised elsewhere.
"""

from collections.abc import Iterator

from dragondune.game import Game
from dragondune.model import contracts as terms
from dragondune.model import events
from dragondune.model.board import MOUNTAIN
from dragondune.model.cards import COLOUR, NO_CARD, RANK
from dragondune.model.contracts import Clause
from dragondune.model.events import Event
from dragondune.model.factions import NOBODY


def arrival(e: Event) -> int | None:
    """Where units have come to, if they have."""
    if isinstance(e, (events.Moved, events.Carried, events.Rode)):
        return e.target
    if isinstance(e, (events.Conscripted, events.Hired, events.Raised)):
        return e.place
    return None


def doer(e: Event) -> int | None:
    """Who has done it; only an attack has another name for that."""
    if isinstance(e, events.BattleBegan):
        return e.attacker
    found: int | None = getattr(e, "faction", None)
    return found


def ace_used(e: Event) -> int:
    """What an ace was good for, if one was played."""
    if isinstance(e, events.PlanShown):
        return terms.TO_FIGHT if _is_ace(e.card) else 0
    if isinstance(e, events.Denied):
        return e.window
    purpose = ACES_FOR.get(type(e), 0)
    return purpose if _is_ace(getattr(e, "card", NO_CARD)) else 0


def _is_ace(card: int) -> bool:
    return card != NO_CARD and RANK[card] == 1


ACES_FOR: dict[type[Event], int] = {
    events.Paid: terms.TO_PAY,
    events.Hired: terms.TO_HIRE,
    events.Extended: terms.TO_MOVE,
    events.Hid: terms.TO_HIDE,
    events.Carried: terms.TO_CARRY,
    events.Asked: terms.TO_ASK_BOTH,
    events.Revived: terms.TO_REVIVE,
}


class Judge:
    """Follows one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.heard = 0
        self.binding: dict[tuple[int, int], Clause] = {}
        self.gold = list(game.state.gold)
        self.stood = list(game.view().vis)
        self.fighters: tuple[int, int] = (NOBODY, NOBODY)

    def listen(self) -> Iterator[str]:
        """What has gone wrong since the last time."""
        news = self.game.events()[self.heard :]
        self.heard += len(news)
        void = {(e.contract, e.clause) for e in news if isinstance(e, events.ContractVoid)}
        for event in news:
            self._follow(event)
            for key, c in self.binding.items():
                if key not in void and self._broken_by(c, event):
                    yield f"{event} breaks clause {key}: {c.numbers()}"
        yield from self._unpaid(void)
        self._take_stock()

    def _unpaid(self, void: set[tuple[int, int]]) -> Iterator[str]:
        s = self.game.state
        for key in void & set(self.binding):
            c = self.binding[key]
            spent = s.high_bidder == c.debtor or min(self.gold[c.debtor], s.gold[c.debtor]) < c.n
            if c.kind == terms.PAY and not spent:
                yield f"{key} is called void, but the gold is there"

    def _follow(self, e: Event) -> None:
        if isinstance(e, events.BattleBegan):
            self.fighters = (e.attacker, e.defender)

    def _take_stock(self) -> None:
        """What binds from here on: the public contracts, as any player reads them."""
        self.gold = list(self.game.state.gold)
        self.stood = list(self.game.view().vis)
        self.binding = {
            (contract.number, c.number): c
            for contract in self.game.view().contracts
            for c in contract.clauses
            if c.stage == terms.ACTIVE
        }

    def _against(self, c: Clause) -> bool:
        if c.debtor not in self.fighters:
            return False
        foe = self.fighters[1 - self.fighters.index(c.debtor)]
        return c.other in (NOBODY, foe)

    def _broken_by(self, c: Clause, e: Event) -> bool:
        if doer(e) != c.debtor:
            return False
        check = getattr(self, f"_kind_{c.kind}", None)
        return bool(check is not None and check(c, e))

    def _kind_3(self, c: Clause, e: Event) -> bool:
        # The decider on the mountain is nobody's choice.
        foe = e.defender if isinstance(e, events.BattleBegan) and e.place != MOUNTAIN else None
        return foe is not None and c.other in (NOBODY, foe)

    def _kind_4(self, c: Clause, e: Event) -> bool:
        place = arrival(e)
        shut = c.place if c.other == NOBODY else self.stood[c.other]
        return place is not None and bool(shut >> place & 1)

    def _kind_6(self, c: Clause, e: Event) -> bool:
        if c.what == terms.IN_ROUND and c.turn != self.game.state.turn:
            return False
        return isinstance(e, events.Bid) and e.gold > c.n

    def _kind_7(self, c: Clause, e: Event) -> bool:
        if not isinstance(e, events.PlanShown) or not self._against(c):
            return False
        wrong = (e.units < c.n, e.units > c.n, e.units != c.n)
        return wrong[c.what]

    def _kind_8(self, c: Clause, e: Event) -> bool:
        if not isinstance(e, events.PlanShown) or not self._against(c) or e.card == NO_CARD:
            return False
        return c.what in (0, COLOUR[e.card])

    def _kind_16(self, c: Clause, e: Event) -> bool:
        if not isinstance(e, events.PlanShown) or not self._against(c):
            return False
        return e.card == NO_CARD or c.what not in (0, COLOUR[e.card])

    def _kind_9(self, c: Clause, e: Event) -> bool:
        return isinstance(e, events.Betrayed) and c.other in (NOBODY, e.other)

    def _kind_10(self, c: Clause, e: Event) -> bool:
        used = ace_used(e)
        return used > 0 and c.what in (0, used)

    def _kind_11(self, c: Clause, e: Event) -> bool:
        if not isinstance(e, (events.Hired, events.Raised)):
            return False
        return c.place == 0 or bool(c.place >> e.place & 1)

    def _kind_14(self, c: Clause, e: Event) -> bool:
        return isinstance(e, events.AllianceBroken)

    def _kind_13(self, c: Clause, e: Event) -> bool:
        return isinstance(e, events.Proposed) and e.other != c.other
