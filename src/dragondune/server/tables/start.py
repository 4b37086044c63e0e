"""How a game begins: each seat gets its faction, and all of them an order."""

import time

from dragondune.records import RULES_VERSION
from dragondune.server.fairness.deal import deal_factions, player_order
from dragondune.server.storage.card import PLAYING, Meta


def deal_seats(card: Meta) -> None:
    """Fill a card in that waits for nobody any more."""
    if not card.position:
        card.add_salts()
    factions = deal_factions(card.seed, [seat.wish for seat in card.seats])
    for seat, faction in zip(card.seats, factions, strict=True):
        seat.faction = faction
    card.order = card.order or player_order(card.seed, factions)
    card.rules_version = RULES_VERSION  # it may have waited while the rules were changed
    card.status, card.began = PLAYING, round(time.time(), 3)
    doors = [seat.door for seat in card.seats if seat.door]
    card.near = card.near or len(set(doors)) < len(doors)
    for seat in card.seats:
        seat.door = ""
