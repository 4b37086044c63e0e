"""Reads the rulebook's files. A file that does not keep to the format is refused, with its line."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from dragondune.booklet.book import (
    EDITION_ORDER,
    Block,
    Book,
    Chapter,
    Rule,
    Setting,
    is_id,
)
from dragondune.paths import rulebook_dir

# No rule stands in these: an explanation, the list of chapters, a generated table.
NOT_CHAPTERS = frozenset({"README.md", "order.md", "matrix.md"})
_HEADING = re.compile(r"## ((?:Ruling|House) \d+|[A-Z]+\d+) (\S.*)")
_SETTING = re.compile(r"Setting: (\w+) \((\w+(?:, \w+)+)\)")


class BookError(Exception):
    """A rulebook that cannot be read: names the file, the line and what is wrong there."""

    def __init__(self, file: str, line: int, text: str) -> None:
        super().__init__(f"{file}:{line}: {text}")
        self.file = file
        self.line = line
        self.text = text


@lru_cache(maxsize=4)
def load(folder: Path | None = None) -> Book:
    """The rulebook of a folder; the project's own unless another is given."""
    home = rulebook_dir() if folder is None else folder
    names = _chapter_files(home)
    seen: dict[str, str] = {}
    readers = [_Reader(home / name, seen) for name in names]
    book = Book(tuple(reader.chapter() for reader in readers))
    for reader in readers:
        reader.check_references(seen)
    return book


def _chapter_files(home: Path) -> list[str]:
    names = []
    for number, line in enumerate(_lines(home / "order.md"), 1):
        if not line.strip():
            continue
        name = line.removeprefix("- ").strip()
        if not line.startswith("- ") or not name.endswith(".md"):
            raise BookError("order.md", number, f"expected '- name.md', found {line!r}")
        if name in names:
            raise BookError("order.md", number, f"{name} stands here twice")
        names.append(name)
    forgotten = {path.name for path in home.glob("*.md")} - set(names) - NOT_CHAPTERS
    if forgotten:
        raise BookError("order.md", 1, f"does not list {', '.join(sorted(forgotten))}")
    return names


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise BookError(path.name, 1, f"cannot be read ({error.strerror})") from error


class _Draft:
    """A rule while its lines are being read."""

    def __init__(self, rule_id: str, title: str, line: int) -> None:
        self.id = rule_id
        self.title = title
        self.line = line
        self.blocks: list[tuple[int, tuple[str, ...], list[str]]] = []
        self.setting: Setting | None = None
        self.see: tuple[str, ...] = ()
        self.see_line = 0

    def finished(self) -> Rule:
        blocks = [Block(editions, _trimmed(lines)) for _, editions, lines in self.blocks]
        return Rule(self.id, self.title, tuple(blocks), self.see, self.setting)


def _trimmed(lines: list[str]) -> str:
    return "\n".join(lines).strip()


class _Reader:
    """Reads one chapter, line by line. ``seen`` says in which file each id was found."""

    def __init__(self, path: Path, seen: dict[str, str]) -> None:
        self.path = path
        self.seen = seen
        self.lines = _lines(path)
        self.at = 0
        self.drafts: list[_Draft] = []

    def error(self, text: str, line: int | None = None) -> BookError:
        return BookError(self.path.name, self.at if line is None else line, text)

    def chapter(self) -> Chapter:
        title = self.lines[0].removeprefix("# ").strip() if self.lines else ""
        if not title or not self.lines[0].startswith("# "):
            raise self.error("a chapter begins with its title, '# …'", 1)
        introduction: list[str] = []
        for number, line in enumerate(self.lines[1:], 2):
            self.at = number
            if line.startswith("#"):
                self._heading(line)
            elif self.drafts:
                self._line(self.drafts[-1], line.rstrip())
            else:
                introduction.append(line)
        for draft in self.drafts:
            self._check(draft)
        if not _trimmed(introduction):
            raise self.error("a paragraph of introduction is missing under the title", 2)
        rules = tuple(draft.finished() for draft in self.drafts)
        return Chapter(self.path.stem, title, _trimmed(introduction), rules)

    def _heading(self, line: str) -> None:
        found = _HEADING.fullmatch(line.rstrip())
        rule_id = found[1].replace("Ruling", "ruling").replace("House", "house") if found else ""
        if found is None or not is_id(rule_id):
            raise self.error(f"expected '## ID title', found {line!r}")
        if rule_id in self.seen:
            raise self.error(f"{rule_id} stands in {self.seen[rule_id]} already")
        self.seen[rule_id] = self.path.name
        self.drafts.append(_Draft(rule_id, found[2], self.at))

    def _line(self, draft: _Draft, line: str) -> None:
        if line and draft.see:
            raise self.error(f"nothing may follow the line 'See:' of {draft.id}")
        if line.startswith("["):
            self._block(draft, line)
        elif line.startswith("Setting:"):
            self._setting(draft, line)
        elif line.startswith("See:"):
            draft.see = tuple(part.strip() for part in line.removeprefix("See:").split(","))
            draft.see_line = self.at
        elif line and draft.setting is not None:
            raise self.error(f"only 'See:' may follow the line 'Setting:' of {draft.id}")
        elif draft.blocks:
            draft.blocks[-1][2].append(line)
        elif line:
            raise self.error(f"text of {draft.id} before a line of editions such as [all]")

    def _block(self, draft: _Draft, line: str) -> None:
        found = re.fullmatch(r"\[([a-z0-9 ]+)\]", line)
        if found is None:
            raise self.error(f"expected a line of editions such as [r6b r9], found {line!r}")
        named = tuple(found[1].split())
        editions = EDITION_ORDER if named == ("all",) else named
        taken = {edition for _, others, _ in draft.blocks for edition in others}
        for edition in editions:
            if edition not in EDITION_ORDER:
                raise self.error(f"there is no edition {edition!r}")
            if edition in taken or editions.count(edition) > 1:
                raise self.error(f"{draft.id} has a text for {edition} already")
        draft.blocks.append((self.at, editions, []))

    def _setting(self, draft: _Draft, line: str) -> None:
        found = _SETTING.fullmatch(line)
        if found is None:
            raise self.error(f"expected 'Setting: name (value, value)', found {line!r}")
        draft.setting = Setting(found[1], tuple(found[2].split(", ")))

    def _check(self, draft: _Draft) -> None:
        if not draft.blocks:
            raise self.error(f"{draft.id} has no text for any edition", draft.line)
        for line, editions, text in draft.blocks:
            if not _trimmed(text):
                raise self.error(f"{draft.id} has no text for {' '.join(editions)}", line)

    def check_references(self, known: dict[str, str]) -> None:
        """Possible only when all chapters are read."""
        for draft in self.drafts:
            for other in draft.see:
                if other not in known:
                    text = f"{draft.id} points to {other!r}, which is no rule"
                    raise self.error(text, draft.see_line)
