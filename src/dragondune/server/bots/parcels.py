"""A view on its way to another process: as plain numbers, with the rules named and not carried.

The compiled package's own objects do not travel between processes; numbers do.
"""

from functools import lru_cache
from typing import Any

from dragondune.game import Game
from dragondune.model.contracts import contracts_of
from dragondune.model.state import State
from dragondune.server.audience.rights import listener, position_of
from dragondune.views.view import View

Parcel = tuple[str, tuple[str, ...], dict[str, Any]]


def pack(game: Game, faction: str | None) -> Parcel:
    """All that a seat may know, or somebody who watches, with the names of its rules."""
    header = game.header
    return header.edition, header.options, position_of(game, listener(faction)).to_dict()


@lru_cache(maxsize=64)
def _start(edition: str, options: tuple[str, ...]) -> Game:
    """Any game by these rules: a compiled view can only be made by looking at one."""
    return Game.new(edition, None, options, 0)


def game_like(parcel: Parcel, state: State) -> Game:
    """A game by the rules of a parcel, at a position that somebody has made up."""
    return Game(_start(parcel[0], parcel[1]).header, state)


def unpack(parcel: Parcel) -> View:
    """The same view again."""
    edition, options, data = parcel
    view = View(_start(edition, options).state, int(data["seat"]))
    for name, value in data.items():
        if name == "order":
            view.order = tuple(value)
        elif name in ("contracts", "offers"):
            setattr(view, name, contracts_of(value))
        else:
            setattr(view, name, value)
    return view
