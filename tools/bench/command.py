"""The speed of the engine beside a peer, in one run: ``python3 run.py bench``.

Everything is measured on one core with uniformly random play and the legal actions listed at every
decision. The same source is measured interpreted and compiled, each in a process of its own, in
turns with catanatron (Catan in Python), so that a noisy machine hurts all alike. Ratios of one run
say something; the figures of one machine and day do not.
"""

import argparse
import json
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from datetime import date
from pathlib import Path

import dragondune
from dragondune.editions.build import EDITIONS, NEWEST, build
from dragondune.engine import agenda
from dragondune.engine.playout import playout
from dragondune.model.state import State
from dragondune.rules.setup import begin, new_state
from tools import environment
from tools.bench.envs import compare_envs
from tools.bench.peer import CATANATRON

Figures = dict[str, float]
PACKAGE = Path(dragondune.__file__).resolve().parent
PEER = Path(__file__).with_name("peer.py")


# --- one process: what this build reaches --------------------------------------------------


def start(edition: str, number: int) -> State:
    """A fresh game with a seed of its own."""
    state = new_state(build(edition), (0, 1, 2, 3), f"bench {number}")
    begin(state)
    return state


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def drive(edition: str, seconds: float) -> Figures:
    """Random play driven per decision from Python."""
    rng = random.Random(1).random
    actors, legal, apply = agenda.actors, agenda.legal, agenda.apply
    decisions = forced = games = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        s = start(edition, games)
        while s.stack:
            mask = actors(s)
            f = _lowest(mask)
            choices = legal(s, f)
            forced += len(choices) == 1
            apply(s, f, choices[int(rng() * len(choices))])
            decisions += 1
        games += 1
    spent = time.perf_counter() - began
    return {
        "decisions/s": decisions / spent,
        "games/s": games / spent,
        "decisions/game": decisions / games,
        "forced": forced / decisions,
    }


def play_inside(edition: str, seconds: float) -> Figures:
    """Whole playouts inside the module."""
    decisions = games = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        decisions += playout(start(edition, games), games)
        games += 1
    spent = time.perf_counter() - began
    return {"playout decisions/s": decisions / spent, "playout games/s": games / spent}


def copy_time(edition: str) -> Figures:
    """Median time of a state copy, over positions from all through a game."""
    rng = random.Random(2)
    s = start(edition, 0)
    times = []
    while s.stack:
        mask = agenda.actors(s)
        f = _lowest(mask)
        agenda.apply(s, f, rng.choice(agenda.legal(s, f)))
        began = time.perf_counter()
        for _ in range(50):
            State(s)
        times.append((time.perf_counter() - began) / 50 * 1e6)
    return {"copy µs": statistics.median(times)}


def measure_here(edition: str, seconds: float) -> Figures:
    """All figures of the build that runs this process."""
    drive(edition, seconds / 10)
    figures = drive(edition, seconds)
    figures.update(play_inside(edition, seconds / 2))
    figures.update(copy_time(edition))
    figures["compiled"] = float(agenda.COMPILED)
    return figures


# --- one process each, in turns ------------------------------------------------------------


def _run(python: str, arguments: list[str], path: Path | None) -> Figures:
    done = subprocess.run(
        [python, *arguments],
        env=environment(*([path] if path else [])),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError((done.stderr or done.stdout).strip().splitlines()[-1])
    figures: Figures = json.loads(done.stdout.splitlines()[-1])
    return figures


def plain_copy(folder: Path) -> Path:
    """The package's source without its compiled modules: what the interpreter alone reaches."""
    shutil.copytree(PACKAGE, folder / "dragondune", ignore=shutil.ignore_patterns("*.so", "*.pyd"))
    return folder


def peer_python(folder: Path) -> str:
    """An interpreter with catanatron, in a throw-away environment."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    done = subprocess.run(
        [str(python), "-m", "pip", "install", "--quiet", CATANATRON],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{CATANATRON} could not be installed: no figures of a peer.")
    return str(python)


def compare(edition: str, seconds: float, rounds: int, peer: bool) -> dict[str, list[Figures]]:
    """Rounds of interpreted, compiled and peer, each in its own process, one after the other."""
    results: dict[str, list[Figures]] = {"interpreted": [], "compiled": [], "catanatron": []}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = plain_copy(folder / "plain")
        rival = peer_python(folder / "peer") if peer else ""
        here = ["-m", "tools", "bench", "--here", "--edition", edition]
        here += ["--seconds", str(seconds)]
        for number in range(rounds):
            print(f"round {number + 1} of {rounds} …", file=sys.stderr)
            results["interpreted"].append(_run(sys.executable, here, source))
            if agenda.COMPILED:
                results["compiled"].append(_run(sys.executable, here, PACKAGE.parent))
            if peer:
                script = ["-I", str(PEER)]
                results["catanatron"].append(
                    _run(rival, [*script, "--seconds", str(seconds)], None)
                )
    return results


# --- the report ----------------------------------------------------------------------------


def _median(rows: list[Figures], *names: str) -> float:
    return statistics.median(next(row[name] for name in names if name in row) for row in rows)


def report(results: dict[str, list[Figures]], edition: str) -> str:
    """A table of medians, with ratios to the peer of the same run."""
    lines = [
        f"Dragon Dune, edition {edition}, uniformly random play, one core, {date.today()}, "
        f"Python {platform.python_version()} on {platform.machine()}",
        f"{'':14}{'decisions/s':>13}{'× peer':>8}{'games/s':>9}{'playout/s':>12}{'copy µs':>9}",
    ]
    peer = results["catanatron"]
    base = _median(peer, "decisions_per_second") if peer else 0.0
    for name, rows in results.items():
        if not rows:
            continue
        speed = _median(rows, "decisions/s", "decisions_per_second")
        ratio = f"{speed / base:.1f}" if base else "–"
        inside = f"{_median(rows, 'playout decisions/s'):,.0f}" if name != "catanatron" else "–"
        lines.append(
            f"{name:14}{speed:13,.0f}{ratio:>8}{_median(rows, 'games/s', 'games_per_second'):9.1f}"
            f"{inside:>12}{_median(rows, 'copy µs', 'copy_us'):9.2f}"
        )
    if not results["compiled"]:
        lines.append("compiled: not measured, this installation runs as plain Python.")
    ours = results["interpreted"][0]
    lines.append(
        f"A game has {ours['decisions/game']:.0f} decisions, {ours['forced']:.0%} of them forced."
    )
    return "\n".join(lines)


def report_editions(seconds: float) -> str:
    """Decisions per second of each edition beside the newest, in this process, in turns."""
    speeds: dict[str, list[float]] = {edition: [] for edition in EDITIONS}
    for _ in range(3):
        for edition in EDITIONS:
            speeds[edition].append(drive(edition, seconds)["decisions/s"])
    medians = {edition: statistics.median(values) for edition, values in speeds.items()}
    newest = medians[NEWEST]
    build_name = "compiled" if agenda.COMPILED else "interpreted"
    rows = [f"{name:8}{value:13,.0f}{value / newest:8.2f}" for name, value in medians.items()]
    return "\n".join([f"{build_name:8}{'decisions/s':>13}{'÷ r9':>8}", *rows])


def run_bench(argv: list[str]) -> int:
    """The command ``python3 run.py bench``."""
    parser = argparse.ArgumentParser(prog="python3 run.py bench", description=__doc__)
    parser.add_argument("--edition", default=NEWEST, choices=list(EDITIONS))
    parser.add_argument("--seconds", type=float, default=4.0, help="per measurement")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--no-peer", action="store_true", help="measure only this engine")
    parser.add_argument("--editions", action="store_true", help="compare the editions")
    parser.add_argument("--envs", action="store_true", help="compare the environments")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.here:
        print(json.dumps(measure_here(options.edition, options.seconds)))
    elif options.editions:
        print(report_editions(options.seconds))
    elif options.envs:
        print(compare_envs(options.seconds, options.rounds))
    else:
        try:
            results = compare(options.edition, options.seconds, options.rounds, not options.no_peer)
        except RuntimeError as error:
            print(f"bench: {error}", file=sys.stderr)
            return 1
        print(report(results, options.edition))
    return 0
