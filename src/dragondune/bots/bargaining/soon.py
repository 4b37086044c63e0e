"""Who could win by the end of the next turn [VII1], if somebody left the way free [B6].

Reckoned to the worst: everything a player may still revive, hire, pay for with an ace or move counts,
those who come after it count for nothing, for whoever is last in a turn is stopped by nobody.
"""

from dragondune.bots.bargaining.restrictions import still_acts
from dragondune.bots.steward.board_worth import CASTLE_LIST
from dragondune.bots.steward.chances import USUAL_CASTLE_INCOME
from dragondune.bots.steward.council import castles_held
from dragondune.model.board import OF_NUMBER, ORCISH
from dragondune.model.powers import HIRES, RAISES
from dragondune.rules.reckoning import (
    battle_bonus,
    most_hired,
    movement,
    revive_limit,
    unit_points,
    within,
)
from dragondune.views.view import View


def could_win_soon(view: View, g: int, me: int, left: int, ahead: int = 1) -> bool:
    """Could g hold enough castles by the end of so many turns more, if ``me`` left these places?"""
    turns = int(still_acts(view, g)) + min(ahead, view.rules.turns - view.turn)
    held = _standing(view, g, me, left)
    means = _Means(view, g, turns)
    open_to_it = sum(1 for t in CASTLE_LIST if means.takes(t, _guards(view, g, me, left, t)))
    # One hire and one movement a turn.
    return held + min(open_to_it, 2 * turns, means.units) >= view.rules.castles


def _guards(view: View, g: int, me: int, left: int, t: int) -> int:
    """Units that somebody else has in a castle; -1 where g holds it."""
    most = 0
    for f in view.order:
        if f != g and not (f == me and left >> t & 1):
            most = max(most, view.up[f * 28 + t])
    return -1 if not most and view.up[g * 28 + t] else most


def _standing(view: View, g: int, me: int, left: int) -> int:
    return sum(1 for t in CASTLE_LIST if _guards(view, g, me, left, t) < 0)


class _Means:
    """What a player can bring into a castle within some turns."""

    def __init__(self, view: View, g: int, turns: int) -> None:
        self.view, self.g = view, g
        powers = view.powers[g]
        back = min(view.grave[g], turns * revive_limit(view.rules, g, view.ally[g]))
        self.bank = view.bank[g] + back
        gold = view.gold[g] + (turns - 1) * self._income(view, g)
        ace = view.hand_sizes[g] > 0
        self.hired = min(self.bank, most_hired(view.rules, powers, gold, True, ace))
        if not powers & HIRES:
            self.hired = 0
        self.steps = movement(powers, view.controlled(g), int(ace)) * turns
        self.units = (
            self.bank + sum(view.up[g * 28 : g * 28 + 28]) + sum(view.hid[g * 28 : g * 28 + 28])
        )

    @staticmethod
    def _income(view: View, g: int) -> int:
        """Gold until its next turn: what everybody gets, and what castles bring beyond the usual."""
        more = max(0, view.rules.castle_income - USUAL_CASTLE_INCOME)
        return view.rules.income + more * castles_held(view, g)

    def takes(self, t: int, guards: int) -> bool:
        """Could it take this castle from so many units?"""
        if guards < 0:
            return False  # it is there
        view, g = self.view, self.g
        force = self._hire(t) + self._moved(t)
        if not force:
            return False
        points = unit_points(view.rules, force, 0) + battle_bonus(view.rules, g, 4)
        return not guards or points + _CARDS * (view.hand_sizes[g] > 0) > unit_points(
            view.rules, guards, 0
        )

    def _hire(self, t: int) -> int:
        if self.view.powers[self.g] & RAISES and ORCISH >> t & 1:
            return self.bank
        storm = OF_NUMBER[self.view.dragon] >> t & 1 and self.steps <= 4
        return 0 if storm else self.hired

    def _moved(self, t: int) -> int:
        view, g = self.view, self.g
        best = 0
        for place in range(28):
            n = view.up[g * 28 + place] + view.hid[g * 28 + place]
            if n > best and within(view.dragon, place, min(self.steps, 8)) >> t & 1:
                best = n
        return best


_CARDS = 4  # battle points that an artifact may add
