"""What happened in a game as it is sent: each event is encoded once, whoever asks for it and how often."""

from collections import OrderedDict
from typing import Final
from weakref import ref

from dragondune.server.audience.rights import hears
from dragondune.server.play.session import Session
from dragondune.server.wire.events import event_body, numbered

CHUNK: Final = 64
MOST_BYTES: Final = 32 * 2**20


class Bodies:
    """Encoded events of all games; where they take too much room, what was not asked for longest goes."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most = most
        self.size = 0
        # By the game itself, not by a number of it: a copy of a game may tell something else.
        self._chunks: OrderedDict[tuple[ref[Session], int], list[bytes]] = OrderedDict()

    def body(self, session: Session, place: int) -> bytes:
        """The event at this place, as JSON but for its number."""
        chunk, at = divmod(place, CHUNK)
        key = ref(session), chunk
        known = self._chunks.setdefault(key, [])
        self._chunks.move_to_end(key)
        while len(known) <= at:
            heard = session.heard[chunk * CHUNK + len(known)]
            known.append(event_body(heard, session.game.state.rules))
            self.size += len(known[-1])
        found = known[at]
        self._make_room()
        return found

    def _make_room(self) -> None:
        while self.size > self.most and self._chunks:
            _, oldest = self._chunks.popitem(last=False)
            self.size -= sum(map(len, oldest))


BODIES: Final = Bodies()


def told(session: Session, seat: int, first: int, begin: int, end: int) -> bytes:
    """What a listener heard between two places, numbered from ``first`` on."""
    audible = [at for at in range(begin, end) if hears(session.heard[at].event, seat)]
    parts = [numbered(first + n, BODIES.body(session, at)) for n, at in enumerate(audible)]
    return b"[" + b",".join(parts) + b"]"
