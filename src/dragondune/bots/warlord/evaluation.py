"""How likely each faction is to win from the start of a turn: a small fitted formula.

``portrait`` reads one faction's means; the portraits of all four and the time of the game are
weighed by ``fitted_weights``, which holds the outcome of a softmax regression on games among stewards,
or by ``fitted_without_default`` where nobody wins when time runs out.
Little of a game is decided before its last turns, so the formula tells fine differences only: what
a turn's losses cost, and what it is worth to come to the next one with castles, gold and cards.
Numbers of units are relative to a faction's total, to carry over to editions with larger armies.
"""

import math
from typing import Final

from dragondune.bots.steward.chances import revived_soon
from dragondune.bots.warlord import fitted_weights, fitted_without_default
from dragondune.engine.pieces import controlled, victory_share
from dragondune.model.board import CASTLES, FORESTS, ORCISH
from dragondune.model.cards import RANK, cards_in
from dragondune.model.factions import NOBODY, ORCS
from dragondune.model.powers import DEFAULT_WINNER, HIRES, RAISES
from dragondune.model.ruleset import Ruleset
from dragondune.model.state import State
from dragondune.rules.reckoning import battle_bonus, conscripts, most_hired, movement, within

CASTLE_LIST: Final = (2, 6, 9, 17, 23)
STEEPNESS: Final = 0.35  # how fast odds grow with battle points
USUAL_CARD: Final = 3.5  # battle points that an opponent's artifacts add
AS_THEY_ARE: Final = [0, 1, 2, 3]
PORTRAIT: Final = (
    "castles held",
    "one castle lacking",
    "castles contested",
    "units in castles",
    "units in forests",
    "units in the open",
    "hidden units",
    "units in the bank",
    "units it could hire",
    "gold",
    "artifacts",
    "best artifact",
    "aces",
    "moves last",
    "moves first",
    "place in the order",
    "odds of castles enough",
    "odds of castles enough without moving",
    "odds of the last castle and one more",
    "allied",
    "weakest garrison",
    "strongest garrison",
)


class Means:
    """What a faction could bring into each castle this turn."""

    def __init__(self, s: State, f: int) -> None:
        powers = s.powers[f]
        gold: int = s.gold[f]
        self.purse = most_hired(s.rules, powers, gold, True, False)
        self.bank: int = s.bank[f]
        self.ready = self.bank + revived_soon(s.rules, f, s.ally[f], s.grave[f])
        self.hired = min(self.ready, self.purse) if powers & HIRES else 0
        self.raises = bool(powers & RAISES)
        self.may_hire = bool(powers & HIRES)
        self.castle = self.forest = self.open = self.hidden = 0
        self.moved = [0, 0, 0, 0, 0]
        self._see_units(s, f, movement(powers, controlled(s, f), 0))

    def _see_units(self, s: State, f: int, steps: int) -> None:
        mask: int = s.vis[f] | s.hidm[f]
        while mask:
            low = mask & -mask
            mask ^= low
            t = low.bit_length() - 1
            n, unseen = s.up[f * 28 + t], s.hid[f * 28 + t]
            self.hidden += unseen
            if CASTLES >> t & 1:
                self.castle += n
            elif FORESTS >> t & 1:
                self.forest += n
            else:
                self.open += n
            near = within(s.dragon, t, steps)
            for place in range(5):
                castle = CASTLE_LIST[place]
                if castle != t and near >> castle & 1 and n + unseen > self.moved[place]:
                    self.moved[place] = n + unseen


class Castles:
    """A faction's hold on the five castles, and the odds to take what it does not hold."""

    def __init__(self, s: State, f: int, means: Means, power: float) -> None:
        self.held = self.contested = 0
        self.garrisons: list[int] = []
        self.staying: list[float] = []
        self.moving: list[float] = []
        for place in range(5):
            castle = CASTLE_LIST[place]
            mine: int = s.up[f * 28 + castle]
            foe = 0
            for g in s.order:
                if g != f:
                    foe = max(foe, s.up[g * 28 + castle])
            if mine and not foe:
                self.held += 1
                self.garrisons.append(mine)
                self.staying.append(1.0)
                self.moving.append(1.0)
                continue
            force = means.ready if means.raises and ORCISH >> castle & 1 else means.hired
            if mine:
                self.contested += 1
                force += mine + conscripts(s.rules, f, s.ally[f])
            self.staying.append(_odds(force, foe, power))
            self.moving.append(_odds(force + means.moved[place], foe, power))
        self.staying.sort(reverse=True)
        self.moving.sort(reverse=True)
        self.garrisons.sort()


def _odds(force: int, foe: int, power: float) -> float:
    if force <= 0:
        return 0.0
    if not foe:
        return 1.0
    return 1 / (1 + math.exp(-STEEPNESS * (force - 1 - foe + power - USUAL_CARD)))


def portrait(s: State, f: int) -> list[float]:
    """One faction's means as numbers of about one, in the order of ``PORTRAIT``."""
    rules = s.rules
    fights = aces = best = 0
    for card in cards_in(s.hand[f]):
        if RANK[card] == 1:
            aces += 1
        else:
            fights += 1
            best = max(best, RANK[card])
    means = Means(s, f)
    castles = Castles(s, f, means, battle_bonus(rules, f, NOBODY) + 0.8 * best)
    scale = 2 / rules.units[f]
    half = rules.castles - 1  # castles after which one is lacking
    last = len(s.order) - 1
    place = (s.order.index(f) - s.first) % len(s.order)
    one, two = castles.staying, castles.moving
    return [
        castles.held / half,
        1.0 if castles.held >= half else 0.0,
        castles.contested / half,
        means.castle * scale,
        means.forest * scale,
        means.open * scale,
        means.hidden * scale,
        means.bank * scale,
        min(means.bank, means.purse) * scale if means.may_hire else 0.0,
        min(s.gold[f], 20) / 10,
        fights / 3,
        best / 10,
        aces / 2,
        1.0 if place == last else 0.0,
        1.0 if place == 0 else 0.0,
        place / 3,
        math.prod(two[: rules.castles]),
        math.prod(one[: rules.castles]),
        sum(two[half : rules.castles + 1]) / 2,
        1.0 if s.ally[f] < 4 else 0.0,
        min(castles.garrisons[0], 6) / 5 if castles.garrisons else 0.0,
        min(castles.garrisons[-1], 8) / 5 if castles.garrisons else 0.0,
    ]


def position(s: State, roles: list[int] = AS_THEY_ARE) -> list[float]:
    """The portraits of all four factions, empty where nobody plays them, and the time."""
    out: list[float] = []
    for f in roles:
        out += portrait(s, f) if f in s.order else [0.0] * len(PORTRAIT)
    late = (s.turn - 1) / max(1, s.rules.turns - 1)
    left = s.rules.turns - s.turn
    return [*out, late, late * late, 1.0 if left == 0 else 0.0, 1.0 if left == 1 else 0.0]


def roles_of(rules: Ruleset) -> list[int]:
    """Who plays whose part: the formula knows the Orcs as those who win when time runs out [OR9]."""
    roles = [*AS_THEY_ARE]
    for f in AS_THEY_ARE:
        if rules.powers[f] & DEFAULT_WINNER:
            roles[f], roles[ORCS] = ORCS, f
    return roles


def win_chances(s: State) -> list[float]:
    """Each faction's chance to win from the start of a turn."""
    roles = roles_of(s.rules)
    numbers = position(s, roles)
    by_default = s.rules.powers[roles[ORCS]] & DEFAULT_WINNER
    constants = fitted_weights.CONSTANTS if by_default else fitted_without_default.CONSTANTS
    rows = fitted_weights.COEFFICIENTS if by_default else fitted_without_default.COEFFICIENTS
    odds = [0.0, 0.0, 0.0, 0.0]
    for part in AS_THEY_ARE:
        if roles[part] in s.order:
            total = constants[part]
            row = rows[part]
            for place, number in enumerate(numbers):
                total += row[place] * number
            odds[roles[part]] = math.exp(total)
    whole = sum(odds)
    return [one / whole for one in odds]


def win_chance(s: State, f: int) -> float:
    """The share of victory this faction has or may expect."""
    if not s.stack:
        return victory_share(s.winners, f)
    return win_chances(s)[f]
