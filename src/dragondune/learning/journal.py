"""The log of a training: lines of JSON while it runs, a Parquet table and a picture at its end.

    python -m dragondune.learning.journal run1/log.jsonl

makes table and picture of any log. Both need the extra ``lab``; without it the lines are all there is.
"""

import json
import sys
from pathlib import Path
from typing import Any, Final

LINES: Final = "log.jsonl"
TIME: Final = ("step", "seconds", "updates")  # what the pictures go along, the first that is there


class Journal:
    """A log under way."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / LINES

    def write(self, line: dict[str, Any]) -> None:
        """One line, to the screen and to the file."""
        text = json.dumps(line, ensure_ascii=False)
        print(text, flush=True)
        with self.path.open("a", encoding="utf-8") as log:
            log.write(f"{text}\n")

    def close(self) -> None:
        """Make table and picture, where the packages for it are there."""
        try:
            if self.path.exists():  # something was said
                tabulate(self.path)
        except ImportError:
            print("Without polars and vl-convert (the extra lab) there is no table and no picture.")


def read(path: Path) -> list[dict[str, Any]]:
    """The lines of a log, numbers alone: one row each."""
    lines = [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines() if text]
    kept = (bool, int, float, str)
    return [{name: x for name, x in line.items() if isinstance(x, kept)} for line in lines]


def tabulate(path: Path) -> None:
    """``log.parquet`` and ``log.svg`` beside the lines."""
    import polars as pl
    import vl_convert

    rows = read(path)
    pl.DataFrame(rows, infer_schema_length=None, strict=False).write_parquet(
        path.with_suffix(".parquet")
    )
    path.with_suffix(".svg").write_text(vl_convert.vegalite_to_svg(picture(rows)), encoding="utf-8")


def picture(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Every number of the log along the training, one curve below the other."""
    along = next((name for name in TIME if any(name in row for row in rows)), "line")
    values = [
        {"at": row.get(along, k), "what": name, "number": x}
        for k, row in enumerate(rows)
        if along in row or along == "line"
        for name, x in row.items()
        if isinstance(x, int | float) and name not in TIME
    ]
    curve = {
        "mark": {"type": "line", "point": True},
        "width": 480,
        "height": 90,
        "encoding": {
            "x": {"field": "at", "type": "quantitative", "title": along},
            "y": {
                "field": "number",
                "type": "quantitative",
                "title": None,
                "scale": {"zero": False},
            },
        },
    }
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "data": {"values": values},
        "facet": {"row": {"field": "what", "type": "nominal", "title": None}},
        "resolve": {"scale": {"y": "independent"}},
        "spec": curve,
    }


if __name__ == "__main__":
    tabulate(Path(sys.argv[1]))
