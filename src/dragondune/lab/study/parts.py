"""The files in which the games of a study lie: tables of Parquet, each with some games.

Where polars is not at hand games are kept as lines of JSON, which need nothing but the standard library,
so that a bare machine can play; ``lab merge`` makes Parquet of them.
"""

import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from dragondune.lab.problems import LabError
from dragondune.lab.study.disk import write_safely
from dragondune.lab.study.game_row import COLUMNS, Row

if TYPE_CHECKING:
    import polars as pl

PARQUET: Final = ".parquet"
LINES: Final = ".jsonl"
# What says which game of which study a row is.
IDENTITY: Final = ("game", "seed", "edition", "options", "factions", "bots")
Identity = tuple[int, int, str, list[str], list[str], list[str]]


def parts_in(folder: Path) -> list[Path]:
    """The parts of a study, in the order of their names."""
    return sorted(path for kind in (PARQUET, LINES) for path in folder.glob(f"part-*{kind}"))


@cache
def has_tables() -> bool:
    """Is there what reads and writes Parquet?"""
    try:
        import polars as pl
    except ModuleNotFoundError:
        return False
    return bool(pl)


def write_part(folder: Path, rows: Sequence[Row]) -> None:
    """Keep some games for good, in a file of their own."""
    name = f"part-{rows[0].game:09}-{rows[-1].game:09}"
    if has_tables():
        content = io.BytesIO()
        frame_of(rows).write_parquet(content, compression="zstd")
        write_safely(folder / f"{name}{PARQUET}", content.getvalue())
    else:
        lines = (json.dumps(asdict(row), ensure_ascii=False) for row in rows)
        write_safely(folder / f"{name}{LINES}", "".join(f"{line}\n" for line in lines).encode())


def identities(path: Path) -> list[Identity]:
    """Which games a part holds; LabError where it is damaged."""
    if path.suffix == LINES:
        return [tuple(getattr(row, name) for name in IDENTITY) for row in _lines(path)]
    return identities_of(_parquet(path, list(IDENTITY)))


def identities_of(games: "pl.DataFrame") -> list[Identity]:
    """The same of a table."""
    return list(games.select(IDENTITY).iter_rows())


def games_in(path: Path) -> "pl.DataFrame":
    """The games of a part as a table; LabError where it is damaged."""
    if path.suffix == LINES:
        return frame_of(_lines(path))
    frame = _parquet(path)
    if dict(frame.schema) != schema():
        raise damaged(path, "it has other columns than a game has")
    return frame


def rows_of(games: "pl.DataFrame") -> list[Row]:
    """A table as rows."""
    return [Row(**row) for row in games.iter_rows(named=True)]


def frame_of(rows: Iterable[Row]) -> "pl.DataFrame":
    """Rows as a table."""
    import polars as pl

    listed = list(rows)
    columns = {name: [getattr(row, name) for row in listed] for name in COLUMNS}
    return pl.DataFrame(columns, schema=schema())


@cache
def schema() -> dict[str, Any]:
    """What is in which column."""
    import polars as pl

    some_bytes, numbers, words = pl.List(pl.UInt8), pl.List(pl.Int32), pl.List(pl.String)
    counted = ("turn", "battles", "treacheries", "alliances", "contracts", "decisions")
    return dict.fromkeys(COLUMNS, numbers) | {
        **dict.fromkeys(("game", "seed"), pl.Int64()),
        **dict.fromkeys(("edition", "way"), pl.String()),
        **dict.fromkeys(("options", "factions", "bots", "winners"), words),
        **dict.fromkeys(counted, pl.Int32()),
        "castles": some_bytes,
        "castles_by_turn": pl.List(some_bytes),
        **dict.fromkeys(("gold_by_turn", "gold_flows"), pl.List(numbers)),
    }


def _lines(path: Path) -> list[Row]:
    try:
        text = path.read_text(encoding="utf-8")
        return [Row(**json.loads(line)) for line in text.splitlines()]
    except (OSError, ValueError, TypeError) as error:
        raise damaged(path, str(error)) from None


def _parquet(path: Path, columns: list[str] | None = None) -> "pl.DataFrame":
    import polars as pl

    try:
        return pl.read_parquet(path, columns=columns, glob=False)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise damaged(path, str(error).splitlines()[0]) from None
    except BaseException as error:  # a Rust panic is no Exception
        if isinstance(error, KeyboardInterrupt | SystemExit):
            raise
        raise damaged(path, "its content makes no sense") from None


def damaged(path: Path, why: str) -> LabError:
    """What to do about a part that cannot be read."""
    return LabError(
        f"The part {path} is damaged ({why}). Delete this one file and run the same command again: "
        "its games are played anew, and no other is lost."
    )
