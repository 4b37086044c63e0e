"""Dice, draws and shuffles decided by the caller, and positions that stop where they say."""

import json
from typing import Final

import pytest

from dragondune import Game, Refusal
from dragondune.model.events import DragonDie, Event

DRAGON: Final = "order=OEDG turn=2 dragon=7 seed=luck at=dragon_moves"
PLUNDER: Final = "order=OD O=3★3 D=3★1 hand=D:4♣5♥6♠ seed=luck at=plans:orcs>dwarves@3★"
COLLECTION: Final = "order=OEDG O=2:3 gold@=2:4 seed=luck at=collection"


def kinds(events: "list[Event] | tuple[Event, ...]") -> list[str]:
    return [event.kind for event in events]


# --- scripts -------------------------------------------------------------------------------


@pytest.mark.parametrize("shown", [1, 6])
def test_a_die_shows_what_the_script_says(shown: int) -> None:
    for game in (
        Game.at(DRAGON, "r2", chances=[shown]),
        Game.at(f"chances={shown} {DRAGON}", "r2"),
    ):
        told = game.go_on()
        assert [event.rolled for event in told if isinstance(event, DragonDie)] == [shown]


def test_a_script_may_be_written_as_one_line() -> None:
    one = Game.at(DRAGON, "r2", chances="4,-,4♥6♣")
    assert one.position() == Game.at(DRAGON, "r2", chances=[4, None, "4♥6♣"]).position()
    assert Game.at(DRAGON, "r2", chances="").position() == Game.at(DRAGON, "r2").position()


def test_the_player_order_and_the_first_hands_can_be_decided() -> None:
    dice = [2, 1, 1, 1]  # the second seat begins, and three dice place the dragon
    piles = ["Q♣Q♦Q♥Q♠", "J♣J♦J♥J♠", "6♠2♦3♦4♦5♦", None]
    game = Game.new("first", seed=1, chances=["OEDG", *dice, *piles])
    assert game.seats == ("orcs", "elves", "dwarves", "goblins")
    game.play("orcs", "place 3 1")
    assert game.state.order[game.state.first] == 1
    assert game.state.dragon == 3
    assert game.hand_of("elves") >= {"5♦"}


def test_luck_goes_on_from_the_seed_after_the_script() -> None:
    one = Game.at(DRAGON, "r2", chances=[3])
    other = Game.at(DRAGON, "r2", chances=[None])
    alike = Game.at(DRAGON, "r2")
    for game in (one, other, alike):
        game.go_on()
    assert other.position() == alike.position()
    assert (one.state.draws, alike.state.draws) == (0, 1)


@pytest.mark.parametrize(("chance", "stolen"), [("5♥", "5♥"), (1, "4♣"), (3, "6♠")])
def test_a_stolen_card_is_named_or_counted(chance: "int | str", stolen: str) -> None:
    game = Game.at(PLUNDER, "first", chances=[chance])
    for line in ("orcs plan 3 none", "dwarves plan 0 none"):
        game.play(*line.split(" ", 1))
    while "take" not in [str(action) for action in game.legal("orcs")]:
        game.play(game.pending()[0].seat, "pass")
    game.play("orcs", "take")
    assert stolen in game.hand_of("orcs")


@pytest.mark.parametrize(
    ("chances", "reason"),
    [
        ([9], "Chance 1 of the script does not fit: a number from 1 to 6 is due now."),
        (["4♥"], "Chance 1 of the script does not fit: a number from 1 to 6 is due now."),
        (["OEDG"], "Chance 1 of the script does not fit: a number from 1 to 6 is due now."),
    ],
)
def test_what_does_not_fit_is_said_and_changes_nothing(
    chances: "list[int | str | None]", reason: str
) -> None:
    game = Game.at(DRAGON, "r2", chances=chances)
    before = game.position()
    with pytest.raises(ValueError, match=reason):
        game.go_on()
    assert game.position() == before
    game.set_chances([2])
    assert "dragon_die" in kinds(game.go_on())


@pytest.mark.parametrize("wrong", [0, "", "lunch", "A♣A♣", 3.5])
def test_what_could_never_be_a_result_is_refused_at_once(wrong: "int | str") -> None:
    with pytest.raises(ValueError, match=r"is no result|are no cards|named twice"):
        Game.at(DRAGON, "r2", chances=[wrong])


def test_a_shuffle_takes_only_cards_of_its_pile() -> None:
    game = Game.new("r2", ["orcs", "elves"], chances=[1, 1, 1, 1, "A♣"])
    with pytest.raises(ValueError, match="a shuffle of Q♣ Q♦ Q♥ Q♠ is due now"):
        game.play("orcs", "place 3 1")


def test_what_is_left_of_a_script_is_printed_and_stored() -> None:
    game = Game.at(DRAGON, "r2", chances=[4, None, "4♥6♣"])
    assert " chances=4,-,4♥6♣ " in game.position()
    game.go_on()
    assert " chances=-,4♥6♣ " in game.position()
    again = Game.from_json(game.to_json())
    assert again == game
    assert again.position() == game.position()
    assert Game.at(game.position(), "r2").position() == game.position()


def test_a_record_of_a_scripted_game_replays() -> None:
    game = Game.new("r2", ["orcs", "elves"], seed=1, chances=[2, 6, 6, None, "Q♥"])
    game.play("orcs", "place 3 1")
    game.play_forced()
    record = json.loads(json.dumps(game.record()))
    again = Game.replay(record)
    assert again.seats == game.seats
    assert again.state.deck == game.state.deck
    assert again.hand_of("elves") == game.hand_of("elves")
    assert record["chances"][:3] == [[1], [5], [5]]
    assert sorted(record["chances"][4]) == [11, 24, 37, 50], "all four Queens, not only the one"


def test_a_record_tells_shuffles_in_full() -> None:
    game = Game.new("r2", ["orcs", "elves"], seed=1)
    game.play("orcs", "place 3 1")
    record = json.loads(json.dumps(game.record()))
    at = next(n for n, result in enumerate(record["chances"]) if len(result) == 4)
    record["chances"][at] = [63, *record["chances"][at]]
    with pytest.raises(ValueError, match="half told"):
        Game.replay(record)


# --- positions that stop where they say ------------------------------------------------------


def test_a_part_of_the_turn_stays_as_it_was_written() -> None:
    game = Game.at(COLLECTION)
    assert game.next_step == "collection"
    assert not game.over
    assert game.pending() == []
    assert game.legal("orcs") == []
    assert (game.gold_of("orcs"), game.gold_in("2")) == (0, 4)
    assert game.events() == []


def test_going_on_tells_what_happened() -> None:
    game = Game.at(COLLECTION)
    told = game.go_on()
    assert "collected" in kinds(told)
    assert set(kinds(game.events("orcs"))) <= set(kinds(told))
    assert "collected" in kinds(game.events())
    assert game.pending()
    assert game.next_step == ""
    assert game.go_on() == ()


def test_going_on_can_stop_before_a_later_step() -> None:
    game = Game.at(COLLECTION)
    game.go_on(until="victory")
    assert game.next_step == "victory"
    assert (game.gold_of("orcs"), game.gold_in("2")) == (5, 0)  # 4 lay there, 1 is income
    assert game.state.turn == 1
    with pytest.raises(ValueError, match="There is no step 'lunch'"):
        game.go_on(until="lunch")


def test_nobody_plays_or_talks_before_it_goes_on() -> None:
    game = Game.at(COLLECTION)
    for line in ("pass", "offer The Orcs do not enter 1 until the end of turn 3."):
        assert "stands before collection" in str(game.play("orcs", line))
    assert game.play_forced() == 0
    assert game.anytime("orcs") == []


def test_it_is_stored_printed_and_replayed_where_it_stands() -> None:
    game = Game.at(COLLECTION)
    assert Game.from_json(game.to_json()) == game
    assert Game.replay(game.record()).next_step == "collection"
    assert Game.at(game.position()).next_step == "collection"
    game.go_on()
    assert Game.from_json(game.to_json()) == game
    assert Game.replay(game.record()).position() == game.position()


def test_a_question_is_open_at_once_and_what_led_to_it_is_heard() -> None:
    line = "order=OE O=3★3 E=3★2 hand=E:4♥ plans=1/none,2/4♥ at=resolve:orcs>elves@3★"
    game = Game.at(line, "r9")
    assert game.pending()
    assert game.events()
    assert Game.replay(game.record()).position() == game.position()


def test_a_game_says_where_it_stands() -> None:
    game = Game.at(COLLECTION)
    assert repr(game) == "<Game r9, turn 1, before collection>"
    game.go_on()
    assert repr(game) == "<Game r9, turn 2, orcs: dragon_acts>"
    assert repr(Game.at("turn=3 at=over")) == "<Game r9, turn 3, over>"
    plans = "order=OEDG E=3★1 O=3★2 at=plans:orcs>elves@3★"
    assert repr(Game.at(plans, "r6")) == "<Game r6, turn 1, orcs: plans, elves: plans>"


def test_seats_are_names_or_letters_everywhere() -> None:
    game = Game.at("order=OE O=1★2 gold=E2 at=orcs.move")
    assert game.legal("O") == game.legal("orcs")
    assert game.anytime("e") == game.anytime("elves")
    assert game.view("O") == game.view("orcs")
    assert not isinstance(game.play("O", "pass"), Refusal)
    assert Game.new(factions=["O", "elves"], seed=1).seats == ("orcs", "elves")
    for ask in (game.legal, game.anytime, game.view, game.events):
        with pytest.raises(ValueError, match="'humans' is no faction; there are dwarves"):
            ask("humans")
    assert "No seat 'humans' plays here" in str(game.play("humans", "pass"))


def test_names_in_a_text_instead_of_a_list_are_refused() -> None:
    with pytest.raises(ValueError, match="Name the options in a list, not as 'oracles'"):
        Game.new(options="oracles")
    with pytest.raises(ValueError, match="Name the factions in a list, not as 'OE'"):
        Game.new(factions="OE")
