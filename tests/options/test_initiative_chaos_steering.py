"""O6 Goblin Initiative, O9 The chaos monster, O11 Steering the dragon."""

import pytest
from rulemarks import rule
from rules.table import (
    LATER,
    at,
    chances,
    choices,
    deciding,
    kinds,
    listed,
    play,
    refused,
    step,
)

from dragondune.game import Game
from dragondune.model.events import Recruiting

DEALT = "order=DEGO turn=2"
TWO_ACES = ["r2", "r6", "r6b"]


# --- O6 ------------------------------------------------------------------------------------


def order_of_turns(game: Game, goblins_after: int) -> list[str]:
    """Whose turns come, when the Goblins take theirs after so many others."""
    turns: list[str] = []
    while len(turns) < 4:
        if step(game) == "initiative":
            line = "take-turn" if len(turns) == goblins_after else "pass"
            told = play(game, f"goblins {line}")
        else:
            told = play(game, f"{deciding(game)[0]} pass")
        turns += [game_seat(event.faction) for event in told if isinstance(event, Recruiting)]
    return turns


def game_seat(faction: int) -> str:
    return ("dwarves", "elves", "goblins", "orcs")[faction]


@rule("O6", "ruling 79", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
class TestGoblinInitiative:
    def begun(self, edition: str, *options: str) -> Game:
        stacks = "dragon=3 D=8:1 E=5★1 G=10★1 O=1★1 gold=D2,E2,G2,O2"
        return at(f"{DEALT} {stacks} at=recruitment", edition, options)

    @pytest.mark.parametrize("after", [0, 1, 2, 3])
    def test_the_goblins_choose_before_between_or_after_the_others(
        self, edition: str, after: int
    ) -> None:
        others = ["dwarves", "elves", "orcs"]
        wanted = [*others[:after], "goblins", *others[after:]]
        assert order_of_turns(self.begun(edition, "initiative"), after) == wanted

    def test_they_are_asked_between_turns_and_not_within_one(self, edition: str) -> None:
        game = self.begun(edition, "initiative")
        assert choices(game, "goblins") == ["pass", "take-turn"]
        play(game, "goblins pass")
        while "dwarves" in deciding(game):
            refused(game, "goblins", "take-turn")
            play(game, "dwarves pass")
        assert step(game) == "initiative"

    def test_they_have_one_turn_only(self, edition: str) -> None:
        game = self.begun(edition, "initiative")
        play(game, "goblins take-turn")
        while step(game) not in ("bid", "collection", "dragon_acts"):
            assert step(game) != "initiative"
            play(game, f"{deciding(game)[0]} pass")

    def test_without_the_option_they_wait_for_their_turn(self, edition: str) -> None:
        assert deciding(self.begun(edition)) == ["dwarves"]


# --- O9 ------------------------------------------------------------------------------------

CHAOS = f"{DEALT} dragon=1 first=E D=14:1 O=14:1,8:2 E=8:3 G=8:2,8:1h gold@=8:4"


def chaos(edition: str, hands: str, plans: tuple[str, str] = ("2 6♠", "1 2♣")) -> Game:
    """Elves attack Goblins in 8, where Orcs stand by; the plans are shown."""
    position = f"{CHAOS} hand={hands} at=plans:elves>goblins@8"
    if edition in ("r6", "r6b", "r9"):
        position = position.replace(",8:1h", "")
    game = at(position, edition, ["chaos-monster"])
    play(game, f"elves plan {plans[0]}", f"goblins plan {plans[1]}")
    return game


@rule("O9", "ruling 45", "ruling 73", "ruling 74", edition="r2 r6 r6b")
@pytest.mark.parametrize("edition", TWO_ACES)
class TestTheChaosMonster:
    def test_all_units_and_gold_there_and_the_artifacts_played_are_destroyed(
        self, edition: str
    ) -> None:
        game = chaos(edition, "E:6♠A♣A♦,G:2♣4♣")
        play(game, "elves chaos", "elves spend A♣", "elves spend A♦")
        assert [game.units(seat, "8") for seat in "EGO"] == [0, 0, 0]
        assert [game.grave_of(seat) for seat in "EGO"] == [3, 2, 2]
        assert game.gold_in("8") == 0
        assert sorted(game.discarded()) == ["2♣", "6♠", "A♣", "A♦"]
        assert game.hand_of("goblins") == {"4♣"}

    def test_either_side_may_call_it_the_attacker_first(self, edition: str) -> None:
        game = chaos(edition, "E:6♠,G:2♣A♣A♦")
        assert (deciding(game), choices(game, "elves")) == (["elves"], ["pass"])
        play(game, "elves pass")
        assert choices(game, "goblins") == ["chaos", "pass"]

    def test_it_comes_after_the_plans_and_before_treachery(self, edition: str) -> None:
        game = chaos(edition, "E:6♠A♣A♦,G:2♣")
        assert step(game) == "chaos"
        play(game, "elves pass", "goblins pass")
        assert step(game) == "treachery"

    def test_nobody_wins_so_there_is_no_treachery_and_no_gold(self, edition: str) -> None:
        game = chaos(edition, "E:6♠A♣A♦,G:2♣")
        told = play(game, "elves chaos", "elves spend A♣", "elves spend A♦")
        assert "battle_void" in kinds(told)
        assert "battle_won" not in kinds(told)
        assert step(game) == "fight"
        assert [game.gold_of(seat) for seat in "DEGO"] == [0, 0, 0, 0]

    @pytest.mark.parametrize(
        ("plans", "asked"), [(("2 5♠", "1 6♣"), True), (("2 5♠", "1 2♣"), False)]
    )
    def test_a_six_must_have_been_played_by_either_side(
        self, edition: str, plans: tuple[str, str], asked: bool
    ) -> None:
        game = chaos(edition, "E:5♠6♠A♣A♦,G:2♣6♣", plans)
        assert (step(game) == "chaos") == asked

    def test_it_takes_two_aces(self, edition: str) -> None:
        game = chaos(edition, "E:6♠A♣,G:2♣")
        assert refused(game, "elves", "chaos").rule == "O9"

    def test_an_ace_that_fights_cannot_pay_for_it(self, edition: str) -> None:
        game = chaos(edition, "E:A♦A♠,G:6♣", ("2 A♠", "1 6♣"))
        assert choices(game, "elves") == ["pass"]
        game = chaos(edition, "E:A♦A♠A♥,G:6♣", ("2 A♠", "1 6♣"))
        play(game, "elves chaos")
        assert set(choices(game, "elves")) == {"spend A♦", "spend A♥"}
        play(game, "elves spend A♦", "elves spend A♥")
        assert sorted(game.discarded()) == ["6♣", "A♠", "A♥", "A♦"]

    def test_without_the_option_it_does_not_come(self, edition: str) -> None:
        game = at(f"{CHAOS.replace(',8:1h', '')} hand=E:6♠A♣A♦ at=plans:elves>goblins@8", edition)
        play(game, "elves plan 2 6♠", "goblins plan 1 none")
        assert step(game) != "chaos"


@rule("O9", "ruling 57", edition="r2")
def test_the_chaos_monster_does_not_touch_hidden_units() -> None:
    game = chaos("r2", "E:6♠A♣A♦,G:2♣")
    play(game, "elves chaos", "elves spend A♣", "elves spend A♦")
    assert game.hidden_units("goblins", "8") == 1


# --- O11 -----------------------------------------------------------------------------------


def steering(edition: str, hands: str, more: str = "dragon=5") -> Game:
    return at(f"{DEALT} {more} hand={hands} at=dragon", edition, ["steered-dragons"])


class TestSteeringTheDragon:
    @rule("O11", edition="r2 r6 r6b")
    @pytest.mark.parametrize("edition", TWO_ACES)
    def test_two_aces_choose_from_one_to_six(self, edition: str) -> None:
        game = steering(edition, "D:A♣A♦")
        assert choices(game, "dwarves") == ["pass", *(f"steer {n}" for n in range(1, 7))]
        for wrong in ("steer 0", "steer 7"):
            assert refused(game, "dwarves", wrong).rule == "O11"

    @rule("O11", edition="r9")
    def test_the_six_of_clubs_chooses_from_nought_to_ten(self) -> None:
        game = steering("r9", "D:6♣")
        assert set(choices(game, "dwarves")) == {"pass", *(f"steer {n}" for n in range(11))}
        assert refused(game, "dwarves", "steer 11").rule == "O11"

    @rule("O11", edition="r2 r6 r6b r9")
    @pytest.mark.parametrize("edition", LATER)
    @pytest.mark.parametrize("cards", ["A♣", "6♥A♦"])
    def test_nothing_else_does(self, edition: str, cards: str) -> None:
        game = steering(edition, f"D:{cards}")
        assert choices(game, "dwarves") == ["pass"]
        assert refused(game, "dwarves", "steer 3").rule == "O11"

    @rule("O11", "ruling 79", edition="r2 r6 r6b r9")
    @pytest.mark.parametrize("edition", LATER)
    def test_no_die_is_rolled_and_no_card_turned(self, edition: str) -> None:
        game = self.steered(edition, 4)
        assert game.state.dragon == 9
        assert "dragon_die" not in kinds(game.events())
        assert "dragon_card" not in kinds(game.events())
        assert game.discarded() == (["6♣"] if edition == "r9" else ["A♣", "A♦"])

    @rule("O11", "ruling 79", edition="r9")
    def test_nought_leaves_the_dragon_and_strikes_nothing(self) -> None:
        game = self.steered("r9", 0, "dragon=8 D=8:2 E=9:1")
        assert (game.state.dragon, game.units("dwarves", "8"), game.units("elves", "9")) == (
            8,
            2,
            1,
        )

    @rule("O11", "I3", edition="r2 r6 r6b r9")
    @pytest.mark.parametrize("edition", LATER)
    def test_a_steered_dragon_strikes_on_its_way(self, edition: str) -> None:
        game = self.steered(edition, 3, "dragon=5 E=7:1,8:1,9:1")
        assert [game.units("elves", place) for place in ("7", "8", "9")] == [0, 0, 1]

    @rule("O11", "ruling 79", "ruling 11", edition="r2 r6 r6b")
    @pytest.mark.parametrize("edition", TWO_ACES)
    def test_of_two_volunteers_the_first_in_order_steers(self, edition: str) -> None:
        game = steering(edition, "D:A♣A♦,E:A♥A♠")
        play(game, "dwarves steer 2", "dwarves spend A♣", "dwarves spend A♦", "dwarves pass")
        assert (deciding(game), choices(game, "elves")) == (["elves"], ["pass"])
        assert refused(game, "elves", "steer 3").rule == "O11"

    @rule("O11", "ruling 11", edition="r2 r6 r6b r9")
    @pytest.mark.parametrize("edition", LATER)
    def test_every_seat_is_asked_in_player_order_whatever_it_holds(self, edition: str) -> None:
        game = steering(edition, "G:4♣", "dragon=5 first=E")
        asked = []
        chances(game, 1)
        while step(game) == "dragon_acts":
            asked += deciding(game)
            play(game, f"{asked[-1]} pass")
        assert asked == ["elves", "goblins", "orcs", "dwarves"]

    @rule("O11", edition="r2 r6 r6b r9")
    @pytest.mark.parametrize("edition", LATER)
    def test_without_the_option_nobody_steers(self, edition: str) -> None:
        game = at(f"{DEALT} dragon=5 O=1★1 hand=O:A♣A♦6♣ at=dragon", edition)
        assert not listed(game, "orcs", "steer")
        assert refused(game, "orcs", "steer 3").rule == "O11"

    def steered(self, edition: str, far: int, more: str = "dragon=5") -> Game:
        game = steering(edition, "D:6♣" if edition == "r9" else "D:A♣A♦", more)
        play(game, f"dwarves steer {far}")
        if edition != "r9":
            play(game, "dwarves spend A♣", "dwarves spend A♦")
        while step(game) == "dragon_acts":
            play(game, f"{deciding(game)[0]} pass")
        return game


@rule("O9", "VII3", "ruling 48", "ruling 78", edition="r2 r6 r6b")
@pytest.mark.parametrize("edition", TWO_ACES)
def test_a_monster_in_the_decider_leaves_nobody_to_fight_on(edition: str) -> None:
    """2nd Revision, lines 343 and 371: all units there are gone, so the first in order wins."""
    last = 6 if edition == "r2" else 8
    game = at(
        f"order=DEG first=G turn={last} D=0•2,15★1 E=0•2,5★1 G=0•2,10★1 hand=D:6♠A♣A♦ at=victory",
        edition,
        ["chaos-monster"],
    )
    while step(game) == "ask":
        play(game, f"{deciding(game)[0]} pass")
    play(game, "dwarves plan 1 6♠", "elves plan 1 none", "dwarves chaos")
    while not game.over:
        play(game, f"{deciding(game)[0]} {choices(game, deciding(game)[0])[0]}")
    assert game.units("goblins", "0•") == 0
    assert (game.winners, game.way) == (("dwarves",), "first in player order")
