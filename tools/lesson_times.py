"""How long a lesson takes: what is read, what is done, and what the bots do meanwhile.

``python3 run.py lesson-times`` prints it for every lesson.
"""

import argparse
from dataclasses import dataclass
from typing import Final

from dragondune.lessons.lesson import Lesson, lessons
from dragondune.lessons.walk import Walk

WORDS_A_MINUTE: Final = 200  # a grown-up who reads something new with care
SECONDS_TO_GO_ON: Final = 1.0  # to look up and press Next
SECONDS_FOR_A_DEED: Final = 5.0  # to find what the card speaks of on the table, and do it
# How long a bot waits before it acts: the server's ``bot_pace``.
SECONDS_FOR_A_BOT: Final = 0.9


@dataclass(frozen=True)
class Timing:
    """What somebody does who does what is asked."""

    words: int
    cards: int  # that are only read
    deeds: int
    bots: int  # decisions of others for which one waits; those made at the same time are one

    @property
    def reading(self) -> float:
        """Seconds spent with the cards."""
        return self.words * 60 / WORDS_A_MINUTE + self.cards * SECONDS_TO_GO_ON

    @property
    def doing(self) -> float:
        """Seconds spent on one's own moves."""
        return self.deeds * SECONDS_FOR_A_DEED

    @property
    def waiting(self) -> float:
        """Seconds spent watching the others."""
        return self.bots * SECONDS_FOR_A_BOT

    @property
    def minutes(self) -> float:
        """All of it."""
        return (self.reading + self.doing + self.waiting) / 60


class _Counted(Walk):
    """A walk that counts how often one waits for the others."""

    bots = 0
    _thinking: frozenset[str] = frozenset()

    def others(self) -> bool:
        asked = frozenset(one.seat for one in self.game.pending())
        acted = super().others()
        if acted:
            seat, _ = self.game.lines()[-1]
            self.bots += seat not in self._thinking
            self._thinking = asked - {seat}
        return acted


def timing(lesson: Lesson) -> Timing:
    """One walk through a lesson, first things first; a decision no card speaks of is passed."""
    own = 0

    def choose(step: str, lines: list[str]) -> str:
        nonlocal own
        own += 1
        return "pass" if not step and "pass" in lines else lines[0]

    walk = _Counted(lesson)
    walk.run(choose)
    cards = [lesson.steps[lesson.index(step)] for step in walk.shown]
    said = [step for step in cards if step.say]
    return Timing(
        words=sum(len(f"{step.title} {step.text}".split()) for step in cards),
        cards=len(walk.shown) - len(walk.deeds),
        deeds=own + len(said),
        bots=walk.bots,
    )


def table() -> str:
    """All lessons with their times."""
    head = f"{'lesson':12} {'cards':>5} {'words':>5} {'deeds':>5} {'bots':>5}   {'read':>5} {'do':>5} {'wait':>5}"
    rows = [f"{head}   minutes"]
    for lesson in lessons().values():
        found = timing(lesson)
        rows.append(
            f"{lesson.name:12} {len(lesson.steps):5} {found.words:5} {found.deeds:5} {found.bots:5}"
            f"   {found.reading:4.0f}s {found.doing:4.0f}s {found.waiting:4.0f}s   {found.minutes:.1f}"
        )
    return "\n".join(rows)


def run_lesson_times(argv: list[str]) -> int:
    """Print the table."""
    prog = "python3 run.py lesson-times"
    argparse.ArgumentParser(prog=prog, description=__doc__).parse_args(argv)
    print(table())
    return 0
