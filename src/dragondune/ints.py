"""`i64`, `u8`: machine integers where the package is compiled, plain `int` where it is not.

This module itself is never compiled: the compiler drops the branch that a type checker does not
see, and the name has to exist at run time without a dependency.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64, u8
else:
    i64 = u8 = int

__all__ = ["i64", "u8"]
