"""The report: opened in a real browser, its figures those of the CSV files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest
from browser.chromium import launch
from lab.kit import lab, made_up_balance
from playwright.sync_api import Browser, sync_playwright

from dragondune.lab.figures.counts import FLOWS
from dragondune.lab.problems import LabError
from dragondune.lab.report.chart import Chart
from dragondune.lab.report.charts import FLOW_COLOURS, WAY_COLOURS
from dragondune.lab.report.charts import effects as effects_chart
from dragondune.lab.report.contents import gather
from dragondune.lab.report.files import report
from dragondune.lab.report.page import SHARES, page, shown
from dragondune.lab.report.palette import DARK, LIGHT, contrast, ink_on, mixed
from dragondune.lab.study.balance import Plan, variants
from dragondune.lab.study.findings import load
from dragondune.model.factions import FACTION_NAMES

PNG = b"\x89PNG\r\n"
ALL_DRAWN = """() => document.querySelectorAll('.chart svg').length
    == document.querySelectorAll('.chart').length"""


def drawn_words(chart: Chart) -> list[str]:
    """What can be read in a chart, as it stands in a file."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", chart.file())


def kept_rows(chart: Chart) -> list[dict[str, object]]:
    """The figures that a chart brings along into the page."""
    text = re.sub("</?(script|div)[^>]*>", "", chart.inline())
    rows: list[dict[str, object]] = json.loads(text)["data"]["values"]
    return rows


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
    page.wait_for_function(ALL_DRAWN)
    assert troubles == [address]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("figure svg").count() == len(list((folder / "out" / "svg").iterdir()))
    assert page.locator(".card h3").count() == 2 * len(FACTION_NAMES)
    # No colour may be left without a value.
    unset = page.evaluate(
        """() => [...document.querySelectorAll('svg [fill], svg [stroke]')].filter(e => {
          const told = `${e.getAttribute('fill')} ${e.getAttribute('stroke')}`;
          const wanted = told.match(/var\\((--[\\w]+)\\)/);
          return wanted && !getComputedStyle(e).getPropertyValue(wanted[1]);
        }).length"""
    )
    assert unset == 0
    wide = "figure => figure.scrollWidth > figure.clientWidth"
    assert not any(figure.evaluate(wide) for figure in page.locator("figure").all())
    context.close()


def test_a_mark_tells_its_figures_to_the_pointer(folder: Path, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto((folder / "out" / "index.html").as_uri())
    page.wait_for_function(ALL_DRAWN)
    page.locator("#r9-wins svg path[aria-roledescription=point]").last.hover()
    told = page.locator("#vg-tooltip-element")
    told.wait_for()
    wins = pl.read_csv(folder / "out" / "csv" / "wins.csv")
    orcs = wins.filter(
        (pl.col("edition") == "r9")
        & (pl.col("bots") == "steward")
        & (pl.col("option").fill_null("") == "")
        & (pl.col("faction") == "orcs")
    )
    words = told.inner_text()
    for word in ("Orcs", "steward", f"{orcs['share'].item() * 100:.1f} % ("):
        assert word in words
    page.close()


def test_editions_and_bots_can_be_filtered_out_on_a_phone(folder: Path, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto((folder / "out" / "index.html").as_uri())
    page.wait_for_function(ALL_DRAWN)
    page.get_by_label("r2", exact=True).uncheck()
    page.get_by_label("random", exact=True).uncheck()
    page.wait_for_function("document.body.dataset.filtered === '2'")
    assert page.locator("section#r2").is_hidden()
    assert page.locator("#r9-random-castles").is_hidden()
    told = page.locator("#r9-wins svg").first.inner_html()
    assert "steward" in told or "random" not in told
    assert page.locator("#strong tbody tr:visible").count() == 1
    details = page.locator("#table-wins")
    details.locator("summary").click()
    page.wait_for_function("document.querySelector('#table-wins td').dataset.head === 'edition'")
    assert details.locator(".scroll").evaluate("box => box.scrollWidth <= box.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()


def test_every_table_is_there_as_parquet(folder: Path) -> None:
    for path in (folder / "out" / "csv").iterdir():
        kept = pl.read_parquet(folder / "out" / "parquet" / f"{path.stem}.parquet")
        assert kept.write_csv() == path.read_text(encoding="utf-8")


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
    kinds = (
        "wins",
        "ways",
        "turns",
        "ways-by-turn",
        "castles",
        "gold",
        "flows",
        "battles",
        "dragons",
    )
    for kind in kinds:
        assert any(name.endswith(kind) for name in drawn), kind
    for name in drawn:
        svg = (folder / "out" / "svg" / f"{name}.svg").read_text(encoding="utf-8")
        assert "$" not in svg
        assert "var(" not in svg
        # Alone, a picture says of which edition and bots it is.
        heading = re.findall(r"""aria-label="Title text '([^"]*)'\"""", svg)[-1]
        bots = [bots for bots in ("random", "steward") if bots in name] or ["random", "steward"]
        assert all(word in heading for word in bots), heading
        assert name.startswith("glance") or heading.startswith(name.split("-")[0])
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


def test_only_its_own_pictures_are_replaced(tmp_path: Path) -> None:
    page, pictures = tmp_path / "page.md", tmp_path / "page"
    made_up_balance(tmp_path / "study", {"": 60, "oracles": 40})
    report(tmp_path / "study", tmp_path / "out", page)
    old = "r9-steward-effects.svg"
    assert (pictures / old).exists()
    (pictures / "map-of-mine.svg").write_text("<svg/>")
    made_up_balance(tmp_path / "less", {"": 60})
    report(tmp_path / "less", tmp_path / "out", page)
    assert not (pictures / old).exists(), "the page before showed it, this one does not"
    assert (pictures / "map-of-mine.svg").read_text() == "<svg/>"
    mine = tmp_path / "diary.md"
    mine.write_text("![a picture](diary/a.svg)")
    (tmp_path / "diary").mkdir()
    (tmp_path / "diary" / "a.svg").write_text("<svg/>")
    for wrong, why in ((mine, "not written by the laboratory"), (tmp_path / "page", "ends in .md")):
        with pytest.raises(LabError, match=why):
            report(tmp_path / "less", tmp_path / "out", wrong)
    assert mine.read_text() == "![a picture](diary/a.svg)"
    assert (tmp_path / "diary" / "a.svg").exists()


def test_a_wrong_name_of_the_page_is_told_before_the_games(tmp_path: Path) -> None:
    words = ["--study", str(tmp_path / "s"), "--bots", "random", "--games", "2", "--deals", "0"]
    done = lab("balance", *words, "--markdown", str(tmp_path / "page.html"))
    assert done.returncode == 2
    assert "ends in .md" in done.stderr
    assert not (tmp_path / "s").exists()


def test_what_options_change_is_shown_where_there_are_deals_enough(tmp_path: Path) -> None:
    sizes = {"": 90, "oracles": 60, "plunder": 60, "poorer-elves": 40, "weaknesses": 10}
    made_up_balance(tmp_path / "study", sizes)
    found = gather(tmp_path / "study")
    drawn = {one.name: one.chart for one in found.chapters[0].pictures}
    effects = " ".join(drawn_words(drawn["r9-steward-effects"]))
    for shown_there, title in ((True, "Oracles"), (True, "purse"), (False, "Weaknesses")):
        assert (title in effects) is shown_there
    for name in ("remedies", "effects"):
        assert found.tables[name].height
    by_turn = drawn["r9-steward-ways-by-turn"]
    kept = {(row["faction"], row["turn"], row["share"]) for row in kept_rows(by_turn)}
    for row in found.tables["ways-by-turn"].iter_rows(named=True):
        assert (row["faction"].capitalize(), row["turn"], round(row["share"], 5)) in kept
    assert "default: time runs out" in drawn_words(by_turn)
    assert "made no contracts" in " ".join(found.method)


def test_an_interval_that_goes_on_beyond_the_edge_has_a_head() -> None:
    columns = {"option": "oracles", "deals": 40, "faction": "orcs"}
    heads = []
    for low in (-0.5, -0.02):
        row = columns | {"difference": 0.01, "low": low, "high": 0.05}
        svg = effects_chart(pl.DataFrame([row]), "x").file()
        heads.append(
            len(re.findall(r"<path [^>]*d=.M[^A-Z]*L[^A-Z]*L[^A-Z]*Z. fill=.#33495f", svg))
        )
    assert heads == [1, 0]


@pytest.mark.parametrize("colour", sorted({"$accent", "$k2", *WAY_COLOURS.values()}))
def test_words_can_be_read_on_every_colour(colour: str) -> None:
    for strength in (part / 20 for part in range(21)):
        ink = ink_on(colour, strength)
        for palette in (LIGHT, DARK):
            ground = mixed(palette[colour[1:]], palette["card"], strength)
            assert contrast(palette[ink[1:]], ground) >= 4.5


def test_every_flow_of_gold_has_a_colour() -> None:
    for flow in FLOWS:
        assert any(flow.startswith(kind) for kind in FLOW_COLOURS), flow


def test_words_in_faction_colours_can_be_read() -> None:
    for palette in (LIGHT, DARK):
        for name in ("ink", "soft", "accent", *FACTION_NAMES):
            assert contrast(palette[name], palette["card"]) >= 4.5, name


def test_words_of_the_program_are_set_as_such(tmp_path: Path) -> None:
    made_up_balance(tmp_path / "study", {"": 40, "poorer-elves": 40}, "first")
    text = page(gather(tmp_path / "study"))
    assert "in <code>first</code> the Orcs" in text
    assert "`" not in re.sub(r"<(style|script).*?</\1>", "", text, flags=re.DOTALL)


def test_a_study_that_was_simulated_has_a_report_too(tmp_path: Path) -> None:
    words = ["simulate", "--study", str(tmp_path / "s"), "--bots", "random", "--games", "12"]
    words += ["--factions", "orcs,elves", "--workers", "1", "--report", str(tmp_path / "out")]
    done = lab(*words)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "too strong?" not in text, "what two factions do says nothing about four"
    for absent in ("Dwarves", "Goblins"):
        assert absent not in text
    assert "Seats: Elves (random), Orcs (random)." in text
    assert "Two bots of the same kind sit at the table; only the Orcs and Elves play" in text
    assert "simulate --study s --edition r9 --games 12 --bots random --factions orcs,elves" in text
    wins = pl.read_csv(tmp_path / "out" / "csv" / "wins.csv")
    assert wins["faction"].to_list() == ["elves", "orcs"]
    assert lab("report", str(tmp_path / "nowhere")).returncode == 2


def test_options_of_an_edition() -> None:
    assert variants("first") == ["more-conscripts", "cheaper-dwarves", "poorer-elves"]
    newest = variants("r9")
    assert newest[:4] == ["more-conscripts", "weaker-orc-graves", "cheaper-dwarves", "poorer-elves"]
    assert "empty-graves" in newest
    assert "honest-question" not in newest
    assert "allies-at-peace" not in newest


def test_a_number_set_by_hand_is_studied_like_an_option(tmp_path: Path) -> None:
    words = ["balance", "--study", str(tmp_path / "s"), "--bots", "random", "--games", "3"]
    words += ["--deals", "2", "--options", "gold.orcs=0", "--workers", "1"]
    done = lab(*words, "--report", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    overview = pl.read_csv(tmp_path / "out" / "csv" / "overview.csv")
    assert overview.filter(pl.col("option") == "gold.orcs=0")["games"].to_list() == [2]
    made_up_balance(tmp_path / "made-up", {"": 60, "gold.orcs=0": 40})
    chart = gather(tmp_path / "made-up").chapters[0].pictures[-1].chart
    assert "G5 gold.orcs=0" in drawn_words(chart)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("r99", ("steward",), 10, 5, None, 0), "There is no edition"),
        (("r9", ("steward",), 10, 5, ("nonsense",), 0), "There is no option"),
        (("r9", ("steward",), 10, 11, None, 0), "taken out of those of the base"),
        (("r9", ("steward",), 10, 5, ("gold.orcs=99",), 0), "must be 0 to 30"),
        (("r9", (), 10, 5, None, 0), "Name one bot"),
        (("r9", ("warlord",), 10, 5, None, 0), "warlord:8"),
    ],
)
def test_a_plan_that_makes_no_sense(words: tuple[object, ...], told: str) -> None:
    with pytest.raises(LabError, match=told):
        Plan.of(*words)  # type: ignore[arg-type]
