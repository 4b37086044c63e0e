"""``lab report``: writes the page, every picture as SVG and PNG, and every figure as CSV and Parquet."""

from pathlib import Path
from typing import Final

from dragondune.lab.problems import LabError
from dragondune.lab.report.contents import Report, gather
from dragondune.lab.report.markdown import SIGN, chosen_pictures, folder_for, linked, markdown
from dragondune.lab.report.page import page, parquet
from dragondune.lab.study.disk import write_safely

PAGE: Final = "index.html"


def report(study: Path, out: Path | None, docs: Path | None) -> Report:
    """Write everything about a study that has been played."""
    if docs is not None:
        check_docs(docs)
    found = gather(study)
    folder = out or study / "report"
    write(found, folder)
    print(f"The report is {folder / PAGE}; pictures and figures lie beside it.")
    if docs is not None:
        write_docs(found, docs)
        print(f"The findings are in {docs}.")
    return found


def write(found: Report, folder: Path) -> None:
    """The page, ``svg/``, ``png/``, ``csv/`` and ``parquet/``."""
    _make(folder, "svg", "png", "csv", "parquet")
    pictures = [*found.glance, *(one for chapter in found.chapters for one in chapter.pictures)]
    for one in pictures:
        write_safely(folder / "svg" / f"{one.name}.svg", one.chart.file().encode())
        write_safely(folder / "png" / f"{one.name}.png", one.chart.png())
    for name, frame in found.tables.items():
        write_safely(folder / "csv" / f"{name}.csv", frame.write_csv().encode())
        write_safely(folder / "parquet" / f"{name}.parquet", parquet(frame))
    write_safely(folder / PAGE, page(found).encode())


def check_docs(docs: Path) -> str:
    """The page that a new one would replace, if any; LabError when that must not be."""
    if docs.suffix != ".md":
        raise LabError(f"--markdown takes the name of a page that ends in .md, not {docs.name}.")
    try:
        before = docs.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError):
        raise LabError(f"{docs} is there and cannot be read; choose another name.") from None
    if SIGN not in before:
        raise LabError(
            f"{docs} is there and was not written by the laboratory; choose another name."
        )
    return before


def write_docs(found: Report, docs: Path) -> None:
    """The page of the documentation and the pictures it shows."""
    before = check_docs(docs)
    folder = folder_for(docs)
    _make(folder)
    shown = chosen_pictures(found)
    # What the page before showed and this one does not; nothing else in the folder is ours.
    for name in linked(before, folder.name) - {f"{one.name}.svg" for one in shown}:
        (folder / name).unlink(missing_ok=True)
    for one in shown:
        write_safely(folder / f"{one.name}.svg", one.chart.file().encode())
    write_safely(docs, markdown(found, folder.name).encode())


def _make(folder: Path, *below: str) -> None:
    try:
        for name in ("", *below):
            (folder / name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LabError(f"The folder {folder} cannot be made: {error.strerror}.") from None
