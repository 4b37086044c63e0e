"""A package that was made of the source package alone is installed and plays by its page.

The plain one, with the packages it needs taken from the environment of the tests; `python3 run.py
wheels --try` is the long form, for every wheel and in environments that hold nothing else.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest
from browser.conftest import NewPage

from tools.pages.first_game import SECOND_TURN, installed_server, play_first_game
from tools.setup import page, places, wheels

BUILD = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source package, unpacked where nothing else is."""
    assert page.is_current(), "the page is not that of this source; `python3 run.py dev` builds it"
    folder = tmp_path_factory.mktemp("source")
    command = [sys.executable, "-c", wheels.MAKE_SOURCE, str(folder)]
    subprocess.run(command, cwd=places.ROOT, check=True, capture_output=True)
    (packed,) = folder.glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    return folder / packed.name.removesuffix(".tar.gz")


@pytest.fixture(scope="module")
def wheel(source: Path) -> Path:
    """Built without a compiler and without Node.js."""
    target = source.parent / "wheels"
    target.mkdir()
    variables = places.environment(DRAGONDUNE_PURE="1", PATH="/nowhere")
    command = [sys.executable, "-c", BUILD, str(target)]
    subprocess.run(command, cwd=source, env=variables, check=True, capture_output=True)
    return next(target.glob("*-py3-none-any.whl"))


def test_a_wheel_holds_the_page_the_rules_and_nothing_of_the_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for needed in ("server/page/index.html", "rulebook/README.md", "learning/", "printing/art/"):
        assert any(f"dragondune/{needed}" in name for name in names), needed
    assert any("server/page/assets/" in name and name.endswith(".js") for name in names)
    assert {name.split("/")[0].split("-")[0] for name in names} == {"dragondune", "dragon_dune"}


def test_an_installed_wheel_plays_by_its_page(
    wheel: Path, tmp_path: Path, new_page: NewPage
) -> None:
    python = installed(wheel, tmp_path / "venv")
    server = installed_server(str(python), tmp_path / "tables")
    try:
        assert play_first_game(new_page(), server, SECOND_TURN) > 0
    finally:
        server.stop()


def installed(wheel: Path, folder: Path) -> Path:
    """The interpreter of a new environment with this wheel in front of all that it needs."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / "bin" / "python"
    words = ["--python", str(python), "install", "--no-deps", "--no-index", str(wheel)]
    variables = places.environment()
    subprocess.run([sys.executable, "-m", "pip", "-q", *words], env=variables, check=True)
    (library,) = folder.glob("lib/python*/site-packages")
    (library / "needed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    probe = [str(python), "-c", "import dragondune; print(dragondune.__file__)"]
    found = subprocess.run(probe, env=variables, capture_output=True, check=True)
    assert found.stdout.decode().startswith(str(folder))
    return python


def test_a_checkout_without_its_page_says_why_none_can_be_built(
    source: Path, tmp_path: Path
) -> None:
    (source / page.built_page().relative_to(places.ROOT) / ".built-from").unlink()
    variables = places.environment(DRAGONDUNE_PURE="1", PATH="/nowhere")
    command = [sys.executable, "-c", BUILD, str(tmp_path)]
    done = subprocess.run(command, cwd=source, env=variables, capture_output=True, check=False)
    assert done.returncode == 1
    assert "The page of the table could not be built" in done.stderr.decode()
    assert "Node.js" in done.stderr.decode()
    assert not list(tmp_path.iterdir())
