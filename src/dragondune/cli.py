"""The command line: ``dragon-dune <command>``. Each command lives with what it commands."""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Final

from dragondune import __version__
from dragondune.asking import finished, speak_plainly

# command: the module that carries it out, its function, and a line for the list of commands
COMMANDS: Final = {
    "serve": (
        "dragondune.server.command",
        "run_serve",
        "play in the browser, alone or with friends (the same as no command)",
    ),
    "admin": (
        "dragondune.server.admin",
        "run_admin",
        "run a server: list, back up, restore, close and delete tables",
    ),
    "watch": (
        "dragondune.telling.command",
        "run_watch",
        "watch a game of random players or bots as a story",
    ),
    "rules": ("dragondune.booklet.command", "run_rules", "read, search and compare the rulebook"),
    "print": (
        "dragondune.printing.command",
        "run_print",
        "the whole game as a PDF to cut and play",
    ),
    "match": (
        "dragondune.bots.arena.match",
        "run_match_command",
        "measure one bot against another",
    ),
    "lab": ("dragondune.lab.command", "run_lab", "simulate, rate bots and study the balance"),
    "review": (
        "dragondune.review.command",
        "run_review",
        "win chances, luck and skill of a finished game",
    ),
    "mcp": ("dragondune.assistants.command", "run_mcp", "let an assistant play and look up rules"),
    "verify": (
        "dragondune.server.fairness.verify",
        "run_verify",
        "check the deal of a finished game",
    ),
}
# Commands of the repository's tools, which no package holds.
OF_THE_REPOSITORY: Final = ("bench", "check", "load", "trial")
# Modules that a command cannot do without, and the extra that brings them.
EXTRAS: Final = dict.fromkeys(("msgspec", "prometheus_client", "starlette", "uvicorn"), "table") | (
    dict.fromkeys(("httpx2", "mcp", "pydantic"), "mcp")
)
CREDIT: Final = "Dragon Dune is a game by Vincent von Guard, CC BY-SA 4.0."


def usage() -> str:
    """What can be typed."""
    rows = [f"  dragon-dune {name:8} {line}" for name, (_, _, line) in COMMANDS.items()]
    return "\n".join(
        [
            f"Dragon Dune {__version__}: auctions, secret battles, treachery and binding contracts.",
            "",
            *rows,
            "",
            "dragon-dune <command> --help explains a command.",
            CREDIT,
        ]
    )


def main(argv: list[str] | None = None) -> int:
    """Run one command; 0 when all is well, 2 when it was typed wrongly."""
    speak_plainly()
    words = sys.argv[1:] if argv is None else argv
    if not words:
        words = ["serve"]
    if words[0] in ("-h", "--help", "help"):
        return _tell(usage())
    if words[0] in ("-V", "--version"):
        return _tell(f"dragon-dune {__version__}")
    if words[0] in OF_THE_REPOSITORY:
        text = f"works on the source: in a checkout of it, type python3 run.py {words[0]}"
        print(f"dragon-dune {words[0]} {text}", file=sys.stderr)
        return 2
    if words[0] not in COMMANDS:
        print(f"dragon-dune: there is no command {words[0]!r}.\n\n{usage()}", file=sys.stderr)
        return 2
    return _run(words[0], words[1:])


def _tell(text: str) -> int:
    def work() -> int:
        print(text)
        return 0

    return finished("help", work)


def _run(name: str, words: list[str]) -> int:
    module, function, _ = COMMANDS[name]
    try:
        command: Callable[[list[str]], int] = getattr(import_module(module), function)
    except ModuleNotFoundError as missing:
        extra = EXTRAS.get(str(missing.name).split(".")[0])
        if extra is None:
            raise
        needs = f"needs the extra '{extra}': pip install 'dragon-dune[{extra}]'."
        print(f"dragon-dune {name} {needs}\n\n{usage()}", file=sys.stderr)
        return 2
    return finished(name, lambda: command(words))


if __name__ == "__main__":
    sys.exit(main())
