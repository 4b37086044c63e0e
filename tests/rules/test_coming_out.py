"""Coming out of hiding [IV0, EL5] and who may hide again (rulings 31, 60-62; house 2)."""

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

from dragondune.model.events import CameOut
from dragondune.model.factions import FACTION_NAMES

FROM_R6 = ["r6", "r6b", "r9"]
BASE = "order=DEGO turn=2 dragon=2 "


# --- IV0: at the start ---------------------------------------------------------------------


@rule("IV0", "EL5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_elves_say_which_of_their_hidden_units_come_out(edition: str) -> None:
    game = at(BASE + "E=7:2h,8:1h G=8:3 at=emerge", edition)
    assert (step(game), deciding(game)) == ("emerge", ["elves"])
    play(game, "elves emerge 2 7")
    assert deciding(game) == ["elves"]
    play(game, "elves pass")
    assert (game.units("elves", "7"), game.hidden_units("elves", "8")) == (2, 1)


@rule("IV0", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_hidden_elves_may_all_stay_hidden(edition: str) -> None:
    game = at(BASE + "E=7:2h,8:1h at=emerge", edition)
    play(game, "elves pass")
    assert (game.hidden_units("elves", "7"), game.hidden_units("elves", "8")) == (2, 1)


@rule("IV0", edition="first r2")
@pytest.mark.parametrize("edition", ["first", "r2"])
def test_some_elves_of_a_territory_may_come_out_before_r6(edition: str) -> None:
    game = at(BASE + "E=7:3h at=emerge", edition)
    assert choices(game, "elves") == ["emerge 1 7", "emerge 2 7", "emerge 3 7", "pass"]
    play(game, "elves emerge 1 7")
    assert (game.units("elves", "7"), game.hidden_units("elves", "7")) == (1, 2)


@rule("IV0", "EL9", edition="r6 r6b r9")
@pytest.mark.parametrize("edition", FROM_R6)
def test_all_elves_of_a_territory_come_out_together_from_r6_on(edition: str) -> None:
    game = at(BASE + "E=7:3h at=emerge", edition)
    assert choices(game, "elves") == ["emerge 3 7", "pass"]
    assert refused(game, "elves", "emerge 1 7").rule == "IV0"


@rule("IV0", "EL5", "ruling 65", edition="first")
def test_in_the_first_edition_elves_come_out_before_the_dragon_round() -> None:
    game = at("order=DEGO turn=3 dragon=6 E=7:2h at=turn", "first")
    assert (step(game), game.state.dragon) == ("emerge", 6)
    play(game, "elves emerge 2 7")
    assert game.units("elves", "7") == 0  # the dragon flies after that, over 7
    later = at("order=DEGO turn=3 dragon=9 E=7:2h at=bidding_ends", "first")
    assert step(later) != "emerge"


@rule("IV0", "EL5", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_elves_come_out_after_the_bidding_before_anyone_recruits(edition: str) -> None:
    game = at(BASE + "E=7:2h gold=D5 D=8:1 at=bidding_ends", edition)
    assert step(game) == "emerge"
    play(game, "elves emerge 2 7")
    assert (step(game), deciding(game)) == ("conscript", ["dwarves"])
    early = at("order=DEGO turn=3 dragon=9 E=7:2h O=1★1 at=turn", edition)
    assert step(early) != "emerge"


@rule("IV0", "D4", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_all_hidden_units_of_the_others_come_out(edition: str) -> None:
    game = at(BASE + "D=7:2h,8:1h O=13:3h at=emerge", edition)
    assert [game.units("dwarves", place) for place in ("7", "8")] == [2, 1]
    assert game.units("orcs", "13") == 3


@rule("IV0", "ruling 60", edition="first")
def test_in_the_first_edition_only_elves_hide_and_come_out() -> None:
    game = at(BASE + "D=7:2 E=7:1h,8:1h at=emerge", "first")
    assert deciding(game) == ["elves"]
    told = play(game, "elves emerge 1 7", "elves emerge 1 8")
    came = [FACTION_NAMES[event.faction] for event in told if isinstance(event, CameOut)]
    assert came == ["elves", "elves"]


@rule("ruling 60", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_elves_come_out_first_then_the_others_in_player_order(edition: str) -> None:
    position = BASE + "first=G D=8:1h O=7:1h G=6:1h E=12•1h at=emerge"
    game = at(position, edition)
    assert [game.hidden_units(*where) for where in (("D", "8"), ("O", "7"), ("G", "6"))] == [
        1,
        1,
        1,
    ]
    told = play(game, "elves emerge 1 12•")
    came = [FACTION_NAMES[event.faction] for event in told if isinstance(event, CameOut)]
    assert came == ["elves", "goblins", "orcs", "dwarves"]


# --- ruling 31: no room --------------------------------------------------------------------

FULL = BASE + "G=15★1 O=15★1 "


@rule("ruling 31", "B5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_elves_do_not_come_out_in_a_full_castle(edition: str) -> None:
    game = at(FULL + "E=15★2h,7:1h at=emerge", edition)
    assert choices(game, "elves") == ["emerge 1 7", "pass"]
    assert refused(game, "elves", "emerge 2 15★").rule == "B5"


@rule("ruling 31", "B5", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_others_stay_hidden_in_a_full_castle(edition: str) -> None:
    game = at(FULL + "D=15★2h,7:1h at=emerge", edition)
    assert (game.units("dwarves", "15★"), game.hidden_units("dwarves", "15★")) == (0, 2)
    assert game.units("dwarves", "7") == 1


@rule("ruling 31", "ruling 60", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_who_comes_out_first_takes_the_last_room(edition: str) -> None:
    game = at(BASE + "G=15★1 E=15★1h D=15★1h at=emerge", edition)
    play(game, "elves emerge 1 15★", "goblins pass")
    pass_all(game, until="hire")
    assert (game.units("elves", "15★"), game.hidden_units("dwarves", "15★")) == (1, 1)


# --- ruling 61: how long an ace hides ------------------------------------------------------


@rule("D4", "ruling 61", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_an_ace_hides_until_the_next_turns_recruitment(edition: str) -> None:
    game = at(BASE + "D=8:2 G=8•1 hand=D:A♥ at=dwarves.move", edition)
    play(game, "dwarves move 2 8 8•", "dwarves hide A♥")
    while game.state.turn == 2 or game.state.round < 3 or step(game) == "bid":
        assert game.hidden_units("dwarves", "8•") == 2
        play(game, f"{deciding(game)[0]} pass")
    assert (game.units("dwarves", "8•"), game.hidden_units("dwarves", "8•")) == (2, 0)


@rule("ruling 61", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_units_that_hid_before_this_turns_recruitment_stay_hidden_through_it(edition: str) -> None:
    position = "order=DEGO turn=2 dragon=17 O=1★2 G=9•1 hand=O:A♥A♠ at=dragon_acts:orcs"
    game = at(position, edition)
    play(game, "orcs carry 2 1★ 9• A♥", "orcs hide A♠")
    while game.state.turn == 2 or game.state.round < 3 or step(game) == "bid":
        assert game.hidden_units("orcs", "9•") == 2
        play(game, f"{deciding(game)[0]} pass")
    assert (game.units("orcs", "9•"), game.hidden_units("orcs", "9•")) == (2, 0)


# --- EL5, ruling 62: by moving -------------------------------------------------------------


def moved(edition: str, pieces: str) -> tuple[int, int] | list[str]:
    """Two hidden Elves move from 7 to 8: the choice they have, or (visible, hidden) there."""
    game = at(BASE + f"{pieces} at=elves.move", edition)
    play(game, "elves move 2 7 8 hidden")
    if step(game) == "status":
        return choices(game, "elves")
    return game.units("elves", "8"), game.hidden_units("elves", "8")


CHOICE = ["come-out", "pass"]


@rule("EL5", "ruling 62", edition="all")
@pytest.mark.parametrize(
    ("pieces", "first", "r2", "later"),
    [
        ("E=7:2h", CHOICE, CHOICE, CHOICE),  # nobody there
        ("E=7:2h G=8:1h", CHOICE, CHOICE, CHOICE),  # nobody to be seen there
        ("E=7:2h G=8:1", CHOICE, (0, 2), CHOICE),  # another player
        ("E=7:2h,8:1", CHOICE, (1, 2), (3, 0)),  # own visible units
        ("E=7:2h,8:1h", CHOICE, CHOICE, (0, 3)),  # own hidden units
    ],
)
def test_where_hidden_elves_come_out_by_moving(
    pieces: str, first: object, r2: object, later: object
) -> None:
    """first: anywhere. r2: only in an empty territory. r6 on: as their own units there, or free.

    r2, line 113: hidden units act in every way as though they did not exist, so a territory where
    only hidden units are is empty, whosever they are.
    """
    assert moved("first", pieces) == first
    assert moved("r2", pieces) == r2
    assert [moved(edition, pieces) for edition in FROM_R6] == [later] * 3


@rule("EL5", "ruling 62", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(("choice", "result"), [("come-out", (2, 0)), ("pass", (0, 2))])
def test_moved_hidden_elves_come_out_or_stay_hidden_as_they_choose(
    edition: str, choice: str, result: tuple[int, int]
) -> None:
    game = at(BASE + "E=7:2h at=elves.move", edition)
    play(game, "elves move 2 7 8 hidden")
    assert refused(game, "elves", "hide").rule == "EL8"
    play(game, f"elves {choice}")
    assert (game.units("elves", "8"), game.hidden_units("elves", "8")) == result


@rule("EL5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_hidden_elves_do_not_come_out_at_other_moments(edition: str) -> None:
    game = at(BASE + "E=7:2h at=elves.conscript", edition)
    refused(game, "elves", "emerge 2 7")
    refused(game, "elves", "come-out")


@rule("ruling 62", "ruling 31", "B5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_hidden_elves_who_move_into_a_full_castle_stay_hidden(edition: str) -> None:
    game = at(FULL + "E=15:2h at=elves.move", edition)
    play(game, "elves move 2 15 15★ hidden")
    assert step(game) != "status"
    assert game.hidden_units("elves", "15★") == 2


@rule("ruling 62", "EL9", edition="r6 r6b r9")
@pytest.mark.parametrize("edition", FROM_R6)
def test_units_hidden_by_an_ace_move_by_the_same_rule(edition: str) -> None:
    game = at(BASE + "G=7:2h,8:1 at=goblins.move", edition)
    play(game, "goblins move 2 7 8 hidden")
    assert (game.units("goblins", "8"), game.hidden_units("goblins", "8")) == (3, 0)


# --- house 2: coming out is not arriving ---------------------------------------------------


@rule("house 2", "ruling 58", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_elves_who_have_just_come_out_may_not_hide_again(edition: str) -> None:
    game = at(BASE + "E=8:2h G=8:1 at=emerge", edition)
    play(game, "elves emerge 2 8")
    assert not can(game, "elves", "hide")
    pass_all(game, until="fight")
    assert game.units("elves", "8") == 2


@rule("house 2", "D4", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_others_may_hide_from_elves_who_come_out(edition: str) -> None:
    game = at(BASE + "E=8:2h G=8:1 hand=G:A♥ at=emerge", edition)
    play(game, "elves emerge 2 8")
    assert choices(game, "goblins") == ["hide A♥", "pass"]
    play(game, "goblins hide A♥")
    pass_all(game, until="hire")
    assert game.hidden_units("goblins", "8") == 1  # until next turn


@rule("house 2", edition="first")
def test_in_the_first_edition_nobody_can_hide_from_elves_who_come_out() -> None:
    game = at(BASE + "E=8:2h,7:1h G=8:1 hand=G:A♥ at=emerge", "first")
    play(game, "elves emerge 2 8")
    assert step(game) == "emerge"


@rule("house 2", "EL8", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_elves_may_hide_from_others_who_come_out(edition: str) -> None:
    game = at(BASE + "E=8:2 G=8:1h at=emerge", edition)
    assert choices(game, "elves") == ["hide", "pass"]
    play(game, "elves hide")
    assert (game.hidden_units("elves", "8"), game.units("goblins", "8")) == (2, 1)


@rule("house 2", "ruling 58", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_elves_who_came_out_do_not_hide_from_others_who_come_out_after_them(edition: str) -> None:
    game = at(BASE + "E=8:2h G=8:1h at=emerge", edition)
    play(game, "elves emerge 2 8")
    assert not listed(game, "elves", "hide")
    assert (game.units("elves", "8"), game.units("goblins", "8")) == (2, 1)
