"""``python -m tools <word> …`` runs one of the tools."""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Final

# word: the module that carries it out, its function, and a line for the list
TOOLS: Final = {
    "bench": ("tools.bench.command", "run_bench", "measure speed, beside a peer"),
    "calibrate": ("tools.calibrate", "main", "is what reviews call 30 % won in 30 of 100?"),
    "check": ("tools.longrun", "run_check", "play many games and check every invariant"),
    "contract-match": ("tools.contract_match", "run_contract_match", "do contracts pay?"),
    "inspector": ("tools.inspector", "run_inspector", "the official inspector on dragon-dune mcp"),
    "lesson-times": ("tools.lesson_times", "run_lesson_times", "how long each lesson takes"),
    "load": ("tools.trials.load", "run_load", "measure the server under load"),
    "trial": ("tools.trials.command", "run_trial", "put the server under stress"),
    "screens": ("tools.pages.screens", "run_screens", "take the pictures under docs/screens"),
    "games": ("tools.pages.games", "run_games", "play whole games by the page, on every screen"),
    "film": ("tools.pages.film", "run_film", "film a stretch of a game for the README"),
    "lighthouse": ("tools.pages.lighthouse", "run_lighthouse", "Lighthouse on lobby and table"),
    "opening": ("tools.pages.opening", "run_opening", "how long the page blocks while it opens"),
}


def usage() -> str:
    """What can be typed."""
    rows = [f"  python -m tools {word:14} {line}" for word, (_, _, line) in TOOLS.items()]
    return "\n".join([*rows, "", "python -m tools <word> --help explains one."])


def main(words: list[str]) -> int:
    """Run one tool; 2 when it was typed wrongly."""
    if words[:1] in (["-h"], ["--help"]):
        print(usage())
        return 0
    if not words or words[0] not in TOOLS:
        print(usage(), file=sys.stderr)
        return 2
    module, function, _ = TOOLS[words[0]]
    tool: Callable[[list[str]], int] = getattr(import_module(module), function)
    try:
        return tool(words[1:])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
