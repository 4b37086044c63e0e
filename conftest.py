"""Says at the head of every test run whether the plain or the compiled package is under test."""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest

PROBE = "dragondune.engine.agenda"


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
