"""Where a move becomes durable, and how a message that comes again is known.

``append`` comes back when the disk has the lines. Only then is anyone told of them.
"""

import time
from typing import Final

from msgspec.structs import replace

from dragondune.records import RULES_VERSION
from dragondune.server import gauges
from dragondune.server.play.session import ALSO, BOT, FORCED, ORDER, PLAYER, SEAT, Session
from dragondune.server.storage.card import UNPLAYABLE, Meta, unplayable
from dragondune.server.storage.store import (
    Position,
    Row,
    Statement,
    Store,
    StoreError,
    card_row,
    ending_rows,
    fence_row,
    log_row,
    position_row,
)
from dragondune.server.tables.quotas import Quotas, is_aside
from dragondune.server.tables.receipts import digest, said
from dragondune.server.wire.answers import Answer

Entry = tuple[str, str, int, str]  # kind, seat, the client's number of it, text
# The lines of a log that change where the game stands, or what is told of it. RULES: from here on
# other rules are played; by which they were and are, and a position where one was set up.
RULES: Final = "rules"
MOVES: Final = frozenset((PLAYER, ALSO, BOT, FORCED, ORDER, RULES, SEAT, "undo", "deal", "hint"))
# Those that a game plays again from any position before them.
PLAYED: Final = frozenset((PLAYER, ALSO, BOT, FORCED, ORDER))
AGAIN: Final = Answer(True, "again")


class Journal:
    """The log of one table."""

    def __init__(self, store: Store, table_id: str, quotas: Quotas) -> None:
        self.store = store
        self.table_id = table_id
        self.quotas = quotas
        self.seq = 0
        self.owes = False  # has the game moved on since its position was stored?
        self.fence = 0  # by which a process owns the table, where several share the database
        self.done: dict[str, dict[int, int]] = {}  # what each seat's numbers stood for

    async def append(
        self,
        entries: list[Entry],
        at: float,
        session: Session | None,
        card: Meta | None = None,
        also: tuple[Statement, ...] = (),
    ) -> None:
        """Store lines, and a changed card if there is one: all or nothing.

        StoreError: the disk did not take it, and nothing has changed there.
        """
        cards = [] if card is None else [card_row(card), *ending_rows(card)]
        moved = session is not None and (not entries or any(kind in MOVES for kind, *_ in entries))
        waits = moved and card is None and self._may_wait(entries, session)
        places = self._places(len(entries), session) if moved and not waits else []
        rows = self._rows(entries, at, session)
        await self.store.write([*self.fences(), *rows, *places, *cards, *also])
        self.seq += len(entries)
        if moved:
            self.owes = waits
        for kind, seat, cid, text in entries:
            gauges.counted(kind).inc()
            self.quotas.written[seat] += is_aside(kind, text)
            if cid:
                self.done.setdefault(seat, {})[cid] = digest(said(kind, text))

    def fences(self) -> list[Statement]:
        """What makes a write fail where another process has taken the table over."""
        return [fence_row(self.table_id, self.fence)] if self.fence else []

    async def change_rules(self, line: str, session: Session | None, meta: Meta) -> bool:
        """From here on the rules of today are played; until the disk knows it, nothing is."""
        card = replace(meta, rules_version=RULES_VERSION)
        try:
            await self.append([(RULES, "", 0, line)], time.time(), session, card)
        except StoreError as error:
            why = f"The rules have changed, and that could not be stored ({error})."
            meta.status, meta.trouble = UNPLAYABLE, unplayable(why)
            return False
        meta.rules_version = RULES_VERSION
        return True

    def _may_wait(self, entries: list[Entry], session: Session | None) -> bool:
        """Can the position be stored a moment later? These lines lead to it from the one before."""
        over = session is None or session.game.over
        return bool(entries) and not over and all(kind in PLAYED for kind, *_ in entries)

    def _places(self, more: int, session: Session | None) -> list[Statement]:
        """What stores where the game stands, after so many more lines."""
        if session is None:
            return []
        place = Position(self.seq + more, RULES_VERSION, session.game.position())
        return [position_row(self.table_id, place)]

    def _rows(self, entries: list[Entry], at: float, session: Session | None) -> list[Statement]:
        n, mark = (session.n, session.mark) if session is not None else (0, 0)
        return [
            log_row(self.table_id, Row(number, n, kind, seat, cid, text, mark, at))
            for number, (kind, seat, cid, text) in enumerate(entries, self.seq + 1)
        ]

    def known(self, who: str, cid: int, what: str) -> Answer | None:
        """The answer to a message that was carried out before, or that reuses its number."""
        done = self.done.get(who, {}).get(cid)
        if done is None:
            return None
        if done == digest(what):
            return AGAIN
        return Answer(False, f"The number {cid} was used for another message.")

    def last_id(self, *names: str) -> int:
        """The highest number that one who goes by these names has used."""
        return max((cid for name in names for cid in self.done.get(name, ())), default=0)
