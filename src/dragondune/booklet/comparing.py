"""Shows what changed from one edition to another, old text beside new."""

from __future__ import annotations

from dragondune.booklet.book import Book, Chapter, Rule
from dragondune.booklet.layout import NARROW, WIDTH, columns, flow, joined
from dragondune.booklet.loading import load
from dragondune.booklet.printing import heading
from dragondune.editions.build import EDITIONS, TITLES, build, title_of
from dragondune.editions.files import game_of
from dragondune.editions.questions import SECTIONS, Question, differences
from dragondune.model.ruleset import Ruleset


def compare(one: str, other: str, width: int = WIDTH, book: Book | None = None) -> str:
    """What differs between two editions, proposals or files of house rules; ValueError for others.

    Between two editions these are the texts of rules. House rules are numbers and powers, so there
    it is the answers to the questions of the matrix.
    """
    if one not in EDITIONS or other not in EDITIONS:
        return _by_answers(game_of(one), game_of(other), width)
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


# --- house rules ---------------------------------------------------------------------------

Chosen = tuple[str, tuple[str, ...]]


def _by_answers(one: Chosen, other: Chosen, width: int) -> str:
    rules = build(*one), build(*other)
    differing = set(differences(*rules))
    count = "1 answer differs" if len(differing) == 1 else f"{len(differing)} answers differ"
    out = [
        f"# From {_named(one)} to {_named(other)}",
        "",
        f"{count}; all others stay the same.",
        "",
    ]
    for title, questions in SECTIONS.items():
        found = [question for question in questions if question in differing]
        out += [f"## {title}", ""] if found else []
        for question in found:
            out += _answers(question, *rules, width)
        out += [""] if found else []
    return joined(out)


def _named(chosen: Chosen) -> str:
    title = title_of(*chosen)
    own = title != TITLES[chosen[0]] or not chosen[1]
    return f"{title if own else f'house rules on the {title}'} (`{chosen[0]}`)"


def _answers(question: Question, one: Ruleset, other: Ruleset, width: int) -> list[str]:
    told = f"{question.title} ({', '.join(question.rules)})"
    return flow(f"{told}: {question.answer(one)} → {question.answer(other)}", width, "  ", "- ")
