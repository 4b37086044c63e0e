"""Movement, graveyard and hiring: whole lists, and what one of their lines leads to."""

from __future__ import annotations

import random

from models import graveyard, hiding, hiring, movement
from models.beside.arrivals import RECRUITMENT, compare_arrival
from models.beside.comparing import act, choose, lines, open_step, same, start
from models.beside.drawing import of_game
from models.positions import NONE, Position, minus, read_units, total

from dragondune.game import Game

# --- movement ------------------------------------------------------------------------------------


def compare_movement(p: Position, rng: random.Random) -> bool:
    """The whole list of one player's movements, and where the units stand after one of them."""
    mover = rng.choice(p.order)
    p = p.copy()
    p.more["moves_left"] = str(rng.choice((1, 1, 1, 2)))
    if rng.random() < 0.3 and not p.book.first:
        p.more["reach_bonus"] = str(rng.randint(1, 3))
    moves, cards = movement.moves(p, mover), movement.cards(p, mover)
    game = start(p, f"{mover}.move")
    if open_step(game) != (mover, "move"):
        same("movements of a player who is not asked", moves, set())
        return False
    same(f"movements of the {mover}", moves, lines(game, mover, "move"))
    same(f"cards of the {mover}", cards, lines(game, mover, "extend", "second-move"))
    if moves:
        _compare_a_move(p, game, rng.choice(sorted(moves)), mover, rng)
    return True


def _compare_a_move(p: Position, game: Game, line: str, mover: str, rng: random.Random) -> None:
    """Who stays, who hides or comes out on the way, and how everything stands in the end."""
    words = line.split()
    start_at, to = words[2], words[3]
    seen, unseen = movement.read_mixed(words[1], hidden=words[4:] == ["hidden"])
    expected = p.copy()
    for standing, units in ((expected.open, seen), (expected.hidden, unseen)):
        left = minus(standing.pop((mover, start_at), NONE), units)
        if total(left):
            standing[mover, start_at] = left
    act(game, mover, line)
    compare_arrival(game, expected, hiding.arrive(expected, mover, seen, to, unseen), line, rng)


# --- graveyard -----------------------------------------------------------------------------------


def compare_graveyard(p: Position, rng: random.Random) -> bool:
    """What may be taken out of the graveyard, and what it costs."""
    owner = rng.choice(p.order)
    revivals, special = graveyard.revivals(p, owner), graveyard.special(p, owner)
    game = start(p, f"{owner}.revive")
    if open_step(game) != (owner, "revive"):
        same("revivals of a player who is not asked", revivals | special, set())
        return False
    same(f"revivals of the {owner}", revivals, lines(game, owner, "revive"))
    same(f"special revivals of the {owner}", special, lines(game, owner, "special-revive"))
    if revivals | special:
        _compare_a_revival(p, game, owner, rng.choice(sorted(revivals | special)))
    return True


def _compare_a_revival(p: Position, game: Game, owner: str, line: str) -> None:
    words = line.split()
    units = read_units(words[1])
    cost = graveyard.price(p, owner, total(units)) if words[0] == "revive" else 0
    expected = graveyard.revived(p, owner, units, cost)
    act(game, owner, line)
    after = of_game(game)
    same(f"{line}: graveyard", expected.grave, after.grave)
    same(f"{line}: bank", expected.bank, after.bank)
    same(f"{line}: gold", expected.gold, after.gold)
    spent = set(words[2:])
    same(f"{line}: card", set(p.hand[owner]) - spent, set(after.hand[owner]))


# --- hiring --------------------------------------------------------------------------------------


def compare_hiring(p: Position, rng: random.Random) -> bool:
    """Conscripts in their step, everything that is hired, raised or placed in the next."""
    owner = rng.choice(p.order)
    if rng.random() < 0.3:
        return _compare_conscripts(p, owner, rng)
    p = p.copy()
    if rng.random() < 0.2:
        p.more["hire_stopped"] = owner[0].upper()
    told = hiring.hires(p, owner) | hiring.raises(p, owner) | hiring.places_by_ace(p, owner)
    game = start(p, f"{owner}.hire")
    if open_step(game) != (owner, "hire"):
        same("hires of a player who is not asked", told, set())
        return False
    same(f"hires of the {owner}", told, lines(game, owner, "hire", "raise", "ace-place"))
    if told:
        _compare_a_hire(p, game, owner, rng.choice(sorted(told)), rng)
    return True


def _compare_conscripts(p: Position, owner: str, rng: random.Random) -> bool:
    told = hiring.conscripts(p, owner)
    game = start(p, f"{owner}.conscript")
    if open_step(game) != (owner, "conscript"):
        same("conscripts of a player who is not asked", told, set())
        return False
    same(f"conscripts of the {owner}", told, lines(game, owner, "conscript"))
    if told:
        line = act(game, owner, rng.choice(sorted(told)))
        _compare_arrivals(p, game, owner, line, dict(p.gold), rng)
    return True


def _compare_a_hire(p: Position, game: Game, owner: str, line: str, rng: random.Random) -> None:
    words = line.split()
    cost = 0
    if words[0] == "hire":
        number = total(read_units(words[1]))
        cost = hiring.price(p, owner, words[2], number, ace=len(words) > 3)
    act(game, owner, line)
    if open_step(game)[1] == "deny" and _stopped(game, p, owner, rng):
        return
    _compare_arrivals(p, game, owner, line, hiring.purses(p, owner, cost), rng)


def _stopped(game: Game, p: Position, owner: str, rng: random.Random) -> bool:
    """GO7: only the Goblins' ace stops a hire; then nothing is paid and nobody comes."""
    seat = open_step(game)[0]
    same("who may stop a hire", "goblins", seat)
    aces = {f"deny {ace}" for ace in p.aces("goblins")}
    same("with which aces", aces, lines(game, seat, "deny"))
    if act(game, seat, choose(game, seat, rng)) == "pass":
        return False
    after = of_game(game)
    if after.more.get("round") == RECRUITMENT:
        same("gold after a stopped hire", p.gold, after.gold)
        same("bank after a stopped hire", p.bank, after.bank)
        same("hand after a stopped hire", sorted(p.hand[owner]), sorted(after.hand[owner]))
    return True


def _compare_arrivals(
    p: Position, game: Game, owner: str, line: str, gold: dict[str, int], rng: random.Random
) -> None:
    """Units out of the bank stand there, hidden or not, and everyone has been paid."""
    words = line.split()
    units = read_units(words[1])
    expected = p.copy()
    expected.bank[owner] = minus(p.bank[owner], units)
    expected.gold = gold
    expected.hand[owner] = [card for card in p.hand[owner] if card not in words[3:]]
    asking = hiding.arrive(expected, owner, units, words[2])
    compare_arrival(game, expected, asking, line, rng)
