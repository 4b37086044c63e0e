"""One of something, or several, in words for people."""


def count(number: int, noun: str) -> str:
    """``1 card``, ``3 cards``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def units(number: int) -> str:
    """``1 unit``, ``3 units``, ``no units``."""
    return count(number, "unit") if number else "no units"
