"""Battle questions: who asks, what may be answered, and how an answer binds the plan."""

import pytest
from rulemarks import rule
from rules.table import (
    FIVE,
    LATER,
    at,
    choices,
    deciding,
    listed,
    play,
    refused,
    sees,
    step,
)

from dragondune.game import Game
from dragondune.model.events import Answered

FIELD = "order=GEDO turn=2 dragon=5 D=17:1 O=17:1"
ASKS = {"first": ["ask colour", "ask number", "ask value"]}
TWO = ["ask colour", "ask number"]


def clash(edition: str, cards: str = "", more: str = "") -> Game:
    """Three Goblins attack two Elves in 8; the Elves may ask."""
    held = f" hand={cards}" if cards else ""
    return at(f"{FIELD} G=8:3 E=8:2{held} {more} at=battle:goblins>elves@8", edition)


def asked(game: Game, question: str) -> Game:
    """The Elves ask, and nobody stops them."""
    play(game, f"elves {question}")
    while step(game) == "deny":
        play(game, f"{deciding(game)[0]} pass")
    return game


# --- asking --------------------------------------------------------------------------------


@rule("EL3", "ruling 36", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_question_comes_before_either_plan(edition: str) -> None:
    game = clash(edition)
    assert (deciding(game), step(game)) == (["elves"], "ask")
    assert choices(game, "elves") == [*ASKS.get(edition, TWO), "pass"]
    assert refused(game, "goblins", "plan 1 none").rule == "V2"


@rule("EL3", "ruling 36", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_one_question_is_asked_and_no_second_one(edition: str) -> None:
    game = asked(clash(edition), "ask number")
    play(game, "goblins answer-number 1")
    assert step(game) == "plans"


@rule("EL3", "ruling 52", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_nobody_asks_for_the_value_after_the_first_edition(edition: str) -> None:
    assert refused(clash(edition), "elves", "ask value").rule == "EL3"


@rule("EL3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_only_the_elves_ask_where_they_have_no_ally(edition: str) -> None:
    game = at(f"{FIELD} G=8:3 E=5★1 at=battle:dwarves>orcs@17", edition)
    assert step(game) == "plans"


@rule("ruling 52", "EL7", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_from_the_second_revision_the_elves_ally_asks_in_its_own_battle(edition: str) -> None:
    game = at(f"{FIELD} ally=DE at=battle:dwarves>orcs@17", edition)
    assert (deciding(game), step(game)) == (["dwarves"], "ask")
    assert choices(game, "dwarves") == [*TWO, "pass"]


@rule("ruling 52", "EL7", edition="first")
def test_in_the_first_edition_the_elves_ask_for_their_ally() -> None:
    game = at(f"{FIELD} ally=DE at=battle:dwarves>orcs@17", "first")
    assert (deciding(game), step(game)) == (["elves"], "ask")
    play(game, "elves ask number")
    assert deciding(game) == ["orcs"]
    play(game, "orcs answer-number 0")
    assert choices(game, "orcs") == ["plan 0 none"]
    assert choices(game, "dwarves") == ["plan 0 none", "plan 1 none"]


@rule("ruling 52", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_when_elves_fight_their_ally_both_ask_and_the_attacker_first(edition: str) -> None:
    game = clash(edition, more="ally=EG")
    assert deciding(game) == ["goblins"]
    play(game, "goblins pass")
    assert (deciding(game), step(game)) == (["elves"], "ask")


@rule("ruling 52", "EL3", "EL7", edition="first")
def test_in_the_first_edition_only_elves_ask_when_they_fight_their_ally() -> None:
    """First edition, line 84: the Elves ask on their ally's behalf; the ally never asks itself."""
    game = clash("first", more="ally=EG")
    assert (deciding(game), step(game)) == (["elves"], "ask")
    play(game, "elves pass")
    assert step(game) == "plans"


# --- answering -----------------------------------------------------------------------------


@rule("EL3", "ruling 36", "ruling 52", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(
    ("held", "answers"),
    [
        ("", ["none"]),
        ("G:5♥", ["none", "red"]),
        ("G:5♠", ["black", "none"]),
        ("G:5♥2♣", ["black", "none", "red"]),
    ],
)
def test_a_colour_may_be_answered_that_is_held_or_none(
    edition: str, held: str, answers: list[str]
) -> None:
    game = asked(clash(edition, held), "ask colour")
    assert choices(game, "goblins") == [f"answer-colour {word}" for word in answers]


@rule("ruling 52", "D5", edition="r9")
def test_an_ace_is_no_answer_where_aces_do_not_fight() -> None:
    game = asked(clash("r9", "G:A♥"), "ask colour")
    assert choices(game, "goblins") == ["answer-colour none"]
    assert refused(game, "goblins", "answer-colour red").rule == "EL3"


@rule("EL3", "ruling 52", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_any_number_of_units_may_be_answered_that_stands_there(edition: str) -> None:
    game = asked(clash(edition), "ask number")
    assert choices(game, "goblins") == [f"answer-number {n}" for n in range(4)]
    assert refused(game, "goblins", "answer-number 4").rule == "EL3"


@rule("EL3", "ruling 52", edition="first")
def test_a_value_may_be_answered_that_is_held_or_none() -> None:
    game = asked(clash("first", "G:5♥2♣A♦5♠"), "ask value")
    assert choices(game, "goblins") == [
        "answer-value 1",
        "answer-value 2",
        "answer-value 5",
        "answer-value none",
    ]
    assert refused(game, "goblins", "answer-value 3").rule == "EL3"


@rule("EL3", "ruling 36", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_everybody_hears_the_answer(edition: str) -> None:
    game = asked(clash(edition), "ask number")
    play(game, "goblins answer-number 2")
    assert [event.answer for event in game.events() if isinstance(event, Answered)] == [2]


# --- binding answers -----------------------------------------------------------------------


@rule("EL3", "ruling 36", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(
    ("answer", "cards"), [("red", {"5♥", "3♦"}), ("black", {"2♣"}), ("none", {"none"})]
)
def test_the_plan_has_to_keep_the_colour_answered(
    edition: str, answer: str, cards: set[str]
) -> None:
    game = asked(clash(edition, "G:5♥3♦2♣"), "ask colour")
    play(game, f"goblins answer-colour {answer}")
    assert {line.split()[2] for line in listed(game, "goblins", "plan")} == cards
    assert {line.split()[1] for line in listed(game, "goblins", "plan")} == set("0123")
    wrong = "2♣" if answer != "black" else "5♥"
    assert refused(game, "goblins", f"plan 1 {wrong}").rule == "EL3"


@rule("EL3", "ruling 36", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_plan_has_to_keep_the_number_answered(edition: str) -> None:
    game = asked(clash(edition, "G:5♥"), "ask number")
    play(game, "goblins answer-number 2")
    assert choices(game, "goblins") == ["plan 2 5♥", "plan 2 none"]
    assert refused(game, "goblins", "plan 3 5♥").rule == "EL3"


@rule("EL3", "ruling 36", edition="first")
@pytest.mark.parametrize(("answer", "cards"), [("5", {"5♥", "5♠"}), ("none", {"none"})])
def test_the_plan_has_to_keep_the_value_answered(answer: str, cards: set[str]) -> None:
    game = asked(clash("first", "G:5♥5♠2♣"), "ask value")
    play(game, f"goblins answer-value {answer}")
    assert {line.split()[2] for line in listed(game, "goblins", "plan")} == cards
    assert refused(game, "goblins", "plan 1 2♣").rule == "EL3"


@rule("EL3", "ruling 44", "DW4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_an_answer_about_units_leaves_open_how_many_are_elite(edition: str) -> None:
    options = [] if edition == "first" else ["elite-warriors"]
    position = "order=DEGO turn=2 dragon=5 D=8:1+1e E=8:2 at=battle:dwarves>elves@8"
    game = asked(at(position, edition, options), "ask number")
    play(game, "dwarves answer-number 1")
    assert choices(game, "dwarves") == ["plan 0+1e none", "plan 1 none"]


@rule("EL3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_one_who_asks_is_bound_by_nothing(edition: str) -> None:
    game = asked(clash(edition, "E:5♥"), "ask number")
    play(game, "goblins answer-number 2")
    assert len(choices(game, "elves")) == 6


# --- stopping a question -------------------------------------------------------------------


@rule("ruling 36", "D6", "D11", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_every_other_player_may_deny_in_player_order_and_the_first_taker_ends_it(
    edition: str,
) -> None:
    game = clash(edition, "D:A♦,O:A♣")
    play(game, "elves ask colour")
    assert choices(game, "goblins") == ["pass"]
    play(game, "goblins pass")
    assert choices(game, "dwarves") == ["deny A♦", "pass"]
    play(game, "dwarves deny A♦")
    assert (game.discarded(), game.hand_of("orcs")) == (["A♦"], {"A♣"})
    assert step(game) == "ask"


@rule("ruling 36", "D6", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_a_question_that_was_stopped_binds_nobody(edition: str) -> None:
    game = clash(edition, "G:A♦5♥")
    play(game, "elves ask colour", "goblins deny A♦")
    assert refused(game, "elves", "ask number").rule == "D6"
    play(game, "elves pass")
    assert len(choices(game, "goblins")) == 8  # none to three units, with the 5♥ or without


@rule("ruling 36", "D6", edition="first")
def test_nobody_stops_a_question_in_the_first_edition() -> None:
    game = clash("first", "O:A♣")
    play(game, "elves ask colour")
    assert (deciding(game), step(game)) == (["goblins"], "answer")


@rule("ruling 52", "D10", "EL6", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_after_a_denial_the_elves_may_still_ask_both_with_an_ace(edition: str) -> None:
    game = clash(edition, "G:A♦,E:A♥,O:A♣")
    play(game, "elves ask colour", "goblins deny A♦")
    assert choices(game, "elves") == ["ask-both A♥", "pass"]
    play(game, "elves ask-both A♥")
    assert (deciding(game), step(game)) == (["goblins"], "answer")  # no ace stops an ace
    play(game, "goblins answer-colour none", "goblins answer-number 2")
    assert choices(game, "goblins") == ["plan 2 none"]


@rule("ruling 52", "D6", edition="r6b r9")
@pytest.mark.parametrize("edition", ["r6b", "r9"])
def test_a_stopped_ally_has_no_ace_of_the_elves_to_ask_with(edition: str) -> None:
    game = at(f"{FIELD} ally=DE hand=D:A♠,O:A♣ at=battle:dwarves>orcs@17", edition)
    play(game, "dwarves ask colour", "goblins pass", "elves pass", "orcs deny A♣")
    assert step(game) == "plans"


@rule("ruling 36", "ruling 11", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_being_asked_to_deny_does_not_show_who_holds_an_ace(edition: str) -> None:
    game = clash(edition, "D:A♦")
    play(game, "elves ask colour")
    assert deciding(game) == ["goblins"]
    play(game, "goblins pass")
    assert deciding(game) == ["dwarves"]
    assert not sees(game, "goblins", "A♦")
