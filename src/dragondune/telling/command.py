"""``dragon-dune watch``: a game of random players or bots, told in the terminal."""

import argparse
import os
import random
import sys

from dragondune.asking import add_options, decimal, on_a_screen
from dragondune.bots import Bot, make_bot
from dragondune.editions.build import EDITIONS, NEWEST, build
from dragondune.editions.files import game_of
from dragondune.model.action_text import read_seats
from dragondune.model.factions import FACTION_NAMES, FACTION_OF_NAME
from dragondune.telling.watch import watch


def run_watch(argv: list[str]) -> int:
    """Play and tell one game; 2 when the choice of edition, options or factions is wrong."""
    choice = _parser().parse_args(argv)
    seed = random.SystemRandom().randrange(10**6) if choice.seed is None else choice.seed
    try:
        rules = build(*game_of(choice.edition, choice.options))
        order = read_seats(choice.factions.split(","))
        names = [FACTION_NAMES[f] for f in order]
        bots = _bots(choice.bots, names, seed)
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
        bots=bots,
        contracts=not choice.no_contracts,
    )
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dragon-dune watch",
        description="Watch a game of random players or bots, told in the terminal.",
    )
    parser.add_argument("--seed", type=int, help="the same seed tells the same game")
    parser.add_argument(
        "--edition", default=NEWEST, help=f"{', '.join(EDITIONS)}, or a file of house rules (.toml)"
    )
    add_options(parser)
    parser.add_argument("--factions", default=",".join(FACTION_NAMES), help="in player order")
    parser.add_argument(
        "--bots", default="", help="one for all or one for each faction: steward,warlord:8,…"
    )
    parser.add_argument("--no-contracts", action="store_true", help="bots make no contracts")
    parser.add_argument(
        "--pace", type=decimal(0, 3600), default=0.0, help="seconds to wait after a line"
    )
    parser.add_argument("--public", action="store_true", help="tell only what everyone may know")
    parser.add_argument("--colour", choices=["auto", "always", "never"], default="auto")
    return parser


def _bots(text: str, names: list[str], seed: int) -> dict[str, Bot]:
    kinds = [word for word in text.split(",") if word]
    if len(kinds) == 1:
        kinds *= len(names)
    if kinds and len(kinds) != len(names):
        raise ValueError(f"Name one bot for all, or {len(names)} for {', '.join(names)}.")
    return {
        name: make_bot(kind, seed * 4 + FACTION_OF_NAME[name])
        for name, kind in zip(names, kinds, strict=False)
    }


def _wants_colour(wish: str) -> bool:
    """Colour for people at a terminal who have not asked to be spared it."""
    if wish != "auto":
        return wish == "always"
    return on_a_screen(sys.stdout) and "NO_COLOR" not in os.environ
