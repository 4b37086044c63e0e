"""Random games to the end, in every edition, option, pair of options and choice of factions.

How closely each is watched: every third position of every game is checked against all laws and
the account of events, and some are probed (``QUICK``); in one game of ten it is every position,
with more probes (``CLOSE``). ``python3 run.py check`` watches as many games as one has time for.

The test command runs all of it on the compiled engine. The plain source, the same rules but far
slower, plays a fifth of the games.
"""

from __future__ import annotations

import pytest
from properties.house_rules import tables_with_house_rules
from properties.session import CLOSE, QUICK, Session
from properties.tables import (
    EDITION_NAMES,
    Table,
    tables_of_factions,
    tables_of_one,
    tables_of_pairs,
    tables_of_singles,
)

from dragondune.engine import agenda

PART = 1 if agenda.COMPILED else 5
R9_GAMES, R9_CHUNKS = 2000 // PART, 40
BASE_GAMES = 40 // PART
SINGLE_GAMES, SINGLE_CHUNKS = 20 // PART, 12
PAIR_CHUNKS = 4


def play_all(tables: list[Table]) -> None:
    for number, table in enumerate(tables):
        Session(table, CLOSE if number % 10 == 0 else QUICK).run()


@pytest.mark.parametrize("chunk", range(R9_CHUNKS))
def test_the_newest_edition(chunk: int) -> None:
    games = R9_GAMES // R9_CHUNKS
    play_all(tables_of_one("r9", games, chunk * games))


@pytest.mark.parametrize("edition", EDITION_NAMES)
def test_every_edition(edition: str) -> None:
    play_all(tables_of_one(edition, BASE_GAMES, R9_GAMES))


@pytest.mark.parametrize("edition", EDITION_NAMES)
@pytest.mark.parametrize("chunk", range(SINGLE_CHUNKS))
def test_every_option_alone(edition: str, chunk: int) -> None:
    play_all(tables_of_singles(edition, SINGLE_GAMES)[chunk::SINGLE_CHUNKS])


@pytest.mark.parametrize("edition", EDITION_NAMES)
@pytest.mark.parametrize("chunk", range(PAIR_CHUNKS))
def test_every_pair_of_options(edition: str, chunk: int) -> None:
    play_all(tables_of_pairs(edition)[chunk::PAIR_CHUNKS])


@pytest.mark.parametrize("edition", EDITION_NAMES)
def test_every_choice_of_factions(edition: str) -> None:
    play_all(tables_of_factions(edition, 4))


@pytest.mark.parametrize("edition", EDITION_NAMES)
def test_house_rules(edition: str) -> None:
    """Each at its ends in one edition or another; on the plain source a fifth of them."""
    parts = len(EDITION_NAMES) * PART
    play_all(tables_with_house_rules(edition, EDITION_NAMES.index(edition), parts))
