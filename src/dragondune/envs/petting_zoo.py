"""Dragon Dune for PettingZoo: every seat is an agent, asked one after the other (AEC), or in parallel.

    from dragondune.envs import petting_zoo
    game = petting_zoo.env()
    game.reset(seed=1)
    for agent in game.agent_iter():
        observation, reward, termination, truncation, info = game.last()
        over = termination or truncation
        mask = observation["action_mask"]
        game.step(None if over else game.action_space(agent).sample(mask))

A number that the mask does not allow changes nothing: the seat is asked again, and
``info["refused"]`` says why. A seat that was asked ``max_cycles`` times is truncated; from then on its
choices are drawn by lot.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dragondune.editions.build import NEWEST
from dragondune.engine.pieces import victory_share
from dragondune.envs.batched import OBSERVATION, Table
from dragondune.envs.course import Course
from dragondune.envs.needs import missing
from dragondune.envs.parts import ACTIONS, describe
from dragondune.model.factions import FACTION_NAMES
from dragondune.telling.board import draw_board

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ModuleNotFoundError as error:
    raise missing("dragondune.envs.petting_zoo", "pettingzoo", "envs") from error

Observation = dict[str, Any]
NAMES = tuple(f"{name}_{f}" for f, name in enumerate(FACTION_NAMES))


def observation_space() -> Any:
    """A row of bytes, and the mask of what may be answered."""
    row = spaces.Box(0, 255, (OBSERVATION,), np.uint8)
    return spaces.Dict({"observation": row, "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8)})


def seen(course: Course, f: int) -> Observation:
    """What a seat is shown."""
    return {
        "observation": np.frombuffer(course.observation(f), np.uint8),
        "action_mask": np.frombuffer(course.mask(f), np.int8),
    }


def shares(course: Course) -> list[float]:
    """What each faction has won: 1, 1/2 or 0."""
    winners = int(course.state.winners)
    return [victory_share(winners, f) for f in range(len(FACTION_NAMES))]


def refused(course: Course, number: Any) -> str:
    """Why a number is not taken; empty where it is."""
    if course.seat < 0:
        return "The game is over; nothing is asked any more."
    given = int(number) if isinstance(number, int | np.integer) else -1
    if not 0 <= given < ACTIONS:
        return f"{number!r} is no action; they are the numbers 0 to {ACTIONS - 1}."
    if course.question.allows(given):
        return ""
    return f"{given} ({describe(given)}) may not be answered now; the mask says what may."


class _Common:
    """What both kinds of environment have: a table, its agents and their spaces."""

    def _sit_down(self, table: Table, max_cycles: int | None, render_mode: str | None) -> None:
        self.table, self.max_cycles, self.render_mode = table, max_cycles, render_mode
        self.possible_agents: list[str] = [NAMES[f] for f in table.seats()]
        self._number = {agent: NAMES.index(agent) for agent in self.possible_agents}
        self.observation_spaces = {agent: observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self._rng = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """The space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of what an agent may answer; the mask tells which numbers, now."""
        return self.action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.course = Course(self.table.opened(str(self._rng.integers(1 << 62))))
        self.agents = list(self.possible_agents)
        self.asked = dict.fromkeys(self.agents, 0)

    def render(self) -> str | None:
        """The board in characters."""
        return draw_board(self.course.state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is to be let go."""


class RawEnv(_Common, AECEnv):  # type: ignore[misc]
    """The game as PettingZoo asks for it, without wrappers."""

    metadata = {"name": "dragon_dune_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, table: Table, max_cycles: int | None, render_mode: str | None) -> None:
        super().__init__()
        self._sit_down(table, max_cycles, render_mode)

    def reset(self, seed: int | None = None, options: object = None) -> None:
        """Deal a new game."""
        self._begin(seed)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = NAMES[self.course.seat]

    def observe(self, agent: str) -> Observation:
        """What an agent sees now."""
        return seen(self.course, self._number[agent])

    def step(self, action: Any) -> None:
        """Answer the question of the agent that is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
        else:
            self._cumulative_rewards[agent] = 0.0
            self._answer(agent, action)
        if self.agents and not any(self.terminations.values()):
            self._select()

    def _answer(self, agent: str, action: Any) -> None:
        self.asked[agent] += 1
        self.truncations[agent] = self.asked[agent] == self.max_cycles
        why = refused(self.course, action)
        self.infos[agent] = {"refused": why} if why else {}
        if not why:
            self.course.answer(int(action))

    def _select(self) -> None:
        """On to the agent that is asked, or to the end."""
        gone = [agent for agent in self.agents if self.truncations[agent]]
        if gone:
            self.agent_selection = gone[0]
            return
        while self.course.seat >= 0 and NAMES[self.course.seat] not in self.agents:
            numbers = [int(number) for number in self.course.question.numbers()]
            self.course.answer(int(self._rng.choice(numbers)))
        if self.course.seat >= 0:
            self.agent_selection = NAMES[self.course.seat]
        else:
            self._end()

    def _end(self) -> None:
        won = shares(self.course)
        self.rewards = {agent: won[self._number[agent]] for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()


class RawParallelEnv(_Common, ParallelEnv):  # type: ignore[misc]
    """All agents answer at every step; the answer of the one that is asked counts."""

    metadata = RawEnv.metadata

    def __init__(self, table: Table, max_cycles: int | None, render_mode: str | None) -> None:
        self._sit_down(table, max_cycles, render_mode)

    def reset(
        self, seed: int | None = None, options: object = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a new game."""
        self._begin(seed)
        return self._seen(), {agent: {} for agent in self.agents}

    def _seen(self) -> dict[str, Observation]:
        return {agent: seen(self.course, self._number[agent]) for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Answer the open question with what its agent says."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        agents, asked = list(self.agents), NAMES[self.course.seat]
        for agent in agents:
            self.asked[agent] += 1
        why = refused(self.course, actions.get(asked))
        if not why:
            self.course.answer(int(actions[asked]))
        over, long = self.course.seat < 0, self.asked[asked] == self.max_cycles
        won = shares(self.course) if over else [0.0] * len(FACTION_NAMES)
        self.agents = agents if not (over or long) else []
        return (
            {agent: seen(self.course, self._number[agent]) for agent in agents},
            {agent: won[self._number[agent]] for agent in agents},
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, long and not over),
            {agent: {"refused": why} if why and agent == asked else {} for agent in agents},
        )


def env(
    edition: str = NEWEST,
    options: Sequence[str] = (),
    factions: Sequence[str] = (),
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> Any:
    """A game for PettingZoo's loops; without factions all four play, in an order that is drawn."""
    table = Table.of(edition, options, factions)
    return OrderEnforcingWrapper(RawEnv(table, max_cycles, render_mode))


def parallel_env(
    edition: str = NEWEST,
    options: Sequence[str] = (),
    factions: Sequence[str] = (),
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> RawParallelEnv:
    """The same for loops in which all agents answer at once."""
    return RawParallelEnv(Table.of(edition, options, factions), max_cycles, render_mode)
