"""One random game, watched all the way: laws after every action, probes in between.

A failure tells how to play the same game again, and every action up to where it broke.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from dataclasses import dataclass

from properties.knowledge import secrets_kept
from properties.laws import broken_laws
from properties.ledger import Ledger
from properties.probes import (
    dead_ends,
    differing,
    independence,
    listed_actions,
    refusals,
    round_trips,
    wander,
)
from properties.schema import misfits
from properties.tables import Table

from dragondune.action import Action
from dragondune.engine import agenda
from dragondune.engine.notation import position_text
from dragondune.game import Game
from dragondune.model.action_text import action_text
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.refusal import Refusal
from dragondune.rules import standing

# Random games take about 500 decisions; nothing in the rules lets one go on for ever.
MOST_ACTIONS = 6000


class BrokenError(AssertionError):
    """A property does not hold: in which game, after which action, and what is wrong."""

    def __init__(self, table: Table, lines: list[str], wrong: str) -> None:
        super().__init__(table, lines, wrong)
        self.table, self.lines, self.wrong = table, lines, wrong

    def __str__(self) -> str:
        return self.report(25)

    def report(self, most: int) -> str:
        """The whole story, with so many of the last actions."""
        shown = self.lines[-most:]
        head = [f"python3 run.py check {self.table}", f"broke after {len(self.lines)} actions:"]
        return "\n".join([*head, f"  {self.wrong}", "its last actions were:", *shown])


@dataclass(frozen=True)
class Care:
    """How closely a game is watched: laws after every so many actions, probes so often."""

    laws: int = 1
    refusals: float = 0.02
    round_trips: float = 0.01
    copies: float = 0.01
    listed: float = 0.02
    secrets: float = 0.04
    anytime: float = 0.03
    talk: float = 0.02
    replay: float = 0.3


CLOSE = Care()
QUICK = Care(laws=3, refusals=0.005, round_trips=0.003, copies=0.003, listed=0.005, secrets=0.01)


class Session:
    """Plays one table to its end; everything random follows from the table's seed."""

    def __init__(self, table: Table, care: Care = CLOSE) -> None:
        self.table, self.care = table, care
        self.rng = random.Random(f"{table} {care}")
        self.game = Game.new(table.edition, table.factions, table.options, table.seed)
        self.ledger = Ledger(self.game.state.rules, self.game.state.order)
        if table.rich:
            self.game = enriched(self.game, self.rng)
            self.ledger = Ledger.opened_at(self.game.state)

    def run(self) -> Game:
        """Play to the end; BrokenError where a property does not hold."""
        try:
            while not self.game.over:
                self._watch()
                self._talk()
                self._play_one()
                if len(self.game.history) > MOST_ACTIONS:
                    self._fail([f"no end after {MOST_ACTIONS} actions"])
            self._laws()
            self._fail(misfits(self.game.state.log.events if self.game.state.log else []))
            if self.rng.random() < self.care.replay:
                self._fail(replays(self.game))
        except BrokenError:
            raise
        except Exception as error:
            raise self._broken(f"{type(error).__name__}: {error}") from error
        return self.game

    # --- playing ---------------------------------------------------------------------------

    def _play_one(self) -> None:
        f, code = self._interruption() or self._decision()
        answer = self.game.play(FACTION_NAMES[f], Action.of(code))
        if isinstance(answer, Refusal):
            self._fail(
                [f"{FACTION_NAMES[f]} {action_text(code)!r} was listed but refused: {answer}"]
            )

    def _talk(self) -> None:
        """At every fourth table players make contracts; most offers are accepted [B6]."""
        if self.table.seed % 4 != 1 or self.rng.random() >= self.care.talk:
            return
        for offer in self.game.offers:
            word = "accept" if self.rng.random() < 0.7 else "refuse"
            self.game.answer(self.rng.choice(self.game.seats), offer.number, word)
        for contract in self.game.contracts:
            if self.rng.random() < 0.1:
                self.game.end(self.rng.choice(self.game.seats), contract.number)
        seat = self.rng.choice(self.game.seats)
        deals = self.game.templates(seat)
        if deals:
            answer = self.game.offer(seat, self.rng.choice(deals))
            if isinstance(answer, Refusal):
                self._fail([f"an offer was proposed to {seat} and then refused: {answer}"])

    def _interruption(self) -> tuple[int, int] | None:
        """Now and then a gift or a look, whoever's turn it is [B11, EL2]."""
        if self.rng.random() >= self.care.anytime:
            return None
        f = self.rng.choice(self.game.state.order)
        codes = standing.anytime(self.game.state, f)
        return (f, self._choice(codes)) if codes else None

    def _decision(self) -> tuple[int, int]:
        s = self.game.state
        acting = agenda.actors(s)
        f = self.rng.choice([f for f in s.order if acting >> f & 1])
        return f, self._choice(agenda.legal(s, f))

    def _choice(self, codes: list[int]) -> int:
        """Half the time the kind is drawn first, so that rare kinds get their turn."""
        if self.rng.random() < 0.5:
            return self.rng.choice(codes)
        kind = self.rng.choice(sorted({code >> 29 for code in codes}))
        return self.rng.choice([code for code in codes if code >> 29 == kind])

    # --- watching --------------------------------------------------------------------------

    def _watch(self) -> None:
        if len(self.game.history) % self.care.laws == 0:
            self._laws()
        s, rng, care = self.game.state, self.rng, self.care
        if rng.random() < care.refusals:
            self._fail(refusals(self.game, rng))
        if rng.random() < care.round_trips:
            self._fail(round_trips(s))
        if rng.random() < care.copies:
            self._fail(independence(s, rng, 12))
        if rng.random() < care.listed:
            self._fail(listed_actions(s, rng, 12))
        if rng.random() < care.secrets:
            self._fail(secrets_kept(s, rng))

    def _laws(self) -> None:
        s = self.game.state
        assert s.log is not None
        self.ledger.listen(s.log.events)
        self._fail([*broken_laws(s), *dead_ends(s), *self.ledger.differences(s)])

    def _fail(self, wrongs: Iterable[str]) -> None:
        for wrong in wrongs:
            raise self._broken(wrong)

    def _broken(self, wrong: str) -> BrokenError:
        lines = [f"{seat} {line}" for seat, line in self.game.lines()]
        return BrokenError(self.table, lines, wrong)


def enriched(game: Game, rng: random.Random) -> Game:
    """The same table after the set-up, with full hands, all aces among them, and gold for all."""
    s = game.state.copy()
    while s.turn == 0:
        wander(s, rng, 1)
    wanted = sorted(s.deck, key=lambda card: (card % 13 in (0, 5), rng.random()))
    s.deck = wanted
    for f in rng.sample(s.order, len(s.order)):
        while int(s.hand[f]).bit_count() < s.rules.hand_limit[f] - 1 and s.deck:
            card = s.deck.pop()
            s.hand[f] |= 1 << card
            s.knows[f] |= 1 << card
        s.gold[f] += 5
    rng.shuffle(s.deck)
    return Game.at(position_text(s), game.header.edition, game.header.options)


def replays(game: Game) -> Iterable[str]:
    """The record and the stored game lead to the identical game, event by event."""
    again = Game.replay(json.loads(json.dumps(game.record())))
    stored = Game.from_json(game.to_json())
    for name, back in (("record", again), ("stored game", stored)):
        wrong = set(differing(game.state, back.state))
        # A record holds results in place of a seed.
        if wrong - {"seed", "draws", "script_at"}:
            yield f"the {name} leads to another {', '.join(sorted(wrong))}"
        if back.events() != game.events() or back.history != game.history:
            yield f"the {name} tells other events"
        for seat in game.seats:
            if back.events(seat) != game.events(seat):
                yield f"the {name} tells the {seat} other events"
    if stored != game:
        yield "the stored game is another one"
