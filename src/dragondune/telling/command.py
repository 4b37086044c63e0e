"""``dragon-dune watch``: a game of random players, told in the terminal."""

import argparse
import os
import random
import sys

from dragondune.editions.build import EDITIONS, NEWEST, build
from dragondune.model.factions import FACTION_NAMES, FACTION_OF_NAME
from dragondune.telling.watch import watch


def run_watch(argv: list[str]) -> int:
    """Play and tell one game; 2 when the choice of edition, options or factions is wrong."""
    choice = _parser().parse_args(argv)
    seed = random.SystemRandom().randrange(10**6) if choice.seed is None else choice.seed
    names = choice.factions.split(",")
    try:
        rules = build(choice.edition, [word for word in choice.options.split(",") if word])
        order = _seats(names)
    except ValueError as error:
        print(f"dragon-dune watch: {error}", file=sys.stderr)
        return 2
    watch(
        seed,
        rules,
        order,
        colour=_wants_colour(choice.colour),
        pace=choice.pace,
        out=sys.stdout,
        omniscient=not choice.public,
    )
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dragon-dune watch", description=__doc__)
    parser.add_argument("--seed", type=int, help="the same seed tells the same game")
    parser.add_argument("--edition", default=NEWEST, choices=list(EDITIONS))
    parser.add_argument("--options", default="", help="names separated by commas")
    parser.add_argument("--factions", default=",".join(FACTION_NAMES), help="in player order")
    parser.add_argument("--pace", type=float, default=0.0, help="seconds to wait after a line")
    parser.add_argument("--public", action="store_true", help="tell only what everyone may know")
    parser.add_argument("--colour", choices=["auto", "always", "never"], default="auto")
    return parser


def _seats(names: list[str]) -> tuple[int, ...]:
    if len(set(names)) != len(names) or not 2 <= len(names) <= 4:
        raise ValueError("Two to four different factions play.")
    for name in names:
        if name not in FACTION_OF_NAME:
            raise ValueError(f"There is no faction {name!r}; there are {', '.join(FACTION_NAMES)}.")
    return tuple(FACTION_OF_NAME[name] for name in names)


def _wants_colour(wish: str) -> bool:
    """Colour for people at a terminal who have not asked to be spared it."""
    if wish != "auto":
        return wish == "always"
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ
