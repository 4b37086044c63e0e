"""The Elves' knowledge [EL1, EL3, EL4, EL6, EL7]; EL2 and hiding have pages of their own."""

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
    pass_all,
    play,
    refused,
    sees,
    step,
)

from dragondune.model.cards import CARD_NAMES
from dragondune.model.events import EventTurned, OmenTurned

# --- EL1: first look at artifacts ----------------------------------------------------------


@rule("EL1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_elves_alone_see_each_artifact_before_it_is_bid_on(edition: str) -> None:
    game = at("order=DEGO turn=2 gold=D5,E5,G5,O5 deck=4♠3♥ at=bidding", edition)
    assert step(game) == "bid"
    for card in ("3♥", "4♠"):
        assert [sees(game, seat, card) for seat in "DEGO"] == [False, True, False, False]
        assert CARD_NAMES[game.view("elves").sale] == card
        first = deciding(game)[0]
        play(game, f"{first} bid 1")
        pass_all(game, until="pay")
        play(game, f"{first} pay-gold")


@rule("EL1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_without_elves_nobody_sees_the_artifact_on_sale(edition: str) -> None:
    game = at("order=DGO turn=2 gold=D5,G5,O5 deck=3♥ at=bidding", edition)
    assert not any(sees(game, seat, "3♥") for seat in "DGO")


@rule("EL1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_elves_ally_does_not_see_the_artifact_on_sale(edition: str) -> None:
    game = at("order=DEGO turn=2 ally=EO gold=D5,E5,G5,O5 deck=3♥ at=bidding", edition)
    assert not sees(game, "orcs", "3♥")


# --- EL3: the battle question --------------------------------------------------------------

BATTLE = "order=DEGO turn=2 dragon=9 E=7:3 G=7:3 hand=E:2♥,G:3♥5♠6♠ at=battle:{}@7"


@rule("EL3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("sides", ["elves>goblins", "goblins>elves"])
def test_the_elves_may_ask_one_question_before_plans_are_made(edition: str, sides: str) -> None:
    """Colour or number of units; in the first edition also the value."""
    game = at(BATTLE.format(sides), edition)
    assert deciding(game) == ["elves"]
    questions = ["ask colour", "ask number"] + (["ask value"] if edition == "first" else [])
    assert choices(game, "elves") == [*questions, "pass"]


@rule("EL3", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_value_is_not_asked_from_r2_on(edition: str) -> None:
    assert refused(at(BATTLE.format("elves>goblins"), edition), "elves", "ask value").rule == "EL3"


@rule("EL3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_elves_need_not_ask(edition: str) -> None:
    game = at(BATTLE.format("elves>goblins"), edition)
    play(game, "elves pass")
    assert step(game) == "plans"
    assert can(game, "goblins", "plan 2 5♠")


@rule("EL3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_only_one_question_is_asked(edition: str) -> None:
    game = at(BATTLE.format("elves>goblins"), edition)
    play(game, "elves ask number")
    pass_all(game, until="answer")
    play(game, "goblins answer-number 2")
    assert step(game) == "plans"


@rule("EL3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(
    ("answer", "cards"), [("none", {"none"}), ("red", {"3♥"}), ("black", {"5♠", "6♠"})]
)
def test_the_answer_about_the_colour_binds_the_plan(
    edition: str, answer: str, cards: set[str]
) -> None:
    game = at(BATTLE.format("elves>goblins"), edition)
    play(game, "elves ask colour")
    pass_all(game, until="answer")
    assert choices(game, "goblins") == [f"answer-colour {c}" for c in ("black", "none", "red")]
    play(game, f"goblins answer-colour {answer}")
    plans = listed(game, "goblins", "plan")
    assert {line.split()[2] for line in plans} == cards
    assert {line.split()[1] for line in plans} == {"0", "1", "2", "3"}
    wrong = "plan 1 none" if answer != "none" else "plan 1 3♥"
    assert refused(game, "goblins", wrong).rule == "EL3"
    assert can(game, "elves", "plan 3 2♥")  # who asked is not bound


@rule("EL3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("number", [0, 2])
def test_the_answer_about_the_number_binds_the_plan(edition: str, number: int) -> None:
    game = at(BATTLE.format("goblins>elves"), edition)
    play(game, "elves ask number")
    pass_all(game, until="answer")
    assert choices(game, "goblins") == [f"answer-number {n}" for n in range(4)]
    play(game, f"goblins answer-number {number}")
    assert {line.split()[1] for line in listed(game, "goblins", "plan")} == {str(number)}
    assert refused(game, "goblins", "plan 3 none").rule == "EL3"


@rule("EL3", edition="first")
def test_the_answer_about_the_value_binds_the_plan() -> None:
    game = at(BATTLE.format("elves>goblins"), "first")
    play(game, "elves ask value")
    values = ["answer-value 3", "answer-value 5", "answer-value 6", "answer-value none"]
    assert choices(game, "goblins") == values
    play(game, "goblins answer-value 6")
    assert {line.split()[2] for line in listed(game, "goblins", "plan")} == {"6♠"}
    assert refused(game, "goblins", "plan 1 5♠").rule == "EL3"


@rule("EL3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_an_answer_has_to_be_one_that_can_be_kept(edition: str) -> None:
    game = at(BATTLE.format("elves>goblins").replace("G:3♥5♠6♠", "G:5♠"), edition)
    play(game, "elves ask colour")
    pass_all(game, until="answer")
    assert refused(game, "goblins", "answer-colour red").rule == "EL3"
    assert not can(game, "goblins", "answer-number 2")  # another question than was asked


@rule("EL3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_nobody_else_asks(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=9 O=7:3 G=7:3 at=battle:orcs>goblins@7", edition)
    assert step(game) == "plans"
    refused(game, "orcs", "ask colour")


# --- EL4: a look at the next event ---------------------------------------------------------


@rule("EL4", "ruling 33", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_after_the_bidding_the_elves_alone_see_the_top_event_card(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=9 E=5★3 events=9♠8♦ at=bidding_ends", edition)
    assert game.state.round == 4
    assert [sees(game, seat, "8♦") for seat in "DEGO"] == [False, True, False, False]
    assert not sees(game, "elves", "9♠")
    assert CARD_NAMES[game.view("elves").event_deck[-1]] == "8♦"


@rule("EL4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_elves_do_not_see_the_event_card_earlier(edition: str) -> None:
    game = at("order=DEGO turn=2 gold=D5 events=9♠8♦ cards_left=0 sale=2♥ at=bid:dwarves", edition)
    assert not sees(game, "elves", "8♦")
    pass_all(game, until="hire")
    assert sees(game, "elves", "8♦")


@rule("EL4", "ruling 33", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_card_shown_is_the_first_one_turned_up_next_turn(edition: str) -> None:
    """In r2 and r6 that is the omen of the Red Dragon, not the card that brings gold."""
    game = at("order=DEGO turn=2 dragon=9 events=9♠8♦ at=bidding_ends", edition)
    told = []
    while game.state.turn == 2 or game.state.round < 3:
        seat = deciding(game)[0]
        told += play(game, f"{seat} pass")
    turned = [e for e in told if isinstance(e, (EventTurned, OmenTurned))]
    assert CARD_NAMES[turned[0].card] == "8♦"
    assert turned[0].kind == ("omen_turned" if edition in ("r2", "r6") else "event_turned")


@rule("ruling 33", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_with_an_empty_event_deck_the_elves_see_nothing(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=9 E=5★3 events=| at=bidding_ends", edition)
    assert "shown_event" not in [event.kind for event in game.events("elves")]
    assert game.view("elves").event_deck == []


# --- EL6: their ace ------------------------------------------------------------------------


@rule("EL6", edition="first")
@pytest.mark.parametrize("place", ["15", "9•", "5★"])
def test_in_the_first_edition_an_ace_places_up_to_five_elves_anywhere_free(place: str) -> None:
    game = at("order=DEGO turn=2 dragon=3 E=5★2 gold=E4 hand=E:A♥ at=elves.hire", "first")
    offered = [line for line in listed(game, "elves", "ace-place") if line.split()[2] == place]
    assert sorted(offered) == [f"ace-place {n} {place} A♥" for n in range(1, 6)]
    before = game.units("elves", place)
    play(game, f"elves ace-place 5 {place} A♥")
    assert game.units("elves", place) == before + 5
    assert (game.gold_of("elves"), game.hand_of("elves"), game.discarded()) == (4, set(), ["A♥"])


@rule("EL6", "ruling 65", edition="first")
def test_the_elves_ace_respects_total_castle_limit_and_dragon_marker() -> None:
    pieces = "E=7:14,grave:3 G=15★1 O=15★1"
    game = at(f"order=DEGO turn=2 dragon=3 {pieces} hand=E:A♥ at=elves.hire", "first")
    assert game.bank_of("elves") == 3
    refused(game, "elves", "ace-place 4 8 A♥")
    refused(game, "elves", "ace-place 1 3 A♥")
    refused(game, "elves", "ace-place 1 3★ A♥")
    assert can(game, "elves", "ace-place 3 8 A♥")
    play(game, "elves ace-place 2 15★ A♥")  # a full castle: only into hiding (ruling 59)
    assert choices(game, "elves") == ["hide"]


@rule("EL6", edition="first")
def test_only_elves_place_units_with_an_ace() -> None:
    game = at("order=DEGO turn=2 gold=D4 hand=D:A♥ at=dwarves.hire", "first")
    assert not listed(game, "dwarves", "ace-place")


BOTH = "order=DEGO turn=2 dragon=9 E=7:3 G=7:3 hand=E:A♥2♥,G:3♥5♠,O:A♠ at=battle:elves>goblins@7"


@rule("EL6", "IV4", "ruling 65", edition="first")
def test_units_are_placed_by_ace_before_or_after_a_hire() -> None:
    """First edition, line 83: it stands beside the hire and takes nothing from it."""
    position = "order=DEGO turn=2 dragon=9 gold=E4 E=5★2 hand=E:A♥A♣ at=elves.hire"
    before = at(position, "first")
    play(before, "elves ace-place 5 5★ A♥", "elves hire 2 5★", "goblins pass")
    after = at(position, "first")
    play(after, "elves hire 2 5★", "goblins pass", "elves ace-place 5 5★ A♥")
    assert before.units("elves", "5★") == after.units("elves", "5★") == 9
    play(after, "elves ace-place 4 7 A♣", "elves pass")
    assert after.units("elves", "7") == 4
    assert step(after) == "move"


@rule("EL6", "B9", edition="first")
def test_a_second_hire_is_refused_while_an_ace_may_still_place_units() -> None:
    game = at("order=DEGO turn=2 dragon=9 gold=E4 E=5★2 hand=E:A♥ at=elves.hire", "first")
    play(game, "elves hire 1 5★", "goblins pass")
    assert listed(game, "elves", "hire") == []
    assert refused(game, "elves", "hire 1 5★").rule == "B9"


@rule("EL6", "ruling 11", edition="first")
def test_elves_without_an_ace_are_asked_after_a_hire_as_well() -> None:
    game = at("order=DEGO turn=2 dragon=9 gold=E4 E=5★2 hand=E:2♥ at=elves.hire", "first")
    play(game, "elves hire 1 5★", "goblins pass")
    assert (step(game), choices(game, "elves")) == ("hire", ["pass"])


@rule("EL6", "D10", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_an_ace_asks_both_questions_and_cannot_be_stopped(edition: str) -> None:
    game = at(BOTH, edition)
    assert can(game, "elves", "ask-both A♥")
    play(game, "elves ask-both A♥")
    assert (game.hand_of("elves"), game.discarded()) == ({"2♥"}, ["A♥"])
    assert (step(game), deciding(game)) == ("answer", ["goblins"])
    play(game, "goblins answer-colour black", "goblins answer-number 2")
    pass_all(game, until="plans")
    assert choices(game, "goblins") == ["plan 2 5♠"]


@rule("EL6", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_asking_both_takes_an_ace_of_the_elves(edition: str) -> None:
    without = at(BOTH.replace("E:A♥2♥", "E:2♥"), edition)
    assert refused(without, "elves", "ask-both A♥").rule == "EL6"


@rule("house 9", "EL6", "EL7", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_elves_ally_asks_one_question_and_none_by_ace(edition: str) -> None:
    ally = "order=DEGO turn=2 ally=EO O=7:3 G=7:3 hand=O:A♥ at=battle:orcs>goblins@7"
    game = at(ally, edition)
    assert choices(game, "orcs") == ["ask colour", "ask number", "pass"]
    assert refused(game, "orcs", "ask-both A♥").rule == "EL6"


@rule("EL3", "EL6", "ruling 36", edition="r2 r6 r6b")
@pytest.mark.parametrize("edition", ["r2", "r6", "r6b"])
def test_an_ace_that_an_answer_promises_to_play_asks_nothing(edition: str) -> None:
    pieces = "order=DEGO turn=2 dragon=9 ally=DE D=7:3 E=7:3 hand=E:{} at=battle:dwarves>elves@7"
    game = at(pieces.format("A♠2♥"), edition)
    play(game, "dwarves ask colour")
    pass_all(game, until="answer")
    play(game, "elves answer-colour black")
    pass_all(game, until="ask")
    while deciding(game) != ["elves"]:
        play(game, f"{deciding(game)[0]} pass")
        pass_all(game, until="ask")
    assert refused(game, "elves", "ask-both A♠").rule == "EL3"
    pass_all(game, until="plans")
    assert {line.split()[2] for line in choices(game, "elves")} == {"A♠"}
    two = at(pieces.format("A♠5♠"), edition)
    play(two, "dwarves ask colour")
    pass_all(two, until="answer")
    play(two, "elves answer-colour black")
    pass_all(two, until="ask")
    assert can(two, "elves", "ask-both A♠")


@rule("EL6", edition="first")
def test_in_the_first_edition_no_ace_asks_both() -> None:
    assert refused(at(BOTH, "first"), "elves", "ask-both A♥").rule == "EL6"


# --- EL7: what their ally gets -------------------------------------------------------------

ALLY = "order=DEGO turn=2 dragon=9 ally=EO O=7:3 G=7:3 hand=G:5♠ at=battle:{}@7"


@rule("EL7", edition="first")
@pytest.mark.parametrize("sides", ["orcs>goblins", "goblins>orcs"])
def test_in_the_first_edition_the_elves_ask_for_their_ally(sides: str) -> None:
    game = at(ALLY.format(sides), "first")
    assert deciding(game) == ["elves"]
    play(game, "elves ask number", "goblins answer-number 1")
    assert {line.split()[1] for line in listed(game, "goblins", "plan")} == {"1"}
    assert can(game, "orcs", "plan 3 none")


@rule("EL7", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
@pytest.mark.parametrize("sides", ["orcs>goblins", "goblins>orcs"])
def test_the_ally_asks_as_the_elves_do(edition: str, sides: str) -> None:
    game = at(ALLY.format(sides), edition)
    assert deciding(game) == ["orcs"]
    assert choices(game, "orcs") == ["ask colour", "ask number", "pass"]
    play(game, "orcs ask colour")
    pass_all(game, until="answer")
    play(game, "goblins answer-colour black")
    pass_all(game, until="plans")
    assert {line.split()[2] for line in listed(game, "goblins", "plan")} == {"5♠"}
