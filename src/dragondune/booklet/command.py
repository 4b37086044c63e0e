"""The command ``dragon-dune rules``: print, look up, compare and check the rulebook."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from dragondune.asking import add_options
from dragondune.booklet.book import Block, Rule
from dragondune.booklet.comparing import compare
from dragondune.booklet.coverage import coverage, table, unknown_ids
from dragondune.booklet.guides import guide, guide_text
from dragondune.booklet.layout import WIDTH, flow, joined
from dragondune.booklet.loading import BookError, load
from dragondune.booklet.matrix import matrix
from dragondune.booklet.printing import heading, print_rules
from dragondune.booklet.searching import find, read_ids
from dragondune.editions.build import EDITIONS, NEWEST
from dragondune.editions.files import game_of
from dragondune.paths import rulebook_dir

EVERY = "all"
# Longer lines are hard to read.
WIDEST = 100
EXAMPLES = """\
examples:
  dragon-dune rules                                 the rulebook of the newest edition
  dragon-dune rules --edition r2 --options oracles  the rulebook of exactly that game
  dragon-dune rules V4 ruling 38 battle             rules by id, or a whole chapter
  dragon-dune rules --search griffins               rules that speak of something
  dragon-dune rules --guide dwarves --edition r6    a faction: what it has, how it wins
  dragon-dune rules --compare r2 r9                 what changed between two editions
  dragon-dune rules --compare r9 my.toml            what a file of house rules changes
"""


def run_rules(argv: list[str]) -> int:
    """Carry out the command; the result is the exit status."""
    asked = _parser().parse_args(argv)
    try:
        return _run(asked)
    except (BookError, ValueError, SyntaxError) as error:
        print(f"dragon-dune rules: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dragon-dune rules",
        description="Print, look up, compare and check the rulebook.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    editions = ", ".join(EDITIONS)
    parser.add_argument("ids", nargs="*", metavar="ID", help="rules or chapters to print")
    parser.add_argument(
        "--edition", help=f"{editions} (usually {NEWEST}), or a file of house rules (.toml)"
    )
    add_options(parser)
    parser.add_argument("--root", type=Path, help="the source tree that --coverage looks at")
    one = parser.add_mutually_exclusive_group()
    one.add_argument("--compare", nargs=2, metavar=("A", "B"), help="two editions or files")
    one.add_argument("--search", metavar="WORDS", help="rules in which all these words stand")
    one.add_argument("--guide", metavar="FACTION", help="what it has, how it wins, what to watch")
    one.add_argument("--matrix", action="store_true", help="questions, editions, options")
    one.add_argument(
        "--coverage",
        action="store_true",
        help=f"code and tests of each rule; fails if one has none (--edition {EVERY} for all)",
    )
    return parser


def _run(asked: argparse.Namespace) -> int:
    if asked.coverage:
        return _coverage(asked)
    if asked.edition is not None:
        asked.edition, asked.options = game_of(asked.edition, asked.options)
    width = min(shutil.get_terminal_size((WIDTH, 24)).columns, WIDEST)
    if asked.search:
        return _search(asked, width)
    print(_asked_text(asked, width), end="")
    return 0


def _asked_text(asked: argparse.Namespace, width: int) -> str:
    if asked.matrix:
        return matrix()
    if asked.compare:
        one, other = asked.compare
        return compare(one, other, width)
    options = asked.options
    if asked.guide:
        return guide_text(guide(asked.guide, asked.edition or NEWEST, options), width)
    if not asked.ids:
        return print_rules(asked.edition or NEWEST, options, width)
    if options:
        raise ValueError("--options makes a whole rulebook; leave out the ids, or the options.")
    return joined(_looked_up(read_ids(asked.ids, load()), asked.edition, width))


def _known_edition(edition: str) -> None:
    if edition not in EDITIONS:
        raise ValueError(f"There is no edition {edition!r}; there are {', '.join(EDITIONS)}.")


# --- single rules --------------------------------------------------------------------------


def _looked_up(rules: list[Rule], edition: str | None, width: int) -> list[str]:
    """All texts of some rules, or those of one edition."""
    out: list[str] = []
    for rule in rules:
        blocks = [b for b in rule.blocks if edition is None or edition in b.editions]
        out += _texts(rule, blocks, width)
        if not blocks:
            out += [f"`{edition}` has no such rule; {' '.join(rule.editions)} have it.", ""]
        if rule.see:
            out += [*flow(", ".join(rule.see), width, "  ", "→ "), ""]
    return out


def _texts(rule: Rule, blocks: list[Block], width: int) -> list[str]:
    out = [f"### {heading(rule)}", ""]
    for block in blocks:
        whole = len(block.editions) == len(EDITIONS)
        out += [f"[{EVERY if whole else ' '.join(block.editions)}]", *flow(block.text, width), ""]
    return out


def _search(asked: argparse.Namespace, width: int) -> int:
    hits = find(asked.search, asked.edition)
    out: list[str] = []
    for hit in hits:
        out += _texts(hit.rule, list(hit.blocks), width)
    print(joined(out) if hits else f"No rule speaks of {asked.search!r}.")
    return 0 if hits else 1


# --- coverage ------------------------------------------------------------------------------


def _coverage(asked: argparse.Namespace) -> int:
    wanted = asked.edition or NEWEST
    chosen = tuple(EDITIONS) if wanted == EVERY else (wanted,)
    for edition in chosen:
        _known_edition(edition)
    root = asked.root or source_tree()
    rows = [row for row in coverage(root) if row.edition in chosen]
    print(table(rows), end="")
    slips = unknown_ids(root)
    for rule_id, places in slips.items():
        print(f"{rule_id} is cited by {places[0]}, but there is no such rule.")
    return 0 if all(row.is_covered for row in rows) and not slips else 1


def source_tree() -> Path:
    """The tree one stands in, else the one this package runs from."""
    here = Path.cwd()
    for folder in (here, *here.parents, rulebook_dir().parent):
        if all((folder / part).is_dir() for part in ("src/dragondune", "tests", "rulebook")):
            return folder
    raise ValueError("No source tree here: go to a checkout of the project, or name it by --root.")
