"""Random positions of every edition and option: made up, or met in random games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from models.board import CASTLES, MOUNTAIN, NEAR, PLACES
from models.books import EDITIONS, FACTIONS
from models.positions import ARTIFACTS, EVENT_CARDS, NONE, Position, Units, minus, plus, read, total

from dragondune.editions.build import build
from dragondune.game import Game

OPTIONS = (
    "oracles",
    "weaknesses",
    "plunder",
    "elite-warriors",
    "blessing",
    "initiative",
    "extra-movement",
    "honest-question",
    "chaos-monster",
    "broken-walls",
    "steered-dragons",
    "empty-graves",
    "more-conscripts",
    "weaker-orc-graves",
    "cheaper-dwarves",
    "poorer-elves",
    "dragon-losses-to-bank",
    "dragon-losses-exiled",
    "allies-at-peace",
)
BY_HAND = (("units", 5, 25), ("conscripts", 0, 6), ("graves", 0, 10), ("elites", 0, 5))
TWO_WAYS = ("dragon-losses-to-bank", "dragon-losses-exiled")


# Options that change much in one subject: there they are chosen more often.
LIKELY = {
    "battle": ("weaknesses", "chaos-monster", "plunder", "blessing", "elite-warriors"),
    "treachery": ("chaos-monster", "plunder", "blessing", "elite-warriors"),
    "movement": ("extra-movement", "elite-warriors"),
    "hiring": ("more-conscripts", "elite-warriors"),
    "graveyard": ("empty-graves", "weaker-orc-graves", "elite-warriors"),
    "dragon": ("steered-dragons", "broken-walls", *TWO_WAYS),
    "victory": ("oracles", "oracles", "allies-at-peace"),
}


def draw_options(edition: str, rng: random.Random, subject: str = "") -> tuple[str, ...]:
    """None, some or many options that go together, and now and then a number set by hand."""
    chosen: tuple[str, ...] = ()
    wanted = rng.sample(OPTIONS, rng.choice((0, 0, 1, 2, 4, 8, 16)))
    likely = [name for name in LIKELY.get(subject, ()) if rng.random() < 0.3]
    wanted = list(dict.fromkeys(likely + wanted))
    if rng.random() < 0.25:
        what, low, high = rng.choice(BY_HAND)
        wanted.append(f"{what}.{rng.choice(FACTIONS)}={rng.randint(low, high)}")
    for name in wanted:
        if possible(edition, name) and not (name in TWO_WAYS and chosen_way(chosen)):
            chosen = (*chosen, name)
    return chosen


def chosen_way(chosen: tuple[str, ...]) -> bool:
    """Was it settled already where units lost to dragons go?"""
    return any(name in TWO_WAYS for name in chosen)


@cache
def possible(edition: str, name: str) -> bool:
    """Does the game offer this option in this edition?"""
    try:
        build(edition, (name,))
    except ValueError:
        return False
    return True


def draw_order(rng: random.Random, subject: str) -> list[str]:
    """Two to four factions; who wins is a longer question where the Orcs are away."""
    people = FACTIONS[:3] if subject == "victory" and rng.random() < 0.4 else FACTIONS
    return rng.sample(people, rng.choice((2, 3, 3, *[len(people)] * 4)))


def draw_position(rng: random.Random, subject: str = "") -> Position:
    """A position nobody need ever have reached: crowded, rich, and with everything in it."""
    edition = rng.choice(EDITIONS)
    options = draw_options(edition, rng, subject)
    order = draw_order(rng, subject)
    p = Position(edition, options, order, rng.choice(order))
    p.turn = rng.randint(1, p.book.turns)
    p.dragon = rng.randint(1, 18)
    _draw_units(p, rng)
    _draw_pieces(p, rng)
    _draw_cards(p, rng)
    if len(order) > 2 and rng.random() < 0.6:
        draw_allies(p, rng)
    return p


def draw_allies(p: Position, rng: random.Random) -> None:
    """One or two pairs."""
    people = rng.sample(p.order, len(p.order))
    pairs = [people[:2], people[2:]] if len(people) == 4 and rng.random() < 0.5 else [people[:2]]
    p.ally = {a: b for pair in pairs for a, b in (pair, pair[::-1])}


def _draw_units(p: Position, rng: random.Random) -> None:
    hot = rng.sample(PLACES, rng.randint(3, 8))
    for name in p.order:
        elites = p.book.elites[name]
        left: Units = (p.book.units[name] - elites, elites)
        left, p.grave[name] = _part(left, rng.choice((0, 0, 1, 3, 6)), rng)
        for _ in range(rng.randint(0, 5)):
            left, stack = _part(left, rng.choice((1, 1, 2, 3, 5)), rng)
            _stand(p, name, rng.choice(hot if rng.random() < 0.8 else PLACES), stack, rng)
        p.bank[name] = left
    if rng.random() < 0.5:
        _crowd_a_castle(p, rng)
    _thin_castles(p, rng)


def _crowd_a_castle(p: Position, rng: random.Random) -> None:
    """Two players in a castle, so that it is full for the others, and somebody next to it."""
    castle = rng.choice(CASTLES)
    *holders, outside = rng.sample(p.order, min(3, len(p.order)))
    for name in holders:
        send(p, name, castle, 1)
    send(p, outside, rng.choice(NEAR[castle]), rng.randint(1, 3))


def _part(units: Units, number: int, rng: random.Random) -> tuple[Units, Units]:
    taken = NONE
    for _ in range(min(number, total(units))):
        one = (0, 1) if rng.randrange(total(units)) < units[1] else (1, 0)
        units, taken = minus(units, one), plus(taken, one)
    return units, taken


def _stand(p: Position, name: str, place: str, stack: Units, rng: random.Random) -> None:
    """Elves hide often, others seldom, and from r6 on never beside own visible units (EL9)."""
    hides = rng.random() < (0.35 if name == "elves" else 0.1)
    hides = hides and (name == "elves" or not p.book.first)
    if p.book.from_r6 and (name, place) in p.open:
        hides = False
    if p.book.from_r6 and (name, place) in p.hidden:
        hides = True
    stacks = p.hidden if hides else p.open
    if total(stack):
        stacks[name, place] = plus(stacks.get((name, place), NONE), stack)


def _thin_castles(p: Position, rng: random.Random) -> None:
    """B5: where a third player stands in a castle, one goes back to the bank."""
    for castle in CASTLES:
        while len(p.present(castle)) > 2:
            name = rng.choice(p.present(castle))
            p.bank[name] = plus(p.bank[name], p.open.pop((name, castle)))


def _draw_pieces(p: Position, rng: random.Random) -> None:
    held = [place for _, place in (*p.open, *p.hidden)]
    for _ in range(rng.randint(0, 3)):
        p.trolls.add(rng.choice(held if held and rng.random() < 0.6 else PLACES))
    if p.book.has("broken-walls"):
        p.broken = set(rng.sample(CASTLES, rng.randint(0, 3)))
    p.gold = {name: rng.choice((0, 1, 2, 3, 5, 9)) for name in p.order}
    for _ in range(rng.randint(0, 5)):
        place = rng.choice(held if held and rng.random() < 0.6 else PLACES)
        if place != MOUNTAIN:
            p.gold_at[place] = rng.randint(1, 9)


def _draw_cards(p: Position, rng: random.Random) -> None:
    cards = rng.sample(ARTIFACTS, len(ARTIFACTS))
    if rng.random() < 0.5:  # aces and sixes do most: the first to draw get them
        cards.sort(key=lambda card: card[0] not in "A6")
    for name in rng.sample(p.order, len(p.order)):
        number = min(len(cards) - 1, rng.randint(0, p.book.hand_limit[name]))
        p.hand[name], cards = cards[:number], cards[number:]
    at = rng.randint(0, len(cards))
    p.deck, p.discard = cards[:at], cards[at:]
    events = rng.sample(EVENT_CARDS, len(EVENT_CARDS))
    at = rng.randint(0, len(events) - 4)
    p.past, p.events = events[:at], events[at:]
    suits = rng.sample("♣♦♥♠", 4)
    p.usurper = dict(zip(p.order, suits, strict=False))
    p.sabotage = dict(zip(p.order, rng.sample("♣♦♥♠", 4), strict=False))


def send(p: Position, name: str, place: str, number: int) -> bool:
    """Ordinary units out of the bank or the graveyard to where own units do not hide."""
    if p.book.from_r6 and (name, place) in p.hidden:
        return False
    for pile in (p.bank, p.grave):
        ordinary, elite = pile[name]
        if ordinary >= number:
            pile[name] = (ordinary - number, elite)
            p.open[name, place] = plus(p.open.get((name, place), NONE), (number, 0))
            return True
    return False


# --- out of games ------------------------------------------------------------------------------


def draw_game(rng: random.Random, subject: str = "") -> Game:
    """A game at its beginning."""
    edition = rng.choice(EDITIONS)
    options = draw_options(edition, rng, subject)
    order = draw_order(rng, subject)
    return Game.new(edition, order, options, rng.getrandbits(32), contracts=False)


def played(game: Game, rng: random.Random) -> Iterator[tuple[str, str]]:
    """Play it at random; before each action, the seat and the step that is open."""
    while not game.over:
        decision = rng.choice(game.pending())
        yield decision.seat, decision.step
        legal = game.legal(decision.seat)
        game.play(decision.seat, rng.choice(legal))


def of_game(game: Game) -> Position:
    """What the game's own printed line says."""
    return read(game.position(), game.header.edition, game.header.options)


def met_in_games(rng: random.Random, subject: str = "") -> Iterator[Position]:
    """Positions out of one random game, a few actions apart, cleared of what was going on."""
    game = draw_game(rng, subject)
    wait = rng.randint(4, 20)
    for _ in played(game, rng):
        wait -= 1
        if wait <= 0:
            wait = rng.randint(4, 20)
            p = cleared(of_game(game))
            if p.turn:  # not while it is still being set up
                yield p


def cleared(p: Position) -> Position:
    """The same pieces and cards at no particular moment."""
    for key in ("sale", "event_first", "event_second"):
        card = p.more.get(key)
        if card:
            (p.deck if key == "sale" else p.events).append(card)
    p.more = {key: p.more[key] for key in ("seed", "draws") if key in p.more}
    return p
