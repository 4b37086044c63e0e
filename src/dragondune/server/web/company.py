"""What a server with accounts keeps beside them: ratings, tournaments, and what people are to each other."""

import asyncio
import contextlib
from collections.abc import Coroutine

from dragondune.server.circles.circles import Circles
from dragondune.server.cups.cups import Cups
from dragondune.server.people.people import People
from dragondune.server.ranks import doors
from dragondune.server.ranks.rater import Rater
from dragondune.server.storage.store import StoreError


class Company:
    """Works beside the people of a running server."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.circles = Circles(people)
        self.cups = Cups(people)
        self.rater = Rater(people.hall.store, people.hall.config)
        people.hall.opening.append(doors.may_open)
        people.hall.seating.append(doors.may_sit)
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Called when the server runs."""
        work: list[Coroutine[None, None, None]] = [self.rater.run(), self.cups.run()]
        self._tasks = [asyncio.get_running_loop().create_task(one) for one in work]

    async def close(self) -> None:
        """Called when it stops: another process may look after tournaments at once."""
        for task in self._tasks:
            task.cancel()
        with contextlib.suppress(StoreError):
            await self.cups.chore.leave()
