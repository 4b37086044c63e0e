"""A study on disk: its settings, and the games played so far as parts of one Parquet table.

A part is written beside its place, flushed to the disk and then renamed, so that a part that is
there is whole whatever happened to the machine. Which games are still to be played follows from
the parts alone.
"""

import contextlib
import errno
import hashlib
import io
import json
import os
import shutil
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any, Final

import polars as pl

import dragondune
from dragondune.lab.problems import LabError
from dragondune.lab.study.game_row import COLUMNS, Row, Setting
from dragondune.model.factions import FACTION_NAMES

FORMAT: Final = "dragon-dune study"
MANIFEST: Final = "study.json"
PLAN: Final = "balance.json"  # in a folder that holds the studies of ``lab balance``
BASE_FOLDER: Final = "base"  # of an edition and bot without options, below that folder
PARTS: Final = "part-*.parquet"
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

_BYTES: Final = pl.List(pl.UInt8)
_NUMBERS: Final = pl.List(pl.Int32)
_WORDS: Final = pl.List(pl.String)
SCHEMA: Final[dict[str, Any]] = {
    "game": pl.Int64,
    "seed": pl.Int64,
    "edition": pl.String,
    "options": _WORDS,
    "factions": _WORDS,
    "bots": _WORDS,
    "winners": _WORDS,
    "way": pl.String,
    "turn": pl.Int32,
    "castles": _BYTES,
    "gold": _NUMBERS,
    "units": _NUMBERS,
    "battles": pl.Int32,
    "treacheries": pl.Int32,
    "alliances": pl.Int32,
    "contracts": pl.Int32,
    "decisions": pl.Int32,
    "castles_by_turn": pl.List(_BYTES),
    "gold_by_turn": pl.List(_NUMBERS),
    "gold_flows": pl.List(_NUMBERS),
    "battles_at": _NUMBERS,
    "dragon_kills_at": _NUMBERS,
    "red_kills_at": _NUMBERS,
}
# What says which game of which study a row is.
IDENTITY: Final = ("game", "seed", "edition", "options", "factions", "bots")


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

    def _found(self) -> None:
        _refuse_balance(self.folder)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LabError(f"The folder {self.folder} cannot be made: {error.strerror}.") from None
        if any(self.folder.glob(PARTS)):
            raise LabError(
                f"{self.folder} holds games but no {MANIFEST}, so nobody knows what was played; "
                "choose another folder."
            )

    def _continue_with(self, setting: Setting, games: int) -> None:
        mine, wanted = asdict(self.setting), asdict(setting)
        for name, value in wanted.items():
            if mine[name] != value:
                raise LabError(
                    f"{self.folder} holds a study with other settings: {name.replace('_', ' ')} "
                    f"is {_shown(mine[name])} there and {_shown(value)} here. "
                    "Choose another folder, or the settings it began with."
                )
        if self.program != program_print():
            raise LabError(
                f"{self.folder} was begun with another version of the program, whose bots or rules "
                "may play differently; finish it with that version or choose another folder."
            )
        self.games = max(games, self.games)

    def survey(self) -> None:
        """Find out which games are there; LabError names a part that cannot be read."""
        for leftover in self.folder.glob(".part-*.tmp"):
            leftover.unlink(missing_ok=True)
        self.done = set()
        for path in self.parts():
            games = _read(path, list(IDENTITY))
            self._check_own(path, games, self.done)
            self.done.update(games["game"])

    def _check_own(self, path: Path, games: pl.DataFrame, known: Container[int]) -> None:
        """A part from elsewhere would be counted as if it had been played here."""
        mine = self.setting
        seats = [dict(zip(FACTION_NAMES, lineup, strict=True)) for lineup in mine.lineups]
        for game, *how, factions, bots in games.select(IDENTITY).iter_rows():
            if not 0 <= game < self.games:
                raise _foreign(path, f"this study has no game {game}, only {self.games} from 0 on")
            wanted = seats[game % len(seats)]
            there = len(factions) == mine.seated and set(factions) <= set(mine.factions)
            there = there and all(
                wanted.get(name) == bot for name, bot in zip(factions, bots, strict=True)
            )
            rules = [mine.seed_of(game), mine.edition, list(mine.options)]
            if how != rules or not there:
                raise _foreign(
                    path, f"its game {game} has another deal, other rules or other players"
                )
            if game in known:
                raise _foreign(path, f"its game {game} is in another part too")
        if games["game"].n_unique() != games.height:
            raise _foreign(path, "it holds a game twice")

    # --- games -----------------------------------------------------------------------------

    def parts(self) -> list[Path]:
        """The parts of the table, in the order of their names."""
        return sorted(self.folder.glob(PARTS))

    def missing(self, size: int) -> Iterator[tuple[int, ...]]:
        """Games that are still to be played, in chunks."""
        wanted = [game for game in range(self.games) if game not in self.done]
        for at in range(0, len(wanted), size):
            yield tuple(wanted[at : at + size])

    def add(self, rows: Sequence[Row]) -> None:
        """Keep some games for good."""
        name = f"part-{rows[0].game:09}-{rows[-1].game:09}.parquet"
        content = io.BytesIO()
        frame_of(rows).write_parquet(content, compression="zstd")
        write_safely(self.folder / name, content.getvalue())
        self.done.update(row.game for row in rows)

    def table(self) -> pl.DataFrame:
        """All games, the first one first."""
        frames = []
        known: set[int] = set()
        for path in self.parts():
            games = _read(path)
            self._check_own(path, games, known)
            known.update(games["game"])
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


def frame_of(rows: Iterable[Row]) -> pl.DataFrame:
    """Rows as a table."""
    listed = list(rows)
    columns = {name: [getattr(row, name) for row in listed] for name in COLUMNS}
    return pl.DataFrame(columns, schema=SCHEMA)


def _read(path: Path, columns: list[str] | None = None) -> pl.DataFrame:
    try:
        frame = pl.read_parquet(path, columns=columns, glob=False)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise _damaged(path, str(error).splitlines()[0]) from None
    except BaseException as error:  # a Rust panic is no Exception
        if isinstance(error, KeyboardInterrupt | SystemExit):
            raise
        raise _damaged(path, "its content makes no sense") from None
    if columns is None and dict(frame.schema) != dict(pl.Schema(SCHEMA)):
        raise _damaged(path, "it has other columns than a game has")
    return frame


def _damaged(path: Path, why: str) -> LabError:
    return LabError(
        f"The part {path} is damaged ({why}). Delete this one file and run the same command again: "
        "its games are played anew, and no other is lost."
    )


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


# --- writing so that nothing is lost -------------------------------------------------------


def write_safely(path: Path, content: bytes) -> None:
    """The whole file or none of it, even when the power goes."""
    beside = path.with_name(f".{path.name}.tmp")
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
        _flush_folder(path.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise disk_problem(path, error) from None


def disk_problem(path: Path, error: OSError) -> LabError:
    """What a failed write means."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        with contextlib.suppress(OSError):
            free = shutil.disk_usage(path.parent).free // 2**20
            return LabError(
                f"The disk is full ({free} MiB free at {path.parent}). Every game finished before is "
                "kept: make room and run the same command again."
            )
    return LabError(f"{path} cannot be written: {error.strerror or error}.")


def _flush_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One run at a time in a folder."""
    try:
        import fcntl
    except ImportError:  # not on this system
        yield
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / ".lock").open("w")
    except OSError as error:
        raise LabError(f"{folder} cannot be written to: {error.strerror}.") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise LabError(f"Another run is at work in {folder}; wait for its end.") from None
        yield
