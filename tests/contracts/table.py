"""Helpers of the contract tests: signing in one line, and random contracts."""

import random
from collections.abc import Iterable

from rules.table import at

from dragondune.contracts.language.parser import parse_contract
from dragondune.game import Game
from dragondune.model import contracts as terms
from dragondune.model.cards import ARTIFACTS
from dragondune.model.contracts import Clause, Contract
from dragondune.model.events import ContractVoid, Event
from dragondune.model.factions import FACTION_NAMES, NOBODY
from dragondune.model.refusal import Refusal


def table(position: str, *contracts: str, edition: str = "r9") -> Game:
    """A position with contracts signed by all they are between, the first one the oldest."""
    game = at(position, edition)
    for text in contracts:
        sign(game, text)
    return game


def sign(game: Game, contract: "str | Contract") -> list[Event]:
    """Offer a contract and let all its parties accept; the events of it.

    A promise that names nobody it is made to is made to the seat that comes first without it.
    """
    parties = (parse_contract(contract) if isinstance(contract, str) else contract).parties
    alone = not parties & (parties - 1)
    maker = next(f for f in game.state.order if bool(parties >> f & 1) != alone)
    told = list(_accepted(game.offer(FACTION_NAMES[maker], contract)))
    offer = game.offers[-1]
    for f in game.state.order:
        if offer.parties >> f & 1 and f != maker:
            told += _accepted(game.answer(FACTION_NAMES[f], offer.number, "accept"))
    return told


def _accepted(answer: "tuple[Event, ...] | Refusal") -> tuple[Event, ...]:
    assert not isinstance(answer, Refusal), str(answer)
    return answer


def voids(events: Iterable[Event]) -> list[tuple[str, int, int]]:
    """Who could not keep which clause of which contract."""
    return [
        (FACTION_NAMES[e.faction], e.contract, e.clause)
        for e in events
        if isinstance(e, ContractVoid)
    ]


# --- random contracts ----------------------------------------------------------------------

TARGETED = (terms.NO_ATTACK, terms.SEND, terms.NO_PLAY, terms.PLAY, terms.NO_TREACHERY)


def random_contract(game: Game, rng: random.Random) -> Contract:
    """A contract of one to three clauses between two seats, valid or not."""
    one, two = rng.sample(game.state.order, 2)
    pairs = [rng.sample((one, two), 2) for _ in range(rng.randint(1, 3))]
    clauses = [random_clause(game, f, g, rng) for f, g in pairs]
    rows = [c.changed(number=number) for number, c in enumerate(clauses, 1)]
    words = ("Let us be friends.",) if rng.random() < 0.1 else ()
    return Contract(1 << one | 1 << two, tuple(rows), words)


def random_clause(game: Game, f: int, g: int, rng: random.Random) -> Clause:
    turn = max(1, game.state.turn)
    later = min(game.state.rules.turns, turn + rng.randint(0, 2))
    kind = rng.randrange(1, terms.KINDS)
    c = Clause(kind, f, until=rng.choice((0, later)))
    if kind in (terms.PAY, terms.SHARE, terms.SHOW, terms.ALLY, *TARGETED):
        c = c.changed(other=g)
    if kind == terms.NO_ENTER and rng.random() < 0.4:
        return c.changed(other=g)
    if kind in TARGETED and rng.random() < 0.3:
        c = c.changed(other=rng.choice([NOBODY, *[h for h in game.state.order if h != f]]))
    places = [t for t in range(28) if game.state.vis[f] >> t & 1] + rng.sample(range(28), 3)
    some = sum(1 << t for t in set(rng.sample(places, rng.randint(1, 3))))
    return _with_numbers(c, some, later, places, rng).changed(**_condition(game, rng, some))


def _with_numbers(
    c: Clause, some: int, later: int, places: list[int], rng: random.Random
) -> Clause:
    if c.kind == terms.PAY:
        when = {} if rng.random() < 0.5 else {"turn": later, "round": rng.randint(1, 7)}
        return c.changed(n=rng.randint(1, 4), until=0, **when)
    if c.kind == terms.SHARE:
        return c.changed(n=rng.choice((25, 50, 100)), place=some)
    if c.kind in (terms.NO_ENTER, terms.NO_HIRE):
        return c.changed(place=some)
    if c.kind == terms.LEAVE:
        return c.changed(place=some, turn=later, until=0)
    if c.kind == terms.HIRE:
        return c.changed(place=1 << rng.choice(places), turn=later, n=rng.randint(1, 3), until=0)
    if c.kind == terms.BID:
        what = rng.randrange(3)
        return c.changed(
            what=what, n=rng.randint(0, 3), turn=later if what == terms.IN_ROUND else 0
        )
    if c.kind == terms.SEND:
        return c.changed(what=rng.randrange(3), n=rng.randint(0, 3))
    if c.kind == terms.NO_PLAY:
        return c.changed(what=rng.randrange(3))
    if c.kind == terms.PLAY:
        return c.changed(what=rng.randrange(3), n=rng.randrange(2))
    if c.kind == terms.NO_ACE:
        return c.changed(what=rng.randrange(17))
    if c.kind == terms.SHOW:
        what = rng.randrange(7)
        return c.changed(what=what, n=0 if what else rng.choice(ARTIFACTS))
    return c


def _condition(game: Game, rng: random.Random, some: int) -> dict[str, int]:
    if rng.random() < 0.7:
        return {}
    when = rng.randint(1, terms.WHEN_TURN)
    found = {"when": when}
    if when < terms.WHEN_RED_DRAGON:
        found["when_seat"] = rng.choice([NOBODY, *game.state.order])
    if when in (terms.IF_ENTERS, terms.WHEN_GOLD):
        found["when_place"] = some | 0x3FFF
    if when == terms.WHEN_TURN:
        found["when_place"] = min(game.state.rules.turns, game.state.turn + 1)
    return found
