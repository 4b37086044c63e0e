"""A steward at the Great Council: whom to ally with, and when to break."""

from dragondune.bots.steward.weights import Weights
from dragondune.model import actions as act
from dragondune.model.actions import kind_of, who_of
from dragondune.model.board import CASTLES
from dragondune.model.factions import FACTION_NAMES, NOBODY
from dragondune.model.frames import frame_player
from dragondune.model.powers import (
    ALLY_INCOME,
    ASKS,
    DEFAULT_WINNER,
    FREE_ARTIFACT,
    HALF_PRICE,
    HIRES,
    MOVES_THREE,
    RED_DRAGON_PROOF,
    SHARES_DEFAULT,
)
from dragondune.rules.reckoning import revived_free
from dragondune.views.view import View

# What each power of an ally brings, roughly in gold a turn
_WORTH = {
    FREE_ARTIFACT: 1.5,
    ALLY_INCOME: 1.0,
    ASKS: 1.0,
    HALF_PRICE: 1.6,
    HIRES: 1.0,
    MOVES_THREE: 1.0,
    RED_DRAGON_PROOF: 0.3,
    SHARES_DEFAULT: 20.0,
}


def gain_from(view: View, f: int, g: int) -> float:
    """What faction f gets of an alliance with g."""
    fresh = view.rules.ally_powers[g] & ~view.rules.powers[f]
    if not view.rules.powers[g] & DEFAULT_WINNER:
        fresh &= ~SHARES_DEFAULT  # there is nothing to share
    gain = sum(worth for power, worth in _WORTH.items() if fresh & power)
    graves = revived_free(view.rules, f, g) - revived_free(view.rules, f, NOBODY)
    return gain + 0.7 * graves


def castles_held(view: View, f: int) -> int:
    """Castles where a faction stands alone."""
    return bin(view.controlled(f) & CASTLES).count("1")


def nearness(view: View, f: int) -> int:
    """How near a faction is to winning: two where it lacks one castle, one where it lacks two."""
    return max(0, castles_held(view, f) + 3 - view.rules.castles)


def lacks_one(view: View, f: int) -> bool:
    """Would one castle more make this faction win?"""
    return castles_held(view, f) >= view.rules.castles - 1


def alliance_worth(view: View, w: Weights, g: int) -> float:
    """What an alliance with g is worth to this seat: its gain, less part of the other's."""
    me = view.seat
    other = gain_from(view, g, me)
    if view.rules.powers[me] & DEFAULT_WINNER and other >= _WORTH[SHARES_DEFAULT]:
        return -1.0  # sharing what would be one's own
    fear = 1.0 + nearness(view, g)
    if view.rules.powers[g] & DEFAULT_WINNER and not view.rules.allied_victory:
        fear += view.turn / view.rules.turns
    return gain_from(view, me, g) - other * fear * 0.4 + w.ally


def choose_at_council(view: View, w: Weights, legal: list[int]) -> tuple[int, str]:
    """Break what no longer pays, propose to the best partner, or pass."""
    me = view.seat
    ally = view.ally[me]
    if ally != NOBODY:
        if lacks_one(view, ally) or alliance_worth(view, w, ally) < 0:
            return (
                act.BREAK * act.KIND,
                f"The {FACTION_NAMES[ally].capitalize()} gain more by it than I do.",
            )
        return act.PASS, f"My alliance with the {FACTION_NAMES[ally].capitalize()} serves me well."
    best, gain = act.PASS, 0.0
    for action in legal:
        if kind_of(action) == act.PROPOSE:
            worth = alliance_worth(view, w, who_of(action))
            if worth > gain:
                best, gain = action, worth
    if best == act.PASS:
        return best, "Nobody here is worth an alliance to me."
    return (
        best,
        f"An alliance with the {FACTION_NAMES[who_of(best)].capitalize()} would serve me best.",
    )


def answer_proposal(view: View, w: Weights, legal: list[int]) -> tuple[int, str]:
    """Accept what brings more than it gives."""
    g = frame_player(view.stack[-1])
    worth = alliance_worth(view, w, g)
    if worth > 0:
        return act.ACCEPT * act.KIND, f"Worth {round(worth, 1):g} gold a turn to me."
    return act.PASS, f"The {FACTION_NAMES[g].capitalize()} would gain more by it than I."
