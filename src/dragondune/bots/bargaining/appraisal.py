"""Judging a contract [B6]: what it brings this seat, what it brings others, and what must not be.

A seat gains by a contract what its own turn and purse gain, less a part of what others gain: those
who are close to winning count most. Signed is only what leaves a clear gain, so that no sequence
of contracts, each fair for itself, can milk a bot.
"""

from typing import Final

from dragondune.bots.bargaining.clause_prices import flat_worth, turns_after
from dragondune.bots.bargaining.restrictions import Terms, terms_in_force, with_clauses
from dragondune.bots.bargaining.turn_forecast import Prospect, prospect
from dragondune.bots.steward.board_worth import BoardWorth
from dragondune.bots.steward.council import castles_held
from dragondune.bots.steward.weights import OF_FACTION, Weights
from dragondune.engine.agenda import seat_of, step_of
from dragondune.engine.steps import HIRING
from dragondune.model import contracts
from dragondune.model.board import CASTLES, EVERYWHERE, territories_in
from dragondune.model.cards import NO_CARD
from dragondune.model.contracts import Clause
from dragondune.model.factions import NOBODY
from dragondune.model.frames import frame_ace, frame_place, frame_units
from dragondune.model.powers import DEFAULT_WINNER
from dragondune.rules.reckoning import hire_price
from dragondune.views.view import View

ENOUGH: Final = 0.3  # gold a contract has to bring
MY_CHANCE: Final = 0.12  # of winning this turn, that is for sale at no price
THEIR_CHANCE: Final = 0.08  # of winning this turn, that is given at no price
MOST_ENVIED: Final = 6.0  # gold; what is beyond that is relief from a common danger
_ON_THE_BOARD: Final = (
    *(
        contracts.PAY,
        contracts.NO_ATTACK,
        contracts.NO_ENTER,
        contracts.LEAVE,
        contracts.NO_HIRE,
        contracts.HIRE,
    ),
)

# Why a contract is out of the question
NO_GOLD: Final = "gold"
NO_HANDS: Final = "hire"
MY_WIN: Final = "my win"
THEIR_WIN: Final = "their win"
STRONG_ALREADY: Final = "strong"
LOCKED_OUT: Final = "locked"


class Verdict:
    """What a contract comes to for one seat."""

    __slots__ = ("gains", "mine", "net", "veto", "winner")

    def __init__(self, mine: float, net: float, gains: list[float]) -> None:
        self.mine = mine
        self.net = net
        self.gains = gains
        self.veto = ""
        self.winner = NOBODY

    @property
    def good(self) -> bool:
        """Is it worth signing?"""
        return not self.veto and self.net >= ENOUGH


class Appraiser:
    """Judges contracts in one position; what does not depend on them is reckoned once."""

    def __init__(self, view: View, weights: Weights) -> None:
        self.view = view
        self.me = view.seat
        self.weights: list[Weights] = [OF_FACTION[f] for f in range(4)]
        self.weights[self.me] = weights
        self.standing: Terms = terms_in_force(view)
        self.scenes: dict[int, BoardWorth] = {}
        for f in view.order:
            view.seat = f
            self.scenes[f] = BoardWorth(view, self.weights[f])
        view.seat = self.me
        self._before: dict[int, Prospect] = {}
        self._after: dict[tuple[int, int, bool, tuple[Clause, ...]], Prospect] = {}
        self.held = [castles_held(view, f) for f in range(4)]

    def before(self, f: int) -> Prospect:
        """A seat's turn as contracts stand now."""
        found = self._before.get(f)
        if found is None:
            found = prospect(self.view, f, self.weights[f], self.standing)
            self._before[f] = found
        return found

    def after(self, f: int, clauses: list[Clause], cautious: int, spends: bool = True) -> Prospect:
        """A seat's turn with these clauses signed; it ``spends`` what it is paid, or keeps it."""
        if not any(c.kind in _ON_THE_BOARD for c in clauses):
            return self.before(f)
        if all(c.when == contracts.ALWAYS for c in clauses):
            cautious = NOBODY
        key = (f, cautious, spends, tuple(clauses))
        found = self._after.get(key)
        if found is None:
            terms = with_clauses(self.view, clauses, cautious)
            if not spends:
                terms.gold[f] = min(0, terms.gold[f])
            found = self._after[key] = prospect(self.view, f, self.weights[f], terms)
        return found

    def unopposed(self, f: int, clauses: list[Clause]) -> float:
        """A seat's odds to win this turn if nobody comes to stop it."""
        terms = with_clauses(self.view, clauses, NOBODY)
        for g in range(4):
            if g != f:
                terms.enter[g] = EVERYWHERE
        return prospect(self.view, f, self.weights[f], terms).win

    def envy(self, f: int, g: int) -> float:
        """How much of what g gains is lost to f."""
        others = len(self.view.order) - 1
        share = 1.0 if others == 1 else 0.5 if others == 2 else 0.35
        share += 0.25 * max(0, self.held[g] - 1)
        if self.view.rules.allied_victory and self.view.ally[f] == g:
            share *= 0.5
        return min(share, 1.0)

    def gain(self, f: int, clauses: list[Clause]) -> float:
        """What these clauses bring a seat, in gold, others' gains apart."""
        # Gold that comes is worth its number: else a poor seat would sell itself for one piece.
        turn = self.after(f, clauses, f, False).worth - self.before(f).worth
        flat = 0.0
        for c in clauses:
            flat += flat_worth(self.scenes, f, c)
        return turn / self.weights[f].gold + flat

    def net(self, f: int, clauses: list[Clause], parties: int) -> Verdict:
        """What these clauses are worth to a seat when others' gains are taken off."""
        gains = [0.0, 0.0, 0.0, 0.0]
        for g in self.view.order:
            if g == f or parties >> g & 1 or self.held[g] >= 2:
                gains[g] = self.gain(g, clauses)
        net = gains[f]
        for g in self.view.order:
            if g != f:
                net -= self.envy(f, g) * min(max(0.0, gains[g]), MOST_ENVIED)
        return Verdict(gains[f], net, gains)

    def judge(self, clauses: list[Clause], parties: int) -> Verdict:
        """This seat's verdict, what it must never sign included."""
        found = self.net(self.me, clauses, parties)
        found.veto = self._cannot_keep(clauses) or self._gives_the_game_away(clauses, found)
        return found

    # --- what must not be ------------------------------------------------------------------

    def _cannot_keep(self, clauses: list[Clause]) -> str:
        me, view = self.me, self.view
        owed = sum(c.n for c in clauses if c.kind == contracts.PAY and c.debtor == me)
        if owed and owed + self._owed_already() > free_gold(view):
            return NO_GOLD
        for c in clauses:
            if c.kind == contracts.HIRE and c.debtor == me:
                t = int(c.place & -c.place).bit_length() - 1
                price = hire_price(view.rules, view.powers[me], t, c.n, False)
                if price + owed > free_gold(view) or c.n > view.bank[me]:
                    return NO_HANDS
        return ""

    def _owed_already(self) -> int:
        return sum(
            c.n
            for contract in self.view.contracts
            for c in contract.clauses
            if c.kind == contracts.PAY and c.debtor == self.me and c.stage < contracts.DONE
        )

    def _gives_the_game_away(self, clauses: list[Clause], found: Verdict) -> str:
        """Nobody sells a victory, their own or another's."""
        me = self.me
        if self.after(me, clauses, me).win < self.before(me).win - MY_CHANCE:
            return MY_WIN
        for g in self.view.order:
            if g == me or (self.view.rules.allied_victory and self.view.ally[me] == g):
                continue
            if self.after(g, clauses, me).win > self.before(g).win + THEIR_CHANCE:
                found.winner = g
                return THEIR_WIN
        return self._binds_for_long(clauses, found)

    def _binds_for_long(self, clauses: list[Clause], found: Verdict) -> str:
        """Turns to come cannot be reckoned: there the hands must stay free where it matters."""
        view, me = self.view, self.me
        shut = 0
        for c in clauses:
            if c.debtor != me:
                continue
            later = turns_after(view, c) > 0
            if c.kind == contracts.LEAVE and c.place & CASTLES & view.vis[me]:
                later = True
            for g in view.order:
                if g != me and later and self.held[g] >= 2 and self._shields(c, g):
                    found.winner = g
                    return STRONG_ALREADY
            if later and c.kind == contracts.NO_ENTER:
                shut |= c.place
        if shut and not view.rules.powers[me] & DEFAULT_WINNER:
            for contract in view.contracts:
                for c in contract.clauses:
                    bars = (
                        c.kind == contracts.NO_ENTER and c.debtor == me and c.stage < contracts.DONE
                    )
                    if bars and turns_after(view, c):
                        shut |= c.place
            if len(territories_in(CASTLES & (~shut | view.vis[me]))) < 3:
                return LOCKED_OUT
        return ""

    def _shields(self, c: Clause, g: int) -> bool:
        """Would this promise keep the seat from stopping player g?"""
        if c.kind in (contracts.NO_ENTER, contracts.LEAVE):
            return bool(c.place & CASTLES)
        if c.kind == contracts.NO_HIRE:
            return c.place == 0 or bool(c.place & CASTLES)
        if c.kind in (contracts.NO_ATTACK, contracts.SEND, contracts.NO_PLAY):
            return c.other in (NOBODY, g)
        return False


def free_gold(view: View) -> int:
    """This seat's gold that is not promised for a bid or a hire."""
    me = view.seat
    promised = 0
    if view.sale != NO_CARD and view.high_bidder == me:
        promised = view.high_bid
    for entry in view.stack:
        if step_of(entry) == HIRING and seat_of(entry) == me:
            t, ace = frame_place(entry), frame_ace(entry) != NO_CARD
            promised += hire_price(view.rules, view.powers[me], t, frame_units(entry), ace)
    return max(0, view.gold[me] - promised)
