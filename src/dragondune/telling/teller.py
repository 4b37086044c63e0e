"""What tells one kind of event; the table of all of them is in ``story.py``."""

from collections.abc import Callable
from typing import Any, TypeVar

from dragondune.model.events import Event
from dragondune.model.ruleset import Ruleset

Told = TypeVar("Told", bound=Event)
# The key beside it says which kind of event it takes.
Teller = Callable[[Any, Ruleset], str]
Tellers = dict[type[Event], Teller]


def teller(kind: type[Told], tell: Callable[[Told, Ruleset], str]) -> tuple[type[Event], Teller]:
    """An entry of the table; it is checked that the words fit the fields."""
    return kind, tell
