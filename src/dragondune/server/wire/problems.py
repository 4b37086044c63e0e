"""What went wrong, as every client is told: a status and a sentence."""

from dragondune.model.refusal import Refusal
from dragondune.server.wire.documents import ErrorAnswer, Problem


class ProblemError(Exception):
    """An answer that is no. Nothing has changed."""

    def __init__(self, status: int, text: str, rule: str | None = None) -> None:
        super().__init__(text)
        self.status = status
        self.text = text
        self.rule = rule

    @classmethod
    def of(cls, refusal: Refusal) -> "ProblemError":
        """The problem that a refusal of the rules is."""
        return cls(409, refusal.text, refusal.rule)

    def body(self) -> ErrorAnswer:
        """As it is sent."""
        return ErrorAnswer(Problem(self.rule, self.text))
