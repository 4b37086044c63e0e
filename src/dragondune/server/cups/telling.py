"""A tournament as it is told: all of it, as open data; and whether its draw was fair."""

import csv
import io
from typing import cast

from dragondune.server.cups.cup import OPEN, Cup, Entry, Pairing, Shelf, scores_of
from dragondune.server.cups.draw import draw
from dragondune.server.cups.standing import TIE_BREAKS, Scored, past_of, standings
from dragondune.server.fairness.deal import commitment, salted
from dragondune.server.wire import cups as w


def card(cup: Cup, entries: int) -> w.CupCard:
    """A line of a list."""
    return w.CupCard(
        id=cup.id,
        title=cup.title,
        state=cast(w.CupState, cup.state),
        created=cup.created,
        edition=cup.edition,
        players=cup.players,
        rounds=cup.rounds,
        round=cup.round,
        entries=entries,
        starts=cup.starts,
    )


def info(shelf: Shelf, cup: Cup, viewer: str) -> w.CupInfo:
    """The whole of it."""
    entries, pairings = shelf.entries(cup.id), shelf.pairings(cup.id)
    scores, drawn = scores_of(pairings), cup.state != OPEN
    seed = cup.seed or commitment(cup.secret)
    placed = standings(seed, [one.number for one in entries], scores)
    return w.CupInfo(
        id=cup.id,
        title=cup.title,
        state=cast(w.CupState, cup.state),
        created=cup.created,
        edition=cup.edition,
        players=cup.players,
        rounds=cup.rounds,
        round=cup.round,
        pace=cup.pace.kind,
        seconds=cup.pace.seconds,
        fill=cup.fill,
        starts=cup.starts,
        round_hours=cup.round_hours,
        round_began=cup.round_began,
        budget=cup.budget,
        rated=cup.rated,
        mine=bool(viewer) and cup.organiser == viewer,
        why=cup.why,
        commitment=commitment(cup.secret),
        secret=cup.secret if drawn else None,
        seed=cup.seed if drawn else None,
        entries=[_entry(one, viewer, drawn) for one in entries],
        drawn=_rounds(pairings),
        standings=[w.CupStanding(*one) for one in placed],
        tie_breaks=list(TIE_BREAKS),
    )


def _entry(one: Entry, viewer: str, drawn: bool) -> w.CupEntry:
    me = bool(viewer) and one.account == viewer
    salt = one.salt if drawn else ""
    return w.CupEntry(one.number, one.name, one.bot or None, salt, one.gone, me)


def _rounds(pairings: list[Pairing]) -> list[w.CupRound]:
    found: dict[int, w.CupRound] = {}
    for one in pairings:
        this = found.setdefault(one.round, w.CupRound(one.round, [], []))
        if one.number:
            this.tables.append(_table(one))
        else:
            this.byes = [number for number, _ in one.seats]
    return list(found.values())


def _table(one: Pairing) -> w.CupTable:
    scores = {score.number: score for score in one.scores or ()}
    seats = []
    for number, faction in one.seats:
        score = scores.get(number)
        points = None if score is None else score.points
        seats.append(w.CupSeat(number, faction, points, score is not None and score.forfeit))
    return w.CupTable(one.number, one.game if one.opened else "", one.scores is not None, seats)


def as_csv(told: w.CupInfo) -> str:
    """Every seat of every table as a row, for a spreadsheet."""
    names = {one.number: one.name for one in told.entries}
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(("round", "table", "entry", "name", "faction", "points", "forfeit"))
    for this in told.drawn:
        for number in this.byes:
            rows.writerow((this.number, "bye", number, _safe(names[number]), "", "", ""))
        for table in this.tables:
            for seat in table.seats:
                name = _safe(names.get(seat.number, f"{told.fill} (fills)"))
                where = (this.number, table.number, seat.number, name, seat.faction)
                rows.writerow((*where, seat.points, int(seat.forfeit)))
    return out.getvalue()


def _safe(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@" else name


def check(told: w.CupInfo) -> list[str]:
    """Draw it again from its open data: everything that is not as it should be."""
    if told.secret is None or told.seed is None:
        return ["Its secret is not open yet: it is when the first round is drawn."]
    wrong = []
    if commitment(told.secret) != told.commitment:
        wrong.append("The secret is not the one that was committed to.")
    if salted(told.secret, [one.salt for one in told.entries]) != told.seed:
        wrong.append("The seed is not made of the secret and what the entries brought.")
    scores: list[Scored] = []
    for this in told.drawn:
        wrong += _check_round(told, this, scores)
        scores += _scores(told, this)
    placed = standings(told.seed, [one.number for one in told.entries], scores)
    if [w.CupStanding(*one) for one in placed] != told.standings:
        wrong.append("The standings do not follow from the tables.")
    return wrong


def _check_round(told: w.CupInfo, this: w.CupRound, scores: list[Scored]) -> list[str]:
    """Who had left the tournament by then is not drawn: they are those who are nowhere in the round."""
    drawn = [seat.number for table in this.tables for seat in table.seats if seat.number > 0]
    there = sorted([*drawn, *this.byes])
    pasts = [past_of(number, scores) for number in there]
    again = draw(told.seed or "", this.number, pasts, told.players, bool(told.fill))
    tables = [[(seat.number, seat.faction) for seat in table.seats] for table in this.tables]
    gone = {one.number for one in told.entries if one.gone}
    missing = {one.number for one in told.entries} - set(there) - gone
    wrong = [] if (again.tables, again.byes) == (tables, this.byes) else [this.number]
    return [f"Round {number} was not drawn from the seed." for number in wrong] + (
        [f"Round {this.number} left out entry {min(missing)}."] if missing else []
    )


def _scores(told: w.CupInfo, this: w.CupRound) -> list[Scored]:
    found = [Scored(this.number, n, "", 12 // told.players, False, False, ()) for n in this.byes]
    for table in this.tables:
        people = [seat.number for seat in table.seats if seat.number > 0]
        for seat in table.seats:
            if seat.number > 0 and seat.points is not None:
                met = tuple(other for other in people if other != seat.number)
                alone = seat.points == 12
                line = (seat.faction, seat.points, alone, seat.forfeit, met)
                found.append(Scored(this.number, seat.number, *line))
    return found
