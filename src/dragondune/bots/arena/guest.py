"""Bots from outside play here as guests: each kind in a process of its own, so that it can do no harm.

A guest that raises, takes too long, answers with something illegal or ends its process has lost its game: the
log names it, and a steward plays the rest of that game in its seat, for the sake of the others. What a
guest prints goes to the standard error. ``DRAGONDUNE_BOT_SECONDS`` says how long it may think about one
decision (60 seconds otherwise).
"""

import atexit
import json
import logging
import os
import pickle
import queue
import struct
import subprocess
import sys
import threading
import traceback
from importlib import import_module, metadata
from operator import index
from typing import IO, Any, Final

from dragondune.bots.bargaining.answers import Reply
from dragondune.bots.bargaining.memory import Mood
from dragondune.bots.base import Bot
from dragondune.bots.steward.steward import Steward
from dragondune.model.contracts import Contract
from dragondune.views.view import View

ENTRY_POINTS: Final = "dragondune.bots"  # packages name their bots in this group
SECONDS: Final = "DRAGONDUNE_BOT_SECONDS"
USUAL_SECONDS: Final = 60.0
SEATED: Final = "DRAGONDUNE_BOTS"  # bots that a server offers besides, with commas
START_SECONDS: Final = 60.0  # to start and import
TRACED: Final = 10  # different faults of one kind of guest that are shown with their lines
MOST_GUESTS: Final = 100  # of one kind: a server has a new one for each decision
FAILED: Final = "failed:"  # before what went wrong, in an answer
_LOG: Final = logging.getLogger(__name__)
_HOMES: dict[str, "Home"] = {}


class GuestError(Exception):
    """A guest has failed; the text says how."""


def installed() -> dict[str, str]:
    """The bots that installed packages offer: name and ``module:Class``."""
    found = metadata.entry_points(group=ENTRY_POINTS)
    return {entry.name: entry.value for entry in sorted(found, key=lambda entry: entry.name)}


def guest_names() -> list[str]:
    """The guests that may be seated at a table: those installed, and those the host has named."""
    named = [name.strip() for name in os.environ.get(SEATED, "").split(",")]
    return [*installed(), *(name for name in named if name)]


def class_of(name: str) -> type[Bot]:
    """The class that ``module:Class`` names; ValueError says why there is none."""
    module, _, word = name.partition(":")
    try:
        found = getattr(import_module(module), word)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"There is no bot {name!r}: {error}.") from error
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise ValueError(f"There is no bot {name!r}: {word} is no class made from Bot.")
    return found


class Guest(Bot):
    """A bot from outside, as the table knows it."""

    def __init__(self, seed: int = 0, kind: str = "", called: str = "") -> None:
        super().__init__(seed)
        home = home_of(kind)
        self.kind, self.called = kind, called
        self.name = called or home.name
        self.talks_always = home.talks_always
        self.failed = ""
        self._number = 0
        self._home: Home | None = None
        self._stand_in = Steward(seed)

    def choose(self, view: View, legal: list[int]) -> int:
        answer = self._ask("choose", view, legal)
        if not self.failed and answer[0] not in legal:
            self._fail(f"it chose {answer[0]!r}, which is not legal")
        if self.failed:
            choice = self._stand_in.choose(view, legal)
            self.reason = f"{self.called or self.kind} has lost this game ({self.failed}); a steward plays on."
            return choice
        self.reason = str(answer[1])
        return int(answer[0])

    def anytime(self, view: View, legal: list[int]) -> int | None:
        answer = self._ask("anytime", view, legal)
        if self.failed or answer[0] is None:
            return None
        if answer[0] not in legal:
            self._fail(f"it did {answer[0]!r} unasked, which is not legal")
            return None
        return int(answer[0])

    def answer_offer(self, view: View, offer: Contract, mood: Mood) -> Reply:
        answer = self._ask("answer_offer", view, offer, mood)
        if self.failed or answer[0] is None:
            return super().answer_offer(view, offer, mood)
        return Reply(str(answer[0]), str(answer[1]))

    def make_offer(self, view: View, mood: Mood) -> Reply | None:
        answer = self._ask("make_offer", view, mood)
        return None if self.failed or answer[0] is None else Reply(str(answer[0]), str(answer[1]))

    def _ask(self, method: str, *about: object) -> list[Any]:
        if self.failed:
            return [None, ""]
        try:
            home = _alive(self.kind)
            if home is not self._home:  # never there, or the process has ended since
                self._home, self._number = home, home.admit(self.seed)
            return home.ask((self._number, method, about), patience())
        except GuestError as error:
            self._fail(str(error))
            return [None, ""]

    def _fail(self, why: str) -> None:
        self.failed = why
        _LOG.warning("The bot %s has lost a game: %s.", self.called or self.kind, why)

    def __reduce__(self) -> tuple[object, ...]:
        return Guest, (self.seed, self.kind, self.called)


def patience() -> float:
    """How long a guest may think about one decision, in seconds."""
    try:
        return float(os.environ.get(SECONDS, "")) or USUAL_SECONDS
    except ValueError:
        return USUAL_SECONDS


def home_of(kind: str) -> "Home":
    """The process of this kind of guest, started where there is none."""
    home = _HOMES.get(kind)
    if home is None:
        home = Home(kind)
        home.greet()
        _HOMES[kind] = home
    return home


def _alive(kind: str) -> "Home":
    """The same for a guest that plays already: it can fail now, and is not told how it is named."""
    try:
        return home_of(kind)
    except ValueError as error:
        raise GuestError(str(error)) from error


class Home:
    """The process in which all guests of one kind live."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
        self._process = subprocess.Popen(
            [sys.executable, "-c", f"from {__name__} import live; live({kind!r})"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": paths},
        )
        self._heard: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        self._guests = 0
        self.name, self.talks_always = kind, False

    def greet(self) -> None:
        """Wait until the class is there; ValueError says why there is none."""
        try:
            answer = json.loads(self._heard.get(timeout=START_SECONDS))
        except (queue.Empty, ValueError):
            answer = [FAILED, f"There is no bot {self.kind!r}: its module cannot be imported."]
        if answer[0] == FAILED:
            self.close()
            raise ValueError(answer[1])
        self.name, self.talks_always = str(answer[0]), bool(answer[1])

    def _listen(self) -> None:
        lines = self._process.stdout
        assert lines is not None
        for line in lines:
            self._heard.put(line)
        self._heard.put(b"")

    def admit(self, seed: int) -> int:
        """A new guest moves in: its number."""
        self._guests += 1
        self.ask((self._guests, "", (seed,)), START_SECONDS)
        return self._guests

    def ask(self, question: tuple[object, ...], seconds: float) -> list[Any]:
        """What a guest answers; GuestError says how it failed. Then the process is ended."""
        try:
            _send(self._process.stdin, question)
            line = self._heard.get(timeout=seconds)
            answer = json.loads(line) if line else None
        except (OSError, ValueError):
            answer = None
        except queue.Empty:
            self.close()
            raise GuestError(f"it took more than {seconds:g} seconds for a decision") from None
        if not isinstance(answer, list) or len(answer) != 2:
            self.close()
            raise GuestError("its process ended")
        if answer[0] == FAILED:
            raise GuestError(f"it raised {answer[1]}")
        return answer

    def close(self) -> None:
        """End the process."""
        _HOMES.pop(self.kind, None)
        self._process.kill()
        self._process.wait()


def _send(line: "IO[bytes] | None", question: tuple[object, ...]) -> None:
    assert line is not None
    message = pickle.dumps(question)
    line.write(struct.pack("<I", len(message)) + message)
    line.flush()


@atexit.register
def _close_all() -> None:
    for home in list(_HOMES.values()):
        home.close()


# --- the other side ------------------------------------------------------------------------


def live(kind: str) -> None:
    """The work of a home: asks its guests until nobody wants to know any more."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a guest prints must not be taken for an answer
    asked, guests = sys.stdin.buffer, dict[int, Bot]()
    make = _make(kind, answers)
    told: set[str] = set()
    while make and (head := asked.read(4)):
        number, method, about = pickle.loads(asked.read(struct.unpack("<I", head)[0]))
        try:
            guests[number] = guests.pop(number) if method else make(*about)
            if len(guests) > MOST_GUESTS:
                del guests[next(iter(guests))]  # not asked for longest: its game is over
            answer = _answer(guests[number], method, about)
        except Exception as error:
            answer = [FAILED, repr(error)]
            if repr(error) not in told and len(told) < TRACED:
                told.add(repr(error))  # whoever writes a bot wants to know the line, once
                traceback.print_exc()
        _tell(answers, answer)


def _tell(answers: IO[bytes], answer: list[object]) -> None:
    answers.write(json.dumps(answer).encode() + b"\n")
    answers.flush()


def _make(kind: str, answers: IO[bytes]) -> type[Bot] | None:
    """The class, and the first answer: is there one?"""
    try:
        make = class_of(kind)
        # A class that is compiled, or made from one, has these in its instances alone.
        bot = make(0)
    except Exception as error:
        text = (
            str(error) if isinstance(error, ValueError) else f"There is no bot {kind!r}: {error!r}."
        )
        _tell(answers, [FAILED, text])
        return None
    _tell(answers, [bot.name, bot.talks_always])
    return make


def _answer(bot: Bot, method: str, about: tuple[object, ...]) -> list[object]:
    if not method:
        return [None, ""]
    found = getattr(bot, method)(*about)
    if isinstance(found, Reply):
        return [found.line, found.sentence]
    return [_number(found), bot.reason]


def _number(found: object) -> int | None:
    """What a bot chose, numbers of other libraries included; TypeError says what was expected."""
    try:
        return None if found is None else index(found)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(
            f"{found!r} is none of the numbers in legal (an Action's number is its code)"
        ) from None
