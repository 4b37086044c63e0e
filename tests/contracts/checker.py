"""An independent judge of promises: it reads the events of a game and nothing of the enforcer.

For every contract that was signed it follows which clauses bind, and complains about every event
that breaks one unless the table was told, before the next decision, that this clause is void. Of
payments called void it checks that the gold was not there or was promised elsewhere.
"""

from collections.abc import Iterator

from dragondune.game import Game
from dragondune.model import contracts as deal
from dragondune.model.cards import COLOUR, NO_CARD, RANK
from dragondune.model.contracts import Clause
from dragondune.model.events import Event
from dragondune.model.factions import NOBODY

ARRIVALS = {"moved": 2, "leapt": 2, "rode": 2, "conscripted": 1, "hired": 1, "raised": 1}


class Judge:
    """Follows one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.heard = 0
        self.binding: dict[tuple[int, int], Clause] = {}
        self.gold = list(game.state.gold)
        self.fighters: tuple[int, int] = (NOBODY, NOBODY)

    def listen(self) -> Iterator[str]:
        """What has gone wrong since the last time."""
        news = self.game.events()[self.heard :]
        self.heard += len(news)
        void = {(e.b, e.c) for e in news if e.kind == "agreement_void"}
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
            if c.kind == deal.PAY and not spent:
                yield f"{key} is called void, but the gold is there"

    def _follow(self, e: Event) -> None:
        if e.kind == "battle_began":
            self.fighters = (e.a, e.b)

    def _take_stock(self) -> None:
        """What binds from here on: the public contracts, as any player reads them."""
        self.gold = list(self.game.state.gold)
        self.binding = {
            (contract.number, c.number): c
            for contract in self.game.view().deals
            for c in contract.clauses
            if c.stage == deal.ACTIVE
        }

    def _against(self, c: Clause) -> bool:
        if c.debtor not in self.fighters:
            return False
        foe = self.fighters[1 - self.fighters.index(c.debtor)]
        return c.other in (NOBODY, foe)

    def _broken_by(self, c: Clause, e: Event) -> bool:
        if e.a != c.debtor:
            return False
        check = getattr(self, f"_kind_{c.kind}", None)
        return bool(check is not None and check(c, e))

    def _kind_3(self, c: Clause, e: Event) -> bool:
        # The decider on the mountain is nobody's choice.
        return e.kind == "battle_began" and e.c != 0 and c.other in (NOBODY, e.b)

    def _kind_4(self, c: Clause, e: Event) -> bool:
        return e.kind in ARRIVALS and bool(c.place >> (e.b, e.c)[ARRIVALS[e.kind] - 1] & 1)

    def _kind_6(self, c: Clause, e: Event) -> bool:
        if c.what == deal.IN_ROUND and c.turn != self.game.state.turn:
            return False
        return e.kind == "bid" and e.b > c.n

    def _kind_7(self, c: Clause, e: Event) -> bool:
        if e.kind != "plan_shown" or not self._against(c):
            return False
        wrong = (e.b < c.n, e.b > c.n, e.b != c.n)
        return wrong[c.what]

    def _kind_8(self, c: Clause, e: Event) -> bool:
        if e.kind != "plan_shown" or not self._against(c) or e.c == NO_CARD:
            return False
        return c.what in (0, COLOUR[e.c])

    def _kind_16(self, c: Clause, e: Event) -> bool:
        if e.kind != "plan_shown" or not self._against(c):
            return False
        return e.c == NO_CARD or c.what not in (0, COLOUR[e.c])

    def _kind_9(self, c: Clause, e: Event) -> bool:
        return e.kind == "betrayed" and c.other in (NOBODY, e.b)

    def _kind_10(self, c: Clause, e: Event) -> bool:
        used = {
            "paid": deal.TO_PAY if e.c == 1 else 0,
            "hired": deal.TO_HIRE if e.e < 52 else 0,
            "extended": deal.TO_MOVE,
            "hid": deal.TO_HIDE if e.d < 52 else 0,
            "plan_shown": deal.TO_FIGHT if e.c < 52 and RANK[e.c] == 1 else 0,
            "denied": e.b,
            "leapt": deal.TO_LEAP,
            "asked": deal.TO_ASK_BOTH if e.d < 52 else 0,
            "revived": deal.TO_REVIVE if e.d < 52 and RANK[e.d] == 1 else 0,
        }.get(e.kind, 0)
        return used > 0 and c.what in (0, used)

    def _kind_11(self, c: Clause, e: Event) -> bool:
        return e.kind in ("hired", "raised") and (c.place == 0 or bool(c.place >> e.b & 1))

    def _kind_14(self, c: Clause, e: Event) -> bool:
        return e.kind == "alliance_broken"

    def _kind_13(self, c: Clause, e: Event) -> bool:
        return e.kind == "proposed" and e.b != c.other
