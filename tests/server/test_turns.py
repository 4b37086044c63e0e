"""Whose bots think next: nobody's many tables keep another's few waiting."""

from __future__ import annotations

import asyncio
from collections import Counter

from dragondune.server.bots.turns import Turns


async def thinking(turns: Turns, payer: str, order: list[str], seconds: float = 0.002) -> None:
    async with turns.turn(payer):
        order.append(payer)
        await asyncio.sleep(seconds)


def test_a_crowd_of_one_address_waits_for_itself() -> None:
    async def play() -> None:
        turns, order = Turns(1), list[str]()
        crowd = [asyncio.ensure_future(thinking(turns, "crowd", order)) for _ in range(40)]
        await asyncio.sleep(0.01)
        before = len(order)
        for _ in range(5):
            await thinking(turns, "guest", order)
        assert order.count("crowd") - before <= 10, "each of the guest's waits for one or two"
        await asyncio.gather(*crowd)
        assert Counter(order) == {"crowd": 40, "guest": 5}

    asyncio.run(play())


def test_time_is_shared_and_not_the_number_of_thoughts() -> None:
    async def play() -> None:
        turns, order = Turns(1), list[str]()
        slow = [asyncio.ensure_future(thinking(turns, "slow", order, 0.05)) for _ in range(8)]
        quick = [asyncio.ensure_future(thinking(turns, "quick", order, 0.001)) for _ in range(20)]
        await asyncio.gather(*quick)
        assert order.count("slow") <= 3
        await asyncio.gather(*slow)

    asyncio.run(play())


def test_nobody_saves_up_and_who_goes_leaves_no_hole() -> None:
    async def play() -> None:
        turns, order = Turns(2), list[str]()
        crowd = [asyncio.ensure_future(thinking(turns, f"{n % 3}", order)) for n in range(30)]
        await asyncio.sleep(0.003)
        for task in crowd[::2]:
            task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        late = [asyncio.ensure_future(thinking(turns, "late", order)) for _ in range(6)]
        await asyncio.wait_for(asyncio.gather(*late), 20)
        assert order.count("late") == 6
        assert turns._free == turns.workers
        assert not turns._waiting
        assert not turns._spent

    asyncio.run(play())
