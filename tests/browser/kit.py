"""A real server and a real browser for the tests of the page, and for the screenshots."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
BUSY = 4  # how much slower than a quiet machine a busy one may be
QUICK = {
    "--bot-pace": "0",
    "--veil-median": "0.02",
    "--requests-per-second": "2000",
    "--messages-per-second": "2000",
    "--tables-per-hour": "100000",
    "--waiting-per-address": "100000",
    "--tables-per-address": "100000",
    "--seats-per-address": "100000",
    "--seats-per-hour": "100000",
    "--cost-per-second": "100000",
}


class Server:
    """The real server on a port and a folder of its own."""

    python = sys.executable  # whose package it is
    program: tuple[str, ...] = ("-m", "dragondune.server.command")
    variables: dict[str, str] | None = None  # the environment it runs in, if not ours

    def __init__(self, folder: Path, **flags: str) -> None:
        self.folder = folder
        self.flags = QUICK | {f"--{name.replace('_', '-')}": value for name, value in flags.items()}
        self.port = 0
        self.start()

    def start(self) -> None:
        words = [self.python, *self.program, "--browser", "0"]
        words += ["--port", str(self.port), "--data", str(self.folder)]
        for flag, value in self.flags.items():
            words += [flag, value]
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, text=True, env=self.variables
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        assert found, f"the server did not start: {line!r}"
        self.port = int(found[1])
        self.address = f"http://localhost:{self.port}"

    def kill(self) -> None:
        """As a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()

    def post(self, path: str, body: dict[str, Any], token: str = "") -> Any:
        data = json.dumps(body).encode()
        head = {"content-type": "application/json", "authorization": f"Bearer {token}"}
        return self._ask(urllib.request.Request(self.address + path, data, head))

    def seat(self, path: str, token: str) -> Any:
        """An update, as the holder of a seat gets it."""
        head = {"authorization": f"Bearer {token}"}
        return self._ask(urllib.request.Request(f"{self.address}{path}/seat", headers=head))

    def _ask(self, request: urllib.request.Request) -> Any:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def table(self, seats: Iterable[dict[str, Any]], **more: Any) -> Any:
        """A new table; the tokens are for its human seats."""
        return self.post("/api/tables", {"seats": list(seats), **more})


def seat(kind: str, faction: str | None = None, name: str | None = None) -> dict[str, Any]:
    """A seat as the lobby asks for it; bots play at random, which is quickest."""
    return {
        "kind": kind,
        "faction": faction,
        "name": name,
        "bot": "random" if kind == "bot" else None,
    }


# --- playing by clicks ---------------------------------------------------------------------

# One click towards the end of a decision: on to it, where something is still being shown, then pass
# where that is possible, or what is ready, or the first choice, or the first territory that is lit; a
# battle plan wants a card and a number.
CLICK = """() => {
  document.querySelector('[data-skip]')?.click();
  const mine = document.querySelector('.action.mine'); if (!mine?.checkVisibility()) return '';
  const at = mine.querySelector('.prompt').textContent;
  const picks = [...mine.querySelectorAll('.pick:not(.closed)')];
  const plan = picks.length && (picks.some((one) => one.classList.contains('on'))
    ? mine.querySelector('.stepper [aria-label$="one more"]') : picks.at(-1));
  const next = mine.querySelector('[data-pass]') ?? mine.querySelector('[data-confirm]')
    ?? (plan || null) ?? mine.querySelector('.choices button') ?? document.querySelector('.place.lit');
  if (!next || next.disabled) return '';
  next.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  return at;
}"""


# What happens is shown at once, for whoever does not try the show itself.
AT_ONCE = "try { localStorage.setItem('dragon-dune speed', localStorage.getItem('dragon-dune speed') ?? '0'); } catch {}"


STEP_BY_STEP = "try { localStorage.setItem('dragon-dune steps', 'on'); } catch {}"


def enter(
    page: Page, server: Server, made: dict[str, Any], number: int = 0, steps: bool = True
) -> None:
    """Open a table, be it a waiting room, as the holder of one of its seats.

    With ``steps`` recruitment turns are decided step by step, as the tests of single steps need it.
    """
    held = {made["table"]: [made["tokens"][number]]}
    if steps:
        page.add_init_script(STEP_BY_STEP)
    page.goto(server.address)
    page.evaluate("held => localStorage.setItem('dragon-dune seats', held)", json.dumps(held))
    page.goto(f"{server.address}/#/table/{made['table']}")


def hold(
    page: Page, server: Server, made: dict[str, Any], number: int = 0, steps: bool = True
) -> None:
    """Open a table that plays as the holder of one of its seats."""
    enter(page, server, made, number, steps)
    drawn(page)


def hold_all(page: Page, server: Server, tables: Iterable[dict[str, Any]]) -> None:
    """Get the first seat of every one of these tables, to go from one to the other with ``go_to``."""
    page.add_init_script(STEP_BY_STEP)
    page.goto(server.address)
    held = {made["table"]: [made["tokens"][0]] for made in tables}
    page.evaluate("held => localStorage.setItem('dragon-dune seats', held)", json.dumps(held))


def go_to(page: Page, made: dict[str, Any]) -> None:
    """To another table without loading the page again."""
    page.evaluate("id => { location.hash = `#/table/${id}`; }", made["table"])


def drawn(page: Page) -> None:
    """Wait until a table is there as a whole: it is drawn piece by piece."""
    page.wait_for_function(
        "() => !document.body.hasAttribute('aria-busy') && document.querySelectorAll('.board .place').length === 28"
    )


def until(page: Page, condition: str, seconds: float = 60) -> None:
    """Wait until the page finds a condition true."""
    page.wait_for_function(condition, timeout=seconds * 1000)


def play_until(pages: list[Page], done: str, seconds: float) -> int:
    """Click along on all pages until one of them finds ``done`` true; answers how many clicks."""
    clicks = 0
    end = time.monotonic() + seconds * BUSY
    while time.monotonic() < end:
        acted = False
        for page in pages:
            # In one go: between a look and a click the game may have moved on.
            found = page.evaluate(f"() => ({done})() ? 'done' : ({CLICK})()")
            if found == "done":
                return clicks
            if found:
                clicks += 1
                acted = True
        if not acted:
            pages[0].wait_for_timeout(15)
    raise AssertionError(f"it did not come to {done} in {seconds} s and {clicks} clicks")


def width_of(page: Page) -> int:
    """How wide the page is, which is compared with the screen's own number.

    Not with ``innerWidth``: on a phone that grows with what is too wide.
    """
    found: int = page.evaluate("() => document.documentElement.scrollWidth")
    return found


def faults(page: Page) -> list[str]:
    """What axe finds that is serious or worse."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['help']} ({'; '.join(n['html'][:110] for n in one['nodes'][:3])})"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]
