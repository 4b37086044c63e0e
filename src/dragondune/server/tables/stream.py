"""Updates as what they change, for listeners who have heard the one before.

What has changed for everyone is encoded once and is the same bytes for all. A listener's own part is
made from its own view alone and is left out where nothing of its own has changed.
"""

from collections.abc import Collection
from typing import Final

import msgspec

from dragondune.game import Game
from dragondune.model.factions import FACTION_NAMES, NOBODY
from dragondune.server.audience.rights import hears, is_public, position_of
from dragondune.server.play.free_acts import free_acts
from dragondune.server.play.session import Session
from dragondune.server.tables.publisher import Publisher, gifts
from dragondune.server.wire.actions import choices
from dragondune.server.wire.changes import Common, Fields, Own
from dragondune.server.wire.events import Bodies, bodies, numbered
from dragondune.server.wire.parts import GuideState, encoded
from dragondune.server.wire.prompts import waiting_prompt
from dragondune.views.view import SPECTATOR, View

Encoder: Final = msgspec.json.Encoder()
encode: Final = Encoder.encode
NOTHING: Final = encode(None)


def hidden_part(game: Game) -> tuple[object, ...]:
    """Everything that the own part of any listener is made of, and more.

    While it is the same, nobody's own part has changed: then it need not be made to be compared. The
    answer is the same for all listeners, and what they are sent is the same with and without it.
    """
    s = game.state
    held = (*s.knows, *s.hand, *s.kept, *s.predictions, *s.usurper, *s.sabotage, s.sale)
    piles = (*s.discard, *s.event_deck[-1:], len(s.discard))
    if s.attacker == NOBODY:
        return (*held, *piles)
    fight = (s.attacker, s.defender, s.place, *s.plans, *s.betrayals, s.lent, s.miracles)
    return (*held, *piles, *fight, *s.powers, *s.stack, s.live)


class News:
    """The events of one update, each encoded once; what a spectator sees, and whether anything hidden has changed."""

    def __init__(self, session: Session, seen: View, hidden: bool, made: Bodies) -> None:
        self.seen, self.hidden = seen, hidden
        self.heard = session.heard[session.place_after(session.n - 1) :]
        self._bodies = [made.of(heard) for heard in self.heard]
        self.public = [at for at, heard in enumerate(self.heard) if is_public(heard.event)]

    def told(self, places: list[int]) -> object:
        """The events at these places, numbered from 1 on."""
        parts = [numbered(n, self._bodies[at]) for n, at in enumerate(places, 1)]
        return encoded(b"[" + b",".join(parts) + b"]")

    def own(self, seat: int) -> object | None:
        """All that a listener hears, where that is not what everyone does."""
        if len(self.public) == len(self.heard):
            return None
        places = [at for at, heard in enumerate(self.heard) if hears(heard.event, seat)]
        return None if places == self.public else self.told(places)


class Told:
    """What one listener was told last, besides what everyone was."""

    __slots__ = ("decision", "free", "guided", "own", "undo")

    def __init__(self, publisher: Publisher, seat: int) -> None:
        view = position_of(publisher.session.game, seat)
        self.own = Own(view)
        self.decision, self.undo = 0, False
        self.free: tuple[list[int], int] = [], 0
        self.guided = True  # it may have been shown a guide: whether there is one is told next
        if seat != SPECTATOR:
            self._choices(publisher, seat, view, {})

    def changes(
        self, publisher: Publisher, seat: int, news: News, guide: GuideState | None
    ) -> Fields:
        """What has changed for this listener alone; from now on it is known."""
        view = position_of(publisher.session.game, seat) if news.hidden else news.seen
        out: Fields = {}
        changed = self.own.changes(view) if news.hidden else None
        if changed:
            out["view"] = changed
        if seat != SPECTATOR:
            self._choices(publisher, seat, view, out)
        heard = news.own(seat)
        if heard is not None:
            out["events"] = heard
        if guide is not None or self.guided:
            out["guide"], self.guided = guide, guide is not None
        return out

    def _choices(self, publisher: Publisher, seat: int, view: View, out: Fields) -> None:
        """What this seat is asked, and what it may do besides; ``view``: what it sees, or a spectator."""
        session, name = publisher.session, FACTION_NAMES[seat]
        asked = publisher.asked(name, seat, view) if name in session.legal else NOTHING
        if hash(asked) != self.decision:
            out["decision"], self.decision = encoded(asked), hash(asked)
        free = ([], 0) if session.stopped else free_acts(session.game, name)
        if free != self.free:
            if free[0] != self.free[0]:
                out["anytime"] = choices(free[0])
            give = None if session.stopped else gifts(session.game, name, free[1])
            out["give"], self.free = give, free
        undo = session.can_undo(name)
        if undo != self.undo:
            out["undo"] = self.undo = undo


class Stream:
    """What the listeners of one table who hear changes have been told."""

    def __init__(self) -> None:
        self._session: Session | None = None
        self._n = 0
        self._common: Common | None = None
        self._bodies: Bodies | None = None
        self._told: dict[int, Told] = {}
        self._hidden: tuple[object, ...] = ()

    def forget(self) -> None:
        """Nobody listens, or nobody has heard the update before."""
        self._session = self._common = self._bodies = None
        self._told = {}

    def begin(self, publisher: Publisher, seat: int) -> None:
        """A listener of this seat was told the whole of the present update."""
        session = publisher.session
        if self._session is not session or self._n != session.n or self._common is None:
            self.forget()
            view = position_of(session.game, SPECTATOR)
            self._session, self._n = session, session.n
            self._hidden = hidden_part(session.game)
            self._common = Common(view, session.waiting(), session.game.way)
            self._bodies = bodies(view.rules)
        if seat not in self._told:
            self._told[seat] = Told(publisher, seat)

    def go_on(
        self, publisher: Publisher, seats: Collection[int], clock: dict[str, float] | None
    ) -> "Step | None":
        """The next update for those of these seats who have heard the one before.

        ``clock``: None where the table plays without. Where it has one it is told each time: were it
        told only to those who might not know it, others could tell who has just asked for something.
        """
        session, common, made = publisher.session, self._common, self._bodies
        follows = self._session is session and self._n == session.n - 1
        if not follows or common is None or made is None:
            self.forget()
            return None
        self._n = session.n
        self._told = {seat: told for seat, told in self._told.items() if seat in seats}
        hidden, view = hidden_part(session.game), position_of(session.game, SPECTATOR)
        news, self._hidden = News(session, view, hidden != self._hidden, made), hidden
        shared: Fields = {}
        changed = common.changes(view, session.waiting(), session.game.way)
        if changed:
            shared["view"] = changed
        shared["prompt"] = session.stopped or waiting_prompt(session.waiting())
        if clock is not None:
            shared["clock"] = clock
        if news.public:
            shared["events"] = news.told(news.public)
        return Step(publisher, news, self._told, encode(shared))


class Step:
    """One update as it is sent to those who have heard the one before."""

    def __init__(
        self, publisher: Publisher, news: News, told: dict[int, Told], shared: bytes
    ) -> None:
        self.publisher, self.news, self._told = publisher, news, told
        self._shared = b'{"t":"delta","n":%d,"all":%b' % (publisher.session.n, shared)
        self._plain = self._shared + b"}"

    def message(self, seat: int, guide: GuideState | None) -> bytes | None:
        """The message to a seat; None where it has not heard the update before."""
        told = self._told.get(seat)
        if told is None:
            return None
        own = told.changes(self.publisher, seat, self.news, guide)
        return b'%b,"own":%b}' % (self._shared, encode(own)) if own else self._plain
