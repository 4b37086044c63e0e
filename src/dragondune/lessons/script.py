"""What the bots of a lesson do: what its moves say, and otherwise as little as they can."""

from dragondune.game import Game
from dragondune.lessons.lesson import Lesson, Move
from dragondune.model.board import NAMES
from dragondune.model.cards import NO_CARD, card_name
from dragondune.model.factions import FACTION_OF_NAME

OFFERED = "offered"  # not a decision: a contract lies before the bot


def find_move(lesson: Lesson, game: Game, seat: str) -> Move | None:
    """The move for the decision that this seat has now."""
    step = next((one.step for one in game.pending() if one.seat == seat), None)
    return next(
        (m for m in lesson.moves if m.seat == seat and m.step == step and _now(m, game)), None
    )


def _now(move: Move, game: Game) -> bool:
    s = game.state
    return (
        move.turn in (None, s.turn)
        and move.sale in (None, sale_of(game))
        and move.left in (None, cards_left(game))
        and move.place in (None, battle_place(game))
    )


def sale_of(game: Game) -> str | None:
    """The card on sale."""
    return None if game.state.sale == NO_CARD else card_name(game.state.sale)


def cards_left(game: Game) -> int:
    """How many more cards are sold after the one on sale."""
    return int(game.state.cards_left)


def battle_place(game: Game) -> str | None:
    """Where a battle is being fought."""
    s = game.state
    return NAMES[s.place] if s.attacker < 4 else None


def is_held(lesson: Lesson, move: Move | None, reached: int) -> bool:
    """Does this bot still wait for the learner to read on?"""
    return move is not None and move.after != "" and reached <= lesson.index(move.after)


def line_for(move: Move | None, legal: list[str]) -> str:
    """What the bot plays: as scripted, else a pass, else whatever comes first."""
    for wanted in move.plays if move is not None else ():
        if wanted in legal:
            return wanted
    return "pass" if "pass" in legal else legal[0]


def answer_to_offer(lesson: Lesson, game: Game) -> tuple[str, str] | None:
    """A bot whose word is asked for, and its answer, where the lesson has one."""
    for offer in game.offers:
        open_to = offer.parties & ~offer.agreed
        for move in lesson.moves:
            asked = open_to >> FACTION_OF_NAME[move.seat] & 1
            if move.step == OFFERED and asked and _now(move, game):
                return move.seat, f"{move.plays[0]} {offer.number}"
    return None
