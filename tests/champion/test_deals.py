"""Contracts are priced by what they do to everyone's chance of winning [B6]."""

import random

import pytest
from bots.test_hostile_offers import MEETING

from dragondune.bots.bargaining.answers import Reply
from dragondune.bots.bargaining.memory import Mood
from dragondune.bots.base import Bot
from dragondune.bots.steward.steward import Steward
from dragondune.champion import deals
from dragondune.champion.deals import Price, price_of_line, price_of_offer, second_thought
from dragondune.champion.judge import Judge
from dragondune.champion.player import Champion
from dragondune.champion.quick import trained
from dragondune.champion.search import Effort
from dragondune.game import Game
from dragondune.views.sample import sample
from dragondune.views.view import view_of

RUINOUS = "The dwarves pay the orcs 1 gold now."


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "WORLDS", 4)


def table() -> Game:
    """The first auction, with an offer of the Orcs to the Dwarves."""
    game = Game.new("r9", None, (), 5, True)
    while game.state.round < 3:
        seat = game.pending()[0].seat
        game.play(seat, game.legal(seat)[0])
    return game


def test_a_contract_is_priced_for_everyone() -> None:
    game = table()
    price = price_of_line(game.view("orcs"), f"offer {RUINOUS}", Judge(trained()), random.Random(1))
    assert price is not None
    assert len(price.changes) == 4
    assert abs(sum(price.before) - 1) < 0.01


def test_what_cannot_be_signed_has_no_price() -> None:
    view = table().view("orcs")
    assert price_of_offer(view, 77, Judge(trained()), random.Random(1)) is None


def test_a_yes_that_costs_chances_becomes_a_no() -> None:
    game = table()
    game.speak("orcs", f"offer {RUINOUS}")
    view, offer = game.view("dwarves"), game.offers[-1]
    yes = Reply(f"accept {int(offer.number)}", "Gladly.")
    dear = Price((-0.05, 0.0, 0.0, 0.05), (0.25, 0.25, 0.25, 0.25))
    said = second_thought(view, offer, yes, dear)
    assert said.word == "refuse"
    assert "5%" in said.sentence
    assert "Orcs" in said.sentence
    cheap = Price((0.05, 0.0, 0.0, -0.05), (0.25, 0.25, 0.25, 0.25))
    assert second_thought(view, offer, yes, cheap).word == "accept"


def test_nobody_gives_gold_away() -> None:
    game = table()
    game.speak("orcs", f"offer {RUINOUS}")
    bot = Champion(1, Effort(rows=60))
    reply = bot.answer_offer(game.view("dwarves"), game.offers[-1], Mood())
    assert reply.word != "accept"


@pytest.mark.parametrize(
    "bot", [Steward(1), Champion(1, Effort(rows=60))], ids=["steward", "champion"]
)
def test_what_a_seat_cannot_know_changes_no_answer(bot: Bot) -> None:
    """The Elves pay for a promise of the Orcs; whatever the others hold, the answer is the same."""
    game = Game.at(MEETING.replace("hand=O", "hand=D:3♥4♠,O"))
    game.offer("elves", "The Orcs do not enter 5★ until turn 3. The Elves pay the Orcs 4 gold now.")
    seen, answers, hands = game.view("orcs"), set(), set()
    for seed in range(3):
        other = sample(seen, random.Random(seed))
        hands.add(tuple(other.hand))
        view = view_of(other, seen.seat)
        assert view == seen
        answers.add(bot.answer_offer(view, other.offers[-1], Mood()))
    assert len(hands) > 1, "the test has to shuffle something"
    assert len(answers) == 1
