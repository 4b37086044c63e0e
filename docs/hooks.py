"""What the site needs besides the pages in docs/: the rulebook, and links that lead inside it.

The rulebook's pages are made from rulebook/ by the same code that prints it on the command line.
"""

import logging
import re
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from dragondune.booklet.book import is_id
from dragondune.booklet.loading import load
from dragondune.booklet.printing import heading, print_rules
from dragondune.editions.build import EDITIONS, NEWEST, TITLES, is_house_rule
from dragondune.editions.options import OPTIONS

ROOT = Path(__file__).resolve().parent.parent
LOG = logging.getLogger("mkdocs.hooks")
# Where links out of docs/ lead on the site.
INSIDE = {
    "../README.md": "index.md",
    "../rulebook/README.md": "rules/index.md",
    "../rulebook/matrix.md": "rules/matrix.md",
    "../rulebook/": "rules/index.md",
}
SITEMAP = "sitemap.md"
Nav = list[Any]


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Leave pages out of the navigation that are not there, and add those it does not name."""
    docs = Path(config.docs_dir)
    made = {*rules_pages(), SITEMAP}
    named: set[str] = set()

    def kept(entries: Nav) -> Nav:
        found: Nav = []
        for entry in entries:
            title, target = next(iter(entry.items())) if isinstance(entry, dict) else ("", entry)
            if isinstance(target, list):
                if inner := kept(target):
                    found.append({title: inner})
            elif target in made or (docs / target).is_file():
                named.add(target)
                found.append(entry)
        return found

    config.nav = kept(list(config.nav or []))
    more = sorted(p.relative_to(docs).as_posix() for p in docs.rglob("*.md"))
    if rest := [page for page in more if page not in named]:
        config.nav.append({"More": rest})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the rulebook, and a list of all pages."""
    for path, text in {**rules_pages(), SITEMAP: sitemap(config)}.items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead links to the repository's files to the page that shows them here."""

    def inside(match: re.Match[str]) -> str:
        target = match[1]
        return f"]({INSIDE[target]})" if target in INSIDE else match[0]

    return re.sub(r"\]\((\.\./[^)#]*)\)", inside, markdown)


def rules_pages() -> dict[str, str]:
    """The rulebook of every edition, the options, the rulings and the matrix."""
    pages = {f"rules/{edition}.md": edition_page(edition) for edition in EDITIONS}
    pages["rules/index.md"] = front_page()
    pages["rules/options.md"] = options_page()
    pages["rules/rulings.md"] = chapter_page("rulings")
    pages["rules/matrix.md"] = (ROOT / "rulebook" / "matrix.md").read_text(encoding="utf-8")
    pages["rules/ids.md"] = ids_page()
    return pages


def ids_page() -> str:
    """Every rule by its id, with a link into each edition that has it."""
    out = [
        "# Find a rule",
        "",
        "Every id that the game, the rulebook or a refusal can name, and where to read it. On the command",
        "line `dragon-dune rules V4` looks one up, and `dragon-dune rules --search troll` searches them.",
        "",
    ]
    for chapter in load().chapters:
        out += [f"## {chapter.title}", "", "| id | rule | read it in |", "|---|---|---|"]
        out += [f"| {one.id} | {one.title} | {_reading(one.id)} |" for one in chapter.rules]
        out.append("")
    return "\n".join(out)


def _reading(rule_id: str) -> str:
    """Links to a rule in every book that prints it without options, the newest first."""
    books = [edition for edition in reversed(EDITIONS) if rule_id.lower() in shown_in(edition)]
    if books:
        return ", ".join(f"[{edition}]({edition}.md#{anchor(rule_id)})" for edition in books)
    if rule_id.startswith(("ruling", "house")):
        return f"[rulings](rulings.md#{anchor(rule_id)})"
    return "[options](options.md)"


@cache
def shown_in(edition: str) -> frozenset[str]:
    """The ids of the rules that an edition's page has."""
    found = re.findall(r"^### ((?:Ruling |House )?\S+) ", print_rules(edition), re.MULTILINE)
    return frozenset(name.lower() for name in found)


def sitemap(config: MkDocsConfig) -> str:
    """All pages by the chapters of the navigation."""
    out = ["# All pages", ""]

    def told(entries: Nav) -> None:
        for entry in entries:
            title, target = next(iter(entry.items())) if isinstance(entry, dict) else ("", entry)
            if isinstance(target, list):
                out.extend(["", f"## {title}", ""])
                told(target)
            elif target != SITEMAP:
                out.append(f"- [{title or 'Overview'}]({target})")

    told(list(config.nav or []))
    return "\n".join(out) + "\n"


def edition_page(edition: str) -> str:
    """Rules with anchors, which point to each other."""
    out = []
    known = shown_in(edition)
    for line in print_rules(edition, width=1_000_000).splitlines():
        if found := re.match(r"### ((?:Ruling |House )?\S+) (.*)", line):
            out.append(f"{line} {{ #{anchor(found[1])} }}")
        elif line.startswith("→ "):
            names = [name.strip() for name in line[2:].split(",")]
            out.append(f"→ {', '.join(linked(name, known) for name in names)}")
        else:
            out.append(pointed(line, known))
    return "\n".join(out) + "\n"


def anchor(rule_id: str) -> str:
    """The place of a rule on its page."""
    return rule_id.lower().replace(" ", "-")


def linked(rule_id: str, known: Collection[str]) -> str:
    """A rule's id that leads to it, where it is on the page."""
    return f"[{rule_id}](#{anchor(rule_id)})" if rule_id.lower() in known else rule_id


def pointed(line: str, known: Collection[str]) -> str:
    """Ids in brackets, as (V4) or (DW1, D1), lead to their rules."""

    def each(match: re.Match[str]) -> str:
        names = [name.strip() for name in match[1].split(",")]
        if not all(is_id(name) for name in names):
            return match[0]
        return f"({', '.join(linked(name, known) for name in names)})"

    return re.sub(r"\(([A-Z]+\d+(?:, [A-Z]+\d+)*)\)", each, line)


def front_page() -> str:
    """Which rulebooks there are."""
    rows = [
        f"| [{TITLES[name]}]({name}.md) | `{name}` | {EDITIONS[name].turns} | {EDITIONS[name].units[0]} |"
        for name in reversed(EDITIONS)
    ]
    return "\n".join(
        [
            "# The rules",
            "",
            "Every rule stands under an id, in our own words, for each of the five editions of Vincent",
            f"von Guard's rulebook. The newest is the [{TITLES[NEWEST]}]({NEWEST}.md): read this one first.",
            "If you have a rule's id, [look it up](ids.md).",
            "",
            "| edition | name | turns | units |",
            "|---|---|---|---|",
            *rows,
            "",
            "[Options](options.md) can be switched on one by one. [Rulings](rulings.md) settle what the",
            "books leave open. [The matrix](matrix.md) shows every question with every edition's answer,",
            "and is compared with the code by the tests.",
            "",
        ]
    )


def options_page() -> str:
    """Every option, with what it does and where it comes from."""
    book = load()
    out = ["# Options", "", "Each can be switched on by itself when a table is opened.", ""]
    group = ""
    for option in OPTIONS.values():
        if option.group != group:
            group = option.group
            out += [f"## {group.capitalize()}", ""]
        own = [f"`{e}`" for e in EDITIONS if not is_house_rule(e, option)]
        out += [f"### {option.title}", "", f"{option.sentence}", ""]
        out += [f"`{option.name}`, rule {option.rule}, in the books of {', '.join(own)}.", ""]
        rule = book.rule(option.rule)
        if not rule.setting:
            for block in rule.blocks:
                out += [f"- **{', '.join(block.editions)}:** {' '.join(block.text.split())}"]
            out.append("")
    return "\n".join(out)


def chapter_page(name: str) -> str:
    """A chapter as it stands, with the editions each text is for."""
    chapter = next(c for c in load().chapters if c.name.removesuffix(".md") == name)
    out = [f"# {chapter.title}", "", chapter.introduction, ""]
    for rule in chapter.rules:
        out += [f"## {heading(rule)} {{ #{anchor(rule.id)} }}", ""]
        for block in rule.blocks:
            if len(rule.blocks) > 1 or len(block.editions) < len(EDITIONS):
                out += [f"*{', '.join(block.editions)}:*", ""]
            out += [block.text, ""]
    return "\n".join(out)
