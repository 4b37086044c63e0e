"""The Orcs [OR1-OR12]: raised armies, dragons they do not fear, and the last word."""

import pytest
from rulemarks import rule
from rules.table import (
    FIVE,
    LATER,
    at,
    can,
    chances,
    choices,
    deciding,
    listed,
    pass_all,
    play,
    refused,
    step,
)

from dragondune.game import Game

DEALT = "order=DEGO turn=2"
ORCISH = {"1", "1★", "2", "2•", "16", "16•", "17", "18"}


def fly(position: str, far: int, edition: str, *options: str) -> Game:
    """The dragons have flown so many numbers; the Orcs need a visible unit to be asked before."""
    top = "A♣" if far == 1 else f"{far}♣"
    game = at(f"{DEALT} {position} deck={top} at=dragon", edition, options)
    chances(game, far)
    play(game, "orcs pass")
    return game


# --- OR1, OR2: raising and marching --------------------------------------------------------


@rule("OR1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_orcs_raise_any_number_free_in_the_orcish_lands_and_nowhere_else(edition: str) -> None:
    game = at(f"{DEALT} dragon=7 O=1★2,grave:3,bank:4 at=orcs.hire", edition)
    wanted = {f"raise {n} {place}" for place in ORCISH for n in (1, 2, 3, 4)}
    assert set(choices(game, "orcs")) == wanted | {"pass"}
    assert refused(game, "orcs", "raise 1 3").rule == "OR1"
    assert refused(game, "orcs", "raise 5 1").rule == "A2"
    play(game, "orcs raise 4 17")
    assert (game.units("orcs", "17"), game.bank_of("orcs"), game.gold_of("orcs")) == (4, 0, 0)


@rule("OR1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_orcs_without_the_goblins_hire_nobody(edition: str) -> None:
    game = at(f"{DEALT} dragon=7 O=1★2 gold=O9 ally=EO at=orcs.hire", edition)
    assert not listed(game, "orcs", "hire")
    assert refused(game, "orcs", "hire 1 1★").rule == "OR1"


@rule("OR1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_nobody_else_raises(edition: str) -> None:
    game = at(f"{DEALT} dragon=7 E=1★2 gold=E9 ally=EO at=elves.hire", edition)
    assert not listed(game, "elves", "raise")
    assert refused(game, "elves", "raise 1 1★").rule == "OR1"


@rule("OR1", "GO8", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
@pytest.mark.parametrize("line", ["hire 1 5★", "raise 1 1★"])
def test_orcs_allied_with_the_goblins_hire_or_raise_but_not_both(edition: str, line: str) -> None:
    game = at(f"{DEALT} dragon=7 O=1★2 gold=O9 ally=GO at=orcs.hire", edition)
    assert can(game, "orcs", "hire 1 5★")
    assert can(game, "orcs", "raise 1 1★")
    play(game, f"orcs {line}")
    pass_all(game, "move")
    assert step(game) == "move"
    assert refused(game, "orcs", "raise 1 17").rule == "OR1"


@rule("OR1", edition="first")
def test_allied_orcs_of_the_first_edition_still_raise_only() -> None:
    game = at(f"{DEALT} dragon=7 O=1★2 gold=O9 ally=GO at=orcs.hire", "first")
    assert {line.split()[0] for line in choices(game, "orcs")} == {"pass", "raise"}


def reached(seat: str, edition: str, more: str = "") -> set[str]:
    """Where one unit gets to from 9•; two territories away are 7 and 12•, three 13 and 14."""
    game = at(f"{DEALT} dragon=1 {seat[0].upper()}=9•1 {more} at={seat}.move", edition)
    return {line.split()[3] for line in listed(game, seat, "move")}


@rule("OR2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_orcs_move_three_territories(edition: str) -> None:
    places = reached("orcs", edition)
    assert {"7", "12•", "13", "14", "5★"} <= places
    assert "17" not in places
    assert "13" not in reached("dwarves", edition)


@rule("OR2", edition="first r2 r6 r6b")
@pytest.mark.parametrize("edition", ["first", "r2", "r6", "r6b"])
def test_the_orcs_ally_moves_two_territories(edition: str) -> None:
    assert "13" not in reached("dwarves", edition, "ally=DO")


@rule("OR2", "OR12", edition="r9")
def test_the_orcs_ally_moves_three_territories() -> None:
    places = reached("dwarves", "r9", "ally=DO")
    assert {"13", "14"} <= places
    assert "17" not in places


# --- OR3: half losses ----------------------------------------------------------------------


@rule("OR3", edition="first r2 r6 r6b")
@pytest.mark.parametrize("edition", ["first", "r2", "r6", "r6b"])
@pytest.mark.parametrize(("stood", "lost"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_orcs_lose_half_rounded_up_to_the_dragons(edition: str, stood: int, lost: int) -> None:
    game = fly(f"dragon=7 O=8:{stood}", 1, edition)
    assert (game.units("orcs", "8"), game.grave_of("orcs")) == (stood - lost, lost)


@rule("OR3", edition="r9")
@pytest.mark.parametrize(("stood", "lost"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_orcs_lose_half_rounded_down_to_the_dragons(stood: int, lost: int) -> None:
    game = fly(f"dragon=7 O=8:{stood}", 1, "r9")
    assert (game.units("orcs", "8"), game.grave_of("orcs")) == (stood - lost, lost)


@rule("OR3", "ruling 10", edition="first r2 r6 r6b")
@pytest.mark.parametrize("edition", ["first", "r2", "r6", "r6b"])
def test_half_losses_are_taken_territory_by_territory(edition: str) -> None:
    game = fly("dragon=6 O=7:1,8:1", 2, edition)
    assert game.grave_of("orcs") == 2


@rule("OR3", "ruling 10", edition="r9")
def test_half_losses_rounded_down_are_taken_territory_by_territory() -> None:
    game = fly("dragon=6 O=7:3,8:3", 2, "r9")
    assert game.grave_of("orcs") == 2


@rule("OR3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_orcs_ally_loses_everything_to_the_dragons(edition: str) -> None:
    game = fly("dragon=7 O=1★1 D=8:4 ally=DO", 1, edition)
    assert game.grave_of("dwarves") == 4


# --- OR4, OR5: the Red Dragon --------------------------------------------------------------


def red_dragon(more: str, edition: str) -> Game:
    """The Red Dragon comes to 8."""
    return at(f"{DEALT} dragon=3 past=8♥ red_at=8 {more} at=red", edition)


@rule("OR4", "II3", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_orcs_lose_nobody_to_the_red_dragon(edition: str) -> None:
    game = red_dragon("O=8:3 D=8:2", edition)
    pass_all(game, "council_turn")
    assert game.units("orcs", "8") == 3
    assert (game.units("dwarves", "8"), game.grave_of("dwarves")) == (0, 2)


@rule("OR5", "II3", edition="first")
def test_orcs_of_the_first_edition_who_do_not_ride_are_lost() -> None:
    game = red_dragon("O=8:3", "first")
    play(game, "orcs ride 1 4")
    assert (game.units("orcs", "4"), game.units("orcs", "8"), game.grave_of("orcs")) == (1, 0, 2)


@rule("OR4", "OR12", edition="r2 r6")
@pytest.mark.parametrize("edition", ["r2", "r6"])
def test_the_orcs_ally_is_lost_to_the_red_dragon(edition: str) -> None:
    game = red_dragon("D=8:2 ally=DO", edition)
    assert game.grave_of("dwarves") == 2


@rule("OR4", "OR12", edition="r6b r9")
@pytest.mark.parametrize("edition", ["r6b", "r9"])
def test_the_orcs_ally_is_spared_by_the_red_dragon(edition: str) -> None:
    game = red_dragon("D=8:2 E=8:1 ally=DO", edition)
    assert (game.units("dwarves", "8"), game.units("elves", "8")) == (2, 0)


@rule("OR5", "ruling 15", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_some_or_all_orcs_ride_to_any_other_territory(edition: str) -> None:
    game = red_dragon("O=8:2 hand=O:4♣", edition)
    pass_all(game, "ride")
    lines = listed(game, "orcs", "ride")
    assert len(lines) == 27 * 2
    assert not [line for line in lines if line.endswith(" 8")]
    assert refused(game, "orcs", "ride 3 4").rule == "OR5"


@rule("OR5", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_orcs_who_do_not_ride_stay_unharmed(edition: str) -> None:
    game = red_dragon("O=8:3", edition)
    pass_all(game, "ride")
    play(game, "orcs ride 1 4")
    assert (game.units("orcs", "4"), game.units("orcs", "8"), game.grave_of("orcs")) == (1, 2, 0)


@rule("OR5", "ruling 15", "ruling 63", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_riders_may_land_where_the_dragon_marker_stands(edition: str) -> None:
    game = red_dragon("O=8:3", edition)
    pass_all(game, "ride")
    play(game, "orcs ride 3 3")
    assert game.units("orcs", "3") == 3


@rule("OR5", "B5", "ruling 15", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_riders_do_not_land_in_a_full_castle(edition: str) -> None:
    game = red_dragon("O=8:3 D=5★1 E=5★1", edition)
    pass_all(game, "ride")
    assert not can(game, "orcs", "ride 1 5★")
    assert refused(game, "orcs", "ride 1 5★").rule == "B5"


@rule("OR5", "ruling 57", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_hidden_orcs_neither_ride_nor_need_to(edition: str) -> None:
    game = red_dragon("O=8:3h", edition)
    assert step(game) == "council_turn"
    assert game.hidden_units("orcs", "8") == 3


# --- OR6, OR7: graveyard and conscripts ----------------------------------------------------


@rule("OR6", edition="first")
def test_orcs_of_the_first_edition_revive_five_free_like_everyone() -> None:
    game = at(f"{DEALT} O=grave:7 E=grave:7 gold=O9 at=orcs", "first")
    assert listed(game, "orcs", "revive") == [f"revive {n}" for n in range(1, 6)]
    play(game, "orcs revive 5")
    assert game.gold_of("orcs") == 9


@rule("OR6", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_orcs_revive_three_all_free(edition: str) -> None:
    game = at(f"{DEALT} O=grave:7 gold=O9 at=orcs", edition)
    assert listed(game, "orcs", "revive") == ["revive 1", "revive 2", "revive 3"]
    # Three is the Orcs' own number in r2 (line 284) and r6 (line 287), later it is everybody's.
    own = edition in ("r2", "r6")
    assert refused(game, "orcs", "revive 4").rule == ("OR6" if own else "IV1")
    play(game, "orcs revive 3")
    assert (game.gold_of("orcs"), game.grave_of("orcs"), game.bank_of("orcs")) == (9, 4, 6)


@rule("OR7", edition="first")
def test_orcs_of_the_first_edition_conscript_four() -> None:
    assert conscripts("orcs", "first") == 4
    assert conscripts("elves", "first") == 2


@rule("OR7", edition="r2")
def test_orcs_of_the_second_revision_conscript_two() -> None:
    assert conscripts("orcs", "r2") == 2
    assert conscripts("elves", "r2") == 1


@rule("OR7", edition="r6 r6b")
@pytest.mark.parametrize("edition", ["r6", "r6b"])
def test_orcs_conscript_one_like_everyone(edition: str) -> None:
    assert conscripts("orcs", edition) == conscripts("elves", edition) == 1


@rule("OR7", edition="r9")
def test_orcs_conscript_two_like_everyone() -> None:
    assert conscripts("orcs", "r9") == conscripts("elves", "r9") == 2


def conscripts(seat: str, edition: str, more: str = "") -> int:
    """How many units may be conscripted."""
    game = at(f"{DEALT} dragon=7 {seat[0].upper()}=1★2 {more} at={seat}.conscript", edition)
    lines = listed(game, seat, "conscript")
    assert lines == [f"conscript {n} 1★" for n in range(1, len(lines) + 1)]
    return len(lines)


# --- OR8: the bonus ------------------------------------------------------------------------


def equal_battle(edition: str, sent: int) -> Game:
    """Orcs defend with as many units as the attacking Elves send: a tie but for OR8."""
    game = at(f"{DEALT} E=8:3 O=8:3 at=battle:elves>orcs@8", edition)
    play(game, "elves pass", f"elves plan {sent} none", f"orcs plan {sent} none")
    return game


@rule("OR8", "ruling 43", edition="r6 r6b r9")
@pytest.mark.parametrize("edition", ["r6", "r6b", "r9"])
@pytest.mark.parametrize("sent", [0, 2])
def test_one_point_more_wins_the_orcs_an_equal_battle(edition: str, sent: int) -> None:
    game = equal_battle(edition, sent)
    assert (game.units("orcs", "8"), game.units("elves", "8")) == (3 - sent, 0)


@rule("V5", edition="first r2")
@pytest.mark.parametrize("edition", ["first", "r2"])
def test_orcs_without_a_bonus_lose_an_equal_battle_to_the_attacker(edition: str) -> None:
    game = equal_battle(edition, 2)
    assert (game.units("orcs", "8"), game.units("elves", "8")) == (0, 1)


# --- OR9, OR12: the last word --------------------------------------------------------------


def after_the_last_turn(edition: str, more: str = "") -> Game:
    turn = 6 if edition in ("first", "r2") else 8
    return at(f"order=DEGO turn={turn} E=5★1,3★1 {more} at=victory", edition)


@rule("OR9", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_orcs_win_when_nobody_has_after_the_last_turn(edition: str) -> None:
    game = after_the_last_turn(edition)
    assert (game.winners, game.way) == (("orcs",), "default")


@rule("OR12", edition="first")
def test_the_orcs_share_a_default_victory_with_their_ally() -> None:
    assert after_the_last_turn("first", "ally=DO").winners == ("dwarves", "orcs")


@rule("OR9", "B8", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_orcs_win_by_default_alone(edition: str) -> None:
    assert after_the_last_turn(edition, "ally=DO").winners == ("orcs",)


# --- OR10: the Orcs' ace -------------------------------------------------------------------


@rule("OR10", "ruling 11", "ruling 82", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_an_ace_carries_some_or_all_orcs_of_one_territory_anywhere(edition: str) -> None:
    game = at(f"{DEALT} dragon=3 O=8:2 hand=O:A♣4♣ at=dragon", edition)
    lines = listed(game, "orcs", "carry")
    assert len(lines) == 27 * 2
    play(game, "orcs carry 1 8 3 A♣")
    assert (game.units("orcs", "8"), game.units("orcs", "3")) == (1, 1)
    assert (game.hand_of("orcs"), game.discarded()) == ({"4♣"}, ["A♣"])
    assert game.state.dragon == 3


@rule("OR10", "ruling 11", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_orcs_without_an_ace_are_asked_all_the_same(edition: str) -> None:
    game = at(f"{DEALT} dragon=3 O=8:2 hand=O:4♣,D:A♣ at=dragon", edition)
    assert deciding(game) == ["orcs"]
    assert choices(game, "orcs") == ["pass"]
    assert refused(game, "orcs", "carry 1 8 3 A♣").rule == "OR10"


@rule("OR10", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_orcs_ace_can_be_played_twice_for_two_stacks(edition: str) -> None:
    game = at(f"{DEALT} dragon=3 O=8:2,7:1 hand=O:A♣A♠ at=dragon", edition)
    play(game, "orcs carry 2 8 8• A♣", "orcs carry 1 7 8• A♠")
    assert game.units("orcs", "8•") == 3


# --- whose terms a refusal names -----------------------------------------------------------


@rule("OR12", "IV1", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_what_an_alliance_with_the_orcs_limits_is_refused_under_its_rule(edition: str) -> None:
    """r2 line 284, r6 line 286, r6b line 502, r9 line 509: what the ally pays is from there."""
    game = at(f"{DEALT} E=grave:7 ally=EO at=elves.revive", edition)
    if edition != "r9":
        assert refused(game, "elves", "revive 3").rule == "OR12"
    more = refused(game, "elves", "revive 4")
    assert more.rule == ("OR12" if edition in ("r2", "r6") else "IV1")
    alone = at(f"{DEALT} E=grave:7 at=elves.revive", edition)
    assert refused(alone, "elves", "revive 2").rule == "IV1"


@rule("G2", edition="r6b r9")
@pytest.mark.parametrize("edition", ["r6b", "r9"])
def test_orcs_who_cannot_pay_for_a_weaker_graveyard_read_that_option(edition: str) -> None:
    """r9 lines 713-714: only two are free."""
    game = at(f"{DEALT} O=grave:7 at=orcs.revive", edition, ["weaker-orc-graves"])
    refusal = refused(game, "orcs", "revive 3")
    assert (refusal.rule, refusal.text) == ("G2", "That costs 1 gold, and you have 0.")


# --- under which rule they are asked -------------------------------------------------------


@rule("OR10", "O11", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_before_the_dragons_each_is_asked_under_the_rule_that_lets_them_act(edition: str) -> None:
    """r9 lines 275 and 694: the Orcs carry units, and everybody may steer."""
    game = at(f"{DEALT} O=1★2 E=5★1 at=dragon", edition, ["steered-dragons"])
    asked = {}
    while step(game) == "dragon_acts":
        asked[deciding(game)[0]] = game.pending()[0].rule
        play(game, f"{deciding(game)[0]} pass")
    assert asked == {"dwarves": "O11", "elves": "O11", "goblins": "O11", "orcs": "OR10"}


@rule("OR10", "O11", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_orcs_without_units_in_sight_are_asked_for_steering_alone(edition: str) -> None:
    game = at(f"{DEALT} first=O E=5★1 at=dragon", edition, ["steered-dragons"])
    assert (deciding(game), game.pending()[0].rule) == (["orcs"], "O11")


@rule("OR1", "IV4", "EL6", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_who_only_raises_is_asked_under_the_rule_of_raising(edition: str) -> None:
    """r9 line 260: the Orcs hire nobody, but for the Goblins' ally (line 532)."""
    alone = at(f"{DEALT} O=1★2 at=orcs.hire", edition)
    assert alone.pending()[0].rule == "OR1"
    allied = at(f"{DEALT} dragon=7 O=1★2 gold=O5 hand=G:A♣ ally=GO at=orcs.hire", edition)
    assert allied.pending()[0].rule == ("OR1" if edition == "first" else "IV4")
    if edition != "first":
        play(allied, "orcs hire 1 1★", "goblins deny A♣")
        assert allied.pending()[0].rule == "OR1"
