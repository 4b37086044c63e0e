"""Bots think in processes of their own: the server goes on serving meanwhile."""

import asyncio
import logging
import multiprocessing
import os
import random
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, TypeVar

from dragondune.advice.hints import advise
from dragondune.asking import ignore_interrupts
from dragondune.bots import BOT_NAMES, make_bot
from dragondune.bots.arena.guest import guest_names
from dragondune.bots.bargaining.answers import Reply
from dragondune.bots.bargaining.memory import Mood
from dragondune.model.factions import FACTION_NAMES
from dragondune.review.judge import Playouts
from dragondune.server.audience.rights import position_of
from dragondune.server.bots.parcels import Parcel, game_like, unpack
from dragondune.server.bots.turns import Turns
from dragondune.views.sample import sample

T = TypeVar("T")
_LOG: Final = logging.getLogger(__name__)
STAND_IN: Final = "steward"  # where a guest has failed
TRIES: Final = 8  # worlds dealt until the seat has a choice
Decider = Callable[[str, int, Parcel, list[int]], tuple[int, str]]
# A bot that stumbles must not stop the table it plays at.
FAILURES: Final = (
    ValueError,
    ArithmeticError,
    LookupError,
    AssertionError,
    AttributeError,
    TypeError,
)


def follow_parent() -> None:
    """A worker whose server was killed has nobody left to think for; Ctrl-C is the server's affair."""
    ignore_interrupts()
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def think(name: str, seed: int, parcel: Parcel, legal: list[int]) -> tuple[int, str, bool]:
    """The bot's choice, why, and whether it has lost its game by it; runs in a worker."""
    try:
        bot = make_bot(name, seed)
    except ValueError as missing:
        _LOG.warning("A %s plays for %s: %s", STAND_IN, name, missing)
        bot = make_bot(STAND_IN, seed)
        bot.failed = str(missing)
    choice = bot.choose(unpack(parcel), legal)
    return choice, bot.explain(), bool(bot.failed)


def think_as_if(name: str, seed: int, parcel: Parcel, seat: int) -> None:
    """Think about a decision as it would be with a choice, by what everybody sees; runs in a worker."""
    view, rng = unpack(parcel), random.Random(seed)
    for _ in range(TRIES):
        game = game_like(parcel, sample(view, rng))
        codes = game.codes().get(FACTION_NAMES[seat], [])
        if len(codes) > 1:
            make_bot(name, seed).choose(position_of(game, seat), codes)
            return


def wait_in_line() -> None:
    """Nothing: whoever asks wants to know when a worker has time."""


def think_of_advice(name: str, seed: int, parcel: Parcel, legal: list[int]) -> tuple[int, str]:
    """A hint: what to do, and why; runs in a worker."""
    view = unpack(parcel)
    thought = make_bot(name, seed).choose(view, legal)
    return advise(view, legal, (thought,))


def think_freely(name: str, seed: int, parcel: Parcel, legal: list[int]) -> int | None:
    """Something the bot does besides its decisions, or None; runs in a worker."""
    return make_bot(name, seed).anytime(unpack(parcel), legal)


def think_about_contracts(
    name: str, seed: int, parcel: Parcel, number: int, mood: Mood
) -> tuple[str, str] | None:
    """The answer to offer ``number``, or with 0 an offer of its own or None; runs in a worker."""
    bot, view = make_bot(name, seed), unpack(parcel)
    if not number:
        said = bot.make_offer(view, mood)
        return None if said is None else (said.line, said.sentence)
    for offer in view.offers:
        if offer.number == number:
            reply = bot.answer_offer(view, offer, mood)
            return reply.line, reply.sentence
    return None


def think_of_chances(parcel: Parcel, worlds: int) -> tuple[float, float]:
    """A seat's chance to win by what it knows, and how far that may be off; runs in a worker."""
    view = unpack(parcel)
    judged = Playouts(worlds, turns_ahead=1).known(view)
    return judged.chances[view.seat], judged.spread


def known_bots() -> list[str]:
    """The bots that can be seated, the strongest last; none is made here, for some are large."""
    return [*BOT_NAMES, *guest_names()]


class Pool:
    """The workers; they are started when the first bot has to think."""

    def __init__(self, workers: int) -> None:
        self.workers = max(1, workers)
        self.turns = Turns(self.workers)
        self._executor: ProcessPoolExecutor | None = None

    def executor(self) -> ProcessPoolExecutor:
        """Where they are asked."""
        if self._executor is None:
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(self.workers, context, follow_parent)
        return self._executor

    def is_broken(self) -> None:
        """A worker died, and the others with it: there will be new ones."""
        self._executor = None

    def close(self) -> None:
        """Let the workers go."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)


class Thinkers:
    """What bots are asked, and by whom: one ``payer``'s thoughts wait for each other first."""

    def __init__(self, pool: Pool, payer: str = "", failed: set[str] | None = None) -> None:
        self.pool, self.payer = pool, payer
        self._failed = set() if failed is None else failed  # guests that have lost their game

    def paid_by(self, payer: str, failed: set[str] | None = None) -> "Thinkers":
        """The same workers, asked by somebody else; ``failed`` are guests that have lost there."""
        return Thinkers(self.pool, payer, failed)

    async def ask(self, lost: T, work: Callable[..., T], *about: object) -> T:
        """What a worker makes of it; ``lost`` where that fails, so that no table hangs."""
        async with self.pool.turns.turn(self.payer):
            loop = asyncio.get_running_loop()
            try:
                return await loop.run_in_executor(self.pool.executor(), work, *about)
            except BrokenProcessPool:
                self.pool.is_broken()
            except FAILURES:
                pass
        return lost

    async def choose(
        self, name: str, seed: int, parcel: Parcel, legal: list[int]
    ) -> tuple[int, str]:
        """What the bot does; a bot that fails plays its first choice, so that no table hangs.

        A guest that fails is asked nothing more at this table: a steward plays on in its seat.
        """
        if len(legal) == 1:
            return legal[0], "There is nothing else to choose."
        lost = legal[0], "I lost the thread.", False
        name = self._playing(name)
        choice, reason, failed = await self.ask(lost, think, name, seed, parcel, legal)
        if failed:
            self._failed.add(name)
        return (choice, reason) if choice in legal else lost[:2]

    def _playing(self, name: str) -> str:
        return STAND_IN if name in self._failed else name

    async def pretend(self, name: str, seed: int, parcel: Parcel, seat: int) -> None:
        """Take as long as the bot would over this decision if it had a choice."""
        await self.ask(None, think_as_if, self._playing(name), seed, parcel, seat)

    async def wait_in_line(self) -> None:
        """Take as long as it is until a worker has time."""
        await self.ask(None, wait_in_line)

    async def advise(
        self, name: str, seed: int, parcel: Parcel, legal: list[int]
    ) -> tuple[int, str]:
        """What a person might do here, and why, with the bot's own idea among those weighed."""
        return await self._decide(think_of_advice, name, seed, parcel, legal)

    async def _decide(
        self, how: Decider, name: str, seed: int, parcel: Parcel, legal: list[int]
    ) -> tuple[int, str]:
        if len(legal) == 1:
            return legal[0], "There is nothing else to choose."
        lost = legal[0], "I lost the thread."
        choice, reason = await self.ask(lost, how, name, seed, parcel, legal)
        return (choice, reason) if choice in legal else lost

    async def act_freely(
        self, name: str, seed: int, parcel: Parcel, legal: list[int]
    ) -> int | None:
        """A free act the bot wants at this moment; none if it fails."""
        choice = await self.ask(None, think_freely, self._playing(name), seed, parcel, legal)
        return choice if choice in legal else None

    async def talk(
        self, name: str, seed: int, parcel: Parcel, number: int, mood: Mood
    ) -> Reply | None:
        """What the bot says to offer ``number``, or with 0 of itself; a bot that fails refuses."""
        lost = (f"refuse {number}", "I lost the thread.") if number else None
        name = self._playing(name)
        said = await self.ask(lost, think_about_contracts, name, seed, parcel, number, mood)
        return None if said is None else Reply(*said)

    async def chance(self, parcel: Parcel, worlds: int) -> tuple[float, float] | None:
        """A seat's chance to win by what it knows; None where it could not be judged."""
        return await self.ask(None, think_of_chances, parcel, worlds)

    def close(self) -> None:
        """Let the workers go."""
        self.pool.close()
