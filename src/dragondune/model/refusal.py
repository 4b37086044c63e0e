"""A refusal: the answer to an action that is not allowed."""


class Refusal:
    """Why something may not be done. It counts as false, and nothing has changed.

    Attributes:
        rule: The id of the rule that forbids it.
        text: The reason, in a sentence.
    """

    __slots__ = ("rule", "text")

    def __init__(self, rule: str, text: str) -> None:
        self.rule = rule
        self.text = text

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"

    def __repr__(self) -> str:
        return f"Refusal({self.rule!r}, {self.text!r})"
