"""What an update of a game is news of, and for whom.

All of it goes by what every listener hears and by whom the table openly waits for, so that a tiding tells no more
than the table does, to whoever may read it on the way.
"""

import logging
from collections.abc import Iterator
from typing import Final

from dragondune.model import events
from dragondune.model.codes import LEFT
from dragondune.model.events import Event
from dragondune.model.factions import FACTION_NAMES, FACTION_OF_NAME
from dragondune.server.audience.rights import is_public
from dragondune.server.play.session import Session
from dragondune.server.storage.card import Meta
from dragondune.server.storage.store import Statement
from dragondune.server.tables.services import Herald
from dragondune.server.tidings.kinds import (
    BATTLE,
    BOT,
    CLOSED,
    MOVE,
    NUDGE,
    OFFER,
    OUTBID,
    OVER,
    TAKE_BACK,
    owner_of,
    tiding_row,
    to_all,
)
from dragondune.server.wire.events import Heard
from dragondune.telling.scenes import ROUND_TITLES
from dragondune.telling.story import sentence
from dragondune.telling.words import the

LOGGER: Final = logging.getLogger("dragondune.server")
News = tuple[str, str, str]  # for which faction, of which kind, in which words
FIRST_UPDATE: Final = 2  # by which a game has begun
NOBODY_WON: Final = "The game is over. Nobody has won."


class Stored(Herald):
    """Keeps tidings until the courier looks at them."""

    def __init__(self, wait: float) -> None:
        self.wait = wait

    def update(self, card: Meta, session: Session) -> tuple[Statement, ...]:
        """Whatever may be wrong with what is told, the game goes on."""
        try:
            return outbox(card, session, self.wait)
        except Exception:
            LOGGER.exception("What to tell of table %s could not be found out.", card.id)
            return ()

    def nudged(self, card: Meta, number: int, text: str) -> tuple[Statement, ...]:
        """At once: whoever nudges has waited."""
        return tuple(tiding_row(card, card.seats[number], NUDGE, text, 0.0))

    def closed(self, card: Meta, why: str) -> tuple[Statement, ...]:
        """By name, for the table may be gone when they read it."""
        name = f"“{card.title}”: " if card.title else ""
        return tuple(to_all(card, CLOSED, f"{name}{why}"))


def outbox(card: Meta, session: Session, wait: float) -> tuple[Statement, ...]:
    """What is to be stored with the update that was closed last."""
    if not any(owner_of(card, seat) for seat in card.seats):
        return ()
    place = len(session.lines)
    rows: list[Statement] = []
    if any(isinstance(one.event, events.Undone) for one in _heard(session)):
        rows.append((TAKE_BACK, (card.id, place)))
    for faction, kind, text in news_of(session):
        rows += tiding_row(card, card.seat_of_faction(faction), kind, text, wait, place)
    if session.game.over:
        rows += to_all(card, OVER, _end(session), wait)
    return tuple(rows)


def _heard(session: Session) -> list[Heard]:
    return session.heard[session.place_after(session.n - 1) :]


def news_of(session: Session) -> Iterator[News]:
    """What the update that was closed last is news of."""
    for one in _heard(session):
        if is_public(one.event):
            yield from _about(session, one.event)
    for faction in session.legal:
        if session.n <= FIRST_UPDATE or session.asked.get(faction) == session.n:
            yield faction, MOVE, _asked(session)


def seated(card: Meta, session: Session, number: int, wait: float) -> list[Statement]:
    """What is to be stored for whoever has taken a seat in a game: it may be their move already."""
    seat = card.seats[number]
    if seat.faction not in session.legal:
        return []
    return tiding_row(card, seat, MOVE, _asked(session), wait, len(session.lines))


def _asked(session: Session) -> str:
    state = session.game.state
    title = ROUND_TITLES[int(state.round)].rpartition(". ")[2].lower()
    return f"It is your move: turn {int(state.turn)}, {title}."


def _about(session: Session, event: Event) -> Iterator[News]:
    """Whom a public event concerns, and how."""
    words = sentence(event, session.game.state.rules)
    if isinstance(event, events.Bid):
        if (before := _last_bidder(session, event)) is not None:
            yield before, OUTBID, f"You were outbid. {words}"
    elif isinstance(event, events.Offered):
        for faction in _asked_to_sign(session, event):
            yield faction, OFFER, words
    elif isinstance(event, events.BattleBegan):
        for number in (event.attacker, event.defender):
            yield FACTION_NAMES[number], BATTLE, words
    elif isinstance(event, events.StandInBegan) and event.why != LEFT:
        yield FACTION_NAMES[event.faction], BOT, f"{words} It stops as soon as you are back."


def _last_bidder(session: Session, bid: events.Bid) -> str | None:
    """Who had the highest bid until this one; what was taken back does not count."""
    earlier = iter(reversed(session.log.events))
    while next(earlier, bid) is not bid:
        pass
    for event in earlier:
        if isinstance(event, events.Bid):
            return None if event.faction == bid.faction else FACTION_NAMES[event.faction]
        if isinstance(event, events.OnSale):
            return None
    return None


def _asked_to_sign(session: Session, event: events.Offered) -> list[str]:
    """The parties of an offer who have not agreed yet; nobody where it is gone already."""
    offer = next((o for o in session.game.state.offers if o.number == event.offer), None)
    if offer is None:
        return []
    missing = int(offer.parties) & ~int(offer.agreed)
    return [name for number, name in enumerate(FACTION_NAMES) if missing >> number & 1]


def _end(session: Session) -> str:
    winners = [the(FACTION_OF_NAME[name]) for name in session.game.winners]
    if not winners:
        return NOBODY_WON
    return f"The game is over. Won by {' and '.join(winners)}."
