"""What a battle plan is worth, as the rules count it, for all that its player knows.

The rules list the plans the opponent may have and count the totals; nothing here knows how. What
the opponent holds is taken from the player's view alone: cards it knows of, and, while there are
cards it does not know of, any whose place it does not know.
"""

from typing import Final

from dragondune.game import Game
from dragondune.model.actions import card_of, count_of
from dragondune.model.cards import ARTIFACT_MASK
from dragondune.model.factions import FACTION_NAMES
from dragondune.rules.reckoning import is_blessed, points_of, stronger, total
from dragondune.server.wire.parts import Worth
from dragondune.views.view import View

WINS: Final = "wins"  # whatever the opponent plays, treachery aside
LOSES: Final = "loses"
OPEN: Final = "open"


def totals(view: View) -> tuple[int | None, int | None]:
    """Both totals of a battle whose plans lie open."""
    if min(view.plans) < 0:
        return None, None
    fighters = (view.attacker, view.defender)
    one, two = (
        int(total(view.rules, fighters[i], fighters[1 - i], view.plans[i], view.plans[1 - i],
                  _blessed(view, fighters[i])))
        for i in (0, 1)
    )  # fmt: skip
    return one, two


def sums(view: View) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """What those totals are made of; nothing while a plan is secret."""
    if min(view.plans) < 0:
        return [], []
    fighters = (view.attacker, view.defender)
    one, two = (
        points_of(view.rules, fighters[i], fighters[1 - i], view.plans[i], view.plans[1 - i],
                  _blessed(view, fighters[i]))
        for i in (0, 1)
    )  # fmt: skip
    return one, two


def _blessed(view: View, f: int) -> bool:
    return is_blessed(view.miracles, view.powers[f])


class Forecast:
    """A battle before the plans are shown, as one of its two sides knows it."""

    def __init__(self, game: Game, view: View) -> None:
        self.view = view
        self.me = view.seat
        self.attacks = view.seat == view.attacker
        self.foe = view.defender if self.attacks else view.attacker
        self.blessed = _blessed(view, self.me)
        self.foe_blessed = _blessed(view, self.foe)
        self.plans = self._plans_of_foe(game)
        self.totals: dict[tuple[int, int], tuple[int, int]] = {}
        # One plan for each card will do to count my own total: the rest of theirs plays no part.
        self.by_card: dict[int, list[int]] = {}
        for plan in self.plans:
            self.by_card.setdefault(int(card_of(plan)), []).append(plan)

    def _plans_of_foe(self, game: Game) -> list[int]:
        """Every plan the rules allow the opponent with any hand it may have."""
        view = self.view
        known = view.hands[self.foe]
        unknown = (
            ARTIFACT_MASK & ~view.knows if known.bit_count() < view.hand_sizes[self.foe] else 0
        )
        there = game.copy()
        there.state.plans = [-1, -1]
        there.state.hand = [known | unknown if f == self.foe else 0 for f in range(4)]
        size = view.sizes[1 if self.attacks else 0]
        plans = [action.code for action in there.legal(FACTION_NAMES[self.foe])]
        fitting = [plan for plan in plans if size < 0 or count_of(plan) == size]
        return fitting or plans

    def _theirs(self, card: int, plan: int) -> tuple[int, int]:
        """Their least and most total with one card of theirs against one of mine."""
        mine = int(card_of(plan))
        found = self.totals.get((mine, card))
        if found is None:
            rules, foe, me, blessed = self.view.rules, self.foe, self.me, self.foe_blessed
            all_totals = [
                total(rules, foe, me, other, plan, blessed) for other in self.by_card[card]
            ]
            found = self.totals[mine, card] = int(min(all_totals)), int(max(all_totals))
        return found

    def worth(self, plan: int) -> Worth:
        """What one of my plans may come to."""
        rules, me, foe, blessed = self.view.rules, self.me, self.foe, self.blessed
        mine = [total(rules, me, foe, plan, others[0], blessed) for others in self.by_card.values()]
        theirs = [self._theirs(card, plan) for card in self.by_card]
        pairs = zip(mine, theirs, strict=True)
        ends = {self._wins(one, other) for one, both in pairs for other in both}
        return Worth(
            int(min(mine)),
            int(max(mine)),
            min([least for least, _ in theirs]),
            max([most for _, most in theirs]),
            OPEN if len(ends) > 1 else WINS if True in ends else LOSES,
        )

    def _wins(self, mine: int, theirs: int) -> bool:
        if self.attacks:
            return stronger(mine, theirs) == 0
        return stronger(theirs, mine) == 1
