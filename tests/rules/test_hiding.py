"""Going into hiding [EL8, D4]: when, who, in which order (rulings 30, 58, 59; house 1, 3)."""

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

FROM_R6 = ["r6", "r6b", "r9"]
BASE = "order=DEGO turn=2 dragon=2 "


def hides(game: Game, seat: str) -> bool:
    """Is this seat, and nobody else, asked whether its units hide?"""
    return step(game) == "hide" and deciding(game) == [seat]


# --- EL8: free for the Elves ---------------------------------------------------------------


@rule("EL8", "ruling 30", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_elves_who_move_to_another_players_units_may_hide_at_once(edition: str) -> None:
    game = at(BASE + "E=7:3 G=8:2 at=elves.move", edition)
    play(game, "elves move 2 7 8")
    assert hides(game, "elves")
    assert choices(game, "elves") == ["hide", "pass"]
    play(game, "elves hide")
    assert (game.units("elves", "8"), game.hidden_units("elves", "8")) == (0, 2)
    assert game.units("elves", "7") == 1


@rule("EL8", "ruling 30", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_elves_may_hide_when_another_player_moves_to_them(edition: str) -> None:
    game = at(BASE + "E=8:3 G=7:2 at=goblins.move", edition)
    play(game, "goblins move 2 7 8")
    if edition != "first":
        play(game, "goblins pass")  # the arriving player is asked first, for an ace
    assert hides(game, "elves")
    play(game, "elves hide")
    assert (game.units("elves", "8"), game.hidden_units("elves", "8")) == (0, 3)
    assert game.units("goblins", "8") == 2


@rule("EL8", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_elves_may_stay_and_then_it_is_too_late(edition: str) -> None:
    game = at(BASE + "E=7:3 D=8:2 at=elves.move", edition)
    play(game, "elves move 3 7 8", "elves pass")
    pass_all(game, until="fight")
    assert game.units("elves", "8") == 3
    assert choices(game, "dwarves") == ["fight 8 elves"]
    refused(game, "elves", "hide")


@rule("EL8", "ruling 58", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_elves_may_hide_where_they_hire(edition: str) -> None:
    game = at(BASE + "gold=E6 G=8:2 at=elves.hire", edition)
    play(game, "elves hire 3 8")
    pass_all(game, until="hide")
    assert hides(game, "elves")
    play(game, "elves hide")
    assert game.hidden_units("elves", "8") == 3


@rule("EL8", "ruling 58", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_elves_may_hide_when_another_player_hires_beside_them(edition: str) -> None:
    game = at(BASE + "gold=D6 E=8:2 at=dwarves.hire", edition)
    play(game, "dwarves hire 3 8")
    while step(game) != "hide" or deciding(game) != ["elves"]:
        play(game, f"{deciding(game)[0]} pass")
    play(game, "elves hide")
    assert (game.hidden_units("elves", "8"), game.units("dwarves", "8")) == (2, 3)


@rule("ruling 58", "EL8", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_elves_may_hide_when_orcs_raise_units_beside_them(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=5 E=18:2 at=orcs.hire", edition)
    play(game, "orcs raise 3 18")
    if edition != "first":
        play(game, "orcs pass")
    assert hides(game, "elves")


@rule("ruling 58", "EL8", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_elves_may_hide_when_conscripts_bring_another_player_out_beside_them(edition: str) -> None:
    """In r2 conscripts who join hidden units of their own stand visible."""
    game = at(BASE + "E=8:2 G=8:1h at=goblins.conscript", edition)
    play(game, "goblins conscript 1 8")
    if edition == "r2":
        assert hides(game, "goblins")
        play(game, "goblins pass")
        assert hides(game, "elves")
    else:
        assert step(game) != "hide"
        assert game.hidden_units("goblins", "8") == 2


@rule("ruling 58", "EL8", edition="first")
def test_elven_conscripts_beside_another_player_may_hide() -> None:
    game = at(BASE + "E=8:2h G=8:1 at=elves.conscript", "first")
    play(game, "elves conscript 2 8")
    assert hides(game, "elves")
    play(game, "elves hide")
    assert game.hidden_units("elves", "8") == 4


@rule("ruling 58", "EL8", "OR5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_elves_may_hide_from_orcs_who_ride_the_red_dragon(edition: str) -> None:
    game = at(BASE + "past=8♦ red_at=7 O=7:3 E=12•2 at=red", edition)
    pass_all(game, until="ride")
    play(game, "orcs ride 3 12•")
    if edition != "first":
        play(game, "orcs pass")
    assert hides(game, "elves")


@rule("ruling 58", "EL8", "OR10", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_elves_may_hide_from_orcs_carried_by_their_ace(edition: str) -> None:
    game = at(BASE + "O=7:3 E=12•2 hand=O:A♥ at=dragon_acts:orcs", edition)
    play(game, "orcs carry 3 7 12• A♥")
    if edition != "first":
        play(game, "orcs pass")
    assert hides(game, "elves")


@rule("ruling 58", "EL6", edition="first")
def test_elves_placed_by_their_ace_may_hide() -> None:
    game = at(BASE + "G=8:2 hand=E:A♥ at=elves.hire", "first")
    play(game, "elves ace-place 4 8 A♥", "elves hide")
    assert game.hidden_units("elves", "8") == 4


@rule("EL8", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("other", ["", "G=8:2h"])
def test_elves_who_share_with_nobody_are_not_asked(edition: str, other: str) -> None:
    game = at(BASE + f"E=7:3 {other} at=elves.move", edition)
    play(game, "elves move 3 7 8")
    assert step(game) != "hide"
    assert game.units("elves", "8") == 3


@rule("EL8", edition="first r2")
@pytest.mark.parametrize("edition", ["first", "r2"])
def test_no_hiding_from_a_troll_before_r6(edition: str) -> None:
    game = at(BASE + "trolls=3★ E=3:3 at=elves.move", edition)
    play(game, "elves move 3 3 3★")
    assert step(game) != "hide"
    assert game.hidden_units("elves", "3★") == 0


@rule("EL8", "ruling 30", edition="r6 r6b r9")
@pytest.mark.parametrize("edition", FROM_R6)
def test_elves_hide_from_a_troll_from_r6_on(edition: str) -> None:
    game = at(BASE + "trolls=3★ E=3:3 at=elves.move", edition)
    play(game, "elves move 3 3 3★")
    assert choices(game, "elves") == ["hide", "pass"]
    play(game, "elves hide")
    pass_all(game, until="bid")
    assert game.hidden_units("elves", "3★") == 3


@rule("ruling 30", "A2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_hidden_units_count_to_the_total(edition: str) -> None:
    game = at(BASE + "E=7:3 G=8:2 at=elves.move", edition)
    before = game.bank_of("elves")
    play(game, "elves move 3 7 8", "elves hide")
    assert game.bank_of("elves") == before


# --- D4: for an ace ------------------------------------------------------------------------


@rule("D4", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_an_ace_hides_all_own_units_of_the_territory(edition: str) -> None:
    game = at(BASE + "G=7:2,6:1 D=8:3 hand=D:A♥A♠2♥ at=goblins.move", edition)
    play(game, "goblins move 2 7 8", "goblins pass")
    assert hides(game, "dwarves")
    assert choices(game, "dwarves") == ["hide A♠", "hide A♥", "pass"]
    play(game, "dwarves hide A♠")
    assert (game.units("dwarves", "8"), game.hidden_units("dwarves", "8")) == (0, 3)
    assert (game.hand_of("dwarves"), game.discarded()) == ({"A♥", "2♥"}, ["A♠"])


@rule("D4", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_who_holds_no_ace_can_only_stay(edition: str) -> None:
    game = at(BASE + "G=7:2 D=8:3 hand=G:2♥ at=goblins.move", edition)
    play(game, "goblins move 2 7 8")
    assert choices(game, "goblins") == ["pass"]
    assert refused(game, "goblins", "hide").rule == "D4"
    assert refused(game, "goblins", "hide A♥").rule == "D4"


@rule("D4", edition="first")
def test_in_the_first_edition_no_ace_hides_anybody() -> None:
    game = at(BASE + "G=7:2 D=8:3 hand=G:A♥,D:A♠ at=goblins.move", "first")
    play(game, "goblins move 2 7 8")
    assert step(game) != "hide"


@rule("D4", edition="r2")
def test_in_r2_an_ace_does_not_hide_from_a_troll() -> None:
    game = at(BASE + "trolls=3★ O=3:3 hand=O:A♥ at=orcs.move", "r2")
    play(game, "orcs move 3 3 3★")
    assert step(game) != "hide"


@rule("D4", "ruling 30", edition="r6 r6b r9")
@pytest.mark.parametrize("edition", FROM_R6)
def test_from_r6_on_an_ace_hides_from_a_troll(edition: str) -> None:
    game = at(BASE + "trolls=3★ O=3:3 hand=O:A♥ at=orcs.move", edition)
    play(game, "orcs move 3 3 3★", "orcs hide A♥")
    assert game.hidden_units("orcs", "3★") == 3


# --- the order of hiding -------------------------------------------------------------------


@rule("ruling 58", "D4", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_arriving_player_hides_first_and_then_nobody_else_shares(edition: str) -> None:
    game = at(BASE + "G=7:2 E=8:3 hand=G:A♥ at=goblins.move", edition)
    play(game, "goblins move 2 7 8")
    assert hides(game, "goblins")
    play(game, "goblins hide A♥")
    assert step(game) != "hide"
    assert (game.units("elves", "8"), game.hidden_units("goblins", "8")) == (3, 2)


@rule("ruling 58", edition="first r2")
@pytest.mark.parametrize("edition", ["first", "r2"])
def test_arriving_elves_who_hide_leave_the_others_no_reason_to(edition: str) -> None:
    game = at(BASE + "E=7:2 G=8:3 hand=G:A♥ at=elves.move", edition)
    play(game, "elves move 2 7 8", "elves hide")
    assert not listed(game, "goblins", "hide")


@rule("house 1", "ruling 30", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_units_that_share_already_cannot_hide_from_a_third_player(edition: str) -> None:
    game = at(BASE + "G=7:2 E=8:3 D=8:1 hand=D:A♥ at=goblins.move", edition)
    play(game, "goblins move 2 7 8")
    if edition != "first":
        assert hides(game, "goblins")
        play(game, "goblins pass")
    assert step(game) != "hide"
    assert not can(game, "elves", "hide")
    assert not can(game, "dwarves", "hide A♥")


@rule("house 3", "EL8", edition="first r2")
@pytest.mark.parametrize("edition", ["first", "r2"])
def test_elven_reinforcements_may_hide_by_themselves(edition: str) -> None:
    game = at(BASE + "E=7:2,8:1 G=8:3 at=elves.move", edition)
    play(game, "elves move 2 7 8")
    assert choices(game, "elves") == ["hide", "pass"]
    play(game, "elves hide")
    assert (game.units("elves", "8"), game.hidden_units("elves", "8")) == (1, 2)


@rule("house 3", "EL9", edition="r6 r6b r9")
@pytest.mark.parametrize("edition", FROM_R6)
def test_reinforcements_of_visible_units_cannot_hide_from_r6_on(edition: str) -> None:
    game = at(BASE + "E=7:2,8:1 G=8:3 at=elves.move", edition)
    play(game, "elves move 2 7 8")
    assert step(game) != "hide"
    assert (game.units("elves", "8"), game.hidden_units("elves", "8")) == (3, 0)


# --- full castles --------------------------------------------------------------------------

FULL = BASE + "G=15★1 O=15★1 "


@rule("ruling 59", "B5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_elves_enter_a_full_castle_only_to_hide(edition: str) -> None:
    game = at(FULL + "E=15:2 at=elves.move", edition)
    play(game, "elves move 2 15 15★")
    assert choices(game, "elves") == ["hide"]
    assert refused(game, "elves", "pass").rule == "B5"
    play(game, "elves hide")
    assert game.hidden_units("elves", "15★") == 2


@rule("ruling 59", "D4", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_others_enter_a_full_castle_only_with_an_ace_to_hide(edition: str) -> None:
    game = at(FULL + "D=15:2 hand=D:A♥ at=dwarves.move", edition)
    play(game, "dwarves move 2 15 15★")
    assert choices(game, "dwarves") == ["hide A♥"]
    assert refused(game, "dwarves", "pass").rule == "B5"
    without = at(FULL + "D=15:2 hand=D:2♥ at=dwarves.move", edition)
    assert refused(without, "dwarves", "move 2 15 15★").rule == "B5"


@rule("ruling 59", edition="first")
def test_in_the_first_edition_others_never_enter_a_full_castle() -> None:
    game = at(FULL + "D=15:2 hand=D:A♥ at=dwarves.move", "first")
    assert refused(game, "dwarves", "move 2 15 15★").rule == "B5"
