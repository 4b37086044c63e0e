"""For classes in modules that setup.py compiles. This module itself is never compiled."""

from typing import TypeVar

Kind = TypeVar("Kind", bound=type)


def stays_open(kind: Kind) -> Kind:
    """Keep a class as open as it is in plain Python: it can be copied, weakly referred to and changed.

    What is compiled has fixed fields otherwise. The compiler leaves a class with a decorator that
    it does not know as it is, and compiles its methods all the same.
    """
    return kind
