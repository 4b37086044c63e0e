"""V1-V6: who fights whom, secret plans, what artifacts add, who wins, and what it costs."""

import pytest
from rulemarks import rule
from rules.table import (
    FIVE,
    LATER,
    at,
    can,
    choices,
    deciding,
    fight,
    kinds,
    listed,
    play,
    refused,
    step,
    totals,
)

from dragondune.game import Game

# The Dwarves' battle in 17 comes later and keeps the round from ending.
FIELD = "order=GEDO turn=2 dragon=5 D=17:1 O=17:1"
POINTS = {"first": 1, "r2": 2, "r6": 2, "r6b": 2, "r9": 2}


def clash(edition: str, goblins: str, elves: str, cards: str = "") -> Game:
    """The Goblins attack the Elves in 8: neither has a bonus."""
    held = f" hand={cards}" if cards else ""
    return at(f"{FIELD} G=8:{goblins} E=8:{elves}{held} at=battle:goblins>elves@8", edition)


# --- V1: the order of battles --------------------------------------------------------------


@rule("V1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_each_player_attacks_in_turn_until_none_of_its_battles_is_left(edition: str) -> None:
    position = "order=DEGO first=G turn=2 dragon=5 G=8:2,11:2 E=8:1,13:1 D=11:1,13:1 at=battles"
    game = at(position, edition)
    assert choices(game, "goblins") == ["fight 11 dwarves", "fight 8 elves"]
    play(game, "goblins fight 8 elves")
    fight(game, "goblins plan 1 none", "elves plan 0 none")
    assert choices(game, "goblins") == ["fight 11 dwarves"]
    play(game, "goblins fight 11 dwarves")
    fight(game, "goblins plan 2 none", "dwarves plan 0 none")
    assert deciding(game) == ["dwarves"]  # the Orcs, next in order, have no battle
    assert choices(game, "dwarves") == ["fight 13 elves"]


@rule("V1", "ruling 35", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_attacker_names_territory_and_opponent(edition: str) -> None:
    game = at("order=GEDO turn=2 dragon=5 G=8:2 E=8:1 D=8:1 O=17:1 at=battles", edition)
    assert choices(game, "goblins") == ["fight 8 dwarves", "fight 8 elves"]
    assert refused(game, "goblins", "fight 17 orcs").rule == "V1"


@rule("V1", "B1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_nobody_fights_on_the_great_mountain(edition: str) -> None:
    game = at("order=GEDO turn=2 dragon=5 G=0•2,8:1 E=0•1,8:1 at=battles", edition)
    assert choices(game, "goblins") == ["fight 8 elves"]
    assert refused(game, "goblins", "fight 0• elves").rule == "B1"


@rule("V1", "EL10", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_there_is_no_battle_with_hidden_units(edition: str) -> None:
    game = at(f"{FIELD} G=8:2 E=8:2h at=battles", edition)
    assert deciding(game) == ["dwarves"]


@rule("ruling 77", "V1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_an_attacker_fights_on_against_the_third_player_there(edition: str) -> None:
    game = at("order=GEDO turn=2 dragon=5 G=8:4 E=8:1 D=8:1 at=battles", edition)
    play(game, "goblins fight 8 elves")
    fight(game, "goblins plan 1 none", "elves plan 0 none")
    assert choices(game, "goblins") == ["fight 8 dwarves"]


@rule("ruling 77", "V1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_an_attacker_without_units_left_fights_no_more(edition: str) -> None:
    game = at("order=GEDO turn=2 dragon=5 G=8:2 E=8:1 D=8:1,17:1 O=17:1 at=battles", edition)
    play(game, "goblins fight 8 elves")
    fight(game, "goblins plan 2 none", "elves plan 0 none")
    assert deciding(game) == ["dwarves"]
    assert game.units("dwarves", "8") == 1


# --- V2: plans -----------------------------------------------------------------------------


@rule("V2", "ruling 35", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_plan_is_any_number_of_units_even_none_and_one_artifact_or_none(edition: str) -> None:
    game = clash(edition, "2", "1", "G:5♥2♠")
    play(game, "elves pass")
    assert choices(game, "goblins") == sorted(
        f"plan {n} {card}" for n in range(3) for card in ("none", "5♥", "2♠")
    )
    assert choices(game, "elves") == ["plan 0 none", "plan 1 none"]


@rule("V2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_nobody_plans_with_what_is_not_there(edition: str) -> None:
    game = clash(edition, "2", "1", "G:5♥")
    play(game, "elves pass")
    assert refused(game, "goblins", "plan 3 none").rule == "V2"
    assert refused(game, "goblins", "plan 1 4♥").rule == "V2"


@rule("V2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_both_plan_at_once_and_a_plan_stays_secret_until_both_are_made(edition: str) -> None:
    seen = []
    for plan in ("plan 0 none", "plan 2 5♥"):
        game = clash(edition, "2", "1", "G:5♥")
        play(game, "elves pass")
        assert sorted(deciding(game)) == ["elves", "goblins"]
        play(game, f"goblins {plan}")
        assert deciding(game) == ["elves"]
        seen.append((game.view("elves").to_dict(), game.events("elves")))
    assert seen[0] == seen[1]


@rule("V2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_both_plans_are_shown_together(edition: str) -> None:
    game = clash(edition, "2", "1", "G:5♥")
    play(game, "elves pass", "elves plan 1 none")
    assert "plan_shown" not in kinds(game.events())
    told = play(game, "goblins plan 2 5♥")
    assert kinds(told).count("plan_shown") == 2


@rule("ruling 50", "B11", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_no_gold_changes_hands_between_the_two_plans(edition: str) -> None:
    position = f"{FIELD} G=8:2 E=8:1 gold=O3 at=battle:goblins>elves@8"
    game = at(position, edition)
    play(game, "elves pass")
    assert can(game, "orcs", "give elves 3")
    play(game, "goblins plan 1 none")
    assert refused(game, "orcs", "give elves 1").rule == "B11"
    play(game, "elves plan 0 none")
    assert can(game, "orcs", "give elves 3")


@rule("ruling 50", "B11", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_gold_is_given_at_once_by_the_giver_alone(edition: str) -> None:
    game = at(f"{FIELD} G=8:2 E=8:1 gold=O3 at=battle:goblins>elves@8", edition)
    play(game, "orcs give goblins 2")  # while the Elves are asked whether they have a question
    assert (game.gold_of("orcs"), game.gold_of("goblins")) == (1, 2)
    assert refused(game, "orcs", "give goblins 2").rule == "B11"
    assert step(game) == "ask"


# --- V3: what artifacts add ----------------------------------------------------------------


@rule("V3", "B12", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(
    ("mine", "theirs", "adds"),
    [
        ("5♥", "none", (5, 0)),  # the only artifact of its colour
        ("5♥", "3♠", (5, 3)),  # two colours
        ("5♥", "3♦", (0, 3)),  # one colour: the lower
        ("2♣", "6♠", (2, 0)),
        ("4♥", "4♦", (0, 0)),  # equal: neither
        ("4♥", "4♠", (4, 4)),  # equal numbers of two colours
    ],
)
def test_in_each_colour_the_lower_artifact_adds_its_number(
    edition: str, mine: str, theirs: str, adds: tuple[int, int]
) -> None:
    held = f"G:{mine}" + ("" if theirs == "none" else f",E:{theirs}")
    game = clash(edition, "2", "1", held)
    told = fight(game, f"goblins plan 2 {mine}", f"elves plan 1 {theirs}")
    points = POINTS[edition]
    assert totals(told) == (2 * points + adds[0], points + adds[1])


@rule("V3", "D5", "ruling 37", edition="first r2 r6 r6b")
@pytest.mark.parametrize("edition", ["first", "r2", "r6", "r6b"])
def test_an_ace_fights_as_a_one_of_its_own_colour(edition: str) -> None:
    game = clash(edition, "1", "1", "G:A♥,E:6♦")
    told = fight(game, "goblins plan 0 A♥", "elves plan 0 6♦")
    assert totals(told) == (1, 0)


@rule("ruling 37", "D5", edition="first r2 r6 r6b")
@pytest.mark.parametrize("edition", ["first", "r2", "r6", "r6b"])
def test_the_winner_keeps_an_ace_that_fought(edition: str) -> None:
    game = clash(edition, "1", "1", "G:A♥,E:6♦")
    fight(game, "goblins plan 0 A♥", "elves plan 0 6♦")
    if edition == "first":
        play(game, "goblins pass")
    assert game.hand_of("goblins") == {"A♥"}


@rule("D5", "V2", edition="r9")
def test_an_ace_does_not_fight_in_the_ninth_revision() -> None:
    game = clash("r9", "1", "1", "G:A♥")
    play(game, "elves pass")
    assert refused(game, "goblins", "plan 1 A♥").rule == "D5"


# --- V5: who wins --------------------------------------------------------------------------


@rule("V5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(("sent", "winner"), [((2, 1), "G"), ((1, 2), "E"), ((1, 1), "G")])
def test_the_higher_total_wins_and_a_tie_goes_to_the_attacker(
    edition: str, sent: tuple[int, int], winner: str
) -> None:
    game = clash(edition, "3", "3")
    fight(game, f"goblins plan {sent[0]} none", f"elves plan {sent[1]} none")
    assert (game.units("G", "8") > 0) == (winner == "G")
    assert (game.units("E", "8") > 0) == (winner == "E")


@rule("V1", "V5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_player_whose_turn_it_is_is_the_attacker(edition: str) -> None:
    game = at("order=EGDO turn=2 dragon=5 D=17:1 O=17:1 G=8:2 E=8:2 at=battles", edition)
    play(game, "elves fight 8 goblins")
    fight(game, "goblins plan 1 none", "elves plan 1 none")
    assert (game.units("elves", "8"), game.units("goblins", "8")) == (1, 0)


@rule("ruling 43", "OR8", edition="r6 r6b r9")
@pytest.mark.parametrize("edition", ["r6", "r6b", "r9"])
def test_even_an_army_of_no_units_has_its_bonus(edition: str) -> None:
    position = "order=GEDO turn=2 dragon=5 D=17:1 E=17:1 G=8:2 O=8:2 at=battle:goblins>orcs@8"
    game = at(position, edition)
    told = fight(game, "goblins plan 0 none", "orcs plan 0 none")
    assert totals(told) == (0, 1)
    assert (game.units("goblins", "8"), game.units("orcs", "8")) == (0, 2)


@rule("ruling 43", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_allies_who_are_not_in_the_battle_lend_no_bonus(edition: str) -> None:
    position = f"{FIELD} G=8:2 E=8:2 ally=GO at=battle:goblins>elves@8"
    told = fight(at(position, edition), "goblins plan 0 none", "elves plan 0 none")
    assert totals(told) == (0, 0)


# --- V6: losses ----------------------------------------------------------------------------


@rule("V6", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_winner_loses_what_it_sent_and_the_loser_all_it_has_there(edition: str) -> None:
    game = clash(edition, "5", "4")
    fight(game, "goblins plan 3 none", "elves plan 1 none")
    assert (game.units("goblins", "8"), game.grave_of("goblins")) == (2, 3)
    assert (game.units("elves", "8"), game.grave_of("elves")) == (0, 4)


@rule("V6", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_hidden_units_of_the_loser_stay(edition: str) -> None:
    position = f"{FIELD} G=8:3 E=8:2,8:1h at=battle:goblins>elves@8"
    game = at(position, edition)
    fight(game, "goblins plan 2 none", "elves plan 1 none")
    assert (game.units("elves", "8"), game.hidden_units("elves", "8"), game.grave_of("elves")) == (
        0,
        1,
        2,
    )


@rule("V6", "ruling 40", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_loser_discards_its_artifact(edition: str) -> None:
    game = clash(edition, "3", "1", "G:5♥,E:3♠4♠")
    fight(game, "goblins plan 3 5♥", "elves plan 0 3♠")
    assert (game.discarded(), game.hand_of("elves")) == (["3♠"], {"4♠"})


@rule("V6", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_winner_keeps_its_artifact(edition: str) -> None:
    game = clash(edition, "3", "1", "G:5♥,E:3♠")
    fight(game, "goblins plan 3 5♥", "elves plan 0 3♠")
    assert game.hand_of("goblins") == {"5♥"}
    assert listed(game, "goblins", "discard") == []


@rule("V6", edition="first")
@pytest.mark.parametrize(("choice", "kept"), [("pass", {"5♥"}), ("discard 5♥", set())])
def test_the_winner_may_keep_or_discard_its_artifact(choice: str, kept: set[str]) -> None:
    game = clash("first", "3", "1", "G:5♥,E:3♠")
    fight(game, "goblins plan 3 5♥", "elves plan 0 3♠")
    assert choices(game, "goblins") == ["discard 5♥", "pass"]
    play(game, f"goblins {choice}")
    assert game.hand_of("goblins") == kept


@rule("V6", "ruling 40", edition="first")
def test_the_loser_loses_all_its_units_and_its_artifact_in_the_first_edition() -> None:
    game = clash("first", "3", "4", "E:3♠")
    fight(game, "goblins plan 3 none", "elves plan 0 3♠")
    assert (game.units("elves", "8"), game.grave_of("elves"), game.discarded()) == (0, 4, ["3♠"])


# --- V4: two artifacts of one colour -------------------------------------------------------


@rule("V4", "V6", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_higher_of_one_colour_is_discarded_even_by_the_winner(edition: str) -> None:
    game = clash(edition, "3", "1", "G:5♥,E:3♦")
    fight(game, "goblins plan 3 5♥", "elves plan 1 3♦")
    assert game.units("elves", "8") == 0
    assert game.hand_of("goblins") == set()
    assert sorted(game.discarded()) == ["3♦", "5♥"]


@rule("V4", "V6", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_a_winner_with_the_lower_of_one_colour_keeps_it(edition: str) -> None:
    game = clash(edition, "3", "1", "G:3♥,E:5♦")
    fight(game, "goblins plan 3 3♥", "elves plan 1 5♦")
    assert (game.hand_of("goblins"), game.discarded()) == ({"3♥"}, ["5♦"])


@rule("V4", "ruling 74", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_equal_artifacts_of_one_colour_are_destroyed_and_lie_on_the_discard(edition: str) -> None:
    game = clash(edition, "3", "1", "G:4♥,E:4♦")
    fight(game, "goblins plan 3 4♥", "elves plan 1 4♦")
    assert (game.hand_of("goblins"), game.hand_of("elves")) == (set(), set())
    assert sorted(game.discarded()) == ["4♥", "4♦"]


@rule("V6", "ruling 41", edition="first")
@pytest.mark.parametrize(("mine", "theirs"), [("4♥", "4♦"), ("5♥", "3♦")])
@pytest.mark.parametrize("keeps", [True, False])
def test_the_winners_artifact_stays_or_goes_as_it_likes_whatever_the_colours(
    mine: str, theirs: str, keeps: bool
) -> None:
    game = clash("first", "5", "1", f"G:{mine},E:{theirs}")
    fight(game, f"goblins plan 5 {mine}", f"elves plan 1 {theirs}")
    assert game.discarded() == [theirs]
    play(game, "goblins pass" if keeps else f"goblins discard {mine}")
    assert game.hand_of("goblins") == ({mine} if keeps else set())


# --- ruling 44: elites ---------------------------------------------------------------------


@rule("ruling 44", "DW4", "B12", edition="all")
@pytest.mark.parametrize(
    ("edition", "attack"), [("first", 3), ("r2", 6), ("r6", 7), ("r6b", 8), ("r9", 7)]
)
def test_the_owner_chooses_whether_elites_fight_and_the_graveyard_knows_them(
    edition: str, attack: int
) -> None:
    options = [] if edition == "first" else ["elite-warriors"]
    position = "order=DEGO turn=2 dragon=5 D=8:2+2e G=8:1 E=17:1 O=17:1 at=battle:dwarves>goblins@8"
    game = at(position, edition, options)
    assert {"plan 2 none", "plan 1+1e none", "plan 0+2e none"} <= set(choices(game, "dwarves"))
    told = fight(game, "dwarves plan 1+1e none", "goblins plan 0 none")
    assert totals(told) == (attack, 0)
    assert (game.units("dwarves", "8"), game.elites("dwarves", "8")) == (2, 1)
    assert (game.grave_of("dwarves"), game.state.elite_grave[0]) == (2, 1)


@rule("ruling 44", "B10", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_owner_chooses_which_units_a_troll_takes(edition: str) -> None:
    position = "order=EGOD turn=2 dragon=13 trolls=3★ D=3★4+1e at=dwarves.disband"
    game = at(position, edition, ["elite-warriors"])
    assert choices(game, "dwarves") == ["lose 3+1e", "lose 4"]
    play(game, "dwarves lose 4")
    assert (game.units("dwarves", "3★"), game.elites("dwarves", "3★")) == (1, 1)
