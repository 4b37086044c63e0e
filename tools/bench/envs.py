"""Environments beside those of others, through the same interfaces: ``python3 run.py bench --envs``.

Uniformly random play on one core, in turns, so that a noisy machine hurts all alike. A decision is one
answer that a player gives; what chance decides is played but not counted. Seconds are those of the
processor, so that what else the machine does slows nobody down.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, Final

Rate = Callable[[float], float]
CLASSIC: Final = (
    *("chess_v6", "connect_four_v3", "go_v5", "hanabi_v5", "leduc_holdem_v4", "rps_v2"),
    *("texas_holdem_no_limit_v6", "texas_holdem_v4", "tictactoe_v3"),
)
COMPILED_PEERS: Final = ("backgammon", "chess", "gin_rummy", "go(board_size=9)", "hanabi", "skat")
# Of OpenSpiel's games in Python: they have no turns to take, or are for populations.
NO_PEERS: Final = ("python_iterated_prisoners_dilemma", "python_mfg", "python_dynamic_routing")
OURS: Final = ("python_dragon_dune", "python_idle")
BATCHES: Final = (256, 1024, 4096)  # games in each


def zoo_rate(make: Callable[[], Any], seconds: float) -> float:
    """Decisions a second of a PettingZoo environment."""
    import numpy as np

    env, rng, decisions, game = make(), np.random.default_rng(1), 0, 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        env.reset(seed=game)
        game += 1
        for agent in env.agent_iter(2000):
            seen, _, over, cut, info = env.last()
            if over or cut:
                env.step(None)
                continue
            env.step(_drawn(env, agent, seen, info, rng))
            decisions += 1
    return decisions / (time.process_time() - began)


def _drawn(env: Any, agent: str, seen: Any, info: Any, rng: Any) -> int:
    mask = seen.get("action_mask") if isinstance(seen, dict) else info.get("action_mask")
    if mask is None:
        return int(rng.integers(env.action_space(agent).n))
    allowed = mask.nonzero()[0]
    return int(allowed[int(rng.random() * len(allowed))])


def spiel_rate(name: str, seconds: float) -> float:
    """Decisions a second of an OpenSpiel game, driven from Python."""
    import pyspiel

    game, rng, decisions = pyspiel.load_game(name), random.Random(1), 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, odds)[0])
                continue
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            decisions += 1
    return decisions / (time.process_time() - began)


def batch_rate(size: int, seconds: float) -> float:
    """Decisions a second of a batch, with rows and masks for each of them."""
    import numpy as np

    from dragondune.envs.batched import Batch

    games, rng, decisions = Batch(size, seed=1), np.random.default_rng(1), 0
    asked, spent = games.asked(), 0.0
    while spent < seconds:
        # Drawing is the learner's affair, and no part of what is measured.
        numbers = (asked.masks * rng.random(asked.masks.shape, np.float32)).argmax(axis=1)
        began = time.process_time()
        asked = games.step(numbers)
        spent += time.process_time() - began
        decisions += size
    return decisions / spent


def _of_the_zoo(name: str) -> Rate:
    module = import_module(f"pettingzoo.classic.{name}")
    return lambda seconds: zoo_rate(module.env, seconds)


def _of_spiel(name: str) -> Rate:
    return lambda seconds: spiel_rate(name, seconds)


def python_games() -> list[str]:
    """OpenSpiel's games that are written in Python, and for players who take turns."""
    import pyspiel

    import_module("open_spiel.python.games")
    turns = pyspiel.GameType.Dynamics.SEQUENTIAL
    return [
        kind.short_name
        for kind in pyspiel.registered_games()
        if kind.short_name.startswith("python_")
        and kind.short_name not in OURS
        and kind.dynamics == turns
        and kind.default_loadable
        and not kind.short_name.startswith(NO_PEERS)
    ]


def contestants() -> dict[str, dict[str, Rate]]:
    """What is compared with what: ours first in each list."""
    from dragondune.envs import open_spiel, petting_zoo
    from tools.bench import idle

    zoo = {"dragon dune": lambda seconds: zoo_rate(petting_zoo.env, seconds)}
    spiel = {"dragon dune": _of_spiel(open_spiel.NAME)}
    return {
        "PettingZoo": zoo | {name: _of_the_zoo(name) for name in CLASSIC},
        "OpenSpiel, in Python": spiel | {name: _of_spiel(name) for name in python_games()},
        "OpenSpiel, a game that does nothing": {idle.NAME: _of_spiel(idle.NAME)},
        "OpenSpiel, in C++": {name: _of_spiel(name) for name in COMPILED_PEERS},
        "batched": {f"{size} games": partial(batch_rate, size) for size in BATCHES},
    }


def compare_envs(seconds: float, rounds: int) -> str:
    """A table of medians; what cannot be measured says why."""
    lines = [f"{'':42}{'decisions/s':>12}{'÷ ours':>8}"]
    for title, rates in contestants().items():
        lines += ["", title]
        found: dict[str, list[float]] = {name: [] for name in rates}
        for _ in range(rounds):
            for name, rate in rates.items():
                try:
                    found[name].append(rate(seconds))
                except Exception as error:  # a peer that lacks something is named
                    found.pop(name, None)
                    lines.append(f"  {name}: not measured ({str(error).splitlines()[0]})")
            rates = {name: rates[name] for name in found}
        medians = {name: statistics.median(values) for name, values in found.items()}
        ours = medians.get("dragon dune", 0.0)
        ranked = sorted(medians.items(), key=lambda item: -item[1])
        share = {name: f"{value / ours:8.2f}" if ours else "" for name, value in ranked}
        lines += [f"  {name:40}{value:12,.0f}{share[name]}" for name, value in ranked]
    return "\n".join(lines)
