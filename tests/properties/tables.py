"""Which games are played: every edition, option, pair of options and choice of factions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from dragondune.editions.build import EDITIONS, build
from dragondune.editions.options import OPTIONS
from dragondune.model.factions import FACTION_NAMES

EDITION_NAMES = tuple(EDITIONS)
# G5 has a number for every faction: these stand for it, at the ends of their bounds too.
HANDICAPS = (
    "gold.orcs=30",
    "gold.dwarves=0",
    "units.elves=25",
    "units.goblins=10",
    "conscripts.orcs=0",
    "conscripts.dwarves=6",
    "graves.goblins=0",
    "graves.elves=10",
    "elites.elves=5",
    "elites.orcs=3",
)


@dataclass(frozen=True)
class Table:
    """One game before it is played: with the seed it can be played again exactly."""

    edition: str
    options: tuple[str, ...] = ()
    factions: tuple[str, ...] = FACTION_NAMES
    seed: int = 0
    rich: bool = False  # full hands with all the aces, and gold: what random games hardly reach

    def __str__(self) -> str:
        words = [f"--edition {self.edition}", f"--factions {','.join(self.factions)}"]
        words += [f"--options {','.join(self.options)}"] if self.options else []
        return " ".join([*words, f"--seed {self.seed}", *(["--rich"] if self.rich else [])])


def possible(edition: str, options: Sequence[str]) -> bool:
    """Do these options make sense together in this edition?"""
    try:
        build(edition, options)
    except ValueError:
        return False
    return True


def single_options(edition: str) -> list[tuple[str, ...]]:
    """Every option and every kind of handicap, alone."""
    return [(name,) for name in (*OPTIONS, *HANDICAPS) if possible(edition, (name,))]


def option_pairs(edition: str) -> list[tuple[str, ...]]:
    """Every two options that go together; handicaps are numbers and go with everything."""
    return [pair for pair in combinations(OPTIONS, 2) if possible(edition, pair)]


def faction_choices() -> list[tuple[str, ...]]:
    """Every choice of two, three and four factions."""
    return [some for number in (2, 3, 4) for some in combinations(FACTION_NAMES, number)]


def turned(factions: tuple[str, ...], seed: int) -> tuple[str, ...]:
    """Another seating of the same factions for each seed."""
    places = list(factions)
    seated = []
    while places:
        seed, chosen = divmod(seed, len(places))
        seated.append(places.pop(chosen))
    return tuple(seated)


def is_rich(seed: int) -> bool:
    """Every third game begins with full hands."""
    return seed % 3 == 2


def tables_of_one(edition: str, games: int, start: int = 0) -> list[Table]:
    """Four factions in all seatings, no options."""
    seeds = range(start, start + games)
    return [Table(edition, (), turned(FACTION_NAMES, n), n, is_rich(n)) for n in seeds]


def tables_of_singles(edition: str, games: int) -> list[Table]:
    """So many games with each option alone."""
    return [
        Table(edition, options, turned(FACTION_NAMES, seed), seed, is_rich(seed))
        for options in single_options(edition)
        for seed in range(games)
    ]


def tables_of_pairs(edition: str) -> list[Table]:
    """One game with each pair of options; every fifth of them with an absent faction."""
    found = []
    for seed, options in enumerate(option_pairs(edition)):
        seated = turned(FACTION_NAMES, seed)
        seated = seated[:3] if seed % 5 == 4 else seated
        found.append(Table(edition, options, seated, seed, is_rich(seed)))
    return found


def tables_of_factions(edition: str, games: int) -> list[Table]:
    """So many games with every choice of factions."""
    return [
        Table(edition, (), turned(some, seed), seed, is_rich(seed))
        for some in faction_choices()
        for seed in range(games)
    ]
