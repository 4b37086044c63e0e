"""``dragon-dune print`` writes a whole file or none, and says what is wrong."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("typst")

from dragondune.cli import main


def test_it_writes_a_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.pdf"
    assert main(["print", "--edition", "r6", "--paper", "letter", "--out", str(path)]) == 0
    assert path.read_bytes().startswith(b"%PDF-")
    assert str(path) in capsys.readouterr().out


def test_a_folder_gets_a_file_named_after_the_game(tmp_path: Path) -> None:
    assert main(["print", "--options", "oracles", "--out", str(tmp_path)]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["dragon-dune-r9-oracles-a4.pdf"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--edition", "r7"], "There is no edition 'r7'"),
        (["--options", "dragons"], "There is no option 'dragons'"),
        (["--edition", "first", "--options", "plunder"], "makes no sense"),
        (["--out", "no/such/folder/game.pdf"], "There is no folder"),
        (["--paper", "b5"], "Paper can be a4 or letter, not 'b5'"),
        (["--cards", "tarot"], "Cards can be mini-euro or poker, not 'tarot'"),
        (["--duplex", "both"], "Duplex can be long or short or off, not 'both'"),
        (["--ink", "none"], "Ink can be full or low, not 'none'"),
        (["--parts", "board,attic"], "not 'attic'"),
        (["--parts", ","], "Which parts?"),
        (["--separate", "--out", "-"], "--out names a folder"),
        (["--edition", "missing.toml"], "missing.toml"),
    ],
)
def test_a_wrong_wish_is_explained(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print", *words]) == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_each_part_in_a_file_of_its_own(tmp_path: Path) -> None:
    words = ["--separate", "--parts", "rulebook, slips", "--cards", "poker", "--out", str(tmp_path)]
    assert main(["print", *words]) == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {f"dragon-dune-r9-a4-poker-{part}.pdf" for part in ("slips", "rulebook")}


def test_it_writes_to_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["print", "--parts", "slips", "--out", "-"]) == 0
    written = capfdbinary.readouterr()
    assert written.out.startswith(b"%PDF-")
    assert written.out.rstrip().endswith(b"%%EOF")
    assert not written.err


def test_a_screen_gets_no_pdf(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["print", "--out", "-"]) == 2
    said = capsys.readouterr()
    assert "--out - > game.pdf" in said.err
    assert not said.out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_standard_output_that_is_full() -> None:
    words = [sys.executable, "-m", "dragondune.cli", "print", "--parts", "slips", "--out", "-"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert "the disk is full" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_full_disk_leaves_no_half_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.pdf"
    path.write_text("the old one")

    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert main(["print", "--out", str(path)]) == 2
    assert "the disk is full" in capsys.readouterr().err
    assert path.read_text() == "the old one"
    assert list(tmp_path.iterdir()) == [path]


def test_without_typst_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    assert main(["print", "--out", str(tmp_path / "game.pdf")]) == 2
    assert "pip install 'dragon-dune[print]'" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
