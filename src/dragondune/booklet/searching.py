"""Finds rules: by words in their titles and texts, or by an id however it is written."""

from __future__ import annotations

import difflib
import math
import re
from dataclasses import dataclass

from dragondune.booklet.book import Block, Book, Rule, is_id
from dragondune.booklet.loading import load

_WORD = re.compile(r"\w{3,}")


@dataclass(frozen=True)
class Hit:
    """A rule that speaks of what was looked for, and the texts in which it does."""

    rule: Rule
    blocks: tuple[Block, ...]


def find(query: str, edition: str | None = None, book: Book | None = None) -> list[Hit]:
    """The rules with all words of the query, in title and text; of one edition, if given."""
    words = query.casefold().split()
    hits = []
    for rule in load() if book is None else book:
        blocks = tuple(
            block
            for block in rule.blocks
            if (edition is None or edition in block.editions) and _has(rule, block, words)
        )
        if blocks and words:
            hits.append(Hit(rule, blocks))
    return hits


def nearest(query: str, edition: str | None = None, most: int = 3) -> list[Rule]:
    """Where no rule has all words: those with the most of them, and rare words count more."""
    rules = [rule for rule in load() if edition is None or edition in rule.editions]
    texts = [_text(rule, edition).casefold() for rule in rules]
    worth = dict.fromkeys(range(len(rules)), 0.0)
    for word in set(_WORD.findall(query.casefold())):
        having = [at for at, text in enumerate(texts) if word in text]
        for at in having:
            worth[at] += math.log(len(rules) / len(having))
    best = sorted(worth, key=lambda at: -worth[at])[:most]
    return [rules[at] for at in best if worth[at] > 0]


def _text(rule: Rule, edition: str | None) -> str:
    told = [block.text for block in rule.blocks if edition is None or edition in block.editions]
    return " ".join([rule.title, *told])


def _has(rule: Rule, block: Block, words: list[str]) -> bool:
    text = f"{rule.id} {rule.title} {block.text}".casefold()
    return all(word in text for word in words)


def read_ids(words: list[str], book: Book) -> list[Rule]:
    """Rules by id or chapter, as people type them: `v4`, `ruling 15`, `battle`.

    ValueError with a suggestion when there is no such rule.
    """
    found: list[Rule] = []
    spelled = re.sub(r"\b(ruling|house)s?[ -]?(?=\d)", r"\1-", " ".join(words).lower())
    for word in spelled.replace(",", " ").split():
        found += _rules_of(word, book)
    return found


def _rules_of(word: str, book: Book) -> list[Rule]:
    for chapter in book.chapters:
        if word == chapter.name:
            return list(chapter.rules)
    rule_id = word.replace("-", " ") if "-" in word else word.upper()
    if word.isdigit():
        rule_id = f"ruling {word}"
    if rule_id in book.by_id:
        return [book.rule(rule_id)]
    raise ValueError(_unknown(rule_id, book))


def _unknown(rule_id: str, book: Book) -> str:
    names = [chapter.name for chapter in book.chapters]
    near = difflib.get_close_matches(rule_id.lower(), names, 1)
    near += difflib.get_close_matches(rule_id, list(book.by_id), 3, 0.5)
    meant = f" Did you mean {', '.join(near)}?" if near else ""
    kind = "rule" if is_id(rule_id) else "rule or chapter"
    return f"There is no {kind} {rule_id!r}.{meant}"
