"""Hypothesis plays: any order of choices, gifts, looks, copies and replays; failures shrink."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from properties.laws import broken_laws
from properties.ledger import Ledger
from properties.probes import dead_ends, fingerprint, round_trips
from properties.tables import EDITION_NAMES, faction_choices, single_options

from dragondune.action import Action
from dragondune.game import Game
from dragondune.model.refusal import Refusal

NUMBERS = st.integers(min_value=0, max_value=10**6)


class Play(RuleBasedStateMachine):
    """A game in the hands of Hypothesis: every number chooses among what is listed."""

    game: Game
    ledger: Ledger

    @initialize(
        edition=st.sampled_from(EDITION_NAMES),
        factions=st.sampled_from(faction_choices()),
        option=NUMBERS,
        seed=st.integers(min_value=0, max_value=999),
    )
    def sit_down(self, edition: str, factions: tuple[str, ...], option: int, seed: int) -> None:
        offered = [(), *single_options(edition)]
        options = offered[option % len(offered)]
        self.game = Game.new(edition, factions, options, seed)
        self.ledger = Ledger(self.game.state.rules, self.game.state.order)

    def _play(self, seat: str, action: Action) -> None:
        assert not isinstance(self.game.play(seat, str(action)), Refusal)

    @precondition(lambda self: not self.game.over)
    @rule(who=NUMBERS, what=st.lists(NUMBERS, min_size=1, max_size=40))
    def decide(self, who: int, what: list[int]) -> None:
        """Several decisions in a row, so that games get somewhere."""
        for number in what:
            pending = self.game.pending()
            if not pending:
                return
            seat = pending[who % len(pending)].seat
            choices = self.game.legal(seat)
            self._play(seat, choices[number % len(choices)])

    @rule(who=NUMBERS, what=NUMBERS)
    def interrupt(self, who: int, what: int) -> None:
        seat = self.game.seats[who % len(self.game.seats)]
        offers = self.game.anytime(seat)
        if offers:
            self._play(seat, offers[what % len(offers)])

    @rule(who=NUMBERS, line=st.text(max_size=12))
    def mumble(self, who: int, line: str) -> None:
        """What is no action is refused, whatever it is."""
        seat = self.game.seats[who % len(self.game.seats)]
        before = fingerprint(self.game.state)
        if line.strip().lower() not in ("pass", "accept", "break", "bless", "take", "sell"):
            assert isinstance(self.game.play(seat, line), Refusal)
            assert fingerprint(self.game.state) == before

    @rule()
    def store(self) -> None:
        """Go on with the game that was stored and read back."""
        stored = Game.from_json(self.game.to_json())
        assert stored == self.game
        assert stored.events() == self.game.events()
        self.game = stored

    @rule()
    def replay(self) -> None:
        record: Any = json.loads(json.dumps(self.game.record()))
        assert Game.replay(record).history == self.game.history
        assert not list(round_trips(self.game.state))

    @invariant()
    def lawful(self) -> None:
        if not hasattr(self, "game"):
            return
        state = self.game.state
        assert state.log is not None
        self.ledger.listen(state.log.events)
        assert not [*broken_laws(state), *dead_ends(state), *self.ledger.differences(state)]


TestPlay = Play.TestCase
# Derandomised: what a change of the engine breaks must not depend on the day.
TestPlay.settings = settings(
    max_examples=60,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
