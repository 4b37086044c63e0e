"""The comparison can fail: a wrong line in a model, or a wrong number in the engine, is found."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from models import board, books, dragon, event, movement, treachery, trolls, victory
from models.beside import comparing
from models.beside.running import run_cases
from models.beside.subjects import SUBJECTS

from dragondune.editions.build import build

Patch = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def _true_books() -> Iterator[None]:
    """Wrong books are forgotten afterwards."""
    yield
    books.book_of.cache_clear()


def noticed(subject: str, cases: int = 4000) -> str:
    return run_cases(subject, range(cases), seed=2).difference


# --- a wrong model -----------------------------------------------------------------------------


def print_wrongly(patch: Patch, edition: str, **numbers: Any) -> None:
    """Another edition of the same book."""
    patch.setitem(books.BOOKS, edition, replace(books.BOOKS[edition], **numbers))
    books.book_of.cache_clear()


def griffins_fly_too_far(patch: Patch) -> None:
    right = movement.reach
    patch.setattr(movement, "reach", lambda p, name: right(p, name) + (right(p, name) == 4))


def the_dragon_spares_where_it_stops(patch: Patch) -> None:
    right = dragon.struck
    patch.setattr(dragon, "struck", lambda p, steps: right(p, max(0, steps - 1)))


def the_orcs_ally_is_spared_in_r6(patch: Patch) -> None:
    def wrong(p: Any, name: str, denied: bool) -> bool:
        return right(p, name, denied) or (p.edition == "r6" and p.allied(name, "orcs"))

    right = event.immune
    patch.setattr(event, "immune", wrong)


def a_troll_takes_three(patch: Patch) -> None:
    def wrong(p: Any, place: str, whose: str | None) -> dict[str, int]:
        return {name: min(3, number) for name, number in right(p, place, whose).items()}

    right = trolls.losers
    patch.setattr(trolls, "losers", wrong)


def hidden_units_hold_castles(patch: Patch) -> None:
    def wrong(p: Any, name: str) -> int:
        return right(p, name) + sum((name, castle) in p.hidden for castle in board.CASTLES)

    right = victory.castles
    patch.setattr(victory, "castles", wrong)


WRONG_MODELS: dict[str, Callable[[Patch], None]] = {
    "movement": griffins_fly_too_far,
    "graveyard": lambda patch: print_wrongly(patch, "r9", ally_graves=(3, 2)),
    "hiring": lambda patch: print_wrongly(patch, "r6b", half_up=True),
    "dragon": the_dragon_spares_where_it_stops,
    "event": the_orcs_ally_is_spared_in_r6,
    "trolls": a_troll_takes_three,
    "collection": lambda patch: print_wrongly(patch, "r6", castle_income=1),
    "victory": hidden_units_hold_castles,
    "battle": lambda patch: print_wrongly(patch, "r9", bonus_against_orcs=True),
    "treachery": lambda patch: patch.setattr(treachery, "exchanges", lambda p, name: False),
}


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_wrong_model_is_noticed(subject: str, monkeypatch: Patch) -> None:
    WRONG_MODELS[subject](monkeypatch)
    told = noticed(subject)
    monkeypatch.undo()
    assert told.startswith(f"{subject}: ")
    case = int(told.rsplit(f"--subject {subject} --seed 2 --case ", 1)[1])
    books.book_of.cache_clear()
    assert not run_cases(subject, [case], seed=2).difference  # it was the wrong line alone


# --- a wrong engine ----------------------------------------------------------------------------

WRONG_NUMBERS: dict[str, dict[str, Any]] = {
    "movement": {"uniform_stacks": 0, "ace_moves": 0},
    "graveyard": {"revive_free": (2, 2, 2, 2)},
    "hiring": {"half_rounds_up": 1},
    "dragon": {"half_losses_round_up": 1},
    "event": {"second_gold": 3},
    "trolls": {"troll_after_each_turn": 1},
    "collection": {"ally_income": 2},
    "victory": {"allied_victory": 1},
    "battle": {"battle_bonus": (2, 0, 0, 0)},
    "treachery": {"treachery_gold": 3},
}


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_wrong_engine_is_noticed(subject: str, monkeypatch: Patch) -> None:
    def wrong(edition: str, options: tuple[str, ...]) -> Any:
        rules = build(edition, options)
        return replace(rules, **WRONG_NUMBERS[subject]) if edition == "r9" else rules

    monkeypatch.setattr(comparing, "rules_of", wrong)
    assert noticed(subject).startswith(f"{subject}: ")


# --- two readings and not one --------------------------------------------------------------------


def imported(path: Path) -> list[str]:
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    found = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return found + [n.name for node in nodes if isinstance(node, ast.Import) for n in node.names]


def test_the_models_know_nothing_of_the_engine() -> None:
    """Only what stands in the folder ``beside`` may speak to it."""
    models = [path for path in Path(__file__).parent.glob("*.py") if "test_" not in path.name]
    assert len(models) > 10
    for path in models:
        strange = [n for n in imported(path) if n.startswith(("dragondune", "models.beside"))]
        assert not strange, path.name
