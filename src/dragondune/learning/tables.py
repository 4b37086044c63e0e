"""Which games are played to learn from, and which to measure strength."""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from dragondune.bots.arena.match import deal_order
from dragondune.bots.base import Bot
from dragondune.bots.steward.steward import Steward
from dragondune.editions.build import build, offered
from dragondune.editions.files import resolved
from dragondune.learning.runner import Seating, Stock
from dragondune.learning.seats import (
    BOT,
    GREEDY,
    IMITATOR,
    LEARNER,
    RIVAL,
    SAMPLED,
    TEACHER,
    label_of,
)
from dragondune.model.factions import FACTION_OF_NAME
from dragondune.model.ruleset import Ruleset
from dragondune.model.state import State
from dragondune.rules import setup

ELVES: Final = FACTION_OF_NAME["elves"]
PROPOSED: Final = "r10-proposal"
# Kinds of tables that are learned from
ALL_LEARN, WITH_RIVALS, AGAINST_BOTS, WITH_BOTS, AGAINST_IMITATORS = range(5)
KIND_NAMES: Final = ("self", "rivals", "three stewards", "some stewards", "three imitators")
_OTHERS: Final = (LEARNER, RIVAL, BOT, BOT, IMITATOR)


@dataclass(frozen=True)
class Mix:
    """How often which tables are drawn."""

    kinds: tuple[float, ...] = (0.35, 0.2, 0.25, 0.2, 0.0)
    newest: float = 0.6  # share of r9 as it is
    proposed: float = 0.0  # share of the revision that is proposed
    late_start: float = 0.3  # share of games that start from a position of another game
    elves: float = 0.4  # share of lone learners who sit at the Elves
    full: float = 0.85  # share of games of four
    advice: bool = True  # do networks hear a steward? (never while they imitate one)


def draws(mode: str, actor: int, seed: str, mix: Mix, stock: Stock) -> Callable[[], Seating | None]:
    """The games of one actor: to imitate (``clone``), to learn (``learn``)."""
    rng = random.Random(f"{mode} {seed} {actor}")

    def draw() -> Seating:
        return _teaching(rng, mix) if mode == "clone" else _learning(rng, mix, stock)

    return draw


def _teaching(rng: random.Random, mix: Mix) -> Seating:
    """Four stewards whose choices are imitated."""
    state = _state(rng, mix)
    return Seating(state, [TEACHER] * 4, _stewards(rng, range(4)), 0)


def _learning(rng: random.Random, mix: Mix, stock: Stock) -> Seating:
    late = bool(stock.positions) and rng.random() < mix.late_start
    state = rng.choice(stock.positions).copy() if late else _state(rng, mix)
    kind = rng.choices(range(len(mix.kinds)), mix.kinds)[0]
    players = [LEARNER] * 4
    for f in _others(rng, kind, state, mix):
        players[f] = _OTHERS[kind]
    bots = _stewards(rng, [f for f in range(4) if players[f] == BOT])
    label = _label(state, kind, players, not late)
    return Seating(state, players, bots, label, mix.advice)


def _others(rng: random.Random, kind: int, state: State, mix: Mix) -> list[int]:
    """The seats that the learner does not hold."""
    seats = rng.sample(state.order, len(state.order))
    if kind == ALL_LEARN:
        return []
    if kind in (AGAINST_BOTS, AGAINST_IMITATORS):
        if ELVES in seats and rng.random() < mix.elves:
            return [f for f in seats if f != ELVES]
        return seats[1:]
    return seats[: rng.randint(1, max(1, len(seats) - 1 - (kind == WITH_BOTS)))]


def _label(state: State, kind: int, players: list[int], whole: bool) -> int:
    """What is wanted of a game when it has ended: is it r9 as it is?, kind, who played each seat."""
    plain = whole and state.rules is rules_of("r9", ()) and len(state.order) == 4
    seated = [p if f in state.order else BOT for f, p in enumerate(players)]
    return label_of(seated, kind, plain)


def _state(rng: random.Random, mix: Mix) -> State:
    edition = "r9"
    options: tuple[str, ...] = ()
    kind = rng.random()
    if kind < mix.proposed:
        edition, options = resolved(PROPOSED, ())
    elif kind < 1 - mix.newest:
        edition = rng.choice(("first", "r2", "r2", "r6", "r6", "r6b", "r6b", "r9"))
        options = _options(rng, edition)
    order = rng.sample(range(4), 4 if rng.random() < mix.full else rng.choice((2, 3, 3)))
    state = setup.new_state(rules_of(edition, options), tuple(order), str(rng.getrandbits(62)))
    setup.begin(state)
    return state


def _options(rng: random.Random, edition: str) -> tuple[str, ...]:
    """None in half of the games, else one to four that go together."""
    chosen: tuple[str, ...] = ()
    if rng.random() < 0.5:
        return chosen
    names = [option.name for option in offered(edition)]
    for name in rng.sample(names, min(len(names), rng.randint(1, 4))):
        try:
            rules_of(edition, (*chosen, name))
        except ValueError:
            continue
        chosen = (*chosen, name)
    return chosen


@lru_cache(maxsize=4096)
def rules_of(edition: str, options: tuple[str, ...]) -> Ruleset:
    """A ruleset; the same object every time."""
    return build(edition, options)


def _stewards(rng: random.Random, seats: Iterable[int]) -> list[Bot | None]:
    return [Steward(rng.getrandbits(30)) if f in seats else None for f in range(4)]


# --- measuring -----------------------------------------------------------------------------------

MEASURES: Final[dict[str, tuple[int, int]]] = {
    "best v three stewards": (GREEDY, BOT),
    "by lot v three stewards": (SAMPLED, BOT),
    "steward v three by lot": (BOT, SAMPLED),
    "best v three rivals": (GREEDY, RIVAL),
    "four by lot": (SAMPLED, SAMPLED),
}


def measured(
    number: int, deals: int, edition: str, measures: list[str], advice: bool = True
) -> Seating | None:
    """Game so and so of a measurement: each deal once for each faction of the odd one out."""
    if number >= 4 * deals * len(measures):
        return None
    which, rest = divmod(number, 4 * deals)
    deal, f = divmod(rest, 4)
    odd, others = MEASURES[measures[which]]
    order = tuple(FACTION_OF_NAME[name] for name in deal_order(deal))
    state = setup.new_state(rules_of(edition, ()), order, str(deal))
    setup.begin(state)
    players = [odd if g == f else others for g in range(4)]
    bots = [Steward(deal * 4 + g) if players[g] == BOT else None for g in range(4)]
    return Seating(state, players, list[Bot | None](bots), number, advice)
