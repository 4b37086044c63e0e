"""What happens at once and of itself: forced choices, and a lesson's answers."""

from dragondune.server.lessons.coach import Coach
from dragondune.server.play.session import BOT, FORCED, Session
from dragondune.server.storage.card import Meta
from dragondune.server.tables.journal import Entry


def follow_up(session: Session, card: Meta, coach: Coach, veiled: bool) -> list[Entry]:
    """Play what nobody has to be asked for, as part of the update under way."""
    entries: list[Entry] = []
    while True:
        entry = _next(session, card, coach, veiled)
        if entry is None:
            return entries
        kind, seat, _, line = entry
        session.act(seat, line, kind)
        entries.append(entry)


def _next(session: Session, card: Meta, coach: Coach, veiled: bool) -> Entry | None:
    forced = session.forced(_veiled_seats(card, coach, veiled))
    if forced is not None and not coach.holds(session.game, forced[0]):
        return FORCED, forced[0], 0, str(forced[1])
    word = coach.word(session.game)
    return None if word is None else (BOT, word[0], 0, word[1])


def _veiled_seats(card: Meta, coach: Coach, veiled: bool) -> list[str]:
    """The seats that nobody may tell by time to have no choice: not one's own to oneself."""
    if not veiled and coach.teaching is not None:
        return []  # a lesson tells of its bots' cards anyway
    return [seat.faction or "" for seat in card.seats if veiled or seat.kind == "bot"]
