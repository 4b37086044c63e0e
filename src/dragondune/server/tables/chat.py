"""Talk at a table: to everyone, or to one seat alone."""

import asyncio
import time
from collections.abc import Iterable
from typing import Final, NamedTuple, Protocol, cast

from dragondune.server.audience.rights import hears_line
from dragondune.server.limits import Bucket
from dragondune.server.storage.card import UNPLAYABLE, Meta
from dragondune.server.tables.journal import Entry, Journal
from dragondune.server.tables.listener import Listener
from dragondune.server.tables.manners import Manners
from dragondune.server.tables.small_talk import answer, is_named
from dragondune.server.wire.answers import Answer
from dragondune.server.wire.incoming import Faction as FactionName
from dragondune.server.wire.outgoing import ChatMessage, TalkMessage, encode
from dragondune.server.wire.words import clean

LONGEST: Final = 500  # signs of a line
PAGE: Final = 50  # lines that are told at once
PAUSE: Final = 5.0  # seconds in which bots have one word for talk


class Line(NamedTuple):
    """What a seat said, to everyone or to one faction."""

    sender: int
    to: str | None
    text: str
    at: float


class Gathering(Protocol):
    """A table, as far as people talk there."""

    @property
    def lock(self) -> asyncio.Lock:
        """One change at a time."""

    @property
    def meta(self) -> Meta:
        """The table's card."""

    @property
    def journal(self) -> Journal:
        """What was said before."""

    @property
    def connections(self) -> Iterable[Listener]:
        """Who is there."""

    @property
    def manners(self) -> Manners:
        """Whom its people do not want to hear."""

    def faction(self, number: int | None) -> str | None:
        """The faction of a seat, once it is known."""

    async def write(self, entries: list[Entry], at: float | None = None) -> Answer:
        """Store lines."""


class Chat:
    """The talk of one table. Lines are not numbered, or gaps would tell of whispers."""

    def __init__(self, table: Gathering, most: int, each: int) -> None:
        self.table = table
        self.most = most  # lines of a seat
        self.each = each  # lines of a seat a minute
        self.lines: list[Line] = []
        self._quick: dict[int, Bucket] = {}
        self._answered = -PAUSE

    async def say(self, speaker: Listener, cid: int, text: str, to: str | None) -> Answer:
        """Somebody with a seat speaks."""
        table, text = self.table, clean(text, LONGEST)
        if not text:
            return Answer(False, "The message is empty.")
        async with table.lock:
            sender = speaker.seat  # not before: the seat may just have been given up
            if sender is None:
                return Answer(False, "You no longer have a seat here.")
            if table.meta.status == UNPLAYABLE:
                return Answer(False, table.meta.trouble)
            if sender in table.meta.muted:
                return Answer(False, "You can no longer talk at this table.")
            account = table.meta.seats[sender].account
            if (known := await table.manners.learn(account)).silenced:
                return Answer(False, known.silenced)
            if to is not None and to not in [seat.faction for seat in table.meta.seats]:
                return Answer(False, "Nobody plays that faction here.")
            before = table.journal.known(f"#{sender}", cid, f"chat {to} {text}")
            if before is not None:
                return before
            if (much := self.too_much(sender)) is not None:
                return Answer(False, much)
            answer = await self.put(Line(sender, to, text, round(time.time(), 3)), cid)
            if answer.ok:
                await self._bot_answers(sender, to, text)
            return answer

    async def _bot_answers(self, sender: int, to: str | None, text: str) -> None:
        """A bot that was spoken to, alone or among bots only, has a word for it, but not for a flood."""
        seats = self.table.meta.seats
        others = [number for number in range(len(seats)) if number != sender]
        if to is not None:
            others = [number for number in others if seats[number].faction == to]
        if not others or any(seats[number].kind != "bot" for number in others):
            return
        now = time.monotonic()
        if now - self._answered < PAUSE:
            return
        self._answered = now
        named = (n for n in others if is_named(seats[n].faction or "", text))
        words = answer(text, len(self.lines))
        back = None if to is None else self.table.faction(sender)
        await self.put(Line(next(named, others[0]), back, words, round(time.time(), 3)))

    def too_much(self, sender: int) -> str | None:
        """Why a seat has to be silent for now, if it has: nobody is to fill the disk with talk."""
        if sum(line.sender == sender for line in self.lines) >= self.most:
            return f"You have said {self.most} lines at this table, the most it keeps."
        bucket = self._quick.setdefault(sender, Bucket(self.each / 60, self.each))
        if not bucket.take():
            return f"You may say {self.each} lines a minute. Wait a moment."
        return None

    async def put(self, line: Line, cid: int = 0) -> Answer:
        """Store a line and let everyone hear it who may. The table is locked by the caller."""
        entry = ("chat", f"#{line.sender}", cid, encode([line.to, line.text]).decode())
        answer = await self.table.write([entry], line.at)
        if answer.ok:
            self.lines.append(line)
            for other in self.table.connections:
                if self._hears(other, line):
                    other.send(encode(self.message(line, other)))
        return answer

    def _hears(self, other: Listener, line: Line) -> bool:
        return hears_line(line.to, line.sender, other.seat, self.table.faction(other.seat))

    def catch_up(self, other: Listener, heard: int) -> None:
        """Send what a listener has not heard yet: the latest page of it."""
        audible = self._audible(other)
        if heard < len(audible):
            first = max(heard, len(audible) - PAGE)
            other.send(encode(self._page(None, first, audible[first:], other)))

    def page_before(self, other: Listener, cid: int, number: int) -> TalkMessage:
        """A page of what a listener heard before the line of that number."""
        audible = self._audible(other)[: max(0, number - 1)]
        first = max(0, len(audible) - PAGE)
        return self._page(cid, first, audible[first:], other)

    def _audible(self, other: Listener) -> list[Line]:
        return [line for line in self.lines if self._hears(other, line)]

    def _page(self, cid: int | None, first: int, lines: list[Line], other: Listener) -> TalkMessage:
        return TalkMessage(cid, first + 1, [self.message(line, other) for line in lines])

    def message(self, line: Line, other: Listener | None = None) -> ChatMessage:
        """A line as it is sent. Of whom one does not want to hear the words are missing, not the line:
        lines are counted."""
        seat = self.table.meta.seats[line.sender]
        speaker, to = cast("list[FactionName | None]", [seat.faction, line.to])
        text = line.text if self._wants(other, seat.account) else ""
        return ChatMessage(speaker, line.sender, seat.name, to, text, line.at)

    def _wants(self, other: Listener | None, speaker: str) -> bool:
        if other is None or other.seat is None or not speaker:
            return True
        return self.table.manners.hears(self.table.meta.seats[other.seat].account, speaker)
