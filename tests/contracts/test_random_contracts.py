"""Properties [B6], ruling 49: in random games with random contracts no promise is broken that could
be kept, gold is conserved, nothing comes to a dead end, and nobody learns what they may not."""

import json
import random

import pytest
from contracts.checker import Judge
from contracts.table import random_contract
from properties.knowledge import secrets_kept
from properties.laws import broken_laws
from properties.schema import misfits
from rulemarks import rule

from dragondune.engine import agenda
from dragondune.game import Game
from dragondune.model.events import EVERYONE, ContractPaid
from dragondune.model.factions import FACTION_NAMES
from dragondune.model.refusal import Refusal

EDITIONS = ["first", "r2", "r6", "r6b", "r9"]
NEWS = {"contract_card", "contract_no_card", "contract_size"}


def talk(game: Game, rng: random.Random) -> None:
    """Somebody offers something; the parties answer; now and then all end a contract."""
    contract = random_contract(game, rng)
    maker = rng.choice([f for f in game.state.order if contract.parties >> f & 1])
    if isinstance(game.offer(FACTION_NAMES[maker], contract), Refusal):
        return
    number = game.offers[-1].number
    for f in game.state.order:
        if contract.parties >> f & 1 and f != maker and game.offers:
            game.answer(FACTION_NAMES[f], number, rng.choice(("accept",) * 5 + ("refuse",)))
    if game.contracts and rng.random() < 0.1:
        over = rng.choice(game.contracts)
        for f in game.state.order:
            game.end(FACTION_NAMES[f], over.number)


def step(game: Game, rng: random.Random) -> None:
    """A random legal action; there always is one."""
    decision = rng.choice(game.pending())
    choices = game.legal(decision.seat)
    assert choices, f"a dead end for the {decision.seat} at {decision.step}"
    answer = game.play(decision.seat, rng.choice(choices))
    assert not isinstance(answer, Refusal)


def gold_conserved(game: Game, before: list[int], since: int) -> None:
    """Talking moves gold from purse to purse and nowhere else; nobody's falls below nothing."""
    moved = [e for e in game.events(since=since) if isinstance(e, ContractPaid)]
    assert all(e.gold > 0 and e.audience == EVERYONE for e in moved)
    assert sum(game.state.gold) == sum(before)
    assert min(game.state.gold) >= 0


@rule("B6", "ruling 49", edition="all")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("number", range(6))
def test_no_promise_is_broken_that_could_be_kept(edition: str, number: int) -> None:
    rng = random.Random(f"{edition} {number}")
    seats = rng.sample(FACTION_NAMES, rng.choice((2, 3, 4, 4)))
    game = Game.new(edition, seats, seed=f"{edition}{number}")
    judge = Judge(game)
    while not game.over:
        if rng.random() < 0.06:
            before, since = list(game.state.gold), len(game.events())
            talk(game, rng)
            gold_conserved(game, before, since)
            assert not list(judge.listen())
        step(game, rng)
        assert not broken_laws(game.state)
        assert not list(judge.listen())
        if rng.random() < 0.01:
            _comes_back(game)
    _comes_back(game)
    assert game.state.log is not None
    assert not misfits(game.state.log.events)


def _comes_back(game: Game) -> None:
    """Contracts survive JSON, record and position."""
    again = Game.from_json(game.to_json())
    assert again == game
    assert again.lines() == game.lines()
    assert Game.replay(json.loads(json.dumps(game.record()))).events() == game.events()
    placed = Game.at(game.position(), game.header.edition, game.header.options)
    assert (placed.state.contracts, placed.state.offers) == (
        game.state.contracts,
        game.state.offers,
    )


@rule("B6", "ruling 81", edition="all")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("number", range(3))
def test_nobody_learns_from_enforcement_what_they_may_not(edition: str, number: int) -> None:
    """Two worlds a seat cannot tell apart stay so: choices, events and void notices alike."""
    rng = random.Random(f"secret {edition} {number}")
    game = Game.new(edition, rng.sample(FACTION_NAMES, 4), seed=f"s{edition}{number}")
    while not game.over:
        if rng.random() < 0.08:
            talk(game, rng)
        if rng.random() < 0.3:
            wrong = [text for text in secrets_kept(game.state, rng) if not _rightly(text)]
            assert not wrong, wrong[0]
        step(game, rng)


def _rightly(text: str) -> bool:
    """What a contract shows to somebody is meant to be learnt."""
    return any(word in text for word in NEWS)


@rule("B6")
def test_playing_on_inside_the_engine_keeps_contracts_too() -> None:
    rng = random.Random(5)
    game = Game.new("r9", list(FACTION_NAMES), seed=5)
    for _ in range(20):
        talk(game, rng)
    copy = game.copy()
    while copy.state.stack:
        mask = agenda.actors(copy.state)
        f = next(f for f in range(4) if mask >> f & 1)
        agenda.apply(copy.state, f, rng.choice(agenda.legal(copy.state, f)))
    assert copy.over
    assert not game.over
