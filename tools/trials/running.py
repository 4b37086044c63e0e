"""A server in a process of its own, to be tried."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import httpx

READY = "is served at"
ONE_ADDRESS = (  # where everybody comes from one, as in most tests
    *("--waiting-per-address", "1000000", "--seats-per-address", "1000000"),
    *("--tables-per-address", "1000000", "--seats-per-hour", "1000000"),
)
FREE_OF_LIMITS = (
    *ONE_ADDRESS,
    *("--tables-per-hour", "1000000", "--most-tables", "1000000"),
    *("--sockets-per-address", "1000000", "--most-sockets", "1000000"),
    *("--asides-per-minute", "1000000", "--asides", "1000000"),
    *("--messages-per-second", "1000000", "--requests-per-second", "1000000"),
    *("--most-connections", "1000000", "--connections-per-address", "1000000"),
    *("--cost-per-second", "100000000"),
)


def free_port() -> int:
    """A port that nobody uses at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def cpu_seconds(pid: int) -> float:
    """Processor time a process has used, where the system says so; else 0."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return 0.0
    user, system = text.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / float(os.sysconf("SC_CLK_TCK"))


def waited_seconds(pid: int) -> float:
    """How long a process was ready to run and had to wait for a processor, where the system says so."""
    waited = 0
    for thread in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with contextlib.suppress(OSError):
            waited += int(thread.read_text(encoding="utf-8").split()[1])
    return waited / 1e9


@contextlib.contextmanager
def going_ahead(*pids: int) -> Iterator[None]:
    """Meanwhile these processes get a processor before all others, as if the machine were theirs alone."""
    for pid in pids:
        _schedule(pid, os.SCHED_RR, 1)
    try:
        yield
    finally:
        for pid in pids:
            _schedule(pid, os.SCHED_OTHER, 0)


def _schedule(pid: int, how: int, rank: int) -> None:
    for thread in Path(f"/proc/{pid}/task").iterdir():
        os.sched_setscheduler(int(thread.name), how, os.sched_param(rank))


class RunningServer:
    """Started, killed and started again on the same port and folder."""

    def __init__(
        self, folder: Path, *flags: str, errors: TextIO | None = None, build: str = ""
    ) -> None:
        """``build``: the folder of another build of the package, which is run instead of this one."""
        self.folder = folder
        self.environment = {**os.environ, **({"PYTHONPATH": build} if build else {})}
        self.errors = errors
        self.port = free_port()
        self.flags = flags
        self.process: subprocess.Popen[str] | None = None

    @property
    def http(self) -> str:
        """The address of the HTTP API."""
        return f"http://127.0.0.1:{self.port}"

    def socket_of(self, table: str) -> str:
        """The address of a table's socket."""
        return f"ws://127.0.0.1:{self.port}/api/tables/{table}/play"

    def start(self) -> "RunningServer":
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "dragondune.server.command", "--browser", "0"]
        command += ["--port", str(self.port), "--data", str(self.folder), *self.flags]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.errors, text=True, env=self.environment
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if READY not in line:
            raise RuntimeError(f"The server did not start: {line!r}")
        for _ in range(200):
            try:
                httpx.get(f"{self.http}/api/map", timeout=5)
                return self
            except httpx.TransportError:
                continue
        raise RuntimeError("The server does not answer.")

    def kill(self) -> None:
        """End it as a power cut would, as far as a process can tell."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self._gone()

    def stop(self) -> None:
        """End it in peace."""
        if self.process is not None:
            self.process.terminate()
            self._gone()

    def _gone(self) -> None:
        assert self.process is not None
        self.process.wait(timeout=20)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.process = None

    def cpu(self) -> float:
        """Processor time used so far."""
        return cpu_seconds(self.process.pid) if self.process is not None else 0.0

    @property
    def pid(self) -> int:
        """The number of its process; 0 while there is none."""
        return self.process.pid if self.process is not None else 0

    def memory(self) -> int:
        """Bytes of memory in use, where the system says so; else 0."""
        if self.process is None:
            return 0
        try:
            text = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        except OSError:
            return 0
        rows = [line.split() for line in text.splitlines() if line.startswith("VmRSS")]
        return int(rows[0][1]) * 1024 if rows else 0

    def new_table(self, **wish: object) -> tuple[str, list[str]]:
        """Open a table: its id and the tokens of its human seats."""
        answer = httpx.post(f"{self.http}/api/tables", json=wish, timeout=30)
        answer.raise_for_status()
        made = answer.json()
        return made["table"], [seat["token"] for seat in made["tokens"]]

    def __enter__(self) -> "RunningServer":
        return self.start()

    def __exit__(self, *error: object) -> None:
        self.stop()
