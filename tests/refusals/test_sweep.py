"""Every refusal, in every edition: it names a rule of what was tried, and its sentence is true.

Random games are walked through, and at many of their positions every seat tries actions of every
kind. What a seat is told may depend on nothing it does not know: in a position dealt anew that it
cannot tell from the real one it hears the same.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from properties.session import enriched
from properties.tables import possible
from refusals.families import FAMILY
from refusals.tries import Tries, code_of
from refusals.truths import Where, judged
from rulemarks import rule

from dragondune.booklet.loading import load
from dragondune.editions.options import OPTIONS
from dragondune.engine import agenda
from dragondune.engine.steps import STEP_NAMES
from dragondune.game import Game
from dragondune.model import actions as act
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.refusal import Refusal
from dragondune.model.state import State
from dragondune.rules import not_now, standing
from dragondune.rules.setup import settled_split
from dragondune.views.sample import sample
from dragondune.views.view import view_of

FIVE = ("first", "r2", "r6", "r6b", "r9")
GAMES = 12
# The first few times a step is met it is always tried, then by chance, and in the end no more.
ALWAYS, AT_MOST = 5, 16


def some_options(edition: str, rng: random.Random) -> list[str]:
    """No options, all that go together, or some of them."""
    chosen: list[str] = []
    share = rng.choice((0.0, 0.5, 1.0))
    for name in rng.sample(list(OPTIONS), len(OPTIONS)):
        if rng.random() < share and possible(edition, [*chosen, name]):
            chosen.append(name)
    return chosen


def some_game(edition: str, number: int) -> tuple[Game, random.Random]:
    """A table of two to four; every other one has all the cards and much gold."""
    rng = random.Random(f"refusals {edition} {number}")
    seats = rng.sample(FACTION_NAMES, rng.choice((2, 3, 4, 4, 4)))
    game = Game.new(edition, seats, some_options(edition, rng), number)
    return (enriched(game, rng) if number % 2 else game), rng


def refusal_of(s: State, f: int, code: int) -> Refusal | None:
    """As the game does it, but without listing what is legal each time."""
    if act.kind_of(code) in (act.GIVE, act.LOOK):
        return standing.why_not_anytime(s, f, code)
    return not_now.why_not(s, f, code)


def allowed(s: State, f: int) -> set[int]:
    return {*agenda.legal(s, f), *standing.anytime(s, f)}


class Sweep:
    """One edition's games, and what went wrong in them."""

    def __init__(self, edition: str) -> None:
        self.edition, self.book = edition, load()
        self.tried: Counter[str] = Counter()
        self.steps: Counter[str] = Counter()
        self.wrong: list[str] = []

    def walk(self, number: int) -> None:
        game, rng = some_game(self.edition, number)
        s = game.state
        while s.stack and len(self.wrong) < 20:
            step = STEP_NAMES[s.stack[-1] & 127]
            seen = self.steps[step]
            if seen < ALWAYS or (seen < AT_MOST and rng.random() < 0.1):
                self.steps[step] += 1
                self.attempt(s, rng)
            go_on(s, rng)

    def attempt(self, s: State, rng: random.Random) -> None:
        for f in s.order:
            legal = allowed(s, f)
            twin = sample(view_of(s, f), rng)
            for line in Tries(s, f, rng).lines():
                code = settled_split(s, f, code_of(line))
                if code not in legal:
                    self.judge(s, twin, f, line, code)

    def judge(self, s: State, twin: State, f: int, line: str, code: int) -> None:
        refusal = refusal_of(s, f, code)
        assert refusal is not None
        self.tried[line.split()[0]] += 1
        for wrong in self.faults(s, f, line, refusal):
            self.wrong.append(f"{FACTION_NAMES[f]} {line!r}: {refusal} -- {wrong}\n  {where(s)}")
        if str(refusal_of(twin, f, code)) != str(refusal):
            told = refusal_of(twin, f, code)
            self.wrong.append(f"{FACTION_NAMES[f]} {line!r} learns a secret: {refusal} or {told}")

    def faults(self, s: State, f: int, line: str, refusal: Refusal) -> list[str]:
        kind, rule_id, text = line.split()[0], refusal.rule, refusal.text
        found = [judged(text, Where(s, f, code_of(line)))]
        if kind != "pass" and rule_id not in FAMILY[kind]:
            found.append(f"{rule_id} is not about {kind}")
        missing = self.book.rule(rule_id).text(self.edition) is None
        if missing and not any(words in text for words in ("without", "n this game")):
            if rule_id[0] != "O":  # an option can be played as a house rule
                found.append(f"{rule_id} is no rule of {self.edition}")
        return [one for one in found if one]


def go_on(s: State, rng: random.Random) -> None:
    """One action, rather not a pass; now and then the Elves look at a hand."""
    for f in s.order if rng.random() < 0.05 else ():
        looks = [code for code in standing.anytime(s, f) if act.kind_of(code) == act.LOOK]
        if looks:
            standing.play_anytime(s, f, rng.choice(looks))
            return
    f = rng.choice([f for f in s.order if agenda.actors(s) >> f & 1])
    choices = agenda.legal(s, f)
    busy = [code for code in choices if code] or choices
    agenda.apply(s, f, rng.choice(busy if rng.random() < 0.7 else choices))


def where(s: State) -> str:
    top = s.stack[-1]
    return f"at {STEP_NAMES[top & 127]} of {top >> 7 & 7}, turn {s.turn}, round {s.round}"


@rule("B9", edition="all")
@pytest.mark.parametrize("edition", FIVE)
def test_every_refusal_names_what_was_tried_and_tells_the_truth(edition: str) -> None:
    sweep = Sweep(edition)
    for number in range(GAMES):
        sweep.walk(number)
    assert not sweep.wrong, "\n".join(sweep.wrong)
    assert set(sweep.tried) == set(act.KIND_NAMES)
