"""What every comparison needs: the engine at a position, its actions, and what may not differ.

The engine is used through its public face alone: a line in, legal actions and a line out.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from models.positions import NONE, Position, plus, total, write

from dragondune.editions.build import build
from dragondune.engine.notation import read_position
from dragondune.game import Game, Header


class DifferenceError(Exception):
    """Model and engine do not agree."""


def same(what: str, model: object, engine: object) -> None:
    """They agree, or it is said how they differ."""
    if model == engine:
        return
    if isinstance(model, set) and isinstance(engine, set):
        only_model, only_engine = sorted(model - engine)[:6], sorted(engine - model)[:6]
        raise DifferenceError(f"{what}: only the model {only_model}, only the engine {only_engine}")
    raise DifferenceError(f"{what}: the model says {model}, the engine {engine}")


# --- where positions come from -----------------------------------------------------------------


LAST = [""]  # the line that was set up last, for the report of a difference


@lru_cache(maxsize=4096)
def rules_of(edition: str, options: tuple[str, ...]) -> Any:
    """The engine's rules of a table, built once."""
    return build(edition, options)


def start(p: Position, at: str) -> Game:
    """The engine at that position and moment: what ``Game.at`` does, less its log and its header."""
    LAST[0] = write(p, at)
    state = read_position(LAST[0], rules_of(p.edition, p.options))
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


Comparison = Callable[[Position, random.Random], bool]
