"""Making and ending contracts [B6]: offers, answers, counter-offers, lapse, end, preview."""

import json

from contracts.table import sign, table
from rulemarks import rule
from rules.table import at, kinds, play

from dragondune.game import Game
from dragondune.model.refusal import Refusal

MOVE = "order=OEDG turn=2 dragon=18 O=1★3 D=2:1 E=5★5 G=10★3 gold=E4 at=orcs.move"
PEACE = "The Orcs do not attack the Elves until the end of turn 3."
PRICE = "The Elves pay the Orcs 2 gold now."


def no(answer: object) -> Refusal:
    assert isinstance(answer, Refusal)
    assert answer.rule == "B6"
    return answer


@rule("B6", "ruling 81")
def test_an_offer_is_public_and_binds_nobody_before_all_have_signed() -> None:
    game = at(MOVE, "r9")
    game.offer("elves", f"Between the Orcs, the Elves and the Dwarves: {PEACE} {PRICE}")
    assert len(game.view("goblins").offers) == 1
    game.answer("orcs", 1, "accept")
    assert game.contracts == ()
    told = game.answer("dwarves", 1, "accept")
    assert not isinstance(told, Refusal)
    assert kinds(told) == ["offer_accepted", "contract_signed", "contract_paid"]
    assert [contract.number for contract in game.view().contracts] == [1]


@rule("B6")
def test_offers_are_refused_withdrawn_and_answered_with_others() -> None:
    game = at(MOVE, "r9")
    game.offer("elves", f"{PEACE} {PRICE}")
    no(game.answer("goblins", 1, "accept"))
    no(game.withdraw("orcs", 1))
    game.counter("orcs", 1, f"{PEACE} The Elves pay the Orcs 3 gold now.")
    assert [offer.number for offer in game.offers] == [2]
    game.answer("elves", 2, "refuse")
    game.offer("elves", PEACE)
    game.withdraw("elves", 3)
    assert game.offers == ()
    no(game.answer("orcs", 3, "accept"))


@rule("B6")
def test_offers_lapse_with_the_turn() -> None:
    game = at(MOVE, "r9")
    game.offer("elves", PEACE)
    while game.state.turn == 2:
        seat = game.pending()[0].seat
        play(game, f"{seat} {game.legal(seat)[0]}")
    assert game.offers == ()
    assert "offer_lapsed" in kinds(game.events())


@rule("B6")
def test_only_all_parties_together_end_a_contract() -> None:
    game = table(MOVE, "The Orcs do not enter 1. The Elves do not enter 6.")
    assert "move 1 1★ 1" not in [str(action) for action in game.legal("orcs")]
    game.end("orcs", 1)
    assert game.contracts
    no(game.end("goblins", 1))
    game.end("elves", 1)
    assert not game.state.contracts
    assert "move 1 1★ 1" in [str(action) for action in game.legal("orcs")]


@rule("B6", "ruling 49")
def test_free_words_are_kept_and_marked() -> None:
    game = table(MOVE, 'Between the Orcs and the Elves: "We share the west."')
    assert game.contracts[0].words == ("We share the west.",)
    assert not game.state.watched
    game.end("orcs", 1)
    game.end("elves", 1)
    assert game.contracts == ()


@rule("B6")
def test_what_makes_no_sense_is_refused_with_a_sentence() -> None:
    game = at(MOVE, "r9")
    for text in (
        "The Orcs pay the Orcs 2 gold now.",
        "The Orcs pay the Elves 2 gold in the dragon round of turn 1.",
        "The Orcs show the Elves the card on sale.",
        "The Orcs do not attack the Elves until the end of turn 1.",
        "The Orcs hire 2 units in 1★ in turn 9.",
        "The moon is made of gold.",
        'Between the Orcs and the moon: "Hello."',
    ):
        assert len(no(game.offer("elves", text)).text) > 10
    assert game.state.contract_count == 0


@rule("B6")
def test_a_preview_tells_what_is_forbidden_and_owed() -> None:
    game = at(MOVE, "r9")
    lines = game.preview(
        "orcs", "The Orcs do not enter 1 and 2. The Elves pay the Orcs 9 gold now."
    )
    assert lines[0].startswith("Now it forbids you ")
    assert "move 1 1★ 1" in lines[0]
    assert lines[1] == "You would be bound: The Orcs do not enter 1 and 2."
    assert any("it would be void" in line for line in lines)
    assert game.contracts == ()
    assert game.offers == ()


@rule("B6")
def test_a_preview_names_a_march_that_peace_forbids_even_when_nothing_is_to_be_decided() -> None:
    game = at("order=DEGO turn=3 dragon=5 D=10★3 E=5★5 G=15★3 O=1★3,11:3 at=council", "r9")
    peace = "The Orcs do not attack the Dwarves. The Orcs do not enter where the Dwarves are."
    for seat, who, whom in (("dwarves", "they", "them"), ("orcs", "you", "you")):
        lines = game.preview(seat, f"Between the Dwarves and the Orcs: {peace}")
        assert any(line.startswith(f"It stops {whom} from opening a battle.") for line in lines)
        assert not any("The orcs" in line for line in lines)
        assert f"For example, {who} could not move from 11 to 10★." in lines
    away = game.preview("elves", "The Elves do not enter where the Goblins are.")
    assert "For example, you could not bring units to 15★." in away


@rule("B6")
def test_a_table_may_play_without_contracts() -> None:
    game = Game.new(seed=1, contracts=False)
    no(game.offer(game.seats[0], PEACE))
    assert game.templates(game.seats[0]) == []
    assert not Game.from_json(game.to_json()).talks


@rule("B6")
def test_everything_said_is_in_record_replay_and_position() -> None:
    game = table(MOVE, f"{PEACE} {PRICE}")
    game.offer("dwarves", "The Dwarves do not bid this round.")
    play(game, "orcs pass")
    assert Game.replay(json.loads(json.dumps(game.record()))).events() == game.events()
    assert Game.from_json(game.to_json()) == game
    assert Game.at(game.position()).state.contracts == game.state.contracts


def test_contracts_offers_and_templates_can_be_read_in_sentences() -> None:
    game = table(MOVE, f"{PEACE} {PRICE}")
    game.offer("elves", PRICE)
    assert PEACE in game.contract_text(game.contracts[0])
    assert PRICE in game.contract_text(game.offers[0])
    for contract in game.templates("elves"):
        assert isinstance(game.preview("elves", game.contract_text(contract)), list)


def test_what_cannot_be_read_is_answered_with_a_clause_as_it_should_be() -> None:
    told = no(at(MOVE, "r9").offer("elves", "Peace!"))
    assert told.text.endswith("like: The Orcs do not attack the Elves until the end of turn 3.")


@rule("B6")
def test_every_template_can_be_offered_and_signed() -> None:
    game = at(MOVE, "r9")
    offered = game.templates("elves")
    assert len(offered) > 10
    for contract in offered:
        sign(at(MOVE, "r9"), contract)
