"""The tables of the database, one step for each schema there ever was.

A database says which schema it has; opening it takes the steps that it lacks, all of them or none.
A step is written in SQLite's words, which ``for_postgres`` puts into the other's; what only one of
the two needs stands apart. Steps that were released are never changed: a new one is added.
"""

import re
from typing import Final, NamedTuple


class Step(NamedTuple):
    """From one schema to the next."""

    both: str
    sqlite: str = ""
    postgres: str = ""


# What keeps SQLite from changing the lines of a log.
GUARDS: Final = {
    name: f"CREATE TRIGGER IF NOT EXISTS {name} BEFORE {change} ON log\n"
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
    for name, change in (("log_is_not_changed", "UPDATE"), ("log_is_not_deleted", "DELETE"))
}
LOGS: Final = Step(
    both="""
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, created REAL NOT NULL, status TEXT NOT NULL, data BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS log (
    table_id TEXT NOT NULL, seq INTEGER NOT NULL, n INTEGER NOT NULL, kind TEXT NOT NULL,
    seat TEXT NOT NULL, cid INTEGER NOT NULL, text TEXT NOT NULL, mark INTEGER NOT NULL,
    at REAL NOT NULL, PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
""",
    sqlite="".join(f"{guard};\n" for guard in GUARDS.values()),
    postgres="""
ALTER TABLE log ADD COLUMN fence BIGINT NOT NULL DEFAULT 0;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE processes (
    id TEXT PRIMARY KEY, address TEXT NOT NULL, door TEXT NOT NULL, until TIMESTAMPTZ NOT NULL,
    draining BOOLEAN NOT NULL DEFAULT FALSE, began TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE TABLE owners (table_id TEXT PRIMARY KEY, process TEXT, fence BIGINT NOT NULL);
CREATE INDEX owners_by_process ON owners (process);
CREATE TABLE tenures (
    table_id TEXT NOT NULL, fence BIGINT NOT NULL, process TEXT NOT NULL,
    since TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (table_id, fence)
);
CREATE TABLE seals (
    commitment TEXT PRIMARY KEY, secret TEXT NOT NULL, until TIMESTAMPTZ NOT NULL
);
CREATE FUNCTION log_stays() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF current_setting('dragondune.keeper', TRUE) = 'on' THEN RETURN COALESCE(NEW, OLD); END IF;
    RAISE EXCEPTION 'the log is append-only';
END $$;
CREATE TRIGGER log_is_not_changed BEFORE UPDATE OR DELETE ON log
    FOR EACH ROW EXECUTE FUNCTION log_stays();
CREATE FUNCTION hold(ids TEXT[], fences BIGINT[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE held BIGINT;
BEGIN
    SELECT count(*) INTO held FROM (
        SELECT 1 FROM owners JOIN unnest(ids, fences) AS given (table_id, fence)
        USING (table_id, fence) ORDER BY table_id FOR SHARE OF owners
    ) AS found;
    IF held < cardinality(ids) THEN
        RAISE EXCEPTION 'another process has this table' USING ERRCODE = 'DD001';
    END IF;
END $$;
""",
)
POSITIONS: Final = Step(
    both="""
CREATE TABLE IF NOT EXISTS positions (
    table_id TEXT PRIMARY KEY, seq INTEGER NOT NULL, rules_version INTEGER NOT NULL,
    text TEXT NOT NULL
) WITHOUT ROWID;
"""
)
REVIEWS: Final = Step(
    both="""
CREATE TABLE IF NOT EXISTS reviews (
    table_id TEXT PRIMARY KEY, version INTEGER NOT NULL, data BLOB NOT NULL
) WITHOUT ROWID;
"""
)
# Which table a token holds a seat at, and what is not over: so that nothing else has to be in memory.
# A database of PostgreSQL is younger than this step.
SEATS: Final = Step(
    both="""
CREATE TABLE IF NOT EXISTS seats (
    token_hash TEXT PRIMARY KEY, table_id TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tables_by_status ON tables (status, created);
""",
    sqlite="""
INSERT OR IGNORE INTO seats
SELECT json_extract(seat.value, '$.token_hash'), tables.id FROM tables, json_each(
    CASE WHEN json_valid(CAST(data AS TEXT)) THEN CAST(data AS TEXT) ELSE '{}' END, '$.seats'
) AS seat WHERE json_extract(seat.value, '$.token_hash') <> '';
""",
)
# Who people are, where a server keeps accounts (``--people``); elsewhere these stay empty.
# ``ways_in``: passkeys, e-mail addresses and recovery codes; ``visits``: where an account is signed in;
# ``links``: sent by e-mail; ``spent``: what works once, and did; ``holdings``: who plays at which table.
PEOPLE: Final = Step(
    both="""
CREATE TABLE IF NOT EXISTS accounts (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, alike TEXT NOT NULL UNIQUE, created REAL NOT NULL,
    data BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ways_in (
    kind TEXT NOT NULL, id TEXT NOT NULL, account TEXT NOT NULL, made REAL NOT NULL,
    data BLOB NOT NULL, PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS ways_in_by_account ON ways_in (account);
CREATE TABLE IF NOT EXISTS visits (
    token_hash TEXT PRIMARY KEY, account TEXT NOT NULL, device TEXT NOT NULL, made REAL NOT NULL,
    seen REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS visits_by_account ON visits (account);
CREATE TABLE IF NOT EXISTS links (
    token_hash TEXT PRIMARY KEY, address TEXT NOT NULL, account TEXT NOT NULL, until REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS spent (id TEXT PRIMARY KEY, until REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS holdings (
    account TEXT NOT NULL, table_id TEXT NOT NULL, since REAL NOT NULL,
    PRIMARY KEY (account, table_id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS holdings_by_table ON holdings (table_id);
"""
)
# What people are to each other, and what came of their games; empty where a server keeps no accounts.
# ``endings``: games that are over and not yet counted; ``results`` and ``showings``: what came of a game, and of
# each of its seats; ``ratings``: what somebody has by them. ``cups``, ``entries``, ``pairings``: tournaments, who
# is in them, and their tables. ``ties``: friends, requests, blocks; ``clubs`` and ``members``; ``invitations`` to
# a table; ``remarks``: talk of those who watch. ``reports``, ``deeds``, ``sanctions``, ``moderators``: moderation.
# A table is called ``game`` here: what came of it outlives it, and no backup brings it back with the table.
COMPANY: Final = Step(
    both="""
CREATE TABLE IF NOT EXISTS endings (game TEXT PRIMARY KEY, at REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS results (
    game TEXT PRIMARY KEY, pool TEXT NOT NULL, place INTEGER NOT NULL, ended REAL NOT NULL,
    title TEXT NOT NULL, way TEXT NOT NULL, turns INTEGER NOT NULL, shown INTEGER NOT NULL,
    people TEXT NOT NULL, rated INTEGER NOT NULL, why TEXT NOT NULL, UNIQUE (pool, place)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS results_by_people ON results (people, ended);
CREATE TABLE IF NOT EXISTS showings (
    game TEXT NOT NULL, seat INTEGER NOT NULL, account TEXT NOT NULL, bot TEXT NOT NULL,
    name TEXT NOT NULL, faction TEXT NOT NULL, place INTEGER NOT NULL, won INTEGER NOT NULL,
    gone INTEGER NOT NULL, ended REAL NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL,
    mu_after REAL NOT NULL, sigma_after REAL NOT NULL, PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS showings_by_account ON showings (account, ended, game);
CREATE TABLE IF NOT EXISTS ratings (
    pool TEXT NOT NULL, account TEXT NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL,
    games INTEGER NOT NULL, wins INTEGER NOT NULL, listed INTEGER NOT NULL, latest REAL NOT NULL,
    PRIMARY KEY (pool, account)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS ratings_by_rank ON ratings (pool, listed, mu, account);
CREATE INDEX IF NOT EXISTS ratings_by_account ON ratings (account);
CREATE TABLE IF NOT EXISTS cups (
    id TEXT PRIMARY KEY, created REAL NOT NULL, state TEXT NOT NULL, data BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS cups_by_state ON cups (state, created);
CREATE TABLE IF NOT EXISTS entries (
    cup TEXT NOT NULL, number INTEGER NOT NULL, account TEXT NOT NULL, bot TEXT NOT NULL,
    name TEXT NOT NULL, salt TEXT NOT NULL, at REAL NOT NULL, gone INTEGER NOT NULL,
    PRIMARY KEY (cup, number)
) WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS entries_by_account ON entries (account, cup) WHERE account <> '';
CREATE TABLE IF NOT EXISTS pairings (
    cup TEXT NOT NULL, round INTEGER NOT NULL, number INTEGER NOT NULL, game TEXT NOT NULL,
    data BLOB NOT NULL, PRIMARY KEY (cup, round, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ties (
    account TEXT NOT NULL, other TEXT NOT NULL, kind TEXT NOT NULL, since REAL NOT NULL,
    PRIMARY KEY (account, other, kind)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS ties_by_other ON ties (other, kind);
CREATE TABLE IF NOT EXISTS clubs (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, alike TEXT NOT NULL UNIQUE, created REAL NOT NULL,
    data BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS members (
    club TEXT NOT NULL, account TEXT NOT NULL, role TEXT NOT NULL, since REAL NOT NULL,
    PRIMARY KEY (club, account)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS members_by_account ON members (account);
CREATE TABLE IF NOT EXISTS invitations (
    account TEXT NOT NULL, game TEXT NOT NULL, host TEXT NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (account, game)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS invitations_by_game ON invitations (game, host);
CREATE TABLE IF NOT EXISTS remarks (
    game TEXT NOT NULL, number INTEGER NOT NULL, account TEXT NOT NULL, name TEXT NOT NULL,
    text TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS remarks_by_account ON remarks (account);
CREATE TABLE IF NOT EXISTS reports (
    id TEXT PRIMARY KEY, at REAL NOT NULL, reporter TEXT NOT NULL, about TEXT NOT NULL,
    game TEXT NOT NULL, text TEXT NOT NULL, state TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS reports_by_state ON reports (state, at);
CREATE INDEX IF NOT EXISTS reports_by_reporter ON reports (reporter, at);
CREATE TABLE IF NOT EXISTS deeds (
    id TEXT PRIMARY KEY, at REAL NOT NULL, moderator TEXT NOT NULL, about TEXT NOT NULL,
    what TEXT NOT NULL, until REAL NOT NULL, why TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS deeds_by_time ON deeds (at);
CREATE TABLE IF NOT EXISTS sanctions (
    account TEXT NOT NULL, kind TEXT NOT NULL, until REAL NOT NULL, PRIMARY KEY (account, kind)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS moderators (account TEXT PRIMARY KEY, since REAL NOT NULL) WITHOUT ROWID;
"""
)
# Play over days. ``tidings``: what somebody is to be told, if it is still so when it is due; ``targets``: where
# to, with why one was given up; ``deliveries``: on their way there; ``vacations``; ``notes``: kept with a seat;
# ``chores``: which process does what only one may do; ``secrets``: what all processes sign with.
DAYS: Final = Step(
    both="""
CREATE TABLE IF NOT EXISTS tidings (
    account TEXT NOT NULL, table_id TEXT NOT NULL, kind TEXT NOT NULL, faction TEXT NOT NULL,
    place INTEGER NOT NULL, text TEXT NOT NULL, made REAL NOT NULL, due REAL NOT NULL,
    PRIMARY KEY (account, table_id, kind)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tidings_by_due ON tidings (due);
CREATE INDEX IF NOT EXISTS tidings_by_table ON tidings (table_id);
CREATE TABLE IF NOT EXISTS targets (
    id TEXT PRIMARY KEY, account TEXT NOT NULL, channel TEXT NOT NULL, address TEXT NOT NULL,
    data BLOB NOT NULL, made REAL NOT NULL, ended REAL NOT NULL, trouble TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS targets_by_account ON targets (account);
CREATE INDEX IF NOT EXISTS targets_by_address ON targets (address);
CREATE TABLE IF NOT EXISTS deliveries (
    id TEXT PRIMARY KEY, account TEXT NOT NULL, target TEXT NOT NULL, data BLOB NOT NULL,
    tries INTEGER NOT NULL, due REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS deliveries_by_due ON deliveries (due);
CREATE INDEX IF NOT EXISTS deliveries_by_target ON deliveries (target);
CREATE INDEX IF NOT EXISTS deliveries_by_account ON deliveries (account);
CREATE TABLE IF NOT EXISTS vacations (
    account TEXT NOT NULL, began REAL NOT NULL, ends REAL NOT NULL, PRIMARY KEY (account, began)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notes (
    table_id TEXT NOT NULL, seat INTEGER NOT NULL, changed REAL NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS chores (
    name TEXT PRIMARY KEY, holder TEXT NOT NULL, until REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""
)
# Which of an account's tables are the latest is known without their cards, which are long and lie far apart.
LISTS: Final = Step(both="CREATE INDEX IF NOT EXISTS tables_by_id ON tables (id, created);\n")
# ``errands``: what is still to be done at tables for somebody's sake, by whichever process has them.
ERRANDS: Final = Step(
    both="""
CREATE TABLE IF NOT EXISTS errands (
    table_id TEXT NOT NULL, account TEXT NOT NULL, what TEXT NOT NULL, text TEXT NOT NULL,
    at REAL NOT NULL, PRIMARY KEY (table_id, account, what)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS errands_by_time ON errands (at);
"""
)
# Tournaments are looked at when they are due, and change only where nobody else has changed them (``mark``).
# ``door``: from where somebody entered, told apart and no more, until the tournament is over.
DUE: Final = Step(
    both="""
ALTER TABLE cups ADD COLUMN organiser TEXT NOT NULL DEFAULT '';
ALTER TABLE cups ADD COLUMN mark TEXT NOT NULL DEFAULT '';
ALTER TABLE cups ADD COLUMN due REAL NOT NULL DEFAULT 0;
UPDATE cups SET due = 9e99 WHERE state = 'over';
CREATE INDEX cups_by_due ON cups (due);
CREATE INDEX cups_by_organiser ON cups (organiser, created);
ALTER TABLE entries ADD COLUMN door TEXT NOT NULL DEFAULT '';
CREATE INDEX pairings_by_game ON pairings (game);
""",
    sqlite="UPDATE cups SET organiser = json_extract(CAST(data AS TEXT), '$.organiser');\n",
    postgres="UPDATE cups SET organiser = convert_from(data, 'UTF8')::json ->> 'organiser';\n",
)
STEPS: Final = (LOGS, POSITIONS, REVIEWS, SEATS, PEOPLE, COMPANY, DAYS, LISTS, ERRANDS, DUE)
SCHEMA_VERSION: Final = len(STEPS)


def for_sqlite(version: int) -> str:
    """What brings a file of this schema up to the present one."""
    return "".join(step.both + step.sqlite for step in STEPS[version:])


def for_postgres(version: int) -> str:
    """The same for a database of PostgreSQL."""
    return "".join(_translated(step.both) + step.postgres for step in STEPS[version:])


def _translated(text: str) -> str:
    """SQLite's words in PostgreSQL's."""
    words = {"BLOB": "BYTEA", "REAL": "DOUBLE PRECISION", "INTEGER": "BIGINT"}
    text = text.replace(") WITHOUT ROWID", ")")
    return re.sub(r"\b(BLOB|REAL|INTEGER)\b", lambda found: words[found[0]], text)
