"""Games played side by side, so that a network is asked about many positions at once.

Each game goes on by itself until a bot has a question that can be asked together with those of others;
when all games stand at one, all are asked. Every bot chooses what it would choose in a game alone
(``Bot.choose_together``), so the games are the same, whatever is played beside them.
"""

from collections.abc import Sequence

from dragondune.bots.arena.table import Choice, Course, Outcome


class Round:
    """Courses under way, and what each of them waits for."""

    def __init__(self, courses: Sequence[Course]) -> None:
        self.courses = courses
        self.waiting: dict[int, Choice] = {}
        self.outcomes: dict[int, Outcome] = {}
        self.failed: dict[int, Exception] = {}

    def play(self) -> None:
        """All to their ends; what broke off is in ``failed``, by its number, as the others go on."""
        for number in range(len(self.courses)):
            self._on(number, None)
        while self.waiting:
            asked, self.waiting = self.waiting, {}
            for number, answer in _answers(asked).items():
                self._on(number, answer)

    def _on(self, number: int, answer: int | None) -> None:
        """Play one game on to the next question that can be gathered, or to its end."""
        course = self.courses[number]
        try:
            asked = next(course) if answer is None else course.send(answer)
            while asked.bot.asks(asked.view) is None:
                asked = course.send(asked.bot.choose(asked.view, asked.legal))
            self.waiting[number] = asked
        except StopIteration as end:
            self.outcomes[number] = end.value
        except Exception as error:
            self.failed[number] = error


def _answers(asked: dict[int, Choice]) -> dict[int, int]:
    """What is chosen in each game; those who are asked of the same network are asked at once."""
    groups: dict[int, list[int]] = {}
    for number, one in asked.items():
        groups.setdefault(id(one.bot.asks(one.view)), []).append(number)
    found: dict[int, int] = {}
    for numbers in groups.values():
        together = [(asked[n].bot, asked[n].view, asked[n].legal) for n in numbers]
        found |= zip(numbers, together[0][0].choose_together(together), strict=True)
    return found
