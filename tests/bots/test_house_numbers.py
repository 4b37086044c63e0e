"""Bots go by the numbers of their own game: castles that win, income, the dead, who wins by default."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from bots.positions import at_step, clear, stand

from dragondune.bots import make_bot
from dragondune.bots.bargaining.appraisal import Appraiser
from dragondune.bots.bargaining.soon import could_win_soon
from dragondune.bots.steward.battle_plans import Battle
from dragondune.bots.steward.board_worth import BoardWorth
from dragondune.bots.steward.chances import castle_worth, revived_soon
from dragondune.bots.steward.council import alliance_worth, gain_from, nearness
from dragondune.bots.steward.steward import Steward
from dragondune.bots.steward.weights import OF_FACTION
from dragondune.bots.warlord.evaluation import portrait, win_chances
from dragondune.editions.build import EDITIONS, build
from dragondune.engine import agenda, steps
from dragondune.game import Game
from dragondune.model.factions import DWARVES, ELVES, GOBLINS, NOBODY, ORCS
from dragondune.model.state import State
from dragondune.views.view import View, view_of


def two_each(**house: Any) -> State:
    """The Elves hold two castles, the Orcs one, and something in the rules is different."""
    state = at_step(steps.MOVE, "elves")
    clear(state)
    stand(state, elves="2 in 5★, 2 in 10★, 3 in 0•", orcs="4 in 1★")
    state.rules = replace(state.rules, **house)
    return state


def seen(state: State, f: int = ELVES) -> View:
    return view_of(state, f)


# --- castles that win -------------------------------------------------------------------------


@pytest.mark.parametrize(("castles", "near"), [(2, 3), (3, 2), (4, 1), (5, 0)])
def test_how_near_somebody_is_depends_on_the_castles_it_takes(castles: int, near: int) -> None:
    view = seen(two_each(castles=castles))
    assert nearness(view, ELVES) == near
    assert nearness(view, DWARVES) == max(0, 3 - castles)


@pytest.mark.parametrize("castles", [2, 3, 4, 5])
def test_the_castle_before_the_last_one_counts_for_more(castles: int) -> None:
    """Castle by castle, nobody to be feared: with three the second adds more, with five the fourth."""
    state = two_each(castles=castles)
    clear(state)
    w = replace(OF_FACTION[ELVES], lose=0.0, threat=0.0, react=0.0)
    board = BoardWorth(seen(state), w)
    sums = [board.castles([3 if place < held else 0 for place in range(5)]) for held in range(6)]
    gains = [after - before for before, after in pairwise(sums)]
    plain, near = [w.castle] * (castles - 2), w.castle + w.next_castle
    assert gains == pytest.approx([*plain, near, near + w.win, *[near] * (5 - castles)])


def test_a_battle_for_the_castle_before_the_last_is_worth_more() -> None:
    state = at_step(steps.PLANS, "elves")
    clear(state)
    stand(state, elves="4 in 5★, 3 in 10★", orcs="4 in 5★")
    state.attacker, state.defender, state.place = ELVES, ORCS, 6
    holds = {}
    for castles in (3, 4):
        state.rules = replace(state.rules, castles=castles)
        holds[castles] = Battle(seen(state), OF_FACTION[ELVES]).hold
    assert holds[3] == holds[4] + OF_FACTION[ELVES].next_castle


@pytest.mark.parametrize(("castles", "more"), [(2, 0.5), (3, 0.25), (4, 0.0)])
def test_who_is_near_to_winning_is_envied(castles: int, more: float) -> None:
    appraiser = Appraiser(seen(two_each(castles=castles), ORCS), OF_FACTION[ORCS])
    assert appraiser.envy(ORCS, ELVES) == pytest.approx(0.35 + more)


@pytest.mark.parametrize("castles", [2, 3, 4, 5])
def test_the_formula_measures_castles_by_those_that_win(castles: int) -> None:
    numbers = portrait(two_each(castles=castles), ELVES)
    assert numbers[0] == pytest.approx(2 / (castles - 1))
    assert numbers[1] == (1.0 if castles <= 3 else 0.0)


@pytest.mark.parametrize("name", ["network", "skilled", "champion:100"])
def test_networks_leave_to_others_what_they_never_learned(name: str) -> None:
    """A row does not say how many castles win: where it is not three, stewards and warlords play."""
    state = two_each(castles=2)
    view, legal = seen(state), agenda.legal(state, ELVES)
    stand_in = make_bot("warlord:24" if name.startswith("champion") else "steward", 5)
    bot = make_bot(name, 5)
    assert bot.choose(view, legal) == stand_in.choose(view, legal)
    assert bot.reason == stand_in.reason
    assert bot.asks(view) is None


# --- gold and graves ---------------------------------------------------------------------------


def test_a_castle_is_worth_the_gold_it_brings() -> None:
    w = OF_FACTION[ELVES]
    plain = castle_worth(seen(two_each()), w)
    assert plain == w.castle
    assert castle_worth(seen(two_each(castle_income=4)), w) == plain + 3 * w.gold
    rich = BoardWorth(seen(two_each(castle_income=4)), w).castles([3, 0, 0, 0, 0])
    assert rich > BoardWorth(seen(two_each()), w).castles([3, 0, 0, 0, 0])


def test_gold_of_castles_counts_in_who_could_win_soon() -> None:
    """Six units in the bank and no gold: only what castles bring pays for the third one."""
    state = two_each(income=0)
    clear(state)
    stand(state, elves="2 in 5★, 2 in 10★", orcs="3 in 3★, 3 in 15★, 3 in 1★")
    state.gold[ELVES], state.bank[ELVES], state.hand[ELVES], state.turn = 0, 6, 0, 3
    assert not could_win_soon(seen(state, ORCS), ELVES, ORCS, 0)
    state.rules = replace(state.rules, castle_income=5)
    assert could_win_soon(seen(state, ORCS), ELVES, ORCS, 0)


def test_nobody_is_expected_to_raise_more_dead_than_may_be() -> None:
    rules = build("r9")
    assert revived_soon(rules, ELVES, NOBODY, 5) == 2
    assert revived_soon(rules, ELVES, NOBODY, 1) == 1
    assert revived_soon(build("r9", ["graves.elves=1"]), ELVES, NOBODY, 5) == 1
    assert revived_soon(build("r9", ["graves.elves=0"]), ELVES, ORCS, 5) == 2  # by the ally's leave


# --- who wins by default -----------------------------------------------------------------------


def test_there_is_nothing_to_share_where_nobody_wins_by_default() -> None:
    game = Game.new("first", options=["power.default_winner.orcs=off"])
    view = seen(game.state)
    shared = seen(Game.new("first").state)
    assert gain_from(shared, ELVES, ORCS) > 19
    assert gain_from(view, ELVES, ORCS) < 2
    w = OF_FACTION[ORCS]
    assert alliance_worth(seen(Game.new("first").state, ORCS), w, ELVES) == -1.0
    assert alliance_worth(seen(game.state, ORCS), w, ELVES) > -1.0


def chances(turn: int, *options: str) -> list[float]:
    state = Game.new("r9", options=list(options)).state
    state.turn = turn
    return win_chances(state)


def test_time_runs_for_whoever_wins_by_default() -> None:
    early, late = (chances(turn)[ORCS] for turn in (2, 8))
    assert late > early + 0.1
    early, late = (chances(turn, "power.default_winner.orcs=off")[ORCS] for turn in (2, 8))
    assert early < 0.45
    assert abs(late - early) < 0.05
    given = ("power.default_winner.orcs=off", "power.default_winner.goblins=on")
    early, late = (chances(turn, *given)[GOBLINS] for turn in (2, 8))
    assert late > early + 0.05 > 0.5
    assert chances(8, *given)[ORCS] < 0.2


# --- and the books -----------------------------------------------------------------------------


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_in_the_books_nothing_of_this_is_different(edition: str) -> None:
    """The weights were found there: what is reckoned with must be what these books say."""
    rules = EDITIONS[edition]
    assert rules.castles == 3
    assert rules.castle_income <= 1
    for f in range(4):
        assert revived_soon(rules, f, NOBODY, 9) == 2
    view = seen(Game.new(edition).state)
    assert castle_worth(view, OF_FACTION[ELVES]) == OF_FACTION[ELVES].castle
    assert isinstance(make_bot("steward"), Steward)
