"""A table server of one's own, beside the assistant: it plays on when nothing runs elsewhere."""

import threading
import time
from dataclasses import dataclass, replace
from typing import TextIO

import uvicorn

from dragondune.server.command import listen, take_folder, uvicorn_config
from dragondune.server.config import Config
from dragondune.server.storage.opening import open_store
from dragondune.server.web.network import here_link

STARTING = 60.0  # seconds


@dataclass
class Running:
    """A table server, and how it is stopped where it is ours."""

    address: str
    server: uvicorn.Server | None = None
    thread: threading.Thread | None = None
    held: TextIO | None = None

    def stop(self) -> None:
        """End it, if it is ours; what was played is stored already."""
        if self.server is not None and self.thread is not None:
            self.server.should_exit = True
            self.thread.join(10)
        if self.held is not None:
            self.held.close()


def table_server(config: Config) -> Running:
    """The server of that folder: the one that runs, or else a new one in a thread.

    OSError or StoreError where there can be none.
    """
    held = take_folder(config.database.parent)
    if isinstance(held, str):
        return Running(held)
    open_store(config).close()
    taken = listen(config)
    port = int(taken.getsockname()[1])
    server = uvicorn.Server(uvicorn_config(replace(config, port=port)))
    thread = threading.Thread(target=server.run, args=([taken],), daemon=True)
    thread.start()
    _await_start(server, thread)
    address = here_link(config.host, port)
    held.write(address)
    held.flush()
    return Running(address, server, thread, held)


def _await_start(server: uvicorn.Server, thread: threading.Thread) -> None:
    """Until it answers; whoever connects earlier would be refused."""
    ends = time.monotonic() + STARTING
    while not server.started:
        if not thread.is_alive() or time.monotonic() > ends:
            raise OSError("the table server did not start")
        time.sleep(0.02)
