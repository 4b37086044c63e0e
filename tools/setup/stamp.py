"""What has been installed so far, and a lock so that only one run installs at a time."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

from tools.setup import places


def _path() -> Path:
    return places.venv() / "installed.json"


def read_stamp() -> dict[str, str]:
    """What the last run wrote down; nothing, if that cannot be read."""
    try:
        stamp = json.loads(_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(stamp: dict[str, str]) -> None:
    """Write down what is installed now."""
    _path().write_text(json.dumps(stamp, indent=1), encoding="utf-8")


@contextlib.contextmanager
def locked(name: str) -> Iterator[None]:
    """One set-up at a time: two that write to .venv together leave it broken."""
    try:
        import fcntl
    except ImportError:  # not on this system; there the second one has to wait by hand
        yield
        return
    with (places.ROOT / name).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            places.say("waiting for another run to finish its set-up")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
