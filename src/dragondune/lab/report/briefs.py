"""What an answer in short is, whatever it is written in."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Brief:
    """A question, how to read the answers, and the answers; a cell may have two lines."""

    name: str
    title: str
    lead: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
