"""VII. The victory round: castles, the last turn, and what happens when no one plays the Orcs."""

import pytest
from rulemarks import rule
from rules.table import FIVE, LATER, at, choices, deciding, fight, play, step

from dragondune.game import Game

LAST = {"first": 6, "r2": 6, "r6": 8, "r6b": 8, "r9": 8}


def check(position: str, edition: str, turn: int = 2) -> Game:
    """The victory round with all four factions in play."""
    return at(f"order=DEGO turn={turn} dragon=13 {position} at=victory", edition)


def last_check(position: str, edition: str) -> Game:
    """The victory round of the last turn, with no Orcs in play."""
    return at(f"order=DEG turn={LAST[edition]} dragon=13 {position} at=victory", edition)


# --- VII0: the first player's title passes on ----------------------------------------------


@rule("VII0", "A7", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
@pytest.mark.parametrize(("first", "after"), [("D", "E"), ("O", "D")])
def test_the_next_in_order_becomes_the_starting_player(
    edition: str, first: str, after: str
) -> None:
    game = check(f"first={first}", edition)
    assert "DEGO"[game.view().first] == after


@rule("A7", "ruling 14", edition="first")
def test_the_emperor_passes_on_each_turn_in_the_first_edition() -> None:
    game = check("first=O", "first")
    assert game.view().first == 0


@rule("VII0", "VII3", "ruling 78", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_player_order_counts_from_the_new_starting_player(edition: str) -> None:
    game = last_check("first=E D=1★1 E=5★1 G=10★1", edition)
    assert (game.winners, game.way) == (("goblins",), "first in player order")


# --- VII1: castles -------------------------------------------------------------------------


@rule("VII1", "ruling 64", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("castles", ["E=1★1,3★1,5★1", "E=1★1,3★1,5★1,15★2", "E=3★1,10★1,15★1"])
def test_an_unallied_player_wins_with_three_castles(edition: str, castles: str) -> None:
    game = check(castles, edition)
    assert game.over
    assert (game.winners, game.way) == (("elves",), "three castles")


@rule("VII1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(
    "position",
    [
        "E=1★1,3★1",
        "E=1★1,3★1,9•5,4•1",  # forests are no castles
        "E=1★1,3★1,5★1h",  # hidden units control nothing
        "E=1★1,3★1,5★1 O=5★1",  # shared
    ],
)
def test_two_castles_do_not_win(edition: str, position: str) -> None:
    game = check(position, edition)
    assert not game.over
    assert game.view().turn == 3


@rule("VII1", "B8", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_an_allied_player_wins_alone_with_three_castles(edition: str) -> None:
    game = check("E=1★1,3★1,5★1 D=10★1 ally=DE", edition)
    assert game.winners == ("elves",)


@rule("VII1", "B8", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_allies_do_not_add_up_their_castles(edition: str) -> None:
    assert not check("E=1★1,3★1 D=10★1,15★1 ally=DE", edition).over


@rule("VII1", "B8", "ruling 64", edition="first")
@pytest.mark.parametrize(
    "position", ["E=1★1,3★1 D=10★1,15★1", "E=1★1,3★1,5★1 D=10★1", "E=1★1,3★1,5★1,10★1"]
)
def test_an_alliance_wins_together_with_four_castles(position: str) -> None:
    game = check(f"{position} ally=DE", "first")
    assert (game.winners, game.way) == (("dwarves", "elves"), "allied castles")


@rule("VII1", "ruling 64", edition="first")
@pytest.mark.parametrize(
    "position",
    [
        "E=1★1,3★1,5★1",  # three alone do not win for an ally
        "E=1★1,3★1 D=10★1",
        "E=1★1,3★1,5★1 D=5★1,15★1",  # a castle the allies share counts for neither
    ],
)
def test_three_castles_are_not_enough_for_an_alliance(position: str) -> None:
    assert not check(f"{position} ally=DE", "first").over


@rule("VII1", edition="first")
def test_an_unallied_player_wins_beside_an_alliance_of_others() -> None:
    game = check("G=1★1,3★1,5★1 E=10★1 D=15★1 ally=DE", "first")
    assert game.winners == ("goblins",)


# --- VII2: after the last turn -------------------------------------------------------------


@rule("VII2", "OR9", "A1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_orcs_win_after_the_last_turn(edition: str) -> None:
    game = check("E=1★1,3★1 D=5★1", edition, turn=LAST[edition])
    assert (game.winners, game.way) == (("orcs",), "default")


@rule("VII2", "A1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_nobody_wins_by_default_before_the_last_turn(edition: str) -> None:
    game = check("E=1★1,3★1", edition, turn=LAST[edition] - 1)
    assert not game.over
    assert game.view().turn == LAST[edition]


@rule("VII2", "VII1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_three_castles_in_the_last_turn_go_before_the_orcs(edition: str) -> None:
    assert check("E=1★1,3★1,5★1", edition, turn=LAST[edition]).winners == ("elves",)


@rule("VII2", "OR12", edition="first")
def test_the_orcs_share_their_default_victory_in_the_first_edition() -> None:
    game = check("ally=DO", "first", turn=6)
    assert (game.winners, game.way) == (("dwarves", "orcs"), "default")


@rule("VII2", "B8", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_orcs_win_alone_from_the_second_revision(edition: str) -> None:
    assert check("ally=DO", edition, turn=LAST[edition]).winners == ("orcs",)


@rule("VII2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_game_that_is_over_asks_nobody(edition: str) -> None:
    game = check("", edition, turn=LAST[edition])
    assert (deciding(game), game.over) == ([], True)
    assert choices(game, "orcs") == []


# --- VII3: without Orcs --------------------------------------------------------------------


@rule("VII3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_without_orcs_most_castles_win(edition: str) -> None:
    game = last_check("E=1★1,3★1 D=5★1 G=0•9", edition)
    assert (game.winners, game.way) == (("elves",), "most castles")


@rule("VII3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_most_castles_do_not_win_before_the_last_turn(edition: str) -> None:
    game = at(f"order=DEG turn={LAST[edition] - 1} dragon=13 E=1★1,3★1 at=victory", edition)
    assert not game.over


@rule("VII3", "ruling 48", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_tied_players_fight_with_their_units_on_the_mountain(edition: str) -> None:
    game = last_check("D=5★1,0•2 G=10★1,0•3", edition)
    assert sorted(deciding(game)) == ["dwarves", "goblins"]
    assert choices(game, "goblins") == [f"plan {n} none" for n in range(4)]
    fight(game, "goblins plan 3 none", "dwarves plan 0 none")
    assert (game.winners, game.way) == (("goblins",), "decider on the Great Mountain")


@rule("ruling 48", "EL3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_decider_is_fought_like_any_battle(edition: str) -> None:
    game = last_check("E=5★1,0•2 G=10★1,0•3 hand=G:5♥", edition)
    assert (deciding(game), step(game)) == (["elves"], "ask")
    fight(game, "elves plan 2 none", "goblins plan 0 5♥")
    if edition == "first":  # the winner may discard the artifact it played
        play(game, "goblins pass")
    assert game.winners == ("goblins",)


@rule("ruling 48", "ruling 78", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_decider_goes_in_player_order_and_the_winner_stays(edition: str) -> None:
    game = last_check("D=1★1,0•2 E=5★1,0•2 G=10★1,0•2", edition)
    assert (game.view().attacker, game.view().defender) == (1, 2)  # Elves, the new first player
    fight(game, "elves plan 0 none", "goblins plan 1 none")
    assert {game.view().attacker, game.view().defender} == {0, 2}
    assert choices(game, "goblins") == ["plan 0 none", "plan 1 none"]
    fight(game, "goblins plan 1 none", "dwarves plan 0 none")
    assert game.winners == ("goblins",)


@rule("ruling 48", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_winner_who_spent_all_units_still_meets_the_next(edition: str) -> None:
    game = last_check("D=1★1,0•2 E=5★1,0•2 G=10★1,0•2", edition)
    fight(game, "elves plan 2 none", "goblins plan 0 none")
    assert game.units("elves", "0•") == 0
    while step(game) == "ask":
        play(game, "elves pass")
    assert choices(game, "elves") == ["plan 0 none"]
    fight(game, "elves plan 0 none", "dwarves plan 1 none")
    assert game.winners == ("dwarves",)


@rule("VII3", "ruling 48", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_who_is_not_tied_does_not_fight_on_the_mountain(edition: str) -> None:
    game = last_check("D=1★1,0•2 E=5★1,0•2 G=0•9", edition)
    assert {game.view().attacker, game.view().defender} == {0, 1}


@rule("ruling 78", "VII3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_sole_tied_player_with_units_on_the_mountain_wins(edition: str) -> None:
    assert last_check("D=1★1,0•1 E=5★1 G=0•5", edition).winners == ("dwarves",)


@rule("ruling 78", "VII3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_hidden_units_on_the_mountain_decide_nothing(edition: str) -> None:
    game = last_check("first=G D=1★1 E=5★1,0•2h", edition)
    assert (game.winners, game.way) == (("dwarves",), "first in player order")


@rule("ruling 78", "VII3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(
    ("first", "winner"), [("D", "goblins"), ("E", "goblins"), ("G", "dwarves")]
)
def test_with_nobody_on_the_mountain_the_first_of_the_tied_wins(
    edition: str, first: str, winner: str
) -> None:
    game = last_check(f"first={first} D=1★1 G=10★1 E=9•4", edition)
    assert (game.winners, game.way) == ((winner,), "first in player order")


@rule("ruling 78", "ruling 38", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_when_both_betray_in_the_decider_player_order_decides(edition: str) -> None:
    goblins = "Q♠" if edition == "r9" else "Q♣"
    game = last_check(
        f"D=1★1,0•2 G=10★1,0•2 usurper=D:{goblins},G:Q♦ sabotage=D:J♥,G:J♠ hand=D:4♠,G:4♥",
        edition,
    )
    play(game, "dwarves plan 1 4♠", "goblins plan 1 4♥")
    play(game, "goblins betray Q♦ J♠", f"dwarves betray {goblins} J♥")
    assert (game.winners, game.way) == (("goblins",), "first in player order")


@rule("VII3", "ruling 56", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_without_any_castle_all_are_tied(edition: str) -> None:
    assert last_check("first=G", edition).winners == ("dwarves",)


@rule("O1", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
@pytest.mark.parametrize("oracles", [True, False])
def test_a_prediction_wins_nothing_where_oracles_are_not_played(
    edition: str, oracles: bool
) -> None:
    """r9 line 647: oracles there are only if the players have so decided before the game."""
    position = "order=DEGO turn=3 E=5★1,10★1,3★1 predictions=G:E/5★/3 at=victory"
    game = at(position, edition, ["oracles"] if oracles else [])
    assert game.winners == (("goblins",) if oracles else ("elves",))
