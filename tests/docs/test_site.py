"""The docs build as a site without a warning, are complete, and fetch nothing from elsewhere."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("material")
pytest.importorskip("mkdocstrings")

from docs.blocks import ROOT, pages

import dragondune
from dragondune import Game, bots
from dragondune.booklet.loading import load
from dragondune.editions.build import EDITIONS


def build(config: Path, target: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-f", str(config), "-d", str(target)],
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site")
    done = build(ROOT / "mkdocs.yml", target)
    assert done.returncode == 0, done.stdout
    return target


def test_every_page_is_there_and_in_the_navigation(site: Path) -> None:
    front = (site / "index.html").read_text(encoding="utf-8")
    inside = [path for path in pages() if path.is_relative_to(ROOT / "docs")]
    docs = [path.relative_to(ROOT / "docs").with_suffix(".html") for path in inside]
    rules = [Path("rules", f"{edition}.html") for edition in EDITIONS]
    for page in [*docs, *rules, Path("rules/matrix.html")]:
        assert (site / page).is_file()
        assert f'href="{page.as_posix()}"' in front or page.name == "index.html"


def test_the_reference_lists_the_public_names(site: Path) -> None:
    page = (site / "reference.html").read_text(encoding="utf-8")
    places = set(re.findall(r'id="([^"]+)"', page))
    game = {f"dragondune.game.Game.{name}" for name in vars(Game) if not name.startswith("_")}
    inherited = {f"dragondune.game.Game.{name}" for name in ("units", "gold_of", "offer", "answer")}
    shown = {"dragondune.action.Action.parse", "dragondune.bots.base.Bot.choose"}
    public = {
        f"{_home(package, name)}.{name}"
        for package in (dragondune, bots)
        for name in package.__all__
    }
    public = {name for name in public if not name.endswith("__version__")}
    assert game | inherited | shown | public <= places


def _home(package: ModuleType, name: str) -> str:
    """The module in which a public name is written."""
    return str(getattr(getattr(package, name), "__module__", "dragondune.bots.arena.registry"))


def test_every_rule_can_be_found_by_its_id(site: Path) -> None:
    page = (site / "rules" / "ids.html").read_text(encoding="utf-8")
    for chapter in load().chapters:
        for rule in chapter.rules:
            assert f"<td>{rule.id}</td>" in page
    assert 'href="r9.html#v4"' in page
    assert 'href="rulings.html#ruling-47"' in page  # no book prints it without oracles


def test_a_page_lists_all_pages(site: Path) -> None:
    listed = (site / "sitemap.html").read_text(encoding="utf-8")
    for page in site.rglob("*.html"):
        if page.name not in ("404.html", "sitemap.html"):
            assert f'href="{page.relative_to(site).as_posix()}"' in listed, page


def test_rules_point_to_each_other(site: Path) -> None:
    for edition in EDITIONS:
        page = (site / "rules" / f"{edition}.html").read_text(encoding="utf-8")
        places = set(re.findall(r'id="([^"]+)"', page))
        targets = set(re.findall(r'href="#([^"]+)"', page))
        assert {"v4", "vii1"} & places
        assert len(targets) > 100
        assert targets <= places


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    fetched = re.compile(
        r'<(?:script|img|iframe|source)[^>]+src="(?:https?:)?//|<link[^>]+href="(?:https?:)?//'
    )
    for page in site.rglob("*.html"):
        assert not fetched.search(page.read_text(encoding="utf-8")), page
    for sheet in site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(?:https?:)?//", sheet.read_text(encoding="utf-8")), sheet


def test_broken_links_fail_the_build(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    (tmp_path / "rulebook").symlink_to(ROOT / "rulebook")
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    page = tmp_path / "docs" / "friends.md"
    faults = "[a page](nowhere.md) [a place](play.md#no-such-place) ![a picture](screens/no.png)"
    page.write_text(f"{page.read_text(encoding='utf-8')}\n{faults}\n", encoding="utf-8")
    done = build(tmp_path / "mkdocs.yml", tmp_path / "site")
    assert done.returncode != 0
    for target in ("nowhere.md", "no-such-place", "screens/no.png"):
        assert target in done.stdout
