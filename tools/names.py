"""Makes the page of the docs about names: editions, options, settings and numbered questions.

python tools/names.py            writes docs/names.md
python tools/names.py --check    writes nothing, and fails if it is stale
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from dragondune.editions.build import EDITIONS, NEWEST, TITLES
from dragondune.editions.house import KNOBS, Knob
from dragondune.editions.options import OPTIONS, Option
from dragondune.rules.aces import QUESTIONS_TO_ASK
from dragondune.telling.warfare import honest_question

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs" / "names.md"
INTRODUCTION = """\
# Names of editions, options, settings and questions

The words that `Game.new`, `Game.at`, records, the command line and the server take. This page is made from the
source by `python tools/names.py`.

```python
from dragondune import Game

game = Game.new("r6", options=["honest-question", "gold.orcs=5"], seed=1)
print(game.header.options, game.gold_of("orcs"))  # ('honest-question', 'gold.orcs=5') 5
```
"""
OPTIONS_HEAD = """
## Options

Switched on by name. In the editions whose books offer it, an option plays as the book says; in the others it is
a house rule, and where it makes no sense it is refused with a reason.

| name | rule | what it does | in the books of | refused in | not with |
|---|---|---|---|---|---|
"""
SETTINGS_HEAD = """
## Settings

Anything the editions differ in can be set by hand, as an option written `name=value`; what belongs to a
faction is written `name.faction=value`. So `gold.orcs=5` gives the Orcs 5 gold at the start [G5], `turns=8`
ends the game after eight turns, and `power.hides.elves=off` takes a power away.

| name | belongs to | sets | values |
|---|---|---|---|
"""
SETTINGS_END = """
Nobody can have fewer units than the game places at the start, nor begin with more artifacts than a hand may
hold. A power can be given only if somebody in the game has it: otherwise the game has no place for it.
"""
QUESTIONS_HEAD = """
## Honest questions

With `honest-question` [O8] a player pays for a yes or no that has to be true, in front of everybody. The questions
have numbers: `question elves 24` asks the Elves whether they hold an ace.

| number | question |
|---|---|
"""


def page() -> str:
    """The whole page."""
    return "".join([INTRODUCTION, *editions(), *options(), *settings(), *questions()])


def editions() -> Iterator[str]:
    yield "\n## Editions\n\n| name | edition |\n|---|---|\n"
    for name in EDITIONS:
        newest = ", the newest; what is played where none is named" if name == NEWEST else ""
        yield f"| `{name}` | {TITLES[name]}{newest} |\n"


def options() -> Iterator[str]:
    yield OPTIONS_HEAD
    for option in OPTIONS.values():
        yield f"| `{option.name}` | {option.rule} | {option.sentence} | {_lists(option)} |\n"


def _lists(option: Option) -> str:
    groups = (option.editions, tuple(option.nonsense), option.excludes)
    return " | ".join(", ".join(f"`{name}`" for name in group) for group in groups)


def settings() -> Iterator[str]:
    yield SETTINGS_HEAD
    for knob in KNOBS.values():
        yield f"| `{knob.name}` | {_whose(knob)} | {knob.title} | {_values(knob)} |\n"
    yield SETTINGS_END


def _whose(knob: Knob) -> str:
    return "a faction" if knob.by_faction else "the game"


def _values(knob: Knob) -> str:
    return (
        ", ".join(f"`{word}`" for word in knob.words)
        if knob.words
        else f"{knob.least} to {knob.most}"
    )


def questions() -> Iterator[str]:
    yield QUESTIONS_HEAD
    for number in range(QUESTIONS_TO_ASK):
        yield f"| {number} | {_sentence(honest_question(number))} |\n"


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def is_stale() -> bool:
    """Does the file say anything else than the source?"""
    return not DOCS.is_file() or DOCS.read_text(encoding="utf-8") != page()


def main(argv: list[str]) -> int:
    if "--check" not in argv:
        DOCS.write_text(page(), encoding="utf-8")
    elif is_stale():
        print(f"{DOCS.relative_to(ROOT)} is stale: run python tools/names.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
