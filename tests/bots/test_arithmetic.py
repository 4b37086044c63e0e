"""Bots and page reckon as the rules do: elites, griffins, half prices, steered dragons."""

from dragondune import Action, Game
from dragondune.bots.steward.battle_plans import Battle
from dragondune.bots.steward.board_worth import CASTLE_LIST, BoardWorth
from dragondune.bots.steward.recruitment import reach_of
from dragondune.bots.steward.steward import plan_words
from dragondune.bots.steward.weights import OF_FACTION
from dragondune.bots.warlord.evaluation import Means
from dragondune.model.board import INDEX
from dragondune.model.factions import DWARVES, ELVES, GOBLINS
from dragondune.rules.reckoning import total
from dragondune.server.wire.views import game_view


def test_a_hint_tells_the_odds_that_the_rules_give() -> None:
    """DW4: an elite is two units. Every plan the opponent may have is counted out."""
    game = Game.at("order=DEGO turn=2 dragon=9 D=7:1+2e G=7:4 at=plans:dwarves>goblins@7", "first")
    view = game.view("dwarves")
    battle = Battle(view, OF_FACTION[DWARVES])
    plan = Action.make("plan", units=3, elites=2).code
    won = 0.0
    for sent, often in enumerate(battle.armies):
        for card, likely in battle.cards:
            other = Action.make("plan", units=sent).code
            assert card == 63  # nobody holds an artifact here
            mine = total(view.rules, DWARVES, GOBLINS, plan, other, False)
            if mine >= total(view.rules, GOBLINS, DWARVES, other, plan, False):
                won += often * likely
    assert f"{won:.0%}" in plan_words(view, battle, plan)


def test_griffins_serve_who_is_alone_with_them() -> None:
    """B4: two players in 5★, and nobody controls it, so its griffins carry nobody."""
    castle = CASTLE_LIST.index(INDEX["15★"])
    for foe, carried in (("", True), ("D=5★1 ", False)):
        text = f"order=OEDG turn=2 dragon=9 {foe}E=5★1,12•3 at=orcs.move"
        game = Game.at(text)
        board = BoardWorth(game.view("orcs"), OF_FACTION[3])
        assert bool(board.reach(ELVES)[castle]) is carried
        assert bool(Means(game.state, ELVES).moved[castle]) is carried


def test_an_ally_beside_them_keeps_griffins_from_carrying() -> None:
    """B3, B4: an ally is another player; a castle shared with it is not controlled."""
    for foe, steps in (("", 4), ("D=5★1 ", 2)):
        text = f"order=OEDG turn=2 dragon=9 ally=DE {foe}E=5★1,12•3 at=elves.move"
        game = Game.at(text, options=["allies-at-peace"])
        assert reach_of(BoardWorth(game.view("elves"), OF_FACTION[ELVES])) == steps


def test_the_page_draws_as_far_as_the_dragons_may_be_steered() -> None:
    """O11: ten numbers ahead in `r9`, six where nobody can steer."""
    text = "order=OEDG turn=2 dragon=9 at=orcs.move"
    for options, ahead in (([], 6), (["steered-dragons"], 10)):
        drawn = game_view(Game.at(text, "r9", options).view(), [], "")
        assert drawn.dragon_next == [(9 + n - 1) % 18 + 1 for n in range(1, ahead + 1)]
