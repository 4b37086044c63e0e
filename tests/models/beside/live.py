"""Comparisons in the midst of random games: the lists of legal actions as they come up in play."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from models import graveyard, hiring, movement
from models.beside.comparing import lines, same
from models.beside.drawing import draw_game, of_game, played
from models.positions import Position

from dragondune.game import Game

OWN_TURN = ("revive", "early_disband", "conscript", "hire", "move", "disband")


def live_movement(p: Position, game: Game, seat: str, step: str) -> None:
    """With whatever aces have been played and movements are left."""
    same(f"movements of the {seat}", movement.moves(p, seat), lines(game, seat, "move"))
    told = lines(game, seat, "extend", "second-move")
    same(f"cards of the {seat}", movement.cards(p, seat), told)


def live_graveyard(p: Position, game: Game, seat: str, step: str) -> None:
    """The graveyard's own step, and the cards that open it in every step of one's turn."""
    revivals = graveyard.revivals(p, seat) if step == "revive" else set()
    same(f"revivals of the {seat}", revivals, lines(game, seat, "revive"))
    told = lines(game, seat, "special-revive")
    same(f"special revivals of the {seat}", graveyard.special(p, seat), told)


def live_hiring(p: Position, game: Game, seat: str, step: str) -> None:
    """Whoever has hired may, in first, still place Elves by an ace."""
    if step == "conscript":
        same(f"conscripts of the {seat}", hiring.conscripts(p, seat), lines(game, seat, step))
        return
    told = hiring.places_by_ace(p, seat)
    if not p.more["stack"].endswith(f"hire:{seat[0].upper()}.1"):
        told |= hiring.hires(p, seat) | hiring.raises(p, seat)
    same(f"hires of the {seat}", told, lines(game, seat, "hire", "raise", "ace-place"))


Live = Callable[[Position, Game, str, str], None]
LIVE: dict[str, tuple[tuple[str, ...], Live]] = {
    "movement": (("move",), live_movement),
    "graveyard": (OWN_TURN, live_graveyard),
    "hiring": (("conscript", "hire"), live_hiring),
}


def moments(subject: str, rng: random.Random) -> Iterator[tuple[Position, Game, str, str]]:
    """Every decision of one random game that concerns this subject."""
    steps = LIVE[subject][0]
    game = draw_game(rng, subject)
    for seat, step in played(game, rng):
        if step in steps:
            yield of_game(game), game, seat, step
