"""The event round [II1-II7]: when the Red Dragon comes, what it burns, and new gold."""

import pytest
from rulemarks import rule
from rules.table import FIVE, LATER, at, deciding, pass_all, step

from dragondune.game import Game
from dragondune.model.cards import CARD_NAMES

DEALT = "order=DEGO turn=2 dragon=5"
ONE_OMEN = ["r2", "r6"]
TWO_CARDS = ["r6b", "r9"]
# The Red Dragon comes to 8, the place of the last event, in whichever edition.
COMING = "past=8♥ events=9♥7♦"


def event(more: str, edition: str) -> Game:
    """The event round has begun; the last card of ``events=`` is turned up first."""
    return at(f"{DEALT} {more} at=event", edition)


def comes(more: str, edition: str) -> bool:
    """Does the Red Dragon appear, and with it the Great Council?"""
    return step(event(more, edition)) == "council_turn"


def past(game: Game) -> list[str]:
    return [CARD_NAMES[card] for card in game.state.event_discard]


def deck(game: Game) -> list[str]:
    return [CARD_NAMES[card] for card in game.state.event_deck]


# --- II1: when it appears ------------------------------------------------------------------


@rule("II1", "ruling 14", edition="first")
@pytest.mark.parametrize(
    ("emperor", "card", "appears"),
    [
        ("D", "9♦", True),
        ("E", "9♦", True),
        ("G", "9♦", False),
        ("O", "9♦", False),
        ("D", "9♣", False),
        ("E", "9♠", False),
        ("G", "9♠", True),
        ("O", "9♣", True),
    ],
)
def test_a_card_of_the_emperors_colour_brings_it(emperor: str, card: str, appears: bool) -> None:
    assert comes(f"first={emperor} past=8♣ events={card}", "first") == appears


@rule("ruling 14", edition="first")
def test_the_emperor_passes_to_the_next_player_each_turn() -> None:
    game = at("order=DEGO turn=2 O=1★1 at=victory", "first")
    assert game.seats[game.state.first] == "elves"


@rule("II1", edition="r2")
@pytest.mark.parametrize(("omen", "appears"), [("9♥", True), ("9♦", True), ("9♠", False)])
def test_a_card_of_the_last_events_colour_brings_it(omen: str, appears: bool) -> None:
    assert comes(f"past=8♥ events={omen}", "r2") == appears


@rule("II1", edition="r6")
@pytest.mark.parametrize("last", ["8♥", "8♣"])
@pytest.mark.parametrize(("omen", "appears"), [("9♥", True), ("9♦", True), ("9♠", False)])
def test_a_red_card_brings_it_whatever_the_last_event(last: str, omen: str, appears: bool) -> None:
    assert comes(f"past={last} events={omen}", "r6") == appears


@rule("II1", edition="r6b r9")
@pytest.mark.parametrize("edition", TWO_CARDS)
@pytest.mark.parametrize(
    ("second", "first", "appears"),
    [("9♥", "7♣", True), ("9♦", "7♣", False), ("9♣", "7♥", False), ("9♥", "7♥", True)],
)
def test_a_second_card_of_the_last_events_suit_brings_it(
    edition: str, second: str, first: str, appears: bool
) -> None:
    assert comes(f"past=8♥ events={second}{first}", edition) == appears


@rule("II1", edition="r6b r9")
@pytest.mark.parametrize("edition", TWO_CARDS)
def test_only_the_top_of_the_discard_counts(edition: str) -> None:
    assert not comes("past=8♥8♣ events=9♥7♦", edition)


@rule("II1", "ruling 12", edition="r2 r6b r9")
@pytest.mark.parametrize("edition", ["r2", "r6b", "r9"])
def test_without_a_last_event_nothing_matches(edition: str) -> None:
    assert not comes("events=9♥7♥", edition)


@rule("II1", "II3", "ruling 12", edition="first r6")
@pytest.mark.parametrize("edition", ["first", "r6"])
def test_without_a_last_event_it_strikes_nothing_but_calls_the_council(edition: str) -> None:
    game = event("events=9♥ D=13:2,8:2,0•1 O=13:1", edition)
    assert step(game) == "council_turn"
    assert (game.grave_of("dwarves"), game.grave_of("orcs")) == (0, 0)


# --- II2: where the cards go ---------------------------------------------------------------


@rule("II2", edition="first")
@pytest.mark.parametrize("card", ["9♦", "9♣"])
def test_the_card_is_the_event_and_goes_on_the_discard(card: str) -> None:
    game = event(f"past=8♥ events={card}", "first")
    pass_all(game, "bid")
    assert past(game) == ["8♥", card]


@rule("II2", "ruling 13", edition="r2 r6")
@pytest.mark.parametrize("edition", ONE_OMEN)
@pytest.mark.parametrize("omen", ["9♥", "9♠"])
def test_the_omen_goes_under_the_deck_whether_it_matched_or_not(edition: str, omen: str) -> None:
    game = event(f"past=8♥ events=7♣{omen}", edition)
    pass_all(game, "bid")
    assert deck(game)[0] == omen
    assert past(game) == ["8♥", "7♣"]


@rule("II2", edition="r6b r9")
@pytest.mark.parametrize("edition", TWO_CARDS)
def test_the_first_card_comes_to_lie_on_the_second(edition: str) -> None:
    game = event("past=8♥ events=9♣7♦", edition)
    assert past(game) == ["8♥", "9♣", "7♦"]


# --- II3: the strike -----------------------------------------------------------------------


@rule("II3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_all_units_and_gold_of_the_last_events_place_are_lost(edition: str) -> None:
    game = event(f"{COMING} D=8:2 E=8:1 G=8:3 gold@=8:4", edition)
    assert [game.grave_of(seat) for seat in "DEG"] == [2, 1, 3]
    assert game.gold_in("8") == 0


@rule("II3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_no_other_place_is_struck(edition: str) -> None:
    game = event(f"{COMING} D=2:1,7:1,8•1,13:1 gold@=7:4", edition)
    assert (game.grave_of("dwarves"), game.gold_in("7")) == (0, 4)


@rule("II3", "ruling 57", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_red_dragon_does_not_touch_hidden_units(edition: str) -> None:
    game = event(f"{COMING} E=8:2h", edition)
    assert (game.hidden_units("elves", "8"), game.grave_of("elves")) == (2, 0)


@rule("ruling 15", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_denial_comes_before_the_ride_the_ride_before_the_losses(edition: str) -> None:
    game = event(f"{COMING} D=8:2 O=8:2", edition)
    order = []
    while step(game) != "council_turn":
        assert game.units("dwarves", "8") == 2
        order += [f"{deciding(game)[0]} {step(game)}"]
        game.play(deciding(game)[0], "pass")
    assert order == ["dwarves deny", "elves deny", "goblins deny", "orcs ride"]
    assert game.units("dwarves", "8") == 0


@rule("ruling 15", edition="first")
def test_in_the_first_edition_the_ride_comes_first_and_nobody_is_asked_to_deny_it() -> None:
    game = event(f"{COMING} D=8:2 O=8:2", "first")
    assert (step(game), game.units("dwarves", "8")) == ("ride", 2)


# --- II4: the council is called at once ----------------------------------------------------


@rule("II4", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_council_sits_after_the_strike_and_before_new_gold(edition: str) -> None:
    game = event(f"{COMING} D=8:2", edition)
    assert (step(game), game.grave_of("dwarves")) == ("council_turn", 2)
    assert not any(game.state.board_gold)
    pass_all(game, "bid")
    assert any(game.state.board_gold)


@rule("II4", edition="first")
def test_the_council_sits_after_the_strike() -> None:
    game = event(f"{COMING} D=8:2", "first")
    assert (step(game), game.grave_of("dwarves")) == ("council_turn", 2)


# --- II5, II6: gold ------------------------------------------------------------------------


@rule("II5", "A13", edition="first")
@pytest.mark.parametrize(("card", "place", "amount"), [("9♥", "13", 12), ("8♣", "6", 6)])
def test_the_events_place_gets_the_first_editions_gold(card: str, place: str, amount: int) -> None:
    game = event(f"first=G past=7♣ gold@={place}:1 events={card}", "first")
    pass_all(game, "bid")
    assert game.gold_in(place) == amount + 1


@rule("II5", edition="r2 r6")
@pytest.mark.parametrize("edition", ONE_OMEN)
@pytest.mark.parametrize(("card", "place", "amount"), [("9♥", "13", 6), ("8♣", "6", 3)])
def test_the_events_place_gets_its_gold_and_the_omens_none(
    edition: str, card: str, place: str, amount: int
) -> None:
    game = event(f"past=7♥ events={card}10♠", edition)
    assert game.gold_in(place) == amount
    assert game.gold_in("18") == 0


@rule("II5", edition="r6b r9")
@pytest.mark.parametrize("edition", TWO_CARDS)
def test_the_second_cards_place_gets_two_and_the_firsts_its_own_amount(edition: str) -> None:
    game = event("past=7♦ events=9♥10♠", edition)
    assert (game.gold_in("13"), game.gold_in("18")) == (2, 3)


@rule("II6", edition="first r2 r6")
@pytest.mark.parametrize("edition", ["first", "r2", "r6"])
def test_no_gold_is_placed_with_the_dragon_marker(edition: str) -> None:
    omen = "" if edition == "first" else "10♠"
    game = at(f"order=DEGO turn=2 dragon=6 past=7♥ events=8♣{omen} at=event", edition)
    assert game.gold_in("6") == 0
    assert past(game)[-1] == "8♣"


@rule("II6", edition="r6b r9")
@pytest.mark.parametrize("edition", TWO_CARDS)
@pytest.mark.parametrize(("marker", "laid"), [(6, (0, 3)), (18, (2, 0)), (5, (2, 3))])
def test_neither_card_places_gold_with_the_dragon_marker(
    edition: str, marker: int, laid: tuple[int, int]
) -> None:
    game = at(f"order=DEGO turn=2 dragon={marker} past=7♥ events=8♣10♠ at=event", edition)
    assert (game.gold_in("6"), game.gold_in("18")) == laid


# --- II7 -----------------------------------------------------------------------------------


@rule("II7", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_dragon_marker_stays_where_it_is(edition: str) -> None:
    game = event(f"{COMING} D=8:2", edition)
    pass_all(game, "bid")
    assert (game.grave_of("dwarves"), game.state.dragon) == (2, 5)
