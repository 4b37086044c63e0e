"""Rulings on the board, where pieces are, and what is open to all (rulings 1, 3-5, 80, 81)."""

import pytest
from rulemarks import rule
from rules.table import (
    FIVE,
    LATER,
    at,
    listed,
    play,
    sees,
)

from dragondune.game import Game
from dragondune.model.board import NAMES
from dragondune.model.cards import CARD_OF_NAME
from dragondune.views.view import SECRET, UNKNOWN

BORDERS = {
    "0•": "2• 3★ 8• 12• 17", "1": "1★ 2", "1★": "1 18", "2": "1 2• 3", "2•": "0• 2 17",
    "3": "2 3★ 4•", "3★": "0• 3", "4": "4• 7 8•", "4•": "3 4 5★", "5★": "4• 6", "6": "5★ 7 9",
    "7": "4 6 8", "8": "7 8• 9•", "8•": "0• 4 8 11", "9": "6 9•", "9•": "8 9 10★ 11",
    "10": "10★ 11 13", "10★": "9• 10", "11": "8• 9• 10 12•", "12•": "0• 11 13 14",
    "13": "10 12• 14", "14": "12• 13 15 16• 17", "15": "14 15★", "15★": "15 16", "16": "15★ 16•",
    "16•": "14 16 17", "17": "0• 2• 14 16• 18", "18": "1★ 17",
}  # fmt: skip


def _within(start: str, steps: int, closed: str) -> set[str]:
    reached = {start}
    for _ in range(steps):
        reached |= {there for here in reached for there in BORDERS[here].split() if there != closed}
    return reached - {start}


@rule("ruling 1", "IV5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("start", NAMES)
def test_units_go_from_neighbour_to_neighbour_across_borders_only(edition: str, start: str) -> None:
    """28 territories, 42 borders, the same map in every edition."""
    assert sum(len(there.split()) for there in BORDERS.values()) == 2 * 42
    closed = "7" if start == "18" else "18"  # the only territory of its number
    name = start + ":" if start.isdigit() else start
    game = at(f"order=DEGO turn=2 dragon={closed} D={name}1 at=dwarves.move", edition)
    reach = {line.split()[3] for line in listed(game, "dwarves", "move")}
    assert reach == _within(start, 4 if start in ("3★", "5★") else 2, closed)


# --- where units are -----------------------------------------------------------------------


@rule("ruling 3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_units_killed_by_the_dragon_go_to_the_graveyard(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=5 E=6:4 deck=A♥ at=dragon_moves", edition)
    assert (game.units("elves", "6"), game.grave_of("elves")) == (0, 4)


@rule("ruling 3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_units_killed_in_battle_go_to_the_graveyard(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=8 D=7:4 G=7:3 at=battle:dwarves>goblins@7", edition)
    play(game, "dwarves plan 3 none", "goblins plan 1 none")
    assert (game.grave_of("dwarves"), game.grave_of("goblins")) == (3, 3)


@rule("ruling 3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_units_killed_by_the_red_dragon_go_to_the_graveyard(edition: str) -> None:
    game = at("order=DEGO turn=2 past=8♦ red_at=7 D=7:4 at=red", edition)
    assert (game.units("dwarves", "7"), game.grave_of("dwarves")) == (0, 4)


@rule("ruling 3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_units_killed_by_a_troll_go_to_the_graveyard(edition: str) -> None:
    game = at("order=DEGO turn=2 trolls=3★ D=3★3 at=dwarves.disband", edition)
    while not game.grave_of("dwarves"):
        seat = game.pending()[0].seat
        play(game, f"{seat} pass")
    assert (game.units("dwarves", "3★"), game.grave_of("dwarves")) == (0, 3)


@rule("ruling 3", "O9", edition="r2 r6 r6b")
@pytest.mark.parametrize("edition", ["r2", "r6", "r6b"])
def test_units_killed_by_a_chaos_monster_go_to_the_graveyard(edition: str) -> None:
    game = at(
        "order=DEGO turn=2 D=7:4 G=7:3 hand=D:6♥A♠A♣,G:2♠ at=battle:dwarves>goblins@7",
        edition,
        ["chaos-monster"],
    )
    play(game, "dwarves plan 1 6♥", "goblins plan 1 none", "dwarves chaos")
    play(game, "dwarves spend A♠", "dwarves spend A♣")
    assert (game.grave_of("dwarves"), game.grave_of("goblins")) == (4, 3)


@rule("ruling 3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_by_a_setting_dragon_losses_go_to_the_bank(edition: str) -> None:
    position = "order=DEGO turn=2 dragon=5 E=6:4 deck=A♥ at=dragon_moves"
    game = at(position, edition, ["dragon-losses-to-bank"])
    total = 20 if edition == "first" else 10
    assert (game.grave_of("elves"), game.bank_of("elves")) == (0, total)


@rule("ruling 3", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_by_a_setting_dragon_losses_are_exiled_and_the_total_falls(edition: str) -> None:
    position = "order=DEGO turn=2 dragon=5 E=6:4 deck=A♥ at=dragon_moves"
    game = at(position, edition, ["dragon-losses-exiled"])
    total = 20 if edition == "first" else 10
    assert (game.grave_of("elves"), game.bank_of("elves")) == (0, total - 4)


@rule("ruling 4", "IV4", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(("place", "cost"), [("15★", 3), ("15", 6), ("16•", 6)])
def test_mercenaries_are_cheap_in_castles_alone(edition: str, place: str, cost: int) -> None:
    game = at("order=DEGO turn=2 gold=D6 at=dwarves.hire", edition)
    play(game, f"dwarves hire 3 {place}")
    while game.pending()[0].step == "deny":
        play(game, f"{game.pending()[0].seat} pass")
    assert game.units("dwarves", place) == 3
    assert game.gold_of("dwarves") == 6 - cost


@rule("ruling 5", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_player_order_is_given_or_drawn_at_random(edition: str) -> None:
    given = ("goblins", "dwarves", "orcs", "elves")
    assert Game.new(edition, given, seed=1).seats == given
    drawn = {Game.new(edition, seed=seed).seats for seed in range(40)}
    assert len(drawn) > 10
    assert {seats[0] for seats in drawn} == set(given)


@rule("ruling 80", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_the_banks_gold_has_no_end(edition: str) -> None:
    game = at("order=DEGO turn=2 gold=D200,E200,G200,O200 at=collection", edition)
    income = 2 if edition == "first" else 1
    assert [game.gold_of(seat) for seat in "DEGO"] == [200 + income] * 4


@rule("ruling 80", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_the_markers_in_the_box_are_no_limit(edition: str) -> None:
    """The box holds ten markers for hidden units and one troll."""
    places = "1★,3★,9•,10★,16•"
    game = at(f"order=DE turn=2 trolls={places} D=3:6h E=3:6h at=dwarves.move", edition)
    assert game.hidden_units("dwarves", "3") + game.hidden_units("elves", "3") == 12
    assert len(places.split(",")) == bin(game.state.trolls).count("1")


# --- open and secret -----------------------------------------------------------------------

OPEN = (
    "order=DEGO turn=2 D=7:4 E=5★3,8:2h,grave:1 G=10★3,grave:2 O=1★4 gold=D5,E6,G7,O8 "
    "hand=D:3♥4♥,E:5♠,G:2♣3♣4♣ discard=6♦2♦ ally=DE past=7♥ "
)


@rule("ruling 81", edition="all")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("seat", ["dwarves", "orcs", None])
def test_gold_units_graveyards_hand_sizes_discards_and_alliances_are_open(
    edition: str, seat: str | None
) -> None:
    game = at(OPEN + "at=dwarves.move", edition)
    view, s = game.view(seat), game.state
    assert view.gold == [5, 6, 7, 8]
    assert (view.up, view.hid, view.grave, view.bank) == (s.up, s.hid, s.grave, s.bank)
    assert view.hidden_units("elves", "8") == 2
    assert view.hand_sizes == [2, 1, 3, 0]
    assert view.discard[-1] == CARD_OF_NAME["2♦"]
    assert view.event_discard[-1] == CARD_OF_NAME["7♥"]
    assert view.ally_of("dwarves") == "elves"


@rule("ruling 81", "A15", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_hands_queens_jacks_and_decks_are_secret(edition: str) -> None:
    game = at(OPEN + "at=dwarves.move", edition)
    view = game.view("orcs")
    assert view.hands[:3] == [0, 0, 0]
    assert view.usurper[:3] == view.sabotage[:3] == [UNKNOWN] * 3
    assert view.usurper[3] == game.state.usurper[3]
    assert set(view.deck) == set(view.event_deck) == {UNKNOWN}
    watching = game.view()
    assert watching.hands == [0] * 4
    assert watching.usurper == watching.sabotage == [UNKNOWN] * 4


@rule("ruling 81", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_plans_are_secret_before_the_reveal(edition: str) -> None:
    game = at("order=DEGO turn=2 dragon=8 D=7:4 G=7:3 at=battle:dwarves>goblins@7", edition)
    told = play(game, "dwarves plan 3 none")
    assert game.view("goblins").plans == [SECRET, -1]
    assert game.view("dwarves").plans[0] == game.state.plans[0]
    heard = [event.kind for event in game.events("goblins") if event in told]
    assert heard == ["planned"]


@rule("ruling 81", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
def test_predictions_are_secret(edition: str) -> None:
    game = at(
        "order=DEGO turn=2 predictions=D:O/1★/4 at=dwarves.conscript D=7:1", edition, ["oracles"]
    )
    assert game.view("orcs").predictions == [SECRET, -1, -1, -1]
    assert game.view("dwarves").predictions[0] == game.state.predictions[0]


@rule("ruling 81", "ruling 18", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_unsold_cards_lie_face_down_on_the_discard(edition: str) -> None:
    game = at("order=DEGO turn=2 cards_left=1 sale=3♥ at=bid:dwarves", edition)
    play(game, "dwarves pass", "elves pass", "goblins pass", "orcs pass")
    assert game.discarded()[-1] == "3♥"
    assert not sees(game, "dwarves", "3♥")
    assert game.view("orcs").discard[-1] == UNKNOWN
    assert game.view().discard[-1] == UNKNOWN
