"""What a seat or a spectator may receive. The other rooms ask here; none decides for itself.

- a position: ``position_of``, the view that the rules give a seat (``views/view.py``)
- a position of a game that is over, with every hand: ``opened_position``
- an event: ``hears``, ``is_public``
- a line of talk: ``hears_line``
- what a seat alone may see, such as its standing orders: ``is_own``
- the seed, the salts and the record of a game: ``is_opened``
- how long a seat took over a decision: ``time_tells``
"""

from typing import Final

from dragondune.game import Game
from dragondune.model.events import EVERYONE, Event
from dragondune.model.factions import FACTION_NAMES, FACTION_OF_NAME
from dragondune.views.view import SPECTATOR, View, view_of

LISTENERS: Final = (SPECTATOR, 0, 1, 2, 3)  # one who watches, and the seats as views number them
EVERY_CARD: Final = (1 << 52) - 1
OPENED: Final = frozenset(("over",))  # at which status of a table nothing is secret any more


def listener(faction: str | None) -> int:
    """The number of a seat, or of one who only watches."""
    return SPECTATOR if faction is None else FACTION_OF_NAME[faction]


def name_of(seat: int) -> str | None:
    """The faction of a listener; None for one who watches."""
    return None if seat == SPECTATOR else FACTION_NAMES[seat]


def position_of(game: Game, seat: int) -> View:
    """All that a listener may know of a position."""
    return view_of(game.state, seat)


def opened_position(game: Game) -> View:
    """Every hand, plan and prediction of a position. Only for a game that is opened."""
    s = game.state.copy()
    s.knows = [EVERY_CARD] * 4
    view = view_of(s, SPECTATOR)
    view.predictions = list(s.predictions)
    view.plans, view.betrayals = list(s.plans), list(s.betrayals)
    return view


def hears(event: Event, seat: int) -> bool:
    """May a listener know of this event? A spectator hears what everyone may."""
    return event.audience == EVERYONE or event.reaches(seat)


def hearers(event: Event) -> tuple[int, ...]:
    """Everyone who may know of this event."""
    return LISTENERS if is_public(event) else tuple(s for s in LISTENERS if hears(event, s))


def is_public(event: Event) -> bool:
    """May everyone know of this event?"""
    return event.audience == EVERYONE


def hears_line(to: str | None, sender: int, number: int | None, faction: str | None) -> bool:
    """May the seat of this number hear a line of talk? It goes to all, or to one and its speaker."""
    if to is None:
        return True
    return number is not None and (number == sender or faction == to)


def is_own(faction: str | None, owner: str) -> bool:
    """Is this the owner of orders that nobody else sees?"""
    return faction == owner


def is_opened(status: str) -> bool:
    """Are seed, salts and record of a table open to all?"""
    return status in OPENED


def time_tells(public: bool, watched: bool, humans: int) -> bool:
    """Is there anyone, now or later, from whom the time a seat takes must be kept?"""
    return public or watched or humans > 1
