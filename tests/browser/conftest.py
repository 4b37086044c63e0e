"""The page under test: one server and one browser per module, a fresh context per test.

Not longer: a browser that is still open would be in the way of tests that run a loop of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.chromium import launch
from browser.kit import AT_ONCE, Server
from playwright.sync_api import Browser, Page, expect, sync_playwright

# A busy machine is slow, not wrong: whatever is waited for has this long to come.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)
NewPage = Callable[..., Page]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    import dragondune.server as package

    built = Path(package.__path__[0]) / "page" / "index.html"
    assert built.exists(), "the page is not built; `python3 run.py dev` builds it"
    running = Server(tmp_path_factory.mktemp("tables"))
    yield running
    running.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[NewPage]:
    """Pages of different people; any error in one of them fails the test.

    They show what happens at once, unless they are to ``show`` it.
    """
    contexts = []
    errors: list[str] = []

    def make(width: int = 1280, height: int = 800, show: bool = False, **more: Any) -> Page:
        # What the page keeps for later is tested by itself; elsewhere it would answer for the server.
        more = {"service_workers": "block"} | more
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        if not show:
            page.add_init_script(AT_ONCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert not errors, errors
