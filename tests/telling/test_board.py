"""The drawn board shows every territory once and holds whatever stands there."""

from __future__ import annotations

import re

from dragondune.model.board import (
    CASTLES,
    FORESTS,
    INDEX,
    NAMES,
    NEIGHBOURS,
    TERRITORIES,
    territories_in,
)
from dragondune.model.cards import CARD_OF_NAME
from dragondune.model.factions import DWARVES, ELVES, ORCS
from dragondune.model.state import State
from dragondune.telling.board import _GRID, LEGEND, draw_board, summary

ANSI = re.compile(r"\033\[[0-9;]*m")
FRAME = set("│─┌┐└┘├┤┬┴┼")


def cleared(s: State) -> State:
    """The board without any piece."""
    s.up[:], s.hid[:] = [0] * 112, [0] * 112
    s.board_gold[:] = [0] * TERRITORIES
    s.trolls = 0
    s.event_discard.clear()
    return s


def crowded(s: State) -> State:
    """Four factions, hidden Elves and gold in all places, every marker wherever it can be."""
    s.up[:] = [10] * 112
    s.elite_up[:28] = [2] * 28
    s.hid[28:56] = [10] * 28
    s.board_gold[:] = [12] * TERRITORIES
    s.trolls, s.broken = CASTLES | FORESTS, CASTLES
    s.event_discard.append(CARD_OF_NAME["10♣"])
    s.dragon = 15
    return s


def test_every_territory_is_named_once(start: State) -> None:
    names = re.findall(r"│ (\d+[★•]?)(?=[ │])", draw_board(start))
    assert sorted(names) == sorted(NAMES)


def test_it_fits_a_terminal_of_a_hundred_columns(start: State) -> None:
    for s in (start, crowded(start.copy())):
        lines = draw_board(s).splitlines()
        assert len(lines) <= 40
        assert {len(line) for line in lines} == {100}
    assert all(len(line) <= 100 for line in LEGEND)


def test_nothing_overflows_with_everyone_everywhere(start: State) -> None:
    empty, full = draw_board(cleared(start.copy())), draw_board(crowded(start.copy()))
    for before, after in zip(empty, full, strict=True):
        if before in FRAME or before in "~\n":
            assert after == before
    for piece in ("D10²", "E10", "G10", "O10", "(E10)"):
        wanted = TERRITORIES * (2 if piece == "E10" else 1)
        assert full.count(piece) == wanted, piece
    assert full.count("$12") == TERRITORIES
    assert "more" not in full


def test_the_picture_has_the_borders_of_the_map() -> None:
    touching: list[set[int]] = [set() for _ in range(TERRITORIES)]
    for row, cells in enumerate(_GRID):
        for column, here in enumerate(cells):
            beside = cells[column + 1] if column + 1 < len(cells) else here
            below = _GRID[row + 1][column] if row + 1 < len(_GRID) else here
            for other in {beside, below} - {here}:
                if here < TERRITORIES and other < TERRITORIES:
                    touching[here].add(other)
                    touching[other].add(here)
    assert touching == [set(territories_in(mask)) for mask in NEIGHBOURS]


def test_colour_adds_nothing_but_colour(start: State) -> None:
    for s in (start, crowded(start.copy())):
        assert ANSI.search(draw_board(s, colour=True))
        assert ANSI.sub("", draw_board(s, colour=True)) == draw_board(s)
        assert ANSI.sub("", summary(s, colour=True)) == summary(s)


def test_pieces_and_markers(start: State) -> None:
    s = cleared(start)
    s.up[ORCS * 28 + INDEX["17"]] = 5
    s.hid[ELVES * 28 + INDEX["17"]] = 3
    s.up[DWARVES * 28 + INDEX["3★"]], s.elite_up[DWARVES * 28 + INDEX["3★"]] = 4, 2
    s.trolls, s.dragon = 1 << INDEX["3★"], 16
    s.board_gold[INDEX["13"]] = 6
    s.event_discard.append(CARD_OF_NAME["9♥"])
    picture = draw_board(s)
    assert "(E3) O5" in picture
    assert "D4²" in picture
    assert picture.count("a troll") == 1
    assert picture.count("«DRAGONS»") == 2
    assert "13 $6" in picture
    assert picture.count("threatened") == 1


def test_the_summary_tells_what_everyone_may_know(start: State) -> None:
    start.hid[ELVES * 28] = 2
    start.ally[ELVES], start.ally[ORCS] = ORCS, ELVES
    elves = next(line for line in summary(start).splitlines() if "Elves" in line[:12])
    assert elves.split()[1:] == ["Elves", "5", "5★", "5", "+", "2", "hidden", "5", "0", "0", "Orcs"]
