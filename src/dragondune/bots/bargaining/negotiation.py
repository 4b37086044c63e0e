"""Bots who talk at a table of their own: offers at quiet moments, and every answer to them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from dragondune.bots.bargaining.memory import Memory
from dragondune.bots.base import Bot
from dragondune.game import Game
from dragondune.model.contracts import Contract
from dragondune.model.factions import FACTION_NAMES, FACTION_OF_NAME
from dragondune.model.refusal import Refusal

MOST_WORDS: Final = 24  # at one moment, so that no talk can stop a game
OFFERS_AT_ONCE: Final = 4  # by one seat: bots of the house make one a turn, others may press
Told = Callable[[str, str], None]  # a seat, and what it says about its offer or its answer


def silent(seat: str, sentence: str) -> None:
    """Nobody listens."""


def negotiate(
    game: Game,
    bots: Mapping[str, Bot],
    memory: Memory,
    told: Told = silent,
    speakers: Sequence[str] = (),
) -> None:
    """Everybody, or only ``speakers``, may make offers; each is answered before the next one."""
    if not game.talks or game.over:
        return
    for seat in game.seats:
        bot = bots.get(seat)
        if bot is None or game.over or (speakers and seat not in speakers):
            continue
        for _ in range(OFFERS_AT_ONCE):
            if not _offers(game, seat, bot, memory, told):
                break
            answer_all(game, bots, memory, told)


def _offers(game: Game, seat: str, bot: Bot, memory: Memory, told: Told) -> bool:
    """Has this bot put something on the table?"""
    f = FACTION_OF_NAME[seat]
    turn = int(game.state.turn)
    said = None if game.over else bot.make_offer(game.view(seat), memory.mood(f, turn))
    if said is None or isinstance(game.speak(seat, said.line), Refusal):
        return False
    memory.offered(f, game.offers[-1], turn)
    told(seat, said.sentence)
    return True


def answer_all(game: Game, bots: Mapping[str, Bot], memory: Memory, told: Told = silent) -> None:
    """Every bot answers the offers that are made to it."""
    for _ in range(MOST_WORDS):
        found = _open_offer(game, bots)
        if found is None:
            return
        seat, offer = found
        f = FACTION_OF_NAME[seat]
        turn = int(game.state.turn)
        reply = bots[seat].answer_offer(game.view(seat), offer, memory.mood(f, turn))
        word = reply.word
        if isinstance(game.speak(seat, reply.line), Refusal):
            word = "refuse"
            if isinstance(game.answer(seat, int(offer.number), word), Refusal):
                return  # not a moment to talk: the offer waits
        memory.answered(f, offer, word, turn)
        told(seat, reply.sentence)
        if word == "accept" and offer.parties == offer.agreed | 1 << f:
            memory.signed += 1


def _open_offer(game: Game, bots: Mapping[str, Bot]) -> tuple[str, Contract] | None:
    if game.over:
        return None
    for offer in game.offers:
        for f in game.state.order:
            waits = offer.parties >> f & 1 and not offer.agreed >> f & 1
            if waits and FACTION_NAMES[f] in bots:
                return FACTION_NAMES[f], offer
    return None
