"""The models beside the engine: each subject draws positions and says where the two differ.

A case is a number: from it and a seed everything is drawn, so that a difference can be met again.
The engine is used through its public face alone: a line in, legal actions and a line out.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from models.drawing import draw_position, met_in_games
from models.positions import NONE, Position, plus, total, write

from dragondune.editions.build import build
from dragondune.engine.notation import read_position
from dragondune.game import Game, Header


class DifferenceError(Exception):
    """Model and engine do not agree."""


@dataclass(frozen=True)
class Found:
    """What came of one case: how many positions were compared, and the first difference."""

    positions: int
    difference: str = ""


def same(what: str, model: object, engine: object) -> None:
    """They agree, or it is said how they differ."""
    if model == engine:
        return
    if isinstance(model, set) and isinstance(engine, set):
        only_model, only_engine = sorted(model - engine)[:6], sorted(engine - model)[:6]
        raise DifferenceError(f"{what}: only the model {only_model}, only the engine {only_engine}")
    raise DifferenceError(f"{what}: the model says {model}, the engine {engine}")


# --- where positions come from -----------------------------------------------------------------


def positions(rng: random.Random) -> Iterator[Position]:
    """Nine of ten cases are one made-up position, the others some out of one random game."""
    if rng.random() < 0.9:
        yield draw_position(rng)
    else:
        yield from met_in_games(rng)


_LAST = [""]  # the line that was set up last, for the report of a difference


@lru_cache(maxsize=4096)
def rules_of(edition: str, options: tuple[str, ...]) -> Any:
    """The engine's rules of a table, built once."""
    return build(edition, options)


def start(p: Position, at: str) -> Game:
    """The engine at that position and moment: what ``Game.at`` does, less its log and its header."""
    _LAST[0] = write(p, at)
    state = read_position(_LAST[0], rules_of(p.edition, p.options))
    return Game(Header(p.edition, p.options, contracts=False), state)


def open_step(game: Game) -> tuple[str, str]:
    """Seat and step of the first open decision, or nothing once the game is over."""
    for decision in game.pending():
        return decision.seat, decision.step
    return "", ""


def lines(game: Game, seat: str, *kinds: str) -> set[str]:
    """The seat's legal actions of these kinds."""
    return {str(action) for action in game.legal(seat) if action.kind in kinds}


def choose(game: Game, seat: str, rng: random.Random, keen: float = 0.5) -> str:
    """One legal action at random, and as often as not the quiet one, if there is one."""
    legal = [str(action) for action in game.legal(seat)]
    if "pass" in legal and rng.random() > keen:
        return "pass"
    return rng.choice(legal)


def act(game: Game, seat: str, line: str) -> str:
    """Play it; the engine may not refuse what it offered or what a model told it."""
    answer = game.play(seat, line)
    if not isinstance(answer, tuple):
        raise DifferenceError(f"{seat} {line} is refused: {answer}")
    return line


# --- what is compared afterwards -----------------------------------------------------------------


def stacks(p: Position) -> dict[str, int]:
    """Units by faction and territory, hidden and visible together."""
    found: dict[str, int] = {}
    for every in (p.open, p.hidden):
        for (name, place), units in every.items():
            key = f"{name} {place}"
            found[key] = found.get(key, 0) + total(units)
    return {key: number for key, number in found.items() if number}


def visible(p: Position) -> dict[str, tuple[int, int]]:
    """Visible units, exactly."""
    return {f"{name} {place}": u for (name, place), u in p.open.items() if total(u)}


def numbers(units: dict[str, tuple[int, int]]) -> dict[str, int]:
    """Ordinary and elite units together."""
    return {name: total(u) for name, u in units.items()}


def hands(p: Position) -> dict[str, list[str]]:
    """Cards in hand, in a fixed order."""
    return {name: sorted(cards) for name, cards in p.hand.items()}


def some_gold(p: Position) -> dict[str, int]:
    """Gold on the board."""
    return {place: gold for place, gold in p.gold_at.items() if gold}


def here(p: Position, name: str, place: str) -> tuple[int, int]:
    """One's own units there, hidden and visible together."""
    return plus(p.open.get((name, place), NONE), p.hidden.get((name, place), NONE))


# --- running cases -------------------------------------------------------------------------------

Comparison = Callable[[Position, random.Random], bool]


def run_case(subject: str, number: int, seed: int) -> Found:
    """Compare all positions of a case; a comparison answers False where it had nothing to compare."""
    from models.live import LIVE, moments  # these use this module
    from models.subjects import SUBJECTS

    rng = random.Random(f"{seed}/{subject}/{number}")
    compared = 0
    p = None
    try:
        if subject in LIVE and rng.random() < 0.05:
            for p, game, seat, step in moments(subject, rng):
                _LAST[0] = ""
                compared += 1
                LIVE[subject][1](p, game, seat, step)
            return Found(compared)
        for p in positions(rng):
            compared += SUBJECTS[subject](p, rng)
    except DifferenceError as difference:
        return Found(compared + 1, told(p, difference))
    return Found(compared)


def told(p: Position | None, difference: Exception) -> str:
    """A report: what differs, and where."""
    if p is None:
        return str(difference)
    options = f" {','.join(p.options)}" if p.options else ""
    return f"{difference}\n  {p.edition}{options}\n  {_LAST[0] or write(p, 'turn')}"


def run_cases(subject: str, cases: Iterable[int], seed: int) -> Found:
    """Case after case until one differs."""
    compared = 0
    for number in cases:
        found = run_case(subject, number, seed)
        compared += found.positions
        if found.difference:
            again = f"dragon-dune check --against-models --subject {subject}"
            line = f"{again} --seed {seed} --case {number}"
            return Found(compared, f"{subject}: {found.difference}\n  again: {line}")
    return Found(compared)
