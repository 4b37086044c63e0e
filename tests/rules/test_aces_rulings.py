"""Rulings on aces and treachery: 65 (first edition), 69 (the Dwarves' ace), 73 (traitors)."""

import pytest
from rulemarks import rule
from rules.table import (
    LATER,
    at,
    choices,
    deciding,
    listed,
    play,
    refused,
    step,
)

from dragondune.game import Game

DEALT = "order=DEGO turn=2 dragon=1"


# --- ruling 65 -----------------------------------------------------------------------------


@rule("EL6", "ruling 65", edition="first")
def test_the_elves_ace_places_up_to_five_units_in_the_hiring_step_and_is_discarded() -> None:
    game = at(f"{DEALT} E=5★2 hand=E:A♥ at=elves.hire", "first")
    numbers = {line.split()[1] for line in listed(game, "elves", "ace-place")}
    assert numbers == {"1", "2", "3", "4", "5"}
    play(game, "elves ace-place 5 8 A♥")
    assert (game.units("elves", "8"), game.discarded()) == (5, ["A♥"])


@rule("EL6", "I4", "B5", "A2", "ruling 65", edition="first")
def test_total_marker_and_castle_limit_bind_the_elves_ace() -> None:
    stacks = "D=10★1 O=10★1 E=5★2,bank:3"
    game = at(f"{DEALT} {stacks} hand=E:A♥ at=elves.hire", "first")
    assert refused(game, "elves", "ace-place 1 1★ A♥").rule == "I4"
    assert refused(game, "elves", "ace-place 4 8 A♥").rule == "A2"
    play(game, "elves ace-place 1 10★ A♥")
    assert choices(game, "elves") == ["hide"]


@rule("IV0", "ruling 65", edition="first")
def test_in_the_first_edition_elves_come_out_before_the_dragon_round() -> None:
    game = at(f"{DEALT} E=8:2h O=1★1 at=turn", "first")
    assert (step(game), deciding(game)) == ("emerge", ["elves"])
    play(game, "elves emerge 2 8")
    assert step(game) == "dragon_acts"
    assert game.units("elves", "8") == 2


@rule("DW5", "ruling 65", edition="first")
def test_an_ace_that_served_as_a_jack_is_discarded() -> None:
    cards = "usurper=D:Q♥ sabotage=D:J♣ hand=D:A♠,E:5♠"
    position = f"{DEALT} first=D G=14:1 O=14:1 D=8:2 E=8:2 {cards}"
    game = at(f"{position} at=plans:dwarves>elves@8", "first")
    play(game, "dwarves plan 0 none", "elves plan 1 5♠", "dwarves betray Q♥ A♠")
    assert (game.units("elves", "8"), game.units("dwarves", "8")) == (0, 2)
    assert sorted(game.discarded()) == ["5♠", "A♠"]


@rule("DW5", "V2", edition="first")
def test_an_ace_that_fights_does_not_serve_as_a_jack_as_well() -> None:
    cards = "usurper=D:Q♥ sabotage=D:J♣ hand=D:A♠,E:5♠"
    position = f"{DEALT} first=D G=14:1 O=14:1 D=8:2 E=8:2 {cards}"
    game = at(f"{position} at=plans:dwarves>elves@8", "first")
    play(game, "dwarves plan 0 A♠", "elves plan 1 5♠")
    assert choices(game, "dwarves") == ["pass"]
    assert refused(game, "dwarves", "betray Q♥ A♠").rule == "V7"


def lending(fight: str, more: str) -> Game:
    stacks = "first=E D=8:1 E=8:2 G=8:2 ally=DE hand=D:4♦,G:5♠"
    return at(f"{DEALT} {stacks} {more} at=plans:{fight}@8", "first")


@rule("DW6", "ruling 65", edition="first")
@pytest.mark.parametrize(
    ("cards", "dwarves", "elves"),
    [
        ("usurper=D:Q♣,E:Q♥ sabotage=D:J♠,E:J♦", "betray Q♣ J♠", "pass"),
        ("usurper=D:Q♣,E:Q♥ sabotage=D:J♦,E:J♠", "betray Q♣ none", "betray none J♠"),
        ("usurper=D:Q♥,E:Q♣ sabotage=D:J♠,E:J♦", "betray none J♠", "betray Q♣ none"),
    ],
)
def test_the_dwarves_cards_combine_with_their_allys(cards: str, dwarves: str, elves: str) -> None:
    game = lending("elves>goblins", cards)
    play(game, "elves plan 0 none", "goblins plan 1 5♠", f"dwarves {dwarves}", f"elves {elves}")
    assert (game.units("elves", "8"), game.units("goblins", "8")) == (2, 0)


@rule("DW6", "ruling 65", edition="first")
def test_the_dwarves_are_not_asked_to_lend_against_themselves() -> None:
    game = lending("elves>dwarves", "usurper=D:Q♦,E:Q♥ sabotage=D:J♦")
    play(game, "elves plan 0 none", "dwarves plan 1 4♦")
    assert (step(game), choices(game, "elves")) == ("treachery", ["pass"])


# --- ruling 69 -----------------------------------------------------------------------------


@rule("DW5", "ruling 69", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
@pytest.mark.parametrize("where", ["revive", "conscript", "hire", "move", "disband"])
def test_the_dwarves_ace_frees_two_units_in_any_step_of_their_turn(
    edition: str, where: str
) -> None:
    game = at(f"{DEALT} D=8:1,grave:5 gold=D1 hand=D:A♣ at=dwarves.{where}", edition)
    open_step = step(game)
    play(game, "dwarves special-revive 2 A♣")
    assert (game.grave_of("dwarves"), game.bank_of("dwarves")) == (3, 6)
    assert (game.gold_of("dwarves"), game.discarded()) == (1, ["A♣"])
    assert (deciding(game), step(game)) == (["dwarves"], open_step)


@rule("DW5", "ruling 69", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_it_is_beyond_what_the_graveyard_step_allows(edition: str) -> None:
    game = at(f"{DEALT} D=8:1,grave:5 gold=D1 hand=D:A♣ at=dwarves", edition)
    play(game, "dwarves special-revive 2 A♣", "dwarves revive 2")
    assert game.grave_of("dwarves") == 1


@rule("DW5", "ruling 69", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_only_the_dwarves_have_that_ace_and_only_in_their_own_turn(edition: str) -> None:
    game = at(f"{DEALT} D=8:1,grave:5 E=5★1,grave:5 hand=D:A♣,E:A♥ at=elves", edition)
    assert refused(game, "elves", "special-revive 2 A♥").rule == "DW5"
    refused(game, "dwarves", "special-revive 2 A♣")


# --- ruling 73 -----------------------------------------------------------------------------


@rule("V7", "V4", "ruling 73", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_a_traitor_keeps_even_the_higher_artifact_of_one_colour(edition: str) -> None:
    goblins = "Q♠" if edition == "r9" else "Q♣"
    cards = f"usurper=E:{goblins} sabotage=E:J♠ hand=E:6♠,G:4♠"
    position = f"{DEALT} first=E D=14:1 O=14:1 E=8:2 G=8:2 {cards}"
    game = at(f"{position} at=plans:elves>goblins@8", edition)
    play(game, "elves plan 1 6♠", "goblins plan 1 4♠", f"elves betray {goblins} J♠", "goblins pass")
    assert (game.hand_of("elves"), game.discarded()) == ({"6♠"}, ["4♠"])
    assert (game.units("elves", "8"), game.gold_of("elves")) == (2, 2)
