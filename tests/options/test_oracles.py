"""O1 Oracles: predict the winner, the turn and one castle, and win by it."""

import pytest
from rulemarks import rule
from rules.table import LATER, at, choices, deciding, fight, play, refused, step

from dragondune.game import Game

FACTIONS = ["dwarves", "elves", "goblins", "orcs"]
ELVES_WIN = "order=DEGO turn=3 E=5★1,3★1,10★1"


def beginning(edition: str, *options: str) -> Game:
    """The Orcs have placed their units; predictions come next."""
    game = Game.new(edition, FACTIONS, options, seed=1)
    placed = next(iter(choices(game, "orcs")))
    play(game, f"orcs {placed}")
    return game


def ending(edition: str, predictions: str, castles: str = ELVES_WIN) -> Game:
    """The victory round of turn 3, in which the Elves have three castles."""
    return at(f"{castles} predictions={predictions} at=victory", edition, ["oracles"])


@rule("O1", "ruling 47", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
class TestOracles:
    def test_every_player_may_predict_any_faction_a_castle_and_a_turn(self, edition: str) -> None:
        game = beginning(edition, "oracles")
        turns = 6 if edition == "r2" else 8
        castles = ("1★", "3★", "5★", "10★", "15★")
        wanted = {
            f"predict {who} {castle} {turn}"
            for who in FACTIONS
            for castle in castles
            for turn in range(1, turns + 1)
        }
        assert set(choices(game, "dwarves")) == wanted | {"pass"}

    def test_any_number_may_be_oracles(self, edition: str) -> None:
        game = beginning(edition, "oracles")
        asked = []
        while step(game) == "predict":
            asked += deciding(game)
            other = "elves" if asked[-1] != "elves" else "orcs"
            play(game, f"{asked[-1]} predict {other} 5★ 3")
        assert asked == FACTIONS

    def test_without_the_option_nobody_is_asked(self, edition: str) -> None:
        assert step(beginning(edition)) != "predict"

    def test_predicting_oneself_alone_changes_nothing(self, edition: str) -> None:
        """Ruling 47: useless by itself, but nothing in the books forbids it."""
        game = ending(edition, "E:E/5★/3")
        assert (game.winners, game.way) == (("elves",), "three castles")

    def test_whoever_predicted_their_own_victory_spoils_another_oracle(self, edition: str) -> None:
        assert ending(edition, "D:E/5★/3").winners == ("dwarves",)
        assert ending(edition, "D:E/5★/3,E:E/10★/3").winners == ("elves",)

    @pytest.mark.parametrize("line", ["predict elves 5★ 9", "predict elves 8 3"])
    def test_only_turns_of_the_game_and_castles_are_predicted(
        self, edition: str, line: str
    ) -> None:
        assert refused(beginning(edition, "oracles"), "dwarves", line).rule == "O1"

    def test_a_prediction_is_secret_but_being_an_oracle_is_not(self, edition: str) -> None:
        game = beginning(edition, "oracles")
        play(game, "dwarves predict elves 5★ 3")
        assert "predicted" in [event.kind for event in game.events("dwarves")]
        assert "predicted" not in [event.kind for event in game.events("elves")]
        assert "prediction_sealed" in [event.kind for event in game.events("elves")]

    def test_one_right_oracle_wins_instead(self, edition: str) -> None:
        game = ending(edition, "D:E/5★/3,G:E/5★/4")
        assert (game.winners, game.way) == (("dwarves",), "prediction")

    def test_of_two_right_oracles_neither_wins(self, edition: str) -> None:
        game = ending(edition, "D:E/5★/3,G:E/3★/3")
        assert (game.winners, game.way) == (("elves",), "three castles")

    @pytest.mark.parametrize("wrong", ["D:G/5★/3", "D:E/15★/3", "D:E/5★/2"])
    def test_winner_castle_and_turn_must_all_come_true(self, edition: str, wrong: str) -> None:
        assert ending(edition, wrong).winners == ("elves",)

    def test_an_allied_winner_can_be_predicted_too(self, edition: str) -> None:
        assert ending(edition, "D:E/5★/3", f"{ELVES_WIN} ally=DE").winners == ("dwarves",)

    def test_the_castle_counts_only_if_the_winner_controls_it(self, edition: str) -> None:
        castles = "order=DEGO turn=3 E=5★1,3★1,10★1,15★1 D=15★1"
        assert ending(edition, "D:E/15★/3", castles).winners == ("elves",)

    def test_a_default_victory_cannot_be_predicted(self, edition: str) -> None:
        last = 6 if edition == "r2" else 8
        castles = f"order=DEGO turn={last} O=1★1"
        game = ending(edition, f"D:O/1★/{last}", castles)
        assert (game.winners, game.way) == (("orcs",), "default")


def last_turn(edition: str) -> int:
    """The last turn of the game."""
    return 6 if edition == "r2" else 8


@rule("O1", "VII3", "ruling 47", edition="r2 r6 r6b r9")
@pytest.mark.parametrize("edition", LATER)
class TestOraclesWithoutOrcs:
    """The books bar an oracle's victory and the Orcs' default victory, and nothing else.

    2nd Revision, line 352; 6th, line 353; web text, line 642; 9th, line 650.
    """

    def test_a_victory_by_most_castles_can_be_predicted(self, edition: str) -> None:
        last = last_turn(edition)
        castles = f"order=DEG turn={last} E=5★1,3★1 D=15★1"
        game = ending(edition, f"G:E/3★/{last}", castles)
        assert (game.winners, game.way) == (("goblins",), "prediction")

    def test_it_stays_with_the_winner_if_two_predicted_it(self, edition: str) -> None:
        last = last_turn(edition)
        castles = f"order=DEG turn={last} E=5★1,3★1 D=15★1"
        game = ending(edition, f"G:E/3★/{last},D:E/5★/{last}", castles)
        assert (game.winners, game.way) == (("elves",), "most castles")

    def test_a_castle_lost_before_the_check_does_not_count(self, edition: str) -> None:
        last = last_turn(edition)
        castles = f"order=DEG turn={last} E=5★1,3★1 D=15★1"
        assert ending(edition, f"G:E/10★/{last}", castles).winners == ("elves",)

    def test_a_victory_in_the_decider_can_be_predicted(self, edition: str) -> None:
        last = last_turn(edition)
        castles = f"order=DEG first=G turn={last} E=5★1 D=15★1,0•2"
        game = ending(edition, f"G:D/15★/{last}", castles)
        assert (game.winners, game.way) == (("goblins",), "prediction")

    def test_a_victory_after_a_fight_in_the_decider_can_be_predicted(self, edition: str) -> None:
        last = last_turn(edition)
        castles = f"order=DEG first=G turn={last} E=5★1,0•1 D=15★1,0•3"
        game = ending(edition, f"G:D/15★/{last}", castles)
        fight(game, "dwarves plan 3 none", "elves plan 1 none")
        assert (game.winners, game.way) == (("goblins",), "prediction")

    def test_the_first_in_order_can_be_predicted(self, edition: str) -> None:
        last = last_turn(edition)
        castles = f"order=DEG first=G turn={last} E=5★1 D=15★1"
        game = ending(edition, f"E:D/15★/{last}", castles)
        assert (game.winners, game.way) == (("elves",), "prediction")


@rule("O1", "ruling 47", edition="first")
def test_as_a_house_rule_an_allied_victory_can_be_predicted_in_the_first_edition() -> None:
    castles = "order=DEGO turn=3 ally=EG E=5★1,3★1 G=10★1,15★1"
    assert ending("first", "D:G/15★/3", castles).winners == ("dwarves",)
    assert ending("first", "D:G/3★/3", castles).winners == ("elves", "goblins")
    assert ending("first", "D:G/15★/3,O:E/5★/3", castles).winners == ("elves", "goblins")


@rule("O1", edition="r9")
def test_without_oracles_a_prediction_line_means_nothing() -> None:
    game = at("order=DEGO turn=1 O=1★1 at=orcs.move", "r9")
    refused(game, "orcs", "predict elves 5★ 3")
