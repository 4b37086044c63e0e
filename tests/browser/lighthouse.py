"""Lighthouse on lobby and table: ``PYTHONPATH=src:tests python -m browser.lighthouse``.

It is fetched by npm when it runs and needs Node.js 22 or newer. Fails below 95 for performance,
accessibility or best practices, or when the first load is more than 200 KB as sent.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from browser.chromium import candidates
from browser.kit import Server, seat
from playwright.sync_api import sync_playwright

LIGHTHOUSE = os.environ.get("LIGHTHOUSE", "lighthouse@12")
WANTED = {"performance": 95, "accessibility": 95, "best-practices": 95}
METRICS = (
    "first-contentful-paint",
    "largest-contentful-paint",
    "total-blocking-time",
    "cumulative-layout-shift",
    "speed-index",
)
MOST_BYTES = 200 * 1000


def report(address: str, chromium: str, form: str) -> Any:
    """One page, on a desk or on a phone (slow network and processor, as Lighthouse has it)."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.json"
        words = [shutil.which("npx") or "npx", "--yes", LIGHTHOUSE, address, "--quiet"]
        words += ["--output=json", f"--output-path={path}", f"--only-categories={','.join(WANTED)}"]
        words += ["--chrome-flags=--headless=new --no-sandbox --disable-gpu"]
        words += ["--preset=desktop"] if form == "desk" else []
        subprocess.run(words, env={**os.environ, "CHROME_PATH": chromium}, check=True)
        return json.loads(path.read_text(encoding="utf-8"))


def measure(server: Server, chromium: str) -> bool:
    made = server.table([seat("bot"), seat("bot"), seat("bot"), seat("human")], public=True)
    pages = {"lobby": "/", "table": f"/#/table/{made['table']}"}
    good = True
    for name, path in pages.items():
        for form in ("desk", "phone"):
            found = report(server.address + path, chromium, form)
            scores = {c: round(100 * found["categories"][c]["score"]) for c in WANTED}
            weight = int(found["audits"]["total-byte-weight"]["numericValue"])
            told = ", ".join(f"{category} {score}" for category, score in scores.items())
            print(f"{name}, {form}: {told}; first load {weight / 1000:.0f} KB", flush=True)
            print("  " + ", ".join(f"{m} {found['audits'][m]['displayValue']}" for m in METRICS))
            good &= weight <= MOST_BYTES and all(scores[c] >= least for c, least in WANTED.items())
            for audit in found["audits"].values():
                if audit.get("score") not in (None, 1) and audit.get("scoreDisplayMode") == "binary":
                    print(f"  {audit['id']}: {audit['title']}")
    return good


def main() -> int:
    with sync_playwright() as playwright:
        chromium = next(iter(candidates(playwright))).path or playwright.chromium.executable_path
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            return 0 if measure(server, chromium) else 1
        finally:
            server.stop()


if __name__ == "__main__":
    sys.exit(main())
