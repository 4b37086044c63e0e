"""Standing rules [B1-B5, B7-B12] and the rulings on trolls (rulings 32, 76)."""

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


def end_turns(game: Game) -> None:
    """Everybody passes to the end of the recruitment round and of the battles' choice."""
    while game.state.round == 4 and game.pending():
        play(game, f"{deciding(game)[0]} pass")


# --- B1, B2: places ------------------------------------------------------------------------


@rule("B1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_no_battle_in_0_forest(edition: str) -> None:
    game = at("order=DEGO turn=2 D=0•3 E=0•3 G=0•2 at=battles", edition)
    assert step(game) not in ("fight", "plans", "ask")
    assert [game.units(seat, "0•") for seat in "DEG"] == [3, 3, 2]


@rule("B1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_fight_in_0_forest_is_refused_while_others_are_fought(edition: str) -> None:
    game = at("order=DEGO turn=2 D=0•3,8:1 E=0•3,8:1 at=battles", edition)
    assert choices(game, "dwarves") == ["fight 8 elves"]
    assert refused(game, "dwarves", "fight 0• elves").rule == "B1"


@rule("B2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_forests_shelter_units_and_gold_from_the_dragon(edition: str) -> None:
    game = at(
        "order=DEGO turn=2 dragon=8 E=9:3,9•4 gold@=9:5,9•:6 deck=A♥ at=dragon_moves", edition
    )
    assert (game.units("elves", "9"), game.units("elves", "9•")) == (0, 4)
    assert (game.gold_in("9"), game.gold_in("9•")) == (0, 6)


@rule("B2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_castles_shelter_units_and_gold_from_the_dragon(edition: str) -> None:
    game = at(
        "order=DEGO turn=2 dragon=14 E=15:3,15★4 gold@=15★:6 deck=A♥ at=dragon_moves", edition
    )
    assert (game.units("elves", "15"), game.units("elves", "15★")) == (0, 4)
    assert game.gold_in("15★") == 6


# --- B3, B4: control and griffins ----------------------------------------------------------


@rule("B3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(
    ("pieces", "taken"),
    [
        ("D=7:3", 5),  # alone
        ("D=7:3 O=7:1", 0),  # contested
        ("D=7:3 E=7:2h", 5),  # hidden units do not contest
        ("E=7:3h", 0),  # nor do they hold
        ("D=7:3 trolls=7", 5),  # a troll makes no difference
    ],
)
def test_who_is_alone_with_visible_units_controls_a_territory(
    edition: str, pieces: str, taken: int
) -> None:
    """Gold is collected from controlled territories only."""
    game = at(f"order=DEGO turn=2 {pieces} dragon=8 gold@=7:5 hand=D:2♥ at=collection", edition)
    income = 2 if edition == "first" else 1
    assert game.gold_of("dwarves") + game.gold_of("elves") == 2 * income + taken


@rule("B3", "ruling 76", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(("other", "wins"), [("", True), ("G=1★1", False), ("E=1★4h", True)])
def test_a_castle_is_controlled_by_the_only_player_visible_there(
    edition: str, other: str, wins: bool
) -> None:
    game = at(f"order=DEGO turn=2 trolls=3★ D=1★1,3★1,15★1 {other} at=victory", edition)
    assert game.over == wins
    assert game.winners == (("dwarves",) if wins else ())


@rule("B4", "ruling 76", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(
    ("pieces", "reach"),
    [
        ("D=11:1,3★1", 4),
        ("D=11:1,5★1", 4),
        ("D=11:1,3★1 trolls=3★", 4),
        ("D=11:1,3★1 E=3★2h", 4),
        ("D=11:1,3★1 G=3★1", 2),  # contested
        ("D=11:1,3★2h", 2),  # hidden units hold nothing
        ("D=11:1,15★1", 2),  # other castles have no griffins
    ],
)
def test_griffins_carry_who_controls_3_or_5_castle_four_territories(
    edition: str, pieces: str, reach: int
) -> None:
    """From 11, 13 is two territories away, 15 three, 15★ four and 1★ five."""
    game = at(f"order=DEGO turn=2 dragon=4 {pieces} at=dwarves.move", edition)
    assert can(game, "dwarves", "move 1 11 13")
    assert can(game, "dwarves", "move 1 11 15") == (reach == 4)
    assert can(game, "dwarves", "move 1 11 15★") == (reach == 4)
    assert not can(game, "dwarves", "move 1 11 1★")


# --- B5: room in a castle ------------------------------------------------------------------


@rule("B5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_third_player_does_not_enter_a_castle(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=7 D=15:2 G=15★1 O=15★1 at=dwarves.move", edition)
    assert refused(game, "dwarves", "move 2 15 15★").rule == "B5"


@rule("B5", "ruling 24", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_third_player_does_not_hire_into_a_castle(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=7 gold=D5 G=15★1 O=15★1 at=dwarves.hire", edition)
    assert not [line for line in listed(game, "dwarves", "hire") if line.split()[2] == "15★"]
    assert refused(game, "dwarves", "hire 1 15★").rule == "B5"


@rule("B5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(
    "pieces", ["G=15★1 E=15★3h", "G=15★1 trolls=15★", "G=15★1", "G=15★1 D=15:2,15★1"]
)
def test_hidden_units_and_trolls_take_no_room(edition: str, pieces: str) -> None:
    own = "" if "D=" in pieces else "D=15:2"
    game = at(f"order=DEGO turn=2 dragon=7 {pieces} {own} at=dwarves.move", edition)
    assert can(game, "dwarves", "move 2 15 15★")


@rule("B5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_units_pass_through_a_full_castle(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=14 D=15:2 G=15★1 O=15★1 at=dwarves.move", edition)
    assert can(game, "dwarves", "move 2 15 16")


# --- B7, B8: alliances ---------------------------------------------------------------------


@rule("B7", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_alliances_are_formed_at_a_great_council(edition: str) -> None:
    game = at("order=DEGO turn=2 at=council", edition)
    play(game, "dwarves propose elves", "elves accept")
    assert (game.ally_of("dwarves"), game.ally_of("elves")) == ("elves", "dwarves")


@rule("B7", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_alliances_are_broken_at_a_great_council(edition: str) -> None:
    game = at("order=DEGO turn=2 ally=DE at=council", edition)
    play(game, "dwarves break")
    assert (game.ally_of("dwarves"), game.ally_of("elves")) == (None, None)


@rule("B7", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(
    "moment", ["D=7:2 at=dwarves.move", "D=7:2 G=7:2 at=battle:dwarves>goblins@7", "at=bid:dwarves"]
)
def test_alliances_are_neither_formed_nor_broken_at_another_time(edition: str, moment: str) -> None:
    allied = at(f"order=DEGO turn=2 ally=DE {moment}", edition)
    refused(allied, "dwarves", "break")
    assert allied.ally_of("dwarves") == "elves"
    alone = at(f"order=DEGO turn=2 {moment}", edition)
    refused(alone, "dwarves", "propose elves")


THREE_CASTLES = "order=DEGO turn=2 ally=DE D=1★1,3★1,10★1 E=5★1 at=victory"


@rule("B8", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_there_is_one_winner_only(edition: str) -> None:
    assert at(THREE_CASTLES, edition).winners == ("dwarves",)
    four_together = "order=DEGO turn=2 ally=DE D=1★1,3★1 E=5★1,10★1 at=victory"
    assert at(four_together, edition).winners == ()


@rule("B8", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_orcs_default_victory_is_theirs_alone(edition: str) -> None:
    turn = 6 if edition == "r2" else 8
    assert at(f"order=DEGO turn={turn} ally=OE at=victory", edition).winners == ("orcs",)


@rule("B8", edition="first")
def test_two_allies_win_together_in_the_first_edition() -> None:
    assert at(THREE_CASTLES, "first").winners == ("dwarves", "elves")
    assert at("order=DEGO turn=6 ally=OE at=victory", "first").winners == ("elves", "orcs")


# --- B9: once a round ----------------------------------------------------------------------


@rule("B9", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_one_movement_a_round(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=4 D=7:2,8:2 gold=D3 at=dwarves.move", edition)
    play(game, "dwarves move 1 7 6")
    assert not listed(game, "dwarves", "move")
    refused(game, "dwarves", "move 1 8 7")


@rule("B9", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_one_recruitment_a_round(edition: str) -> None:
    """One conscription, then one hiring, then no more units from the bank."""
    game = at("order=DEGO turn=2 dragon=4 D=7:2 gold=D9 at=dwarves.conscript", edition)
    play(game, "dwarves conscript 1 7")
    assert not listed(game, "dwarves", "conscript")
    play(game, "dwarves hire 1 8")
    pass_all(game, until="move")
    assert step(game) == "move"
    refused(game, "dwarves", "hire 1 8")
    refused(game, "dwarves", "conscript 1 7")


# --- B10: trolls ---------------------------------------------------------------------------


@rule("B10", "ruling 32", edition="r6 r6b r9")
@pytest.mark.parametrize("edition", FROM_R6)
def test_after_all_turns_every_player_beside_a_troll_loses_four(edition: str) -> None:
    game = at(
        "order=DEGO turn=2 dragon=9 trolls=3★ gold=D9 D=3★6 G=3★5 at=dwarves.disband", edition
    )
    play(game, "dwarves pass")
    assert (game.units("dwarves", "3★"), game.units("goblins", "3★")) == (6, 5)
    end_turns(game)
    assert (game.units("dwarves", "3★"), game.units("goblins", "3★")) == (2, 1)
    assert set(game.troll_places()) == set()


@rule("B10", "ruling 32", "ruling 51", edition="r2")
def test_in_r2_the_troll_strikes_only_the_player_whose_turn_ends() -> None:
    game = at("order=DEGO turn=2 dragon=9 trolls=3★ gold=D9 D=3★4 G=3★5 at=dwarves.disband", "r2")
    play(game, "dwarves pass")
    assert (game.units("dwarves", "3★"), game.units("goblins", "3★")) == (0, 5)


@rule("B10", "ruling 32", edition="r2")
def test_in_r2_the_troll_goes_if_units_of_anybody_remain() -> None:
    """2nd Revision, lines 76 and 307: "if there are still units", of whomever."""
    game = at("order=DEGO turn=2 dragon=9 trolls=3★ gold=D9 D=3★4 G=3★5 at=dwarves.disband", "r2")
    play(game, "dwarves pass")
    assert set(game.troll_places()) == set()
    end_turns(game)
    assert game.units("goblins", "3★") == 5


@rule("B10", "ruling 32", edition="r2")
def test_in_r2_the_troll_stays_while_it_strikes_nobody() -> None:
    game = at("order=DEGO turn=2 dragon=9 trolls=3★ gold=D9 D=7:1 G=3★5 at=dwarves.disband", "r2")
    play(game, "dwarves pass")
    assert set(game.troll_places()) == {"3★"}


@rule("B10", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
@pytest.mark.parametrize(
    ("before", "after", "left"), [(3, 0, {"3★"}), (4, 0, {"3★"}), (5, 1, set())]
)
def test_the_troll_goes_if_any_units_remain(
    edition: str, before: int, after: int, left: set[str]
) -> None:
    game = at(f"order=DEGO turn=2 dragon=9 trolls=3★ O=3★{before} at=orcs.disband", edition)
    end_turns(game)
    assert game.units("orcs", "3★") == after
    assert game.grave_of("orcs") == min(before, 4)
    assert set(game.troll_places()) == left


@rule("B10", "ruling 76", "EL10", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_a_troll_strikes_no_hidden_units_and_they_do_not_drive_it_away(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=9 trolls=3★ E=3★5h O=3★3 at=orcs.disband", edition)
    end_turns(game)
    assert (game.hidden_units("elves", "3★"), game.units("orcs", "3★")) == (5, 0)
    assert set(game.troll_places()) == {"3★"}


@rule("A10", "ruling 76", "ruling 32", edition="first")
def test_in_the_first_edition_trolls_of_absent_factions_strike_everyone_after_all_turns() -> None:
    game = at("order=DEG turn=2 dragon=4 trolls=9• D=9•6 G=9•3 E=9•2h at=dwarves.disband", "first")
    play(game, "dwarves pass")
    assert game.units("dwarves", "9•") == 6
    pass_all(game, until="bid")
    assert (game.units("dwarves", "9•"), game.units("goblins", "9•")) == (2, 0)
    assert game.hidden_units("elves", "9•") == 2
    assert set(game.troll_places()) == set()


# --- B11, B12 ------------------------------------------------------------------------------


@rule("B11", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(
    "moment", ["D=7:2 at=dwarves.move", "D=7:2 G=7:2 at=battle:dwarves>goblins@7", "at=council"]
)
def test_gold_is_given_at_any_time_by_anyone(edition: str, moment: str) -> None:
    game = at(f"order=DEGO turn=2 gold=O4,D2 {moment}", edition)
    open_for = deciding(game)
    assert listed(game, "orcs", "give") == [
        f"give {to} {n}" for to in ("dwarves", "elves", "goblins") for n in (1, 2, 3, 4)
    ]
    play(game, "orcs give elves 3", "dwarves give goblins 2")
    assert [game.gold_of(seat) for seat in "DEGO"] == [0, 3, 2, 1]
    assert deciding(game) == open_for


@rule("B11", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_nobody_gives_more_than_they_have_or_to_themselves(edition: str) -> None:
    game = at("order=DEG turn=2 gold=D2 D=7:2 at=dwarves.move", edition)
    for line in ("give elves 3", "give elves 0", "give dwarves 1", "give orcs 1"):
        assert refused(game, "dwarves", line).rule == "B11"


@rule("B11", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_artifacts_are_never_given(edition: str) -> None:
    game = at("order=DEGO turn=2 gold=D2 D=7:2 hand=D:3♥A♥ at=dwarves.move", edition)
    refused(game, "dwarves", "give elves 3♥")
    assert all(line.split()[2].isdigit() for line in listed(game, "dwarves", "give"))
    assert game.hand_of("dwarves") == {"3♥", "A♥"}


@rule("B12", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_unit_is_worth_two_battle_points_and_one_in_the_first_edition(edition: str) -> None:
    """Two units against an artifact of 3 and no units: 4 or 2 against 3."""
    game = at("order=DEGO turn=2 dragon=8 E=7:4 G=7:2 hand=G:3♥ at=plans:goblins>elves@7", edition)
    play(game, "goblins plan 0 3♥", "elves plan 2 none")
    pass_all(game, until="bid")
    assert (game.units("elves", "7") > 0) == (edition != "first")
    assert (game.units("goblins", "7") > 0) == (edition == "first")
