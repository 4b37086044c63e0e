"""Sets up Dragon Dune and runs it, with nothing but Python 3.11 or newer on the machine.

    python3 run.py               play in the browser
    python3 run.py <command> …   any command of dragon-dune; `python3 run.py watch --help` explains one
    python3 run.py <tool> …      bench, check, load, trial and others: measure and try this checkout
    python3 run.py test …        all checks; further words go to pytest (-k battle)
    python3 run.py test --quick  most checks, in a few minutes
    python3 run.py wheels        packages to install elsewhere, into the folder dist (or another, if named)
    python3 run.py docs          build the docs as a site into the folder site (or another, if named)
    python3 run.py dev           set up the environment for working on the source

Everything is installed into the folder .venv beside this file and nowhere else: by uv where it can
be had, else by pip. The package is compiled where the machine has a C compiler and Python's headers;
DRAGONDUNE_PURE=1 prevents that.
"""

import errno
import sys
from collections.abc import Callable
from pathlib import Path

# Kept in words that an old Python can read, so that it gets to say this.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        "Dragon Dune needs Python 3.11 or newer; this is {}.{}.\n"
        "Try a newer one by name, for example: python3.12 run.py".format(*sys.version_info[:2])
    )

ROOT = Path(__file__).resolve().parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from tools.setup import checks, commands, installer, package, page, places, wheels  # noqa: E402

# What somebody types, or run.py itself to do something beside something else.
COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "test": checks.test,
    "docs": commands.docs,
    "wheels": wheels.run_wheels,
    "dev": lambda words: commands.dev(),
    package.BEHIND: lambda words: package.compile_quietly(),
    checks.COMPILE: lambda words: package.compile_now(),
    checks.PAGE_CHECKS: lambda words: 0 if page.check_page() else 1,
}


def main(words: list[str]) -> int:
    """Carry out one command line; 0 when all is well."""
    if words in (["-h"], ["--help"]):
        print((__doc__ or "").strip())
        return 0
    try:
        if words[:1] and words[0] in COMMANDS:
            return COMMANDS[words[0]](words[1:])
        return commands.play(words)
    except places.SetupError as error:
        print(error, file=sys.stderr)
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        print(installer.disk_full() if full else f"Could not set up: {error}", file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
