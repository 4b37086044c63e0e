"""Where the package's own files lie."""

import sys
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
# Where the project may lie: around this file, or, for an installed package, where one stands.
_PROJECTS = (_PACKAGE.parents[1], Path.cwd())


def rulebook_dir() -> Path:
    """The rulebook's folder: inside an installed package, at the top of a source tree."""
    installed = _PACKAGE / "rulebook"
    return installed if installed.is_dir() else _PACKAGE.parents[1] / "rulebook"


def laws_found() -> bool:
    """Are the tests' properties and models here? If so, they can be imported from now on."""
    for project in _PROJECTS:
        tests = project / "tests"
        if (tests / "properties" / "session.py").is_file():
            if str(tests) not in sys.path:
                sys.path.insert(0, str(tests))
            return True
    return False
