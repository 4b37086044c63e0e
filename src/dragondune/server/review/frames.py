"""Every moment of a finished game with all hands open, for whoever plays it again on the board."""

from collections.abc import Iterator
from itertools import islice
from typing import cast

from dragondune.game import Game, at_start
from dragondune.model.events import Event
from dragondune.model.refusal import Refusal
from dragondune.records import actions_of
from dragondune.server.audience.rights import is_public, opened_position
from dragondune.server.wire.incoming import Faction
from dragondune.server.wire.reviews import Frame
from dragondune.server.wire.views import game_view
from dragondune.telling.story import sentence

MOST_FRAMES = 60  # in one answer


def frames(record: dict[str, object], first: int, number: int) -> list[Frame]:
    """Some moments of a game that is over, from the one of this number on."""
    return list(islice(_moments(record), first, first + min(number, MOST_FRAMES)))


def _moments(record: dict[str, object]) -> Iterator[Frame]:
    game = at_start(record)
    yield _frame(game, 0, None, "", [])
    for at, (seat, line) in enumerate(actions_of(record), 1):
        answer = game.play(seat, line)
        if isinstance(answer, Refusal):
            raise ValueError(f"Line {at} cannot be replayed.")
        yield _frame(game, at, seat, line, list(answer))


def _frame(game: Game, at: int, seat: str | None, line: str, events: list[Event]) -> Frame:
    waiting = [decision.seat for decision in game.pending()]
    said = [sentence(event, game.state.rules) for event in events if is_public(event)]
    view = game_view(opened_position(game), waiting, game.way)
    return Frame(at, cast("Faction | None", seat), line, view, said)


def game_at(record: dict[str, object], at: int) -> Game:
    """The game as it stood at a moment; ValueError where it has no such moment."""
    game = at_start(record)
    lines = actions_of(record)
    if not 0 <= at <= len(lines):
        raise ValueError("There is no such moment in this game.")
    for seat, line in lines[:at]:
        if isinstance(game.play(seat, line), Refusal):
            raise ValueError(f"The game cannot be played again up to moment {at}.")
    return game
