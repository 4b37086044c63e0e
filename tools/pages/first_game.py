"""``python -m tools.pages.first_game PYTHON FOLDER``: a game by the page of another installation."""

import sys
from pathlib import Path

from browser.chromium import launch
from browser.kit import AT_ONCE, Server, drawn, play_until
from playwright.sync_api import Page, sync_playwright

from tools.setup.places import environment

OVER = "() => document.querySelector('#action-head')?.textContent === 'The game is over'"
SECOND_TURN = "() => /Turn [2-9]/.test(document.querySelector('header')?.textContent ?? '')"


def installed_server(python: str, folder: Path) -> Server:
    """The server of the package that another interpreter finds."""

    class Installed(Server):
        """Differs in whose package it is."""

    Installed.python, Installed.variables = python, environment()
    return Installed(folder)


def play_first_game(page: Page, server: Server, end: str = OVER) -> int:
    """What somebody does who has just installed it; how many clicks it took."""
    page.add_init_script(AT_ONCE)
    page.goto(server.address)
    page.get_by_role("button", name="Play now against three bots").click()
    drawn(page)
    return play_until([page], end, 180)


def main(python: str, folder: str) -> int:
    """Play it to its end."""
    server = installed_server(python, Path(folder) / "tables")
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            clicks = play_first_game(browser.new_page(), server)
            browser.close()
    finally:
        server.stop()
    print(f"a game was played to its end in {clicks} clicks")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
