"""IV. Recruitment: out of the graveyard, conscripts, and the order of a turn's steps."""

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


def steps_of_turn(game: Game, seat: str) -> list[str]:
    """The steps a player is asked at, passing every one of them."""
    seen = []
    while deciding(game) == [seat]:
        seen.append(step(game))
        play(game, f"{seat} pass")
    return seen


# --- IV1: out of the graveyard -------------------------------------------------------------


@rule("IV1", edition="first")
def test_five_units_leave_the_graveyard_free_in_the_first_edition() -> None:
    game = at("order=DEGO turn=2 dragon=13 E=5★1,grave:7 at=elves.revive", "first")
    assert listed(game, "elves", "revive") == [f"revive {n}" for n in range(1, 6)]
    play(game, "elves revive 5")
    assert (game.grave_of("elves"), game.bank_of("elves")) == (2, 17)


@rule("IV1", edition="r2 r6")
@pytest.mark.parametrize("edition", ["r2", "r6"])
def test_two_units_leave_the_graveyard_and_the_second_costs_one_gold(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 E=5★1,grave:4 gold=E5,G1 at=elves.revive", edition)
    assert listed(game, "elves", "revive") == ["revive 1", "revive 2"]
    play(game, "elves revive 2")
    assert (game.grave_of("elves"), game.bank_of("elves")) == (2, 7)
    assert (game.gold_of("elves"), game.gold_of("goblins")) == (4, 1)  # the bank takes it


@rule("IV1", edition="r6b r9")
@pytest.mark.parametrize("edition", ["r6b", "r9"])
def test_three_units_leave_the_graveyard_and_all_but_the_first_cost_one_gold(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 E=5★1,grave:4 gold=E5 at=elves.revive", edition)
    assert listed(game, "elves", "revive") == ["revive 1", "revive 2", "revive 3"]
    play(game, "elves revive 3")
    assert (game.grave_of("elves"), game.bank_of("elves"), game.gold_of("elves")) == (1, 8, 3)


@rule("IV1", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_first_unit_out_of_the_graveyard_is_free(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 E=5★1,grave:4 at=elves.revive", edition)
    assert listed(game, "elves", "revive") == ["revive 1"]
    refusal = refused(game, "elves", "revive 2")
    assert refusal.rule == "IV1"
    play(game, "elves revive 1")
    assert (game.grave_of("elves"), game.gold_of("elves")) == (3, 0)


@rule("IV1", edition="all")
@pytest.mark.parametrize(
    ("edition", "too_many"), [("first", 6), ("r2", 3), ("r6", 3), ("r6b", 4), ("r9", 4)]
)
def test_more_than_the_limit_never_leaves_the_graveyard(edition: str, too_many: int) -> None:
    game = at("order=DEGO turn=2 dragon=13 E=5★1,grave:8 gold=E9 at=elves.revive", edition)
    assert refused(game, "elves", f"revive {too_many}").rule == "IV1"


@rule("IV1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_units_out_of_the_graveyard_go_to_the_bank_and_not_to_the_board(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 E=5★1,grave:1 at=elves.revive", edition)
    before = game.bank_of("elves")
    play(game, "elves revive 1")
    assert (game.bank_of("elves"), game.units("elves", "5★")) == (before + 1, 1)


@rule("IV1", "ruling 44", "DW4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_owner_chooses_whether_elites_come_back(edition: str) -> None:
    options = [] if edition == "first" else ["elite-warriors"]
    position = "order=DEGO turn=2 dragon=13 D=15★1,grave:2+1e gold=D0 at=dwarves.revive"
    game = at(position, edition, options)
    assert {"revive 1", "revive 0+1e"} <= set(choices(game, "dwarves"))
    play(game, "dwarves revive 0+1e")
    assert (game.state.elite_grave[0], game.state.elite_bank[0]) == (0, 2)
    assert game.grave_of("dwarves") == 2


# --- ruling 23: the order of steps ---------------------------------------------------------


@rule("ruling 23", "IV1", "IV2", "IV3", "IV4", "IV5", "IV6", edition="first")
def test_the_goblins_disband_first_of_all_in_the_first_edition() -> None:
    game = at("order=GEDO turn=2 dragon=13 G=10★3,grave:1 gold=G5 at=goblins", "first")
    order = ["early_disband", "revive", "conscript", "hire", "move"]
    assert steps_of_turn(game, "goblins") == order


@rule("ruling 23", "IV1", "IV2", "IV3", "IV4", "IV5", "IV6", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_steps_of_a_turn_come_in_the_order_of_the_book(edition: str) -> None:
    game = at("order=GEDO turn=2 dragon=13 G=10★3,grave:1 gold=G5 at=goblins", edition)
    order = ["revive", "early_disband", "conscript", "hire", "move", "disband"]
    assert steps_of_turn(game, "goblins") == order


@rule("ruling 23", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_step_that_is_over_cannot_be_gone_back_to(edition: str) -> None:
    game = at("order=EDGO turn=2 dragon=13 E=5★3,grave:1 gold=E5 at=elves.conscript", edition)
    assert refused(game, "elves", "revive 1").rule == "IV1"
    play(game, "elves pass")
    assert refused(game, "elves", "conscript 1 5★").rule == "IV3"
    play(game, "elves pass")
    assert refused(game, "elves", "hire 1 5★").rule == "IV4"
    play(game, "elves pass")
    assert refused(game, "elves", "move 1 5★ 6").rule == "IV5"


@rule("ruling 23", "B9", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_step_is_done_once(edition: str) -> None:
    game = at("order=EDGO turn=2 dragon=13 E=5★3,grave:4 gold=E5 at=elves.revive", edition)
    play(game, "elves revive 1")
    assert step(game) == "conscript"
    play(game, "elves conscript 1 5★")
    assert step(game) == "hire"
    play(game, "elves hire 1 5★", "goblins pass")
    if edition == "first":  # an ace could still place units there [EL6]
        assert choices(game, "elves") == ["pass"]
        play(game, "elves pass")
    assert step(game) == "move"


@rule("B9", "ruling 56", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_player_without_units_recruits_like_anyone(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 gold=D2 at=recruitment", edition)
    assert (deciding(game), step(game)) == (["dwarves"], "hire")
    play(game, "dwarves hire 1 15★", "goblins pass")
    assert game.units("dwarves", "15★") == 1


@rule("ruling 56", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_player_without_units_bids_like_anyone(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 gold=D2 E=5★1 at=bidding", edition)
    assert can(game, "dwarves", "bid 1")


# --- IV3: conscripts -----------------------------------------------------------------------


@rule("IV3", edition="all")
@pytest.mark.parametrize(
    ("edition", "limit"), [("first", 2), ("r2", 1), ("r6", 1), ("r6b", 1), ("r9", 2)]
)
def test_how_many_conscripts_come_free(edition: str, limit: int) -> None:
    game = at("order=DEGO turn=2 dragon=13 E=5★2 at=elves.conscript", edition)
    expected = [f"conscript {n} 5★" for n in range(1, limit + 1)]
    assert listed(game, "elves", "conscript") == expected
    assert refused(game, "elves", f"conscript {limit + 1} 5★").rule == "IV3"
    play(game, f"elves conscript {limit} 5★")
    assert (game.units("elves", "5★"), game.gold_of("elves")) == (2 + limit, 0)


@rule("IV3", "OR7", edition="all")
@pytest.mark.parametrize(
    ("edition", "limit"), [("first", 4), ("r2", 2), ("r6", 1), ("r6b", 1), ("r9", 2)]
)
def test_how_many_conscripts_the_orcs_get(edition: str, limit: int) -> None:
    game = at("order=DEGO turn=2 dragon=13 O=1★2 at=orcs.conscript", edition)
    expected = [f"conscript {n} 1★" for n in range(1, limit + 1)]
    assert listed(game, "orcs", "conscript") == expected


@rule("IV3", "OR12", edition="r2")
def test_the_orcs_ally_conscripts_two_in_the_second_revision() -> None:
    game = at("order=DEGO turn=2 dragon=13 E=5★2 ally=EO at=elves.conscript", "r2")
    assert listed(game, "elves", "conscript") == ["conscript 1 5★", "conscript 2 5★"]


@rule("IV3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_conscripts_only_join_units_already_there(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 E=5★2,9•1 at=elves.conscript", edition)
    places = {line.split()[2] for line in listed(game, "elves", "conscript")}
    assert places == {"5★", "9•"}
    assert refused(game, "elves", "conscript 1 6").rule == "IV3"


@rule("IV3", edition="first r9")
@pytest.mark.parametrize("edition", ["first", "r9"])
def test_all_conscripts_go_into_one_territory(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 E=5★2,9•1 at=elves.conscript", edition)
    play(game, "elves conscript 1 5★")
    assert step(game) != "conscript"


@rule("IV3", "ruling 24", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_hidden_units_call_conscripts_too(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 E=9•2h at=elves.conscript", edition)
    assert can(game, "elves", "conscript 1 9•")


@rule("ruling 24", "I4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_nobody_conscripts_where_the_dragon_marker_stands(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=5 E=5★2,9•1 at=elves.conscript", edition)
    assert not can(game, "elves", "conscript 1 5★")
    assert refused(game, "elves", "conscript 1 5★").rule == "I4"


@rule("ruling 24", "B5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_conscripts_called_into_a_full_castle_hide_there(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 E=5★2h D=5★1 O=5★1 at=elves.conscript", edition)
    play(game, "elves conscript 1 5★", "forced")
    assert (game.units("elves", "5★"), game.hidden_units("elves", "5★")) == (0, 3)


@rule("ruling 24", "B5", edition="r2")
def test_conscripts_who_cannot_hide_do_not_enter_a_full_castle() -> None:
    game = at("order=DEGO turn=2 dragon=13 D=5★2h E=5★1 O=5★1 at=dwarves.conscript", "r2")
    assert refused(game, "dwarves", "conscript 1 5★").rule == "B5"


@rule("ruling 53", "IV3", edition="first r9")
@pytest.mark.parametrize("edition", ["first", "r9"])
def test_conscripts_end_with_the_bank(edition: str) -> None:
    total = 20 if edition == "first" else 10
    game = at(f"order=DEGO turn=2 dragon=13 E=5★{total - 1} at=elves.conscript", edition)
    assert listed(game, "elves", "conscript") == ["conscript 1 5★"]
    assert refused(game, "elves", "conscript 2 5★").rule == "A2"


@rule("ruling 53", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_conscripts_may_go_elsewhere_than_mercenaries(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 E=5★2 gold=E4 at=elves.conscript", edition)
    play(game, "elves conscript 1 5★", "elves hire 1 9", "goblins pass")
    assert (game.units("elves", "5★"), game.units("elves", "9")) == (3, 1)


@rule("B9", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_turns_go_round_from_the_first_player(edition: str) -> None:
    game = at(
        "order=DEGO first=G turn=2 dragon=13 D=15★1 E=5★1 G=10★1 O=1★1 at=recruitment", edition
    )
    turns = [deciding(game)[0]]
    while len(turns) < 4:
        pass_all(game, until="conscript")
        if deciding(game)[0] != turns[-1]:
            turns.append(deciding(game)[0])
        play(game, f"{deciding(game)[0]} pass")
    assert turns == ["goblins", "orcs", "dwarves", "elves"]
