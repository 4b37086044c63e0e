"""One's own data: all of it to take along, and all of it gone."""

from typing import Any, Final

from msgspec.json import decode

from dragondune.server.lobby.people import resign
from dragondune.server.people.accounts import Account
from dragondune.server.people.errands import GONE, errands_row
from dragondune.server.people.ways import CODE, EMAIL, Way
from dragondune.server.storage.card import (
    FORMER,
    OPEN,
    OVER,
    PLAYING,
    Meta,
    Seat,
    copy_of,
    from_bytes,
    new_nobody,
)
from dragondune.server.storage.store import Statement, Store, no_notes_row
from dragondune.server.tables.table import Table

# Every table of the database with rows of an account: what is exported, and what is deleted.
OWN: Final = (
    *("ways_in", "visits", "links", "holdings"),
    *("ties", "members", "invitations", "sanctions", "moderators"),
    *("tidings", "targets", "deliveries", "vacations"),
)
# What stays where it concerns others, under a word that leads to nobody: results, ratings, a tournament's entries.
RENAMED: Final = ("showings", "ratings", "entries")

ELSEWHERE: Final = (
    "DELETE FROM ties WHERE other = ?",
    "DELETE FROM invitations WHERE host = ?",
    "UPDATE reports SET reporter = '' WHERE reporter = ?",
)
# Nothing is taken out of the record of what moderators did.
WRITTEN_DOWN: Final = (
    "reports SET about = ? WHERE about",
    "deeds SET about = ? WHERE about",
    "deeds SET moderator = ? WHERE moderator",
)

# A club goes to whoever has been in it for longest; one that nobody else is in ends.
HEIR: Final = (
    "UPDATE members SET role = 'owner' WHERE role = 'member' AND club IN "
    "(SELECT o.club FROM members o WHERE o.account = ? AND o.role = 'owner') AND account = "
    "(SELECT m.account FROM members m WHERE m.club = members.club AND m.role = 'member' "
    "ORDER BY m.since, m.account LIMIT 1)"
)
LONELY: Final = (
    "SELECT o.club FROM members o WHERE o.account = ? AND o.role = 'owner' AND NOT EXISTS "
    "(SELECT 1 FROM members m WHERE m.club = o.club AND m.role = 'owner' AND m.account <> o.account)"
)
END_CLUBS: Final = (
    f"DELETE FROM clubs WHERE id IN ({LONELY})",
    f"DELETE FROM members WHERE club IN ({LONELY})",
)


def erase_rows(account: str) -> list[Statement]:
    """The statements that delete an account with all that belongs to it; its tables hear of it by errands."""
    nobody = new_nobody()
    parts: list[Statement] = [(sql, (account,)) for sql in (HEIR, *END_CLUBS)]
    parts.append(errands_row(account, GONE, nobody))
    parts += [(f"DELETE FROM {name} WHERE account = ?", (account,)) for name in OWN]
    parts += [(sql, (account,)) for sql in ELSEWHERE]
    parts += [("UPDATE remarks SET account = '', name = ? WHERE account = ?", (FORMER, account))]
    parts += [(f"UPDATE {sql} = ?", (nobody, account)) for sql in WRITTEN_DOWN]
    parts += rename_rows(account, nobody)
    return [*parts, ("DELETE FROM accounts WHERE id = ?", (account,))]


def rename_rows(account: str, nobody: str) -> list[Statement]:
    """The statements by which results and ratings, and a tournament's entries, lead to nobody any more."""
    again = "DELETE FROM ratings WHERE account = ? AND pool IN (SELECT pool FROM ratings WHERE account = ?)"
    games = "SELECT game FROM showings WHERE account = ?"
    return [
        (again, (nobody, account)),  # of two that were counted at once, the later
        *(
            (f"UPDATE {name} SET account = ? WHERE account = ?", (nobody, account))
            for name in RENAMED
        ),
        ("UPDATE showings SET name = ? WHERE account = ?", (FORMER, nobody)),
        ("UPDATE ratings SET listed = 0 WHERE account = ?", (nobody,)),
        ("UPDATE entries SET name = ?, gone = 1 WHERE account = ?", (FORMER, nobody)),
        (
            f"UPDATE results SET people = REPLACE(people, ?, ?) WHERE game IN ({games})",
            (account, nobody, nobody),
        ),
    ]


def own_data(store: Store, account: Account, ways: list[Way]) -> dict[str, Any]:
    """Everything that is kept of an account, as its owner may take it along. Secrets are left out."""
    held = "SELECT table_id, since FROM holdings WHERE account = ? ORDER BY since"
    noted = (
        "SELECT n.table_id, n.seat, n.data, t.data FROM holdings h JOIN notes n "
        "ON n.table_id = h.table_id JOIN tables t ON t.id = h.table_id WHERE h.account = ?"
    )
    told = "SELECT channel, address, made, trouble FROM targets WHERE account = ? ORDER BY made"
    visits = "SELECT device, made, seen FROM visits WHERE account = ? ORDER BY made"
    return {
        "id": account.id,
        "name": account.name,
        "created": account.created,
        "settings": account.wishes,
        "ways_in": [_told(way) for way in ways],
        "signed_in": [
            {"device": device, "since": made, "last": seen}
            for device, made, seen in store.rows(visits, (account.id,))
        ],
        "results": _listed(store, RESULTS, account.id),
        "ratings": _listed(store, RATINGS, account.id),
        "people": _listed(store, TIES, account.id),
        "clubs": _listed(store, CLUBS, account.id),
        "tournaments": _listed(store, CUPS, account.id),
        "reports": _listed(store, REPORTS, account.id),
        "tables": [
            {"table": table, "since": since, "record": f"/api/tables/{table}/record"}
            for table, since in store.rows(held, (account.id,))
        ],
        "told_at": [
            {"channel": channel, "address": address, "made": made, "trouble": trouble}
            for channel, address, made, trouble in store.rows(told, (account.id,))
        ],
        "vacations": store.rows(
            "SELECT began, ends FROM vacations WHERE account = ?", (account.id,)
        ),
        "notes": [
            {"table": table, "notes": decode(bytes(data))}
            for table, seat, data, card in store.rows(noted, (account.id,))
            if from_bytes(bytes(card)).seats[seat].account == account.id
        ],
    }


# What is kept beside the account itself: the names of the columns are those of the export.
RESULTS: Final = (
    "SELECT game, ended, faction, won, gone, mu, sigma, mu_after, sigma_after FROM showings "
    "WHERE account = ? ORDER BY ended"
)
RATINGS: Final = "SELECT pool, mu, sigma, games, wins FROM ratings WHERE account = ?"
TIES: Final = "SELECT other, kind, since FROM ties WHERE account = ?"
CLUBS: Final = "SELECT club, role, since FROM members WHERE account = ?"
CUPS: Final = "SELECT cup, number, name, at FROM entries WHERE account = ?"
REPORTS: Final = "SELECT about, at, text FROM reports WHERE reporter = ?"


def _listed(store: Store, sql: str, account: str) -> list[dict[str, Any]]:
    names = [name.strip() for name in sql[len("SELECT ") : sql.index(" FROM")].split(",")]
    return [dict(zip(names, row, strict=True)) for row in store.rows(sql, (account,))]


def _told(way: Way) -> dict[str, Any]:
    shown = way.id if way.kind == EMAIL else way.data.get("label", "")
    return {"kind": way.kind, "name": "" if way.kind == CODE else shown, "made": way.made}


async def disown(table: Table, account: str, nobody: str) -> None:
    """A table forgets whose seat it was, and the game goes on.

    Where it counts, going is giving up: the others' result must not depend on an account that is there.
    """
    async with table.lock:
        if table.meta.status != OVER:
            await table.load_locked()
        mine = table.meta.seat_of_account(account)
        card, freed = _disowned(table.meta, account, nobody)
        if mine is not None and card.status == PLAYING and (card.rated or card.cup):
            await resign(table, mine, table.config.stand_in, card)
        elif card != table.meta:
            await table.change_card(card)
        await table.services.store.write([no_notes_row(card.id, number) for number in freed])
    table.announcer.now()


def _disowned(meta: Meta, account: str, nobody: str) -> tuple[Meta, list[int]]:
    """The card without an account, and which seats were its own."""
    card, freed = copy_of(meta), []
    for number, seat in enumerate(card.seats):
        seat.former = [nobody if one == account else one for one in seat.former]
        if seat.account != account:
            continue
        freed.append(number)
        seat.name, seat.account = FORMER, nobody
        if card.status == OPEN:
            card.seats[number] = Seat("open", wish=seat.wish)
    return card, freed


async def rename_seats(table: Table, account: str, name: str) -> None:
    """A name was taken away: at tables too, whatever somebody was called there."""
    async with table.lock:
        if table.meta.status != OVER:
            await table.load_locked()
        card = copy_of(table.meta)
        for seat in card.seats:
            if seat.account == account:
                seat.name = name
        if card != table.meta:
            await table.change_card(card)
    table.announcer.now()
