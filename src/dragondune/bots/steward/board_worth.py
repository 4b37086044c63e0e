"""A turn as a steward sees it: what each way of standing on the board would be worth.

A way of standing is this seat's units per territory at the end of its turn. Its worth is a sum over
territories (gold, units at risk, battles) and over castles (held, the last one, another's last one),
each looked up once per number of units, so that hundreds of ways compare in a millisecond.
"""

from typing import Final

from dragondune.bots.steward.chances import (
    WIDEST,
    card_power,
    castle_worth,
    dragon_risk,
    feared,
    odds_table,
    revived_soon,
)
from dragondune.bots.steward.weights import Weights
from dragondune.model.board import CASTLES, FORESTS, ORCISH
from dragondune.model.factions import NOBODY
from dragondune.model.powers import DEFAULT_WINNER, HIRES, RAISES
from dragondune.rules.reckoning import (
    battle_bonus,
    conscripts,
    most_hired,
    movement,
    unit_points,
    within,
)
from dragondune.views.view import View

CASTLE_LIST: Final = (2, 6, 9, 17, 23)
CASTLE_PLACE: Final = {t: place for place, t in enumerate(CASTLE_LIST)}
TROLL_APPETITE: Final = 4
RECRUITMENT: Final = 4
UNSET: Final = -1e9
_ODDS: dict[float, list[float]] = {}


def _odds_of(steepness: float) -> list[float]:
    table = _ODDS.get(steepness)
    if table is None:
        table = _ODDS[steepness] = odds_table(steepness)
    return table


def _best_first(held: list[float]) -> list[int]:
    """The five castles by their odds, best first; the heart of every comparison."""
    places = [0, 1, 2, 3, 4]
    for at in range(1, 5):
        odds = held[at]
        while at > 0 and held[places[at - 1]] < odds:
            places[at - 1], places[at] = places[at], places[at - 1]
            at -= 1
    return places


def _key(counts: list[int]) -> int:
    """Five numbers of units as one."""
    return counts[0] | counts[1] << 5 | counts[2] << 10 | counts[3] << 15 | counts[4] << 20


class BoardWorth:
    """One view, weighed. ``worth`` compares ways of standing."""

    __slots__ = (
        "_add",
        "_attack",
        "_castles",
        "_hold",
        "_rival",
        "_wins",
        "_worst",
        "castle",
        "foe",
        "foe_units",
        "forces",
        "last_turn",
        "later",
        "lose",
        "me",
        "mine",
        "most_wins",
        "needed",
        "odds",
        "points",
        "power",
        "risk",
        "rivals",
        "view",
        "w",
    )

    def __init__(self, view: View, weights: Weights) -> None:
        me = view.seat
        self.view = view
        self.w = weights
        self.me = me
        self.points = unit_points(view.rules, 1, 0)
        self.needed = view.rules.castles
        self.castle = castle_worth(view, weights)
        self.mine: list[int] = view.up[me * 28 : me * 28 + 28]
        self.lose = feared(view, weights)
        self.odds = _odds_of(weights.steepness)
        self.power = [card_power(view, f) for f in range(4)]
        self.risk = dragon_risk(view)
        self.last_turn = view.turn >= view.rules.turns
        default = any(view.rules.powers[f] & DEFAULT_WINNER for f in view.order)
        self.most_wins = self.last_turn and not default  # VII3
        self.later = self._players_to_come()
        self._see_foes()
        self.forces = {g: self._forces(g) for g in self.later}
        # looked up once per number of units: place * 32 + units
        self._add: list[float] = [UNSET] * (28 * 32)
        self._hold: list[float] = [UNSET] * (5 * 32)
        self._rival: list[float] = [UNSET] * (20 * 32)
        self._attack: list[float] = [UNSET] * (20 * 32)
        self._worst: list[float] = [UNSET] * (5 * 32)
        self._castles: dict[int, float] = {}  # by the five numbers, five bits each
        self._wins: dict[int, float] = {}  # likewise
        self.rivals = [g for g in view.order if g != me and self._dangerous(g)]

    # --- who is where ----------------------------------------------------------------------

    def _players_to_come(self) -> list[int]:
        view = self.view
        if view.round > RECRUITMENT:
            return []
        taken = view.turns_taken if view.round == RECRUITMENT else 0
        return [g for g in view.order if g != self.me and not taken >> g & 1]

    def _see_foes(self) -> None:
        """The strongest other player in each territory, and how many units it has there."""
        view = self.view
        self.foe = [NOBODY] * 28
        self.foe_units = [0] * 28
        peace = NOBODY if view.rules.allies_fight else view.ally[self.me]
        for g in view.order:
            if g == self.me or g == peace:
                continue
            mask = view.vis[g]
            while mask:
                low = mask & -mask
                t = low.bit_length() - 1
                mask ^= low
                if view.up[g * 28 + t] > self.foe_units[t]:
                    self.foe[t], self.foe_units[t] = g, view.up[g * 28 + t]

    def _forces(self, g: int) -> list[int]:
        """How many units a player yet to move could bring into each castle."""
        view = self.view
        powers = view.powers[g]
        bank = view.bank[g] + revived_soon(view.rules, g, view.ally[g], view.grave[g])
        bought = most_hired(view.rules, powers, view.gold[g], True, False)
        hired = min(bank, bought) if powers & HIRES else 0
        moved = self._reach(g)
        out = []
        for place, t in enumerate(CASTLE_LIST):
            n = hired
            if powers & RAISES and ORCISH >> t & 1:
                n = bank
            if view.vis[g] >> t & 1:
                n += conscripts(view.rules, g, view.ally[g])
            out.append(n + moved[place])
        return out

    def _reach(self, g: int) -> list[int]:
        """The largest army of a player within one movement of each castle."""
        view = self.view
        steps = movement(view.powers[g], view.controlled(g), 0)
        best = [0, 0, 0, 0, 0]
        mask = view.vis[g] | view.hidm[g]
        while mask:
            low = mask & -mask
            t = low.bit_length() - 1
            mask ^= low
            near = within(view.dragon, t, steps)
            n = view.up[g * 28 + t] + view.hid[g * 28 + t]
            for place, castle in enumerate(CASTLE_LIST):
                if near >> castle & 1 and n > best[place]:
                    best[place] = n
        return best

    # --- odds ------------------------------------------------------------------------------

    def chance(self, lead: float) -> float:
        """Odds to win by so many battle points."""
        index = int(2 * lead) + WIDEST
        return self.odds[0 if index < 0 else 2 * WIDEST if index > 2 * WIDEST else index]

    def bonus(self, f: int, g: int) -> float:
        """Battle points a faction adds against another, its artifacts included."""
        return battle_bonus(self.view.rules, f, g) + self.power[f]

    def beats(self, n: int, f: int, e: int, g: int) -> float:
        """Odds that ``n`` units of f beat ``e`` of g and one is left to hold the place."""
        return self.chance(self.points * (n - 1 - e) + self.bonus(f, g) - self.bonus(g, f) + 0.5)

    def holds(self, place: int, n: int) -> float:
        """Odds that this seat holds a castle with ``n`` units at the end of the turn."""
        key = place * 32 + n
        found = self._hold[key]
        if found == UNSET:
            found = self._hold[key] = self._find_hold(place, n)
        return found

    def _find_hold(self, place: int, n: int) -> float:
        t = CASTLE_LIST[place]
        view = self.view
        if view.trolls >> t & 1 and view.round <= RECRUITMENT:
            n -= TROLL_APPETITE
        if n <= 0:
            return 0.0
        if not self.foe_units[t]:
            return 1.0
        return self.beats(n, self.me, self.foe_units[t], self.foe[t])

    def attack(self, g: int, place: int, n: int) -> float:
        """Odds that a player yet to move takes a castle from ``n`` units, or empties it."""
        key = (g * 5 + place) * 32 + n
        found = self._attack[key]
        if found == UNSET:
            found = self._attack[key] = self._find_attack(g, place, n)
        return found

    def _find_attack(self, g: int, place: int, n: int) -> float:
        force = self.forces[g][place]
        if not force:
            return 0.0
        if n <= 0:
            return 1.0
        lead = self.points * (force - n) + self.bonus(g, self.me) - self.bonus(self.me, g)
        return self.chance(lead + 0.5)

    # --- worth of a way of standing --------------------------------------------------------

    def worth(self, changes: dict[int, int]) -> float:
        """How good it is to end the turn with so many units in the places named."""
        total = 0.0
        mine = self.mine
        counts = [mine[2], mine[6], mine[9], mine[17], mine[23]]
        for t, n in changes.items():
            total += self.add(t, n) - self.add(t, mine[t])
            if CASTLES >> t & 1:
                counts[CASTLE_PLACE[t]] = n
        return total + self.castles(counts)

    def after_move(self, t: int, left: int, to: int, there: int) -> float:
        """``worth`` of so many units left in one place and so many in another: asked most often."""
        mine = self.mine
        counts = [mine[2], mine[6], mine[9], mine[17], mine[23]]
        total = self.add(t, left) - self.add(t, mine[t])
        total += self.add(to, there) - self.add(to, mine[to])
        if CASTLES >> t & 1:
            counts[CASTLE_PLACE[t]] = left
        if CASTLES >> to & 1:
            counts[CASTLE_PLACE[to]] = there
        return total + self.castles(counts)

    def castles(self, counts: list[int]) -> float:
        key = _key(counts)
        found = self._castles.get(key, UNSET)
        if found == UNSET:
            found = self._castles[key] = self._find_castles(counts, key)
        return found

    def _find_castles(self, counts: list[int], key: int) -> float:
        """What the castles are worth, the own victory and that of others included."""
        w = self.w
        held = [self.holds(place, n) for place, n in enumerate(counts)]
        total = 0.0
        expected = 0.0
        for place in range(5):
            if held[place]:
                kept = held[place] * (1 - w.threat * self._worst_attack(place, counts[place]))
                expected += kept
        if self.most_wins:
            total += w.win / 4 * expected
        elif not self.last_turn:
            near = max(
                0.0, expected - (self.needed - 2)
            )  # the castle before the last one, and the last
            total += self.castle * expected + w.next_castle * near
        win = self._wins[key] = self._winning(held, counts)
        total += w.win * win
        for g in self.rivals:
            total -= self.lose * self.rival_wins(g, counts)
        return total

    def _worst_attack(self, place: int, n: int) -> float:
        worst = self._worst[place * 32 + n]
        if worst == UNSET:
            worst = 0.0
            for g in self.later:
                worst = max(worst, self.attack(g, place, n))
            self._worst[place * 32 + n] = worst
        return worst

    def _winning(self, held: list[float], counts: list[int]) -> float:
        """Odds to hold enough castles when those yet to move do what they can against it."""
        best = _best_first(held)
        chance = self._all_held(held, best)
        if chance < 0.01:
            return 0.0
        spare = held[best[self.needed]] if self.needed < 5 else 0.0
        for g in self.later:
            worst = 0.0
            for at in range(self.needed):
                worst = max(worst, self.attack(g, best[at], counts[best[at]]))
            chance *= 1 - self.w.react * worst * (1 - 0.5 * spare)
        return chance

    def _all_held(self, held: list[float], best: list[int]) -> float:
        """Odds that as many of the best castles are held as it takes to win [VII1]."""
        chance = 1.0
        for at in range(self.needed):
            chance *= held[best[at]]
        return chance

    def rival_wins(self, g: int, counts: list[int]) -> float:
        """Odds that another player holds enough castles at the end of the turn."""
        if self.last_turn and not self.most_wins:
            if not self.view.rules.powers[self.me] & DEFAULT_WINNER:
                return 0.0  # who does not win now has lost, whoever wins
        held = [self._rival_holds(g, place, counts[place]) for place in range(5)]
        chance = self._all_held(held, _best_first(held))
        for other in self.later:
            if other != g:
                chance *= 1 - self.w.trust
        return chance

    def _rival_holds(self, g: int, place: int, n: int) -> float:
        key = (g * 5 + place) * 32 + n
        found = self._rival[key]
        if found == UNSET:
            found = self._rival[key] = self._find_rival(g, place, n)
        return found

    def _find_rival(self, g: int, place: int, n: int) -> float:
        t = CASTLE_LIST[place]
        there = self.view.up[g * 28 + t]
        if self.view.trolls >> t & 1 and self.view.round <= RECRUITMENT:
            n = max(0, n - TROLL_APPETITE)
        if there:
            if n:
                return self.beats(there, g, n, self.me)
            return 1.0 if self.foe[t] == g else 0.4
        if g not in self.forces:
            return 0.0
        force = self.forces[g][place]
        if self.view.trolls >> t & 1:
            force -= TROLL_APPETITE
        if force <= 0:
            return 0.0
        if n:
            return self.w.grab * self.beats(force, g, n, self.me)
        if self.foe_units[t]:
            return self.w.grab * self.beats(force, g, self.foe_units[t], self.foe[t])
        return self.w.grab

    def forget_rivals(self) -> None:
        """The forces have been changed: what was reckoned from them is out of date."""
        self._rival = [UNSET] * (20 * 32)
        self.rivals = [g for g in self.view.order if g != self.me and self._dangerous(g)]

    def winning(self, counts: list[int]) -> float:
        """Odds to hold enough castles with so many units in each."""
        self.castles(counts)
        return self._wins[_key(counts)]

    def reach(self, g: int) -> list[int]:
        """The largest army of a player within one movement of each castle."""
        return self._reach(g)

    def _dangerous(self, g: int) -> bool:
        return self.rival_wins(g, [0, 0, 0, 0, 0]) > 0.02

    def add(self, t: int, n: int) -> float:
        """What ``n`` units in a territory bring and risk, castles apart."""
        key = t * 32 + n
        found = self._add[key]
        if found == UNSET:
            found = self._add[key] = self._find_add(t, n)
        return found

    def _find_add(self, t: int, n: int) -> float:
        if not n:
            return 0.0
        w = self.w
        view = self.view
        if self.last_turn:
            return 0.01 * n
        total = n * w.unit
        if CASTLES >> t & 1 and view.trolls >> t & 1 and view.round <= RECRUITMENT:
            total -= min(n, TROLL_APPETITE) * (w.unit - w.grave_unit)
        if FORESTS >> t & 1:
            total += n * w.forest
        elif CASTLES >> t & 1 and n > w.garrison:
            total -= (n - w.garrison) * w.crowd
        control = 1.0
        foes = self.foe_units[t] if t else 0
        if foes:
            control = self.beats(n, self.me, foes, self.foe[t])
            lost = n * (1 - control) + control * min(n - 1, 0.6 * foes)
            total += foes * control * w.kill - lost * (w.unit - w.grave_unit)
        if view.board_gold[t]:
            total += w.gold * control * min(2 * n, view.board_gold[t])
        return total - n * control * self.risk[t] * (w.unit - w.grave_unit)
