"""Positions for tests of judgement: a real game, stopped at a step and set up anew."""

import random
from collections.abc import Callable
from functools import cache

from dragondune.bots import make_bot
from dragondune.bots.base import Bot
from dragondune.engine import agenda, steps
from dragondune.game import Game
from dragondune.model.board import INDEX
from dragondune.model.factions import FACTION_NAMES, FACTION_OF_NAME
from dragondune.model.state import State
from dragondune.rules import standing
from dragondune.views.sample import sample
from dragondune.views.view import View, view_of

SEATS = ["orcs", "elves", "dwarves", "goblins"]


def at_step(step: int, seat: str, turn: int = 2, seed: int = 3, edition: str = "r9") -> State:
    """A game in which it is this seat's decision at this step, in this turn or later."""
    f = FACTION_OF_NAME[seat]
    for luck in range(seed, seed + 200):
        state = Game.new(edition, SEATS, seed=luck).state
        state.log = None
        rng = random.Random(luck)
        while state.stack:
            top = state.stack[-1]
            if top & 127 == step and state.turn >= turn and agenda.actors(state) >> f & 1:
                if step == steps.PLANS or top >> 7 & 7 == f:
                    return state
            waiting: int = agenda.actors(state)
            actor = (waiting & -waiting).bit_length() - 1
            agenda.apply(state, actor, rng.choice(agenda.legal(state, actor)))
    raise AssertionError("no such position came up")


def clear(state: State) -> None:
    """Take every unit, troll and piece of gold off the board; purses and hands are empty too."""
    state.trolls = 0
    state.board_gold = [0] * 28
    for f in range(4):
        state.bank[f] = 10
        state.grave[f] = state.gold[f] = state.vis[f] = state.hidm[f] = 0
        state.hand[f] = 0
    state.up = [0] * 112
    state.hid = [0] * 112
    state.event_discard = []


def stand(state: State, **armies: str) -> None:
    """``stand(state, elves="3 in 5★, 2 in 10★")``."""
    for name, text in armies.items():
        f = FACTION_OF_NAME[name]
        for army in text.split(","):
            count, place = army.split(" in ")
            t = INDEX[place.strip()]
            state.up[f * 28 + t] += int(count)
            state.vis[f] |= 1 << t
            state.bank[f] -= int(count)


def all_have_moved(state: State) -> None:
    """The one to decide is the last of the turn."""
    state.turns_taken = sum(1 << FACTION_OF_NAME[name] for name in FACTION_NAMES)


@cache
def decisions(
    seed: int,
    every: int,
    edition: str = "r9",
    options: tuple[str, ...] = (),
    seats: tuple[str, ...] = FACTION_NAMES,
) -> list[tuple[State, int]]:
    """Positions of a game of stewards where somebody has a choice."""
    state = Game.new(edition, seats, options, seed).state
    state.log = None
    bots = [make_bot("steward", seed + f) for f in range(4)]
    found: list[tuple[State, int]] = []
    count = 0
    while state.stack:
        waiting: int = agenda.actors(state)
        f = (waiting & -waiting).bit_length() - 1
        legal = agenda.legal(state, f)
        if len(legal) > 1:
            count += 1
            if count % every == 0:
                found.append((state.copy(), f))
        choice = legal[0] if len(legal) == 1 else bots[f].choose(view_of(state, f), legal)
        agenda.apply(state, f, choice)
    return found


def keeps_to_its_view(bot: Callable[[], Bot], found: list[tuple[State, int]]) -> None:
    """In worlds that a seat cannot tell apart its bot chooses, looks and explains alike."""
    rng = random.Random(11)
    differing = 0
    for state, f in found:
        view = view_of(state, f)
        legal, free = agenda.legal(state, f), standing.anytime(state, f)
        other = sample(view, rng)
        assert view_of(other, f) == view
        assert agenda.legal(other, f) == legal
        assert standing.anytime(other, f) == free
        differing += other.hand != state.hand
        assert len({bot().anytime(view_of(s, f), list(free)) for s in (state, other)}) == 1
        assert len({_said(bot(), view_of(s, f), list(legal)) for s in (state, other)}) == 1
    assert differing, "the test has to shuffle something"


def _said(bot: Bot, view: View, legal: list[int]) -> tuple[int, str]:
    choice = bot.choose(view, legal)
    assert choice in legal
    return choice, bot.explain()
