"""A study on disk: its settings, and the games played so far as parts of one table (``parts.py``).

A part is written beside its place, flushed to the disk and then renamed, so that a part that is
there is whole whatever happened to the machine. Which games are still to be played follows from
the parts alone.
"""

import hashlib
import json
from collections.abc import Container, Iterator, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import dragondune
from dragondune.lab.problems import LabError
from dragondune.lab.study.disk import write_safely
from dragondune.lab.study.game_row import Row, Setting
from dragondune.lab.study.parts import (
    Identity,
    games_in,
    identities,
    identities_of,
    parts_in,
    write_part,
)
from dragondune.model.factions import FACTION_NAMES

if TYPE_CHECKING:
    import polars as pl

FORMAT: Final = "dragon-dune study"
MANIFEST: Final = "study.json"
PLAN: Final = "balance.json"  # in a folder that holds the studies of ``lab balance``
BASE_FOLDER: Final = "base"  # of an edition and bot without options, below that folder
MOST_GAMES: Final = 10**9
# The source that decides how a game goes, and the weights of networks.
PLAYING_FILES: Final = ("*.py", "*.npz")
PLAYING_PARTS: Final = (
    "model",
    "engine",
    "rules",
    "factions",
    "editions",
    "views",
    "contracts",
    "bots",
    "learning",
    "champion",
)


@cache
def program_print() -> str:
    """Changes whenever the same seed could lead to another game."""
    base = Path(dragondune.__path__[0])
    sums = hashlib.sha256()
    for part in PLAYING_PARTS:
        found = (path for kind in PLAYING_FILES for path in (base / part).rglob(kind))
        for path in sorted(found):
            sums.update(f"{path.relative_to(base).as_posix()}\0".encode() + path.read_bytes())
    return sums.hexdigest()[:16]


class Study:
    """A folder with the settings of a study and its games."""

    def __init__(self, folder: Path, setting: Setting, games: int, program: str) -> None:
        self.folder, self.setting, self.games, self.program = folder, setting, games, program
        self.done: set[int] = set()
        self.runs: list[dict[str, object]] = []  # each time that games of it were played

    # --- opening ---------------------------------------------------------------------------

    @classmethod
    def prepare(cls, folder: Path, setting: Setting, games: int) -> "Study":
        """Begin a study, or go on with the one that lies there if it is the same."""
        setting.check()
        if not 1 <= games <= MOST_GAMES:
            raise LabError(f"The number of games must be from 1 to {MOST_GAMES}, not {games}.")
        if (folder / MANIFEST).exists():
            study = cls.open(folder)
            study._continue_with(setting, games)
        else:
            study = cls(folder, setting, games, program_print())
            study._found()
        study.write_manifest()
        study.survey()
        return study

    @classmethod
    def open(cls, folder: Path) -> "Study":
        """The study that lies in a folder."""
        path = folder / MANIFEST
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            if data["format"] != FORMAT:
                raise ValueError("it is no study")
            study = cls(folder, _setting(data), int(data["games"]), str(data["program"]))
            study.runs = [dict(line) for line in data.get("runs", [])]
            return study
        except FileNotFoundError:
            _refuse_balance(folder)
            raise LabError(f"There is no study in {folder}: {MANIFEST} is missing.") from None
        except OSError as error:
            raise LabError(f"{path} cannot be read: {error.strerror}.") from None
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise LabError(f"{path} does not describe a study ({error}).") from None

    @classmethod
    def joined(cls, folder: Path, theirs: "Study") -> "Study":
        """The study in a folder, or a new one, that takes games of the same kind played elsewhere."""
        if (folder / MANIFEST).exists():
            study = cls.open(folder)
            study.refuse_others(theirs.setting, theirs.program)
            study.games = max(study.games, theirs.games)
        else:
            study = cls(folder, theirs.setting, theirs.games, theirs.program)
            study._found()
        study.runs += [line for line in theirs.runs if line not in study.runs]
        study.write_manifest()
        study.survey()
        return study

    def _found(self) -> None:
        _refuse_balance(self.folder)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LabError(f"The folder {self.folder} cannot be made: {error.strerror}.") from None
        if parts_in(self.folder):
            raise LabError(
                f"{self.folder} holds games but no {MANIFEST}, so nobody knows what was played; "
                "choose another folder."
            )

    def _continue_with(self, setting: Setting, games: int) -> None:
        self.refuse_others(setting, program_print())
        self.games = max(games, self.games)

    def refuse_others(self, setting: Setting, program: str) -> None:
        """LabError where games played like this are none of this study's."""
        mine, wanted = asdict(self.setting), asdict(setting)
        for name, value in wanted.items():
            if mine[name] != value:
                raise LabError(
                    f"{self.folder} holds a study with other settings: {name.replace('_', ' ')} "
                    f"is {_shown(mine[name])} there and {_shown(value)} here. "
                    "Choose another folder, or the settings it began with."
                )
        if self.program != program:
            raise LabError(
                f"{self.folder} was begun with another version of the program, whose bots or rules "
                "may play differently; finish it with that version or choose another folder."
            )

    def survey(self) -> None:
        """Find out which games are there; LabError names a part that cannot be read."""
        for leftover in self.folder.glob(".part-*.tmp"):
            leftover.unlink(missing_ok=True)
        self.done = set()
        for path in self.parts():
            self._count_in(path, identities(path), self.done)

    def _count_in(self, path: Path, games: Sequence[Identity], known: set[int]) -> None:
        """Note the games of a part; one from elsewhere would be counted as if it had been played here."""
        for one in games:
            why = self._why_foreign(one, known)
            if why:
                raise _foreign(path, why)
        mine = {game for game, *_ in games}
        if len(mine) < len(games):
            raise _foreign(path, "it holds a game twice")
        known |= mine

    def _why_foreign(self, one: Identity, known: Container[int]) -> str:
        game, *rules, factions, bots = one
        if not 0 <= game < self.games:
            return f"this study has no game {game}, only {self.games} from 0 on"
        mine = self.setting
        if rules != [mine.seed_of(game), mine.edition, list(mine.options)] or not self._seats(
            game, factions, bots
        ):
            return f"its game {game} has another deal, other rules or other players"
        return f"its game {game} is in another part too" if game in known else ""

    def _seats(self, game: int, factions: Sequence[str], bots: Sequence[str]) -> bool:
        """Is it these who sit at the table of a game?"""
        seats = dict(zip(FACTION_NAMES, self.setting.lineup_of(game), strict=True))
        there = len(factions) == self.setting.seated and set(factions) <= set(self.setting.factions)
        return there and [seats[name] for name in factions] == list(bots)

    # --- games -----------------------------------------------------------------------------

    def parts(self) -> list[Path]:
        """The parts of the table, in the order of their names."""
        return parts_in(self.folder)

    def missing(self, size: int) -> Iterator[tuple[int, ...]]:
        """Games that are still to be played, in chunks."""
        wanted = [game for game in range(self.games) if game not in self.done]
        for at in range(0, len(wanted), size):
            yield tuple(wanted[at : at + size])

    def add(self, rows: Sequence[Row]) -> None:
        """Keep some games for good."""
        write_part(self.folder, rows)
        self.done.update(row.game for row in rows)

    def table(self) -> "pl.DataFrame":
        """All games, the first one first."""
        import polars as pl

        frames = []
        known: set[int] = set()
        for path in self.parts():
            games = games_in(path)
            self._count_in(path, identities_of(games), known)
            frames.append(games)
        if not frames:
            raise LabError(f"No game of the study in {self.folder} has been finished yet.")
        return pl.concat(frames).sort("game")

    def write_manifest(self) -> None:
        """The settings, so that a later run can go on and a reader knows what was played."""
        data = {"format": FORMAT, "games": self.games, "program": self.program}
        data |= {"version": dragondune.__version__, "setting": asdict(self.setting)}
        data |= {"runs": self.runs}
        text = json.dumps(data, indent=1, ensure_ascii=False)
        write_safely(self.folder / MANIFEST, text.encode())


def _foreign(path: Path, why: str) -> LabError:
    return LabError(
        f"The part {path} does not belong to this study: {why}. Move this one file away and run "
        "the same command again."
    )


def _refuse_balance(folder: Path) -> None:
    """The games of ``lab balance`` lie in folders of their own below the study's."""
    if (folder / PLAN).exists():
        below = min(folder.glob(f"*/*/{BASE_FOLDER}/{MANIFEST}"), default=None)
        example = f", for example {below.parent}" if below else ""
        raise LabError(f"{folder} holds a study of the balance; its games lie below it{example}.")


def _setting(data: dict[str, Any]) -> Setting:
    told = dict(data["setting"])
    told["options"], told["factions"] = tuple(told["options"]), tuple(told["factions"])
    told["lineups"] = tuple(tuple(lineup) for lineup in told["lineups"])
    setting = Setting(**told)
    if not setting.lineups or any(len(lineup) != 4 for lineup in setting.lineups):
        raise ValueError("it names no bots")
    return setting


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
