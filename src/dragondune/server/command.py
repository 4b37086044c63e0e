"""``dragon-dune serve``: the table in the browser."""

import asyncio
import contextlib
import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence

import uvicorn

from dragondune.server.app import make_app
from dragondune.server.config import Config, parse
from dragondune.server.guard import LOCAL_NAMES


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


def uvicorn_config(config: Config) -> uvicorn.Config:
    """How uvicorn is to run the application. No access log: addresses may hold tokens."""
    return uvicorn.Config(
        make_app(config),
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        ws_max_size=config.message_bytes,
        ws_max_queue=16,
        ws_per_message_deflate=False,
        proxy_headers=bool(config.proxies),
        forwarded_allow_ips=config.proxies or None,
        timeout_graceful_shutdown=3,
    )


def _is_news(record: logging.LogRecord) -> bool:
    """Clients that send rubbish are no news, and could fill the disk with it."""
    return "Invalid UTF-8" not in record.getMessage()


def run_serve(argv: Sequence[str]) -> int:
    """Serve until interrupted; 2 when the port or the folder cannot be had."""
    config = parse(argv)
    try:
        taken = listen(config)
        config.database.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(f"dragon-dune serve: {error}", file=sys.stderr)
        return 2
    host = "localhost" if config.host in LOCAL_NAMES else config.host
    address = f"http://{f'[{host}]' if ':' in host else host}:{taken.getsockname()[1]}/"
    print(f"Dragon Dune is served at {address}\nStop it with Ctrl-C.", flush=True)
    if config.browser:
        threading.Timer(1.0, webbrowser.open, (address,)).start()
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    settings = uvicorn_config(config)
    server = uvicorn.Server(settings)
    runner = asyncio.Runner(loop_factory=settings.get_loop_factory())
    with contextlib.suppress(KeyboardInterrupt), runner:
        runner.run(server.serve(sockets=[taken]))
    return 0 if server.started else 1


def main() -> None:
    """For ``python -m dragondune.server.command``."""
    sys.exit(run_serve(sys.argv[1:]))


if __name__ == "__main__":
    main()
