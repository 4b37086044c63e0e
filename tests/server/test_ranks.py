"""Results and ratings: what counts, who came before whom, once each, and the same again from the stored games."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from server.finished import last_turn, play_out
from server.signing import cookie_for, signed_in

from dragondune.server.config import Config
from dragondune.server.lobby import keeping
from dragondune.server.lobby import people as seats
from dragondune.server.lobby.hall import Hall
from dragondune.server.people.accounts import Account
from dragondune.server.people.leaving import erase_rows, own_data
from dragondune.server.ranks.anchors import ANCHORS
from dragondune.server.ranks.audit import Audit
from dragondune.server.ranks.counting import Showing, showings, why_cannot, why_not
from dragondune.server.ranks.ledger import MOST_A_DAY, Ledger
from dragondune.server.ranks.model import Rating, rated, shown
from dragondune.server.ranks.rater import Rater
from dragondune.server.ranks.reading import HIDDEN, Reading
from dragondune.server.storage.card import OVER, AccountId, Meta, Seat
from dragondune.server.storage.opening import open_store
from dragondune.server.storage.store import Store, card_row, ending_rows
from dragondune.server.tables.ending import ABANDONED, CLOSED, RESIGNED
from dragondune.server.wire.incoming import PeopleWish
from dragondune.server.wire.problems import ProblemError
from tools.trials.running import RunningServer

FACTIONS = ("dwarves", "elves", "goblins", "orcs")


def card(*who: str, game: str = "one", winners: tuple[str, ...] = ("elves",), **more: Any) -> Meta:
    """A rated game that is over; a bot's name has no capital."""
    places = [
        Seat("bot", name.capitalize(), name, faction=faction)
        if name in ANCHORS
        else Seat("human", name, account=name, faction=faction, token_hash=f"{game}{name}")
        for name, faction in zip(who, FACTIONS, strict=False)
    ]
    usual: dict[str, Any] = {"rated": True, "hints": False, "status": OVER, "way": "three castles"}
    return Meta(game, 1.0, "r9", [], places, "seed", winners=list(winners), **(usual | more))


def places(meta: Meta) -> list[int]:
    return [one.place for one in showings(meta)]


# --- who came before whom ------------------------------------------------------------------


def test_a_shared_victory_is_a_tie_at_the_top() -> None:
    assert places(card("A", "B", "C", "D", winners=("elves", "orcs"))) == [1, 0, 1, 0]


def test_who_gave_up_has_lost_even_where_a_bot_won_with_their_seat() -> None:
    meta = card("A", "B", "C", "D")
    meta.seats[1].quit, meta.seats[1].resigned, meta.seats[1].kind = 20.0, True, "bot"
    meta.seats[3].quit = 30.0  # away at the end
    assert places(meta) == [1, 3, 1, 2]
    assert not showings(meta)[1].won


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"rated": False}, "unrated"),
        ({"options": ["weaknesses"]}, "house rules"),
        ({"hints": True}, "Hints"),
        ({"hotseat": True}, "one device"),
        ({"lesson": "first"}, "lesson"),
        ({"origin": "x/3"}, "beginning"),
        ({"position": "…"}, "beginning"),
        ({"near": True}, "one address"),
        ({"winners": [], "way": CLOSED}, "ended before"),
    ],
)
def test_games_that_prove_nothing_do_not_count(change: dict[str, Any], word: str) -> None:
    meta = card("A", "B", "steward", "random")
    assert not why_not(meta, neighbours=False)
    for name, value in change.items():
        setattr(meta, name, value)
    assert word in why_not(meta, neighbours=False)


def test_guests_and_bots_nobody_measured_keep_a_game_from_counting() -> None:
    guest, stray, bots = (
        card("A", "B", "C"),
        card("A", "steward", "steward"),
        card("steward", "random"),
    )
    guest.seats[2].account = ""
    stray.seats[1].bot = "stray"
    assert "guest" in why_not(guest, False)
    assert "bot" in why_not(stray, False)
    assert "Nobody" in why_not(bots, False)
    near = card("A", "B", near=True)
    assert not why_not(near, neighbours=True)
    assert why_cannot(card("A", "B"))  # both from the device that opens it


def test_leaving_cannot_undo_a_loss() -> None:
    """Where everybody gives up, the first to do so comes last; alone against bots it is a loss too."""
    both = card("A", "B", winners=(), way=RESIGNED)
    both.seats[0].quit, both.seats[1].quit = 5.0, 9.0
    assert places(both) == [3, 2]
    assert not why_not(both, False)
    alone = card("A", "steward", winners=(), way=ABANDONED)
    alone.seats[0].quit = 5.0
    assert places(alone) == [2, 1]
    assert not why_not(alone, False)


# --- the model -----------------------------------------------------------------------------


def seat(account: str, place: int, bot: str = "") -> Showing:
    return Showing(0, account, bot, account, "elves", place, place == 0, False)


def test_winners_rise_losers_fall_and_bots_stay() -> None:
    found = rated([seat("A", 0), seat("B", 1), seat("", 1, "steward")], {})
    assert set(found) == {"A", "B"}
    assert found["A"].mu > Rating().mu > found["B"].mu
    assert found["A"].sigma < Rating().sigma
    assert found["A"] == rated([seat("A", 0), seat("B", 1), seat("", 1, "steward")], {})["A"]
    shared = rated([seat("A", 0), seat("B", 0), seat("C", 1), seat("D", 1)], {})
    assert shared["A"].mu == pytest.approx(shared["B"].mu)
    assert shared["A"].mu < found["A"].mu


def test_beating_what_is_weaker_by_far_brings_next_to_nothing() -> None:
    weak = [seat("A", 0), seat("", 1, "random"), seat("", 1, "random"), seat("", 1, "random")]
    strong = [seat("A", 0), *(seat("", 1, "champion") for _ in range(3))]
    settled = {"A": Rating(25.0, 2.0, 40, 10)}
    gain = rated(weak, settled)["A"].mu - 25.0
    assert 0 <= gain < 0.02
    assert rated(strong, settled)["A"].mu - 25.0 > 10 * gain
    assert shown(ANCHORS["steward"].mu) == 1000
    assert [shown(ANCHORS[b].mu) for b in ("random", "steward", "warlord", "champion")] == sorted(
        shown(ANCHORS[b].mu) for b in ("random", "steward", "warlord", "champion")
    )


# --- counted once --------------------------------------------------------------------------


def keep(store: Store, *cards: Meta) -> None:
    for one in cards:
        asyncio.run(store.write([card_row(one), *ending_rows(one)]))


def counted(store: Store) -> list[tuple[Any, ...]]:
    return store.rows("SELECT pool, account, mu, sigma, games, wins FROM ratings ORDER BY 1, 2")


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_each_game_counts_once_whoever_counts_and_how_often(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("postgres") if kind == "postgres" else ""
    config = Config(data=str(tmp_path), postgres=url, people=1)
    store, other = open_store(config), open_store(config)
    try:
        games = [card("A", "B", "C", "steward", game=f"g{n}") for n in range(6)]
        keep(store, *games)

        async def together() -> None:
            await asyncio.gather(*(Rater(one, config).catch_up() for one in (store, other)))

        asyncio.run(together())
        assert [row[4] for row in counted(store)] == [6, 6, 6]
        assert sorted(place for (place,) in store.rows("SELECT place FROM results")) == list(
            range(1, 7)
        )
        before = counted(store)
        keep(store, *games)  # a card that is written again after the end
        asyncio.run(Rater(store, config).catch_up())
        assert counted(store) == before
        audit = Audit(store)
        assert not audit.wrong
        assert (audit.games, audit.compared) == (6, 6)
        asyncio.run(store.write([("UPDATE ratings SET mu = 40 WHERE account = ?", ("A",))]))
        audit = Audit(store)
        assert len(audit.wrong) == 1
        asyncio.run(store.write(audit.repairs))
        assert counted(store) == before
    finally:
        store.close()
        other.close()


def test_the_same_people_cannot_count_all_day(tmp_path: Path) -> None:
    config = Config(data=str(tmp_path), people=1)
    store = open_store(config)
    try:
        keep(store, *(card("A", "B", game=f"g{n}") for n in range(MOST_A_DAY + 2)))
        keep(store, card("A", "C", game="another"))
        asyncio.run(Rater(store, config).catch_up())
        assert Ledger(store).of("r9/2", ["A", "B"])["B"].games == MOST_A_DAY
        assert Ledger(store).of("r9/2", ["C"])["C"].games == 1
        assert not Audit(store).wrong
    finally:
        store.close()


def test_a_game_is_counted_after_its_end_and_so_is_a_resignation(tmp_path: Path) -> None:
    """From the table itself: whoever resigns has lost, and the game's end waits on the disk to be counted."""

    async def whole() -> None:
        config = Config(data=str(tmp_path), people=1, bot_pace=0, veil_median=0)
        hall = Hall(config)
        try:
            table = await last_turn(hall)
            for number, one in enumerate(table.meta.seats):
                one.account = f"account-{number}"
            await seats.act(hall, table, AccountId("account-2"), PeopleWish("resign"))
            await play_out(table)
            assert table.meta.status == OVER
            assert table.meta.way
            assert [game for game, _ in Ledger(hall.store).waiting()] == [table.meta.id]
            await Rater(hall.store, config).catch_up()
            read = Reading(hall.store, "account-0").history("account-0", "").games[0]
            assert not read.rated
            assert [one.gone for one in read.players] == [False, False, True, False]
            assert not Ledger(hall.store).waiting()
            other = await last_turn(hall)
            other.meta.seats[0].account = "account-0"
            await keeping.close(other)
            assert other.meta.way == CLOSED
            assert Ledger(hall.store).waiting()
        finally:
            hall.close()

    asyncio.run(whole())


# --- who may see it ------------------------------------------------------------------------


def people_with_games(store: Store, config: Config) -> tuple[Account, Account]:
    anna, ben = cookie_for(store, "Anna")[0], cookie_for(store, "Ben")[0]
    for n in range(MOST_A_DAY):
        one = card(anna.id, ben.id, "steward", game=f"g{n}", title="Secret", public=n == 0)
        one.seats[0].name, one.seats[1].name = "Queen A", "King B"
        keep(store, one)
    asyncio.run(Rater(store, config).catch_up())
    return anna, ben


def test_a_profile_is_seen_as_far_as_its_owner_allows(tmp_path: Path) -> None:
    config = Config(data=str(tmp_path), people=1)
    store = open_store(config)
    try:
        anna, ben = people_with_games(store, config)
        board = Reading(store, "").leaderboard("r9/3", "")
        assert [row.name for row in board.rows] == [HIDDEN, HIDDEN]
        assert [row.account for row in board.rows] == [None, None]
        assert board.mine is None
        mine = Reading(store, ben.id).leaderboard("r9/3", "")
        assert [(row.name, row.rank, row.me) for row in mine.rows] == [
            ("Ben", 1, True),
            (HIDDEN, 2, False),
        ]
        assert mine.mine is not None
        assert not mine.mine.provisional
        with pytest.raises(ProblemError):
            Reading(store, ben.id).profile(anna)
        anna.wishes.profile = "everybody"
        asyncio.run(store.write([_stored(anna)]))
        seen = Reading(store, "").profile(anna)
        assert (seen.games, seen.wins, seen.sight) == (10, 0, None)
        assert [(r.name, r.games, r.theirs) for r in seen.rivals] == [(HIDDEN, 10, 10)]
        past = Reading(store, "").history(anna.id, "").games
        assert [one.table for one in past].count(None) == 9
        assert {one.title for one in past} == {"", "Secret"}
        assert {p.name for one in past if one.table is None for p in one.players} == {
            "Anna",
            HIDDEN,
            "Steward",
        }
        assert Reading(store, ben.id).history(ben.id, "").games[0].table is not None
    finally:
        store.close()


def _stored(account: Account) -> Any:
    from dragondune.server.people.accounts import account_row

    return account_row(account)


def test_an_account_that_goes_takes_its_name_along_and_the_ratings_still_add_up(
    tmp_path: Path,
) -> None:
    config = Config(data=str(tmp_path), people=1)
    store = open_store(config)
    try:
        anna, _ = people_with_games(store, config)
        taken = own_data(store, anna, [])
        assert len(taken["results"]) == 10
        assert taken["ratings"][0]["pool"] == "r9/3"
        asyncio.run(store.write(erase_rows(anna.id)))
        for name in ("showings", "ratings", "results", "ties", "entries", "accounts"):
            assert anna.id not in str(store.rows(f"SELECT * FROM {name}"))
        assert "Queen A" not in str(store.rows("SELECT * FROM showings"))
        assert not Audit(store).wrong
    finally:
        store.close()


# --- over HTTP -----------------------------------------------------------------------------


def test_a_rated_table_wants_accounts_and_plain_rules(people_server: RunningServer) -> None:
    _, here = signed_in(people_server, "Rated")
    _, there = signed_in(people_server, "Rated too")
    wish = {"rated": True, "hints": False, "seats": [{"kind": "human"}, {"kind": "open"}]}
    assert here.post("/api/tables", json=wish | {"hints": True}).status_code == 400
    assert here.post("/api/tables", json=wish | {"options": ["weaknesses"]}).status_code == 400
    made = here.post("/api/tables", json=wish).json()
    path = f"/api/tables/{made['table']}"
    assert here.get(path).json()["rated"]
    assert here.post(f"{path}/join", json={}).status_code == 409
    here.cookies.clear()
    assert here.post(f"{path}/join", json={}).status_code == 401
    assert here.post("/api/tables", json=wish).status_code == 401
    assert there.post(f"{path}/join", json={}).status_code == 201


def test_pages_that_do_not_exist_are_refused(people_server: RunningServer) -> None:
    _, here = signed_in(people_server, "Pager")
    assert here.get("/api/people/players/me").json()["sight"] == "nobody"
    assert here.get("/api/people/players/me/results").json() == {"games": [], "next": None}
    assert here.get("/api/people/ratings/r9/4").json()["rows"] == []
    for page in ("x", "1~nan~a", "1~inf~a", "9" * 200, "~~", "1~1e999~a"):
        found = here.get("/api/people/ratings/r9/4", params={"page": page})
        assert found.status_code == 400, page
    assert here.get("/api/people/players/me/results?page=x").status_code == 400
    assert here.get("/api/people/ratings/r10/4").status_code == 404
    assert here.get("/api/people/players/nobody").status_code == 404
    assert here.post("/api/people/sight", json={"sight": "all"}).status_code == 400
    assert here.post("/api/people/sight", json={"sight": "players"}).status_code == 200
    assert here.get("/api/people/players/me").json()["sight"] == "players"
