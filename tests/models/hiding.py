"""EL5, EL8, EL9, D4: what units that arrive somewhere, and those they meet, are asked about hiding."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from models.positions import NONE, Position, Units, plus
from models.standing import full


@dataclass(frozen=True)
class Question:
    """Whom the game asks at which step, and the answers there are."""

    seat: str
    step: str
    answers: frozenset[str]


Asking = Generator[Question, str, None]


def arrive(p: Position, mover: str, seen: Units, to: str, unseen: Units = NONE) -> Asking:
    """Put the units there, question by question; the position is changed on the way.

    The open ones first, then the hidden ones of the same movement, then whoever was there before.
    """
    already = p.visible(mover, to) > 0
    shut = full(p, mover, to)
    may_choose = may_choose_status(p, mover, to, shut)
    if seen != NONE:
        yield from _arrive_open(p, mover, seen, to, already, shut)
    if unseen != NONE:
        comes_out = p.book.from_r6 and already
        if may_choose:
            answer = yield Question(mover, "status", frozenset({"pass", "come-out"}))
            comes_out = answer == "come-out"
        _add(p.open if comes_out else p.hidden, mover, to, unseen)
    if p.visible(mover, to) and not already:
        yield from _others(p, mover, to)


def may_choose_status(p: Position, mover: str, to: str, shut: bool) -> bool:
    """EL5: in r2 only in an empty territory, from r6 on where there are no units of one's own."""
    if shut:
        return False
    if p.book.from_r6:
        return not p.visible(mover, to) and (mover, to) not in p.hidden
    return p.book.first or not p.present(to)


def _arrive_open(
    p: Position, mover: str, units: Units, to: str, already: bool, shut: bool
) -> Asking:
    if p.book.from_r6 and not already and (mover, to) in p.hidden:
        _add(p.hidden, mover, to, units)  # EL9: as those who are there
        return
    _add(p.open, mover, to, units)
    yield from _hide(p, mover, to, units, already, shut)


def _hide(p: Position, mover: str, to: str, units: Units, already: bool, shut: bool) -> Asking:
    """EL8, D4: those who arrive may hide if they share the territory, from r6 on also with a troll."""
    shares = len(p.present(to)) > 1 or (p.book.from_r6 and to in p.trolls)
    late = already and (p.book.from_r6 or mover != "elves")  # EL9, house 3
    if not shares or late or not hides_at_all(p, mover):
        return
    answers = hiding_lines(p, mover) - ({"pass"} if shut else set())
    answer = yield Question(mover, "hide", frozenset(answers))
    if answer != "pass":
        hiders = units if mover == "elves" else p.open[mover, to]
        _go_into_hiding(p, mover, to, hiders, answer)


def _others(p: Position, mover: str, to: str) -> Asking:
    """Whoever was alone there until now; two who shared it already are too late (house 1)."""
    met = [name for name in p.present(to) if name != mover]
    if len(met) != 1 or not hides_at_all(p, met[0]):
        return
    answer = yield Question(met[0], "hide", frozenset(hiding_lines(p, met[0])))
    if answer != "pass":
        _go_into_hiding(p, met[0], to, p.open[met[0], to], answer)


def hides_at_all(p: Position, name: str) -> bool:
    """The Elves always; the others by an ace, from r2 on. Whether they hold one is secret."""
    return name == "elves" or not p.book.first


def hiding_lines(p: Position, name: str) -> set[str]:
    """Free for the Elves, an ace for everyone else."""
    if name == "elves":
        return {"pass", "hide"}
    return {"pass"} | {f"hide {ace}" for ace in p.aces(name)}


def _go_into_hiding(p: Position, name: str, place: str, units: Units, answer: str) -> None:
    left = p.open.pop((name, place))
    rest = (left[0] - units[0], left[1] - units[1])
    if rest != NONE:
        p.open[name, place] = rest
    _add(p.hidden, name, place, units)
    for ace in answer.split()[1:]:
        p.hand[name].remove(ace)


def _add(stacks: dict[tuple[str, str], Units], name: str, place: str, units: Units) -> None:
    stacks[name, place] = plus(stacks.get((name, place), NONE), units)
