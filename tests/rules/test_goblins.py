"""The Goblins [GO1-GO8]: who is paid, what they pay, and what they can forbid."""

import pytest
from rulemarks import rule
from rules.table import (
    FIVE,
    LATER,
    at,
    can,
    choices,
    deciding,
    kinds,
    listed,
    pass_all,
    play,
    refused,
    sees,
    step,
)

from dragondune.game import Game

ROUNDED_UP = ["first", "r2"]
ROUNDED_DOWN = ["r6", "r6b", "r9"]
DEALT = "order=DEGO turn=2 dragon=7"


# --- GO1, GO2: gold for mercenaries --------------------------------------------------------


@rule("GO1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_what_others_pay_for_mercenaries_goes_to_the_goblins(edition: str) -> None:
    game = at(f"{DEALT} E=5★5 gold=E6,G1 at=elves.hire", edition)
    play(game, "elves hire 2 5★", "goblins pass")
    assert (game.gold_of("elves"), game.gold_of("goblins")) == (4, 3)


@rule("GO1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_what_the_goblins_pay_goes_to_the_bank(edition: str) -> None:
    game = at(f"{DEALT} G=10★3 gold=D2,E2,G4,O2 at=goblins.hire", edition)
    play(game, "goblins hire 4 10★")
    assert [game.gold_of(seat) for seat in "DEGO"] == [2, 2, 2, 2]


@rule("GO1", "GO2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_allys_half_price_goes_to_the_goblins_too(edition: str) -> None:
    game = at(f"{DEALT} E=5★5 gold=E6 ally=EG at=elves.hire", edition)
    play(game, "elves hire 4 5★", "goblins pass")
    assert (game.gold_of("elves"), game.gold_of("goblins")) == (4, 2)


def spent_by_goblins(edition: str, line: str) -> int:
    game = at(f"{DEALT} G=10★3 gold=G9 at=goblins.hire", edition)
    play(game, f"goblins hire {line}")
    return 9 - game.gold_of("goblins")


@rule("GO2", "ruling 26", edition="first r2")
@pytest.mark.parametrize("edition", ROUNDED_UP)
@pytest.mark.parametrize(("line", "price"), [("1 10★", 1), ("2 10★", 1), ("3 10★", 2), ("3 10", 3)])
def test_half_of_the_whole_sum_is_rounded_up(edition: str, line: str, price: int) -> None:
    assert spent_by_goblins(edition, line) == price


@rule("GO2", edition="r6 r6b r9")
@pytest.mark.parametrize("edition", ROUNDED_DOWN)
@pytest.mark.parametrize(("line", "price"), [("1 10★", 0), ("2 10★", 1), ("3 10★", 1), ("3 10", 3)])
def test_half_of_the_whole_sum_is_rounded_down(edition: str, line: str, price: int) -> None:
    assert spent_by_goblins(edition, line) == price


@rule("GO2", edition="first r2")
@pytest.mark.parametrize("edition", ROUNDED_UP)
def test_penniless_goblins_hire_nobody_where_halves_are_rounded_up(edition: str) -> None:
    game = at(f"{DEALT} G=10★3 at=goblins.hire", edition)
    assert choices(game, "goblins") == ["pass"]
    assert refused(game, "goblins", "hire 1 10★").rule == "IV4"


@rule("GO2", edition="r6 r6b r9")
@pytest.mark.parametrize("edition", ROUNDED_DOWN)
def test_penniless_goblins_hire_one_unit_into_a_castle(edition: str) -> None:
    game = at(f"{DEALT} G=10★3 at=goblins.hire", edition)
    castles = ["10★", "15★", "1★", "3★", "5★"]
    assert choices(game, "goblins") == [*(f"hire 1 {castle}" for castle in castles), "pass"]


# --- GO3, GO4: cards -----------------------------------------------------------------------


def sold_to(seat: str, edition: str, more: str = "") -> Game:
    """Two cards lie on the deck: 5♠, which is sold to this seat, and below it 4♥."""
    game = at(f"{DEALT} {more} gold=E3,G3 deck=4♥5♠ at=pay:{seat},high_bid:2", edition)
    play(game, f"{seat} pay-gold")
    return game


@rule("GO3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_goblins_who_win_a_card_draw_another(edition: str) -> None:
    game = sold_to("goblins", edition)
    assert game.hand_of("goblins") == {"5♠", "4♥"}
    assert game.gold_of("goblins") == 1


@rule("GO3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_elves_see_the_card_sold_but_not_the_goblins_second_card(edition: str) -> None:
    game = sold_to("goblins", edition)
    assert sees(game, "elves", "5♠")
    assert not sees(game, "elves", "4♥")


@rule("GO3", "GO8", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_even_the_goblins_ally_gets_one_card_only(edition: str) -> None:
    assert sold_to("elves", edition, "ally=EG").hand_of("elves") == {"5♠"}


def bidders(hands: str, edition: str) -> set[str]:
    """Who is asked for a bid on the first card."""
    game = at(f"{DEALT} hand={hands} gold=D1,E1,G1,O1 at=bidding", edition)
    asked: list[str] = []
    while deciding(game)[0] not in asked:
        asked += deciding(game)
        told = play(game, f"{asked[-1]} pass")
        if "unsold" in kinds(told):
            break
    return set(asked)


@rule("GO4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_goblins_with_seven_cards_still_bid_when_others_with_four_do_not(edition: str) -> None:
    hands = "G:2♣3♣4♣5♣6♣2♦3♦,E:2♥3♥4♥5♥,O:2♠3♠4♠5♠"
    assert bidders(hands, edition) == {"dwarves", "goblins"}


@rule("GO4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_goblins_with_eight_cards_do_not_bid(edition: str) -> None:
    assert "goblins" not in bidders("G:2♣3♣4♣5♣6♣2♦3♦4♦", edition)


# --- GO5, GO6: disbanding ------------------------------------------------------------------


@rule("GO5", edition="first")
def test_goblins_of_the_first_edition_disband_early_and_never_late() -> None:
    game = at(f"{DEALT} G=10★3 at=goblins", "first")
    assert step(game) == "early_disband"
    assert listed(game, "goblins", "disband") == [f"disband {n} 10★" for n in (1, 2, 3)]
    late = at(f"{DEALT} G=10★3 at=goblins.disband", "first")
    assert "goblins" not in deciding(late)


@rule("GO5", "GO6", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
@pytest.mark.parametrize("when", ["early_disband", "disband"])
def test_goblins_choose_to_disband_early_or_late_and_pay_nothing(edition: str, when: str) -> None:
    game = at(f"{DEALT} G=10★3 at=goblins.{when}", edition)
    play(game, "goblins disband 2 10★")
    pass_all(game, "conscript")
    assert game.units("goblins", "10★") == 1
    assert game.bank_of("goblins") == 9


@rule("GO5", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_goblins_who_disbanded_early_do_not_disband_late(edition: str) -> None:
    game = at(f"{DEALT} G=10★3,11:2 at=goblins.early_disband", edition)
    play(game, "goblins disband 1 10★")
    while "goblins" in deciding(game) or step(game) == "deny":
        assert step(game) != "disband"
        play(game, f"{deciding(game)[0]} pass")


@rule("GO5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_nobody_else_disbands_early(edition: str) -> None:
    game = at(f"{DEALT} E=5★3 at=elves.early_disband", edition)
    assert step(game) != "early_disband"
    assert not listed(game, "elves", "disband")


@rule("GO6", edition="first")
def test_disbanding_costs_nobody_anything_in_the_first_edition() -> None:
    game = at(f"{DEALT} E=5★3 gold=E1 at=elves.disband", "first")
    play(game, "elves disband 3 5★")
    assert (game.bank_of("elves"), game.gold_of("elves")) == (20, 1)


@rule("GO6", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_other_players_pay_one_gold_for_each_unit_they_disband(edition: str) -> None:
    game = at(f"{DEALT} E=5★3 gold=E2 at=elves.disband", edition)
    assert listed(game, "elves", "disband") == ["disband 1 5★", "disband 2 5★"]
    assert refused(game, "elves", "disband 3 5★").rule == "IV6"
    play(game, "elves disband 2 5★")
    assert game.gold_of("elves") == 0


# --- GO7: the Goblins' ace -----------------------------------------------------------------

HIRING = f"{DEALT} E=5★5 gold=E6,G1 hand=G:A♣4♦,E:A♥ at=elves.hire"


@rule("GO7", "ruling 27", "ruling 54", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_hire_that_is_stopped_costs_neither_gold_nor_an_ace(edition: str) -> None:
    game = at(HIRING, edition)
    play(game, "elves hire 2 5★ A♥", "goblins deny A♣")
    assert (game.gold_of("elves"), game.gold_of("goblins")) == (6, 1)
    assert game.hand_of("elves") == {"A♥"}
    assert game.hand_of("goblins") == {"4♦"}
    assert game.units("elves", "5★") == 5


@rule("GO7", "ruling 27", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_whoever_was_stopped_hires_nobody_this_turn(edition: str) -> None:
    game = at(HIRING, edition)
    play(game, "elves hire 2 5★", "goblins deny A♣")
    assert not listed(game, "elves", "hire")


@rule("GO7", edition="first")
def test_a_stopped_player_is_told_so() -> None:
    game = at(HIRING, "first")
    play(game, "elves hire 2 5★", "goblins deny A♣")
    assert refused(game, "elves", "hire 1 5★").rule == "GO7"


@rule("GO7", "EL6", "ruling 65", edition="first")
def test_elves_whose_hire_was_stopped_may_still_place_units_with_an_ace() -> None:
    game = at(HIRING, "first")
    play(game, "elves hire 2 5★", "goblins deny A♣", "elves ace-place 5 5★ A♥")
    assert game.units("elves", "5★") == 10


@rule("GO7", "ruling 27", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_stop_ends_with_the_turn(edition: str) -> None:
    game = at(f"{DEALT} E=5★5 gold=E6 hire_stopped=E at=turn", edition)
    pass_all(game, "hire")
    while "elves" not in deciding(game):
        play(game, f"{deciding(game)[0]} pass")
        pass_all(game, "hire")
    assert can(game, "elves", "hire 1 5★")


@rule("GO7", "ruling 11", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_goblins_alone_are_asked_and_also_without_an_ace(edition: str) -> None:
    game = at(f"{DEALT} E=5★5 gold=E6 hand=D:A♣,O:A♠ at=elves.hire", edition)
    play(game, "elves hire 1 5★")
    assert deciding(game) == ["goblins"]
    assert choices(game, "goblins") == ["pass"]
    assert refused(game, "goblins", "deny A♣").rule == "GO7"


@rule("GO7", "D10", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_nobody_can_stop_the_goblins_ace(edition: str) -> None:
    game = at(f"{DEALT} E=5★5 gold=E6 hand=G:A♣,D:A♦,E:A♥,O:A♠ at=elves.hire", edition)
    play(game, "elves hire 1 5★", "goblins deny A♣")
    assert deciding(game) == ["elves"]
    assert step(game) != "deny"


@rule("GO7", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_goblins_own_hire_is_not_asked_about(edition: str) -> None:
    game = at(f"{DEALT} G=10★3 gold=G4 hand=G:A♣ at=goblins.hire", edition)
    told = play(game, "goblins hire 2 10★")
    assert "hired" in kinds(told)


@rule("GO7", "OR1", "ruling 54", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_stopping_allied_orcs_from_hiring_leaves_them_their_raising(edition: str) -> None:
    game = at(f"{DEALT} O=1★2 gold=O6 ally=GO hand=G:A♣ at=orcs.hire", edition)
    play(game, "orcs hire 2 5★", "goblins deny A♣")
    assert not listed(game, "orcs", "hire")
    assert can(game, "orcs", "raise 3 1★")


# --- GO8: the ally -------------------------------------------------------------------------


@rule("GO8", "GO2", edition="first r2")
@pytest.mark.parametrize("edition", ROUNDED_UP)
def test_the_ally_pays_half_rounded_up(edition: str) -> None:
    game = at(f"{DEALT} E=5★5 gold=E6 ally=EG at=elves.hire", edition)
    play(game, "elves hire 3 5★", "goblins pass")
    assert game.gold_of("elves") == 4


@rule("GO8", "GO2", edition="r6 r6b r9")
@pytest.mark.parametrize("edition", ROUNDED_DOWN)
def test_the_ally_pays_half_rounded_down(edition: str) -> None:
    game = at(f"{DEALT} E=5★5 gold=E6 ally=EG at=elves.hire", edition)
    play(game, "elves hire 3 5★", "goblins pass")
    assert game.gold_of("elves") == 5


@rule("GO8", "GO5", edition="first")
def test_the_ally_in_the_first_edition_gets_the_price_alone() -> None:
    game = at(f"{DEALT} E=5★3 ally=EG at=elves", "first")
    assert step(game) != "early_disband"
    orcs = at(f"{DEALT} O=1★3 gold=O9 ally=GO at=orcs.hire", "first")
    assert not listed(orcs, "orcs", "hire")
    assert refused(orcs, "orcs", "hire 1 5★").rule == "OR1"


@rule("GO8", "GO5", "GO6", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
@pytest.mark.parametrize("when", ["early_disband", "disband"])
def test_the_ally_disbands_early_or_late_and_free(edition: str, when: str) -> None:
    game = at(f"{DEALT} E=5★3 ally=EG at=elves.{when}", edition)
    play(game, "elves disband 3 5★")
    pass_all(game, "hire")
    assert game.bank_of("elves") == 10


@rule("GO8", "OR1", "ruling 54", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_allied_orcs_hire_at_half_price(edition: str) -> None:
    game = at(f"{DEALT} O=1★2 gold=O6 ally=GO at=orcs.hire", edition)
    play(game, "orcs hire 4 5★", "goblins pass")
    assert (game.gold_of("orcs"), game.gold_of("goblins")) == (4, 2)
    assert game.units("orcs", "5★") == 4
