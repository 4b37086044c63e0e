"""What a server sends to, on this machine: a mail server, and an HTTP endpoint that keeps what it got."""

from __future__ import annotations

import contextlib
import email
import email.policy
import socketserver
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TypeVar

Found = TypeVar("Found")


def until(look: Callable[[], Found], seconds: float = 60.0) -> Found:
    """What a look finds as soon as it finds something."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := look():
            return found
        time.sleep(0.02)
    raise AssertionError("It did not happen.")


class Mailbox(socketserver.ThreadingTCPServer):
    """Takes every e-mail, as a mail server would; ``deaf``: it refuses all; ``context``: it offers STARTTLS."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Post)
        self.mails: list[EmailMessage] = []
        self.deaf = False
        self.context: ssl.SSLContext | None = None
        self.words: list[str] = []  # what it was asked to do

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.server_address[1]}"

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for mail in self.mails if mail["To"] == address]


class _Post(socketserver.StreamRequestHandler):
    server: Mailbox

    def handle(self) -> None:
        self._say("220 here")
        while line := self.rfile.readline().decode().strip():
            word = line.split()[0].upper()
            self.server.words.append(word)
            if word == "EHLO" and self.server.context is not None:
                self._say("250-here\r\n250-AUTH PLAIN\r\n250 STARTTLS")
                continue
            if word == "STARTTLS":
                self._encrypt()
                continue
            if word == "DATA":
                self._say("354 go on")
                self._keep()
            refused = self.server.deaf and word == "RCPT"
            self._say("451 not now" if refused else "221 bye" if word == "QUIT" else "250 ok")
            if word == "QUIT":
                return

    def _encrypt(self) -> None:
        assert self.server.context is not None
        self._say("220 go on")
        self.request = self.server.context.wrap_socket(self.request, server_side=True)
        self.rfile, self.wfile = self.request.makefile("rb"), self.request.makefile("wb", 0)

    def _keep(self) -> None:
        lines = list(iter(self.rfile.readline, b".\r\n"))
        text = b"".join(line.removeprefix(b".") for line in lines)
        found = email.message_from_bytes(text, policy=email.policy.default)
        assert isinstance(found, EmailMessage)
        self.server.mails.append(found)

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


class Endpoint(ThreadingHTTPServer):
    """Takes every request, and answers with the status that it was told to."""

    daemon_threads = True
    request_queue_size = 200

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Keep)
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 200
        self.slow: set[str] = set()  # what is asked for there has no answer before it is released
        self.released = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Keep(BaseHTTPRequestHandler):
    server: Endpoint

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        heads = {name.lower(): value for name, value in self.headers.items()}
        self.server.got.append((self.path, heads, body))
        if self.path in self.server.slow:
            self.server.released.wait(60)
        self.send_response(self.server.status)
        if 300 <= self.server.status < 400:
            self.send_header("location", f"{self.server.url}/elsewhere")
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""


Serving = TypeVar("Serving", Mailbox, Endpoint)


@contextlib.contextmanager
def serving(server: Serving) -> Iterator[Serving]:
    """Let it answer for a while."""
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        if isinstance(server, Endpoint):
            server.released.set()
        server.shutdown()
        server.server_close()
