"""An action as callers hold it: comparable, printable, readable, one object per action."""

from dragondune.model.action_text import action_text, parse_action
from dragondune.model.actions import KIND_NAMES

_KNOWN: dict[int, "Action"] = {}


class Action:
    """What a seat orders, such as ``move 3 10★ 9•``. ``code`` is the engine's number for it."""

    __slots__ = ("code",)

    def __init__(self, code: int) -> None:
        self.code = code

    @staticmethod
    def of(code: int) -> "Action":
        """The action with this code; the same object every time."""
        known = _KNOWN.get(code)
        if known is None:
            known = _KNOWN[code] = Action(code)
        return known

    @staticmethod
    def parse(text: str) -> "Action":
        """Read a line such as ``bid 3``; ValueError says what is wrong with it."""
        return Action.of(parse_action(text))

    @property
    def kind(self) -> str:
        """The word the action begins with."""
        return KIND_NAMES[self.code >> 29]

    def __str__(self) -> str:
        return action_text(self.code)

    def __repr__(self) -> str:
        return f"Action({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and other.code == self.code

    def __hash__(self) -> int:
        return self.code
