"""Lists each rule of each edition with the code that implements it and the tests that cite it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from dragondune.booklet.book import EDITION_ORDER, Book
from dragondune.booklet.citations import Citation, code_citations, find_tests
from dragondune.booklet.layout import WIDTH, flow
from dragondune.booklet.loading import load
from dragondune.editions.questions import QUESTIONS, Question

# The parts of the package that play, or show, the rules.
PARTS = ("rules", "factions", "contracts", "engine", "editions", "model", "views", "game.py")
# Tests of the rulebook and of the house name rules without testing one.
OTHER_TESTS = frozenset({"booklet", "architecture"})


@dataclass(frozen=True)
class Row:
    """One rule in one edition."""

    id: str
    edition: str
    title: str
    code: tuple[Citation, ...]
    tests: tuple[Citation, ...]

    @property
    def is_covered(self) -> bool:
        """Is there both code and test?"""
        return bool(self.code and self.tests)


def coverage(root: Path, questions: Iterable[Question] = QUESTIONS) -> list[Row]:
    """A row for each rule and edition that has it, of the source tree at ``root``."""
    book = load(root / "rulebook")
    code = _code(root, questions)
    tests: dict[tuple[str, str], list[Citation]] = defaultdict(list)
    for rule_id, edition, place in find_tests(root, OTHER_TESTS):
        tests[rule_id, edition].append(place)
    return [
        Row(rule.id, edition, rule.title, tuple(code[rule.id]), tuple(tests[rule.id, edition]))
        for edition in EDITION_ORDER
        for rule in book
        if edition in rule.editions
    ]


def _code(root: Path, questions: Iterable[Question]) -> dict[str, list[Citation]]:
    """Functions and classes first, then answers of the editions, then whole modules."""
    found: dict[str, list[Citation]] = defaultdict(list)
    for rule_id, place in code_citations(root, PARTS):
        found[rule_id].append(place)
    for question in questions:
        for rule_id in question.rules:
            found[rule_id].append(Citation("editions", 0, question.key))
    for places in found.values():
        places.sort(key=lambda place: (place.whole_module, not place.line))
    return found


def unknown_ids(root: Path) -> dict[str, list[Citation]]:
    """Ids that code or tests cite and no rule has: slips of the pen."""
    book: Book = load(root / "rulebook")
    found: dict[str, list[Citation]] = defaultdict(list)
    cited = [*code_citations(root, PARTS)]
    cited += [(rule_id, place) for rule_id, _, place in find_tests(root, OTHER_TESTS)]
    for rule_id, place in cited:
        if rule_id not in book.by_id and place not in found[rule_id]:
            found[rule_id].append(place)
    return {rule_id: places for rule_id, places in found.items() if places}


# --- the table -----------------------------------------------------------------------------


def table(rows: list[Row]) -> str:
    """The rows as a table, and what is missing."""
    out = []
    wide = max((len(_label(row)) for row in rows), default=0)
    for row in rows:
        place = _places(row.code, "NO CODE")
        out.append(f"{_label(row):<{wide}}  {place:<58}  {_places(row.tests, 'NO TEST')}")
    return "\n".join([*out, "", *summary(rows)]) + "\n"


def _label(row: Row) -> str:
    return f"{row.edition:<5}  {row.id:<9}  {row.title[:34]}"


def _places(places: tuple[Citation, ...], none: str) -> str:
    if not places:
        return none
    more = f" (+{len(places) - 1})" if len(places) > 1 else ""
    return f"{places[0]}{more}"


def summary(rows: list[Row]) -> list[str]:
    """One paragraph an edition: how many rules, and which lack something."""
    out = []
    for edition in EDITION_ORDER:
        own = [row for row in rows if row.edition == edition]
        if own:
            covered = sum(row.is_covered for row in own)
            out.append(f"{edition}: {covered} of {len(own)} rules have code and test.")
            out += _lacking("code", [row.id for row in own if not row.code])
            out += _lacking("test", [row.id for row in own if not row.tests])
    return out


def _lacking(what: str, ids: list[str]) -> list[str]:
    return flow(", ".join(ids), WIDTH, "    ", f"  without {what}: ") if ids else []
