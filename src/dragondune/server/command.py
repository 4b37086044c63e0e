"""``dragon-dune serve``: the table in the browser."""

import asyncio
import contextlib
import logging
import multiprocessing
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TextIO

import uvicorn

from dragondune.asking import end_quietly
from dragondune.server.checking import wrong_with
from dragondune.server.config import Config, parse
from dragondune.server.logs import configure
from dragondune.server.storage.opening import open_store
from dragondune.server.storage.sqlite import examine
from dragondune.server.storage.store import StoreError
from dragondune.server.web.app import make_app
from dragondune.server.web.handing import handing
from dragondune.server.web.lines import Lines, lined, sockets_lined
from dragondune.server.web.network import WILDCARDS, friends_link, here_link
from dragondune.server.web.porter import Porter


def listen(config: Config) -> socket.socket:
    """Take the port; where the usual one is in use by another program, any free one."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    for port in (config.port, 0):
        taken = socket.socket(family, socket.SOCK_STREAM)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind((config.host, port))
        except OSError:
            taken.close()
            if port != Config().port:
                raise
            continue
        return taken
    raise OSError(f"port {config.port} is in use")


def hold_folder(path: Path) -> TextIO | str:
    """Take the folder for this process, or say at which address another one serves it."""
    lock = path.open("a+", encoding="utf-8")
    try:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        pass  # this system has no such locks; there one has to take care oneself
    except BlockingIOError:
        lock.seek(0)
        address = lock.read()
        lock.close()
        return address or "an address it has not told yet"
    lock.truncate(0)
    return lock


FILES: Final = 200  # that are open besides connections


def fitted(config: Config) -> Config:
    """No more connections than the system lets this process have: beyond that it answers nobody."""
    try:
        import resource
    except ImportError:
        return config
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = config.most_sockets + config.most_connections + FILES
    if now != resource.RLIM_INFINITY and now < wanted:
        now = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (now, most))
        now = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    share = min(1.0, max(0.1, (now - FILES) / (wanted - FILES))) if now > 0 else 1.0
    return replace(
        config,
        most_sockets=max(10, int(config.most_sockets * share)),
        most_connections=max(10, int(config.most_connections * share)),
    )


def take_folder(folder: Path) -> TextIO | str:
    """Make the folder if need be and take it; where another process has it, its address."""
    folder.mkdir(parents=True, exist_ok=True)
    return hold_folder(folder / "server.lock")


def uvicorn_config(config: Config, porter: Porter | None = None) -> uvicorn.Config:
    """How uvicorn is to run the application. No access log: addresses may hold tokens."""
    porter, lines = porter or Porter(), Lines(config)
    return uvicorn.Config(
        make_app(config, porter),
        http=handing(porter, lines) if config.postgres else lined(lines),
        log_level="warning",
        interface="asgi3",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        ws_max_size=config.message_bytes,
        ws_max_queue=16,
        ws_per_message_deflate=False,
        ws=sockets_lined(lines),
        proxy_headers=bool(config.proxies),
        forwarded_allow_ips=config.proxies or None,
        timeout_graceful_shutdown=3,
    )


RUBBISH: Final = ("Invalid UTF-8", "Invalid HTTP request", "Unsupported upgrade request")


def is_news(record: logging.LogRecord) -> bool:
    """Clients that send rubbish are no news, and could fill the disk with it."""
    error = record.exc_info[1] if record.exc_info else None
    if type(error).__name__ == "InvalidState" or "the handler is closed" in str(error):
        return False  # no UTF-8, or an answer, on a connection that is closing or was cut already
    if isinstance(error, asyncio.CancelledError):
        return False  # the server stops, and somebody had not said all of a request
    return not record.getMessage().startswith(RUBBISH)


def run_serve(argv: Sequence[str]) -> int:
    """Serve until interrupted; 2 when the port or the folder cannot be had."""
    config = fitted(parse(argv))
    wrong = wrong_with(config)
    if wrong:
        print(f"dragon-dune serve: {wrong}", file=sys.stderr)
        return 2
    configure(config.log)
    try:
        held = None if config.postgres else take_folder(config.database.parent)
        if isinstance(held, str):
            return already_served(held, config)
        if not config.postgres:
            examine(config.database)
        open_store(config).close()  # what is wrong with it is said before anybody is let in
        taken = listen(config)
    except (OSError, StoreError) as error:
        print(f"dragon-dune serve: {error}", file=sys.stderr)
        return 2
    return _serve(config, taken, held)


def already_served(address: str, config: Config) -> int:
    """Two servers must not write to one folder; show the one that runs."""
    print(f"Dragon Dune is served from {config.database.parent} already, at {address}")
    if config.browser:
        webbrowser.open(address)
    return 0


def served_at(host: str, port: int) -> str:
    """The sentence that tells where the page is, here and for others."""
    here = f"Dragon Dune is served at {here_link(host, port)}"
    if host not in WILDCARDS:
        return here
    friends = friends_link(host, port)
    if friends is None:
        return f"{here} on this machine, which seems to be in no network."
    return f"{here} on this machine, and at {friends} in your network."


class Announced(uvicorn.Server):
    """Tells its address when it listens there, and not before."""

    def __init__(
        self, settings: uvicorn.Config, announce: Callable[[], None], porter: Porter
    ) -> None:
        super().__init__(settings)
        self._announce = announce
        self._porter = porter
        porter.arrive = self._arrive
        porter.end = self._end

    def _end(self) -> None:
        self.should_exit = True

    async def _arrive(self, connection: socket.socket, head: bytes) -> None:
        """Go on with a connection that another process has handed over."""
        connection.setblocking(False)
        kind: Any = self.config.http_protocol_class
        state = {"server_state": self.server_state, "app_state": self.lifespan.state}
        protocol = kind(config=self.config, **state)
        await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, connection)
        protocol.data_received(head)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """The others get the tables while this one still answers, so that nobody is refused."""
        await self._porter.drain()
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._announce()


def _serve(config: Config, taken: socket.socket, held: TextIO | None) -> int:
    port = int(taken.getsockname()[1])
    address = here_link(config.host, port)

    def announce() -> None:
        if held is not None:
            held.write(address)
            held.flush()
        print(f"{served_at(config.host, port)}\nStop it with Ctrl-C.", flush=True)
        if config.browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    for name in ("uvicorn.error", "asyncio"):
        logging.getLogger(name).addFilter(is_news)
    end_quietly()
    porter = Porter()
    settings = uvicorn_config(replace(config, port=port), porter)
    server = Announced(settings, announce, porter)
    runner = asyncio.Runner(loop_factory=settings.get_loop_factory())
    with contextlib.suppress(KeyboardInterrupt), runner:
        runner.run(server.serve(sockets=[taken]))
    for worker in multiprocessing.active_children():
        worker.terminate()  # what it thinks about concerns nobody any more
    return 0 if server.started else 1


def main() -> None:
    """For ``python -m dragondune.server.command``."""
    sys.exit(run_serve(sys.argv[1:]))


if __name__ == "__main__":
    main()
