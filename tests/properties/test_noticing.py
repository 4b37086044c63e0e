"""The properties themselves: a position that breaks a law is noticed, and told so that one can
play the same game again."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from properties.knowledge import secrets_kept
from properties.laws import broken_laws
from properties.ledger import Ledger
from properties.probes import refusals, wander
from properties.schema import misfits
from properties.session import BrokenError, Session
from properties.tables import (
    EDITION_NAMES,
    Table,
    faction_choices,
    option_pairs,
    single_options,
    turned,
)

from dragondune.engine import agenda
from dragondune.game import Game
from dragondune.model.cards import NO_CARD
from dragondune.model.events import Event, GotCard, Income
from dragondune.model.factions import NOBODY, ORCS
from dragondune.model.state import State


def midgame(actions: int = 150) -> State:
    game = Game.new("r9", ["orcs", "elves", "dwarves", "goblins"], seed=5)
    state = game.state.copy()
    wander(state, random.Random(1), actions)
    assert not broken_laws(state)
    return state


def _steal_unit(s: State) -> None:
    s.bank[0] -= 1


def _add_unit(s: State) -> None:
    s.grave[2] += 1


def _forget_mask(s: State) -> None:
    s.vis[1] ^= 1 << 9


def _mix_stack(s: State) -> None:
    at = next(at for at in range(28, 56) if s.up[at])
    s.up[at] -= 1
    s.hid[at] += 1
    s.hidm[1] |= 1 << at - 28
    s.vis[1] = sum(1 << t for t in range(28) if s.up[28 + t])


def _double_card(s: State) -> None:
    s.discard.append(s.deck[-1])


def _lose_event(s: State) -> None:
    s.event_deck.pop()


def _same_queens(s: State) -> None:
    s.usurper = (s.usurper[1], *s.usurper[1:])


def _debt(s: State) -> None:
    s.gold[3] = -1


def _one_sided_alliance(s: State) -> None:
    s.ally = [1, 7, 7, 7]


def _stale_powers(s: State) -> None:
    s.powers = [s.powers[0] | 1 << 40, *s.powers[1:]]


def _winner_too_early(s: State) -> None:
    s.winners = 1


def _full_castle(s: State) -> None:
    for f in range(3):
        s.bank[f] -= 1
        s.up[f * 28 + 23] += 1
        s.vis[f] |= 1 << 23


@pytest.mark.parametrize(
    ("spoil", "law"),
    [
        (_steal_unit, "A2"),
        (_add_unit, "A2"),
        (_forget_mask, "masks"),
        (_mix_stack, "EL9"),
        (_double_card, "A12"),
        (_lose_event, "A13"),
        (_same_queens, "A11"),
        (_debt, "owed"),
        (_one_sided_alliance, "B7"),
        (_stale_powers, "B7"),
        (_winner_too_early, "winners"),
        (_full_castle, "B5"),
    ],
)
def test_a_broken_law_is_noticed(spoil: Callable[[State], None], law: str) -> None:
    state = midgame()
    spoil(state)
    assert any(law in wrong for wrong in broken_laws(state)), broken_laws(state)


def test_untold_gold_is_noticed() -> None:
    game = Game.new("r9", ["orcs", "elves"], seed=1)
    ledger = Ledger(game.state.rules, game.state.order)
    ledger.listen(game.events())
    assert not list(ledger.differences(game.state))
    game.state.gold[3] += 1
    assert any("gold" in wrong for wrong in ledger.differences(game.state))


def test_told_gold_that_was_not_paid_is_noticed() -> None:
    game = Game.new("r9", ["orcs", "elves"], seed=1)
    ledger = Ledger(game.state.rules, game.state.order)
    ledger.listen([*game.events(), Income(faction=ORCS, gold=2)])
    assert any("gold" in wrong for wrong in ledger.differences(game.state))


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        (Income(faction=NOBODY, gold=2), "faction is no faction"),
        (Income(faction=ORCS, gold=-1), "gold is no gold"),
        (GotCard(faction=ORCS, card=NO_CARD), "card is no card"),
    ],
)
def test_an_event_that_does_not_fit_its_schema_is_noticed(told: Event, wrong: str) -> None:
    assert any(wrong in found for found in misfits([told]))


@pytest.mark.skipif(agenda.COMPILED, reason="compiled steps cannot be exchanged")
def test_a_leaking_view_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If whoever holds an ace were the only one asked, every other seat would learn who does."""

    def asked_only_with_cards(step: agenda.Step, s: State) -> bool:
        f = agenda.seat_of(s.stack[-1])
        if s.hand[f] & 0x8004002001:
            return True
        s.stack.pop()
        return False

    position = "order=OEDG turn=2 dragon=7 G=3★5 O=1★5 E=5★5 gold=D5,E5,G5,O5 hand=O:A♣,E:4♥,D:5♥"
    state = Game.at(position + " at=goblins.early_disband").state
    rng = random.Random(3)
    assert not [wrong for _ in range(40) for wrong in secrets_kept(state, rng)]
    deny = agenda.STEPS[35]
    monkeypatch.setattr(type(deny), "open", asked_only_with_cards)
    assert [wrong for _ in range(40) for wrong in secrets_kept(state, rng)]


def test_an_accepted_stranger_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new("r9", ["orcs", "elves"], seed=1)
    monkeypatch.setattr(Game, "play", lambda game, seat, action: ())
    assert list(refusals(game, random.Random(2)))


def test_a_failure_tells_how_to_repeat_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def owes_nothing(self: Ledger, s: State) -> list[str]:
        return ["the bank is short"] if s.turn > 1 else []

    monkeypatch.setattr(Ledger, "differences", owes_nothing)
    table = Table("r6", ("plunder",), ("orcs", "elves", "goblins"), 11)
    stories = []
    for _ in range(2):
        with pytest.raises(BrokenError) as broken:
            Session(table).run()
        stories.append(broken.value.report(10**6))
    assert stories[0] == stories[1]
    assert "--edition r6 --factions orcs,elves,goblins --options plunder --seed 11" in stories[0]
    assert "the bank is short" in stories[0]
    assert "orcs place " in stories[0]


def test_every_choice_is_played() -> None:
    """Eleven choices of two to four factions; all options; all pairs but impossible ones."""
    assert len(faction_choices()) == 11
    assert {turned(("a", "b", "c"), seed) for seed in range(6)} == {
        ("a", "b", "c"),
        ("a", "c", "b"),
        ("b", "a", "c"),
        ("b", "c", "a"),
        ("c", "a", "b"),
        ("c", "b", "a"),
    }
    for edition in EDITION_NAMES:
        alone = len([some for some in single_options(edition) if "=" not in some[0]])
        assert len(option_pairs(edition)) == alone * (alone - 1) // 2 - 1, "one pair excludes"
