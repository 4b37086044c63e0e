"""Special card actions in one's own recruitment turn: O7, O8, O10, O12."""

from typing import Any

import pytest
from rulemarks import rule
from rules.table import (
    LATER,
    at,
    can,
    chances,
    choices,
    deciding,
    listed,
    pass_all,
    play,
    refused,
    step,
)

from dragondune.game import Game
from dragondune.model.events import HonestAnswer
from dragondune.model.factions import ELVES

DEALT = "order=DEGO turn=2 dragon=11"
TWO_ACES = ["r2", "r6", "r6b"]
STEPS_OF_A_TURN = ["revive", "conscript", "hire", "move"]


def spend(game: Game, seat: str, *aces: str) -> None:
    """Discard these aces for what was just announced."""
    play(game, *(f"{seat} spend {ace}" for ace in aces))


# --- O7 ------------------------------------------------------------------------------------

MOVING = f"{DEALT} D=8:2,14:1"


class TestASecondMovement:
    @rule("O7", "ruling 71", edition="r2 r6 r6b")
    @pytest.mark.parametrize("edition", TWO_ACES)
    def test_two_aces_of_ones_choice_buy_it(self, edition: str) -> None:
        game = at(f"{MOVING} hand=D:A♣A♦A♥ at=dwarves.move", edition, ["extra-movement"])
        play(game, "dwarves move 1 8 7", "dwarves second-move")
        assert set(choices(game, "dwarves")) == {"spend A♣", "spend A♦", "spend A♥"}
        spend(game, "dwarves", "A♣", "A♥")
        assert (game.hand_of("dwarves"), game.discarded()) == ({"A♦"}, ["A♣", "A♥"])
        play(game, "dwarves move 1 14 17")
        assert (game.units("dwarves", "7"), game.units("dwarves", "17")) == (1, 1)

    @rule("O7", edition="r2 r6 r6b")
    @pytest.mark.parametrize("edition", TWO_ACES)
    def test_one_ace_does_not(self, edition: str) -> None:
        game = at(f"{MOVING} hand=D:A♣6♥ at=dwarves.move", edition, ["extra-movement"])
        assert not listed(game, "dwarves", "second-move")
        assert refused(game, "dwarves", "second-move").rule == "O7"

    @rule("O7", "ruling 71", edition="r9")
    def test_the_six_of_hearts_buys_it(self) -> None:
        game = at(f"{MOVING} hand=D:6♥A♣A♦ at=dwarves.move", "r9", ["extra-movement"])
        play(game, "dwarves move 1 8 7", "dwarves second-move", "dwarves move 1 14 17")
        assert (game.hand_of("dwarves"), game.discarded()) == ({"A♣", "A♦"}, ["6♥"])
        assert (game.units("dwarves", "7"), game.units("dwarves", "17")) == (1, 1)

    @rule("O7", edition="r9")
    def test_two_aces_or_another_six_do_not_in_the_ninth_revision(self) -> None:
        game = at(f"{MOVING} hand=D:A♣A♦6♦ at=dwarves.move", "r9", ["extra-movement"])
        assert refused(game, "dwarves", "second-move").rule == "O7"

    def test_older_records_call_it_spending(self) -> None:
        game = at(f"{MOVING} hand=D:6♥ at=dwarves.move", "r9", ["extra-movement"])
        play(game, "dwarves spend", "dwarves move 1 8 7", "dwarves move 1 14 17")
        record: dict[str, Any] = game.record()
        assert record["actions"][0] == ["dwarves", "second-move"]

    @rule("O7", "B9", edition="r2 r6 r6b r9")
    @pytest.mark.parametrize("edition", LATER)
    def test_it_is_a_movement_and_no_second_hiring(self, edition: str) -> None:
        game = at(f"{MOVING} gold=D9 hand=D:A♣A♦6♥ at=dwarves.move", edition, ["extra-movement"])
        play(game, "dwarves move 1 8 7", "dwarves second-move")
        if step(game) == "spend":
            spend(game, "dwarves", "A♣", "A♦")
        assert {line.split()[0] for line in choices(game, "dwarves")} <= {"pass", "move", "extend"}

    @rule("O7", "ruling 11", edition="r2 r6 r6b r9")
    @pytest.mark.parametrize("edition", LATER)
    def test_the_step_stays_open_for_those_without_the_cards(self, edition: str) -> None:
        game = at(f"{MOVING} at=dwarves.move", edition, ["extra-movement"])
        play(game, "dwarves move 1 8 7")
        assert (step(game), choices(game, "dwarves")) == ("move", ["pass"])

    @rule("O7", edition="r2 r6 r6b r9")
    @pytest.mark.parametrize("edition", LATER)
    def test_without_the_option_nobody_buys_one(self, edition: str) -> None:
        game = at(f"{MOVING} hand=D:A♣A♦6♥ at=dwarves.move", edition)
        assert refused(game, "dwarves", "second-move").rule == "O7"


# --- O8 ------------------------------------------------------------------------------------

# What the Elves hold, and the number of each question of the list (ruling 46).
ASKED = "E=5★1 hand=D:A♣A♦,E:6♠3♥ usurper=E:Q♦ sabotage=E:J♣ predictions=E:G/5★/3"
QUESTIONS = {
    0: False,  # the ace of clubs?
    14: True,  # the 3 of hearts?
    23: True,  # the 6 of spades?
    24: False,  # any ace?
    25: True,  # any six?
    26: True,  # a red artifact?
    27: True,  # a black one?
    28: True,  # are the Dwarves your usurper?
    29: False,  # the Elves?
    32: True,  # is clubs your sabotaged artifact?
    33: False,  # diamonds?
    38: True,  # is your prediction about the Goblins?
    39: False,  # about the Orcs?
}


@rule("O8", "ruling 46", edition="r2 r6 r6b")
@pytest.mark.parametrize("edition", TWO_ACES)
class TestAnHonestAnswer:
    def asked(self, edition: str, more: str = ASKED, where: str = "move") -> Game:
        position = f"{DEALT} D=8:2,grave:1 {more} at=dwarves.{where}"
        return at(position, edition, ["honest-question", "oracles"])

    @pytest.mark.parametrize(("number", "truth"), QUESTIONS.items())
    def test_the_answer_is_true_and_everyone_hears_it(
        self, edition: str, number: int, truth: bool
    ) -> None:
        game = self.asked(edition)
        play(game, f"dwarves question elves {number}")
        spend(game, "dwarves", "A♣", "A♦")
        told = [event for event in game.events() if isinstance(event, HonestAnswer)]
        assert told == [HonestAnswer(faction=ELVES, question=number, yes=truth)]
        assert game.discarded() == ["A♣", "A♦"]

    def test_each_question_of_the_list_may_be_put_to_each_other_player(self, edition: str) -> None:
        lines = listed(self.asked(edition), "dwarves", "question")
        assert len(lines) == 3 * 40

    @pytest.mark.parametrize("where", STEPS_OF_A_TURN)
    def test_it_may_be_put_in_any_step_of_ones_own_turn(self, edition: str, where: str) -> None:
        assert can(self.asked(edition, where=where), "dwarves", "question elves 24")

    def test_the_turn_goes_on_where_it_was(self, edition: str) -> None:
        game = self.asked(edition)
        play(game, "dwarves question elves 24")
        spend(game, "dwarves", "A♣", "A♦")
        assert (deciding(game), step(game)) == (["dwarves"], "move")

    def test_it_takes_two_aces(self, edition: str) -> None:
        game = self.asked(edition, "hand=D:A♣6♦")
        assert not listed(game, "dwarves", "question")
        assert refused(game, "dwarves", "question elves 24").rule == "O8"

    def test_without_the_option_nobody_asks(self, edition: str) -> None:
        game = at(f"{DEALT} D=8:2 hand=D:A♣A♦ at=dwarves.move", edition)
        assert refused(game, "dwarves", "question elves 24").rule == "O8"


# --- O10 -----------------------------------------------------------------------------------


def breaking(edition: str, stack: str = "O=10:2", cards: str = "A♣A♦6♠") -> Game:
    position = f"order=DEGO turn=2 dragon=9 {stack} hand=O:{cards} at=orcs.move"
    return at(position, edition, ["broken-walls"])


class TestBreakingCastleWalls:
    @rule("O10", edition="r2 r6 r6b")
    @pytest.mark.parametrize("edition", TWO_ACES)
    def test_it_costs_two_aces(self, edition: str) -> None:
        game = breaking(edition)
        play(game, "orcs walls 10★")
        spend(game, "orcs", "A♣", "A♦")
        assert (game.hand_of("orcs"), game.discarded()) == ({"6♠"}, ["A♣", "A♦"])
        assert refused(breaking(edition, cards="A♣6♠"), "orcs", "walls 10★").rule == "O10"

    @rule("O10", edition="r9")
    def test_it_costs_the_six_of_spades(self) -> None:
        game = breaking("r9")
        play(game, "orcs walls 10★")
        assert (game.hand_of("orcs"), game.discarded()) == ({"A♣", "A♦"}, ["6♠"])
        assert refused(breaking("r9", cards="A♣A♦6♣"), "orcs", "walls 10★").rule == "O10"

    @rule("O10", "ruling 57", edition="r2 r6 r6b r9")
    @pytest.mark.parametrize("edition", LATER)
    @pytest.mark.parametrize(
        ("stack", "castles"),
        [
            ("O=10:1", ["10★"]),
            ("O=10★1", ["10★"]),
            ("O=4•1", ["5★"]),
            ("O=3:1,15:1", ["3★", "15★"]),
            ("O=8:1", []),
            ("O=10:1h,8:1", []),
        ],
    )
    def test_a_visible_unit_must_be_there_or_next_to_it(
        self, edition: str, stack: str, castles: list[str]
    ) -> None:
        game = breaking(edition, stack)
        assert listed(game, "orcs", "walls") == [f"walls {castle}" for castle in castles]
        assert refused(game, "orcs", "walls 1★").rule == "O10"

    @rule("O10", "I3", "ruling 79", edition="r2 r6 r6b r9")
    @pytest.mark.parametrize("edition", LATER)
    @pytest.mark.parametrize(("broken", "left"), [("10★", 0), ("5★", 3)])
    def test_a_broken_castle_gives_no_shelter_for_the_rest_of_the_game(
        self, edition: str, broken: str, left: int
    ) -> None:
        more = f"turn=5 dragon=9 broken={broken} D=10★3 gold@=10★:2 deck=A♣"
        game = at(f"order=DE {more} at=dragon", edition, ["steered-dragons"])
        chances(game, 1)
        pass_all(game, "bid")
        assert (game.units("dwarves", "10★"), game.state.dragon) == (left, 10)

    @rule("O10", "ruling 79", edition="r2 r6 r6b r9")
    @pytest.mark.parametrize("edition", LATER)
    def test_it_stays_a_castle_for_price_limit_and_control(self, edition: str) -> None:
        stacks = "broken=10★ D=10★1 E=10★1 G=10:1 gold=G1"
        game = at(f"order=DEGO turn=2 dragon=3 {stacks} at=goblins.hire", edition)
        assert refused(game, "goblins", "hire 1 10★").rule == "B5"
        won = "order=DEGO turn=2 broken=10★ E=5★1,3★1,10★1 at=victory"
        assert at(won, edition).winners == ("elves",)

    @rule("O10", edition="r2 r6 r6b r9")
    @pytest.mark.parametrize("edition", LATER)
    def test_broken_walls_are_not_broken_again(self, edition: str) -> None:
        assert not listed(breaking(edition, "broken=10★ O=10:1"), "orcs", "walls")

    @rule("O10", "ruling 79", edition="r2 r6 r6b r9")
    @pytest.mark.parametrize("edition", LATER)
    def test_only_in_ones_own_recruitment_turn(self, edition: str) -> None:
        game = at(f"{DEALT} D=8:2 O=10:1 hand=O:A♣A♦6♠ at=dwarves.move", edition, ["broken-walls"])
        refused(game, "orcs", "walls 10★")


# --- O12 -----------------------------------------------------------------------------------


class TestBackFromTheGrave:
    @rule("O12", "ruling 69", edition="r9")
    @pytest.mark.parametrize("where", STEPS_OF_A_TURN)
    def test_the_six_of_diamonds_frees_two_units_in_any_step(self, where: str) -> None:
        position = f"{DEALT} E=5★1,grave:5 hand=E:6♦ at=elves.{where}"
        game = at(position, "r9", ["empty-graves"])
        play(game, "elves special-revive 2 6♦")
        assert (game.grave_of("elves"), game.bank_of("elves"), game.discarded()) == (3, 6, ["6♦"])
        assert (deciding(game), step(game)) == (["elves"], where)

    @rule("O12", "ruling 69", edition="r9")
    def test_it_is_beyond_what_the_step_allows(self) -> None:
        game = at(f"{DEALT} E=5★1,grave:5 gold=E2 hand=E:6♦ at=elves", "r9", ["empty-graves"])
        play(game, "elves special-revive 2 6♦", "elves revive 3")
        assert game.grave_of("elves") == 0

    @rule("O12", edition="r9")
    @pytest.mark.parametrize("cards", ["6♥", "A♣A♦"])
    def test_no_other_card_does(self, cards: str) -> None:
        game = at(f"{DEALT} E=grave:5 hand=E:{cards} at=elves", "r9", ["empty-graves"])
        assert refused(game, "elves", "special-revive 2 6♦").rule == "O12"
        assert not listed(game, "elves", "special-revive")

    @rule("O12", edition="r9")
    def test_without_the_option_it_does_not(self) -> None:
        game = at(f"{DEALT} E=grave:5 hand=E:6♦ at=elves", "r9")
        assert refused(game, "elves", "special-revive 2 6♦").rule == "O12"
