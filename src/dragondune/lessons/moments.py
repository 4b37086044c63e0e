"""Has the moment of a step come, and which deed does the lesson ask for in it?"""

from dragondune.game import Game
from dragondune.lessons.lesson import Lesson, Step, When
from dragondune.lessons.script import battle_place, cards_left
from dragondune.model.cards import CARD_NAMES
from dragondune.model.factions import FACTION_OF_NAME


def decision_of(game: Game, seat: str) -> str | None:
    """The name of a seat's decision, if it leaves a choice."""
    for pending in game.pending():
        if pending.seat == seat:
            return pending.step if len(game.legal(seat)) > 1 else None
    return None


def is_now(when: When, game: Game, seat: str) -> bool:
    """Is it so on the table? What has happened before (``event``) is not asked here."""
    s = game.state
    return (
        when.turn in (None, s.turn)
        and when.round in (None, s.round)
        and when.step in (None, decision_of(game, seat))
        and (when.sale is None or when.sale == _seen_sale(game, seat))
        and when.left in (None, cards_left(game))
        and when.place in (None, battle_place(game))
        and (when.waits is None or when.waits in [one.seat for one in game.pending()])
        and when.contract in (None, _has_contract(game, when.faction))
        and when.over in (None, game.over)
    )


def _seen_sale(game: Game, seat: str) -> str | None:
    """The card on sale, where a seat sees it."""
    card = game.view(seat).sale
    return CARD_NAMES[card] if 0 <= card < len(CARD_NAMES) else None


def _has_contract(game: Game, party: str | None) -> bool:
    """Is a contract in force, with this faction if one is named?"""
    return any(party is None or one.parties >> FACTION_OF_NAME[party] & 1 for one in game.contracts)


def lines_of(game: Game, seat: str) -> list[str]:
    """Everything a seat may do now, at its decision and at any time."""
    return [str(action) for action in (*game.legal(seat), *game.anytime(seat))]


def deed_asked(lesson: Lesson, at: int, game: Game) -> tuple[Step, list[str]] | None:
    """The step that asks for a deed now, from this one on, and what it accepts."""
    lines = lines_of(game, lesson.seat)
    for step in lesson.steps[at:]:
        accepted = [line for line in lines if step.accepts(line)]
        if accepted and step.when.event is None and is_now(step.when, game, lesson.seat):
            return step, accepted
    return None
