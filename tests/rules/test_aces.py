"""What everyone may do with an ace [D1-D5]."""

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
    step,
)

from dragondune.game import Game

DEALT = "order=DEGO turn=2 dragon=1"
WAITING = "D=14:1 O=14:1"  # another battle, so that the round goes on
ACES_FIGHT = ["first", "r2", "r6", "r6b"]


# --- D1: a free artifact -------------------------------------------------------------------


@rule("D1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_an_ace_pays_for_an_artifact_and_nobody_receives_gold(edition: str) -> None:
    game = at(f"{DEALT} gold=D1,E5 hand=E:A♥ sale=5♠ at=pay:elves,high_bid:3", edition)
    assert choices(game, "elves") == ["pay-ace A♥", "pay-gold"]
    play(game, "elves pay-ace A♥")
    assert [game.gold_of(seat) for seat in "DEGO"] == [1, 5, 0, 0]
    assert (game.hand_of("elves"), game.discarded()) == ({"5♠"}, ["A♥"])


@rule("D1", "ruling 66", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_an_ace_that_was_won_cannot_pay_for_itself(edition: str) -> None:
    game = at(f"{DEALT} gold=E5 sale=A♠ at=pay:elves,high_bid:3", edition)
    assert choices(game, "elves") == ["pay-gold"]
    assert refused(game, "elves", "pay-ace A♠").rule == "D1"


@rule("D1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_who_bid_above_their_gold_must_use_the_ace(edition: str) -> None:
    game = at(f"{DEALT} gold=E1 hand=E:A♥ sale=5♠ at=pay:elves,high_bid:3", edition)
    assert choices(game, "elves") == ["pay-ace A♥"]
    assert refused(game, "elves", "pay-gold").rule == "III3"


# --- D2: cheap mercenaries -----------------------------------------------------------------

HIRING = f"{DEALT} E=5★2 gold=E6 hand=E:A♥ at=elves.hire"


@rule("D2", edition="first r2")
@pytest.mark.parametrize("edition", ["first", "r2"])
@pytest.mark.parametrize(("line", "price"), [("1 5★", 1), ("3 5★", 2), ("3 6", 3)])
def test_an_ace_halves_the_whole_price_rounded_up(edition: str, line: str, price: int) -> None:
    game = at(HIRING, edition)
    play(game, f"elves hire {line} A♥", "goblins pass")
    assert (6 - game.gold_of("elves"), game.gold_of("goblins")) == (price, price)
    assert game.discarded() == ["A♥"]


@rule("D2", edition="r6 r6b r9")
@pytest.mark.parametrize("edition", ["r6", "r6b", "r9"])
@pytest.mark.parametrize(("line", "price"), [("1 5★", 0), ("3 5★", 1), ("3 6", 3)])
def test_an_ace_halves_the_whole_price_rounded_down(edition: str, line: str, price: int) -> None:
    game = at(HIRING, edition)
    play(game, f"elves hire {line} A♥", "goblins pass")
    assert (6 - game.gold_of("elves"), game.gold_of("goblins")) == (price, price)
    assert game.discarded() == ["A♥"]


@rule("D2", "ruling 25", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("seat", ["elves", "goblins"])
def test_an_ace_does_not_halve_the_goblins_price_again(edition: str, seat: str) -> None:
    hands = f"hand={seat[0].upper()}:A♥"
    game = at(f"{DEALT} E=5★2 G=10★2 gold=E6,G6 ally=EG {hands} at={seat}.hire", edition)
    assert not [line for line in listed(game, seat, "hire") if line.endswith("A♥")]
    assert refused(game, seat, "hire 2 5★ A♥").rule == "D2"


@rule("D2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_ace_has_to_be_held(edition: str) -> None:
    assert refused(at(HIRING, edition), "elves", "hire 1 5★ A♠").rule == "D2"


# --- D3: more movement ---------------------------------------------------------------------


@rule("D3", "ruling 71", edition="first")
def test_an_ace_gives_a_second_movement_that_may_start_elsewhere() -> None:
    game = at(f"{DEALT} D=9•2,13:1 hand=D:A♥ at=dwarves.move", "first")
    play(game, "dwarves move 2 9• 7")
    assert refused(game, "dwarves", "move 1 13 14").rule == "B9"
    play(game, "dwarves second-move A♥", "dwarves move 1 13 14")
    assert (game.units("dwarves", "7"), game.units("dwarves", "14")) == (2, 1)
    assert game.discarded() == ["A♥"]


@rule("D3", "ruling 71", edition="first")
def test_griffins_are_read_again_for_the_second_movement() -> None:
    game = at(f"{DEALT} E=5★1,13:1 hand=E:A♥ at=elves.move", "first")
    assert can(game, "elves", "move 1 13 17")
    play(game, "elves move 1 5★ 6", "elves second-move A♥")
    assert not can(game, "elves", "move 1 13 8•")
    assert refused(game, "elves", "move 1 13 8•").rule == "IV5"
    assert can(game, "elves", "move 1 13 12•")


@rule("D3", edition="first")
def test_in_the_first_edition_no_ace_lengthens_a_movement() -> None:
    game = at(f"{DEALT} D=9•2 hand=D:A♥ at=dwarves.move", "first")
    assert refused(game, "dwarves", "extend A♥").rule == "D3"


@rule("D3", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_an_ace_lengthens_a_movement_by_one_territory(edition: str) -> None:
    game = at(f"{DEALT} D=9•2 hand=D:A♥ at=dwarves.move", edition)
    assert refused(game, "dwarves", "move 1 9• 13").rule == "IV5"
    play(game, "dwarves extend A♥", "dwarves move 1 9• 13")
    assert (game.units("dwarves", "13"), game.discarded()) == (1, ["A♥"])


@rule("D3", "ruling 71", "ruling 29", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_each_ace_adds_one_to_whatever_reach_applies(edition: str) -> None:
    game = at(f"{DEALT} O=9•1 hand=O:A♥A♣ at=orcs.move", edition)
    assert not can(game, "orcs", "move 1 9• 17")
    play(game, "orcs extend A♥")
    assert can(game, "orcs", "move 1 9• 17")
    assert not can(game, "orcs", "move 1 9• 18")
    play(game, "orcs extend A♣")
    assert can(game, "orcs", "move 1 9• 18")


@rule("D3", "B9", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_from_the_second_revision_on_one_ace_gives_no_second_movement(edition: str) -> None:
    game = at(f"{DEALT} D=9•2,13:1 hand=D:A♥ at=dwarves.move", edition)
    assert refused(game, "dwarves", "second-move A♥").rule == "D3"
    play(game, "dwarves move 1 9• 8")
    assert step(game) != "move"


# --- D4: hiding ----------------------------------------------------------------------------


def meeting(edition: str, hands: str = "D:A♣,G:A♠") -> Game:
    """Dwarves in 9• have moved to 8, where Goblins stand."""
    game = at(f"{DEALT} D=9•2 G=8:3 hand={hands} at=dwarves.move", edition)
    play(game, "dwarves move 2 9• 8")
    return game


@rule("D4", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_an_ace_hides_units_the_moment_they_meet_others(edition: str) -> None:
    game = meeting(edition)
    assert (deciding(game), choices(game, "dwarves")) == (["dwarves"], ["hide A♣", "pass"])
    play(game, "dwarves hide A♣")
    assert (game.hidden_units("dwarves", "8"), game.units("dwarves", "8")) == (2, 0)
    assert game.discarded() == ["A♣"]
    assert step(game) != "hide"


@rule("D4", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_those_who_are_met_may_hide_all_their_units_there(edition: str) -> None:
    game = meeting(edition)
    play(game, "dwarves pass")
    assert (deciding(game), choices(game, "goblins")) == (["goblins"], ["hide A♠", "pass"])
    play(game, "goblins hide A♠")
    assert game.hidden_units("goblins", "8") == 3


@rule("D4", "ruling 11", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_players_without_an_ace_are_asked_too_and_can_only_pass(edition: str) -> None:
    game = meeting(edition, "D:4♣")
    assert choices(game, "dwarves") == ["pass"]
    assert refused(game, "dwarves", "hide A♣").rule == "D4"


@rule("D4", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_later_is_too_late_to_hide(edition: str) -> None:
    game = meeting(edition)
    play(game, "dwarves pass", "goblins pass")
    assert not listed(game, "dwarves", "hide")
    pass_all(game, "fight")
    assert (game.units("dwarves", "8"), game.units("goblins", "8")) == (2, 3)


@rule("D4", edition="first")
def test_in_the_first_edition_no_ace_hides_units() -> None:
    game = meeting("first")
    assert step(game) != "hide"
    assert game.units("dwarves", "8") == 2


@rule("D4", "IV0", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_units_hidden_by_an_ace_come_out_in_the_next_turns_recruitment(edition: str) -> None:
    game = meeting(edition)
    play(game, "dwarves hide A♣")
    while step(game) != "bid":
        play(game, f"{deciding(game)[0]} pass")
    assert (game.state.turn, game.hidden_units("dwarves", "8")) == (3, 2)
    while step(game) == "bid":
        play(game, f"{deciding(game)[0]} pass")
    assert (game.hidden_units("dwarves", "8"), game.units("dwarves", "8")) == (0, 2)


def beside_a_troll(edition: str) -> Game:
    game = at(f"{DEALT} trolls=3★ D=3:5 hand=D:A♣ at=dwarves.move", edition)
    play(game, "dwarves move 5 3 3★")
    return game


@rule("D4", edition="r2")
def test_an_ace_does_not_hide_units_from_a_troll() -> None:
    assert step(beside_a_troll("r2")) != "hide"


@rule("D4", edition="r6 r6b r9")
@pytest.mark.parametrize("edition", ["r6", "r6b", "r9"])
def test_an_ace_hides_units_from_a_troll(edition: str) -> None:
    game = beside_a_troll(edition)
    play(game, "dwarves hide A♣")
    assert game.hidden_units("dwarves", "3★") == 5


# --- D5: an ace in battle ------------------------------------------------------------------


@rule("D5", edition="first r2 r6 r6b")
@pytest.mark.parametrize("edition", ACES_FIGHT)
@pytest.mark.parametrize(("card", "left"), [("A♥", 1), ("none", 0)])
def test_an_ace_adds_one_in_battle(edition: str, card: str, left: int) -> None:
    worth = "2♠" if edition == "first" else "3♠"
    position = f"{DEALT} first=E {WAITING} E=8:2 G=8:1 hand=E:A♥,G:{worth}"
    game = at(f"{position} at=battle:elves>goblins@8", edition)
    play(game, "elves pass", f"elves plan 1 {card}", f"goblins plan 0 {worth}")
    pass_all(game, "fight")
    assert game.units("elves", "8") == left


@rule("D5", "V6", edition="r2 r6 r6b")
@pytest.mark.parametrize("edition", ["r2", "r6", "r6b"])
def test_an_ace_that_fought_is_kept_by_the_winner_and_lost_by_the_loser(edition: str) -> None:
    position = f"{DEALT} first=E {WAITING} E=8:2 G=8:2 hand=E:A♥,G:A♠"
    game = at(f"{position} at=battle:elves>goblins@8", edition)
    play(game, "elves pass", "elves plan 2 A♥", "goblins plan 1 A♠")
    pass_all(game, "fight")
    assert (game.hand_of("elves"), game.hand_of("goblins"), game.discarded()) == (
        {"A♥"},
        set(),
        ["A♠"],
    )


@rule("D5", edition="r9")
def test_in_the_ninth_revision_no_ace_fights() -> None:
    game = at(f"{DEALT} E=8:2 G=8:1 hand=E:A♥4♠ at=plans:elves>goblins@8", "r9")
    assert not [line for line in listed(game, "elves", "plan") if "A♥" in line]
    assert refused(game, "elves", "plan 1 A♥").rule == "D5"
    assert can(game, "elves", "plan 1 4♠")
