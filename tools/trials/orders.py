"""Standing orders as somebody might give them, drawn at random."""

import random
from typing import get_args

from dragondune.model.factions import FACTION_NAMES
from dragondune.server.wire.incoming import Faction, LotBid, OrderSet, QuietStep, StopHires

STEPS: tuple[QuietStep, ...] = get_args(QuietStep)


def drawn_orders(rng: random.Random, turn: int) -> OrderSet:
    """Some orders for a seat; now and then none."""
    wish = OrderSet()
    if rng.random() < 0.2:
        return wish
    wish.quiet = rng.sample(STEPS, rng.choice((1, 3, 6, len(STEPS))))
    if rng.random() < 0.4:
        wish.bid_limit, wish.bid_for_me = rng.randint(0, 6), rng.random() < 0.5
    if rng.random() < 0.3:
        wish.no_aces_turn = turn
    if rng.random() < 0.3:
        wish.stop_hires = StopHires(_some(rng), rng.randint(1, 4))
    if rng.random() < 0.2:
        wish.lot = LotBid(turn, rng.randint(0, 5), rng.randint(0, 5))
    return wish


def _some(rng: random.Random) -> list[Faction]:
    factions: tuple[Faction, ...] = get_args(Faction)
    return rng.sample(factions, rng.randint(1, len(FACTION_NAMES)))
