"""VI. The collection round: income, the gold of the land, and throwing artifacts away."""

import pytest
from rulemarks import rule
from rules.table import (
    FIVE,
    LATER,
    at,
    choices,
    deciding,
    play,
    refused,
    step,
)

TABLE = "order=DEGO turn=2 dragon=13"
HOLD = "hand=O:2♣"  # the Orcs are asked whether they discard it, and the round waits
INCOME = {"first": 2, "r2": 1, "r6": 1, "r6b": 1, "r9": 1}


def income(position: str, edition: str, seat: str) -> int:
    """What a player has after the collection, counted from nothing."""
    return at(f"{TABLE} {HOLD} {position} at=collection", edition).gold_of(seat)


# --- VI1: income ---------------------------------------------------------------------------


@rule("VI1", "ruling 56", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("seat", ["dwarves", "elves", "goblins", "orcs"])
def test_every_player_has_an_income_even_without_units(edition: str, seat: str) -> None:
    assert income("", edition, seat) == INCOME[edition]


@rule("VI1", edition="first r2 r6")
@pytest.mark.parametrize("edition", ["first", "r2", "r6"])
def test_castles_bring_nothing_before_the_web_text(edition: str) -> None:
    assert income("E=5★1,3★1", edition, "elves") == INCOME[edition]


@rule("VI1", edition="r6b r9")
@pytest.mark.parametrize("edition", ["r6b", "r9"])
@pytest.mark.parametrize(
    ("elves", "gold_got"),
    [
        ("E=5★1", 2),
        ("E=5★1,3★4", 3),
        ("E=5★1h", 1),  # hidden units control nothing
        ("E=4•3", 1),  # a forest is no castle
    ],
)
def test_each_castle_controlled_brings_one_gold(edition: str, elves: str, gold_got: int) -> None:
    assert income(elves, edition, "elves") == gold_got


@rule("VI1", "B3", edition="r6b r9")
@pytest.mark.parametrize("edition", ["r6b", "r9"])
def test_hidden_units_of_others_do_not_take_a_castle_away(edition: str) -> None:
    assert income("D=5★1 E=5★2h", edition, "dwarves") == 2


@rule("VI1", "DW6", edition="r6b r9")
@pytest.mark.parametrize("edition", ["r6b", "r9"])
def test_the_dwarves_ally_gets_one_gold_more_and_the_dwarves_do_not(edition: str) -> None:
    assert income("ally=DE", edition, "elves") == 2
    assert income("ally=DE", edition, "dwarves") == 1


@rule("VI1", "DW6", edition="first r2 r6")
@pytest.mark.parametrize("edition", ["first", "r2", "r6"])
def test_the_dwarves_ally_gets_nothing_more_before_the_web_text(edition: str) -> None:
    assert income("ally=DE", edition, "elves") == INCOME[edition]


# --- VI2: the gold of the land -------------------------------------------------------------


@rule("VI2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(("units", "taken"), [(1, 2), (2, 4), (3, 5), (4, 5)])
def test_each_unit_gathers_two_gold_up_to_what_lies_there(
    edition: str, units: int, taken: int
) -> None:
    game = at(f"{TABLE} {HOLD} E=10:{units} gold@=10:5 at=collection", edition)
    assert game.gold_of("elves") == INCOME[edition] + taken
    assert game.gold_in("10") == 5 - taken


@rule("VI2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_gold_is_gathered_in_every_territory_controlled(edition: str) -> None:
    game = at(f"{TABLE} {HOLD} E=10:1,8:2 gold@=10:5,8:3 at=collection", edition)
    assert game.gold_of("elves") == INCOME[edition] + 2 + 3


@rule("VI2", "B3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_territory_that_is_shared_is_gathered_by_nobody(edition: str) -> None:
    game = at(f"{TABLE} {HOLD} E=10:1 D=10:1 gold@=10:5 at=collection", edition)
    assert (game.gold_of("elves"), game.gold_of("dwarves")) == (INCOME[edition], INCOME[edition])
    assert game.gold_in("10") == 5


@rule("VI2", "EL10", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_hidden_units_neither_gather_gold_nor_hinder_others(edition: str) -> None:
    game = at(f"{TABLE} {HOLD} E=10:3h D=10:1 gold@=10:5 at=collection", edition)
    assert (game.gold_of("elves"), game.gold_of("dwarves")) == (
        INCOME[edition],
        INCOME[edition] + 2,
    )


# --- VI3: throwing artifacts away ----------------------------------------------------------


@rule("VI3", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_players_discard_any_of_their_artifacts_in_player_order(edition: str) -> None:
    game = at("order=DEGO first=E turn=2 dragon=13 hand=D:3♥,E:5♠A♥ at=collection", edition)
    assert choices(game, "elves") == ["discard 5♠", "discard A♥", "pass"]
    play(game, "elves discard A♥", "elves discard 5♠")
    if deciding(game) == ["elves"]:
        play(game, "elves pass")
    assert (game.hand_of("elves"), game.discarded()) == (set(), ["A♥", "5♠"])
    assert choices(game, "dwarves") == ["discard 3♥", "pass"]


@rule("VI3", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_nobody_has_to_discard(edition: str) -> None:
    game = at(f"{TABLE} hand=E:5♠,O:2♣ at=discard", edition)
    play(game, "elves pass")
    assert (game.hand_of("elves"), deciding(game)) == ({"5♠"}, ["orcs"])


@rule("VI3", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_nobody_discards_what_they_do_not_hold(edition: str) -> None:
    game = at(f"{TABLE} hand=E:5♠ at=discard", edition)
    assert refused(game, "elves", "discard 4♠").rule == "VI3"


@rule("VI3", edition="first")
def test_no_artifacts_are_thrown_away_in_the_first_edition() -> None:
    game = at(f"{TABLE} hand=E:5♠ at=collection", "first")
    assert step(game) != "discard"
    assert game.hand_of("elves") == {"5♠"}
