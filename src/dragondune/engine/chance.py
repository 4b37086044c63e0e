"""Dice and shuffles: drawn from the game's seed, or read from a record.

Each result depends on the seed and on how many were drawn before, so a copy of a state goes on
with the same luck and a state needs no generator inside. Results are logged: a record replays
them and needs no random source.
"""

from hashlib import blake2b

from dragondune.ints import i64
from dragondune.model.state import State


def _luck(s: State) -> int:
    number = s.draws
    s.draws = number + 1
    return int.from_bytes(blake2b(f"{s.seed}/{number}".encode()).digest(), "big")


def _scripted(s: State) -> list[int] | None:
    script = s.script
    if script is None or s.script_at >= len(script):
        return None
    s.script_at += 1
    return script[s.script_at - 1]


def _note(s: State, result: list[int]) -> None:
    if s.log is not None:
        s.log.chances.append(result)


def pick(s: State, choices: i64) -> i64:
    """A number from 0 to ``choices`` - 1, each as likely."""
    result = _scripted(s)
    if result is not None and (len(result) != 1 or not 0 <= result[0] < choices):
        raise ValueError("A recorded die shows what it cannot show.")
    if result is None:
        many: int = choices  # the luck is wider than a machine integer
        result = [_luck(s) % many]
    _note(s, result)
    return result[0]


def roll(s: State) -> i64:
    """A six-sided die."""
    return pick(s, 6) + 1


def shuffle(s: State, cards: list[i64]) -> list[i64]:
    """The cards in a random order."""
    result = _scripted(s)
    if result is not None and sorted(result) != sorted(cards):
        raise ValueError("A recorded shuffle holds other cards than the pile.")
    if result is None:
        result = list(cards)
        luck = _luck(s)
        for last in range(len(result) - 1, 0, -1):
            luck, chosen = divmod(luck, last + 1)
            result[last], result[chosen] = result[chosen], result[last]
    _note(s, result)
    return list(result)
