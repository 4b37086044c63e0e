"""What a seat may do at any time, besides its decisions."""

from dragondune.game import Game
from dragondune.model.actions import LOOK, amount_of, kind_of, who_of
from dragondune.model.factions import FACTION_NAMES, FACTION_OF_NAME
from dragondune.rules.standing import anytime


def free_acts(game: Game, name: str) -> tuple[list[int], dict[str, int]]:
    """Hands to look at [EL2]; and to whom gold can be given, with the most of it [B11]."""
    looks: list[int] = []
    most: dict[str, int] = {}
    # As numbers: a rich seat has hundreds of gifts to choose from, and only the largest is told.
    for code in anytime(game.state, FACTION_OF_NAME[name]):
        if kind_of(code) == LOOK:
            looks.append(code)
        else:
            to = FACTION_NAMES[who_of(code)]
            most[to] = max(most.get(to, 0), amount_of(code))
    return looks, most
