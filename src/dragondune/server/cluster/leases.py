"""Who has which table, as the database knows it.

A process is there as long as it says so: its lease ends a few seconds after its last word. One that
dies is missed sooner: it holds a lock as long as its connection is open, and silence without the lock
counts after a third of that time. What it owns goes to whoever asks next. Each change of hands raises the table's
fence, a number that every write carries; so however late a word of a former owner comes, it changes
nothing. For a moment after the database itself was started again, nobody's silence counts: nobody
could speak.
"""

import secrets
import threading
from typing import Any, Final

import psycopg

from dragondune.server.cluster.peers import Peer
from dragondune.server.storage.postgres import AWAY, CHANNEL, Connection, connect, run
from dragondune.server.storage.store import Statement, StoreError

PRESENCE: Final = 4_242_002  # the advisory locks of processes that are connected
KEY: Final = f"{PRESENCE}, hashtext(?) & 2147483647"
CONNECTED: Final = f"""EXISTS (
    SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE d.datname = current_database() AND l.locktype = 'advisory'
    AND l.classid = {PRESENCE} AND l.objid = ({KEY.partition(", ")[2].replace("?", "p.id")})::oid
)"""
# Is the process p there? Both ? are the length of a lease in seconds.
ALIVE: Final = f"""(
    clock_timestamp() < pg_postmaster_start_time() + make_interval(secs => ?) OR CASE
    WHEN p.until <= clock_timestamp() THEN FALSE
    WHEN p.until > clock_timestamp() + make_interval(secs => ? * 0.65) THEN TRUE
    ELSE {CONNECTED} END
)"""
FREE: Final = (
    "(o.process IS NULL OR NOT EXISTS"
    f" (SELECT 1 FROM processes p WHERE p.id = o.process AND {ALIVE}))"
)
NOTE: Final = "INSERT INTO tenures (table_id, fence, process) SELECT table_id, fence, ? FROM mine"
CLAIM: Final = f"""
WITH mine AS (
    INSERT INTO owners AS o (table_id, process, fence)
    SELECT id, ?, 1 FROM tables WHERE id = ?
    ON CONFLICT (table_id) DO UPDATE SET process = excluded.process, fence = o.fence + 1
    WHERE o.process = excluded.process OR {FREE}
    RETURNING table_id, fence
), noted AS ({NOTE})
SELECT fence FROM mine
"""
ORPHANS: Final = f"""
WITH lost AS (
    SELECT o.table_id FROM owners o JOIN tables t ON t.id = o.table_id
    WHERE t.status = 'playing' AND {FREE} LIMIT ? FOR UPDATE OF o SKIP LOCKED
), mine AS (
    UPDATE owners o SET process = ?, fence = o.fence + 1 FROM lost
    WHERE o.table_id = lost.table_id RETURNING o.table_id, o.fence
), noted AS ({NOTE})
SELECT table_id, fence FROM mine
"""
OWNER: Final = (
    "SELECT p.id, p.address, p.door, p.draining FROM owners o JOIN processes p ON p.id = o.process "
    "WHERE o.table_id = ?"
)
PEERS: Final = f"SELECT p.id, p.address, p.door, p.draining FROM processes p WHERE {ALIVE}"
HERE: Final = (
    "INSERT INTO processes (id, address, door, until) "
    "VALUES (?, ?, ?, clock_timestamp() + make_interval(secs => ?)) "
    "ON CONFLICT (id) DO UPDATE SET until = excluded.until"
)
BEGIN: Final = (
    "INSERT INTO owners VALUES (?, ?, 1)",
    "INSERT INTO tenures (table_id, fence, process) VALUES (?, 1, ?)",
)


class Leases:
    """What one process asks the database about itself and others."""

    def __init__(self, url: str, seconds: float) -> None:
        self.url = url
        self.seconds = seconds
        self.id = secrets.token_hex(8)
        self._asking = threading.Lock()
        self._connection = connect(url)

    @property
    def _lease(self) -> tuple[float, float]:
        """What ``ALIVE`` has to be told."""
        return self.seconds, self.seconds

    def ask(self, sql: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        """Ask, and once more on a new connection where the old one has gone."""
        with self._asking:
            try:
                return self._once(sql, values)
            except AWAY:
                self._connection.close()
                self._connection = connect(self.url)
            try:
                return self._once(sql, values)
            except AWAY as error:
                raise StoreError(" ".join(str(error).split())) from error

    def _once(self, sql: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        try:
            done = run(self._connection, sql, values)
            return done.fetchall() if done.description else []
        except AWAY:
            raise
        except psycopg.Error as error:
            raise StoreError(" ".join(str(error).split())) from error

    # --- tables ----------------------------------------------------------------------------

    def claim(self, table_id: str) -> int:
        """Take a table that nobody has, or that is ours: its new fence; 0 where another has it."""
        values = (self.id, table_id, *self._lease, self.id)
        return sum(fence for (fence,) in self.ask(CLAIM, values))

    def owner(self, table_id: str) -> Peer | None:
        """Who has a table."""
        return next((Peer(*row) for row in self.ask(OWNER, (table_id,))), None)

    def orphans(self, most: int) -> list[tuple[str, int]]:
        """Take games under way that nobody has: table and fence."""
        rows = self.ask(ORPHANS, (*self._lease, most, self.id, self.id))
        return [(table_id, fence) for table_id, fence in rows]

    def bury(self) -> bool:
        """Forget processes that are gone; True where there were some, and what they had is free."""
        sql = f"DELETE FROM processes p WHERE NOT {ALIVE} RETURNING p.id"
        dead = [name for (name,) in self.ask(sql, self._lease)]
        if dead:
            self.ask("UPDATE owners SET process = NULL WHERE process = ANY(?)", (dead,))
            self.tell("left")
        return bool(dead)

    def release(self, fences: dict[str, int]) -> None:
        """Let tables go that are ours by these fences; whoever asks next has them."""
        self.ask(
            "UPDATE owners o SET process = NULL FROM unnest(?::text[], ?::bigint[]) "
            "AS given (table_id, fence) WHERE o.process = ? AND (o.table_id, o.fence) = "
            "(given.table_id, given.fence)",
            (list(fences), list(fences.values()), self.id),
        )

    def still_mine(self) -> dict[str, int]:
        """Every table that is ours, with its fence."""
        sql = "SELECT table_id, fence FROM owners WHERE process = ?"
        return dict(self.ask(sql, (self.id,)))

    def begin(self, table_id: str) -> tuple[Statement, ...]:
        """What is written with a new table's first card, so that it is ours from the beginning."""
        own, note = BEGIN
        return (own, (table_id, self.id)), (note, (table_id, self.id))

    # --- processes -------------------------------------------------------------------------

    def peers(self) -> list[Peer]:
        """Every process that is there, this one among them."""
        return [Peer(*row) for row in self.ask(PEERS, self._lease)]

    def drain(self) -> None:
        """Tell that this process takes no tables any more."""
        self.ask("UPDATE processes SET draining = TRUE WHERE id = ?", (self.id,))

    def leave(self) -> None:
        """This process is gone, and with it what it had."""
        self.ask("DELETE FROM processes WHERE id = ?", (self.id,))
        self.tell("left")

    def tell(self, news: str) -> None:
        """Let every process know."""
        self.ask("SELECT pg_notify(?, ?)", (CHANNEL, news))

    def secret(self) -> str:
        """A word that the processes of this database know and nobody else."""
        found = "SELECT value FROM settings WHERE name = 'secret'"
        add = "INSERT INTO settings VALUES ('secret', ?) ON CONFLICT DO NOTHING"
        self.ask(add, (secrets.token_urlsafe(32),))
        return str(self.ask(found)[0][0])

    def close(self) -> None:
        """Let go of the database."""
        with self._asking:
            self._connection.close()


def come_in(connection: Connection, me: Peer) -> None:
    """Hold the lock by which others know that a process is connected."""
    run(connection, f"SELECT pg_advisory_lock_shared({KEY})", (me.id,))


def say_here(connection: Connection, me: Peer, seconds: float) -> None:
    """A process is there, for so many seconds more."""
    run(connection, HERE, (me.id, me.address, me.door, seconds))
