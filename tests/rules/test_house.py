"""What the house settles for itself, and the one rule about rulings."""

import pytest
from rulemarks import rule
from rules.table import FIVE, LATER, at, can, choices, deciding, fight, listed, play, refused, step


@rule("house 4", "B11", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_gold_promised_for_the_highest_bid_cannot_be_given_away(edition: str) -> None:
    game = at("order=DEGO turn=2 first=E gold=E5,D2 at=bid:elves,sale:4♥", edition)
    play(game, "elves bid 4")
    assert refused(game, "elves", "give orcs 2").rule == "B11"
    play(game, "elves give orcs 1")
    assert game.gold_of("elves") == 4


@rule("house 4", "B11", "D1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_gold_that_cannot_pay_a_bid_above_the_purse_may_be_given(edition: str) -> None:
    """B11: gold is given at any time; only an ace can pay for this bid."""
    game = at("order=DEGO turn=2 first=E gold=E5,D6 hand=E:A♥ at=bid:elves,sale:4♥", edition)
    play(game, "elves bid 7", "elves give orcs 5")
    assert game.gold_of("elves") == 0


@rule("house 4", "B11", "ruling 11", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("held", ["A♥", "2♥"])
def test_what_may_be_given_does_not_tell_who_holds_an_ace(edition: str, held: str) -> None:
    game = at(f"order=DEGO turn=2 first=E gold=E5,D6 hand=E:{held} at=bid:elves,sale:4♥", edition)
    play(game, "elves bid 5")
    assert refused(game, "elves", "give orcs 1").text.endswith("you have none to give.")


@rule("B11", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(
    ("purse", "words"),
    [("", "You have 0 gold: you have none to give."), ("gold=E1", "You have 1 gold: give 1.")],
)
def test_an_empty_purse_is_refused_in_a_sentence(edition: str, purse: str, words: str) -> None:
    game = at(f"order=DEGO turn=2 first=E {purse} at=bid:elves,sale:4♥", edition)
    assert refused(game, "elves", "give orcs 3").text == words


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


@rule("house 7", "OR10", "EL10", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_orcs_ace_carries_no_hidden_units(edition: str) -> None:
    game = at("order=DEGO turn=2 O=7:2h,1★1 E=7:1 hand=O:A♥ at=dragon", edition)
    assert can(game, "orcs", "carry 1 1★ 3 A♥")
    assert refused(game, "orcs", "carry 1 7 3 A♥").rule == "OR10"


@rule("house 8", "VII3", "ruling 17", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_tied_allies_fight_in_the_decider_even_where_allies_are_at_peace(edition: str) -> None:
    last = 6 if edition in ("first", "r2") else 8
    game = at(
        f"order=DEG turn={last} first=G ally=DE D=0•3,15★1 E=0•1,5★1 at=victory",
        edition,
        ["allies-at-peace"],
    )
    fight(game, "dwarves plan 3 none", "elves plan 1 none")
    assert (game.winners, game.way) == (("dwarves",), "decider on the Great Mountain")


# --- house 10: how a council ends ----------------------------------------------------------


@rule("house 10", "II4", "ruling 16", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_new_allies_speak_again_in_the_same_council_and_may_part(edition: str) -> None:
    """r9 lines 438-439: "until all players have passed or formed an alliance" leaves this open."""
    game = at("order=DEGO turn=2 dragon=5 at=council", edition)
    play(game, "dwarves propose goblins", "goblins accept", "elves pass", "goblins pass")
    play(game, "orcs pass")
    assert choices(game, "dwarves") == ["break", "pass"]
    play(game, "dwarves pass")
    assert step(game) != "council_turn"


@rule("house 10", "II4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_new_alliance_that_leaves_nobody_alone_ends_the_council_at_once(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=5 first=G ally=DE at=council", edition)
    play(game, "goblins propose orcs", "orcs accept")
    assert step(game) != "council_turn"


@rule("house 10", "II4", "B7", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_where_all_came_as_allies_the_council_waits_for_all_to_pass(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=5 ally=DG,EO at=council", edition)
    play(game, "dwarves pass", "elves pass", "goblins pass")
    assert (step(game), deciding(game)) == ("council_turn", ["orcs"])
    play(game, "orcs pass")
    assert step(game) != "council_turn"


# --- house 11: aces in the movement step of the first edition ------------------------------


@rule("house 11", "D3", edition="first")
def test_each_ace_of_the_first_edition_buys_one_more_movement() -> None:
    """first lines 153 and 206: "one extra movement", "a second movement"."""
    game = at("order=DEGO turn=2 dragon=5 E=15★1 hand=E:A♣A♦A♥ at=elves.move", "first")
    play(game, "elves move 1 15★ 14", "elves second-move A♣", "elves move 1 14 12•")
    play(game, "elves second-move A♦", "elves move 1 12• 8•")
    play(game, "elves second-move A♥", "elves move 1 8• 7")
    assert (game.units("elves", "7"), game.hand_of("elves")) == (1, set())
    assert choices(game, "elves") == ["pass"]


# --- house 12: aces and promises to play an artifact ---------------------------------------

ACES_FIGHT = ["first", "r2", "r6", "r6b"]


def promised(edition: str, sentence: str, held: str) -> list[str]:
    """The plans open to Goblins who made this promise and hold these cards."""
    game = at(f"order=DEGO turn=2 D=8:1 G=8:1 hand=G:{held} at=dwarves.fight", edition)
    play(game, f"dwarves offer {sentence}", "goblins accept 1", "dwarves fight 8 goblins")
    return listed(game, "goblins", "plan")


@rule("house 12", "D5", "B6", edition="first r2 r6 r6b")
@pytest.mark.parametrize("edition", ACES_FIGHT)
def test_an_ace_that_fights_breaks_a_promise_to_play_no_artifact(edition: str) -> None:
    """r6 line 198: an ace is played "as an artifact"."""
    plans = promised(edition, "The Goblins play no artifact against the Dwarves.", "A♣4♦")
    assert plans == ["plan 0 none", "plan 1 none"]


@rule("house 12", "D5", "B6", edition="first r2 r6 r6b")
@pytest.mark.parametrize("edition", ACES_FIGHT)
def test_an_ace_keeps_a_promise_to_play_an_artifact_but_nobody_has_to(edition: str) -> None:
    sentence = "The Goblins play an artifact against the Dwarves."
    both = promised(edition, sentence, "A♣4♦")
    assert both == ["plan 0 A♣", "plan 1 A♣", "plan 0 4♦", "plan 1 4♦"]
    assert "plan 1 none" in promised(edition, sentence, "A♣")


# --- house 13: told before it is stopped ---------------------------------------------------


@rule("house 13", "D8", "ruling 11", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_whoever_may_stop_an_early_disbanding_knows_what_it_is(edition: str) -> None:
    """r9 lines 342-344 say nothing of it; views hold it before anybody is asked."""

    def known(line: str) -> object:
        game = at("order=DEGO turn=2 G=10★3,9•2 at=goblins.early_disband", edition)
        play(game, f"goblins {line}")
        assert (step(game), deciding(game)) == ("deny", ["dwarves"])
        return game.view("dwarves").to_dict()

    lines = ("disband 1 10★", "disband 2 10★", "disband 2 9•")
    assert len({str(known(line)) for line in lines}) == len(lines)
