"""Where the package's own files lie."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def rulebook_dir() -> Path:
    """The rulebook's folder: inside an installed package, at the top of a source tree."""
    installed = _PACKAGE / "rulebook"
    return installed if installed.is_dir() else _PACKAGE.parents[1] / "rulebook"
