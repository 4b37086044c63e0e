"""House rules in a file: a title, the edition they change, and what they change.

```toml
title = "A longer war"
edition = "r9"            # the newest where none is named
options = ["oracles"]

[changes]
turns = 12
gold.orcs = 5
power.hides.elves = false
```

Where an edition is chosen to be played, printed or studied, such a file can be named instead, or a
proposal: that is such a file too, under ``rulebook/proposals``. A game knows them by what they come to,
an edition and options, so that records and tables need no file to be read again.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from dragondune.editions.build import EDITIONS, NEWEST, build
from dragondune.editions.house import NO_YES, OFF_ON, TITLE, check_alone, knob_named, near
from dragondune.paths import rulebook_dir

ENDING: Final = ".toml"
MARK: Final = "-proposal"
WORDS: Final = ("title", "edition", "options", "changes")
LARGEST: Final = 100_000  # bytes; a whole edition fits many times


@dataclass(frozen=True)
class HouseRules:
    """A game as its file tells it."""

    title: str
    edition: str
    options: tuple[str, ...]

    def with_options(self, more: Iterable[str]) -> tuple[str, tuple[str, ...]]:
        """Edition and options of a game by these rules; what is set beside them wins."""
        added = tuple(more)
        keys = {_key(option) for option in added}
        kept = [option for option in self.options if _key(option) not in keys]
        title = [f"{TITLE}={self.title}"] if self.title and TITLE not in keys else []
        return self.edition, (*title, *kept, *added)


def _key(option: str) -> str:
    return option.partition("=")[0]


def game_of(word: str, options: Iterable[str] = ()) -> tuple[str, tuple[str, ...]]:
    """Edition and options of what was typed for an edition: its name, a proposal, or a file.

    ValueError with a sentence where it is none of them, or where its rules do not go together.
    """
    if word in EDITIONS:
        return word, tuple(options)
    if word.endswith(MARK):
        return proposal(word).with_options(options)
    if word.endswith(ENDING):
        return read(Path(word)).with_options(options)
    known = [*EDITIONS, *proposals()]
    raise ValueError(
        f"There is no edition {word!r}; there are {', '.join(known)}, and files of house rules "
        f"({ENDING}).{near(word, known)}"
    )


# --- proposals -----------------------------------------------------------------------------


@lru_cache(maxsize=1)
def proposals() -> dict[str, HouseRules]:
    """Editions that are proposed: ``r10-proposal`` and what it changes."""
    folder = rulebook_dir() / "proposals"
    return {f"{path.stem}{MARK}": read(path) for path in sorted(folder.glob(f"*{ENDING}"))}


def proposal(name: str) -> HouseRules:
    """One of them; ValueError where there is none of that name."""
    found = proposals().get(name)
    if found is None:
        raise ValueError(f"There is no proposal {name!r}; there is {', '.join(proposals())}.")
    return found


def resolved(edition: str, options: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    """A proposal as the edition it changes; anything else as it is. No file is read by name."""
    if edition not in EDITIONS and edition.endswith(MARK):
        return proposal(edition).with_options(options)
    return edition, tuple(options)


# --- reading a file ------------------------------------------------------------------------


def read(path: Path) -> HouseRules:
    """The house rules of a file; ValueError names the file, the line and what is wrong."""
    try:
        content = path.read_bytes()
        if len(content) > LARGEST:
            raise ValueError(f"{path.name} is too large for house rules.")
        text = content.decode()
        return _Reader(path.name, text, tomllib.loads(text)).rules()
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path.name} is no TOML: {error}.") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path.name} is no text in UTF-8.") from None
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}.") from None


class _Reader:
    """One file while it is being read."""

    def __init__(self, name: str, text: str, data: dict[str, Any]) -> None:
        self.name, self.data = name, data
        self.lines = dict(_keys(text))

    def rules(self) -> HouseRules:
        for word in self.data:
            if word not in WORDS:
                raise self._error(word, f"there is no {word!r} here, only {', '.join(WORDS)}")
        edition = self._word("edition", NEWEST)
        options = [*self._options(), *(text for _, text in self._changes())]
        self._check(edition, options)
        return HouseRules(self._title(), edition, tuple(options))

    def _check(self, edition: str, options: list[str]) -> None:
        """Each line by itself first, so that a fault has its line; then all together."""
        if edition not in EDITIONS:
            there = f"there is no edition {edition!r}, only {', '.join(EDITIONS)}"
            raise self._error("edition", f"{there}.{near(edition, EDITIONS)}")
        for key, text in self._changes():
            try:
                check_alone(text)
            except ValueError as wrong:
                raise self._error(f"changes.{key}", str(wrong)) from None
        try:
            build(edition, options)
        except ValueError as wrong:
            raise ValueError(f"{self.name}: {wrong}") from None

    def _title(self) -> str:
        title = self._word("title", "")
        try:
            if title:
                check_alone(f"{TITLE}={title}")
        except ValueError as wrong:
            raise self._error("title", str(wrong)) from None
        return title

    def _word(self, key: str, usual: str) -> str:
        found = self.data.get(key, usual)
        if not isinstance(found, str):
            raise self._error(key, f'{key} is a text: {key} = "…"')
        return found

    def _options(self) -> list[str]:
        found = self.data.get("options", [])
        if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
            raise self._error("options", 'options is a list of names: options = ["oracles"]')
        return found

    def _changes(self) -> Iterator[tuple[str, str]]:
        found = self.data.get("changes", {})
        if not isinstance(found, dict):
            raise self._error("changes", "changes is a table: [changes], then turns = 8 and others")
        for key, value in _flat(found):
            if not isinstance(value, bool | int | str):
                raise self._error(f"changes.{key}", f"{key} is a number, a word, true or false")
            yield key, f"{key}={_written(key, value)}"

    def _error(self, key: str, text: str) -> ValueError:
        """With the line of the key, or of the table that holds it."""
        while key not in self.lines and "." in key:
            key = key.rpartition(".")[0]
        line = self.lines.get(key)
        where = f"{self.name}, line {line}" if line else self.name
        return ValueError(f"{where}: {text}" if text[-1] in ".?" else f"{where}: {text}.")


def _flat(table: dict[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Tables within tables as names with dots."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value


def _written(key: str, value: bool | int | str) -> str:
    """A value as the command line writes it; true and false by the knob's own words."""
    if not isinstance(value, bool):
        return str(value)
    found = knob_named(key)
    words = OFF_ON if found and found[0].words == OFF_ON else NO_YES
    return list(words)[value]


def _keys(text: str) -> Iterator[tuple[str, int]]:
    """Every key of a file by its whole name, with its line."""
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        head = re.fullmatch(r"\s*\[([^\[\]]+)\]\s*(#.*)?", line)
        if head:
            table = f"{_bare(head[1])}."
            yield table[:-1], number
        elif "=" in line and not line.lstrip().startswith("#"):
            yield f"{table}{_bare(line.partition('=')[0])}", number


def _bare(key: str) -> str:
    return re.sub(r"[\s\"']", "", key)
