"""Setting up [A1-A15] and the rulings about board, pieces and seats (rulings 1-8, 80)."""

from collections.abc import Sequence

import pytest
from rulemarks import rule
from rules.table import (
    FIVE,
    LATER,
    at,
    choices,
    deciding,
    listed,
    play,
    refused,
    sees,
    step,
)

from dragondune.game import Game
from dragondune.model.board import NAMES
from dragondune.model.cards import CARD_NAMES, cards_in
from dragondune.model.factions import FACTION_NAMES

ALL_FOUR = ("dwarves", "elves", "goblins", "orcs")


def new(edition: str, factions: Sequence[str] = ALL_FOUR, seed: int = 1) -> Game:
    """A game just set up; Orcs have put all their units in 1★. The Orcs' first window is open."""
    game = Game.new(edition, factions, seed=seed)
    if step(game) == "place":
        all_units = {"first": 10}.get(edition, 5)
        play(game, f"orcs place {all_units} 0")
    return game


# --- numbers -------------------------------------------------------------------------------


@rule("A1", edition="all")
@pytest.mark.parametrize(
    ("edition", "turns"), [("first", 6), ("r2", 6), ("r6", 8), ("r6b", 8), ("r9", 8)]
)
def test_the_game_ends_after_its_last_turn_and_not_before(edition: str, turns: int) -> None:
    assert at(f"order=DEGO turn={turns} at=victory", edition).over
    goes_on = at(f"order=DEGO turn={turns - 1} at=victory", edition)
    assert not goes_on.over
    assert goes_on.state.turn == turns


@rule("A2", edition="all")
@pytest.mark.parametrize(
    ("edition", "total"), [("first", 20), ("r2", 10), ("r6", 10), ("r6b", 10), ("r9", 10)]
)
@pytest.mark.parametrize("seat", ALL_FOUR)
def test_each_faction_has_its_total_of_units_on_board_and_in_the_bank(
    edition: str, total: int, seat: str
) -> None:
    game = new(edition)
    on_board = sum(game.units(seat, place) + game.hidden_units(seat, place) for place in NAMES)
    assert on_board + game.grave_of(seat) + game.bank_of(seat) == total


@rule("A2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_no_more_units_are_recruited_than_the_bank_holds(edition: str) -> None:
    """Board, hidden units and graveyard count; what is left is one unit."""
    on_board = 13 if edition == "first" else 3
    game = at(f"order=DEGO turn=2 E=5★{on_board},8•2h,grave:4 gold=E20 at=elves.hire", edition)
    assert game.bank_of("elves") == 1
    assert {line.split()[1] for line in listed(game, "elves", "hire")} == {"1"}
    assert refused(game, "elves", "hire 2 5★").rule == "A2"


@rule("A3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_starting_gold(edition: str) -> None:
    game = new(edition)
    expected = [10, 10, 5, 5] if edition == "first" else [5, 5, 3, 3]
    assert [game.gold_of(seat) for seat in ALL_FOUR] == expected


@rule("A4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_everyone_starts_with_one_artifact_and_the_goblins_with_two(edition: str) -> None:
    for seed in range(5):
        game = new(edition, seed=seed)
        assert [len(game.hand_of(seat)) for seat in ALL_FOUR] == [1, 1, 2, 1]
        assert all(sees(game, seat, card) for seat in ALL_FOUR for card in game.hand_of(seat))


@rule("A5", edition="all")
@pytest.mark.parametrize(("edition", "elves", "goblins", "orcs"), [
    ("first", 10, 5, 10), ("r2", 5, 3, 5), ("r6", 5, 3, 5), ("r6b", 5, 3, 5), ("r9", 5, 3, 5),
])  # fmt: skip
def test_starting_units_stand_in_their_places(
    edition: str, elves: int, goblins: int, orcs: int
) -> None:
    game = Game.new(edition, ALL_FOUR, seed=3)
    play(game, f"orcs place 2 1 {orcs - 3}")
    assert game.units("elves", "5★") == elves
    assert game.units("goblins", "10★") == goblins
    placed = [game.units("orcs", place) for place in ("1★", "9•", "16•")]
    assert placed == [2, 1, orcs - 3]
    assert sum(game.units("dwarves", place) for place in NAMES) == 0


@rule("A5", "ruling 7", edition="all")
@pytest.mark.parametrize(
    ("edition", "orcs"), [("first", 10), ("r2", 5), ("r6", 5), ("r6b", 5), ("r9", 5)]
)
def test_orcs_choose_any_split_zero_included_and_only_their_number(edition: str, orcs: int) -> None:
    game = Game.new(edition, ALL_FOUR, seed=3)
    assert deciding(game) == ["orcs"]
    splits = [(one, two) for one in range(orcs + 1) for two in range(orcs + 1 - one)]
    assert choices(game, "orcs") == sorted(f"place {one} {two}" for one, two in splits)
    assert refused(game, "orcs", f"place {orcs} 1").rule == "A5"


@rule("A6", edition="all")
@pytest.mark.parametrize(("edition", "suits"), [
    ("first", "♦♥♣♠"), ("r2", "♦♥♣♠"), ("r6", "♦♥♣♠"), ("r6b", "♦♥♣♠"), ("r9", "♦♥♠♣"),
])  # fmt: skip
@pytest.mark.parametrize("victim", range(4))
def test_the_queen_of_a_factions_suit_is_its_usurper(edition: str, suits: str, victim: int) -> None:
    """Whoever holds that Queen betrays this faction with it; with another one nobody can."""
    seat = ALL_FOUR[victim]
    traitor = "elves" if seat == "goblins" else "goblins"
    for sign in "♦♥♣♠":
        game = at(
            f"order=DEGO turn=2 {seat}=7:2 {traitor}=7:2 hand={seat}:3♥ "
            f"usurper={traitor}:Q{sign} sabotage={traitor}:J♥ plans=1/none,1/3♥ "
            f"at=treachery:{traitor}>{seat}@7",
            edition,
        )
        betrayals = listed(game, traitor, "betray")
        assert bool(betrayals) == (sign == suits[victim])


# --- first player and dragon ---------------------------------------------------------------


@rule("A7", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_first_player_is_picked_at_random(edition: str) -> None:
    firsts = {new(edition, seed=seed).state.first for seed in range(30)}
    assert firsts == {0, 1, 2, 3}


@rule("A7", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(("first", "then"), [("E", "G"), ("O", "D")])
def test_the_first_player_passes_on_each_turn(edition: str, first: str, then: str) -> None:
    game = at(f"order=DEGO turn=2 first={first} at=victory", edition)
    assert FACTION_NAMES[game.state.order[game.state.first]][0].upper() == then


@rule("A7", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_first_player_goes_first_and_the_others_follow_in_order(edition: str) -> None:
    game = at(
        "order=DEGO turn=2 first=G dragon=5 D=7:1 E=8:1 G=10:1 O=11:1 at=recruitment", edition
    )
    asked: list[str] = []
    while step(game) in ("early_disband", "conscript", "hire", "move", "disband"):
        asked += [seat for seat in deciding(game) if seat not in asked]
        play(game, f"{deciding(game)[0]} pass")
    assert asked == ["goblins", "orcs", "dwarves", "elves"]


@rule("A8", "ruling 6", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_dragon_starts_where_the_dice_say_and_counts_on_after_18(edition: str) -> None:
    """Three dice added; from r6b on three times a die and a die."""
    seen: set[int] = set()
    for seed in range(120):
        game = new(edition, seed=seed)
        chances = game.record()["chances"]
        assert isinstance(chances, list)
        dice = [result[0] + 1 for result in chances[1:4]]  # after the first player's pick
        total = 3 * dice[0] + dice[1] if edition in ("r6b", "r9") else sum(dice)
        assert game.state.dragon == (total if total <= 18 else total - 18)
        seen.add(total)
    assert (max(seen) > 18) == (edition in ("r6b", "r9"))


@rule("ruling 6", "I4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_marker_stands_in_every_territory_of_its_number(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=16 E=17:2,15★2 at=elves.move", edition)
    assert not [line for line in listed(game, "elves", "move") if line.split()[3] in ("16", "16•")]
    assert refused(game, "elves", "move 1 17 16•").rule == "I4"
    assert refused(game, "elves", "move 1 15★ 16").rule == "I4"


# --- trolls and absent factions ------------------------------------------------------------


@rule("A9", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_a_troll_stands_in_3_castle(edition: str) -> None:
    assert set(new(edition).troll_places()) == {"3★"}


@rule("A9", edition="first")
def test_no_troll_in_the_first_edition() -> None:
    assert set(new("first").troll_places()) == set()


@rule("A10", "ruling 8", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(("factions", "places"), [
    (("dwarves", "elves", "goblins"), {"1★", "9•", "16•"}),
    (("dwarves", "goblins", "orcs"), {"5★"}),
    (("elves", "dwarves", "orcs"), {"10★"}),
    (("orcs", "elves", "goblins"), set()),
    (("orcs", "dwarves"), {"5★", "10★"}),
])  # fmt: skip
def test_trolls_stand_where_absent_factions_would_begin(
    edition: str, factions: tuple[str, ...], places: set[str]
) -> None:
    usual = set() if edition == "first" else {"3★"}
    assert set(new(edition, factions).troll_places()) == places | usual


@rule("ruling 8", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_two_to_four_play(edition: str) -> None:
    assert new(edition, ("orcs", "elves")).seats == ("orcs", "elves")
    for factions in (["orcs"], [*ALL_FOUR, "orcs"], []):
        with pytest.raises(ValueError):
            Game.new(edition, factions, seed=1)


@rule("ruling 8", "A11", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_queens_of_absent_factions_stay_in_the_deal(edition: str) -> None:
    dealt = {new(edition, ("orcs", "elves"), seed).state.usurper[1] for seed in range(40)}
    assert {CARD_NAMES[card] for card in dealt} == {"Q♣", "Q♦", "Q♥", "Q♠"}


@rule("ruling 8", "DW1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_gold_due_to_an_absent_faction_goes_to_the_bank(edition: str) -> None:
    game = at("order=EGO turn=2 gold=E5,G4,O3 sale=3♥ high_bid=2 at=pay:elves", edition)
    play(game, "elves pay-gold")
    assert [game.gold_of(seat) for seat in ("elves", "goblins", "orcs")] == [3, 4, 3]


@rule("ruling 8", "GO1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_without_goblins_mercenaries_are_paid_to_the_bank(edition: str) -> None:
    game = at("order=DEO turn=2 gold=D5,E4,O3 at=dwarves.hire", edition)
    play(game, "dwarves hire 2 15★")
    assert game.units("dwarves", "15★") == 2
    assert [game.gold_of(seat) for seat in ("dwarves", "elves", "orcs")] == [3, 4, 3]


# --- cards ---------------------------------------------------------------------------------


@rule("A11", "A15", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_each_player_is_dealt_a_queen_and_a_jack_that_only_they_see(edition: str) -> None:
    game = new(edition, seed=5)
    queens = [CARD_NAMES[card] for card in game.state.usurper]
    jacks = [CARD_NAMES[card] for card in game.state.sabotage]
    assert sorted(queens) == ["Q♠", "Q♣", "Q♥", "Q♦"]
    assert sorted(jacks) == ["J♠", "J♣", "J♥", "J♦"]
    for owner in range(4):
        for other in range(4):
            assert sees(game, ALL_FOUR[other], queens[owner]) == (other == owner)
            assert sees(game, ALL_FOUR[other], jacks[owner]) == (other == owner)


@rule("A15", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_artifacts_stay_secret_until_used(edition: str) -> None:
    game = at("order=DEGO turn=2 D=7:2 O=7:2 hand=D:4♥,O:5♠6♠ at=battle:dwarves>orcs@7", edition)
    assert not sees(game, "orcs", "4♥")
    play(game, "dwarves plan 1 4♥")
    assert not sees(game, "orcs", "4♥")
    play(game, "orcs plan 1 5♠")
    assert sees(game, "orcs", "4♥")
    assert sees(game, "elves", "5♠")
    assert not sees(game, "dwarves", "6♠")


@rule("A12", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_artifact_deck_is_aces_to_sixes_of_all_suits(edition: str) -> None:
    game = new(edition)
    cards = {CARD_NAMES[card] for card in game.state.deck}
    for seat in ALL_FOUR:
        cards |= game.hand_of(seat)
    assert cards == {rank + suit for rank in "A23456" for suit in "♣♦♥♠"}
    assert len(game.state.deck) == 24 - 5


@rule("A13", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_event_deck_is_sevens_to_tens_of_all_suits(edition: str) -> None:
    game = new(edition)
    cards = sorted(CARD_NAMES[card] for card in game.state.event_deck)
    assert cards == sorted(rank + suit for rank in ("7", "8", "9", "10") for suit in "♣♦♥♠")
    assert [*game.state.event_deck] != cards_in(sum(1 << card for card in game.state.event_deck))


FIRST_GOLD = (6, 8, 6, 8, 6, 6, 8, 8, 10, 8, 12, 8, 10, 8, 10, 6)
LATER_GOLD = (3, 4, 3, 4, 3, 3, 4, 4, 5, 4, 6, 3, 5, 4, 5, 3)
EVENT_LANDS = (
    "1",
    "2",
    "3",
    "4",
    "6",
    "7",
    "8",
    "9",
    "10",
    "11",
    "13",
    "14",
    "15",
    "16",
    "17",
    "18",
)
EVENT_CARDS = tuple(rank + suit for rank in ("7", "8", "9", "10") for suit in "♣♦♥♠")


@rule("A13", "ruling 2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("number", range(16))
def test_each_event_card_brings_its_gold_to_its_territory(edition: str, number: int) -> None:
    """The first edition has amounts of its own, 6 in territory 6; later ones those of r9."""
    card, place = EVENT_CARDS[number], EVENT_LANDS[number]
    turned = f"events={card}" if edition in ("r2", "r6") else f"event_first={card}"
    game = at(f"order=DEGO turn=2 dragon=5 {turned} at=event_gold", edition)
    amount = (FIRST_GOLD if edition == "first" else LATER_GOLD)[number]
    assert game.gold_in(place) == amount
    assert sum(game.gold_in(other) for other in NAMES) == amount


@rule("A14", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_nobody_bids_with_a_full_hand_of_four_or_eight_for_the_goblins(edition: str) -> None:
    goblins = "2♥3♥4♥5♥6♥2♠3♠"
    held = f"D:2♦3♦4♦5♦,E:2♣3♣4♣,G:{goblins},O:A♠A♣A♥4♠"
    game = at(f"order=DEGO turn=2 gold=D5,E5,G5,O5 hand={held} at=bidding", edition)
    assert game.state.cards_left == 1  # two cards for two players below their limit, one on sale
    play(game, "elves bid 1")
    assert deciding(game) == ["goblins"]
    play(game, "goblins pass", "elves pay-gold")
    assert len(game.hand_of("elves")) == 4
    assert deciding(game) == ["goblins"]
    play(game, "goblins bid 1", "goblins pay-gold")
    assert len(game.hand_of("goblins")) == 8  # no second card beyond the limit
