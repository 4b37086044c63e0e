"""How a tournament stands: points of each game, and what decides between those who have the same."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from dragondune.server.cups.draw import Past

WHOLE: Final = 12  # points of a game: all for one winner, shared by several
TIE_BREAKS: Final = (
    "points (12 a game, shared by those who win it together; a bye is an even share of one table)",
    "games won alone",
    "points of the opponents met",
    "fewer forfeits",
    "the lot: SHA-256(seed/lot/number)",
)


class Scored(NamedTuple):
    """What an entry got in a round."""

    round: int
    number: int
    faction: str  # empty: a bye
    points: int
    alone: bool  # won it, and nobody with it
    forfeit: bool
    met: tuple[int, ...]


class Standing(NamedTuple):
    """An entry's place, and why."""

    place: int
    number: int
    points: int
    alone: int
    opponents: int
    forfeits: int
    games: int
    byes: int


def shared(winners: int) -> int:
    """Points of one among so many winners."""
    return WHOLE // winners if winners else 0


def past_of(number: int, scores: Iterable[Scored]) -> Past:
    """What an entry has behind it."""
    met: dict[int, int] = {}
    played: dict[str, int] = {}
    points = byes = 0
    for one in scores:
        if one.number != number:
            continue
        points += one.points
        byes += not one.faction
        played[one.faction] = played.get(one.faction, 0) + 1
        for other in one.met:
            met[other] = met.get(other, 0) + 1
    return Past(number, points, byes, met, played)


def standings(seed: str, numbers: Sequence[int], scores: Sequence[Scored]) -> list[Standing]:
    """Everybody, the best first."""
    pasts = {number: past_of(number, scores) for number in numbers}
    rows = [_row(number, pasts, scores) for number in numbers]

    def lot(number: int) -> str:
        return hashlib.sha256(f"{seed}/lot/{number}".encode()).hexdigest()

    rows.sort(key=lambda r: (-r.points, -r.alone, -r.opponents, r.forfeits, lot(r.number)))
    return [row._replace(place=place) for place, row in enumerate(rows, 1)]


def _row(number: int, pasts: dict[int, Past], scores: Sequence[Scored]) -> Standing:
    mine = [one for one in scores if one.number == number]
    past = pasts[number]
    opponents = sum(pasts[o].points * n for o, n in past.met.items() if o in pasts)
    return Standing(
        place=0,
        number=number,
        points=past.points,
        alone=sum(one.alone for one in mine),
        opponents=opponents,
        forfeits=sum(one.forfeit for one in mine),
        games=sum(bool(one.faction) for one in mine),
        byes=past.byes,
    )
