"""III. The bidding round: how many cards, who bids, when a sale ends, and who is paid."""

import pytest
from rulemarks import rule
from rules.table import (
    FIVE,
    LATER,
    at,
    can,
    choices,
    deciding,
    kinds,
    listed,
    play,
    refused,
    sees,
    step,
)

from dragondune.game import Game

FULL = "2♣3♣4♣5♣"  # a hand at the limit of everyone but the Goblins
HEAP = "2♦3♦4♦5♦2♠3♠4♠"  # seven cards: the Goblins may take one more


def pass_bids(game: Game) -> None:
    """Nobody wants any of the cards that are still to come."""
    while step(game) == "bid":
        play(game, f"{deciding(game)[0]} pass")


def bids(game: Game, seat: str) -> list[str]:
    return listed(game, seat, "bid")


# --- III1: how many cards, who opens -------------------------------------------------------


@rule("III1", "A14", "ruling 19", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_one_card_comes_up_for_each_player_below_the_hand_limit(edition: str) -> None:
    game = at(f"order=DEGO turn=2 dragon=13 hand=D:{FULL},G:{HEAP} at=bidding", edition)
    pass_bids(game)
    assert len(game.discarded()) == 3


@rule("III1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_no_card_comes_up_when_every_hand_is_full(edition: str) -> None:
    game = at(
        f"order=DE turn=2 dragon=13 gold=D3,E3 hand=D:{FULL},E:2♦3♦4♦5♦ at=bidding",
        edition,
    )
    assert step(game) != "bid"
    assert game.discarded() == []


@rule("III1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_first_player_opens_and_the_next_in_order_opens_the_next_card(edition: str) -> None:
    game = at("order=DEGO first=E turn=2 dragon=13 gold=D1,E1,G1,O1 at=bidding", edition)
    openers = []
    while step(game) == "bid":
        openers.append(deciding(game)[0])
        for _ in range(4):
            play(game, f"{deciding(game)[0]} pass")
    assert openers == ["elves", "goblins", "orcs", "dwarves"]


@rule("III1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_opener_moves_on_by_seats_and_not_by_who_won(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 gold=D5,E5,G5,O5 at=bidding", edition)
    play(game, "dwarves pass", "elves pass", "goblins pass", "orcs bid 1")
    play(game, "dwarves pass", "elves pass", "goblins pass", "orcs pay-gold")
    assert deciding(game) == ["elves"]


@rule("III1", "ruling 19", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_player_with_a_full_hand_is_passed_over(edition: str) -> None:
    game = at(f"order=DEGO turn=2 dragon=13 gold=D9,E9 hand=D:{FULL} at=bidding", edition)
    assert deciding(game) == ["elves"]
    assert bids(game, "dwarves") == []
    assert refused(game, "dwarves", "bid 1").rule == "A14"
    play(game, "elves pass", "goblins pass", "orcs pass")
    assert deciding(game) == ["elves"]  # the second card opens with the Elves themselves
    assert len(game.discarded()) == 1


@rule("III1", "ruling 22", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_hand_that_fills_up_during_the_round_takes_no_card_off_sale(edition: str) -> None:
    position = "order=DE turn=2 dragon=13 gold=D9,E9 hand=D:2♣3♣4♣,E:2♦3♦4♦ at=bidding"
    game = at(position, edition)
    play(game, "dwarves bid 1", "elves pass", "dwarves pay-gold")
    assert step(game) == "bid"
    assert deciding(game) == ["elves"]  # the Dwarves are full now
    play(game, "elves pass")
    assert len(game.discarded()) == 1


@rule("III1", "ruling 22", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_hand_that_shrinks_during_the_round_brings_no_card_more(edition: str) -> None:
    game = at("order=DE turn=2 dragon=13 gold=E9 hand=E:A♥,D:2♣3♣4♣6♣ at=bidding", edition)
    play(game, "elves bid 1", "elves pay-ace A♥")
    assert step(game) != "bid"


# --- III2: bidding -------------------------------------------------------------------------


@rule("III2", "ruling 18", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_bids_begin_at_one_and_go_up_to_the_players_gold(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 gold=D3 at=bidding", edition)
    assert choices(game, "dwarves") == ["bid 1", "bid 2", "bid 3", "pass"]


@rule("III2", "ruling 18", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_bid_has_to_be_higher_than_the_one_before(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 gold=D5,E5 at=bidding", edition)
    play(game, "dwarves bid 3")
    assert bids(game, "elves") == ["bid 4", "bid 5"]
    assert refused(game, "elves", "bid 3").rule == "III2"


@rule("III2", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_who_has_passed_may_bid_again(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 gold=D5,E5 at=bidding", edition)
    play(game, "dwarves pass", "elves bid 1", "goblins pass", "orcs pass")
    assert can(game, "dwarves", "bid 2")
    play(game, "dwarves bid 2")
    assert deciding(game) == ["elves"]


@rule("III2", "ruling 18", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_sale_ends_when_all_others_passed_in_a_row_since_the_last_bid(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 gold=D5,E5 at=bidding", edition)
    play(game, "dwarves bid 1", "elves bid 2", "goblins pass", "orcs pass")
    assert step(game) == "bid"
    play(game, "dwarves pass")
    assert step(game) == "pay"
    assert deciding(game) == ["elves"]


@rule("III2", "ruling 18", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_a_card_nobody_wants_goes_to_the_discard_face_down(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 deck=4♥ gold=D5 at=bidding", edition)
    play(game, "dwarves pass", "elves pass", "goblins pass", "orcs pass")
    assert game.discarded() == ["4♥"]
    assert not any(sees(game, seat, "4♥") for seat in ("dwarves", "goblins", "orcs"))
    assert sees(game, "elves", "4♥")
    assert step(game) == "bid"


@rule("III2", "ruling 20", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_nobody_without_other_means_bids_more_than_their_gold(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 gold=D3,E9 at=bidding", edition)
    assert refused(game, "dwarves", "bid 4").rule == "III2"


@rule("III2", "ruling 20", "D1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_an_ace_lets_you_bid_one_more_than_the_largest_purse(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 gold=D2,E7 hand=D:A♣ at=bidding", edition)
    assert bids(game, "dwarves")[-1] == "bid 8"
    assert refused(game, "dwarves", "bid 9").rule == "III2"


@rule("III2", "ruling 20", "DW6", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_dwarves_ally_may_bid_one_more_than_the_largest_purse_too(edition: str) -> None:
    game = at("order=EDGO turn=2 dragon=13 gold=D6,E1 ally=DE at=bidding", edition)
    assert bids(game, "elves")[-1] == "bid 7"


@rule("ruling 20", "III3", "D1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_who_wins_above_their_gold_must_pay_with_the_ace(edition: str) -> None:
    game = at("order=EDGO turn=2 dragon=13 gold=E2,D4 hand=E:A♣ at=bidding", edition)
    play(game, "elves bid 5", "dwarves pass", "goblins pass", "orcs pass")
    assert choices(game, "elves") == ["pay-ace A♣"]
    assert refused(game, "elves", "pay-gold").rule == "III3"


# --- III3: paying --------------------------------------------------------------------------


@rule("III3", "DW1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_winner_takes_the_card_and_pays_the_dwarves(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 deck=4♥ gold=D3,O5 at=bidding", edition)
    play(game, "dwarves pass", "elves pass", "goblins pass", "orcs bid 4")
    play(game, "dwarves pass", "elves pass", "goblins pass", "orcs pay-gold")
    assert game.hand_of("orcs") == {"4♥"}
    assert (game.gold_of("orcs"), game.gold_of("dwarves")) == (1, 7)


@rule("III3", "DW1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_dwarves_pay_the_bank(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=13 gold=D5,E2,G2,O2 at=bidding", edition)
    play(game, "dwarves bid 3", "elves pass", "goblins pass", "orcs pass", "dwarves pay-gold")
    assert [game.gold_of(seat) for seat in "DEGO"] == [2, 2, 2, 2]


@rule("III3", "D1", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_an_ace_is_discarded_instead_of_paying(edition: str) -> None:
    game = at("order=EDGO turn=2 dragon=13 deck=4♥ gold=E5,D5 hand=E:A♣ at=bidding", edition)
    play(game, "elves bid 2", "dwarves pass", "goblins pass", "orcs pass")
    assert choices(game, "elves") == ["pay-ace A♣", "pay-gold"]
    play(game, "elves pay-ace A♣")
    assert game.hand_of("elves") == {"4♥"}
    assert game.discarded() == ["A♣"]
    assert (game.gold_of("elves"), game.gold_of("dwarves")) == (5, 5)


@rule("III3", "DW6", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_dwarves_ally_leaves_one_card_a_turn_unpaid(edition: str) -> None:
    game = at("order=EDGO turn=2 dragon=13 gold=E5,D5 ally=DE at=bidding", edition)
    play(game, "elves bid 2", "dwarves pass", "goblins pass", "orcs pass", "elves pay-right")
    assert (game.gold_of("elves"), game.gold_of("dwarves")) == (5, 5)
    play(game, "dwarves pass", "goblins pass", "orcs pass", "elves bid 1")
    play(game, "dwarves pass", "goblins pass", "orcs pass")
    assert choices(game, "elves") == ["pay-gold"]
    assert refused(game, "elves", "pay-right").rule == "DW6"


@rule("III3", "DW6", edition="first")
def test_in_the_first_edition_the_dwarves_ally_pays_like_anyone() -> None:
    game = at("order=EDGO turn=2 dragon=13 gold=E5,D5 ally=DE at=bidding", "first")
    play(game, "elves bid 2", "dwarves pass", "goblins pass", "orcs pass")
    assert choices(game, "elves") == ["pay-gold"]


@rule("III3", "GO3", "ruling 19", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(("held", "after"), [("2♦3♦", 4), (HEAP, 8)])
def test_goblins_get_a_second_card_only_below_their_limit(
    edition: str, held: str, after: int
) -> None:
    game = at(f"order=GEDO turn=2 dragon=13 gold=G5,D5 hand=G:{held} at=bidding", edition)
    play(game, "goblins bid 2", "elves pass", "dwarves pass", "orcs pass", "goblins pay-gold")
    assert len(game.hand_of("goblins")) == after


# --- ruling 21: no cards left --------------------------------------------------------------


@rule("ruling 21", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_an_empty_deck_is_made_of_the_shuffled_discard(edition: str) -> None:
    game = at("order=ED turn=2 dragon=13 deck=|4♥ discard=2♠3♠ gold=E5 at=bidding", edition)
    told = play(game, "elves pass", "dwarves pass")
    assert "deck_reshuffled" in kinds(told)
    assert step(game) == "bid"
    assert game.discarded() == []
    assert not sees(game, "dwarves", "2♠")


@rule("ruling 21", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_without_deck_and_discard_no_card_comes_up(edition: str) -> None:
    game = at("order=ED turn=2 dragon=13 deck=| gold=E5,D5 at=bidding", edition)
    assert step(game) != "bid"


@rule("ruling 21", "I1", edition="r6b r9")
@pytest.mark.parametrize("edition", ["r6b", "r9"])
def test_without_deck_and_discard_the_dragon_moves_one(edition: str) -> None:
    game = at("order=ED turn=2 dragon=13 deck=| at=dragon_moves", edition)
    assert game.view().dragon == 14
