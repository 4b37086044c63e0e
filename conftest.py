"""Says at the head of every test run whether the plain or the compiled package is under test.

And what ``--quick`` leaves out, the lane for whoever is at work on the source.
"""

from __future__ import annotations

import os
from collections import defaultdict
from importlib.util import find_spec

import pytest

PROBE = "dragondune.engine.agenda"
# The quick lane takes this many cases of a test, spread over all it has, and none of these folders
# and files: they play whole games, start many processes, or run every block of the docs.
CASES = 3
LONG = (
    "assistants",
    "browser",
    "champion",
    "docs",
    "lab",
    "learning",
    "models",
    "printing",
    "properties",
    "review",
    "installing/test_container.py",
    "refusals/test_sweep.py",
    "server/test_cluster.py",
)


def build_under_test() -> str:
    try:
        spec = find_spec(PROBE)
    except ModuleNotFoundError:
        return "absent"
    if spec is None or spec.origin is None:
        return "absent"
    return "plain" if spec.origin.endswith(".py") else "compiled"


def pytest_report_header() -> str:
    package = find_spec("dragondune")
    origin = package.origin if package is not None else "not importable"
    return f"dragondune under test: {build_under_test()} ({origin})"


def pytest_configure() -> None:
    # A run that is meant for one build must not pass by testing the other.
    wanted = os.environ.get("DRAGONDUNE_EXPECT")
    found = build_under_test()
    if wanted and found not in (wanted, "absent"):
        raise pytest.UsageError(f"expected the {wanted} package, found the {found} one")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out long tests and many cases")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if isinstance(item, pytest.Function) and _prepares(item):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))
    if config.getoption("--quick"):
        _keep_a_few(config, items)


def _prepares(item: pytest.Function) -> bool:
    """Does its module make something for all of its tests? One worker is to make it, not each."""
    fixtures = [one for found in item._fixtureinfo.name2fixturedefs.values() for one in found]
    own = item.nodeid.partition("::")[0]
    return any(one.scope == "module" and one.baseid == own for one in fixtures)


def _keep_a_few(config: pytest.Config, items: list[pytest.Item]) -> None:
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    kept = {item for name, found in cases.items() for item in _few(name, found)}
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


def _few(name: str, cases: list[pytest.Item]) -> list[pytest.Item]:
    if name.removeprefix("tests/").startswith(LONG):
        return []
    step = max(1, (len(cases) - 1) // (CASES - 1))
    return cases if len(cases) <= CASES else cases[::step][:CASES]
