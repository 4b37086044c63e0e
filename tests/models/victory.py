"""VII0 to VII3 and O1: who has won, and how."""

from __future__ import annotations

from dataclasses import dataclass

from models.board import CASTLES, MOUNTAIN
from models.positions import Position


@dataclass
class Verdict:
    """Winners and the way they won; without winners the game goes on, or the tied ones fight."""

    winners: set[str]
    way: str = ""
    duel: list[str] | None = None
    tied: list[str] | None = None


def castles(p: Position, name: str) -> int:
    """How many castles a player controls."""
    return sum(p.controls(name, castle) for castle in CASTLES)


def next_first(p: Position) -> str:
    """VII0: the title passes on before castles are counted."""
    return p.from_first()[1 % len(p.order)]


def verdict(p: Position) -> Verdict:
    """The whole check."""
    found = by_castles(p) or (after_the_end(p) if p.turn >= p.book.turns else Verdict(set()))
    return found if found.way == "default" else predicted(p, found)


def by_castles(p: Position) -> Verdict | None:
    """Three castles; in first a player without an ally, or four of two allies together."""
    for name in p.order:
        ally = p.ally.get(name)
        if p.book.first and ally:
            if castles(p, name) + castles(p, ally) >= 4:
                return Verdict({name, ally}, "allied castles")
        elif castles(p, name) >= 3:
            return Verdict({name}, "three castles")
    return None


def after_the_end(p: Position) -> Verdict:
    """The Orcs (in first with their ally); without them most castles, a duel, player order."""
    if "orcs" in p.order:
        ally = p.ally.get("orcs") if p.book.first else None
        return Verdict({"orcs", ally} if ally else {"orcs"}, "default")
    most = max(castles(p, name) for name in p.order)
    at = p.order.index(next_first(p))
    in_order = p.order[at:] + p.order[:at]
    tied = [name for name in in_order if castles(p, name) == most]
    if len(tied) == 1:
        return Verdict(set(tied), "most castles")
    standing = [name for name in tied if p.visible(name, MOUNTAIN)]
    if len(standing) > 1:
        return Verdict(set(), "", standing, tied)
    if standing:
        return Verdict(set(standing), "decider on the Great Mountain")
    return by_order(tied)


def by_order(tied: list[str]) -> Verdict:
    """Where nothing else decides."""
    return Verdict({tied[0]}, "first in player order")


def predictions(p: Position) -> set[str]:
    """O1: who wins, with which castle, in which turn; oneself too (ruling 47)."""
    return {
        f"predict {winner} {castle} {turn}"
        for winner in p.order
        for castle in CASTLES
        for turn in range(1, p.book.turns + 1)
    }


def predicted(p: Position, found: Verdict) -> Verdict:
    """Ruling 47: exactly one oracle who predicted winner, turn and a castle of theirs wins instead."""
    right = [
        oracle
        for oracle, (winner, castle, turn) in p.predictions.items()
        if winner in found.winners and turn == p.turn and p.controls(winner, castle)
    ]
    # Whoever alone wins anyway gains nothing by having predicted it.
    if p.book.has("oracles") and len(right) == 1 and set(right) != found.winners:
        return Verdict({right[0]}, "prediction")
    return found
