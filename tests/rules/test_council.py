"""The Great Council [II4, B7]: alliances begin and end here and nowhere else."""

import pytest
from rulemarks import rule
from rules.table import (
    FIVE,
    LATER,
    at,
    choices,
    deciding,
    play,
    refused,
    step,
)

from dragondune.game import Game

DEALT = "order=DEGO turn=2 dragon=5"


def council(edition: str, more: str = "") -> Game:
    """A Great Council, about to be opened by the first player."""
    return at(f"{DEALT} {more} at=council", edition)


def until(game: Game, seat: str, wanted: str) -> None:
    """Everybody passes until this seat has to decide this step."""
    while (deciding(game)[0], step(game)) != (seat, wanted):
        play(game, f"{deciding(game)[0]} pass")


# --- proposing -----------------------------------------------------------------------------


@rule("II4", "B7", "ruling 16", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_each_may_propose_to_one_player_or_pass(edition: str) -> None:
    game = council(edition)
    assert deciding(game) == ["dwarves"]
    assert choices(game, "dwarves") == ["pass", "propose elves", "propose goblins", "propose orcs"]


@rule("II4", "ruling 16", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_council_goes_round_in_player_order_from_the_first_player(edition: str) -> None:
    game = council(edition, "first=G")
    asked = []
    for _ in range(4):
        asked += deciding(game)
        play(game, f"{asked[-1]} pass")
    assert asked == ["goblins", "orcs", "dwarves", "elves"]


@rule("II4", "ruling 16", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_proposal_is_answered_at_once(edition: str) -> None:
    game = council(edition)
    play(game, "dwarves propose goblins")
    assert (deciding(game), choices(game, "goblins")) == (["goblins"], ["accept", "pass"])
    assert refused(game, "goblins", "propose elves").rule == "II4"


@rule("II4", "B7", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_an_accepted_proposal_makes_an_alliance_of_two(edition: str) -> None:
    game = council(edition)
    play(game, "dwarves propose goblins", "goblins accept")
    assert [game.ally_of(seat) for seat in "DEGO"] == ["goblins", None, "dwarves", None]
    assert deciding(game) == ["elves"]


@rule("ruling 16", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_refused_proposal_changes_nothing_and_the_next_player_goes_on(edition: str) -> None:
    game = council(edition)
    play(game, "dwarves propose goblins", "goblins pass")
    assert (game.ally_of("dwarves"), game.ally_of("goblins")) == (None, None)
    assert deciding(game) == ["elves"]


@rule("ruling 16", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_nobody_proposes_to_the_same_player_twice_in_one_council(edition: str) -> None:
    game = council(edition)
    play(game, "dwarves propose goblins", "goblins pass")
    until(game, "dwarves", "council_turn")
    assert choices(game, "dwarves") == ["pass", "propose elves", "propose orcs"]
    assert refused(game, "dwarves", "propose goblins").rule == "II4"


@rule("ruling 16", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_who_refused_may_propose_in_turn(edition: str) -> None:
    game = council(edition)
    play(game, "dwarves propose goblins", "goblins pass", "elves pass", "goblins propose dwarves")
    play(game, "dwarves accept")
    assert game.ally_of("dwarves") == "goblins"


@rule("B7", "ruling 16", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_nobody_proposes_to_themselves_or_to_an_allied_player(edition: str) -> None:
    game = council(edition, "ally=EG")
    assert choices(game, "dwarves") == ["pass", "propose orcs"]
    assert refused(game, "dwarves", "propose dwarves").rule == "B7"
    assert refused(game, "dwarves", "propose elves").rule == "B7"


# --- breaking ------------------------------------------------------------------------------


@rule("B7", "ruling 16", "ruling 67", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_an_allied_player_breaks_before_proposing(edition: str) -> None:
    game = council(edition, "ally=DE")
    assert choices(game, "dwarves") == ["break", "pass"]
    assert refused(game, "dwarves", "propose orcs").rule == "B7"
    play(game, "dwarves break")
    assert (game.ally_of("dwarves"), game.ally_of("elves")) == (None, None)
    assert choices(game, "elves")[-3:] == ["propose dwarves", "propose goblins", "propose orcs"]
    until(game, "dwarves", "council_turn")
    play(game, "dwarves propose orcs", "orcs accept")
    assert game.ally_of("dwarves") == "orcs"


@rule("B7", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_without_an_alliance_there_is_nothing_to_break(edition: str) -> None:
    assert refused(council(edition), "dwarves", "break").rule == "B7"


@rule("B7", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("line", ["propose elves", "break", "accept"])
def test_alliances_begin_and_end_at_no_other_time(edition: str, line: str) -> None:
    for where in ("dwarves.move", "bid:dwarves", "fight:dwarves"):
        game = at(f"{DEALT} D=8:2 G=8:2 ally=DO at={where}", edition)
        refused(game, "dwarves", line)


# --- the end -------------------------------------------------------------------------------


@rule("II4", "ruling 16", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_council_ends_when_everyone_has_passed_in_a_row(edition: str) -> None:
    game = council(edition)
    play(game, "dwarves pass", "elves propose goblins", "goblins pass")
    play(game, "goblins pass", "orcs pass", "dwarves pass")
    assert (step(game), deciding(game)) == ("council_turn", ["elves"])
    play(game, "elves pass")
    assert step(game) != "council_turn"


@rule("II4", "ruling 16", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_council_ends_when_everyone_has_found_an_ally(edition: str) -> None:
    game = council(edition)
    play(game, "dwarves propose goblins", "goblins accept")
    play(game, "elves propose orcs", "orcs accept")
    assert step(game) != "council_turn"


@rule("II4", "B7", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_players_who_were_all_allied_before_may_still_break(edition: str) -> None:
    game = council(edition, "ally=DG,EO")
    play(game, "dwarves pass", "elves break")
    assert game.ally_of("orcs") is None


@rule("II4", "ruling 16", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_of_three_players_two_can_ally(edition: str) -> None:
    game = at("order=DEO turn=2 dragon=5 at=council", edition)
    play(game, "dwarves propose orcs", "orcs accept", "elves pass", "orcs pass", "dwarves pass")
    assert (game.ally_of("dwarves"), step(game) == "council_turn") == ("orcs", False)


@rule("ruling 68", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_two_players_hold_no_council(edition: str) -> None:
    game = at("order=DE turn=2 dragon=5 past=8♥ events=9♥7♦ D=8:2 at=event", edition)
    assert game.grave_of("dwarves") == 2
    assert step(game) == "bid"


# --- what alliances bring, and when --------------------------------------------------------


@rule("B7", "ruling 67", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(("answer", "paid"), [("accept", 1), ("pass", 2)])
def test_alliance_powers_begin_at_once(edition: str, answer: str, paid: int) -> None:
    game = council(edition, "first=E E=5★2,4•1 gold=E9")
    play(game, "elves propose goblins", f"goblins {answer}")
    until(game, "elves", "hire")
    before = game.gold_of("elves")
    play(game, "elves hire 2 3★", "goblins pass")
    assert before - game.gold_of("elves") == paid


@rule("B7", "ruling 67", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_alliance_powers_end_at_once(edition: str) -> None:
    game = council(edition, "first=E E=5★2 gold=E9 ally=EG")
    play(game, "elves break")
    until(game, "elves", "hire")
    before = game.gold_of("elves")
    play(game, "elves hire 2 3★", "goblins pass")
    assert before - game.gold_of("elves") == 2


@rule("ruling 67", edition="r6b r9")
@pytest.mark.parametrize("edition", ["r6b", "r9"])
def test_only_those_allied_before_the_strike_are_spared(edition: str) -> None:
    strike = f"{DEALT} past=8♥ events=9♥7♦ D=8:2 O=1★1"
    new = at(f"{strike} at=event", edition)
    play(new, "dwarves propose orcs", "orcs accept")
    assert new.grave_of("dwarves") == 2
    old = at(f"{strike} ally=DO at=event", edition)
    play(old, "dwarves break")
    assert old.units("dwarves", "8") == 2


@rule("ruling 66", "ruling 67", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_dwarves_allys_right_is_used_up_for_this_turn_and_comes_back(edition: str) -> None:
    game = at(f"{DEALT} ally=DE gold=E9 at=pay:elves,high_bid:2,cards_left:1", edition)
    play(game, "elves pay-right")
    assert game.gold_of("elves") == 9
    again = at(f"{DEALT} ally=DE gold=E9 rights_used=E at=pay:elves,high_bid:2", edition)
    assert choices(again, "elves") == ["pay-gold"]
    assert refused(again, "elves", "pay-right").rule == "DW6"
    later = at(f"{DEALT} ally=DE gold=E9 rights_used=E at=turn", edition)
    until(later, "elves", "bid")
    assert not later.state.rights_used


# --- ruling 17 -----------------------------------------------------------------------------


@rule("ruling 17", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_allies_who_share_a_territory_battle_like_anyone(edition: str) -> None:
    game = at(f"{DEALT} D=8:2 E=8:2 ally=DE at=fight:dwarves", edition)
    assert choices(game, "dwarves") == ["fight 8 elves"]
