"""Messages about a position, one for each seat: its view, its choices, its events.

What several seats are told alike (the board, an event) is encoded once.
"""

from typing import Final

import msgspec

from dragondune.game import Game
from dragondune.model.actions import GIVE, LOOK, amount_of, kind_of, who_of
from dragondune.model.factions import FACTION_NAMES, FACTION_OF_NAME
from dragondune.server.actions_json import actions_raw
from dragondune.server.display import Json, territories_json, view_json
from dragondune.server.display_events import Heard, event_body, numbered
from dragondune.server.prompts import prompt, waiting_prompt
from dragondune.server.session import Session
from dragondune.views.view import SPECTATOR

Encoder: Final = msgspec.json.Encoder()


def seat_name(seat: int) -> str | None:
    """The seat's faction; None for one who watches."""
    return None if seat == SPECTATOR else FACTION_NAMES[seat]


def position_json(game: Game, seat: int, territories: object = None) -> Json:
    """What the seat sees of a position."""
    waiting = [decision.seat for decision in game.pending()]
    return view_json(game.view(seat_name(seat)), waiting, game.way, territories)


class Publisher:
    """Makes the messages of one update; made anew for each."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._bodies: dict[Heard, bytes] = {}
        self._board: msgspec.Raw | None = None

    def board(self) -> msgspec.Raw:
        """The territories, which look the same from everywhere."""
        if self._board is None:
            view = self.session.game.view(None)
            self._board = msgspec.Raw(Encoder.encode(territories_json(view)))
        return self._board

    def events(self, seat: int, since: int, until: int | None = None) -> msgspec.Raw:
        """The events a seat may know that came after an update, numbered as it hears them."""
        first, news = self.session.heard_by(seat, since)
        if until is not None:
            news = [heard for heard in news if heard.update <= until]
        parts = [numbered(first + at, self._body(heard)) for at, heard in enumerate(news)]
        return msgspec.Raw(b"[" + b",".join(parts) + b"]")

    def _body(self, heard: Heard) -> bytes:
        body = self._bodies.get(heard)
        if body is None:
            body = self._bodies[heard] = event_body(heard, self.session.game.state.rules)
        return body

    def update(self, seat: int, since: int, extra: Json) -> bytes:
        """The message to one seat: everything after ``since``, and the position now."""
        session = self.session
        name = seat_name(seat)
        view = position_json(session.game, seat, self.board())
        message: Json = {
            "t": "update",
            "n": session.n,
            "since": since,
            "view": view,
            "decision": self.decision(name) if name is not None else None,
            "prompt": waiting_prompt(session.waiting()),
            "anytime": actions_raw(looks(session.game, name)) if name is not None else [],
            "give": gifts(session.game, name) if name is not None else None,
            "undo": name is not None and session.can_undo(name),
            "events": self.events(seat, since),
        }
        return Encoder.encode(message | extra)

    def decision(self, name: str) -> Json | None:
        """What the seat may choose now, if anything."""
        codes = self.session.legal.get(name)
        if codes is None:
            return None
        pending = next(d for d in self.session.pending() if d.seat == name)
        view = self.session.game.view(name)
        return {
            "step": pending.step,
            "rule": pending.rule,
            "prompt": prompt(pending.step, view),
            "opened": self.session.opened[name],
            "actions": actions_raw(codes),
            "forced": len(codes) == 1,
        }


def looks(game: Game, name: str) -> list[int]:
    """The hands a seat may look at now [EL2]."""
    return [action.code for action in game.anytime(name) if kind_of(action.code) == LOOK]


def gifts(game: Game, name: str) -> Json:
    """The most gold a seat may give away now, and to whom [B11]."""
    most: dict[str, int] = {}
    for action in game.anytime(name):
        if kind_of(action.code) == GIVE:
            to = FACTION_NAMES[who_of(action.code)]
            most[to] = max(most.get(to, 0), amount_of(action.code))
    others = [FACTION_NAMES[f] for f in game.state.order if f != FACTION_OF_NAME[name]]
    return {"most": max(most.values(), default=0), "to": [to for to in others if to in most]}
