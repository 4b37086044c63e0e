"""What a table's card says of a game that has come to its end."""

import time
from collections.abc import Set as AbstractSet
from typing import Final

from msgspec.structs import replace

from dragondune.game import Game
from dragondune.server.storage.card import OVER, Meta, copy_of

# Ends without a winner, beside the ways of winning that the rules know.
CLOSED: Final = "closed"  # by the keeper of the server
ABANDONED: Final = "abandoned"  # everybody left
RESIGNED: Final = "resigned"  # everybody gave up
LATE: Final = "late"  # a cup's round was over


def ended(card: Meta, game: Game, away: AbstractSet[str]) -> Meta:
    """The card of a game that was played to its end; for whom a bot played then was not there."""
    fresh = replace(card, status=OVER, winners=list(game.winners), way=game.way)
    return parted(replace(fresh, turns=int(game.turn)), away)


def parted(card: Meta, away: AbstractSet[str]) -> Meta:
    """A copy that says who is not there at the end."""
    fresh = copy_of(card)
    for seat in fresh.seats:
        if seat.left or seat.faction in away:
            seat.quit = seat.quit or round(time.time(), 3)
    return fresh
