"""The dragon round [I1-I4]: how far the marker flies, what it burns, and where nobody may go."""

import pytest
from rulemarks import rule
from rules.table import (
    FIVE,
    at,
    can,
    chances,
    choices,
    deciding,
    listed,
    play,
    refused,
    step,
)

from dragondune.game import Game

DEALT = "order=DEGO turn=2"
BY_DIE = ["first", "r2", "r6"]
BY_CARD = ["r6b", "r9"]


def before(more: str, edition: str, top: str = "3♣") -> Game:
    """Before the dragons fly; the Orcs in 1★ are asked whether they act."""
    return at(f"{DEALT} O=1★1 {more} deck={top} at=dragon", edition)


def fly(more: str, far: int, edition: str) -> Game:
    """The dragons have flown so many numbers."""
    game = before(more, edition, "A♣" if far == 1 else f"{far}♣")
    chances(game, far)
    play(game, "orcs pass")
    return game


# --- I1 ------------------------------------------------------------------------------------


@rule("I1", edition="first r2 r6")
@pytest.mark.parametrize("edition", BY_DIE)
@pytest.mark.parametrize("rolled", [1, 6])
def test_a_die_says_how_far_the_dragons_fly(edition: str, rolled: int) -> None:
    game = before("dragon=5", edition)
    chances(game, rolled)
    play(game, "orcs pass")
    assert game.state.dragon == 5 + rolled
    assert game.discarded() == []


@rule("I1", "ruling 82", edition="r6b r9")
@pytest.mark.parametrize("edition", BY_CARD)
@pytest.mark.parametrize(("top", "far"), [("A♥", 1), ("2♠", 2), ("6♦", 6)])
def test_the_top_artifact_says_how_far_and_is_discarded(edition: str, top: str, far: int) -> None:
    game = before("dragon=5", edition, top)
    play(game, "orcs pass")
    assert game.state.dragon == 5 + far
    assert game.discarded() == [top]


@rule("I1", "ruling 21", edition="r6b r9")
@pytest.mark.parametrize("edition", BY_CARD)
def test_without_any_card_the_dragons_fly_one_number(edition: str) -> None:
    hands = "D:A♣2♣3♣4♣5♣6♣,E:A♦2♦3♦4♦5♦6♦,G:A♥2♥3♥4♥5♥6♥,O:A♠2♠3♠4♠5♠6♠"
    game = at(f"{DEALT} O=1★1 dragon=5 hand={hands} at=dragon", edition)
    play(game, "orcs pass")
    assert game.state.dragon == 6


@rule("I1", "ruling 11", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_cards_are_announced_before_the_dragons_fly(edition: str) -> None:
    game = before("dragon=5 hand=O:A♣", edition)
    assert (step(game), deciding(game)) == ("dragon_acts", ["orcs"])
    assert (game.state.dragon, game.discarded()) == (5, [])


@rule("ruling 11", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_others_see_no_difference_between_orcs_with_and_without_an_ace(edition: str) -> None:
    rich, poor = before("hand=O:A♠", edition), before("hand=O:4♠", edition)
    assert rich.pending() == poor.pending()
    for seat in ("dwarves", "elves", "goblins"):
        assert rich.view(seat) == poor.view(seat)


# --- I2 ------------------------------------------------------------------------------------


@rule("I2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_after_eighteen_comes_one(edition: str) -> None:
    game = fly("dragon=17 D=18:1,1:1,2:1,3:1", 3, edition)
    assert game.state.dragon == 2
    assert [game.units("dwarves", place) for place in ("18", "1", "2", "3")] == [0, 0, 0, 1]


@rule("I2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_marker_never_comes_to_the_mountain(edition: str) -> None:
    game = fly("dragon=18 D=0•2", 1, edition)
    assert game.state.dragon == 1
    assert game.units("dwarves", "0•") == 2


@rule("I2", "I4", "ruling 6", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_marker_stands_in_every_territory_of_its_number(edition: str) -> None:
    game = at(f"{DEALT} dragon=16 O=1★1 at=orcs.hire", edition)
    for place in ("16", "16•"):
        assert refused(game, "orcs", f"raise 1 {place}").rule == "I4"


# --- I3 ------------------------------------------------------------------------------------


@rule("I3", "ruling 9", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_every_number_entered_is_struck_the_last_included_and_the_first_not(edition: str) -> None:
    game = fly("dragon=6 D=6:1,7:1,8:2,9:1 gold@=6:2,7:3,8:4,9:5", 2, edition)
    assert [game.units("dwarves", place) for place in ("6", "7", "8", "9")] == [1, 0, 0, 1]
    assert [game.gold_in(place) for place in ("6", "7", "8", "9")] == [2, 0, 0, 5]
    assert game.grave_of("dwarves") == 3


@rule("I3", "B2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_castles_and_forests_are_safe(edition: str) -> None:
    game = fly("dragon=8 D=9•2,10★2 gold@=9•:3,10★:2", 2, edition)
    assert (game.units("dwarves", "9•"), game.units("dwarves", "10★")) == (2, 2)
    assert (game.gold_in("9•"), game.gold_in("10★")) == (3, 2)


@rule("I3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_everybodys_units_burn(edition: str) -> None:
    game = fly("dragon=7 D=8:2 E=8:1 G=8:3", 1, edition)
    assert [game.grave_of(seat) for seat in "DEG"] == [2, 1, 3]


@rule("I3", "ruling 57", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_hidden_units_are_not_touched(edition: str) -> None:
    game = fly("dragon=7 E=8:2h", 1, edition)
    assert (game.hidden_units("elves", "8"), game.grave_of("elves")) == (2, 0)


# --- I4 ------------------------------------------------------------------------------------


@rule("I4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(("number", "place"), [(5, "5★"), (4, "4•"), (6, "6")])
def test_nobody_conscripts_or_hires_where_the_marker_stands(
    edition: str, number: int, place: str
) -> None:
    stack = f"E={place}:2,8•:1 gold=E9"
    game = at(f"{DEALT} dragon={number} {stack} at=elves.conscript", edition)
    assert {line.split()[2] for line in listed(game, "elves", "conscript")} == {"8•"}
    assert refused(game, "elves", f"conscript 1 {place}").rule == "I4"
    game = at(f"{DEALT} dragon={number} {stack} at=elves.hire", edition)
    assert can(game, "elves", "hire 1 8•")
    assert refused(game, "elves", f"hire 1 {place}").rule == "I4"


@rule("I4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_nobody_moves_to_or_through_the_marker(edition: str) -> None:
    game = at(f"{DEALT} dragon=5 E=4•2 at=elves.move", edition)
    assert can(game, "elves", "move 1 4• 7")
    assert refused(game, "elves", "move 1 4• 5★").rule == "I4"
    assert refused(game, "elves", "move 1 4• 6").rule == "IV5"


@rule("I4", "ruling 63", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_units_with_the_marker_may_leave_or_stay(edition: str) -> None:
    game = at(f"{DEALT} dragon=8 D=8:2 at=dwarves.move", edition)
    assert {"move 2 8 7", "pass"} <= set(choices(game, "dwarves"))
    play(game, "dwarves move 1 8 7")
    assert (game.units("dwarves", "8"), game.units("dwarves", "7")) == (1, 1)


@rule("I4", "ruling 63", "OR10", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_orcs_carried_by_their_ace_may_land_with_the_marker(edition: str) -> None:
    game = before("dragon=8 hand=O:A♠", edition)
    play(game, "orcs carry 1 1★ 8 A♠")
    assert game.units("orcs", "8") == 1
