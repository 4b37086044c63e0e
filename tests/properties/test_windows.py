"""Ruling 11: what others see of a window is the same whether the player asked holds an ace or not."""

from __future__ import annotations

import pytest

from dragondune.game import Game
from dragondune.model.refusal import Refusal

TABLE = "order=OEDG turn=2 dragon=9 gold=O5,E5,D5,G5 "
# The position and who is asked; {} is the one card of the player asked.
WINDOWS = {
    "OR10": ("O=1★3 hand=O:{} at=dragon:orcs", "orcs"),
    "D8": ("G=10★3 hand=O:{} at=goblins.early_disband", "orcs"),
    "GO7": ("D=15★1 hand=G:{} at=dwarves.hire", "goblins"),
    "D4": ("O=15★2 D=15:1 hand=D:{} at=dwarves.move", "dwarves"),
    "D6": ("E=3:2 O=3:1 hand=D:{} at=questions:elves>orcs@3", "dwarves"),
    "D7": ("O=17:2 hand=E:{} past=10♥ event_first=7♣ event_second=8♥ red_at=17 at=red", "elves"),
}
# What opens the window.
FIRST = {
    "D8": ("goblins", "disband 1 10★"),
    "GO7": ("dwarves", "hire 1 7"),
    "D4": ("dwarves", "move 1 15 15★"),
    "D6": ("elves", "ask colour"),
}


def do(game: Game, seat: str, line: str) -> None:
    answer = game.play(seat, line)
    assert not isinstance(answer, Refusal), answer


def opened(name: str, card: str) -> Game:
    """The window as it stands open, with the second card deep in the deck."""
    position, _ = WINDOWS[name]
    other = "4♥" if card == "A♣" else "A♣"
    game = Game.at(f"{TABLE}{position.format(card)} deck={other}2♣3♣ seed=1")
    game.go_on()
    if name in FIRST:
        do(game, *FIRST[name])
    while game.pending()[0].seat != WINDOWS[name][1]:
        do(game, game.pending()[0].seat, "pass")
    return game


@pytest.mark.parametrize("name", WINDOWS)
def test_a_window_tells_nobody_who_holds_an_ace(name: str) -> None:
    asked = WINDOWS[name][1]
    with_ace, without = opened(name, "A♣"), opened(name, "4♥")
    assert with_ace.pending() == without.pending()
    assert len(with_ace.legal(asked)) > len(without.legal(asked)) == 1
    for seat in (*(s for s in with_ace.seats if s != asked), None):
        assert with_ace.view(seat) == without.view(seat)
    for game in (with_ace, without):
        do(game, asked, "pass")
    for seat in (*(s for s in with_ace.seats if s != asked), None):
        assert with_ace.events(seat) == without.events(seat)
