"""IV4: mercenaries for gold, and the units that the Orcs raise for nothing."""

import pytest
from rulemarks import rule
from rules.table import (
    FIVE,
    LATER,
    at,
    can,
    choices,
    deciding,
    listed,
    play,
    refused,
    step,
)

from dragondune.game import Game

HALVES = [("first", 2), ("r2", 2), ("r6", 1), ("r6b", 1), ("r9", 1)]  # half of 3 gold


def most(game: Game, seat: str, place: str, kind: str = "hire") -> int:
    """The largest number of units that may be hired or raised in a place."""
    lines = [line.split() for line in listed(game, seat, kind)]
    return max((int(words[1]) for words in lines if words[2:] == [place]), default=0)


# --- prices --------------------------------------------------------------------------------


@rule("IV4", "GO1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(("place", "price"), [("5★", 3), ("9•", 6), ("13", 6)])
def test_one_gold_in_a_castle_and_two_elsewhere_paid_to_the_goblins(
    edition: str, place: str, price: int
) -> None:
    game = at("order=DEGO turn=2 dragon=2 gold=E7,G1 at=elves.hire", edition)
    play(game, f"elves hire 3 {place}", "goblins pass")
    assert game.units("elves", place) == 3
    assert (game.gold_of("elves"), game.gold_of("goblins")) == (7 - price, 1 + price)


@rule("IV4", "GO1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_what_the_goblins_pay_goes_to_the_bank(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 gold=D1,E1,G5,O1 at=goblins.hire", edition)
    play(game, "goblins hire 2 13")
    assert [game.gold_of(seat) for seat in "DEGO"] == [1, 1, 3, 1]


@rule("IV4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_any_number_may_be_hired_that_the_gold_buys(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 gold=E5 at=elves.hire", edition)
    assert (most(game, "elves", "5★"), most(game, "elves", "13")) == (5, 2)
    assert refused(game, "elves", "hire 6 5★").rule == "IV4"
    assert refused(game, "elves", "hire 3 13").rule == "IV4"


@rule("IV4", "ruling 53", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_mercenaries_end_with_the_bank(edition: str) -> None:
    total = 20 if edition == "first" else 10
    game = at(f"order=DEGO turn=2 dragon=2 E=5★{total - 2} gold=E9 at=elves.hire", edition)
    assert most(game, "elves", "5★") == 2
    assert refused(game, "elves", "hire 3 5★").rule == "A2"


@rule("IV4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_no_units_are_needed_where_mercenaries_are_hired(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 E=5★1 gold=E2 at=elves.hire", edition)
    places = {line.split()[2] for line in listed(game, "elves", "hire")}
    assert len(places) == 26  # everywhere but 2 and 2•, where the dragon marker stands


@rule("IV4", "ruling 53", "B9", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_all_mercenaries_of_a_turn_go_into_one_territory(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 gold=E5 at=elves.hire", edition)
    play(game, "elves hire 1 5★", "goblins pass")
    # In the first edition the Elves may still place units by an ace [EL6].
    assert step(game) != "hire" or choices(game, "elves") == ["pass"]
    assert not can(game, "elves", "hire 1 13")


@rule("IV4", "ruling 24", "I4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("place", ["10", "10★"])
def test_nobody_hires_where_the_dragon_marker_stands(edition: str, place: str) -> None:
    game = at("order=DEGO turn=2 dragon=10 gold=E5 at=elves.hire", edition)
    assert refused(game, "elves", f"hire 1 {place}").rule == "I4"


@rule("IV4", "ruling 24", "B5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_nobody_hires_in_a_full_castle(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 E=5★1 O=5★1 gold=D5 at=dwarves.hire", edition)
    assert refused(game, "dwarves", "hire 1 5★").rule == "B5"


@rule("ruling 24", "B5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_elves_hire_into_a_full_castle_only_to_hide(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 D=5★1 O=5★1 gold=E5 at=elves.hire", edition)
    play(game, "elves hire 1 5★", "goblins pass")
    assert choices(game, "elves") == ["hide"]
    play(game, "elves hide")
    assert (game.units("elves", "5★"), game.hidden_units("elves", "5★")) == (0, 1)


# --- half prices ---------------------------------------------------------------------------


@rule("ruling 25", "GO2", edition="all")
@pytest.mark.parametrize(("edition", "price"), HALVES)
def test_the_goblins_half_price_is_taken_on_the_whole_sum(edition: str, price: int) -> None:
    game = at("order=DEGO turn=2 dragon=2 gold=G5 at=goblins.hire", edition)
    play(game, "goblins hire 3 10★")
    assert game.gold_of("goblins") == 5 - price


@rule("ruling 25", "D2", edition="all")
@pytest.mark.parametrize(("edition", "price"), HALVES)
def test_the_half_price_of_an_ace_is_taken_on_the_whole_sum(edition: str, price: int) -> None:
    game = at("order=DEGO turn=2 dragon=2 gold=E5 hand=E:A♣ at=elves.hire", edition)
    play(game, "elves hire 3 10★ A♣", "goblins pass")
    assert (game.gold_of("elves"), game.discarded()) == (5 - price, ["A♣"])


@rule("ruling 25", edition="r6 r6b r9")
@pytest.mark.parametrize("edition", ["r6", "r6b", "r9"])
def test_rounding_down_lets_one_unit_in_a_castle_come_for_nothing(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 at=goblins.hire", edition)
    assert listed(game, "goblins", "hire") != []
    assert most(game, "goblins", "10★") == 1
    assert most(game, "goblins", "13") == 0


@rule("ruling 25", edition="first r2")
@pytest.mark.parametrize("edition", ["first", "r2"])
def test_rounding_up_leaves_nothing_to_hire_without_gold(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 at=goblins.hire", edition)
    assert listed(game, "goblins", "hire") == []


@rule("ruling 25", "D2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_an_ace_does_not_halve_the_goblins_price_again(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 gold=G5 hand=G:A♣ at=goblins.hire", edition)
    assert refused(game, "goblins", "hire 2 10★ A♣").rule == "D2"


@rule("ruling 25", "GO8", edition="all")
@pytest.mark.parametrize(("edition", "price"), HALVES)
def test_the_goblins_ally_pays_half_of_the_whole_sum_to_the_goblins(
    edition: str, price: int
) -> None:
    game = at("order=DEGO turn=2 dragon=2 gold=E5 ally=EG at=elves.hire", edition)
    play(game, "elves hire 3 10★", "goblins pass")
    assert (game.gold_of("elves"), game.gold_of("goblins")) == (5 - price, price)


# --- raising -------------------------------------------------------------------------------


@rule("IV4", "OR1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_orcs_hire_nobody(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 gold=O9 at=orcs.hire", edition)
    assert listed(game, "orcs", "hire") == []
    assert refused(game, "orcs", "hire 1 1★").rule == "OR1"


@rule("IV4", "OR1", "ruling 53", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_orcs_raise_any_number_free_in_one_orcish_territory(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 gold=O3 at=orcs.hire", edition)
    places = {line.split()[2] for line in listed(game, "orcs", "raise")}
    assert places == {"16", "16•", "17", "18", "1", "1★", "2", "2•"}
    total = game.bank_of("orcs")
    play(game, f"orcs raise {total} 17")
    assert (game.units("orcs", "17"), game.bank_of("orcs"), game.gold_of("orcs")) == (total, 0, 3)


@rule("OR1", "ruling 53", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_orcs_raise_in_one_territory_a_turn(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 at=orcs.hire", edition)
    play(game, "orcs raise 1 17")
    assert not can(game, "orcs", "raise 1 18")


@rule("OR1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_orcs_raise_nobody_outside_their_lands(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 O=9•3 at=orcs.hire", edition)
    assert refused(game, "orcs", "raise 1 9•").rule == "OR1"


@rule("OR1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_only_the_orcs_raise_units(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 gold=D5 at=dwarves.hire", edition)
    assert refused(game, "dwarves", "raise 1 17").rule == "OR1"


@rule("ruling 24", "I4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_orcs_raise_nobody_where_the_dragon_marker_stands(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=16 at=orcs.hire", edition)
    assert refused(game, "orcs", "raise 1 16•").rule == "I4"


@rule("ruling 24", "B5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_orcs_raise_nobody_in_a_full_castle(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 D=1★1 E=1★1 at=orcs.hire", edition)
    assert refused(game, "orcs", "raise 1 1★").rule == "B5"


@rule("OR1", "ruling 53", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_orcs_allied_with_the_goblins_hire_or_raise_but_not_both(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 gold=O4 ally=GO at=orcs.hire", edition)
    assert can(game, "orcs", "raise 1 17")
    play(game, "orcs hire 2 9", "goblins pass")
    assert (game.units("orcs", "9"), game.gold_of("orcs"), game.gold_of("goblins")) == (2, 2, 2)
    assert not can(game, "orcs", "raise 1 17")


@rule("IV4", "GO7", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_gold_and_units_wait_until_the_goblins_have_answered(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=2 gold=E5 at=elves.hire", edition)
    play(game, "elves hire 3 5★")
    assert deciding(game) == ["goblins"]
    assert (game.gold_of("elves"), game.units("elves", "5★")) == (5, 0)
