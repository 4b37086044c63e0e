"""What a client is told about its message."""

from typing import NamedTuple


class Answer(NamedTuple):
    """Carried out, or why not and by which rule."""

    ok: bool
    text: str = ""
    rule: str | None = None
