"""What a seat may do at any time, besides its decisions."""

from typing import Final

from dragondune.action import Action
from dragondune.game import Game
from dragondune.model.factions import FACTION_NAMES, FACTION_OF_NAME
from dragondune.rules.standing import between_plans, may_look, spare_gold

MOST: Final = 1023  # gold in one gift
LOOK_AT: Final = [Action.parse(f"look {name}").code for name in FACTION_NAMES]


def free_acts(game: Game, name: str) -> tuple[list[int], dict[str, int]]:
    """Hands to look at [EL2]; and to whom gold can be given, with the most of it [B11].

    The rules list every gift that can be made; here it is enough to know how large one may be.
    """
    s, f = game.state, FACTION_OF_NAME[name]
    if not s.stack or f not in s.order:
        return [], {}
    others = [g for g in s.order if g != f]
    looks = [LOOK_AT[g] for g in others if may_look(s, f, g)]
    gold = 0 if between_plans(s) else min(spare_gold(s, f), MOST)
    return looks, {FACTION_NAMES[g]: gold for g in others} if gold > 0 else {}
