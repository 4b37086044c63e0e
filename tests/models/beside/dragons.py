"""Dragon, Red Dragon and trolls: whom they strike, and who can do something about it."""

from __future__ import annotations

import random
from dataclasses import dataclass

from models import board, books, dragon, event, trolls
from models.beside.arrivals import DRAGON, carried, compare_arrival
from models.beside.comparing import (
    DifferenceError,
    act,
    choose,
    lines,
    numbers,
    open_step,
    same,
    some_gold,
    stacks,
    start,
)
from models.beside.drawing import of_game, send
from models.positions import NONE, Position, plus, read_units

from dragondune.game import Game

# --- dragon --------------------------------------------------------------------------------------


BEFORE_FLIGHT = ("dragon_acts", "spend")


def compare_dragon(p: Position, rng: random.Random) -> bool:
    """Cards played before the flight, how far it goes, and everything that is lost on the way."""
    p = calm(p, rng)
    game = start(p, "dragon")
    before, steered = p, None
    while open_step(game)[1] in BEFORE_FLIGHT:
        seat, step = open_step(game)
        if step == "dragon_acts":
            told = dragon.acts(before, seat)
            if steered is not None:  # of two volunteers the first (ruling 79)
                told = {line for line in told if not line.startswith("steer")}
            same(f"what the {seat} may do first", told, lines(game, seat, "carry", "steer"))
        line = act(game, seat, choose(game, seat, rng, keen=0.4))
        if line.startswith("steer"):
            steered = int(line.split()[1])
        if line.startswith("carry"):
            _compare_carrying(before, game, line, rng)
        if line != "pass" and open_step(game)[1] in BEFORE_FLIGHT:
            before = of_game(game)
    _compare_flight(before, game, steered, rng)
    return True


def _compare_carrying(p: Position, game: Game, line: str, rng: random.Random) -> None:
    """OR10: whoever comes by an ace has arrived like anyone else (ruling 58)."""
    units, start_at, to, ace = line.split()[1:]
    expected = p.copy()
    asking = carried(expected, read_units(units), start_at, to)
    expected.hand["orcs"].remove(ace)
    compare_arrival(game, expected, asking, line, rng, DRAGON)


def calm(p: Position, rng: random.Random) -> Position:
    """No Red Dragon this turn, and something to bid for, so that the engine stops before more."""
    p = p.copy()
    cards = rng.sample(list(board.EVENTS), 16)
    if p.book.first:
        cards.sort(key=lambda c: books.colour(c) != books.colour("K" + p.book.suit[p.first]))
    if p.edition == "r6":
        cards.sort(key=lambda c: books.colour(c) != "red")
    p.past, p.events = [], cards
    poor = min(p.order, key=lambda name: len(p.hand[name]))
    p.discard += p.hand[poor]
    p.hand[poor] = []
    p.deck += p.discard[3:]
    p.discard = p.discard[:3]
    if rng.random() < 0.1:
        p.deck, p.discard = [], p.deck + p.discard
    return p


def _compare_flight(before: Position, game: Game, steered: int | None, rng: random.Random) -> None:
    while open_step(game)[1] == "lose":
        seat = open_step(game)[0]
        act(game, seat, choose(game, seat, rng))
    after = of_game(game)
    flown = (after.dragon - before.dragon) % 18
    steps = _expected_steps(before, after, steered, flown)
    same("how far the dragon flew", steps, flown)
    expected = dragon.after(before, steps)
    same("units after the dragon", dragon.counted(expected), dragon.counted(after))
    same("hidden units", before.hidden, after.hidden)
    same("graveyards", numbers(expected.grave), numbers(after.grave))
    same("banks", numbers(expected.bank), numbers(after.bank))
    for place, gold in event.turned_up(expected).gold.items():
        expected.gold_at[place] = expected.gold_at.get(place, 0) + gold
    same("gold on the board", some_gold(expected), some_gold(after))


def _expected_steps(before: Position, after: Position, steered: int | None, flown: int) -> int:
    """A die shows 1 to 6; a card lies on the discard afterwards, whoever steered turned none."""
    if steered is not None:
        return steered
    if not before.book.late:
        if not 1 <= flown <= 6:
            raise DifferenceError(f"a die showed {flown}")
        return flown
    steps = dragon.steps_of_card(before)
    if steps is not None and before.deck:
        same("the discard", [*before.discard, before.deck[-1]], after.discard)
        return steps
    return books.rank(after.discard[-1]) if after.discard else 1


# --- event ---------------------------------------------------------------------------------------


def compare_event(p: Position, rng: random.Random) -> bool:
    """Whether the Red Dragon comes and where, who survives or rides, and the gold and the piles."""
    p = with_units_at_the_last_event(p, rng)
    if len(p.events) < 2:
        return False
    told = event.turned_up(p)
    game = start(p, "event")
    seen = Seen()
    while open_step(game)[1] in ("deny", "ride", "council_turn", "proposal"):
        _one_answer(p, game, told, seen, rng)
    same("does the Red Dragon come", told.red, seen.council or (told.red and len(p.order) == 2))
    orcs_there = bool(told.struck) and p.visible("orcs", told.struck or "") > 0
    same("may it be denied", orcs_there and not p.book.first, seen.deny)
    same("may they ride", orcs_there and not seen.denied, seen.ride)
    _compare_after_event(p, game, told, seen)
    return True


@dataclass
class Seen:
    """What was asked and answered while the Red Dragon struck."""

    council: bool = False
    deny: bool = False
    denied: bool = False
    ride: bool = False
    rode: str = ""


def with_units_at_the_last_event(p: Position, rng: random.Random) -> Position:
    """Some of everyone where the Red Dragon could strike, and something to bid for."""
    p = p.copy()
    rich = max(p.order, key=lambda name: len(p.hand[name]))
    p.discard += p.hand[rich][2:]
    p.hand[rich] = p.hand[rich][:2]
    p.deck, p.discard = p.deck + p.discard[1:], p.discard[:1]
    if p.past:
        place = event.territory(p.past[-1])
        for name in p.order:
            if rng.random() < 0.5:
                send(p, name, place, rng.randint(1, 3))
    return p


def _one_answer(
    p: Position, game: Game, told: event.TurnedUp, seen: Seen, rng: random.Random
) -> None:
    seat, step = open_step(game)
    keen = {"deny": 0.5, "ride": 0.8}.get(step, 0.0)
    now = of_game(game) if step == "ride" else p
    if step == "ride":
        same("where they may ride", event.rides(now, told.struck or ""), lines(game, seat, "ride"))
    line = act(game, seat, choose(game, seat, rng, keen))
    if line.startswith("ride"):
        words = line.split()
        asking = carried(now, read_units(words[1]), told.struck or "", words[2])
        # What follows is the strike, so only the questions are compared here.
        compare_arrival(game, now, asking, line, rng, in_round="")
    seen.council |= step == "council_turn"
    seen.deny |= step == "deny"
    seen.denied |= step == "deny" and line != "pass"
    seen.ride |= step == "ride"
    seen.rode = line if line.startswith("ride") else seen.rode


def _compare_after_event(p: Position, game: Game, told: event.TurnedUp, seen: Seen) -> None:
    after = of_game(game)
    expected = p.copy()
    if told.struck:
        rode = read_units(seen.rode.split()[1]) if seen.rode else NONE
        expected = event.after_strike(p, told.struck, seen.denied, rode)
        if seen.rode:
            to = seen.rode.split()[2]
            expected.open["orcs", to] = plus(expected.open.get(("orcs", to), NONE), rode)
    for place, gold in told.gold.items():
        expected.gold_at[place] = expected.gold_at.get(place, 0) + gold
    same("gold on the board", some_gold(expected), some_gold(after))
    same("the event discard", told.past, after.past)
    same("the event deck", told.events, after.events)
    same("units", stacks(expected), stacks(after))
    same("graveyards", expected.grave, after.grave)
    same("the dragon marker", p.dragon, after.dragon)


# --- trolls --------------------------------------------------------------------------------------


def compare_trolls(p: Position, rng: random.Random) -> bool:
    """Who loses how many units to which troll, and which trolls go."""
    p = with_trolls(p, rng)
    if p.edition == "r2":
        whose: str | None = rng.choice(p.order)
        p.first = str(whose)
        game = start(p, f"{whose}.disband")
        if open_step(game) == (whose, "disband"):
            act(game, str(whose), "pass")
    else:
        whose = None
        game = start(p, "trolls")
    while open_step(game)[1] == "lose":
        seat = open_step(game)[0]
        act(game, seat, choose(game, seat, rng))
    after = of_game(game)
    if after.turn != p.turn or game.over:
        return False
    _compare_struck(p, after, whose)
    return True


def with_trolls(p: Position, rng: random.Random) -> Position:
    """Trolls where many stand, of one or several players."""
    p = p.copy()
    p.trolls = set(rng.sample(board.PLACES, rng.randint(1, 2)))
    for place in p.trolls:
        for name in rng.sample(p.order, rng.randint(0, 2)):
            send(p, name, place, rng.randint(1, 6))
    castles = [c for c in board.CASTLES if len(p.present(c)) > 2]
    for castle in castles:
        name = rng.choice(p.present(castle))
        p.bank[name] = plus(p.bank[name], p.open.pop((name, castle)))
    return p


def _compare_struck(p: Position, after: Position, whose: str | None) -> None:
    left, units, grave = set(p.trolls), dragon.counted(p), numbers(p.grave)
    for place in p.trolls:
        lost = trolls.losers(p, place, whose)
        for name, number in lost.items():
            units[name, place] -= number
            grave[name] += number
        if trolls.goes(p, place, lost):
            left.remove(place)
    same("visible units", {key: n for key, n in units.items() if n}, dragon.counted(after))
    same("hidden units", p.hidden, after.hidden)
    same("graveyards", grave, numbers(after.grave))
    same("trolls", left, after.trolls)
