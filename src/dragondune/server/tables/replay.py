"""Bringing a table back from its log, or saying clearly why that cannot be done."""

from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby

import msgspec

from dragondune.model.refusal import Refusal
from dragondune.records import RULES_VERSION
from dragondune.server.bots.recollection import Recollection
from dragondune.server.play.session import (
    BOT,
    OPEN_STEPS,
    PLAYER,
    SEAT,
    Session,
    answer_at,
    is_free,
)
from dragondune.server.storage.card import OPEN, OVER, PLAYING, UNPLAYABLE, Meta, unplayable
from dragondune.server.storage.store import Position, Row, Store, StoreError
from dragondune.server.tables.journal import MOVES, RULES
from dragondune.server.tables.plans import REST
from dragondune.server.tables.quotas import is_aside
from dragondune.server.tables.receipts import digest, said
from dragondune.server.tables.stints import Stint
from dragondune.server.tables.versions import (
    carry_over,
    caught_up,
    change_rules,
    fits,
    is_fresh_start,
    leads_elsewhere,
    version_played,
)
from dragondune.server.wire.incoming import OrderSet

FIRST_UPDATE = 2  # the first one that anybody is told: set-up, and what followed of itself
AWAY, BACK, VOTE = "away", "back", "vote"
Pass = tuple[str, str, float]
KNOWN = MOVES | {"chat", "orders", "plan", REST, AWAY, BACK, VOTE}


@dataclass
class Loaded:
    """What the log of a table told."""

    session: Session | None = None
    orders: dict[str, OrderSet] = field(default_factory=dict)
    plans: dict[str, str] = field(default_factory=dict)  # what is left of planned turns
    talk: list[tuple[int, str | None, str, float]] = field(default_factory=list)
    done: dict[str, dict[int, int]] = field(default_factory=dict)
    away: set[str] = field(default_factory=set)
    stints: dict[str, Stint] = field(default_factory=dict)  # the last time a bot played for whom
    votes: dict[int, dict[int, float]] = field(
        default_factory=dict
    )  # for whom, by whom: gone since
    since: dict[str, float] = field(default_factory=dict)  # how long whose decision is open
    asides: Counter[str] = field(default_factory=Counter)
    recall: Recollection = field(default_factory=Recollection)
    passes: list[Pass] = field(default_factory=list)  # who passed, where, after how many seconds
    seq: int = 0
    change: str = ""  # a line to be added to the log: from here on by the rules of today
    trouble: str = ""


def load_session(store: Store, meta: Meta) -> Loaded:
    """Play the log again; ``trouble`` says what went wrong.

    Whatever a log may hold, it must not take the server down nor another table with it: hence
    every error counts as trouble of this table.
    """
    try:
        return _load(store.log(meta.id), meta, store.position(meta.id))
    except StoreError:
        raise  # the database is away, which says nothing about the table
    except Exception as error:
        return Loaded(trouble=_explain(meta, str(error) or type(error).__name__))


def _load(rows: list[Row], meta: Meta, position: Position | None) -> Loaded:
    loaded = Loaded(seq=rows[-1].seq if rows else 0)
    for row in rows:
        try:
            _read(row, meta, loaded)
        except Exception as error:
            raise ValueError(f"Line {row.seq} of its log cannot be read: {error}") from error
    if meta.status != OPEN:
        _bring_back(loaded, meta, [row for row in rows if row.kind in MOVES], position)
        assert loaded.session is not None
        unknown = set(loaded.session.game.seats) ^ {str(seat.faction) for seat in meta.seats}
        if unknown:
            raise ValueError(f"The seats do not fit the game: {', '.join(sorted(unknown))}.")
        loaded.since = _since(meta, rows, loaded.session)
    elif any(row.kind in MOVES for row in rows):
        raise ValueError("The game was played, but its card says that it has not begun.")
    return loaded


def _read(row: Row, meta: Meta, loaded: Loaded) -> None:
    """What a line tells besides the game."""
    if row.kind not in KNOWN:
        raise ValueError(f"this version does not know the kind {row.kind!r}.")
    if row.cid:
        loaded.done.setdefault(row.seat, {})[int(row.cid)] = digest(said(row.kind, row.text))
    if is_aside(row.kind, row.text):
        loaded.asides[row.seat] += 1
    if row.kind == "chat":
        to, text = msgspec.json.decode(row.text, type=tuple[str | None, str])
        if not text:
            return  # its words were taken out
        sender = int(row.seat[1:])
        if not 0 <= sender < len(meta.seats):
            raise ValueError(f"there is no seat {row.seat}.")
        loaded.talk.append((sender, to, text, float(row.at)))
    elif row.kind == "orders":
        loaded.orders[row.seat] = msgspec.json.decode(row.text, type=OrderSet)
    elif row.kind == REST:
        loaded.plans[row.seat] = row.text
    else:
        _read_absence(row, meta, loaded)


def _read_absence(row: Row, meta: Meta, loaded: Loaded) -> None:
    """Who came and went, what bots did meanwhile, and who voted for that."""
    if row.kind == AWAY:
        loaded.away.add(row.seat)
        loaded.stints[row.seat] = Stint(row.text, row.n)
        loaded.votes.pop(_number(row.seat, meta), None)
    elif row.kind == BACK:
        if row.seat in loaded.away:
            loaded.stints[row.seat].ended = row.n
        loaded.away.discard(row.seat)
        loaded.votes.pop(_number(row.seat, meta), None)
    elif row.kind == BOT and row.seat in loaded.away:
        loaded.stints[row.seat].deeds.append(row.n)
    elif row.kind == VOTE:
        about, _, since = row.text.partition(" ")
        cast = loaded.votes.setdefault(int(about), {})
        cast.pop(_number(row.seat, meta), None)
        if since:
            cast[_number(row.seat, meta)] = float(since)


def _number(faction: str, meta: Meta) -> int:
    return [seat.faction for seat in meta.seats].index(faction)


def _since(meta: Meta, rows: list[Row], session: Session) -> dict[str, float]:
    """From when the clock of each open decision runs: when it came up, or its player came back."""
    opened = {row.n: float(row.at) for row in rows if row.kind in MOVES}
    back = {row.seat: float(row.at) for row in rows if row.kind == BACK}
    begin = meta.began or meta.created
    return {
        seat: max(opened.get(session.asked[seat], begin), back.get(seat, 0.0))
        for seat in session.legal
    }


def _explain(meta: Meta, error: str) -> str:
    if meta.rules_version != RULES_VERSION:
        why = (
            f"It was played by version {meta.rules_version} of the rules; "
            f"this program plays version {RULES_VERSION}. {error}"
        )
    else:
        why = f"Its record cannot be replayed: {error}"
    return unplayable(why)


def mark_card(meta: Meta, found: Loaded) -> None:
    """The card in memory says whether the table can be played."""
    if found.trouble:
        # Not stored: a version that can read this table goes on with it.
        meta.status, meta.trouble = UNPLAYABLE, found.trouble
    elif meta.status == UNPLAYABLE and found.session is not None:
        over = found.session.game.over
        meta.status, meta.trouble = OVER if over else PLAYING, ""
        meta.winners = list(found.session.game.winners)


def new_session(meta: Meta) -> Session:
    """The game of a table before its first action."""
    return Session(
        meta.edition, tuple(meta.options), meta.order, meta.seed, meta.contracts, meta.position
    )


def _bring_back(loaded: Loaded, meta: Meta, rows: list[Row], position: Position | None) -> None:
    """Play the log again; what was played by older rules goes on as well as it can."""
    passes = Passes(meta, rows)
    session, stop = _replay(meta, rows, loaded.recall, passes)
    loaded.session, loaded.passes = session, passes.found
    version = version_played(meta, position)
    known = position
    if position is not None and not fits(position, rows):
        # By the rules of today the log says as much, and says it sooner.
        known = caught_up(position, rows, meta) if version < RULES_VERSION else None
    if not stop and known is not None and leads_elsewhere(session, known):
        stop = "Its log leads to another position than the one that was stored."
    if stop and version >= RULES_VERSION:
        raise ValueError(stop)
    if version < RULES_VERSION:
        n = max(session.n, rows[-1].n if rows else 0) + 1
        loaded.change, loaded.trouble = carry_over(session, n, version, known, stop, meta)


class Passes:
    """Collects how long those took who had a choice; of bots, who passed where a hand mattered."""

    def __init__(self, meta: Meta, rows: list[Row]) -> None:
        self.meta = meta
        self.found: list[Pass] = []
        self._began = meta.began or meta.created
        self._at = {row.n: float(row.at) for row in rows}

    def look(self, session: Session, row: Row) -> None:
        """This line is about to be played."""
        step, passed = session.step(), row.text.strip() == "pass"
        veiled = passed and step not in OPEN_STEPS
        told = veiled if row.kind == BOT else row.kind == PLAYER and not is_free(row.text)
        if not told or len(session.legal.get(row.seat, ())) < 2:
            return
        opened = session.opened if row.kind == BOT else session.asked
        since = self._at.get(opened[row.seat], self._began)
        who = row.seat if row.kind == PLAYER else self.meta.seat_of_faction(row.seat).bot
        self.found.append((who, answer_at(step, row.text), float(row.at) - since))


def _replay(
    meta: Meta, rows: list[Row], recall: Recollection, passes: Passes
) -> tuple[Session, str]:
    """The game so far as the log can be played, and why not further."""
    session, stop = new_session(meta), ""
    for n, group in groupby(rows, key=lambda row: row.n):
        lines = list(group)
        if stop and not is_fresh_start(lines[0]):
            continue
        try:
            _play_update(session, n, lines, recall, passes)
        except ValueError as error:
            # What was begun cannot be taken back: play anew what came before.
            before = [row for row in rows if row.n < n]
            session, _ = _replay(meta, before, Recollection(), Passes(meta, before))
            stop = str(error)
        else:
            stop = ""
    while session.n < FIRST_UPDATE:
        session.close_update()
    return session, stop


def _play_update(
    session: Session, n: int, lines: list[Row], recall: Recollection, passes: Passes
) -> None:
    """One update of the log; ValueError where it leads elsewhere than it once did."""
    if lines[0].kind == RULES:
        change_rules(session, n, lines[0].text)
    else:
        while session.n < n - 1:
            session.close_update()
        for row in lines:
            passes.look(session, row)
            recall.replay(
                *(session.game, row.seat, row.text, row.kind == BOT), partial(_play, session, row)
            )
        session.close_update()
    if not session.has_mark(lines[-1].mark):
        raise ValueError(f"Update {n} leads to another position than it did when it was played.")


def _take_back(session: Session, row: Row) -> Refusal | None:
    """A line says how many lines of the game an undo left; those of older releases say nothing."""
    if not row.text:
        return session.undo_as_before(row.seat)
    refusal = session.undo(row.seat)
    if refusal is None and len(session.lines) != int(row.text):
        raise ValueError("It takes back something else.")
    return refusal


def _play(session: Session, row: Row) -> None:
    if row.kind == "hint":
        session.hint(row.seat)
        return
    if row.kind == SEAT:
        session.seat_changed(row.seat, row.text)
        return
    # Everybody is told what is wrong with a table, so neither a line nor its refusal is: both may
    # name a plan or a card that nobody else knows.
    wrong = f"Line {row.seq} of its log, of the {row.seat}, is refused."
    try:
        if row.kind == "undo":
            answer = _take_back(session, row)
        else:
            answer = session.act(row.seat, row.text, row.kind)
    except Exception as error:
        raise ValueError(wrong) from error
    if isinstance(answer, Refusal):
        raise ValueError(wrong)
