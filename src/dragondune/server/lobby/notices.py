"""Tells those in the lobby what changes there, so that nobody has to ask again and again.

The lists are looked at every two seconds while anybody listens, once for all of them; each is sent
what has changed since, and what of its own tables has.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Final, Protocol

import msgspec

from dragondune.server.wire.documents import LobbyNews
from dragondune.server.wire.outgoing import TableHeader, encode
from dragondune.server.wire.parts import encoded

PAUSE: Final = 2.0  # seconds between two looks
Seen = dict[str, bytes]  # headers as they were last told


class Hearer(Protocol):
    """Somebody in the lobby."""

    def send(self, message: bytes) -> None:
        """Say it as soon as the reader takes it."""


class Notices:
    """What is told in the lobby of one server."""

    def __init__(
        self,
        listed: Callable[[], Iterable[TableHeader]],
        header: Callable[[str], TableHeader | None],
    ) -> None:
        self._listed, self._header = listed, header
        self._hearers: dict[Hearer, frozenset[str]] = {}
        self._public: Seen = {}
        self._own: Seen = {}

    def come(self, hearer: Hearer, own: Iterable[str]) -> None:
        """Tell this one from now on, and of these tables in any case."""
        if not self._hearers:
            self._public, self._own = self._look(), {}
        self._hearers[hearer] = frozenset(own)
        self._own |= self._look_at(self._hearers[hearer])

    def go(self, hearer: Hearer) -> None:
        """This one is gone."""
        self._hearers.pop(hearer, None)

    async def run(self) -> None:
        """Until the server stops."""
        while True:
            await asyncio.sleep(PAUSE)
            if self._hearers:
                self.tell()

    def tell(self) -> None:
        """Say what has changed since the last time."""
        public, own = self._look(), self._look_at(set().union(*self._hearers.values()))
        news = [one for key, one in public.items() if self._public.get(key) != one]
        gone = [key for key in self._public if key not in public]
        changed = {key: one for key, one in own.items() if self._own.get(key) != one}
        self._public, self._own = public, own
        to_all = _message(news, gone) if news or gone else None
        for hearer, ids in self._hearers.items():
            mine = [one for key, one in changed.items() if key in ids]
            if mine:
                hearer.send(_message([*news, *mine], gone))
            elif to_all is not None:
                hearer.send(to_all)

    def _look(self) -> Seen:
        return {header.id: encode(header) for header in self._listed()}

    def _look_at(self, ids: Iterable[str]) -> Seen:
        found = ((one, self._header(one)) for one in ids)
        return {one: encode(header) for one, header in found if header is not None}


def _message(put: list[bytes], gone: list[str]) -> bytes:
    told: list[TableHeader] = encoded(b"[" + b",".join(dict.fromkeys(put)) + b"]")
    return msgspec.json.encode(LobbyNews(told, gone))
