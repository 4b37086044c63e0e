"""Build steps that pyproject.toml cannot say: the page, compiled hot packages, the rulebook.

Compiling is a gift, never a condition: whatever goes wrong ends in a plain Python install. The page
is a condition: a package from a checkout holds the page of that checkout, or is not built.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from setuptools import Extension, find_namespace_packages, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
SOURCE = ROOT / "src" / "dragondune"
COMPILED_PACKAGES = (
    *("model", "engine", "rules", "factions", "views", "contracts", "bots"),
    *("learning", "champion", "envs"),
)
# The server waits for most of what it does; these are where it computes for each move of a table.
HOT_MODULES = (
    *("server/audience/rights", "server/play/free_acts", "server/play/numbering"),
    *("server/play/session", "server/tables/announcer", "server/tables/journal"),
    *("server/tables/publisher", "server/tables/stream", "server/wire/actions"),
    *("server/wire/changes", "server/wire/events", "server/wire/forecast"),
    *("server/wire/prompts", "server/wire/views"),
)
# Reading and writing text is not where the time goes; compiling it would only lengthen the build.
COLD_MODULES = frozenset(
    {
        *(
            "action_fields",
            "action_text",
            "event_base",
            "events",
            "notation",
            "notation_at",
            "notation_fields",
            "notation_words",
            "engine/script",
            "storage",
        ),
        *("contracts/stored", "contracts/offers", "contracts/preview", "contracts/talk"),
        *("contracts/templates", "contracts/language/parser", "contracts/language/sentences"),
        *("moments", "not_now", "not_now_battle", "not_now_rounds", "not_now_turn"),
        *("bots/arena/guest", "bots/arena/match", "bots/arena/registry"),
        *("bots/arena/table", "bots/bargaining/memory", "bots/bargaining/negotiation"),
        "bots/bargaining/reasons",
        *(
            "learning/actor",
            "learning/beliefs",
            "learning/exchange",
            "learning/features",
            "learning/journal",
            "learning/layout",
        ),
        *("learning/learner", "learning/network", "learning/optimizer", "learning/tables"),
        *("learning/player", "learning/seats", "learning/torch_network"),
        *("learning/decisions", "learning/distil", "learning/heed", "learning/numpy_learner"),
        *("learning/older", "learning/shards", "learning/ship", "learning/timing", "learning/tiny"),
        # Numbers of numpy go through all of it but the course of a trial.
        *("champion/crew", "champion/deals", "champion/ideas", "champion/judge"),
        *("champion/ladder", "champion/levels"),
        *("champion/measure", "champion/player", "champion/quick", "champion/search"),
        *("champion/trials", "champion/words"),
        *("envs/batched", "envs/gym", "envs/open_spiel", "envs/petting_zoo"),
    }
)
# Metadata needs no compiler, and an editable install has to follow every edit of the source.
COMPILING_COMMANDS = frozenset({"bdist_wheel", "build", "build_ext", "install"})


def notice(text: str) -> None:
    print(f"dragon-dune: installing as plain Python, {text}", file=sys.stderr)


def can_compile() -> bool:
    """Try it: a compiler without Python's headers is as good as none."""
    from setuptools._distutils import ccompiler, sysconfig

    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder) / "probe.c"
        probe.write_text("#include <Python.h>\n", encoding="utf-8")
        try:
            compiler = ccompiler.new_compiler()
            sysconfig.customize_compiler(compiler)
            include_dirs = sorted({sysconfig.get_python_inc(), sysconfig.get_python_inc(True)})
            compiler.compile([str(probe)], output_dir=folder, include_dirs=include_dirs)
        except Exception:
            return False
    return True


def widen_shifts(extensions: list[Extension]) -> None:
    """`1 << n` on machine integers comes out of mypyc as a C shift of 32 bits: make it 64."""
    for path in {Path(source) for extension in extensions for source in extension.sources}:
        code = path.read_text(encoding="utf-8")
        wide = re.sub(r"= (-?\d+) << (?=cpy_)", r"= (int64_t)\1 << ", code)
        if wide != code:
            path.write_text(wide, encoding="utf-8")


def compiled_modules() -> list[str]:
    found = []
    for package in COMPILED_PACKAGES:
        for path in sorted((SOURCE / package).glob("**/*.py")):
            if path.name != "__init__.py" and not is_cold(path):
                found.append(path.relative_to(ROOT).as_posix())
    return [*found, *((SOURCE / f"{name}.py").relative_to(ROOT).as_posix() for name in HOT_MODULES)]


def is_cold(path: Path) -> bool:
    """Is a module listed as cold, by its name or by its path inside the package?"""
    inside = path.relative_to(SOURCE).with_suffix("").as_posix()
    return path.stem in COLD_MODULES or inside in COLD_MODULES


def extensions() -> list[Extension]:
    modules = compiled_modules()
    if not modules or COMPILING_COMMANDS.isdisjoint(sys.argv[1:]):
        return []
    if os.environ.get("DRAGONDUNE_PURE") == "1":
        notice("as DRAGONDUNE_PURE=1 asks.")
        return []
    if not can_compile():
        notice("no C compiler with Python's headers was found.")
        return []
    os.environ["MYPYPATH"] = str(ROOT / "src")
    # Without the project's configuration: how strict a newer checker is must not decide over speed.
    flags = ["--config-file=", "--explicit-package-bases"]
    try:
        from mypyc.build import mypycify

        # Levels 2 and 3 double the time to compile and gain nothing that can be measured.
        built: list[Extension] = mypycify(
            [*flags, *modules], opt_level="1", debug_level="0", group_name="dragondune"
        )
        widen_shifts(built)
    except ImportError:
        notice("mypyc is not installed.")
        return []
    except (Exception, SystemExit) as error:
        notice(f"mypyc refused the source ({type(error).__name__}).")
        return []
    return built


class ForgivingBuildExt(build_ext):
    """All compiled modules or none: they share one library, so half of them would not import."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []
            notice(f"compiling failed ({type(error).__name__}).")


NO_PAGE = """The page of the table could not be built:

{}

DRAGONDUNE_PAGE=0 builds the package without it (dragon-dune serve will then have nothing to show)."""


def page_tools() -> Any:
    """What builds the page, if it has to be built here: not in a copy that run.py made."""
    if os.environ.get("DRAGONDUNE_PAGE") == "0" or not (ROOT / "web" / "package.json").is_file():
        return None
    sys.path.insert(0, str(ROOT))
    from tools.setup import page

    return None if page.is_current() else page


def said(command: list[str], variables: dict[str, str], folder: Path) -> Any:
    words = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "encoding": "utf-8"}
    return subprocess.run(command, env=variables, cwd=folder, errors="replace", **words)


def build_page() -> None:
    """The page of this source, or an end that says why there is none."""
    if not (page := page_tools()):
        return
    try:
        wrong = page.make_page(*page.npm_while_packing(), said)
    except (page.SetupError, OSError) as error:
        wrong = str(error)
    if wrong:
        sys.exit(NO_PAGE.format("\n".join(wrong.rstrip().splitlines()[-15:])))


class BuildWithPage(build_py):
    """A wheel holds the page."""

    def run(self) -> None:
        build_page()
        super().run()


def needed_to_build() -> list[str]:
    """A Node.js for the page, where the machine has none; asked for before the build begins."""
    page = None if {*COMPILING_COMMANDS, "sdist"} & set(sys.argv[1:]) else page_tools()
    return [] if page is None or page.own_npm() else [page.NODE]


def packages() -> dict[str, Any]:
    names = find_namespace_packages("src", include=["dragondune*"])
    folders = {"": "src"}
    if (ROOT / "rulebook").is_dir():
        names.append("dragondune.rulebook")
        folders["dragondune.rulebook"] = "rulebook"
    return {
        "packages": names,
        "package_dir": folders,
        "package_data": {
            "dragondune": ["py.typed"],
            "dragondune.printing": ["*.typ", "art/*"],
            "dragondune.rulebook": ["**/*.md", "**/*.toml"],
            "dragondune.booklet": ["guides/*.toml"],
            "dragondune.lessons": ["data/*.toml"],
            "dragondune.learning": ["*.npz"],
            "dragondune.server": ["page/**/*"],
        },
        "include_package_data": False,
    }


if "sdist" in sys.argv[1:]:
    # So does a source package, for whoever has no Node.js; here, before any command lists the files.
    build_page()

setup(
    ext_modules=extensions(),
    setup_requires=needed_to_build(),
    cmdclass={"build_ext": ForgivingBuildExt, "build_py": BuildWithPage},
    **packages(),
)
