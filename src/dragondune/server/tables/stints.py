"""What bots did for people who were away, so that they can be told when they are back."""

from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from msgspec.structs import replace

from dragondune.model import events
from dragondune.model.events import Event
from dragondune.server.audience.rights import hears, listener
from dragondune.server.play.session import Session
from dragondune.server.wire.outgoing import StandInLine, StandInMessage
from dragondune.telling.story import sentence

MOST_LINES: Final = 60
# What a faction is shown by the way, and did not do.
SHOWN: Final = (events.ShownSale, events.ShownEvent, events.Dealt)


@dataclass
class Stint:
    """A bot's time on a person's seat: between which updates, and in which of them it decided."""

    bot: str
    began: int
    ended: int = 0
    deeds: list[int] = field(default_factory=list)


def lines_of(session: Session, faction: str, update: int) -> list[StandInLine]:
    """What a seat was told of its own doing in an update."""
    me = listener(faction)
    heard = session.heard[session.place_after(update - 1) : session.place_after(update)]
    own = [one for one in heard if hears(one.event, me) and _is_by(one.event, me)]
    rules = session.game.state.rules
    return [StandInLine(update, int(one.turn), sentence(one.event, rules)) for one in own]


def _is_by(event: Event, me: int) -> bool:
    return getattr(event, "faction", None) == me and not isinstance(event, SHOWN)


def _together(lines: list[StandInLine]) -> list[StandInLine]:
    """What was done again and again is told once, with how often."""
    runs = [list(run) for _, run in groupby(lines, key=lambda line: (line.turn, line.text))]
    return [
        run[0]
        if len(run) == 1
        else replace(run[0], text=f"{run[0].text.rstrip('.')} ({len(run)} times).")
        for run in runs
    ]


def report(session: Session, faction: str, bot: str, stint: Stint) -> StandInMessage:
    """All that a stand-in did, from the view of whoever it did it for."""
    told = [lines_of(session, faction, update) for update in stint.deeds]
    lines = _together([line for some in told for line in some])
    return StandInMessage(
        bot=bot,
        began=stint.began,
        ended=stint.ended,
        lines=lines[-MOST_LINES:],
        more=max(0, len(lines) - MOST_LINES),
        quiet=sum(not some for some in told),
    )
