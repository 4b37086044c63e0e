"""What came of a cup's table: by its card, or by there being none any more."""

from dragondune.server.cups.cup import Pairing
from dragondune.server.cups.standing import WHOLE, Scored, shared
from dragondune.server.ranks.counting import showings
from dragondune.server.storage.card import Meta


def of_byes(byes: Pairing, size: int) -> list[Scored]:
    """Who sits out gets an even share of a table."""
    return [
        Scored(byes.round, number, "", WHOLE // size, False, False, ()) for number, _ in byes.seats
    ]


def of_table(pairing: Pairing, card: Meta | None, gone: set[int]) -> list[Scored]:
    """Points at a table that is over. ``gone``: entries that have left the cup.

    Without a winner those who were there share evenly; of a table that is gone everybody forfeits.
    """
    seats = {one.faction: one for one in showings(card)} if card is not None else {}
    winners = 0 if card is None else len(card.winners)  # nobody gains by another's forfeit
    scores = []
    for number, faction in pairing.seats:
        seat = seats.get(faction)
        forfeit = seat is None or seat.gone or number in gone
        points = 0 if forfeit else _points(winners, bool(seat and seat.won), len(pairing.seats))
        met = tuple(other for other, _ in pairing.seats if other != number and other > 0)
        alone = points == WHOLE
        scores.append(Scored(pairing.round, number, faction, points, alone, forfeit, met))
    return [one for one in scores if one.number > 0]


def _points(winners: int, won: bool, size: int) -> int:
    if winners:
        return shared(winners) if won else 0
    return WHOLE // size
