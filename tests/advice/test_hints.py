"""Hints: plain play unless something is clearly better, thrift in battle, and reasons that teach."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from review.scene import LAST_BATTLE

from dragondune.action import Action
from dragondune.advice import hints
from dragondune.advice.hints import Advice, advise, is_clear, rule_of_thumb
from dragondune.advice.phrases import phrase
from dragondune.advice.scales import Scales, Trials, Weighed
from dragondune.advice.tactics import HARDLY, odds_of, why
from dragondune.bots import make_bot
from dragondune.bots.steward.battle_plans import Battle
from dragondune.bots.steward.weights import OF_FACTION
from dragondune.engine import agenda
from dragondune.engine.agenda import step_of
from dragondune.game import Game
from dragondune.model.actions import count_of
from dragondune.model.factions import GOBLINS
from dragondune.views.view import View, view_of

# Eight Goblins with a six meet one Orc who holds nothing, in a castle that decides nothing yet.
SAFE_BATTLE = (
    "order=OEDG turn=3 first=O round=5 dragon=8 attacker=G defender=O place=10★ O=1★5,10★1 "
    "E=5★5 D=3★4 G=10★8,15★2 gold=D9,E6,G12,O7 hand=G:6♦2♣ seed=5 plans=-,- "
    "stack=sequence:-.0.0.12/battles:-.0.1/fight:G/sequence:G.2.0.3/plans:G"
)


def at(position: str, seat: int) -> tuple[View, list[int]]:
    state = Game.at(position, "r9", (), False).state
    return view_of(state, seat), agenda.legal(state, seat)


def weighed(cost: float, spread: float, best: int = 0) -> Weighed:
    ends = (1.0, 9.0, 5.0)
    return Weighed(cost, spread, best, 0.92, 0.92 - cost, "", (0.0,) * 4, ends, ends, 0.0)


def test_a_gain_within_the_noise_is_no_gain() -> None:
    assert not is_clear(weighed(0.01, 0.0))  # 92 % instead of 91 %
    assert not is_clear(weighed(0.05, 0.03))
    assert is_clear(weighed(0.08, 0.03))


def test_nobody_is_told_to_burn_units_for_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    """A trial that comes out a little better for six units more leaves the thrifty plan alone."""
    view, legal = at(SAFE_BATTLE, GOBLINS)
    dear = max(legal, key=count_of)
    monkeypatch.setattr(Scales, "weigh", lambda self: weighed(0.01, 0.02, dear))
    advice = advise(view, legal)
    assert count_of(advice.action) <= count_of(dear) - 6
    assert "%" not in advice.why
    assert "lost even if you win" in advice.why
    monkeypatch.setattr(Scales, "weigh", lambda self: weighed(0.30, 0.02, dear))
    assert advise(view, legal).action == dear


def test_a_battle_that_is_won_anyway_costs_few_units() -> None:
    view, legal = at(SAFE_BATTLE, GOBLINS)
    battle = Battle(view, OF_FACTION[GOBLINS])
    sent = count_of(advise(view, legal).action)
    cheaper = [plan for plan in legal if count_of(plan) < sent]
    best = max(odds_of(battle, plan) for plan in legal)
    assert sent <= 2
    assert all(odds_of(battle, plan) < best - HARDLY for plan in cheaper)


def test_a_blunder_of_a_rule_of_thumb_is_put_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever would send nobody into the battle that wins the game is told better."""
    view, legal = at(LAST_BATTLE, GOBLINS)
    monkeypatch.setattr(hints, "rule_of_thumb", lambda view, legal: min(legal))
    monkeypatch.setattr(hints, "TRIALS", Trials(4, 16, 16))
    advice = advise(view, legal)
    assert count_of(advice.action) > 0
    assert "The plainer choice would be to send no units" in advice.why
    assert "wins the game within the turn" in advice.why


# --- reasons -------------------------------------------------------------------------------


def decisions(number: int, most: int) -> Iterator[tuple[View, list[int]]]:
    """Every decision of the first turns of a game of stewards that has a choice."""
    rng = random.Random(number)
    edition = ("first", "r2", "r6", "r6b", "r9")[number % 5]
    game = Game.new(edition, rng.sample(("orcs", "elves", "dwarves", "goblins"), 4), (), number)
    players = [make_bot("steward", number * 4 + f) for f in range(4)]
    s = game.state
    while s.stack and most:
        waiting: int = agenda.actors(s)
        f = (waiting & -waiting).bit_length() - 1
        view, legal = view_of(s, f), agenda.legal(s, f)
        if len(legal) > 1:
            most -= 1
            yield view, legal
        agenda.apply(s, f, legal[0] if len(legal) == 1 else players[f].choose(view, legal))


@pytest.mark.parametrize("number", range(5))
def test_every_choice_has_a_reason_in_whole_sentences(number: int) -> None:
    rng = random.Random(number)
    for view, legal in decisions(number, 150):
        for action in {rule_of_thumb(view, legal), rng.choice(legal)}:
            text = why(view, legal, action)
            assert re.fullmatch(r"[A-Z0-9].+\.", text), text
            assert len(text.split()) >= 5, text
            assert not re.search(r"\bI\b|\bnobody's\b|nowhere|\bNone\b|  ", text), text
            assert phrase(Action.of(action), step_of(view.stack[-1]))


def test_a_reason_names_what_can_be_seen_on_the_board() -> None:
    view, legal = at(SAFE_BATTLE, GOBLINS)
    text = why(view, legal, max(legal, key=count_of))
    assert "the Orcs may hold and send" in text
    assert advise(view, legal) == Advice(*advise(view, legal))  # the same again
