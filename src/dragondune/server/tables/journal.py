"""Where a move becomes durable, and how a message that comes again is known.

``append`` comes back when the disk has the lines. Only then is anyone told of them.
"""

from typing import Final

from dragondune.server.play.session import Session
from dragondune.server.storage.card import Meta
from dragondune.server.storage.store import INSERT_LOG, Row, Statement, Store, card_row
from dragondune.server.tables.quotas import Quotas, is_aside
from dragondune.server.tables.receipts import digest, said
from dragondune.server.wire.answers import Answer

Entry = tuple[str, str, int, str]  # kind, seat, the client's number of it, text
AGAIN: Final = Answer(True, "again")


class Journal:
    """The log of one table."""

    def __init__(self, store: Store, table_id: str, quotas: Quotas) -> None:
        self.store = store
        self.table_id = table_id
        self.quotas = quotas
        self.seq = 0
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
        cards = [] if card is None else [card_row(card)]
        await self.store.write([*self._rows(entries, at, session), *cards, *also])
        self.seq += len(entries)
        for kind, seat, cid, text in entries:
            self.quotas.written[seat] += is_aside(kind, text)
            if cid:
                self.done.setdefault(seat, {})[cid] = digest(said(kind, text))

    def _rows(self, entries: list[Entry], at: float, session: Session | None) -> list[Statement]:
        n, mark = (session.n, session.mark) if session is not None else (0, 0)
        rows = [
            Row(number, n, kind, seat, cid, text, mark, at)
            for number, (kind, seat, cid, text) in enumerate(entries, self.seq + 1)
        ]
        return [(INSERT_LOG, (self.table_id, *row)) for row in rows]

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
