"""What the house settles for itself, and the one rule about rulings."""

import pytest
from rulemarks import rule
from rules.table import FIVE, LATER, at, can, play, refused


@rule("house 4", "B11", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_gold_promised_for_the_highest_bid_cannot_be_given_away(edition: str) -> None:
    game = at("order=DEGO turn=2 first=E gold=E5,D2 at=bid:elves,sale:4♥", edition)
    play(game, "elves bid 4")
    assert refused(game, "elves", "give orcs 2").rule == "B11"
    play(game, "elves give orcs 1")
    assert game.gold_of("elves") == 4


@rule("house 4", "B11", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_gold_that_was_outbid_is_free_again(edition: str) -> None:
    game = at("order=DEGO turn=2 first=E gold=E5,G9 at=bid:elves,sale:4♥", edition)
    play(game, "elves bid 4", "goblins bid 5", "elves give orcs 5")
    assert game.gold_of("elves") == 0


@rule("house 5", "VII3", "ruling 48", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_earlier_in_player_order_attacks_in_the_decider_and_wins_ties(edition: str) -> None:
    last = 6 if edition in ("first", "r2") else 8
    game = at(f"order=GE turn={last} first=G E=0•2,5★1 G=0•2,10★1 at=victory", edition)
    play(game, "forced")
    # The first player has passed on, so the Elves come before the Goblins and attack.
    while not game.over:
        for decision in game.pending():
            line = "plan 1 none" if decision.step == "plans" else "pass"
            play(game, f"{decision.seat} {line}")
    assert game.winners == ("elves",)


@rule("ruling 83", "OR1", edition="first")
def test_in_the_first_edition_orcs_hire_nobody_even_as_the_goblins_ally() -> None:
    game = at("order=DEGO turn=2 first=O O=1★2 gold=O5 ally=GO at=orcs.hire", "first")
    assert not can(game, "orcs", "hire 1 10★")
    assert refused(game, "orcs", "hire 1 10★").rule == "OR1"


@rule("ruling 83", "ruling 54", "OR1", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_from_the_second_revision_on_they_do(edition: str) -> None:
    game = at("order=DEGO turn=2 first=O O=1★2 gold=O5 ally=GO at=orcs.hire", edition)
    assert can(game, "orcs", "hire 1 10★")
