"""Measurements, long runs, trials and screenshots: they work on a checkout and are not installed.

``python -m tools`` lists them; ``python3 run.py bench`` and the like set up what they need first.
"""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"

# Laws, models and the browser's kit are the tests' own. Done here, so that a worker process, which
# imports its module by name, finds them as well.
if str(TESTS) not in sys.path:
    sys.path.append(str(TESTS))


def environment(*first: Path) -> dict[str, str]:
    """The variables of a process that finds this folder; what lies in ``first`` comes in front."""
    paths = [*map(str, first), str(ROOT), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}
