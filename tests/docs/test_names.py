"""Files, modules and names that the pages mention are there."""

from __future__ import annotations

import importlib
import importlib.util
import re

import pytest
from architecture.test_searches import holds
from docs.blocks import ROOT, pages

PACKAGE = ROOT / "src" / "dragondune"
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in [*pages(), ROOT / "rulebook" / "README.md"]
}
OURS = ("src", "tests", "tools", "web", "docs", "rulebook", "dragondune")
ROOMS = tuple(path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name[0] != "_")
# What a command of the page leaves behind, or a reader writes.
MADE = re.compile(r"docs/(balance|page)|report/|page\.md|\.venv")


def words(text: str) -> list[str]:
    """What stands in backticks outside blocks of code."""
    plain = re.sub(r"^( *)(```+).*?^\1\2", "", text, flags=re.DOTALL | re.MULTILINE)
    return [word.strip() for word in re.findall(r"(?<!`)`([^`\n]+)`(?!`)", plain)]


def is_path(word: str) -> bool:
    """Does a word name a file or a folder of ours?"""
    if not re.fullmatch(r"[\w.-]+(/[\w.-]*)*", word) or MADE.match(word):
        return False
    first = word.split("/")[0]
    return word.endswith((".py", ".ts", ".svelte")) or ("/" in word and first in (*OURS, *ROOMS))


def exists(word: str, page: str) -> bool:
    """A path begins at the root, in the package, in one of its rooms or beside the page."""
    starts = [ROOT, PACKAGE, PACKAGE.parent, (ROOT / page).parent, PACKAGE / "server"]
    return any((start / word).exists() for start in starts)


def is_module(word: str) -> bool:
    """Is it a module, or something in one?"""
    parts = word.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found = importlib.util.find_spec(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        if found is not None:
            thing: object = importlib.import_module(".".join(parts[:cut]))
            return all((thing := getattr(thing, name, None)) is not None for name in parts[cut:])
    return False


def started(word: str) -> list[str]:
    """The modules that a command starts."""
    return re.findall(r"python3? -m ((?:dragondune|tools)[\w.]*)", word)


def wrong_names(text: str, page: str) -> list[str]:
    """Everything a page names that is not there."""
    wrong = [word for word in words(text) if is_path(word) and not exists(word, page)]
    dotted = [word for word in words(text) if re.fullmatch(r"dragondune(\.\w+)+", word)]
    dotted += [module for word in words(text) for module in started(word)]
    wrong += [word for word in dotted if not is_module(word)]
    for name, path in re.findall(r"`([\w.]+)` (?:in|of) `([\w/]+\.py)`", text):
        file = next((f for f in (PACKAGE / path, ROOT / path) if f.is_file()), None)
        if file is not None and not holds(file, name):
            wrong.append(f"{name} in {path}")
    return wrong


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_names_is_there(page: str) -> None:
    assert not wrong_names(PAGES[page], page)


def test_enough_is_named() -> None:
    assert sum(is_path(word) for text in PAGES.values() for word in words(text)) > 60


@pytest.mark.parametrize(
    "text",
    [
        "see `src/dragondune/agreements.py`",
        "see `server/display_events.py`",
        "the folder `tests/nothing`",
        "from `dragondune.bots.secrecy`",
        "from `dragondune.views.sample.no_such_name`",
        "`python3 -m dragondune.nothing`",
        "`NO_OPTIONS` in `editions/options.py`",
    ],
)
def test_a_wrong_name_is_found(text: str) -> None:
    assert wrong_names(text, "docs/wrong.md")
