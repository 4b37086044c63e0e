"""IV5: one movement, of some or all units of a territory, past the dragon marker."""

import pytest
from rulemarks import rule
from rules.table import (
    FIVE,
    LATER,
    at,
    can,
    listed,
    play,
    refused,
    step,
)

from dragondune.game import Game

WITHIN_TWO_OF_13 = {"10", "10★", "11", "12•", "0•", "14", "15", "16•", "17"}


def targets(game: Game, seat: str) -> set[str]:
    """Where the player's units may go."""
    return {line.split()[3] for line in listed(game, seat, "move")}


# --- IV5 -----------------------------------------------------------------------------------


@rule("IV5", "ruling 1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_units_move_up_to_two_territories(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 D=13:2 at=dwarves.move", edition)
    assert targets(game, "dwarves") == WITHIN_TWO_OF_13
    assert refused(game, "dwarves", "move 1 13 9•").rule == "IV5"


@rule("IV5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_some_or_all_units_of_a_territory_move(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 D=13:3 at=dwarves.move", edition)
    to_ten = [line for line in listed(game, "dwarves", "move") if line.endswith(" 10")]
    assert to_ten == ["move 1 13 10", "move 2 13 10", "move 3 13 10"]
    assert refused(game, "dwarves", "move 4 13 10").rule == "IV5"
    play(game, "dwarves move 2 13 10")
    assert (game.units("dwarves", "13"), game.units("dwarves", "10")) == (1, 2)


@rule("IV5", "B9", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_units_of_one_territory_move_and_only_once(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 D=13:3,16:1 gold=D1 at=dwarves.move", edition)
    play(game, "dwarves move 1 13 10")
    assert not can(game, "dwarves", "move 1 16 16•")
    refused(game, "dwarves", "move 1 16 16•")


@rule("IV5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_nobody_has_to_move(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 D=13:3 gold=D1 at=dwarves.move", edition)
    play(game, "dwarves pass")
    assert game.units("dwarves", "13") == 3


@rule("IV5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_only_own_units_move(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 D=13:3 O=10:2 at=dwarves.move", edition)
    assert refused(game, "dwarves", "move 1 10 13").rule == "IV5"


@rule("IV5", "ruling 44", "DW4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_owner_chooses_how_many_elites_move(edition: str) -> None:
    options = [] if edition == "first" else ["elite-warriors"]
    game = at("order=DEGO turn=2 dragon=2 D=13:1+1e at=dwarves.move", edition, options)
    lines = {line for line in listed(game, "dwarves", "move") if line.endswith(" 10")}
    assert lines == {"move 1 13 10", "move 0+1e 13 10", "move 1+1e 13 10"}
    play(game, "dwarves move 0+1e 13 10")
    assert (game.elites("dwarves", "10"), game.elites("dwarves", "13")) == (1, 0)


@rule("IV5", "I4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_nobody_moves_to_the_dragon_marker(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=10 D=13:2 at=dwarves.move", edition)
    assert refused(game, "dwarves", "move 1 13 10").rule == "I4"


@rule("IV5", "I4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_nobody_moves_through_the_dragon_marker(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 D=4:2 at=dwarves.move", edition)
    assert can(game, "dwarves", "move 1 4 6")
    game = at("order=DEGO turn=2 dragon=7 D=4:2 at=dwarves.move", edition)
    assert refused(game, "dwarves", "move 1 4 6").rule == "IV5"


# --- ruling 28: passing through ------------------------------------------------------------


@rule("ruling 28", "IV5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_units_pass_through_other_players_units(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 D=13:2 O=10:3 G=10:1 at=dwarves.move", edition)
    play(game, "dwarves move 2 13 10★")
    assert game.units("dwarves", "10★") == 2


@rule("ruling 28", "B5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_units_pass_through_a_full_castle_but_do_not_stop_there(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 D=0•2 O=3★1 G=3★1 at=dwarves.move", edition)
    assert refused(game, "dwarves", "move 1 0• 3★").rule == "B5"
    play(game, "dwarves move 1 0• 3")
    assert game.units("dwarves", "3") == 1


# --- ruling 29: reach ----------------------------------------------------------------------


@rule("ruling 29", "B4", "IV5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_griffins_carry_even_the_units_that_leave_their_castle(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 E=5★2 at=elves.move", edition)
    assert can(game, "elves", "move 2 5★ 8•")  # 4• 4 8• would do it in three
    assert can(game, "elves", "move 2 5★ 10★")  # 6 9 9• 10★: four
    assert not can(game, "elves", "move 2 5★ 10")  # five


@rule("ruling 29", "B4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_no_griffins_where_the_castle_is_shared(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 E=5★2 D=5★1 at=elves.move", edition)
    assert not can(game, "elves", "move 2 5★ 9•")


@rule("ruling 29", "OR2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_griffins_do_not_add_to_the_orcs_three(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 O=13:2 at=orcs.move", edition)
    assert can(game, "orcs", "move 1 13 9•")  # 10 10★ 9• in three
    assert not can(game, "orcs", "move 1 13 9")  # four
    game = at("order=DEGO turn=2 dragon=2 O=13:2,5★1 at=orcs.move", edition)
    assert can(game, "orcs", "move 1 13 9")
    assert not can(game, "orcs", "move 1 13 6")  # five: three and two would reach it


@rule("ruling 29", "D3", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_an_ace_adds_one_to_the_ordinary_two(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 D=13:2 hand=D:A♠ at=dwarves.move", edition)
    assert refused(game, "dwarves", "move 1 13 9•").rule == "IV5"
    play(game, "dwarves extend A♠")
    assert game.discarded() == ["A♠"]
    assert can(game, "dwarves", "move 1 13 9•")
    assert not can(game, "dwarves", "move 1 13 9")


@rule("ruling 29", "D3", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_an_ace_adds_one_to_the_griffins_four_and_the_orcs_three(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 E=5★2 hand=E:A♠ at=elves.move", edition)
    play(game, "elves extend A♠")
    assert can(game, "elves", "move 2 5★ 10")
    game = at("order=DEGO turn=2 dragon=2 O=13:2 hand=O:A♠ at=orcs.move", edition)
    play(game, "orcs extend A♠")
    assert can(game, "orcs", "move 2 13 9")
    assert not can(game, "orcs", "move 2 13 6")


@rule("ruling 29", "D3", edition="first")
def test_in_the_first_edition_an_ace_buys_a_second_movement_and_no_reach() -> None:
    game = at("order=DEGO turn=2 dragon=2 D=13:2 hand=D:A♠ at=dwarves.move", "first")
    assert refused(game, "dwarves", "extend A♠").rule == "D3"
    play(game, "dwarves second-move A♠")
    assert not can(game, "dwarves", "move 1 13 9•")
    play(game, "dwarves move 1 13 10")
    assert step(game) == "move"
    play(game, "dwarves move 1 13 12•")
    assert (game.units("dwarves", "10"), game.units("dwarves", "12•")) == (1, 1)
    assert listed(game, "dwarves", "move") == []
