"""A short game to be reviewed: the last turn, played by stewards."""

from __future__ import annotations

import json
from functools import cache

from dragondune.bots import make_bot
from dragondune.bots.arena.table import finish
from dragondune.game import Game

LAST_TURN = (
    "order=OEDG turn=8 first=E round=1 dragon=15 draws=9 red_at=14 O=1★3,15★4,grave:3 "
    "E=1★1h,3★5h,5★1,10:3 D=3★4,4•2,grave:4 G=3★3h,10★6,grave:1 gold=D27,E6,G42,O17 gold@=4:4,18:2 "
    "hand=D:6♣A♥6♥6♠,E:2♦6♦2♥5♥,G:2♣3♣5♣A♦4♦5♦,O:3♦4♠ ally=DG usurper=D:Q♣,E:Q♠,G:Q♦,O:Q♥ "
    "sabotage=D:J♥,E:J♠,G:J♦,O:J♣ discard=3♠2♠A♣3♥4♥5♠ past=8♦8♣10♣8♥7♣8♠10♥9♦9♣7♦7♥9♠10♠7♠ "
    "seen=Q♣6♥J♥4♠6♠ knows=E:5♣6♣3♦4♦5♦A♥9♥ seed=11 stack=sequence:-.0.0.2/dragon_acts:O.0.4"
)

# The Goblins hold two castles and fight for a third with five units against one: it wins the game.
LAST_BATTLE = (
    "order=OEDG turn=8 first=E round=5 dragon=16 draws=9 rights_used=G attacker=E defender=G "
    "place=5★ O=1★5,15★4 E=1★1h,3★5h,5★1,9:2 D=3★4h,4•2,grave:1 G=3★1,5★5,10★4 "
    "gold=D26,E5,G42,O16 gold@=4:4,13:6,18:2 hand=D:6♣6♥6♠,E:2♦6♦2♥5♥,G:2♣3♣4♣5♣4♦5♦4♥,O:3♦3♥4♠ "
    "ally=DG plans=0/6♦,- usurper=D:Q♣,E:Q♠,G:Q♦,O:Q♥ sabotage=D:J♥,E:J♠,G:J♦,O:J♣ discard=A♥A♦ "
    "past=8♦8♣10♣8♥7♣8♠10♥9♦9♣7♦7♥9♠10♠7♠10♦9♥ deck=2♠A♠3♠A♣5♠ seen=Q♣6♥J♥4♠6♠ "
    "knows=E:4♣5♣6♣3♦4♦5♦3♥ seed=11 "
    "stack=sequence:-.0.0.12/battles:-.0.1/fight:E/sequence:E.2.0.3/plans:E"
)


@cache
def played_out() -> Game:
    """The game at its end; nobody may change it."""
    game = Game.at(LAST_TURN, "r9", (), False)
    finish(game, {seat: make_bot("steward", 7) for seat in game.seats})
    return game


def record() -> str:
    """Its record as text."""
    return json.dumps(played_out().record())
