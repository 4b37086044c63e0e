"""Counts games that are over, one after the other, once each: also those of before a kill, and in a cluster."""

import asyncio
import logging
from typing import Final

import msgspec

from dragondune.server.config import Config
from dragondune.server.ranks.counting import pool_of, showings, why_not
from dragondune.server.ranks.ledger import (
    COUNTED,
    MOST_A_DAY,
    Ledger,
    Result,
    people_of,
    result_rows,
)
from dragondune.server.ranks.model import is_there, rated
from dragondune.server.storage.card import Meta, from_bytes
from dragondune.server.storage.store import Statement, Store, StoreError

LOGGER: Final = logging.getLogger("dragondune.server")
EVERY: Final = 1.0  # seconds between two looks for games that are over
TRIES: Final = 8
TOO_OFTEN: Final = f"The same people had {MOST_A_DAY} rated games that day."
NO_LIBRARY: Final = "Ratings need the extra 'people': pip install 'dragon-dune[table,people]'."


class Rater:
    """Counts what is over."""

    def __init__(self, store: Store, config: Config) -> None:
        self.store, self.config = store, config
        self.ledger = Ledger(store)

    async def run(self) -> None:
        """For as long as the server runs."""
        if not is_there():
            LOGGER.warning(NO_LIBRARY)
            return
        while True:
            try:
                await self.catch_up()
            except StoreError as error:
                LOGGER.warning("Results could not be counted: %s", error)
            except Exception:  # one game in trouble must not end the counting of all others
                LOGGER.exception("Results could not be counted.")
            await asyncio.sleep(EVERY)

    async def catch_up(self) -> int:
        """Count every game that waits for it; how many there were."""
        done = 0
        while waiting := await asyncio.to_thread(self.ledger.waiting):
            for game, at in waiting:
                await self.count(game, at)
            done += len(waiting)
        return done

    async def count(self, game: str, ended: float) -> None:
        """Count one; where another process was quicker, look again."""
        for attempt in range(TRIES):
            rows = await asyncio.to_thread(self._rows, game, ended)
            try:
                await self.store.write(rows)
                return
            except StoreError:
                if attempt + 1 == TRIES:
                    raise

    def _rows(self, game: str, ended: float) -> list[Statement]:
        found = self.store.card(game)
        nothing: list[Statement] = [(COUNTED, (game,))]
        if found is None or self.ledger.has(game):
            return nothing
        try:
            return self._counted(from_bytes(bytes(found[1])), ended)
        except msgspec.MsgspecError as error:
            LOGGER.warning("The card of table %s cannot be read: %s", game, error)
            return nothing

    def _counted(self, meta: Meta, ended: float) -> list[Statement]:
        seats, pool = self.ledger.without_leavers(meta.id, showings(meta)), pool_of(meta)
        people, place = people_of(seats), self.ledger.next_place(pool)
        why = why_not(meta, bool(self.config.rated_neighbours))
        if not why and self.ledger.lately(people, pool, ended) >= MOST_A_DAY:
            why = TOO_OFTEN
        told = (meta.title, meta.way, meta.turns, meta.public)
        result = Result(meta.id, pool, place, ended, *told, people, not why, why)
        before = self.ledger.of(pool, [one.account for one in seats if one.account])
        after = {} if why else rated(seats, before)
        return result_rows(result, seats, before, after)
