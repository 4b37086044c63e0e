"""Reasons that a person learns from: what happens after this, and after the next best."""

import re

from bots.positions import all_have_moved, at_step, clear, decisions, stand

from dragondune.champion.player import Champion
from dragondune.champion.search import Effort, Idea
from dragondune.champion.trials import Ending
from dragondune.champion.words import experience, reason
from dragondune.engine import agenda, steps
from dragondune.model.factions import ELVES, ORCS
from dragondune.views.view import view_of

ELVES_WIN, ORCS_WIN = 1 << ELVES, 1 << ORCS


def tried(action: int, chance: float, winners: list[int]) -> Idea:
    """An idea that came out so in its trials."""
    chances = (0.0, chance, 0.0, 1 - chance)
    return Idea(action, 0.5, [Ending(chances, won, castles=1) for won in winners])


def test_the_clearest_difference_is_the_reason() -> None:
    state = at_step(steps.MOVE, "elves")
    view, legal = view_of(state, ELVES), agenda.legal(state, ELVES)
    win = tried(legal[0], 0.6, [ELVES_WIN, ELVES_WIN, 0, 0])
    rest = tried(legal[1], 0.4, [0, 0, 0, 0])
    assert "I win this turn in 50% of the games I tried" in reason(view, win, [win, rest])
    lose = tried(legal[1], 0.4, [ORCS_WIN, 0, 0, 0])
    safe = tried(legal[0], 0.6, [0, 0, 0, 0])
    told = reason(view, safe, [safe, lose])
    assert "the Orcs win this turn in almost none of the games" in told
    assert told.endswith("in 25% of the games.")
    alike = tried(legal[1], 0.6, [0, 0, 0, 0])
    assert "come out alike" in reason(view, safe, [safe, alike])
    assert reason(view, safe, [safe]) == experience(view, safe)


def test_a_champion_says_that_it_wins() -> None:
    state = at_step(steps.MOVE, "elves")
    clear(state)
    state.dragon = 14
    stand(state, elves="2 in 5★, 2 in 10★, 3 in 0•", orcs="4 in 1★", dwarves="4 in 15★")
    all_have_moved(state)
    champion = Champion(1, Effort(rows=200))
    champion.choose(view_of(state, ELVES), agenda.legal(state, ELVES))
    assert re.search(r"I (win this turn|hold three castles)|one thing: moving", champion.explain())


def test_its_reasons_compare_what_it_tried() -> None:
    champion = Champion(1, Effort(rows=100))
    compared = 0
    for state, f in decisions(6, 90):
        champion.choose(view_of(state, f), agenda.legal(state, f))
        told = champion.explain()
        assert told.endswith(".")
        compared += "tried" in told
    assert compared, "it has to try something"
