"""A lesson as data: a prepared position, what the bots do in it, and what the learner is told.

Lessons are TOML files in ``data/``; docs/lessons.md tells how to write one.
"""

import random
import re
import tomllib
from dataclasses import dataclass, field, fields
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from dragondune.editions.build import NEWEST
from dragondune.model.factions import FACTION_NAMES

FOLDER: Final = Path(__file__).resolve().parent / "data"
ARTIFACT: Final = re.compile(r"(?<![\dA-Z])[A2-6][♣♦♥♠]")
EVENT: Final = re.compile(r"(?:7|8|9|10)[♣♦♥♠]")
T = TypeVar("T")
SUITS: Final = "♣♦♥♠"


class LessonError(ValueError):
    """A lesson's text is not what it should be."""


@dataclass(frozen=True)
class When:
    """A moment that a step waits for: everything named here has to be so."""

    turn: int | None = None
    round: int | None = None
    step: str | None = None  # the decision that is the learner's now
    sale: str | None = None  # the card on sale, where the learner may see it
    left: int | None = None  # how many more cards are sold after it
    place: str | None = None  # where the battle is
    waits: str | None = None  # the faction that has to decide now
    event: str | None = None  # something that has happened in this turn …
    faction: str | None = None  # … and whose deed it was, or with whom the contract is
    contract: bool | None = None  # is a contract in force?
    over: bool | None = None


@dataclass(frozen=True)
class Step:
    """One card of the guide: it is read, or it asks for a deed."""

    id: str
    title: str
    text: str
    point: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    when: When = field(default_factory=When)
    expect: tuple[str, ...] = ()
    otherwise: str = ""
    until: When = field(default_factory=When)  # it goes on of itself when this has come
    say: str = ""  # a line that brings that about, for the tests

    def accepts(self, line: str) -> bool:
        """Is this action one the lesson can use? A star stands for any word, alone for anything."""
        return any(fits(pattern, line) for pattern in self.expect)


@dataclass(frozen=True)
class Move:
    """What a bot does at a certain decision: the first of these lines that is legal."""

    seat: str
    step: str
    plays: tuple[str, ...] = ()
    turn: int | None = None
    sale: str | None = None
    left: int | None = None
    place: str | None = None
    after: str = ""  # not before the learner has read this step


@dataclass(frozen=True)
class Lesson:
    """Everything about one lesson."""

    name: str
    title: str
    about: str
    minutes: int
    number: int
    seat: str
    position: str
    steps: tuple[Step, ...]
    moves: tuple[Move, ...] = ()
    edition: str = NEWEST
    options: tuple[str, ...] = ()
    bot: str = "steward"

    @property
    def order(self) -> tuple[str, ...]:
        """The factions in player order."""
        letters = re.search(r"\border=([DEGO]+)", self.position)
        wanted = letters[1] if letters else "DEGO"
        return tuple(name for one in wanted for name in FACTION_NAMES if name[0] == one.lower())

    def index(self, step_id: str) -> int:
        """The number of a step."""
        return next(i for i, step in enumerate(self.steps) if step.id == step_id)

    def deal(self, seed: str) -> str:
        """The position with everything it leaves open shuffled: no two games go on alike."""
        text = " ".join(self.position.split())
        rng = random.Random(seed)
        text = _shuffled_below(text, "deck", ARTIFACT, ("A", *"23456"), rng)
        text = _shuffled_below(text, "events", EVENT, ("7", "8", "9", "10"), rng)
        return f"{text} seed={seed}"


def fits(pattern: str, line: str) -> bool:
    """Does an action fit a pattern of words?"""
    wanted, words = pattern.split(), line.split()
    if wanted == ["*"]:
        return True
    return len(wanted) == len(words) and all(
        one in ("*", word) for one, word in zip(wanted, words, strict=True)
    )


def _shuffled_below(
    text: str, name: str, card: re.Pattern[str], ranks: tuple[str, ...], rng: random.Random
) -> str:
    named = set(card.findall(text))
    rest = [rank + suit for suit in SUITS for rank in ranks if rank + suit not in named]
    rng.shuffle(rest)
    top = re.search(rf"\b{name}=(\S*)", text)
    if top is None:
        return f"{text} {name}={''.join(rest)}"
    return text.replace(top[0], f"{name}={''.join(rest)}{top[1]}", 1)


# --- reading -------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def lessons() -> dict[str, Lesson]:
    """All lessons by name, in the order in which they are offered."""
    found = [read_lesson(path.stem, path.read_text("utf-8")) for path in FOLDER.glob("*.toml")]
    return {lesson.name: lesson for lesson in sorted(found, key=lambda one: one.number)}


def read_lesson(name: str, text: str) -> Lesson:
    """A lesson from its text; LessonError says what is wrong with it."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"{name}: {error}") from None
    steps = tuple(_step(name, entry) for entry in data.pop("steps", []))
    moves = tuple(_made(Move, entry, f"{name}: a move") for entry in data.pop("moves", []))
    lesson = _made(Lesson, data | {"name": name, "steps": steps, "moves": moves}, name)
    _check_names(lesson)
    return lesson


def _step(name: str, entry: dict[str, Any]) -> Step:
    where = f"{name}: step {entry.get('id', '?')!r}"
    when = _made(When, entry.get("when", {}), f"{where}: when")
    until = _made(When, entry.get("until", {}), f"{where}: until")
    text = " ".join(str(entry.get("text", "")).split())
    return _made(Step, entry | {"when": when, "until": until, "text": text}, where)


def _made(kind: type[T], entry: dict[str, Any], where: str) -> T:
    known = {one.name for one in fields(cast(Any, kind))}
    odd = sorted(set(entry) - known)
    if odd:
        raise LessonError(f"{where}: {odd[0]!r} means nothing here; known are {sorted(known)}.")
    values = {key: tuple(v) if isinstance(v, list) else v for key, v in entry.items()}
    try:
        return kind(**values)
    except TypeError as error:
        raise LessonError(f"{where}: {error}") from None


def _check_names(lesson: Lesson) -> None:
    ids = [step.id for step in lesson.steps]
    twice = {one for one in ids if ids.count(one) > 1}
    if not ids or twice:
        raise LessonError(f"{lesson.name}: it has no steps, or two of one name: {sorted(twice)}")
    for move in lesson.moves:
        if move.after and move.after not in ids:
            raise LessonError(f"{lesson.name}: a move waits for {move.after!r}, which is no step.")
        if move.seat not in FACTION_NAMES or move.seat == lesson.seat:
            raise LessonError(f"{lesson.name}: a move is of {move.seat!r}, who is no bot here.")
    if lesson.seat not in FACTION_NAMES:
        raise LessonError(f"{lesson.name}: there is no faction {lesson.seat!r}.")
