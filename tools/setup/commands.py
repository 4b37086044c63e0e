"""The commands of run.py besides ``test``."""

import os
import subprocess
from pathlib import Path

from tools.setup import extras, places
from tools.setup.extras import DEV_EXTRAS, TOOLS, extras_of
from tools.setup.package import compile_behind
from tools.setup.places import say

DEFAULT = ("serve",)
DOCS_USAGE = (
    "python3 run.py docs [FOLDER]: builds the docs as a site, into the folder site or FOLDER."
)


def play(words: list[str]) -> int:
    """Set up what a command of the package or a tool needs, and become it."""
    wanted = words or list(DEFAULT)
    hurry = wanted[0] == "serve" and not os.environ.get("DRAGONDUNE_PURE")
    if extras.set_up(extras_of(wanted), hurry).get("hurried") and hurry:
        say("compiling goes on behind the game; the next start is quicker at thinking")
        compile_behind()
    command, variables = [str(places.in_venv("dragon-dune"))], places.environment()
    if wanted[0] in TOOLS:
        command = [str(places.in_venv("python")), "-m", "tools"]
        # Whatever else is called tools where the caller stands is not meant.
        variables = places.environment(PYTHONPATH=str(places.ROOT), PYTHONSAFEPATH="1")
    command += wanted
    if os.name == "posix":
        os.execve(command[0], command, variables)
    return subprocess.call(command, env=variables)


def dev() -> int:
    """Everything that work on the source needs."""
    extras.set_up(DEV_EXTRAS)
    activate = places.in_venv("activate").with_suffix("").relative_to(places.ROOT)
    print(
        f"The environment is ready. To use it:\n"
        f"    {'' if os.name == 'nt' else 'source '}{activate}\n"
        f"    export PYTHONPATH=src          the plain source in front of the installed package\n"
        f"    python -m dragondune.cli       runs the source as it stands\n"
        f"    python -m pytest -n {os.cpu_count() or 1}         tests it\n"
        f"Without PYTHONPATH the installed package is used; `python3 run.py` brings it up to date.\n"
        f"`python3 run.py test --quick` checks most things in a few minutes, `python3 run.py test`\n"
        f"everything, plain and compiled."
    )
    return 0


def docs(words: list[str]) -> int:
    """The docs as a site."""
    if len(words) > 1 or words[:1] in (["-h"], ["--help"]):
        print(DOCS_USAGE)
        return 2 if len(words) > 1 else 0
    extras.set_up(("docs",), hurry=True)
    target = Path(words[0]).resolve() if words else places.ROOT / "site"
    # Never quietly: with --quiet, mkdocs counts no warnings, and broken links would pass.
    command = [str(places.in_venv("python")), "-m", "mkdocs", "build"]
    command += ["--config-file", str(places.ROOT / "mkdocs.yml"), "--site-dir", str(target)]
    done = subprocess.run(
        command,
        cwd=places.ROOT,
        # The notice concerns whoever maintains the site, and drowns what a build has to say.
        env=places.environment(NO_MKDOCS_2_WARNING="1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    print(done.stdout if done.returncode else f"The site begins at {target / 'index.html'}")
    return done.returncode
