"""Prints the rulebook of exactly one game: an edition, and the options its table chose."""

from __future__ import annotations

from collections.abc import Iterable

from dragondune.booklet.book import Book, Chapter, Rule, is_ruling
from dragondune.booklet.choices import Choice, choices
from dragondune.booklet.layout import WIDTH, flow, joined
from dragondune.booklet.loading import load
from dragondune.editions.build import TITLES, title_of

MARK = "◆"
POINTER = "→"
# Told where they act, or not at all when nobody chose them.
CHOSEN_CHAPTERS = frozenset({"options", "balancing"})
# Rules that only point to an option, in the editions that offer it.
DORMANT = {"DW4": "O4", "OR11": "O3"}
# Where an option's words are explained.
WORDS = {"O2": {"A12"}}


def print_rules(
    edition: str, options: Iterable[str] = (), width: int = WIDTH, book: Book | None = None
) -> str:
    """The whole rulebook of a game, in play order; ValueError when the game makes no sense."""
    whole = load() if book is None else book
    names = tuple(options)
    title = title_of(edition, names)
    return _Printer(whole, edition, choices(whole, edition, names), width).text(title)


class _Printer:
    """One game's rulebook while it is being written."""

    def __init__(self, book: Book, edition: str, chosen: list[Choice], width: int) -> None:
        self.book = book
        self.edition = edition
        self.chosen = chosen
        self.width = width
        self.rules_chosen = {choice.rule for choice in chosen}
        self.shown = {rule.id for rule in book if self._is_shown(rule)} | self.rules_chosen

    def text(self, title: str) -> str:
        named = f"{TITLES[self.edition]} (`{self.edition}`)"
        own = [] if title == TITLES[self.edition] else [f"House rules on top of the {named}.", ""]
        out = [f"# Dragon Dune: {title if own else named}", "", *own, *self._chosen()]
        for chapter in self.book.chapters:
            if chapter.name not in CHOSEN_CHAPTERS:
                out += self._chapter(chapter)
        return joined(out)

    def _chosen(self) -> list[str]:
        if not self.chosen:
            return ["Played without options.", ""]
        said = f"Played with these options, marked {MARK} where they change a rule:"
        out = [*flow(said, self.width), ""]
        for choice in self.chosen:
            own = f": {choice.text}" if choice.rule == "G5" else ""
            out += flow(f"- {choice.name}{own}", self.width)
        return [*out, ""]

    def _chapter(self, chapter: Chapter) -> list[str]:
        rules = [rule for rule in chapter.rules if rule.id in self.shown]
        added = [choice for choice in self.chosen if choice.chapter == chapter.name]
        if not rules and not added:
            return []
        out = [f"## {chapter.title}", "", *flow(chapter.introduction, self.width), ""]
        for rule in rules:
            out += self._rule(rule)
        for choice in added:
            out += self._added(choice)
        return out

    def _rule(self, rule: Rule) -> list[str]:
        out = [f"### {heading(rule)}", ""]
        out += flow(rule.text(self.edition) or "", self.width)
        for choice in self.chosen:
            if rule.id in choice.changes:
                out += ["", *self._marked(f"changed by option {choice.name}:", choice.text)]
            elif choice.house and rule.id in self._background(choice):
                out += self._borrowed(rule, choice)
        return [*out, "", *self._see(rule), ""]

    def _added(self, choice: Choice) -> list[str]:
        rule = self.book.rule(choice.rule)
        out = [f"### {heading(rule)}", "", *self._marked(f"added by option {choice.name}"), ""]
        return [*out, *flow(choice.text, self.width), "", *self._see(rule), ""]

    def _background(self, choice: Choice) -> set[str]:
        """What is to be read with an option: the rulings on it, and a word it takes as known."""
        rulings = {r.id for r in self.book if is_ruling(r.id) and choice.rule in r.see}
        return rulings | WORDS.get(choice.rule, set())

    def _borrowed(self, rule: Rule, choice: Choice) -> list[str]:
        """What an edition lacks for a house rule stands under the edition it comes from."""
        text = rule.text(choice.source)
        if text is None or text == rule.text(self.edition):
            return []
        return ["", *self._marked(f"for {choice.name}, as in `{choice.source}`:", text)]

    def _marked(self, why: str, text: str = "") -> list[str]:
        between = "\n" if text.startswith("- ") else " "
        return flow(why + between + text, self.width, "  ", f"{MARK} ")

    def _see(self, rule: Rule) -> list[str]:
        named = [other for other in rule.see if other in self.shown]
        return flow(", ".join(named), self.width, "  ", f"{POINTER} ") if named else []

    def _is_shown(self, rule: Rule) -> bool:
        if is_ruling(rule.id):
            return self._applies(rule)
        optional = _is_optional(rule.id)
        return not optional and rule.text(self.edition) is not None

    def _applies(self, ruling: Rule) -> bool:
        """Does a ruling speak of anything that this game has? What it names first is its subject."""
        about = [other for other in ruling.see if not is_ruling(other)]
        if ruling.text(self.edition) is None:
            return any(c.house and c.rule in about and ruling.text(c.source) for c in self.chosen)
        if about and self._is_switched(about[0]):
            about = [other for other in about if self._is_switched(other)]
        return not about or any(self._is_played(other) for other in about)

    def _is_switched(self, rule_id: str) -> bool:
        """Is this rule there only by choice?"""
        option = DORMANT.get(rule_id, "")
        offered = option in self.book.by_id and self.edition in self.book.rule(option).editions
        return offered or _is_optional(rule_id)

    def _is_played(self, rule_id: str) -> bool:
        if not self._is_switched(rule_id):
            return self.book.rule(rule_id).text(self.edition) is not None
        changed = any(rule_id in choice.changes for choice in self.chosen)
        return changed or rule_id in self.rules_chosen


def _is_optional(rule_id: str) -> bool:
    return rule_id.rstrip("0123456789") in ("O", "G")


def heading(rule: Rule) -> str:
    """`V4 Two artifacts of one colour`, `Ruling 9 Where the dragon strikes`."""
    return f"{rule.id[0].upper()}{rule.id[1:]} {rule.title}"
