"""``dragon-dune mcp``: an assistant at the table, over the Model Context Protocol."""

import argparse
import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlsplit

import uvicorn
from mcp.server.mcpserver import MCPServer

from dragondune.asking import end_quietly
from dragondune.assistants.client import TableServer
from dragondune.assistants.desk import Desk
from dragondune.assistants.local import Running, table_server
from dragondune.assistants.tools import make_server
from dragondune.server.command import listen
from dragondune.server.config import Config
from dragondune.server.storage.store import StoreError

SERVER: Final = "DRAGONDUNE_SERVER"
TOKEN: Final = "DRAGONDUNE_TOKEN"
PATH: Final = "/mcp"
EXAMPLES: Final = """\
examples:
  dragon-dune mcp                                    for a program that starts it and talks by pipes
  dragon-dune mcp --server https://dune.example.org  the same, at the tables of another server
  dragon-dune mcp --http 1 --port 8777               for programs that reach it at an address

Without --server the tables are those of this machine, which dragon-dune serve shows in a browser.
docs/assistants.md has a worked session.
"""


def run_mcp(argv: Sequence[str]) -> int:
    """Serve until the client goes; 2 when a server cannot be had."""
    asked = _parse(argv)
    try:
        tables = Running(asked.server) if asked.server else table_server(_local(asked))
    except (OSError, StoreError) as error:
        print(f"dragon-dune mcp: {error}", file=sys.stderr)
        return 2
    try:
        return asyncio.run(_serve(asked, tables))
    except OSError as error:
        print(f"dragon-dune mcp: {error}", file=sys.stderr)
        return 2
    finally:
        tables.stop()


def _local(asked: argparse.Namespace) -> Config:
    return replace(Config(), data=asked.data, browser=0)


async def _serve(asked: argparse.Namespace, tables: Running) -> int:
    desk = Desk(TableServer(tables.address), asked.token, alone=not asked.http)
    server = make_server(desk, asked.name)
    try:
        if asked.http:
            await _by_http(server, asked.host, asked.port)
            return 0
        return await _by_pipes(server, tables)
    finally:
        await desk.close()


async def _by_http(server: MCPServer[Any], host: str, port: int) -> None:
    taken = listen(replace(Config(), host=host, port=port))
    app = server.streamable_http_app(streamable_http_path=PATH, host=host)
    where = f"http://{host}:{taken.getsockname()[1]}{PATH}"
    print(f"Assistants reach Dragon Dune at {where}\nStop it with Ctrl-C.", flush=True)
    settings = uvicorn.Config(app, log_level="warning", access_log=False)
    end_quietly()
    with contextlib.suppress(KeyboardInterrupt):
        await uvicorn.Server(settings).serve([taken])


async def _by_pipes(server: MCPServer[Any], tables: Running) -> int:
    """Until the pipe is closed, or somebody ends the process."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError):  # Windows has no such handlers
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, ended.set)
    serving = asyncio.ensure_future(server.run_stdio_async())
    waiting = asyncio.ensure_future(ended.wait())
    await asyncio.wait({serving, waiting}, return_when=asyncio.FIRST_COMPLETED)
    if not serving.done():
        await asyncio.to_thread(tables.stop)
        os._exit(130)  # a thread still waits for the pipe, and nothing can wake it
    waiting.cancel()
    await serving
    return 0


def _parse(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="dragon-dune mcp",
        description="Let an assistant look up rules and play, over the Model Context Protocol.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--server",
        default=os.environ.get(SERVER, ""),
        metavar="URL",
        help=f"the table server to play on (or {SERVER} in the environment)",
    )
    parser.add_argument(
        "--token",
        default=os.environ.get(TOKEN, ""),
        help=f"the seat to speak for, and no other (better in the environment, as {TOKEN})",
    )
    parser.add_argument(
        "--name", default="Assistant", help="what the assistant is called at a table"
    )
    parser.add_argument("--data", default="", help="folder of the tables on this machine")
    parser.add_argument(
        "--http", type=int, choices=(0, 1), default=0, help="1: serve at an address"
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on, with --http 1")
    parser.add_argument("--port", type=int, default=8777, help="port to listen on, with --http 1")
    asked = parser.parse_args(argv)
    _check(parser, asked)
    return asked


def _is_address(text: str) -> bool:
    try:
        where = urlsplit(text)
        return where.scheme in ("http", "https") and bool(where.hostname) and where.port != 0
    except ValueError:  # a port that is none
        return False


def _check(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> None:
    if asked.server and not _is_address(asked.server):
        parser.error(
            f"--server is an address such as https://dune.example.org, not {asked.server!r}."
        )
    if not 0 <= asked.port <= 65535:
        parser.error(f"--port is 0 to 65535, not {asked.port}.")
    if not 1 <= len(asked.name) <= 40:
        parser.error("--name has 1 to 40 characters.")
