"""``dragon-dune lab``: play many games of bots, and tell what they show."""

import argparse
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from dragondune.asking import add_options, add_workers, decimal, whole
from dragondune.bots.arena.registry import BOT_NAMES
from dragondune.editions.build import EDITIONS, NEWEST
from dragondune.editions.files import game_of
from dragondune.editions.options import OPTIONS
from dragondune.lab.problems import LabError
from dragondune.model.factions import FACTION_NAMES

if TYPE_CHECKING:
    from dragondune.lab.study.balance import Plan
    from dragondune.lab.study.seating import Table
    from dragondune.lab.study.workers import How

whole_number: Final = whole()
# package: the extra that brings it
NEEDED: Final = {
    **dict.fromkeys(("polars", "rich", "vl_convert", "openskill"), "lab"),
    "optuna": "search",
    "numpy": "train",
    "ray": "ray",
}
EPILOG: Final = (
    f"Bots: {', '.join(BOT_NAMES)}; warlord:8 gets 8 trials for a decision. "
    f"Editions: {', '.join(EDITIONS)}, or a file of house rules (.toml). Options: {', '.join(OPTIONS)}, or gold.orcs=5 and the like."
)


def run_lab(argv: Sequence[str]) -> int:
    """0 when done, 1 when time ran out before all games were played, 2 when something is wrong."""
    chosen = parser().parse_args(argv)
    # Where a folder lies is nobody else's business; the words are kept with what they made.
    words = [Path(word).name if os.path.isabs(word) else word for word in argv]
    chosen.typed = shlex.join(["dragon-dune", "lab", *words])
    # Before anything loads numpy, whose threads would keep the cores that play games busy with waiting.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    work: Callable[[argparse.Namespace], int] = chosen.work
    try:
        return work(chosen)
    except LabError as problem:
        print(f"dragon-dune lab: {problem}", file=sys.stderr)
        return 2
    except ModuleNotFoundError as missing:
        extra = NEEDED.get(str(missing.name).split(".")[0])
        if extra is None:
            raise
        print(
            f"dragon-dune lab needs the package {missing.name}, which the extra {extra!r} brings: "
            f"pip install 'dragon-dune[{extra}]'",
            file=sys.stderr,
        )
        return 2
    except KeyboardInterrupt:
        print(
            "\nStopped. Every finished part is kept; the same command goes on from there.",
            file=sys.stderr,
        )
        return 130


# --- what can be typed ---------------------------------------------------------------------


def parser() -> argparse.ArgumentParser:
    """All words of the laboratory."""
    top = argparse.ArgumentParser(
        prog="dragon-dune lab",
        description="Let bots play many games, and see what they show.",
        epilog=EPILOG,
    )
    commands = top.add_subparsers(required=True, metavar="command")
    _simulate_words(commands.add_parser("simulate", help="play games and keep one row for each"))
    _replay_words(commands.add_parser("replay", help="play one game of a study again"))
    _tournament_words(commands.add_parser("tournament", help="every bot against every other"))
    _balance_words(commands.add_parser("balance", help="who wins how often, with each option"))
    _sweep_words(commands.add_parser("sweep", help="who wins as numbers of the rules are varied"))
    _worth_words(commands.add_parser("worth", help="what each power is worth"))
    _drama_words(
        commands.add_parser("drama", help="is it exciting? looks at the games of a study again")
    )
    _search_words(
        commands.add_parser("search", help="look for a few changes that make the game even")
    )
    _merge_words(commands.add_parser("merge", help="take over games that were played elsewhere"))
    _report_words(commands.add_parser("report", help="pictures and tables of a study"))
    _fit_words(commands.add_parser("fit", help="fit the warlord's formula again"))
    _exploit_words(commands.add_parser("exploit", help="can simple tricks beat a bot?"))
    return top


def _study_words(words: argparse.ArgumentParser) -> None:
    words.add_argument("--study", type=Path, required=True, help="the folder of the study")


def _seed_words(words: argparse.ArgumentParser) -> None:
    words.add_argument("--seed", type=int, default=0, help="number of the first deal (0)")


def _strength_words(words: argparse.ArgumentParser, usual: str) -> None:
    told = "how strong the players are, separated by commas"
    words.add_argument("--bots", default=usual, help=f"{told} ({usual})")


def _vary_words(words: argparse.ArgumentParser) -> None:
    told = "income=1..4, turns=6,8,10, power.hides.elves=off or an option; repeatable"
    words.add_argument("--vary", action="append", default=[], metavar="NAME=VALUES", help=told)


def _report_places(words: argparse.ArgumentParser, word: str = "--report") -> None:
    words.add_argument(word, type=Path, help="folder of the report (STUDY/report)")
    words.add_argument("--markdown", type=Path, help="also write the findings to this page (.md)")


def _running_words(words: argparse.ArgumentParser, contracts: bool = True) -> None:
    if contracts:
        words.add_argument(
            "--contracts", action="store_true", help="bots make binding contracts too"
        )
    words.add_argument(
        "--workers", type=whole_number, default=None, help=f"cores (all: {os.cpu_count()})"
    )
    words.add_argument("--on", choices=["cores", "ray"], default="cores", help="where to play")
    words.add_argument("--address", help="of a Ray cluster; without it a local one is started")
    words.add_argument(
        "--hours", type=decimal(), help="stop cleanly after this long, finished or not"
    )


def _game_words(words: argparse.ArgumentParser) -> None:
    words.epilog = EPILOG
    _study_words(words)
    words.add_argument("--edition", default=NEWEST)
    add_options(words)
    _seed_words(words)


def _simulate_words(words: argparse.ArgumentParser) -> None:
    words.description = (
        "Play games and keep one row for each in a folder; goes on where it was stopped."
    )
    _game_words(words)
    words.add_argument("--games", type=whole_number, default=1000, help="how many (1000)")
    words.add_argument(
        "--bots", default="steward", help="one for all seats, or one for each of --factions"
    )
    words.add_argument(
        "--factions", default=",".join(FACTION_NAMES), help="who plays, separated by commas"
    )
    words.add_argument(
        "--players", type=whole_number, help="so many of them, drawn for each deal (all)"
    )
    words.add_argument(
        "--fixed-order", action="store_true", help="player order as listed, not drawn per deal"
    )
    words.add_argument("--report", type=Path, help="also write a report into this folder")
    _running_words(words)
    words.set_defaults(work=_simulate)


def _replay_words(words: argparse.ArgumentParser) -> None:
    words.description = "Play one game of a study again: as a record, or told as a story."
    words.add_argument("study", type=Path, help="the folder of the study")
    words.add_argument("--game", type=whole(0), required=True, help="its number in the table")
    words.add_argument("--record", type=Path, help="write the record of the game to this file")
    words.set_defaults(work=_replay)


def _tournament_words(words: argparse.ArgumentParser) -> None:
    words.description = (
        "Every bot in every faction against three of every other, on the same deals; "
        "a table of win rates and ratings."
    )
    _game_words(words)
    words.add_argument("--bots", default="random,steward", help="two or more, separated by commas")
    words.add_argument("--deals", type=whole_number, default=100, help="how many (100)")
    words.add_argument("--out", type=Path, help="folder for the tables as CSV (the study's own)")
    _running_words(words)
    words.set_defaults(work=_tournament)


def _beside_the_base_words(words: argparse.ArgumentParser) -> None:
    """What every study takes that plays the rules as they are and something beside them."""
    words.epilog = EPILOG
    _study_words(words)
    words.add_argument("--edition", default=NEWEST, help="one, several separated by commas, or all")
    _seed_words(words)
    words.add_argument(
        "--players", default="4", help="how many sit at a table: 4, or several as in 2,3,4"
    )
    words.add_argument(
        "--contracts",
        nargs="?",
        const="on",
        default="off",
        choices=["on", "off", "both"],
        help="may bots make binding contracts? both: with and without them",
    )
    _report_places(words)
    _running_words(words, contracts=False)


def _balance_words(words: argparse.ArgumentParser) -> None:
    words.description = (
        "Who wins how often and how, and what each option of the edition changes on the same "
        "deals; writes a report. Goes on where it was stopped."
    )
    _beside_the_base_words(words)
    _strength_words(words, "steward,warlord:8")
    words.add_argument("--games", type=whole_number, default=2000, help="of the base (2000)")
    words.add_argument(
        "--deals", type=whole(0), default=500, help="per option, out of the base's (500)"
    )
    words.add_argument(
        "--options", help="only these, separated by commas (all G and O of the edition)"
    )
    words.set_defaults(work=_balance)


def _sweep_words(words: argparse.ArgumentParser) -> None:
    words.description = (
        "Vary numbers, choices and powers of the rules and play every combination on the same deals; "
        "writes a report with curves and maps. Goes on where it was stopped."
    )
    _beside_the_base_words(words)
    _vary_words(words)
    _strength_words(words, "steward")
    words.add_argument("--deals", type=whole_number, default=500, help="of each point (500)")
    words.set_defaults(work=_sweep)


def _worth_words(words: argparse.ArgumentParser) -> None:
    words.description = (
        "Take each power, ally's power, use of an ace and change of the book away in turn, put each "
        "option of the book into force in turn, and tell on the same deals what it is worth to whom."
    )
    _beside_the_base_words(words)
    _strength_words(words, "steward")
    words.add_argument("--deals", type=whole_number, default=500, help="of each (500)")
    words.set_defaults(work=_worth)


def _search_words(words: argparse.ArgumentParser) -> None:
    words.description = (
        "Look for few changes under which all factions win alike, with Optuna. Sets of changes race: "
        "those that cannot become the best play no more games. The best are confirmed on fresh deals."
    )
    words.epilog = EPILOG
    _study_words(words)
    words.add_argument("--edition", default=NEWEST, help="the rules to begin with")
    _vary_words(words)
    words.add_argument(
        "--cost",
        action="append",
        default=[],
        metavar="NAME=COST",
        help="turns=2: that change counts as two",
    )
    words.add_argument(
        "--try",
        action="append",
        default=[],
        dest="ideas",
        metavar="SET",
        help="judge this set of changes first, as in turns=9,gold.orcs=3; repeatable",
    )
    words.add_argument("--changes", type=whole_number, default=5, help="at most this many (5)")
    words.add_argument("--bots", default="steward", help="who judges, quick ones first")
    words.add_argument("--deals", default="540", help="of each bot, or one number for all (540)")
    words.add_argument("--trials", type=whole_number, default=200, help="sets to judge (200)")
    words.add_argument(
        "--confirm", type=whole(0), default=2000, help="fresh deals for the best (2000; 0: none)"
    )
    _seed_words(words)
    _report_places(words)
    _running_words(words, contracts=False)
    words.set_defaults(work=_search)


def _drama_words(words: argparse.ArgumentParser) -> None:
    words.description = (
        "Play games of a study again and look at them closely: lead changes, how long the winner was in "
        "doubt, decisions and waiting, what never happens; and what carelessness costs. Adds to the report."
    )
    words.add_argument(
        "study", type=Path, help="a folder that simulate, balance or sweep has filled"
    )
    words.add_argument("--games", type=whole_number, default=500, help="of each study (500)")
    words.add_argument(
        "--deals", type=whole(0), default=100, help="with one careless player; 0: none (100)"
    )
    _report_places(words)
    add_workers(words)
    words.set_defaults(work=_drama)


def _merge_words(words: argparse.ArgumentParser) -> None:
    words.description = (
        "Take games that were played elsewhere into a study of the same settings, or begin one with "
        "them. A game that is in both must be the same game."
    )
    words.add_argument("study", type=Path, help="the folder of the study")
    words.add_argument("others", type=Path, nargs="+", help="folders that were copied here")
    words.set_defaults(work=_merge)


def _report_words(words: argparse.ArgumentParser) -> None:
    words.description = "Write the report of a study again, from the games that are there."
    words.add_argument("study", type=Path, help="the folder of the study")
    _report_places(words, "--out")
    words.set_defaults(work=_report)


def _fit_words(words: argparse.ArgumentParser) -> None:
    words.description = (
        "Play games among stewards of many tempers, and fit the formula by which the warlord "
        "judges a position to who won them. Nothing is kept but the tables."
    )
    words.add_argument("--edition", default=NEWEST)
    add_options(words)
    words.add_argument("--games", type=whole_number, default=2000, help="how many (2000)")
    _seed_words(words)
    add_workers(words)
    words.add_argument("--out", type=Path, help="file for the tables, instead of the screen")
    words.set_defaults(work=_fit)


def _exploit_words(words: argparse.ArgumentParser) -> None:
    words.description = (
        "Each exploiter, a steward with one trick, against three of each bot, in all factions on the "
        "same deals. Run it inside a checkout: the exploiters are part of the tests. The exit status "
        "is 1 where one of them wins clearly more than a quarter."
    )
    words.epilog = EPILOG
    words.add_argument("--exploiters", default="", help="some of them, or module:Class (all)")
    words.add_argument("--bots", default="steward,warlord:8", help="separated by commas")
    words.add_argument("--games", type=whole_number, default=400, help="of each pair (400)")
    words.add_argument("--edition", default=NEWEST, choices=list(EDITIONS))
    _seed_words(words)
    words.add_argument("--no-contracts", action="store_true", help="at tables without contracts")
    add_workers(words)
    words.set_defaults(work=_exploit)


# --- what is done; the heavy packages are loaded only now -----------------------------------


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def _rules(chosen: argparse.Namespace) -> tuple[str, tuple[str, ...]]:
    """Edition and options of what was typed."""
    try:
        return game_of(chosen.edition, chosen.options)
    except ValueError as wrong:
        raise LabError(str(wrong)) from None


def _simulate(chosen: argparse.Namespace) -> int:
    from dragondune.lab.study import simulation

    factions = _words(chosen.factions)
    setting = simulation.setting(
        *_rules(chosen),
        _words(chosen.bots),
        factions,
        not chosen.fixed_order,
        chosen.seed,
        chosen.contracts,
        chosen.players or 0,
    )
    done = simulation.simulate(chosen.study, setting, chosen.games, _how(chosen))
    if chosen.report is not None:
        _write_report(chosen.study, chosen.report, None)
    return 0 if done else 1


def _replay(chosen: argparse.Namespace) -> int:
    from dragondune.lab.study import simulation

    return simulation.replay_command(chosen.study, chosen.game, chosen.record)


def _tournament(chosen: argparse.Namespace) -> int:
    from dragondune.lab.study import tournament

    return tournament.tournament(
        chosen.study,
        *_rules(chosen),
        _words(chosen.bots),
        chosen.deals,
        chosen.seed,
        _how(chosen),
        chosen.out,
        chosen.contracts,
    )


def _balance(chosen: argparse.Namespace) -> int:
    options = None if chosen.options is None else _words(chosen.options)
    return _play_and_report(chosen, _plan(chosen, chosen.games, options))


def _sweep(chosen: argparse.Namespace) -> int:
    return _play_and_report(chosen, _plan(chosen, chosen.deals, ()).swept(chosen.vary))


def _worth(chosen: argparse.Namespace) -> int:
    return _play_and_report(chosen, replace(_plan(chosen, chosen.deals, ()), worth=True))


def _plan(chosen: argparse.Namespace, games: int, options: tuple[str, ...] | None) -> "Plan":
    from dragondune.lab.study.balance import Plan

    bots = _words(chosen.bots)
    return Plan.of(chosen.edition, bots, games, chosen.deals, options, chosen.seed, _tables(chosen))


def _tables(chosen: argparse.Namespace) -> "list[Table]":
    """Every number of players with and without contracts, as asked."""
    from dragondune.lab.study.seating import Table

    wanted = _words(chosen.players)
    if not wanted or not set(wanted) <= {"2", "3", "4"}:
        raise LabError(f"--players {chosen.players}: it takes 2, 3, 4 or several, as in 2,3,4.")
    talks = {"off": (False,), "on": (True,), "both": (False, True)}[chosen.contracts]
    return [Table(int(players), talk) for players in dict.fromkeys(wanted) for talk in talks]


def _play_and_report(chosen: argparse.Namespace, plan: "Plan") -> int:
    from dragondune.lab.study import balance

    _check_page(chosen)
    done = balance.play(chosen.study, plan, _how(chosen), chosen.typed)
    _write_report(chosen.study, chosen.report, chosen.markdown)
    return 0 if done else 1


def _check_page(chosen: argparse.Namespace) -> None:
    """May the page be written? Better asked before hours of games than after them."""
    if chosen.markdown is not None:
        from dragondune.lab.report import files

        files.check_docs(chosen.markdown)


def _write_report(study: Path, out: Path | None, docs: Path | None) -> None:
    """The report of a study; where its packages are missing, how to get one."""
    from dragondune.lab.study.parts import has_tables

    if has_tables():
        from dragondune.lab.report import files

        files.report(study, out, docs)
    else:
        print(
            "A report needs the package polars, which is not here. Copy the folder to a machine that "
            f"has it: dragon-dune lab merge STUDY {study.name}, then dragon-dune lab report STUDY."
        )


def _search(chosen: argparse.Namespace) -> int:
    from dragondune.lab.report import files
    from dragondune.lab.study import search
    from dragondune.lab.study.balance import rules_named
    from dragondune.lab.study.grid import read_factors

    name, rules = rules_named(chosen.edition)
    factors = read_factors(chosen.vary, rules)
    wanted = search.Quest(
        *(name, rules, factors, search.read_judges(_words(chosen.bots), _words(chosen.deals))),
        *(min(chosen.changes, len(factors)), search.read_costs(chosen.cost), chosen.seed),
    )
    _check_page(chosen)
    how = _how(chosen)
    done = search.search(
        *(chosen.study, wanted, chosen.trials, how, chosen.confirm, chosen.typed, chosen.ideas)
    )
    files.report(chosen.study, chosen.report, chosen.markdown)
    return 0 if done else 1


def _drama(chosen: argparse.Namespace) -> int:
    from dragondune.lab.report import files
    from dragondune.lab.study import drama

    _check_page(chosen)
    drama.drama(chosen.study, chosen.games, chosen.deals, chosen.workers)
    files.report(chosen.study, chosen.report, chosen.markdown)
    return 0


def _merge(chosen: argparse.Namespace) -> int:
    from dragondune.lab.study import merging

    return merging.merge_command(chosen.study, chosen.others)


def _report(chosen: argparse.Namespace) -> int:
    from dragondune.lab.report import files

    files.report(chosen.study, chosen.out, chosen.markdown)
    return 0


def _fit(chosen: argparse.Namespace) -> int:
    from dragondune.lab.study import fitting

    return fitting.fit(_rules(chosen), chosen.games, chosen.seed, chosen.workers, chosen.out)


def _exploit(chosen: argparse.Namespace) -> int:
    from dragondune.lab.study import exploiting

    return exploiting.exploit(
        _words(chosen.exploiters),
        _words(chosen.bots),
        chosen.games,
        chosen.edition,
        chosen.seed,
        not chosen.no_contracts,
        chosen.workers,
    )


def _how(chosen: argparse.Namespace) -> "How":
    from dragondune.lab.study.workers import How

    if chosen.hours is not None and not 0 < chosen.hours < 10_000:
        raise LabError("--hours must be more than 0 and less than 10000.")
    seconds = None if chosen.hours is None else chosen.hours * 3600
    return How(chosen.workers, chosen.on == "ray", chosen.address, seconds)
