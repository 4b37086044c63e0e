"""``lab simulate`` and ``lab replay``: games of given bots, and one of them again."""

import json
import shlex
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from dragondune.game import Game
from dragondune.lab.problems import LabError
from dragondune.lab.study.disk import locked, write_safely
from dragondune.lab.study.game_row import Row, Setting, play
from dragondune.lab.study.runs import run_lines
from dragondune.lab.study.storage import Study, program_print
from dragondune.lab.study.workers import How, Share, Tally, run
from dragondune.model.factions import FACTION_NAMES
from dragondune.telling.story import important, sentence

# What has to come out the same when a game is played again.
COMPARED: Final = ("winners", "way", "turn", "decisions", "castles", "gold", "units", "battles")


def setting(
    edition: str,
    options: Sequence[str],
    bots: Sequence[str],
    factions: Sequence[str] = FACTION_NAMES,
    drawn_order: bool = True,
    first_seed: int = 0,
    contracts: bool = False,
    players: int = 0,
) -> Setting:
    """Bots by seat as typed: one for all, or one for each faction listed."""
    if len(bots) not in (1, len(factions)):
        raise LabError(
            f"Name one bot for all seats or {len(factions)}, one for each of "
            f"{', '.join(factions)}; {len(bots)} were named."
        )
    unknown = [name for name in factions if name not in FACTION_NAMES]
    if unknown:
        raise LabError(f"There is no faction {unknown[0]!r}; there are {', '.join(FACTION_NAMES)}.")
    each = list(bots) if len(bots) > 1 else [bots[0]] * len(factions)
    named = dict(zip(factions, each, strict=True))
    lineup = tuple(named.get(name, bots[0]) for name in FACTION_NAMES)
    chosen = Setting(
        *(edition, tuple(options), (lineup,), tuple(factions), drawn_order, first_seed, contracts),
        even_order=True,
        players=0 if players == len(factions) else players,
    )
    chosen.check()
    return chosen


def simulate(folder: Path, chosen: Setting, games: int, how: How) -> bool:
    """Play the games that are missing; True when all are there."""
    with locked(folder):
        study = Study.prepare(folder, chosen, games)
        had = len(study.done)
        if had:
            print(f"{had} of {study.games} games are there already.", file=sys.stderr)
        kinds = dict.fromkeys(chosen.lineups[0])
        title = f"{chosen.edition}, {'/'.join(kinds)}"
        tally = Tally()
        try:
            done = run([Share(study)], how, title, tally)
        finally:
            study.runs += run_lines(typed(study), "/".join(kinds), how, tally)
            study.write_manifest()
    print(f"{len(study.done)} of {study.games} games in {folder}")
    if not done:
        print("The time is up; the same command goes on from here.", file=sys.stderr)
    return done


def typed(study: Study) -> str:
    """The command that plays such a study, whatever words began it."""
    chosen = study.setting
    lineup = dict(zip(FACTION_NAMES, chosen.lineups[0], strict=True))
    each = [lineup[name] for name in chosen.factions]
    words = ["dragon-dune", "lab", "simulate", "--study", study.folder.resolve().name]
    words += ["--edition", chosen.edition, "--games", str(study.games)]
    words += ["--bots", each[0] if len(set(each)) == 1 else ",".join(each)]
    if chosen.factions != FACTION_NAMES:
        words += ["--factions", ",".join(chosen.factions)]
    words += ["--options", ",".join(chosen.options)] if chosen.options else []
    words += ["--seed", str(chosen.first_seed)] if chosen.first_seed else []
    words += [] if chosen.drawn_order else ["--fixed-order"]
    words += ["--players", str(chosen.players)] if chosen.players else []
    return shlex.join([*words, *(["--contracts"] if chosen.contracts else [])])


# --- one game again ------------------------------------------------------------------------


def replay(folder: Path, number: int) -> tuple[Game, Row]:
    """Play a game of a study again; LabError when it does not come out as its row says."""
    study = Study.open(folder)
    rows = study.table().iter_rows(named=True)
    kept = next((row for row in rows if row["game"] == number), None)
    if kept is None:
        raise LabError(f"The study in {folder} holds no game {number}.")
    table, again = play(study.setting, number)
    told = asdict(again)
    differing = [name for name in COMPARED if told[name] != kept[name]]
    if differing:
        changed = program_print() != study.program
        raise LabError(
            f"Game {number} does not come out as its row says ({', '.join(differing)}): "
            + ("the program has changed since." if changed else "please report this as a fault.")
        )
    return table, again


def replay_command(folder: Path, number: int, record: Path | None) -> int:
    """Write the record of a game, or tell the game."""
    table, row = replay(folder, number)
    if record is not None:
        text = json.dumps(table.record(), ensure_ascii=False, indent=1)
        write_safely(record, text.encode())
        print(f"Game {number} is in {record}: {_ending(row)}")
        return 0
    for event in table.events():
        if important(event):
            print(sentence(event, table.state.rules))
    print(_ending(row))
    return 0


def _ending(row: Row) -> str:
    winners = " and ".join(name.capitalize() for name in row.winners)
    return f"{winners} won in turn {row.turn} ({row.way}) after {row.decisions} decisions."
