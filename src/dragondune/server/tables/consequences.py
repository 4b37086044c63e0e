"""What happens at once and of itself: forced choices, a lesson's answers, standing orders."""

from collections.abc import Mapping
from typing import Final

from dragondune.action import Action
from dragondune.server.lessons.coach import Coach
from dragondune.server.play.session import BOT, FORCED, ORDER, Session
from dragondune.server.storage.card import Meta
from dragondune.server.tables.journal import Entry
from dragondune.server.wire.incoming import OrderSet

# Where a standing order keeps questions about aces away: the same whatever the hand holds.
ACE_STEPS: Final = frozenset(("deny", "dragon_acts", "chaos"))
Orders = Mapping[str, OrderSet]


def follow_up(
    session: Session, card: Meta, coach: Coach, orders: Orders, veiled: bool
) -> list[Entry]:
    """Play what nobody has to be asked for, as part of the update under way."""
    entries: list[Entry] = []
    while True:
        entry = _next(session, card, coach, orders, veiled)
        if entry is None:
            return entries
        kind, seat, _, line = entry
        session.act(seat, line, kind)
        entries.append(entry)


def _next(session: Session, card: Meta, coach: Coach, orders: Orders, veiled: bool) -> Entry | None:
    forced = session.forced(_veiled_seats(card, coach, veiled))
    if forced is not None and not coach.holds(session.game, forced[0]):
        return FORCED, forced[0], 0, str(forced[1])
    word = coach.word(session.game)
    if word is not None:
        return BOT, word[0], 0, word[1]
    ordered = order_applies(session, card, orders)
    return None if ordered is None else (ORDER, ordered, 0, "pass")


def _veiled_seats(card: Meta, coach: Coach, veiled: bool) -> list[str]:
    """The seats that nobody may tell by time to have no choice: not one's own to oneself."""
    if not veiled and coach.teaching is not None:
        return []  # a lesson tells of its bots' cards anyway
    return [seat.faction or "" for seat in card.seats if veiled or seat.kind == "bot"]


def order_applies(session: Session, card: Meta, orders: Orders) -> str | None:
    """A deciding seat whose standing orders say to pass. Its hand plays no part in it."""
    if not orders:
        return None
    state = session.game.state
    for decision in session.pending():
        wanted = orders.get(decision.seat)
        if wanted is None or card.seat_of_faction(decision.seat).kind == "bot":
            continue
        limit = wanted.bid_limit
        above = decision.step == "bid" and limit is not None and state.high_bid >= limit
        no_aces = decision.step in ACE_STEPS and wanted.no_aces_turn == state.turn
        if (above or no_aces) and _can_pass(session, decision.seat):
            return decision.seat
    return None


def _can_pass(session: Session, seat: str) -> bool:
    return Action.parse("pass") in session.game.legal(seat)
