"""Messages about a position, one for each seat: its view, its choices, its events.

What several seats are told alike (the board, an event) is encoded once.
"""

from typing import Final, cast

import msgspec

from dragondune.game import Game
from dragondune.model.board import NAMES
from dragondune.rules.setup import HOMES
from dragondune.server.audience.rights import name_of, position_of
from dragondune.server.play.free_acts import free_acts, receivers
from dragondune.server.play.planning import on_turn
from dragondune.server.play.session import Session
from dragondune.server.tables.story import told
from dragondune.server.wire.actions import choices
from dragondune.server.wire.forecast import Forecast
from dragondune.server.wire.incoming import Faction as FactionName
from dragondune.server.wire.outgoing import UpdateMessage
from dragondune.server.wire.parts import (
    Decision,
    Encoded,
    GameView,
    Gifts,
    GuideState,
    Worth,
    encoded,
)
from dragondune.server.wire.prompts import OWN, passing, prompt, waiting_prompt
from dragondune.server.wire.views import (
    Open,
    board_key,
    game_view,
    names,
    open_part,
    territories,
)
from dragondune.views.view import SPECTATOR, View

Encoder: Final = msgspec.json.Encoder()
WEIGHED: Final = frozenset(("plans",))  # the steps at which choices are weighed by one's own hand
OWN_PARTS: Final = OWN | WEIGHED


def position(game: Game, seat: int) -> GameView:
    """What the seat sees of a position, where no board has been drawn yet."""
    waiting = [decision.seat for decision in game.pending()]
    return game_view(position_of(game, seat), waiting, game.way)


class Publisher:
    """Makes the messages of one update; made anew for each."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._open: Open | None = None

    def open_part(self) -> Open:
        """What looks the same from everywhere, made from what a spectator sees."""
        if self._open is None:
            view = position_of(self.session.game, SPECTATOR)
            self._open = open_part(view, self.session.waiting(), self._board(view))
        return self._open

    def _board(self, view: View) -> Encoded:
        """The board, encoded anew only when something on it has changed."""
        key, known = board_key(view), self.session.board
        if known is None or known[0] != key:
            known = self.session.board = (key, encoded(Encoder.encode(territories(view))))
        return known[1]

    def events(self, seat: int, since: int, until: int | None = None) -> Encoded:
        """The events a seat may know that came after an update, numbered as it hears them."""
        session = self.session
        begin = session.place_after(since)
        end = len(session.heard) if until is None else session.place_after(until)
        return encoded(told(session, seat, session.number_at(seat, begin), begin, end))

    def page_before(self, seat: int, number: int) -> Encoded:
        """A page of the events that a seat heard before the one of that number."""
        return encoded(told(self.session, seat, *self.session.page_before(seat, number)))

    def update(
        self, seat: int, since: int, clock: dict[str, float], guide: GuideState | None
    ) -> bytes:
        """The message to one seat: everything after ``since``, and the position now."""
        session, name = self.session, name_of(seat)
        game, waiting = session.game, session.waiting()
        view = position_of(game, seat)
        acts = name is not None and not session.stopped
        looks, gold = free_acts(game, name) if name is not None and acts else ([], 0)
        message = UpdateMessage(
            n=session.n,
            since=since,
            view=game_view(view, waiting, game.way, self.open_part()),
            decision=None if name is None else self.decision(name, seat, view),
            prompt=session.stopped or waiting_prompt(waiting),
            anytime=choices(looks),
            give=gifts(game, name, gold) if name is not None and acts else None,
            undo=name is not None and session.can_undo(name),
            events=self.events(seat, since),
            clock=cast("dict[FactionName, float]", clock),
            guide=guide,
        )
        return Encoder.encode(message)

    def asked(self, name: str, seat: int, view: View) -> bytes:
        """The same as it is sent."""
        return Encoder.encode(self.decision(name, seat, view))

    def decision(self, name: str, seat: int, view: View) -> Decision | None:
        """What the seat may choose now, if anything; ``view``: what it sees, or a spectator."""
        codes = self.session.legal.get(name)
        if codes is None:
            return None
        pending = next(one for one in self.session.pending() if one.seat == name)
        if view.seat != seat and pending.step in OWN_PARTS:
            view = position_of(self.session.game, seat)
        return Decision(
            step=pending.step,
            rule=pending.rule,
            prompt=prompt(pending, view, codes),
            passing=passing(pending, view),
            opened=self.session.opened[name],
            actions=choices(codes),
            forced=len(codes) == 1,
            ordered=name in self.session.ordered,
            plan=on_turn(self.session.game, name),
            worth=self.worth(pending.step, view, codes),
            homes=[NAMES[t] for t in HOMES[seat]] if pending.step == "place" else [],
        )

    def worth(self, step: str, view: View, codes: list[int]) -> list[Worth] | None:
        """What each battle plan may come to; nothing at other steps."""
        if step not in WEIGHED:
            return None
        forecast = Forecast(self.session.game, view)
        return [forecast.worth(code) for code in codes]


def gifts(game: Game, name: str, most: int) -> Gifts:
    """Gold that can be given away, and to whom."""
    return Gifts(most, names(receivers(game, name))) if most > 0 else Gifts(0, [])
