"""What a client is told about its message."""

from typing import NamedTuple


class Answer(NamedTuple):
    """Carried out, or why not and by which rule."""

    ok: bool
    text: str = ""
    rule: str | None = None
    guide: bool = False  # the rules allow it, but the lesson that is given cannot use it
