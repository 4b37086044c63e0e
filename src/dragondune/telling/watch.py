"""Watch a whole game of random players or bots, told as a story."""

import shutil
import textwrap
import time
from collections.abc import Mapping
from typing import Final, TextIO

from dragondune.bots.arena.registry import make_bot
from dragondune.bots.arena.table import Observer, finish
from dragondune.bots.base import Bot
from dragondune.engine.agenda import step_of
from dragondune.engine.steps import BATTLES, TURN_BEGINS, VICTORY
from dragondune.game import Game, Header
from dragondune.model import events
from dragondune.model.events import Event, Log
from dragondune.model.factions import FACTION_NAMES, FACTION_OF_NAME
from dragondune.model.frames import frame_asked
from dragondune.model.ruleset import Ruleset
from dragondune.model.state import State
from dragondune.rules.setup import begin, new_state
from dragondune.telling.board import LEGEND, draw_board, summary
from dragondune.telling.epilogue import Chronicle, closing, epilogue, winner_line
from dragondune.telling.scenes import ROUND_TITLES, Line, Scene, opens, paragraphs
from dragondune.telling.words import styled, the, with_faction_colours

_WIDEST: Final = 98
_NARROWEST: Final = 30


def width() -> int:
    """Of lines: as the terminal is, within what can be read."""
    return max(_NARROWEST, min(shutil.get_terminal_size((_WIDEST, 24)).columns, _WIDEST))


def wrapped(text: str) -> list[str]:
    """A paragraph in lines, the first one standing out."""
    return textwrap.wrap(text, width(), initial_indent="  ", subsequent_indent="    ")


class Storyteller:
    """Hears events, gathers them into scenes and writes what is told."""

    def __init__(self, rules: Ruleset, out: TextIO, colour: bool, pace: float, omniscient: bool):
        self.rules, self.out, self.colour = rules, out, colour
        self.pace, self.omniscient = pace, omniscient
        self.chronicle = Chronicle()
        self.turn, self.first = 0, 0
        self._kind, self._round, self._number = "setup", 0, 0
        self._events: list[Event] = []
        self._title = self._picture = ""

    # --- hearing -------------------------------------------------------------------------

    def hear(self, event: Event) -> None:
        """Take an event into the present scene, or begin a new one with it."""
        opening = opens(event, self._kind, self._round)
        if opening is not None:
            self.finish_scene()
            self._kind, self._round = opening
        if isinstance(event, events.TurnBegan):
            self.turn, self.first = event.number, event.first
            self._number = 0
        self._number += isinstance(event, events.OnSale)
        self.chronicle.note(event)
        self._events.append(event)

    def finish_scene(self) -> None:
        """Write what was heard since the last scene."""
        if not self._events:
            return
        scene = Scene(self._kind, self.turn, self._round, self._number, self._events)
        self._events = []
        for line in paragraphs(scene, self.rules, self.omniscient):
            self._head()
            self._paragraph(line)

    # --- writing -------------------------------------------------------------------------

    def _head(self) -> None:
        """A round's title stands above its first line, so that an empty round has none."""
        title = ROUND_TITLES[self._round]
        if self.turn and self._round:
            title = f"Turn {self.turn} · {title}"
        if title == self._title:
            return
        self._title = title
        note = f" ({the(self.first)} go first)" if self._round == 1 else ""
        self.heading(title + note)

    def heading(self, title: str) -> None:
        """A line that begins a new part."""
        line = f"── {title} ".ljust(width(), "─")
        self.write("")
        self.write(styled(line, "title") if self.colour else line)

    def _paragraph(self, line: Line) -> None:
        text = f"[secret] {line.text}" if line.secret else line.text
        if line.aside:
            text += f" [secret: {line.aside}]"
        for row in wrapped(text):
            self.write(self.coloured(row, line.secret))

    def coloured(self, line: str, is_secret: bool) -> str:
        """The line as the terminal is to show it."""
        if not self.colour:
            return line
        return styled(line, "quiet") if is_secret else with_faction_colours(line)

    def write(self, line: str) -> None:
        """One line, and the time to read it."""
        self.out.write(line + "\n")
        self.out.flush()
        if self.pace and line:
            time.sleep(self.pace)

    def open_board(self, s: State, title: str) -> None:
        """The first look at the board, with its signs explained."""
        self.show(s, title)
        for line in ("", *LEGEND):
            self.write(line)

    def show(self, s: State, title: str) -> None:
        """The board and the table of factions."""
        self.heading(title)
        picture = draw_board(s, self.colour)
        # the same picture twice tells a reader nothing
        seen, self._picture = picture == self._picture, picture
        self.out.write("  The board has not changed.\n\n" if seen else f"{picture}\n\n")
        self.out.write(f"{summary(s, self.colour)}\n")
        self.out.flush()
        time.sleep(self.pace)


def _attend(s: State, teller: Storyteller) -> None:
    """Tell what has happened so far, and show the board where a reader wants to see it."""
    assert s.log is not None
    for event in s.log.events:
        teller.hear(event)
    s.log.events.clear()
    s.log.chances.clear()
    entry = s.stack[-1]
    step = step_of(entry)
    if step == TURN_BEGINS and not s.turn:
        teller.finish_scene()
        teller.open_board(s, "The board at the start")
    elif step == BATTLES and not frame_asked(entry):
        teller.finish_scene()
        teller.show(s, f"Turn {s.turn} · after all moves")
    elif step == VICTORY:
        teller.finish_scene()
        teller.show(s, f"Turn {s.turn} · at its end")


class Attendance(Observer):
    """The storyteller at a table of bots."""

    def __init__(self, s: State, teller: Storyteller) -> None:
        self.s, self.teller = s, teller

    def before_step(self, s: State) -> None:
        _attend(s, self.teller)

    def said(self, seat: str, sentence: str) -> None:
        if self.s.log is not None:
            self.s.log.add(events.Said(faction=FACTION_OF_NAME[seat], words=sentence))


def watch(
    seed: int,
    edition_rules: Ruleset,
    order: tuple[int, ...],
    *,
    colour: bool,
    pace: float,
    out: TextIO,
    omniscient: bool = True,
    bots: Mapping[str, Bot] | None = None,
    contracts: bool = True,
) -> None:
    """Play one game and tell it; the same seed tells the same story.

    Where no bot sits, the choice is uniformly random. Bots make contracts if ``contracts`` says so.
    ``pace`` is the pause after each line in seconds. With ``omniscient`` off, only what everyone
    at the table may know is told.
    """
    seated = dict(bots or {})
    kinds = sorted({bot.name for bot in seated.values()}) or ["random player"]
    for f in order:
        seated.setdefault(FACTION_NAMES[f], make_bot("random", seed * len(FACTION_NAMES) + f))
    s = new_state(edition_rules, order, str(seed))
    s.log = Log()
    teller = Storyteller(edition_rules, out, colour, pace, omniscient)
    teller.heading(f"Dragon Dune · a game of {' and '.join(kinds)}s · seed {seed}")
    begin(s)
    if s.turn:
        # where nobody had anything to decide, the game is on its way before one can look
        _attend(s, teller)
        teller.finish_scene()
        teller.open_board(s, "The board at the first decision")
    finish(Game(Header("", (), contracts), s), seated, Attendance(s, teller))
    _end(s, teller)


def _end(s: State, teller: Storyteller) -> None:
    assert s.log is not None
    for event in s.log.events:
        teller.hear(event)
    teller.finish_scene()
    teller.heading("The end")
    for text in (closing(s, teller.chronicle), *epilogue(s, teller.chronicle)):
        for row in wrapped(text):
            teller.write(teller.coloured(row, False))
    teller.write("")
    teller.write(winner_line(s))
