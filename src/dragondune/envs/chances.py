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
SEATS: Final = 4
BEGIN: Final = -1  # the set-up, where else there is an action's code
MOST_ORDERS: Final = 8  # two numbers each: then a copy is cheaper than playing more of them again
FINGERPRINT: Final = 32  # bytes
UNASKED: Final = bytes(FINGERPRINT)
FIELDS: Final = (
    *("order", "seats", "kept", "kept_walk", "orders", "script", "state", "walk", "question"),
    *("player", "choices", "cards", "drawn"),
)
ASK_AT_ONCE: Final[list[list[int]]] = [[ASK]]


class Drawn:
    """One game: who decides next, seat or chance, and what can be decided.

    The position is changed in place, and a chance may stop it halfway through an action. Then what was
    ordered since an earlier position, which is kept, is played again with what chance has said by now.
    """

    def __init__(
        self, rules: Ruleset, order: tuple[int, ...], source: "Drawn | None" = None
    ) -> None:
        if source is not None:
            self._take(source)
            return
        self.order = order
        self.seats: list[i64] = sorted(order) if order else [*range(SEATS)]
        self.kept: State = new_state(rules, order, "")  # never changed in place
        self.kept_walk: Walk = Walk()
        self.orders: list[i64] = [CHANCE, BEGIN]  # since then: who, and an action's code
        self.script: list[list[int]] = []  # what chance has decided of the last of them
        self.state: State = self.kept
        self.walk: Walk = self.kept_walk
        self.question: Question = Question()
        self.player: i64 = CHANCE
        self.choices: i64 = 0  # how many outcomes a die has, 0 for a shuffle
        self.cards: list[int] = []  # those of a shuffle that have no place yet
        self.drawn: list[int] = []  # those that have, the first to be drawn first
        self._play_again()

    def _take(self, other: "Drawn") -> None:
        self.order, self.seats = other.order, other.seats
        self.kept, self.kept_walk = other.kept, other.kept_walk
        self.orders, self.script = list(other.orders), list(other.script)
        self.state, self.walk = other.state.copy(), other.walk.copy()
        self.question, self.player = other.question.copy(), other.player
        self.choices, self.cards = other.choices, list(other.cards)
        self.drawn = list(other.drawn)

    def copy(self) -> "Drawn":
        """An independent game from here on."""
        return Drawn(self.kept.rules, (), self)

    def anew(self) -> "Drawn":
        """The same game from its beginning."""
        return Drawn(self.kept.rules, self.order)

    def __deepcopy__(self, memo: object) -> "Drawn":
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return restored_drawn, (self.kept.rules, {name: getattr(self, name) for name in FIELDS})

    def turn(self) -> i64:
        """Who decides: the number of a player, counted among those who play, CHANCE or ENDED."""
        return self.seats.index(self.player) if self.player >= 0 else self.player

    def numbers(self) -> list[i64]:
        """What may be decided now, the smallest first."""
        if self.player >= 0:
            return self.question.numbers()
        if self.player == ENDED:
            return []
        return [*range(self.choices)] if self.choices else sorted(self.cards)

    def position(self) -> State:
        """A copy of the position; where chance decides, of that before the action it is a part of."""
        now = self.copy()
        if self.player == CHANCE:
            now._rewind([])
            now._replay(len(self.orders) - 2)
        now.state.script, now.state.script_at = None, 0
        return now.state

    def observation(self) -> bytes:
        """What the seat that is asked sees, and what it is asked."""
        out = BytesWriter()
        out.write(row_for(self.state, self.player))
        self.question.settled_into(out)
        return out.getvalue()

    def decide(self, number: i64) -> i64:
        """Carry out one of the numbers and play on to the next decision; whose turn it is then."""
        if self.player == CHANCE:
            self._settle(number)
        elif not self.question.answer(number):
            self._order(self.player, self.question.left[0])
        return self.turn()

    def _order(self, f: i64, code: i64) -> None:
        if len(self.orders) > MOST_ORDERS:
            self._keep()
        self.orders.append(f)
        self.orders.append(code)
        try:
            self._carry_out(f, code)
        except ChanceDue as due:
            if not self._must_ask(due):
                self._play_again()

    def _keep(self) -> None:
        """From here on, what is to be played again begins here."""
        self.kept, self.kept_walk = self.state.copy(), self.walk.copy()
        self.orders, self.script = [], []
        self.state.script, self.state.script_at = ASK_AT_ONCE, 0

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
        self._play_again()

    def _stacked(self) -> None:
        order = [*self.drawn, *self.cards]
        order.reverse()
        self.script.append(order)

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

    def _play_again(self) -> None:
        """Play what was ordered since the position that is kept, to the next decision."""
        while True:
            self._rewind(self.script)
            try:
                self._replay(len(self.orders))
            except ChanceDue as due:
                if self._must_ask(due):
                    return
                continue
            self._keep()
            return

    def _rewind(self, script: list[list[int]]) -> None:
        self.state, self.walk = self.kept.copy(), self.kept_walk.copy()
        self.state.script, self.state.script_at = [*script, [ASK]], 0

    def _replay(self, end: i64) -> None:
        for k in range(0, end, 2):
            self._carry_out(self.orders[k], self.orders[k + 1])

    def _carry_out(self, f: i64, code: i64) -> None:
        """Play one order, and on to the next question."""
        s, walk = self.state, self.walk
        if code == BEGIN:
            begin(s)
        else:
            agenda.apply(s, f, code)
        found = walk.step(s)
        while found == PLAYED:
            found = walk.step(s)
        if found == OVER:
            self.player = ENDED
        else:
            self.player = walk.faction
            self.question.begin(walk.legal)


def restored_drawn(rules: Ruleset, fields: dict[str, object]) -> Drawn:
    """A game from its fields, as pickle brings them."""
    game = Drawn(rules, ())
    for name, value in fields.items():
        setattr(game, name, value)
    return game


class Pasts:
    """What each seat saw and answered at its questions, as fingerprints, told from a game's numbers.

    Most who play never ask for them, so a game is played a second time for those who do.
    """

    def __init__(self, game: Drawn) -> None:
        self.game = game
        self.read: i64 = 0  # how many numbers have been played
        self.seals: list[bytes] = [UNASKED, UNASKED, UNASKED, UNASKED]

    def __deepcopy__(self, memo: object) -> "Pasts":
        return restored_pasts(self.game.copy(), self.read, list(self.seals))

    def __reduce__(self) -> tuple[object, ...]:
        return restored_pasts, (self.game, self.read, self.seals)

    def read_on(self, numbers: list[int]) -> None:
        """Play what was decided since the last time; ``numbers`` are those of the whole game."""
        for k in range(self.read, len(numbers)):
            f = self.game.player
            if f >= 0:
                seen = row_for(self.game.state, f) + str(numbers[k]).encode()
                earlier = b"" if self.seals[f] == UNASKED else self.seals[f]
                self.seals[f] = blake2b(earlier + seen, digest_size=FINGERPRINT).digest()
            self.game.decide(numbers[k])
        self.read = len(numbers)


def restored_pasts(game: Drawn, read: int, seals: list[bytes]) -> Pasts:
    """What was read of a game, as pickle brings it."""
    pasts = Pasts(game)
    pasts.read, pasts.seals = read, seals
    return pasts
