"""Battle questions [EL3, EL6, EL7, D6]: asked before the plans, answered, and binding."""

from typing import Final

from dragondune.engine.agenda import Step, push_with, register, seat_of
from dragondune.engine.pieces import add_aces, changed, lose_card
from dragondune.engine.steps import ANSWER, QUESTIONS
from dragondune.engine.steps import ASK as ASK_STEP
from dragondune.ints import i64
from dragondune.model import events
from dragondune.model.actions import (
    ANSWER_COLOUR,
    ANSWER_NUMBER,
    ANSWER_VALUE,
    ASK,
    ASK_BOTH,
    KIND,
    PASS,
    card_of,
    count_of,
    kind_of,
)
from dragondune.model.cards import ACE_MASK, BLACK, BLACK_MASK, RANK, RED, RED_MASK
from dragondune.model.codes import AGAINST_QUESTION
from dragondune.model.factions import NOBODY
from dragondune.model.frames import frame_again, frame_player, frame_questions, frame_side
from dragondune.model.memory import TOLD_COLOUR, TOLD_VALUE, remember_answer
from dragondune.model.plurals import units
from dragondune.model.powers import ACE_ASKS_BOTH, ASKS, ASKS_FOR_ALLY
from dragondune.model.refusal import Refusal
from dragondune.model.ruleset import (
    ASK_COLOUR,
    ASK_NUMBER,
    ASK_VALUE,
    DENY_QUESTION,
    DENY_QUESTION_OF_ALLY,
)
from dragondune.model.state import State
from dragondune.rules.aces import open_denial
from dragondune.rules.battle import fighter, side_of
from dragondune.rules.common import (
    COLOUR_ANSWER,
    NUMBER_ANSWER,
    VALUE_ANSWER,
    playable,
    spare_cards,
)
from dragondune.rules.wording import wrong_ace


class Questions(Step):
    """Each side that may ask does so before either plan, the attacker first (rulings 36, 52)."""

    rule = "EL3"

    def open(self, s: State) -> bool:
        s.stack.pop()
        for side in (1, 0):
            asker = _asker(s, side)
            if asker != NOBODY:
                push_with(s, ASK_STEP, asker, side, 0, 0, 0)
        return False


def _asker(s: State, side: i64) -> i64:
    """Who asks for a side: the fighter itself [EL7], in `first` the Elves for their ally."""
    f, opponent = fighter(s, side), fighter(s, 1 - side)
    if s.powers[f] & ASKS:
        return f
    ally = s.ally[f]
    if ally != NOBODY and ally != opponent and s.powers[ally] & ASKS_FOR_ALLY:
        return ally
    return NOBODY


class Ask(Step):
    """EL3: one question; EL6: both for an ace, which nobody can stop [D10].

    The ace is the Elves' own: their ally asks one question (house 9).

    Frame: a = the side asked for, b = 1 after a question of it was stopped [D6].
    """

    rule = "EL3"
    question = "Ask your opponent about their plan, or pass."
    passing = "Ask nothing"

    def open(self, s: State) -> bool:
        entry = s.stack[-1]
        if not frame_again(entry) or s.powers[seat_of(entry)] & ACE_ASKS_BOTH:
            return True
        s.stack.pop()
        return False

    def legal(self, s: State, f: i64) -> list[i64]:
        out: list[i64] = [PASS]
        if not frame_again(s.stack[-1]):
            for question in (ASK_COLOUR, ASK_NUMBER, ASK_VALUE):
                if s.rules.questions & question:
                    out.append(ASK * KIND + question)
        if s.powers[f] & ACE_ASKS_BOTH:
            add_aces(out, spare_cards(s, f), ASK_BOTH * KIND)
        return out

    def play(self, s: State, f: i64, action: i64) -> None:
        entry = s.stack.pop()
        kind, side = kind_of(action), frame_side(entry)
        if kind == PASS:
            return
        push_with(s, ASK_STEP, f, side, 1, 0, 0)
        if kind == ASK_BOTH:
            lose_card(s, f, card_of(action))
            _put(s, f, side, ASK_COLOUR | ASK_NUMBER, card_of(action))
            return
        _put(s, f, side, count_of(action), 63)
        own = bool(s.rules.powers[f] & ASKS)
        if s.rules.denials & (DENY_QUESTION if own else DENY_QUESTION_OF_ALLY):
            open_denial(s, AGAINST_QUESTION, f)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        if kind_of(action) == ASK_BOTH:
            card = card_of(action)
            if s.hand[f] & ACE_MASK & ~spare_cards(s, f) & 1 << card:
                return Refusal("EL3", "Your answer binds you to play that ace in this battle.")
            refusal = wrong_ace(s, f, card, "EL6")
            return Refusal("EL6", "You cannot ask like that.") if refusal is None else refusal
        if frame_again(s.stack[-1]):
            return Refusal("D6", "Your question was stopped by an ace.")
        return Refusal("EL3", "That question is not asked in this game.")


def _put(s: State, f: i64, side: i64, questions: i64, ace: i64) -> None:
    """Put the question to the other side."""
    opponent = fighter(s, 1 - side)
    if s.log is not None:
        s.log.add(events.Asked(faction=f, other=opponent, topics=questions, card=ace))
    push_with(s, ANSWER, opponent, f, 0, questions, 0)


class Answer(Step):
    """The answer must be one that can be kept, and binds the plan (ruling 36).

    Frame: a = who asked, c = the questions still to answer.
    """

    rule = "EL3"
    question = "Answer the question. The answer binds your plan."

    def legal(self, s: State, f: i64) -> list[i64]:
        questions = frame_questions(s.stack[-1])
        cards = playable(s, f)
        if questions & ASK_COLOUR:
            return _colours(cards)
        if questions & ASK_NUMBER:
            base = ANSWER_NUMBER * KIND
            return list(range(base, base + s.up[f * 28 + s.place] + 1))
        return _values(cards)

    def play(self, s: State, f: i64, action: i64) -> None:
        entry = s.stack.pop()
        kind, questions = kind_of(action), frame_questions(entry)
        which, bit = NUMBER_ANSWER, ASK_NUMBER
        if kind == ANSWER_COLOUR:
            which, bit = COLOUR_ANSWER, ASK_COLOUR
        elif kind == ANSWER_VALUE:
            which, bit = VALUE_ANSWER, ASK_VALUE
        place = side_of(s, f) * 3 + which
        s.answers = changed(s.answers, place, count_of(action))
        if kind != ANSWER_NUMBER:
            topic = TOLD_COLOUR if kind == ANSWER_COLOUR else TOLD_VALUE
            remember_answer(s, f, topic, count_of(action))
        if s.log is not None:
            s.log.add(events.Answered(faction=f, topic=bit, answer=count_of(action)))
        if questions & ~bit:
            push_with(s, ANSWER, f, frame_player(entry), 0, questions & ~bit, 0)
        else:
            s.stack.pop()

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        questions, kind, n = frame_questions(s.stack[-1]), kind_of(action), count_of(action)
        if kind == PASS:
            return Refusal("EL3", "You cannot pass: the battle question has to be answered.")
        if kind != _wanted(questions):
            return Refusal("EL3", f"The question is about {_about(questions)}.")
        if kind == ANSWER_NUMBER:
            here = s.up[f * 28 + s.place]
            return Refusal("EL3", f"You have {units(here)} here, and cannot send {n}.")
        what = f"{COLOUR_NAMES[n]} artifact" if kind == ANSWER_COLOUR else f"artifact of value {n}"
        return Refusal("EL3", f"You hold no {what} that you could play.")


COLOUR_NAMES: Final = {RED: "red", BLACK: "black"}


def _wanted(questions: i64) -> i64:
    """The kind of answer that is due: colour before number, then value."""
    if questions & ASK_COLOUR:
        return ANSWER_COLOUR
    return ANSWER_NUMBER if questions & ASK_NUMBER else ANSWER_VALUE


def _about(questions: i64) -> str:
    if questions & ASK_COLOUR:
        return "the colour of your artifact"
    return "the number of your units" if questions & ASK_NUMBER else "the value of your artifact"


def _colours(cards: i64) -> list[i64]:
    out: list[i64] = [ANSWER_COLOUR * KIND]
    if cards & RED_MASK:
        out.append(ANSWER_COLOUR * KIND + RED)
    if cards & BLACK_MASK:
        out.append(ANSWER_COLOUR * KIND + BLACK)
    return out


def _values(cards: i64) -> list[i64]:
    held: i64 = 1
    for card in range(52):
        if cards >> card & 1:
            held |= 1 << RANK[card]
    return [ANSWER_VALUE * KIND + value for value in range(7) if held >> value & 1]


register(QUESTIONS, Questions())
register(ASK_STEP, Ask())
register(ANSWER, Answer())
