"""Aces that stop other players' powers [D6-D11], and what no ace can stop."""

import pytest
from rulemarks import rule
from rules.table import (
    LATER,
    at,
    can,
    choices,
    deciding,
    listed,
    pass_all,
    play,
    refused,
    step,
)

from dragondune.game import Game

DEALT = "order=DEGO turn=2 dragon=1"
EARLY = ["r2", "r6"]
LATE = ["r6b", "r9"]
ALL_ACES = "hand=D:A♦,E:A♥,G:A♠,O:A♣"


def asked(game: Game) -> list[str]:
    """Who is asked to stop something, one after the other, while all decline."""
    seats = []
    while step(game) == "deny":
        seats += deciding(game)
        play(game, f"{seats[-1]} pass")
    return seats


# --- D6: a battle question -----------------------------------------------------------------


def question(edition: str, more: str = "hand=D:A♦,E:A♥") -> Game:
    """The Elves, attacking the Goblins in 8, have asked a colour."""
    game = at(f"{DEALT} E=8:2 G=8:2 {more} at=battle:elves>goblins@8", edition)
    play(game, "elves ask colour")
    return game


@rule("D6", "D11", "ruling 11", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_every_other_player_is_asked_in_player_order_whether_to_stop_a_question(
    edition: str,
) -> None:
    game = question(edition, "first=G hand=E:A♥")
    assert asked(game) == ["goblins", "orcs", "dwarves"]
    assert (step(game), deciding(game)) == ("answer", ["goblins"])


@rule("D6", "D11", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
@pytest.mark.parametrize("seat", ["dwarves", "goblins", "orcs"])
def test_any_player_may_stop_the_elves_question_with_an_ace(edition: str, seat: str) -> None:
    game = question(edition, f"hand={seat[0].upper()}:A♦")
    while deciding(game) != [seat]:
        play(game, f"{deciding(game)[0]} pass")
    play(game, f"{seat} deny A♦")
    assert game.discarded() == ["A♦"]
    assert not listed(game, "elves", "ask")
    pass_all(game, "plans")
    assert can(game, "goblins", "plan 2 none")


@rule("D6", "D10", "ruling 52", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_elves_who_were_stopped_may_still_use_their_ace(edition: str) -> None:
    game = question(edition)
    play(game, "dwarves deny A♦")
    assert (deciding(game), choices(game, "elves")) == (["elves"], ["ask-both A♥", "pass"])
    assert refused(game, "elves", "ask number").rule == "D6"


@rule("D11", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_first_to_stop_a_power_ends_the_asking(edition: str) -> None:
    game = question(edition, ALL_ACES)
    play(game, "dwarves deny A♦")
    assert (deciding(game), step(game)) == (["elves"], "ask")
    assert game.hand_of("goblins") == {"A♠"}


@rule("D11", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_stopping_takes_an_ace_in_the_hand(edition: str) -> None:
    game = question(edition, "hand=D:4♦,E:A♥")
    assert choices(game, "dwarves") == ["pass"]
    assert refused(game, "dwarves", "deny A♥").rule == "D6"
    assert refused(game, "dwarves", "deny 4♦").rule == "D6"


def allys_question(edition: str) -> Game:
    """The Dwarves, allied with the Elves and attacking the Goblins, have asked a colour."""
    game = at(f"{DEALT} D=8:2 G=8:2 ally=DE {ALL_ACES} at=battle:dwarves>goblins@8", edition)
    play(game, "dwarves ask colour")
    return game


@rule("D6", edition="r2 r6")
@pytest.mark.parametrize("edition", EARLY)
def test_the_question_of_the_elves_ally_cannot_be_stopped(edition: str) -> None:
    assert step(allys_question(edition)) == "answer"


@rule("D6", edition="r6b r9")
@pytest.mark.parametrize("edition", LATE)
def test_the_question_of_the_elves_ally_can_be_stopped(edition: str) -> None:
    game = allys_question(edition)
    play(game, "elves deny A♥")
    assert step(game) == "plans"


@rule("EL3", edition="first")
def test_in_the_first_edition_nobody_stops_a_question() -> None:
    game = at(f"{DEALT} E=8:2 G=8:2 {ALL_ACES} at=battle:elves>goblins@8", "first")
    play(game, "elves ask colour")
    assert step(game) == "answer"


# --- D7: the Red Dragon --------------------------------------------------------------------


def red_dragon(edition: str, more: str = "") -> Game:
    """The Red Dragon comes to 8, where three Orcs stand."""
    return at(f"{DEALT} past=8♥ red_at=8 O=8:3 {ALL_ACES} {more} at=red", edition)


@rule("D7", "D11", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
@pytest.mark.parametrize(("seat", "ace"), [("dwarves", "A♦"), ("elves", "A♥"), ("goblins", "A♠")])
def test_an_ace_leaves_the_orcs_to_the_red_dragon(edition: str, seat: str, ace: str) -> None:
    game = red_dragon(edition)
    while deciding(game) != [seat]:
        play(game, f"{deciding(game)[0]} pass")
    play(game, f"{seat} deny {ace}")
    assert step(game) == "council_turn"
    assert (game.units("orcs", "8"), game.grave_of("orcs")) == (0, 3)


@rule("D7", "D11", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_even_the_orcs_ally_may_deny_them_but_not_they_themselves(edition: str) -> None:
    assert asked(red_dragon(edition, "ally=DO")) == ["dwarves", "elves", "goblins"]


@rule("D7", "ruling 15", edition="r6b r9")
@pytest.mark.parametrize("edition", LATE)
def test_the_allys_protection_cannot_be_denied(edition: str) -> None:
    game = red_dragon(edition, "D=8:2 ally=DO")
    play(game, "dwarves pass", "elves deny A♥")
    assert (game.units("orcs", "8"), game.units("dwarves", "8")) == (0, 2)
    alone = at(f"{DEALT} past=8♥ red_at=8 D=8:2 ally=DO {ALL_ACES} at=red", edition)
    assert step(alone) == "council_turn"


@rule("D7", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_orcs_elsewhere_are_not_asked_about(edition: str) -> None:
    game = at(f"{DEALT} past=8♥ red_at=8 O=7:3 {ALL_ACES} at=red", edition)
    assert step(game) == "council_turn"


@rule("OR5", edition="first")
def test_in_the_first_edition_nobody_stops_the_ride() -> None:
    assert step(red_dragon("first")) == "ride"


# --- D8: early disbanding ------------------------------------------------------------------


def disbanding(edition: str, seat: str = "goblins", more: str = "") -> Game:
    letter = seat[0].upper()
    where = f"{letter}=10★3 {ALL_ACES} {more} at={seat}.early_disband"
    game = at(f"{DEALT} {where}", edition)
    play(game, f"{seat} disband 2 10★")
    return game


@rule("D8", "D11", "ruling 55", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_an_ace_stops_early_disbanding_and_late_disbanding_stays_open_and_free(
    edition: str,
) -> None:
    game = disbanding(edition)
    play(game, "dwarves pass", "elves deny A♥")
    assert (game.units("goblins", "10★"), step(game)) == (3, "conscript")
    pass_all(game, "disband")
    assert game.gold_of("goblins") == 0
    play(game, "goblins disband 3 10★")
    assert game.bank_of("goblins") == 10


@rule("D8", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_early_disbanding_that_nobody_stops_happens(edition: str) -> None:
    game = disbanding(edition)
    assert game.units("goblins", "10★") == 3
    assert asked(game) == ["dwarves", "elves", "orcs"]
    assert game.units("goblins", "10★") == 1


@rule("D8", edition="r2 r6")
@pytest.mark.parametrize("edition", EARLY)
def test_early_disbanding_of_the_goblins_ally_cannot_be_stopped(edition: str) -> None:
    game = disbanding(edition, "elves", "ally=EG")
    assert (step(game) != "deny", game.units("elves", "10★")) == (True, 1)


@rule("D8", edition="r6b r9")
@pytest.mark.parametrize("edition", LATE)
def test_early_disbanding_of_the_goblins_ally_can_be_stopped(edition: str) -> None:
    game = disbanding(edition, "elves", "ally=EG")
    play(game, "dwarves pass", "goblins deny A♠")
    assert game.units("elves", "10★") == 3


@rule("GO5", edition="first")
def test_in_the_first_edition_nobody_stops_early_disbanding() -> None:
    game = disbanding("first")
    assert game.units("goblins", "10★") == 1


# --- D9: the Dwarves' exchange -------------------------------------------------------------

# The Elves (♥) play a spade against Dwarves whose Jack is ♥ and whose Queen is ♠.
EXCHANGE = f"{DEALT} first=D G=14:1 O=14:1 D=8:2 E=8:2 usurper=D:Q♠ sabotage=D:J♥"


def exchanged(edition: str, hands: str = "E:5♠A♦", card: str = "5♠") -> Game:
    game = at(f"{EXCHANGE} hand={hands} at=battle:dwarves>elves@8", edition)
    play(game, "elves pass", "dwarves plan 0 none", f"elves plan 1 {card}")
    play(game, "dwarves betray J♥ Q♠")
    return game


@rule("D9", "D11", "ruling 39", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_an_ace_stops_the_exchange_before_the_battle_is_settled(edition: str) -> None:
    game = exchanged(edition)
    assert game.units("elves", "8") == 2
    play(game, "elves deny A♦")
    assert (game.units("elves", "8"), game.units("dwarves", "8")) == (1, 0)
    assert game.discarded() == ["A♦"]


@rule("D9", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_an_exchange_that_nobody_stops_wins_the_battle(edition: str) -> None:
    game = exchanged(edition)
    assert asked(game) == ["elves", "goblins", "orcs"]
    assert (game.units("elves", "8"), game.units("dwarves", "8")) == (0, 2)


@rule("D9", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_printed_pair_cannot_be_stopped(edition: str) -> None:
    game = at(
        f"{DEALT} first=D G=14:1 O=14:1 D=8:2 E=8:2 usurper=D:Q♥ sabotage=D:J♠ "
        "hand=E:5♠A♦ at=battle:dwarves>elves@8",
        edition,
    )
    play(game, "elves pass", "dwarves plan 0 none", "elves plan 1 5♠", "dwarves betray Q♥ J♠")
    assert (step(game) != "deny", game.units("elves", "8")) == (True, 0)


@rule("D5", "D9", "V2", edition="r2 r6 r6b")
@pytest.mark.parametrize("edition", ["r2", "r6", "r6b"])
def test_an_ace_that_fights_cannot_be_discarded_to_stop_something(edition: str) -> None:
    game = exchanged(edition, "E:A♠A♣", "A♠")
    assert choices(game, "elves") == ["deny A♣", "pass"]
    assert refused(game, "elves", "deny A♠").rule == "D9"


# --- D10: aces do not stop aces ------------------------------------------------------------


@rule("D10", "EL6", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_double_question_cannot_be_stopped(edition: str) -> None:
    game = at(f"{DEALT} E=8:2 G=8:2 {ALL_ACES} at=battle:elves>goblins@8", edition)
    play(game, "elves ask-both A♥")
    assert (step(game), deciding(game)) == ("answer", ["goblins"])
    assert refused(game, "orcs", "deny A♣").rule == "D10"
    play(game, "goblins answer-colour none")
    assert refused(game, "orcs", "deny A♣").rule == "D10"


@rule("D6", "D11", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
@pytest.mark.parametrize("topic", ["colour", "number"])
def test_a_single_question_is_not_called_an_aces_once_all_have_let_it_pass(
    edition: str, topic: str
) -> None:
    """r9 lines 348-351: only the two questions for a card are beyond an ace."""
    game = at(f"{DEALT} E=8:2 G=8:2 {ALL_ACES} at=battle:elves>goblins@8", edition)
    play(game, f"elves ask {topic}", "dwarves pass", "goblins pass", "orcs pass")
    assert refused(game, "orcs", "deny A♣").rule == "D11"


@rule("D10", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("at=dragon", "orcs carry 1 1★ 8 A♣"),
        ("at=pay:elves,high_bid:0", "elves pay-ace A♥"),
        ("at=dwarves", "dwarves special-revive 2 A♦"),
        ("at=orcs.move", "orcs extend A♣"),
    ],
)
def test_nobody_is_asked_to_stop_what_is_done_with_an_ace(
    edition: str, where: str, line: str
) -> None:
    game = at(f"{DEALT} D=grave:3 O=1★1 E=5★1 gold=E3 {ALL_ACES} {where}", edition)
    play(game, line)
    assert step(game) != "deny"


@rule("D10", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_a_denial_cannot_be_denied(edition: str) -> None:
    game = red_dragon(edition)
    play(game, "dwarves deny A♦")
    assert step(game) == "council_turn"
    assert [len(game.hand_of(seat)) for seat in "EGO"] == [1, 1, 1]
