"""A game in which dice and shuffles are decided from outside too (compiled): OpenSpiel's chance nodes.

A shuffle is decided card by card, the one that is drawn first first.
"""

from hashlib import blake2b
from typing import Final

from librt.strings import BytesWriter

from dragondune.engine import agenda
from dragondune.engine.chance import ASK, ChanceDue
from dragondune.envs.course import row_for
from dragondune.envs.parts import Question
from dragondune.ints import i64
from dragondune.learning.walk import OVER, PLAYED, Walk
from dragondune.model.ruleset import Ruleset
from dragondune.model.state import State
from dragondune.rules.setup import begin, new_state

CHANCE: Final = -1  # who decides next, besides the seats
ENDED: Final = -4
BEGIN: Final = -2  # what is to be carried out: the set-up,
WALK: Final = -1  # what nobody has to decide; or an action's code


class Past:
    """What a seat saw and answered at one of its questions, and all before it."""

    def __init__(self, before: "Past | None", state: State, seat: i64, number: i64) -> None:
        self.before = before
        self.state = state
        self.seat: i64 = seat
        self.number: i64 = number
        self._digest = b""

    def digest(self) -> bytes:
        """A fingerprint of it all: two pasts that this seat cannot tell apart have the same."""
        waiting: list[Past] = []
        node: Past | None = self
        while node is not None and not node._digest:
            waiting.append(node)
            node = node.before
        for link in reversed(waiting):
            link._seal()
        return self._digest

    def _seal(self) -> None:
        earlier = self.before._digest if self.before is not None else b""
        seen = row_for(self.state, self.seat) + str(self.number).encode()
        self._digest = blake2b(earlier + seen, digest_size=32).digest()


class Drawn:
    """One game: who decides next, seat or chance, and what can be decided."""

    def __init__(
        self, rules: Ruleset, order: tuple[int, ...], source: "Drawn | None" = None
    ) -> None:
        if source is not None:
            self._take(source)
            return
        self.state: State = new_state(rules, order, "")  # never changed in place
        self.walk: Walk = Walk()
        self.question: Question = Question()
        self.player: i64 = CHANCE
        self.past: list[Past | None] = [None, None, None, None]
        self.todo: i64 = BEGIN
        self.actor: i64 = CHANCE  # who ordered it
        self.script: list[list[int]] = []  # what chance has decided of what is being carried out
        self.choices: i64 = 0  # how many outcomes a die has, 0 for a shuffle
        self.cards: list[int] = []  # those of a shuffle that have no place yet
        self.drawn: list[int] = []  # those that have, the first to be drawn first
        self._go_on()

    def _take(self, other: "Drawn") -> None:
        self.state, self.walk = other.state, other.walk.copy()
        self.question, self.player = other.question.copy(), other.player
        self.past, self.todo, self.actor = list(other.past), other.todo, other.actor
        self.script, self.choices = list(other.script), other.choices
        self.cards, self.drawn = list(other.cards), list(other.drawn)

    def copy(self) -> "Drawn":
        """An independent game from here on."""
        return Drawn(self.state.rules, (), self)

    def __deepcopy__(self, memo: object) -> "Drawn":
        return self.copy()

    def numbers(self) -> list[i64]:
        """What may be decided now, the smallest first."""
        if self.player == ENDED:
            return []
        if self.player != CHANCE:
            return self.question.numbers()
        return [*range(self.choices)] if self.choices else sorted(self.cards)

    def observation(self) -> bytes:
        """What the seat that is asked sees, and what it is asked."""
        out = BytesWriter()
        out.write(row_for(self.state, self.player))
        self.question.settled_into(out)
        return out.getvalue()

    def decide(self, number: i64) -> None:
        """Carry out one of the numbers, and play on to the next decision."""
        if self.player == CHANCE:
            self._settle(number)
            return
        f = self.player
        self.past[f] = Past(self.past[f], self.state, f, number)
        if not self.question.answer(number):
            self.todo, self.actor = self.question.left[0], f
            self._go_on()

    def _settle(self, number: i64) -> None:
        """A die is cast, or one more card of a shuffle has its place."""
        if self.choices:
            self.script.append([number])
        else:
            self.cards.remove(number)
            self.drawn.append(number)
            if len(self.cards) > 1:
                return
            self._stacked()
        self._go_on()

    def _stacked(self) -> None:
        order = [*self.drawn, *self.cards]
        order.reverse()
        self.script.append(order)

    def _go_on(self) -> None:
        """Carry out what is to be done, on a copy: it begins anew once chance has spoken."""
        while True:
            trial = self.state.copy()
            trial.script, trial.script_at = [*self.script, [ASK]], 0
            try:
                found = self._carry_out(trial)
            except ChanceDue as due:
                if self._must_ask(due):
                    return
                continue
            trial.script, trial.script_at = None, 0
            self.state, self.script, self.todo = trial, [], WALK
            if found != PLAYED:
                return

    def _carry_out(self, s: State) -> i64:
        if self.todo == BEGIN:
            begin(s)
        elif self.todo >= 0:
            agenda.apply(s, self.actor, self.todo)
        else:
            return self._walk(s)
        return PLAYED

    def _walk(self, s: State) -> i64:
        found = self.walk.step(s)
        if found == OVER:
            self.player = ENDED
        elif found != PLAYED:
            self.player = self.walk.faction
            self.question.begin(self.walk.legal)
        return found

    def _must_ask(self, due: ChanceDue) -> bool:
        """Is there more than one outcome? A single one is settled at once."""
        self.choices, self.cards, self.drawn = due.choices, due.cards, []
        if self.choices == 1:
            self.script.append([0])
        elif not self.choices and len(self.cards) < 2:
            self._stacked()
        else:
            self.player = CHANCE
            return True
        return False
