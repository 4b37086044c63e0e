"""Judging a contract [B6]: what it brings this seat, what it brings others, and what must not be.

A seat gains by a contract what its own turn and purse gain, less a part of what others gain: those
who are close to winning count most. Signed is only what leaves a clear gain over what the seat has
now, with all that is in force; and no victory is sold, all at once or piece by piece: what a seat may
win and others may not is held against what it could do with its hands free.
"""

from typing import Final

from dragondune.bots.bargaining.clause_prices import flat_worth, free_gold, turns_after
from dragondune.bots.bargaining.restrictions import (
    Terms,
    clauses_in_force,
    located,
    terms_in_force,
    with_clauses,
)
from dragondune.bots.bargaining.soon import could_win_soon
from dragondune.bots.bargaining.turn_forecast import Prospect, prospect
from dragondune.bots.steward.board_worth import CASTLE_LIST, BoardWorth
from dragondune.bots.steward.council import castles_held
from dragondune.bots.steward.weights import OF_FACTION, Weights
from dragondune.model import contracts
from dragondune.model.board import CASTLES, EVERYWHERE, territories_in
from dragondune.model.contracts import Clause
from dragondune.model.factions import NOBODY
from dragondune.model.powers import DEFAULT_WINNER
from dragondune.rules.reckoning import hire_price
from dragondune.views.view import View

ENOUGH: Final = 0.3  # gold a contract has to bring
BATTLE: Final = 5  # round
MY_CHANCE: Final = 0.12  # of winning this turn, that is for sale at no price
THEIR_CHANCE: Final = 0.08  # of winning this turn, that is given at no price
NOT_MEANT: Final = 0.6  # of what it brings that others keep away: perhaps they never meant to come
MOST_HOPED: Final = 4.0  # gold that is given for it at most: a turn may go otherwise than foreseen
DANGER: Final = 0.25  # another player's odds to win this turn if nobody comes
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
_DUTIES: Final = (contracts.LEAVE, contracts.HIRE)

# Why a contract is out of the question
NO_GOLD: Final = "gold"
NO_HANDS: Final = "hire"
MY_WIN: Final = "my win"
THEIR_WIN: Final = "their win"
STRONG_ALREADY: Final = "strong"
LOCKED_OUT: Final = "locked"
OPENS_A_CASTLE: Final = "opens"
BOUND_IN_BATTLE: Final = "bound"
WAITS_TO_WIN: Final = "waits"
_FOR_BATTLES: Final = (contracts.SEND, contracts.NO_PLAY, contracts.NO_TREACHERY)


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
        self.signed: list[Clause] = clauses_in_force(view)
        self.standing: Terms = terms_in_force(view)
        self.scenes: dict[int, BoardWorth] = {f: self._scene(f) for f in view.order}
        self._before: dict[int, Prospect] = {}
        self._free: dict[int, Prospect] = {}
        self._flat: dict[int, float] = {}
        self._alone: dict[int, float] = {}
        self._after: dict[tuple[int, int, bool, tuple[Clause, ...]], Prospect] = {}
        self.held = [castles_held(view, f) for f in range(4)]
        self.near = view.rules.castles - 1  # so many, and one more wins

    def before(self, f: int) -> Prospect:
        """A seat's turn as contracts stand now."""
        found = self._before.get(f)
        if found is None:
            found = prospect(self.view, f, self.weights[f], self.standing)
            self._before[f] = found
        return found

    def free(self, f: int) -> Prospect:
        """A seat's turn if this one had promised nothing."""
        if all(c.debtor != self.me for c in self.signed):
            return self.before(f)
        found = self._free.get(f)
        if found is None:
            terms = terms_in_force(self.view, self.me)
            found = self._free[f] = prospect(self.view, f, self.weights[f], terms)
        return found

    def flat(self, f: int) -> float:
        """What everything that is signed is worth to a seat, the board of this turn apart."""
        found = self._flat.get(f)
        if found is None:
            found = self._flat[f] = flat_worth(self.scenes, f, self.signed)
        return found

    def after(self, f: int, clauses: list[Clause], cautious: int, spends: bool = True) -> Prospect:
        """A seat's turn with these clauses signed.

        It ``spends`` what it is paid, or keeps it; then others do not miss what they pay either.
        """
        if not any(c.kind in _ON_THE_BOARD for c in clauses):
            return self.before(f)
        if all(c.when == contracts.ALWAYS and c.kind not in _DUTIES for c in clauses):
            cautious = NOBODY
        key = (f, cautious, spends, tuple(clauses))
        found = self._after.get(key)
        if found is None:
            terms = with_clauses(self.view, clauses, cautious)
            if not spends:
                _keep_purses(terms, f)
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
        share += 0.25 * max(0, self.held[g] - self.near + 1)
        if self.view.rules.allied_victory and self.view.ally[f] == g:
            share *= 0.5
        return min(share, 1.0)

    def gain(self, f: int, clauses: list[Clause]) -> float:
        """What these clauses bring a seat, in gold, others' gains apart."""
        # Gold that comes is worth its number: else a poor seat would sell itself for one piece.
        turn = min(
            self.after(f, clauses, f, False).worth, self.after(f, clauses, NOBODY, False).worth
        )
        turn -= self.before(f).worth
        if turn > 0:
            turn *= NOT_MEANT
            if not self._in_danger(f):
                turn = min(turn, MOST_HOPED * self.weights[f].gold)
        flat = flat_worth(self.scenes, f, [*self.signed, *clauses]) - self.flat(f)
        return turn / self.weights[f].gold + flat

    def _in_danger(self, f: int) -> bool:
        """May another player win this turn? Then help is worth whatever it takes."""
        return any(g != f and self.unhindered(g) > DANGER for g in self.view.order)

    def unhindered(self, g: int) -> float:
        """A seat's odds to win this turn, as contracts stand, if nobody comes to stop it."""
        if self._alone.get(g) is None:
            self._alone[g] = self.unopposed(g, []) if self.held[g] >= self.near else 0.0
        return self._alone[g]

    def _once_paid(self, clauses: list[Clause]) -> float:
        """What the seat gains by its own reckoning when all that is due at once has been paid.

        What armies can come, and what promises about them are worth, depends on who has the gold.
        """
        view, me = self.view, self.me
        rest = [c for c in clauses if not _is_due(c)]
        kept, view.gold = view.gold, _paid(view, clauses)
        try:
            scenes = {f: self._scene(f) for f in view.order}
            turn = prospect(view, me, self.weights[me], with_clauses(view, rest, NOBODY)).worth
            gained = flat_worth(scenes, me, [*self.signed, *rest]) - self.flat(me)
            gained += view.gold[me] - kept[me]
        finally:
            view.gold = kept
        return gained + (turn - self.before(me).worth) / self.weights[me].gold

    def _scene(self, f: int) -> BoardWorth:
        """The board with another seat's eyes."""
        self.view.seat = f
        found = BoardWorth(self.view, self.weights[f])
        self.view.seat = self.me
        return found

    def net(self, f: int, clauses: list[Clause], parties: int) -> Verdict:
        """What these clauses are worth to a seat when others' gains are taken off."""
        gains = [0.0, 0.0, 0.0, 0.0]
        for g in self.view.order:
            if g == f or parties >> g & 1 or self.held[g] >= self.near:
                gains[g] = self.gain(g, clauses)
        net = gains[f]
        for g in self.view.order:
            if g != f:
                net -= self.envy(f, g) * min(max(0.0, gains[g]), MOST_ENVIED)
        return Verdict(gains[f], net, gains)

    def judge(self, clauses: list[Clause], parties: int) -> Verdict:
        """This seat's verdict, what it must never sign included."""
        here = located(self.view, clauses)
        found = self.net(self.me, here, parties)
        if found.net >= ENOUGH:
            found.net = min(found.net, self._once_paid(here))
        found.veto = (
            self._cannot_keep(here)
            or self._gives_the_game_away(here, found)
            or self._gives_way(clauses, found)
        )
        return found

    # --- what must not be ------------------------------------------------------------------

    def _cannot_keep(self, clauses: list[Clause]) -> str:
        me, view = self.me, self.view
        owed = sum(c.n for c in clauses if c.kind == contracts.PAY and c.debtor == me)
        if owed and owed + self._owed_already() > free_gold(view, me):
            return NO_GOLD
        for c in clauses:
            if c.kind == contracts.HIRE and c.debtor == me:
                t = int(c.place & -c.place).bit_length() - 1
                price = hire_price(view.rules, view.powers[me], t, c.n, False)
                if price + owed > free_gold(view, me) or c.n > view.bank[me]:
                    return NO_HANDS
        return ""

    def _owed_already(self) -> int:
        mine = [c for c in self.signed if c.kind == contracts.PAY and c.debtor == self.me]
        return sum(c.n for c in mine)

    def _gives_the_game_away(self, clauses: list[Clause], found: Verdict) -> str:
        """Nobody sells a victory, their own or another's."""
        me = self.me
        if self.after(me, clauses, me).win < self.free(me).win - MY_CHANCE:
            return MY_WIN
        for g in self._rivals():
            if self.after(g, clauses, me).win > self.free(g).win + THEIR_CHANCE:
                found.winner = g
                return THEIR_WIN
        mine = [c for c in clauses if c.debtor == me]
        return self._opens_a_castle(mine, found) or self._binds_for_long(mine, found)

    def _gives_way(self, clauses: list[Clause], found: Verdict) -> str:
        """Whoever must not be entered upon takes castle after castle behind that promise."""
        for c in clauses:
            if c.debtor == self.me and c.kind == contracts.NO_ENTER and c.other != NOBODY:
                later = turns_after(self.view, c)
                if later > 1 or could_win_soon(self.view, c.other, self.me, 0, later):
                    found.winner = c.other
                    return LOCKED_OUT
        return ""

    def _rivals(self) -> list[int]:
        """Those whose victory is not this seat's as well."""
        view, me = self.view, self.me
        friend = view.ally[me] if view.rules.allied_victory else NOBODY
        return [g for g in view.order if g not in (me, friend)]

    def _opens_a_castle(self, mine: list[Clause], found: Verdict) -> str:
        """No castle is left, now or later, where that lets anybody win by the end of next turn."""
        left = 0
        for c in mine:
            if c.kind == contracts.LEAVE:
                left |= c.place
        if not left & CASTLES & self.view.vis[self.me]:
            return ""
        for c in self.signed:
            if c.kind == contracts.LEAVE and c.debtor == self.me:
                left |= c.place
        for g in self._rivals():
            if could_win_soon(self.view, g, self.me, left):
                found.winner = g
                return OPENS_A_CASTLE
        return ""

    def _binds_for_long(self, mine: list[Clause], found: Verdict) -> str:
        """Turns to come cannot be reckoned: there the hands must stay free where it matters."""
        view = self.view
        for c in mine:
            later = turns_after(view, c) > 0
            if _ties_hands(c) and (later or view.round < BATTLE):
                return BOUND_IN_BATTLE  # nobody knows yet who will come, and with how many
            for g in view.order:
                if g != self.me and later and self._shields(c, g):
                    veto = self._needs_free_hands(c, g)
                    if veto:
                        found.winner = g
                        return veto
        return LOCKED_OUT if self._shut_out(mine) else ""

    def _needs_free_hands(self, c: Clause, g: int) -> str:
        if self._strong(g):
            return STRONG_ALREADY
        # Whoever wins by default and cannot be attacked sits down in every castle [VII3].
        waits = self.view.rules.powers[g] & DEFAULT_WINNER and g in self._rivals()
        return WAITS_TO_WIN if c.kind == contracts.NO_ATTACK and waits else ""

    def _strong(self, g: int) -> bool:
        return len(territories_in(self.view.vis[g] & CASTLES)) >= self.near

    def _shut_out(self, mine: list[Clause]) -> bool:
        """Too few castles left to win with in turns to come, or to stop a winner in?"""
        shut = hire = 0
        if not any(c.kind in (contracts.NO_ENTER, contracts.NO_HIRE) for c in mine):
            return False
        for c in [*self.signed, *mine]:
            if c.debtor == self.me and turns_after(self.view, c):
                if c.kind == contracts.NO_ENTER:
                    shut |= c.place
                elif c.kind == contracts.NO_HIRE:
                    hire |= c.place or CASTLES
        away = ~self.view.vis[self.me]
        closed = len(territories_in(CASTLES & shut & away))
        left = len(CASTLE_LIST) - closed
        hired = len(territories_in(CASTLES & (shut | hire) & away))
        return left <= self.near or hired > len(CASTLE_LIST) - self.near

    def _shields(self, c: Clause, g: int) -> bool:
        """Would this promise keep the seat from stopping player g?"""
        if c.kind in (contracts.NO_ENTER, contracts.LEAVE):
            return bool(c.place & CASTLES)
        if c.kind == contracts.NO_HIRE:
            return c.place == 0 or bool(c.place & CASTLES)
        if c.kind in (contracts.NO_ATTACK, contracts.SEND, contracts.NO_PLAY):
            return c.other in (NOBODY, g)
        return False


def _ties_hands(c: Clause) -> bool:
    """Does a clause weaken its debtor in every battle that somebody may choose to begin?"""
    if c.kind == contracts.SHOW:
        return c.what == contracts.PLAN_SIZE
    return c.kind in _FOR_BATTLES and not (
        c.kind == contracts.SEND and c.what == contracts.AT_LEAST
    )


def _is_due(c: Clause) -> bool:
    return c.kind == contracts.PAY and c.turn == 0 and c.when == contracts.ALWAYS


def _paid(view: View, clauses: list[Clause]) -> list[int]:
    """The purses after all that is paid at once, as far as whoever pays has it."""
    gold = [*view.gold]
    for c in clauses:
        if _is_due(c) and gold[c.debtor] >= c.n:
            gold[c.debtor] -= c.n
            gold[c.other] += c.n
    return gold


def _keep_purses(terms: Terms, f: int) -> None:
    """Gold that comes to a seat is not spent yet, and who paid it may find more elsewhere."""
    for g in range(4):
        terms.gold[g] = min(0, terms.gold[g]) if g == f else max(0, terms.gold[g])
