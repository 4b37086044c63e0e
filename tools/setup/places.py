"""Where things are, and the few words that every step of the set-up needs."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class SetupError(Exception):
    """A failure that the reader can do something about; its text says what."""


def say(text: str) -> None:
    """Tell the reader what goes on, beside the output of a command."""
    print(f"• {text}", file=sys.stderr, flush=True)


def venv() -> Path:
    """The folder that everything is installed into."""
    return ROOT / ".venv"


def log() -> Path:
    """What the installers said."""
    return venv() / "install.log"


def ready() -> Path:
    """The compiled package, until it is installed."""
    return venv() / "ready"


def in_venv(name: str) -> Path:
    """A program of the environment."""
    return venv() / "Scripts" / f"{name}.exe" if os.name == "nt" else venv() / "bin" / name


def environment(**extra: str) -> dict[str, str]:
    """The caller's variables, less those that would put another package in front of ours."""
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME")}
    return {**kept, "PIP_DISABLE_PIP_VERSION_CHECK": "1", **extra}
