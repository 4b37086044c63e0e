"""What happens next: a stack of steps.

A step is a small object that holds together what may be chosen, whether it is legal and what it
does. The state holds only frames: one integer each, naming the step, the seat it concerns and a
few numbers. A round is a list of steps, run by ``Sequence``; a sub-decision is a frame pushed on
top. ``settle`` runs the automatic steps until somebody has to decide or the game is over.
"""

from typing import ClassVar, Final

from dragondune.engine.steps import NO_STEP, SEQUENCE, STEP_COUNT
from dragondune.ints import i64
from dragondune.model.contracts import Contract
from dragondune.model.refusal import Refusal
from dragondune.model.state import State

COMPILED: Final = not __file__.endswith(".py")

# Sequences: which list of the ruleset a SEQUENCE frame walks through
TURN_LIST: Final = 0
RECRUIT_LIST: Final = 1
BATTLE_LIST: Final = 2


def frame(step: i64, seat: i64, a: i64, b: i64, c: i64, d: i64) -> i64:
    """Pack a frame: step (7 bits) · seat (3) · a, b (6 each) · c, d (10 each)."""
    return step | seat << 7 | a << 10 | b << 16 | c << 22 | d << 32


def push(s: State, step: i64, seat: i64) -> None:
    """Put a step on top for a seat."""
    s.stack.append(step | seat << 7)


def push_with(s: State, step: i64, seat: i64, a: i64, b: i64, c: i64, d: i64) -> None:
    """Put a step with its numbers on top."""
    s.stack.append(frame(step, seat, a, b, c, d))


def set_top(s: State, step: i64, seat: i64, a: i64, b: i64) -> None:
    """Put a step in place of the one on top."""
    s.stack[-1] = frame(step, seat, a, b, 0, 0)


def ask_next(s: State) -> None:
    """One more player, or side of a battle, has had their turn at the step on top."""
    s.stack[-1] += 1 << 16


def step_of(entry: i64) -> i64:
    """The step a frame names."""
    return entry & 127


def seat_of(entry: i64) -> i64:
    """The faction a frame concerns."""
    return entry >> 7 & 7


def a_of(entry: i64) -> i64:
    """First small number of a frame."""
    return entry >> 10 & 63


def b_of(entry: i64) -> i64:
    """Second small number of a frame."""
    return entry >> 16 & 63


def c_of(entry: i64) -> i64:
    """First larger number of a frame."""
    return entry >> 22 & 1023


def d_of(entry: i64) -> i64:
    """Second larger number of a frame."""
    return entry >> 32 & 1023


class Step:
    """One thing of the agenda. Automatic steps do their work in ``open`` and answer False."""

    rule: ClassVar[str] = "B9"
    question: ClassVar[str] = "Choose what you do."  # what a player is asked here
    passing: ClassVar[str] = "Pass"  # what passing means here

    def open(self, s: State) -> bool:
        """Called while on top: True when a decision is open, else the step has moved on."""
        return True

    def actors(self, s: State) -> i64:
        """The factions that have to choose now, as a bit mask."""
        return 1 << seat_of(s.stack[-1])

    def legal(self, s: State, f: i64) -> list[i64]:
        """Every action faction ``f`` may take now."""
        return []

    def play(self, s: State, f: i64, action: i64) -> None:
        """Carry out a legal action."""

    def denied(self, s: State) -> None:
        """An ace stopped what this frame was about to do (D6-D9, GO7)."""
        s.stack.pop()

    def rule_now(self, s: State) -> str:
        """The rule under which this decision is made, where it is not always the same."""
        return self.rule

    def why_not(self, s: State, f: i64, action: i64) -> Refusal:
        """Why an action is refused that belongs to this step but is not listed."""
        return Refusal(self.rule, "That is not among the choices the rules give you now.")


class Keeper:
    """Stands beside the steps while contracts are watched over [B6]; this one knows none.

    The engine asks it and does not know how contracts work: ``dragondune.contracts`` does, and the
    module that puts the game together installs its keeper.
    """

    def open(self, s: State, step: i64) -> bool:
        """Open the step on top, and see to the duties its moment brings."""
        return STEPS[step].open(s)

    def kept(self, s: State, f: i64, step: i64, choices: list[i64]) -> list[i64]:
        """Those of the choices of a step that keep every contract."""
        return choices

    def play(self, s: State, f: i64, action: i64) -> None:
        """Carry out an action, and see what follows from it."""
        STEPS[s.stack[-1] & 127].play(s, f, action)

    def why_not(self, s: State, f: i64, action: i64) -> Refusal | None:
        """The refusal of an action that only a contract forbids."""
        return None

    def put(self, s: State, contracts: tuple[Contract, ...], offers: tuple[Contract, ...]) -> None:
        """Put contracts and offers into a position, with all that follows from them."""
        if contracts or offers:
            raise ValueError("nobody is here to keep contracts")

    def stored(self, s: State) -> dict[str, object]:
        """The contracts and offers of a position as plain data; nothing where there are none."""
        return {}

    def restore(self, s: State, data: object) -> None:
        """Put stored contracts and offers into a position; ValueError says what is wrong."""
        raise ValueError("nobody is here to keep contracts")


_KEEPERS: Final[list[Keeper]] = [Keeper()]
STEPS: Final[list[Step]] = [Step() for _ in range(STEP_COUNT)]


def current(s: State) -> Step:
    """The step on top."""
    return STEPS[s.stack[-1] & 127]


def register(step: i64, handler: Step) -> None:
    """Say which object plays a step."""
    STEPS[step] = handler


def install(keeper: Keeper) -> None:
    """Say who watches over contracts, in every game of this process."""
    _KEEPERS[0] = keeper


def keeper() -> Keeper:
    """Who watches over contracts."""
    return _KEEPERS[0]


class Sequence(Step):
    """Walks through one of the ruleset's lists of steps: frame a = which list, c = how far."""

    def open(self, s: State) -> bool:
        entry = s.stack[-1]
        steps = _list_of(s, a_of(entry))
        at = c_of(entry)
        if at == len(steps):
            s.stack.pop()
            return False
        s.stack[-1] = entry + (1 << 22)
        push(s, steps[at], seat_of(entry))
        return False


def _list_of(s: State, which: i64) -> tuple[int, ...]:
    if which == TURN_LIST:
        return s.rules.turn_steps
    return s.rules.recruit_steps if which == RECRUIT_LIST else s.rules.battle_steps


def next_in_list(s: State) -> i64:
    """The step that the list on top comes to next; -1 where it is at its end or none is on top."""
    if not s.stack or s.stack[-1] & 127 != SEQUENCE:
        return -1
    names = _list_of(s, a_of(s.stack[-1]))
    at = c_of(s.stack[-1])
    return names[at] if at < len(names) else -1


def push_sequence(s: State, which: i64, seat: i64) -> None:
    """Begin one of the lists of steps."""
    push_with(s, SEQUENCE, seat, which, 0, 0, 0)


register(SEQUENCE, Sequence())


def settle(s: State) -> None:
    """Run automatic steps until a decision is open or the game is over."""
    stack = s.stack
    while stack:
        # What ``open_top`` does, spared a call: there are several steps to every decision.
        step = stack[-1] & 127
        if s.moments >> step & 1:
            if _KEEPERS[0].open(s, step):
                return
        elif STEPS[step].open(s):
            return


def settle_until(s: State, step: i64) -> None:
    """Run automatic steps as ``settle`` does, but stop before a step of the lists."""
    while s.stack and next_in_list(s) != step and not open_top(s):
        pass


def open_top(s: State) -> bool:
    """Open the step on top, with the duties its moment brings: is there something to decide?"""
    step = s.stack[-1] & 127
    if s.moments >> step & 1:
        return _KEEPERS[0].open(s, step)
    return STEPS[step].open(s)


def actors(s: State) -> i64:
    """The factions that have to choose now, as a bit mask; 0 when the game is over."""
    return STEPS[s.stack[-1] & 127].actors(s) if s.stack else 0


def open_step(s: State) -> i64:
    """The step at which somebody has to choose now; NO_STEP where nobody has to, or it stands before one."""
    if not s.stack:
        return NO_STEP
    step = s.stack[-1] & 127
    return NO_STEP if step == SEQUENCE or not STEPS[step].actors(s) else step


def legal(s: State, f: i64) -> list[i64]:
    """The legal actions of faction ``f``: empty when it has nothing to decide."""
    if not s.stack:
        return []
    number = s.stack[-1] & 127
    step = STEPS[number]
    if not step.actors(s) >> f & 1:
        return []
    return _KEEPERS[0].kept(s, f, number, step.legal(s, f)) if s.watched else step.legal(s, f)


def apply(s: State, f: i64, action: i64) -> None:
    """Carry out a legal action and run on to the next decision. Legality is the caller's care."""
    play_top(s, f, action)
    settle(s)


def play_top(s: State, f: i64, action: i64) -> None:
    """Carry out a legal action at the step on top, and nothing of what comes next."""
    if s.watched:
        _KEEPERS[0].play(s, f, action)
    else:
        STEPS[s.stack[-1] & 127].play(s, f, action)
