"""Dragon Dune: the board game as a library. ``from dragondune import Game, Action``."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dragondune.action import Action
    from dragondune.game import Decision, Game
    from dragondune.model.events import Event
    from dragondune.model.refusal import Refusal
    from dragondune.views.view import View

__version__ = "0.1.0"
__all__ = ["Action", "Decision", "Event", "Game", "Refusal", "View", "__version__"]

if not TYPE_CHECKING:  # a type checker would take any name for one that this function brings
    _HOMES = {
        "Action": "dragondune.action",
        "Decision": "dragondune.game",
        "Event": "dragondune.model.events",
        "Game": "dragondune.game",
        "Refusal": "dragondune.model.refusal",
        "View": "dragondune.views.view",
    }

    def __getattr__(name: str) -> object:
        """Bring a public class when it is asked for: who only reads the version loads no rules."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_HOMES[name]), name)
