"""The Elves look into hands [EL2], a power of the 9th Revision (ruling 34)."""

import pytest
from rulemarks import rule
from rules.table import at, can, choices, deciding, listed, play, refused, sees, step

from dragondune.views.view import SECRET

TURN = "order=DEGO turn=2 dragon=9 D=7:2 O=8:1 {} at=dwarves.move"


@rule("EL2", "ruling 34")
@pytest.mark.parametrize("secret", ["2♥", "5♠", "A♦"])
def test_the_elves_see_all_but_the_one_card_their_target_keeps(secret: str) -> None:
    game = at(TURN.format("hand=O:2♥5♠A♦"), "r9")
    play(game, "elves look orcs")
    assert deciding(game) == ["orcs"]
    assert choices(game, "orcs") == sorted(["keep 2♥", "keep 5♠", "keep A♦"])
    play(game, f"orcs keep {secret}")
    for card in ("2♥", "5♠", "A♦"):
        assert sees(game, "elves", card) == (card != secret)
        assert not sees(game, "dwarves", card)
    assert (step(game), deciding(game)) == ("move", ["dwarves"])  # the turn goes on


@rule("EL2", "ruling 34")
@pytest.mark.parametrize(
    ("cards", "kept"), [("2♥5♠", 1), ("2♥5♠A♦", 2), ("2♥5♠A♦3♦", 2), ("2♥5♠A♦3♦4♦", 3)]
)
def test_the_goblins_keep_half_of_their_cards_rounded_up(cards: str, kept: int) -> None:
    game = at(TURN.format(f"hand=G:{cards}"), "r9")
    play(game, "elves look goblins")
    for _ in range(kept):
        play(game, f"goblins {choices(game, 'goblins')[0]}")
    assert step(game) == "move"
    seen = [card for card in ("2♥", "5♠", "A♦", "3♦", "4♦") if sees(game, "elves", card)]
    assert len(seen) == len(cards) // 2 - kept


@rule("EL2")
def test_the_goblins_ally_keeps_one_card_only() -> None:
    game = at(TURN.format("ally=GO hand=O:2♥5♠A♦3♦"), "r9")
    play(game, "elves look orcs", "orcs keep 2♥")
    assert step(game) == "move"


@rule("EL2")
@pytest.mark.parametrize(
    "moment",
    ["at=dwarves.move", "at=bid:dwarves", "at=council", "G=7:1 at=battle:dwarves>goblins@7"],
)
def test_the_elves_look_at_any_time(moment: str) -> None:
    game = at(f"order=DEGO turn=2 D=7:2 hand=O:2♥5♠,G:3♠4♠ {moment}", "r9")
    assert listed(game, "elves", "look") == ["look goblins", "look orcs"]


@rule("EL2", edition="first r2 r6 r6b")
@pytest.mark.parametrize("edition", ["first", "r2", "r6", "r6b"])
def test_before_r9_the_elves_look_into_no_hand(edition: str) -> None:
    game = at(TURN.format("hand=O:2♥5♠"), edition)
    assert refused(game, "elves", "look orcs").rule == "EL2"


@rule("EL2")
def test_only_the_elves_look_not_their_ally() -> None:
    game = at(TURN.format("ally=DE hand=O:2♥5♠"), "r9")
    assert refused(game, "dwarves", "look orcs").rule == "EL2"


@rule("ruling 34")
@pytest.mark.parametrize("cards", ["", "hand=O:2♥"])
def test_with_one_card_or_none_there_is_nothing_to_see(cards: str) -> None:
    game = at(TURN.format(cards), "r9")
    assert refused(game, "elves", "look orcs").rule == "EL2"


@rule("ruling 34")
def test_the_elves_look_again_only_after_the_hand_has_changed() -> None:
    game = at("order=DEGO turn=2 D=7:2 gold=O3 hand=O:2♥5♠ sale=6♦ high_bid=1 at=pay:orcs", "r9")
    play(game, "elves look orcs", "orcs keep 2♥")
    assert refused(game, "elves", "look orcs").rule == "EL2"
    play(game, "orcs pay-gold")
    assert can(game, "elves", "look orcs")


@rule("ruling 34")
def test_the_choice_stands_while_the_card_is_held() -> None:
    game = at("order=DEGO turn=2 D=7:2 gold=O3 hand=O:2♥5♠ sale=6♦ high_bid=1 at=pay:orcs", "r9")
    play(game, "elves look orcs", "orcs keep 2♥", "orcs pay-gold", "elves look orcs")
    assert deciding(game) != ["orcs"]  # nothing to choose: 2♥ stays secret
    assert [sees(game, "elves", card) for card in ("2♥", "5♠", "6♦")] == [False, True, True]


@rule("ruling 34")
def test_a_new_card_is_kept_when_the_secret_one_is_gone() -> None:
    game = at("order=DEGO turn=2 dragon=9 O=7:1 hand=O:A♥5♠6♠ at=orcs.move", "r9")
    play(game, "elves look orcs", "orcs keep A♥", "orcs extend A♥", "elves look orcs")
    assert choices(game, "orcs") == ["keep 5♠", "keep 6♠"]


@rule("ruling 34")
def test_no_look_between_a_battle_question_and_the_reveal() -> None:
    position = (
        "order=DEGO turn=2 dragon=9 E=7:3 G=7:3 hand=G:3♥5♠6♠,O:2♠4♠ at=battle:elves>goblins@7"
    )
    game = at(position, "r9")
    assert can(game, "elves", "look orcs")
    play(game, "elves ask number")
    assert refused(game, "elves", "look orcs").rule == "EL2"
    play(game, "dwarves pass", "goblins pass", "orcs pass", "goblins answer-number 1")
    assert refused(game, "elves", "look goblins").rule == "EL2"
    play(game, "elves plan 1 none")
    assert refused(game, "elves", "look goblins").rule == "EL2"
    play(game, "goblins plan 1 5♠")
    assert can(game, "elves", "look orcs")


@rule("EL2")
def test_the_target_keeps_only_what_it_holds_and_has_to_answer() -> None:
    game = at(TURN.format("hand=O:2♥5♠"), "r9")
    play(game, "elves look orcs")
    assert refused(game, "orcs", "keep 3♥").rule == "EL2"
    assert refused(game, "orcs", "pass").rule == "EL2"
    refused(game, "dwarves", "pass")


@rule("ruling 34")
def test_goblins_whose_hand_grows_keep_their_secret_cards_and_name_more() -> None:
    position = "order=DEGO turn=2 gold=G3 hand=G:2♥5♠ deck=3♦ sale=6♦ high_bid=1 at=pay:goblins"
    game = at(position, "r9")
    play(game, "elves look goblins", "goblins keep 2♥")
    play(game, "goblins pay-gold", "elves look goblins")
    assert choices(game, "goblins") == sorted(["keep 5♠", "keep 6♦", "keep 3♦"])
    play(game, "goblins keep 3♦")
    seen = [card for card in ("2♥", "5♠", "6♦", "3♦") if sees(game, "elves", card)]
    assert seen == ["5♠", "6♦"]


@rule("EL2")
def test_the_table_learns_of_a_look_but_not_of_the_cards() -> None:
    game = at(TURN.format("hand=O:2♥5♠"), "r9")
    told = play(game, "elves look orcs", "orcs keep 2♥")
    heard = [event.kind for event in game.events("goblins") if event in told]
    assert heard == ["looked", "hand_shown"]
    assert "shown_card" in [event.kind for event in game.events("elves")]


@rule("house 6", "EL2", "ruling 34", edition="r9")
def test_the_elves_look_into_a_hand_whose_owner_has_made_a_plan() -> None:
    """9th Revision, line 191: at any time."""
    game = at("order=DEGO turn=2 dragon=9 D=7:2 E=7:2 hand=D:2♥5♠ at=plans:dwarves>elves@7", "r9")
    play(game, "dwarves plan 1 5♠", "elves look dwarves", "dwarves keep 2♥")
    assert sees(game, "elves", "5♠")
    assert not sees(game, "elves", "2♥")
    assert game.view("elves").plans[0] == SECRET
    play(game, "elves plan 1 none")
