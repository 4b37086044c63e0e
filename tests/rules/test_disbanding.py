"""IV2, IV6, IV7: units go back to the bank, early or late, once a turn."""

import pytest
from rulemarks import rule
from rules.table import (
    FIVE,
    LATER,
    at,
    can,
    deciding,
    listed,
    play,
    refused,
    step,
)

from dragondune.game import Game

TABLE = "order=GEDO turn=2 dragon=13"


def no_denial(game: Game) -> None:
    """Nobody stops an early disbanding with an ace."""
    while step(game) == "deny":
        play(game, f"{deciding(game)[0]} pass")


# --- IV2: early ----------------------------------------------------------------------------


@rule("IV2", "GO5", "ruling 55", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_goblins_disband_early_some_or_all_of_one_territory_free(edition: str) -> None:
    game = at(f"{TABLE} G=10★3,9:2 at=goblins.early_disband", edition)
    assert listed(game, "goblins", "disband") == [
        "disband 1 9",
        "disband 2 9",
        "disband 1 10★",
        "disband 2 10★",
        "disband 3 10★",
    ]
    before = game.bank_of("goblins")
    play(game, "goblins disband 2 10★")
    no_denial(game)
    assert (game.units("goblins", "10★"), game.bank_of("goblins")) == (1, before + 2)
    assert game.gold_of("goblins") == 0
    assert step(game) != "early_disband"  # one territory only


@rule("IV2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_nobody_disbands_more_than_stands_there(edition: str) -> None:
    game = at(f"{TABLE} G=10★3 at=goblins.early_disband", edition)
    assert refused(game, "goblins", "disband 4 10★").rule == "IV2"
    assert refused(game, "goblins", "disband 1 9").rule == "IV2"


@rule("IV2", "GO5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("seat", ["dwarves", "elves", "orcs"])
def test_nobody_else_disbands_early(edition: str, seat: str) -> None:
    game = at(f"{TABLE} {seat}=9:2 at={seat}.early_disband", edition)
    assert step(game) != "early_disband"
    assert listed(game, seat, "disband") == []


@rule("IV2", "GO5", "ruling 55", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_goblins_ally_disbands_early_and_free(edition: str) -> None:
    game = at(f"{TABLE} E=9:2 ally=EG at=elves.early_disband", edition)
    play(game, "elves disband 2 9")
    no_denial(game)
    assert (game.units("elves", "9"), game.bank_of("elves"), game.gold_of("elves")) == (0, 10, 0)


@rule("IV2", "GO5", edition="first")
def test_the_goblins_ally_does_not_disband_early_in_the_first_edition() -> None:
    game = at(f"{TABLE} E=9:2 ally=EG at=elves.early_disband", "first")
    assert listed(game, "elves", "disband") == []


@rule("IV2", edition="first")
def test_early_disbanding_comes_before_the_graveyard_in_the_first_edition() -> None:
    game = at(f"{TABLE} G=9:2,grave:2 at=goblins", "first")
    assert step(game) == "early_disband"
    play(game, "goblins disband 1 9")
    assert step(game) == "revive"


@rule("IV2", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_early_disbanding_comes_after_the_graveyard_from_the_second_revision(edition: str) -> None:
    game = at(f"{TABLE} G=9:2,grave:2 at=goblins", edition)
    assert step(game) == "revive"
    play(game, "goblins revive 1")
    assert step(game) == "early_disband"


# --- IV6: late -----------------------------------------------------------------------------


@rule("IV6", "GO6", "ruling 55", edition="first")
@pytest.mark.parametrize("seat", ["dwarves", "elves", "orcs"])
def test_everyone_else_disbands_late_and_free_in_the_first_edition(seat: str) -> None:
    game = at(f"{TABLE} first={seat} {seat}=9:2,11:1 at={seat}.disband", "first")
    assert listed(game, seat, "disband") == ["disband 1 9", "disband 2 9", "disband 1 11"]
    play(game, f"{seat} disband 2 9")
    assert (game.units(seat, "9"), game.bank_of(seat), game.gold_of(seat)) == (0, 19, 0)


@rule("IV6", "ruling 55", edition="first")
def test_the_goblins_do_not_disband_late_in_the_first_edition() -> None:
    game = at(f"{TABLE} G=9:2 E=5★1 at=goblins.disband", "first")
    assert listed(game, "goblins", "disband") == []
    assert "goblins" not in deciding(game)


@rule("IV6", "GO6", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
@pytest.mark.parametrize("seat", ["dwarves", "elves", "orcs"])
def test_others_disband_late_for_one_gold_a_unit(edition: str, seat: str) -> None:
    game = at(f"{TABLE} first={seat} {seat}=9:3 gold={seat[0]}2 at={seat}.disband", edition)
    assert listed(game, seat, "disband") == ["disband 1 9", "disband 2 9"]
    assert refused(game, seat, "disband 3 9").rule == "IV6"
    play(game, f"{seat} disband 2 9")
    assert (game.units(seat, "9"), game.bank_of(seat), game.gold_of(seat)) == (1, 9, 0)
    assert game.gold_of("goblins") == 0  # the bank takes it


@rule("IV6", "GO6", "ruling 55", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
@pytest.mark.parametrize("seat", ["goblins", "elves"])
def test_the_goblins_and_their_ally_disband_late_free(edition: str, seat: str) -> None:
    game = at(f"{TABLE} {seat}=9:3 ally=EG at={seat}.disband", edition)
    play(game, f"{seat} disband 3 9")
    assert (game.units(seat, "9"), game.bank_of(seat)) == (0, 10)


@rule("IV6", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_disbanding_ends_a_turn(edition: str) -> None:
    game = at(f"{TABLE} E=9:2,11:1 D=15★1 gold=E5 at=elves.disband", edition)
    play(game, "elves disband 1 9")
    assert deciding(game) == ["dwarves"]


# --- IV7: to the bank ----------------------------------------------------------------------


@rule("IV7", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_disbanded_units_go_to_the_bank_and_not_to_the_graveyard(edition: str) -> None:
    game = at(f"{TABLE} E=9:2,grave:1 gold=E5 at=elves.disband", edition)
    before = game.bank_of("elves")
    play(game, "elves disband 2 9")
    assert (game.bank_of("elves"), game.grave_of("elves")) == (before + 2, 1)


@rule("IV7", edition="r6b r9")
@pytest.mark.parametrize("edition", ["r6b", "r9"])
def test_units_disbanded_early_are_recruited_again_in_the_same_turn(edition: str) -> None:
    game = at(f"{TABLE} G=9:4,10★6 gold=G2 at=goblins.early_disband", edition)
    assert game.bank_of("goblins") == 0
    play(game, "goblins disband 4 9")
    no_denial(game)
    play(game, "goblins conscript 1 10★", "goblins hire 2 15★")
    assert (game.units("goblins", "10★"), game.units("goblins", "15★")) == (7, 2)


@rule("IV7", "ruling 44", "DW4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_elites_are_disbanded_as_elites_if_their_owner_likes(edition: str) -> None:
    options = [] if edition == "first" else ["elite-warriors"]
    game = at(f"{TABLE} D=9:1+2e gold=D5 at=dwarves.disband", edition, options)
    assert {"disband 1 9", "disband 0+1e 9"} <= set(listed(game, "dwarves", "disband"))
    play(game, "dwarves disband 0+1e 9")
    assert (game.state.elite_bank[0], game.state.elite_up[14]) == (1, 1)


# --- ruling 55 -----------------------------------------------------------------------------


@rule("ruling 55", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_who_disbanded_early_does_not_disband_late(edition: str) -> None:
    game = at(f"{TABLE} G=9:3 E=5★1 at=goblins.early_disband", edition)
    play(game, "goblins disband 1 9")
    no_denial(game)
    while deciding(game) == ["goblins"]:
        assert step(game) != "disband"
        play(game, "goblins pass")


@rule("ruling 55", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_who_passed_early_may_disband_late(edition: str) -> None:
    game = at(f"{TABLE} G=9:3 at=goblins.early_disband", edition)
    play(game, "goblins pass")
    while step(game) != "disband":
        play(game, "goblins pass")
    assert can(game, "goblins", "disband 3 9")


@rule("ruling 55", "D8", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_after_an_ace_stopped_them_the_goblins_still_disband_late_and_free(edition: str) -> None:
    game = at(f"{TABLE} G=9:3 hand=O:A♣ at=goblins.early_disband", edition)
    play(game, "goblins disband 3 9", "elves pass", "dwarves pass", "orcs deny A♣")
    assert (game.units("goblins", "9"), game.discarded()) == (3, ["A♣"])
    while step(game) != "disband":
        play(game, "goblins pass")
    play(game, "goblins disband 3 9")
    assert game.units("goblins", "9") == 0


@rule("ruling 55", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_hidden_units_may_be_disbanded(edition: str) -> None:
    game = at(f"{TABLE} E=9:2h D=9:1 gold=E5 at=elves.disband", edition)
    before = game.bank_of("elves")
    play(game, "elves disband 1 9 hidden")
    assert (game.hidden_units("elves", "9"), game.bank_of("elves")) == (1, before + 1)
