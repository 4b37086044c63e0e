"""Shows what changed from one edition to another, old text beside new."""

from __future__ import annotations

from dragondune.booklet.book import Book, Chapter, Rule
from dragondune.booklet.layout import NARROW, WIDTH, columns, flow, joined
from dragondune.booklet.loading import load
from dragondune.booklet.printing import heading
from dragondune.editions.build import EDITIONS, TITLES


def compare(one: str, other: str, width: int = WIDTH, book: Book | None = None) -> str:
    """The rules that differ between two editions; ValueError for an edition that is none."""
    for edition in (one, other):
        if edition not in EDITIONS:
            raise ValueError(f"There is no edition {edition!r}; there are {', '.join(EDITIONS)}.")
    whole = load() if book is None else book
    out = [f"# From {TITLES[one]} (`{one}`) to {TITLES[other]} (`{other}`)", ""]
    out += [_summary(whole, one, other), ""]
    for chapter in whole.chapters:
        out += _chapter(chapter, one, other, width)
    return joined(out)


def _differs(rule: Rule, one: str, other: str) -> bool:
    return rule.text(one) != rule.text(other)


def _summary(book: Book, one: str, other: str) -> str:
    rules = [rule for rule in book if _differs(rule, one, other)]
    added = sum(rule.text(one) is None for rule in rules)
    removed = sum(rule.text(other) is None for rule in rules)
    changed = len(rules) - added - removed
    return f"{changed} changed, {added} added, {removed} removed; all others stay the same."


def _chapter(chapter: Chapter, one: str, other: str, width: int) -> list[str]:
    rules = [rule for rule in chapter.rules if _differs(rule, one, other)]
    if not rules:
        return []
    out = [f"## {chapter.title}", ""]
    for rule in rules:
        out += [*_rule(rule, one, other, width), ""]
    return out


def _rule(rule: Rule, one: str, other: str, width: int) -> list[str]:
    old, new = rule.text(one), rule.text(other)
    if old is None:
        return [f"### + {heading(rule)} (new in `{other}`)", "", *flow(new or "", width)]
    if new is None:
        return [f"### − {heading(rule)} (gone in `{other}`)", "", *flow(old, width)]
    if width < NARROW:
        old, new = f"`{one}`: {old}", f"`{other}`: {new}"
        return [f"### {heading(rule)}", "", *columns(old, new, width)]
    heads = columns(f"`{one}`", f"`{other}`", width)
    return [f"### {heading(rule)}", "", *heads, *columns(old, new, width)]
