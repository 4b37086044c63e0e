"""`mypyc_attr`: tells the compiler that plain Python may subclass a compiled class.

Never compiled, for the reason that `dragondune.ints` gives.
"""

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:
    _Class = TypeVar("_Class")

    def mypyc_attr(**_: object):
        def unchanged(cls: _Class) -> _Class:
            return cls

        return unchanged


__all__ = ["mypyc_attr"]
