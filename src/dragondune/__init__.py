"""Dragon Dune: the board game as a library. ``from dragondune import Game, Action``."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dragondune.action import Action
    from dragondune.game import Game

__version__ = "0.1.0"
__all__ = ["Action", "Game", "__version__"]


def __getattr__(name: str) -> object:
    """Bring a public class when it is asked for: who only reads the version loads no rules."""
    if name == "Game":
        from dragondune.game import Game

        return Game
    if name == "Action":
        from dragondune.action import Action

        return Action
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
