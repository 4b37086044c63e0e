"""`i64`: a machine integer where the package is compiled, a plain `int` where it is not.

This module itself is never compiled: the compiler drops the branch that a type checker does not
see, and the name has to exist at run time without a dependency.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64
else:
    i64 = int

__all__ = ["i64"]
