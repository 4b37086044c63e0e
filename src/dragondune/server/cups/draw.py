"""Who meets whom in a round, and who plays what: drawn from a seed, so that anybody can draw it again.

The server commits to a secret when sign-up begins; whoever enters may add salt; the seed is made of both as for a
game's deal (``fairness/deal.py``) and published when the first round is drawn. In each round:

1. Where the number does not come out even, bots fill the tables, about as many at each; or there are byes, which
   go to those with the fewest byes so far, then the fewest points, then by SHA-256("seed/round/bye/number").
2. The others are put in order of their points, those with equal points by SHA-256("seed/round/seat/number"), and
   seated at tables in that order.
3. As long as it makes the round better, two people of different tables change places, the first such pair in
   order: people who have met before count 8 each time they have, squared, and a difference in points within a
   table counts as much as it is.
4. At each table everybody gets the faction that makes the least of playing the same again: the counts of how often
   each has played theirs, squared and added up; equal ways by SHA-256("seed/round/table/factions").
"""

import hashlib
from collections.abc import Sequence
from itertools import combinations, pairwise, permutations
from typing import Final, NamedTuple

from dragondune.model.factions import FACTION_NAMES

MET: Final = 8
ROUNDS_OF_SWAPS: Final = 6


class Past(NamedTuple):
    """What an entry has behind it: points, byes, whom it met how often, what it played how often."""

    number: int
    points: int = 0
    byes: int = 0
    met: dict[int, int] = {}  # noqa: RUF012  never changed
    played: dict[str, int] = {}  # noqa: RUF012


class Drawn(NamedTuple):
    """A round: tables of (entry, faction), and the entries that sit out."""

    tables: list[list[tuple[int, str]]]
    byes: list[int]


def _lot(seed: str, number: int, what: str) -> bytes:
    return hashlib.sha256(f"{seed}/{number}/{what}".encode()).digest()


def draw(seed: str, number: int, entries: Sequence[Past], size: int, fill: bool) -> Drawn:
    """A round for these entries at tables of this size. What is left over sits out, or bots fill the tables."""
    left = 0 if fill else len(entries) % size
    ordered = sorted(
        entries, key=lambda one: (one.byes, one.points, _lot(seed, number, f"bye/{one.number}"))
    )
    byes = sorted(one.number for one in ordered[:left])
    playing = [one for one in entries if one.number not in byes]
    playing.sort(key=lambda one: (-one.points, _lot(seed, number, f"seat/{one.number}")))
    tables = _seated(playing, size)
    _mix(tables)
    full = [_filled(table, size) for table in tables]
    return Drawn([_factions(seed, number, at, table) for at, table in enumerate(full, 1)], byes)


def _seated(playing: list[Past], size: int) -> list[list[Past]]:
    """At as few tables as may be, and at each about as many."""
    count = -(-len(playing) // size)
    few, more = divmod(len(playing), count) if count else (0, 0)
    ends = [few * at + min(at, more) for at in range(count + 1)]
    return [playing[a:b] for a, b in pairwise(ends)]


def _filled(table: list[Past], size: int) -> list[Past]:
    """With bots in the seats that are free: they are entries below 0, and have no past."""
    return [*table, *(Past(-at) for at in range(1, size - len(table) + 1))]


def _cost(table: Sequence[Past]) -> int:
    met = sum(one.met.get(other.number, 0) ** 2 for one, other in combinations(table, 2))
    return MET * met + max(p.points for p in table) - min(p.points for p in table)


def _mix(tables: list[list[Past]]) -> None:
    """Let people change places as long as that makes the round better."""
    for _ in range(ROUNDS_OF_SWAPS):
        better = [_swap(one, two) for one, two in combinations(tables, 2)]
        if not any(better):
            return


def _swap(one: list[Past], two: list[Past]) -> bool:
    """The first change of places between two tables that makes them better, if there is one."""
    now = _cost(one) + _cost(two)
    for a in range(len(one)):
        for b in range(len(two)):
            one[a], two[b] = two[b], one[a]
            if _cost(one) + _cost(two) < now:
                return True
            one[a], two[b] = two[b], one[a]
    return False


def _factions(seed: str, number: int, at: int, table: Sequence[Past]) -> list[tuple[int, str]]:
    """Everybody with a faction; seats in the order of the factions."""
    ways = permutations(FACTION_NAMES, len(table))

    def worth(way: tuple[str, ...]) -> tuple[int, bytes]:
        again = sum(one.played.get(name, 0) ** 2 for one, name in zip(table, way, strict=True))
        return again, _lot(seed, number, f"{at}/{','.join(way)}")

    best = min(ways, key=worth)
    return sorted(
        ((one.number, name) for one, name in zip(table, best, strict=True)),
        key=lambda pair: FACTION_NAMES.index(pair[1]),
    )
