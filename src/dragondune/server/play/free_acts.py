"""What a seat may do at any time, besides its decisions."""

from typing import Final

from dragondune.action import Action
from dragondune.game import Game
from dragondune.model.factions import FACTION_NAMES, FACTION_OF_NAME
from dragondune.rules.standing import between_plans, may_look, spare_gold

MOST: Final = 1023  # gold in one gift
LOOK_AT: Final = [Action.parse(f"look {name}").code for name in FACTION_NAMES]


def free_acts(game: Game, name: str) -> tuple[list[int], int]:
    """Hands to look at [EL2]; and the most gold that can be given to another [B11].

    The rules list every gift that can be made; here it is enough to know how large one may be.
    """
    s, f = game.state, FACTION_OF_NAME[name]
    if not s.stack or f not in s.order:
        return [], 0
    looks = [LOOK_AT[g] for g in s.order if g != f and may_look(s, f, g)]
    return looks, 0 if between_plans(s) else min(spare_gold(s, f), MOST)


def receivers(game: Game, name: str) -> list[str]:
    """To whom somebody can give."""
    return [FACTION_NAMES[g] for g in game.state.order if g != FACTION_OF_NAME[name]]
