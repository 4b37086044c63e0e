"""How long a page keeps its main thread while it opens: ``python3 run.py opening``.

Lighthouse counts by the clock, so a busy machine makes it blame the page. Here time on the processor is
counted, which others do not lengthen much: all tasks of the main thread, and of each what would be over
50 ms on a phone that is four times slower, as Lighthouse reckons it. The quietest of a few runs counts.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from pathlib import Path
from typing import Any

from browser.chromium import launch
from browser.kit import Server, seat
from playwright.sync_api import Browser, sync_playwright

RUNS = int(os.environ.get("RUNS", "3"))
SLOWER = 4
LONG_MS = 50
TASK = ("RunTask", "ThreadControllerImpl::RunTask")


def trace(browser: Browser, address: str) -> list[dict[str, Any]]:
    """Everything the browser noted while it opened the page on a phone's screen."""
    context = browser.new_context(
        viewport={"width": 412, "height": 823}, is_mobile=True, has_touch=True
    )
    page = context.new_page()
    session = browser.new_browser_cdp_session()
    noted: list[dict[str, Any]] = []
    ended: list[bool] = []
    session.on("Tracing.dataCollected", lambda part: noted.extend(part["value"]))
    session.on("Tracing.tracingComplete", lambda _: ended.append(True))
    wanted = {"includedCategories": ["toplevel", "devtools.timeline"]}
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": wanted})
    page.goto(address)
    page.wait_for_timeout(3500)
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    context.close()
    return noted


def tasks(noted: list[dict[str, Any]]) -> list[float]:
    """Milliseconds on the processor of each task of the thread that drew the page."""
    mains = [
        (one["pid"], one["tid"])
        for one in noted
        if one["name"] == "thread_name" and one["args"].get("name") == "CrRendererMain"
    ]
    here = dict.fromkeys(mains, 0)
    for one in noted:
        thread = (one["pid"], one["tid"])
        if thread in here and "localhost" in json.dumps(one.get("args", {})):
            here[thread] += 1
    thread = max(here, key=lambda main: here[main])
    of_it = [one for one in noted if (one["pid"], one["tid"]) == thread and one["name"] in TASK]
    found, end = [], 0
    for one in sorted(of_it, key=lambda one: (one["ts"], -one.get("dur", 0))):
        if one["ts"] >= end:  # others lie within the one before
            end = one["ts"] + one.get("dur", 0)
            found.append(one.get("tdur", 0) / 1000)
    return found


def run_opening(argv: list[str]) -> int:
    """Measure and print."""
    argparse.ArgumentParser(prog="python3 run.py opening", description=__doc__).parse_args(argv)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), bot_pace="0.9")
        browser = launch(playwright)
        try:
            made = server.table([*(seat("bot") for _ in range(3)), seat("human")], public=True)
            for name, path in (("lobby", "/"), ("table", f"/#/table/{made['table']}")):
                runs = [tasks(trace(browser, server.address + path)) for _ in range(RUNS)]
                over = [sum(max(0.0, SLOWER * ms - LONG_MS) for ms in run) for run in runs]
                best = over.index(min(over))
                print(
                    f"{name}: {sum(runs[best]):.0f} ms in all, longest task {max(runs[best]):.0f} ms, "
                    f"blocking on a phone {over[best]:.0f} ms"
                )
        finally:
            browser.close()
            server.stop()
    return 0
