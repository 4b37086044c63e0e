"""The report: opened in a real browser, its figures those of the CSV files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest
from browser.chromium import launch
from lab.kit import lab
from playwright.sync_api import Browser, sync_playwright

from dragondune.lab.balance import Plan, load, variants
from dragondune.lab.page import SHARES, shown
from dragondune.lab.problems import LabError
from dragondune.model.factions import FACTION_NAMES

PNG = b"\x89PNG\r\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small study of the balance, played and written by the command itself."""
    root = tmp_path_factory.mktemp("balance")
    words = ["balance", "--study", str(root / "study"), "--edition", "r2,r9", "--bots"]
    words += ["random,steward", "--games", "6", "--deals", "3", "--workers", "1"]
    words += ["--options", "more-conscripts,weaker-orc-graves"]
    done = lab(*words, "--report", str(root / "out"), "--markdown", str(root / "balance.md"))
    assert done.returncode == 0, done.stderr
    return root


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_it_opens_without_network_or_complaint(
    folder: Path, browser: Browser, width: int, scheme: str
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 844},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    page = context.new_page()
    troubles: list[str] = []
    page.on("console", lambda message: troubles.append(message.text))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("request", lambda request: troubles.append(request.url))
    address = (folder / "out" / "index.html").as_uri()
    page.goto(address)
    page.wait_for_load_state()
    assert troubles == [address]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("figure svg").count() == len(list((folder / "out" / "svg").iterdir()))
    assert page.locator(".card h3").count() == 2 * len(FACTION_NAMES)
    # No colour may be left without a value.
    unset = page.evaluate(
        """() => [...document.querySelectorAll('svg [style]')].filter(e => {
          const wanted = e.getAttribute('style').match(/var\\((--[\\w]+)\\)/);
          return wanted && !getComputedStyle(e).getPropertyValue(wanted[1]);
        }).length"""
    )
    assert unset == 0
    context.close()


def test_every_figure_of_the_page_is_that_of_its_file(folder: Path) -> None:
    text = (folder / "out" / "index.html").read_text(encoding="utf-8")
    files = sorted(path.stem for path in (folder / "out" / "csv").iterdir())
    assert files == sorted(re.findall(r'id="table-([\w-]+)"', text))
    for name in files:
        frame = pl.read_csv(folder / "out" / "csv" / f"{name}.csv", infer_schema_length=None)
        body = text.split(f'id="table-{name}"')[1].split("</details>")[0]
        rows = re.findall(r"<tr>(<td.*?)</tr>", body)
        cells = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in rows]
        assert len(cells) == frame.height > 0
        for told, kept in zip(cells, frame.iter_rows(named=True), strict=True):
            assert told == [shown(column, value) for column, value in kept.items()]


def test_the_figures_are_those_of_the_games(folder: Path) -> None:
    wins = pl.read_csv(folder / "out" / "csv" / "wins.csv")
    for finding in load(folder / "study"):
        for faction in FACTION_NAMES:
            told = wins.filter(
                (pl.col("edition") == finding.edition)
                & (pl.col("bots") == finding.bots)
                & (pl.col("option").fill_null("") == "")
                & (pl.col("faction") == faction)
            )
            alone = [w for w in finding.base.games["winners"].to_list() if faction in w]
            share = sum(1 / len(w) for w in alone) / finding.base.size
            assert told["share"].item() == pytest.approx(share)
            assert told["low"].item() <= share <= told["high"].item()
    assert {"share", "low", "high"} <= set(SHARES)


def test_pictures_come_as_svg_and_png(folder: Path) -> None:
    drawn = {path.stem for path in (folder / "out" / "svg").iterdir()}
    assert {path.stem for path in (folder / "out" / "png").iterdir()} == drawn
    kinds = ("wins", "ways", "turns", "castles", "gold", "flows", "battles", "dragons", "effects")
    for kind in kinds:
        assert any(name.endswith(kind) for name in drawn), kind
    for name in drawn:
        svg = (folder / "out" / "svg" / f"{name}.svg").read_text(encoding="utf-8")
        assert "$" not in svg
        assert "var(" not in svg
        assert (folder / "out" / "png" / f"{name}.png").read_bytes().startswith(PNG)


def test_the_page_of_the_documentation_shows_what_is_there(folder: Path) -> None:
    text = (folder / "balance.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\(balance/([\w-]+\.svg)\)", text))
    assert linked == {path.name for path in (folder / "balance").iterdir()}
    assert "Are the Goblins too strong?" in text
    assert "dragon-dune lab balance --study study" in text
    assert str(folder) not in text
    for one in load(folder / "study"):
        assert f"| {one.edition} | {one.bots} | {one.base.size} |" in text


def test_a_study_that_was_simulated_has_a_report_too(tmp_path: Path) -> None:
    words = ["simulate", "--study", str(tmp_path / "s"), "--bots", "random", "--games", "12"]
    words += ["--factions", "orcs,elves", "--workers", "1", "--report", str(tmp_path / "out")]
    done = lab(*words)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "too strong?" not in text, "what two factions do says nothing about four"
    assert lab("report", str(tmp_path / "nowhere")).returncode == 2


def test_options_of_an_edition() -> None:
    assert variants("first") == ["more-conscripts", "cheaper-dwarves", "poorer-elves"]
    newest = variants("r9")
    assert newest[:4] == ["more-conscripts", "weaker-orc-graves", "cheaper-dwarves", "poorer-elves"]
    assert "empty-graves" in newest
    assert "honest-question" not in newest
    assert "allies-at-peace" not in newest


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("r99", ("steward",), 10, 5, None, 0), "There is no edition"),
        (("r9", ("steward",), 10, 5, ("nonsense",), 0), "There is no option"),
        (("r9", ("steward",), 10, 11, None, 0), "taken out of those of the base"),
        (("r9", (), 10, 5, None, 0), "Name one bot"),
        (("r9", ("warlord",), 10, 5, None, 0), "warlord:8"),
    ],
)
def test_a_plan_that_makes_no_sense(words: tuple[object, ...], told: str) -> None:
    with pytest.raises(LabError, match=told):
        Plan.of(*words)  # type: ignore[arg-type]
