"""A server whose clock is ahead of ours, so that days pass as soon as a test says so.

It is the real server: only what it reads as the time is later, by as many seconds as stand in a file. Run as a program
it takes the name of that file, then the server's own flags.
"""

from __future__ import annotations

import mmap
import struct
import sys
import time
from pathlib import Path

SIZE = struct.calcsize("d")
# What a page reads as the time, by as much later as its browser was told.
PAGE_AHEAD = """(() => {
  const Now = Date;
  const ahead = () => { try { return +(localStorage.getItem('ahead') ?? 0); } catch { return 0; } };
  globalThis.Date = class extends Now {
    constructor(...given) { if (given.length) super(...given); else super(Now.now() + ahead()); }
    static now() { return Now.now() + ahead(); }
  };
})();"""


def put(path: Path, seconds: float) -> None:
    """From now on the time is so many seconds later than it is."""
    if not path.exists():
        path.write_bytes(bytes(SIZE))
    with path.open("r+b") as file:  # in place: the server has it open
        file.write(struct.pack("d", seconds))


def go_ahead(path: Path) -> None:
    """What this process reads as the time follows the file."""
    with path.open("r+b") as file:
        ahead = memoryview(mmap.mmap(file.fileno(), SIZE)).cast("d")
    wall, steady = time.time, time.monotonic
    time.time = lambda: wall() + ahead[0]
    time.monotonic = lambda: steady() + ahead[0]


if __name__ == "__main__":
    sys.modules["uvloop"] = None  # type: ignore[assignment]  # it has a clock of its own
    go_ahead(Path(sys.argv.pop(1)))
    from dragondune.server.command import main

    main()
