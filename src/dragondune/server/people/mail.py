"""E-mail, by the standard library in a thread: whoever sends one does not wait for it.

``--mail smtp://name:password@host:587`` names the server (``smtps`` for TLS from the start; STARTTLS is used
wherever it is offered). It has to prove who it is, and gets no password in the clear, unless it runs on this machine or
``--mail-unverified 1`` says that it need not.
"""

import asyncio
import logging
import re
import smtplib
import ssl
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, unquote, urlsplit

LOGGER: Final = logging.getLogger("dragondune.server")
PATIENCE: Final = 15.0  # seconds for which a mail server is waited for
PAUSES: Final = (0.0, 5.0, 60.0, 600.0)  # seconds before each attempt
MOST_WAITING: Final = 500
AT_ONCE: Final = 2  # a mail server that does not answer is not to take all threads from the tables
POSTMEN: Final = ThreadPoolExecutor(8, "post")  # who wait for servers that are not ours


# As anybody has it [RFC 5322, dot-atom], but for "?": the words between =? and ?= are read as others by e-mail.
_ADDRESS: Final = re.compile(
    r"[\w!#$%&'*+/=^`{|}~-]+(\.[\w!#$%&'*+/=^`{|}~-]+)*@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d-]*[a-z\d]",
    re.ASCII | re.IGNORECASE,
)


def looks_like_address(text: str) -> bool:
    """Could e-mail be sent there? Whether it arrives is for the mail to show."""
    return len(text) <= 200 and _ADDRESS.fullmatch(text) is not None


def message(sender: str, to: str, subject: str, text: str) -> EmailMessage:
    """An e-mail of plain words."""
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = sender, to, " ".join(subject.split())
    mail["Date"], mail["Message-ID"] = formatdate(), make_msgid(domain=sender.rpartition("@")[2])
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(text)
    return mail


def is_here(host: str) -> bool:
    """Does a mail server run on this machine, where nobody can stand in between?"""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def deliver(url: str, mail: EmailMessage, trusting: bool = False) -> None:
    """Hand one to the mail server; OSError or SMTPException where it does not take it."""
    at = urlsplit(url)
    trusting = trusting or is_here(at.hostname or "localhost")
    with _connected(at, _context(trusting)) as server:
        if at.username:
            if not trusting and not isinstance(server.sock, ssl.SSLSocket):
                raise smtplib.SMTPNotSupportedError("It offers no TLS: no password is sent.")
            server.login(unquote(at.username), unquote(at.password or ""))
        server.send_message(mail)


def _connected(at: SplitResult, context: ssl.SSLContext) -> smtplib.SMTP:
    """A connection to the mail server, encrypted where that can be."""
    host, port = at.hostname or "localhost", at.port or 0
    if at.scheme == "smtps":
        return smtplib.SMTP_SSL(host, port, timeout=PATIENCE, context=context)
    server = smtplib.SMTP(host, port, timeout=PATIENCE)
    try:
        server.ehlo_or_helo_if_needed()  # what it offers is not known before
        if server.has_extn("starttls"):
            server.starttls(context=context)
    except BaseException:
        server.close()
        raise
    return server


def _context(trusting: bool) -> ssl.SSLContext:
    context = ssl.create_default_context()
    if trusting:
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


class Mailer:
    """Sends e-mail behind everybody's back; what cannot be sent for a while is dropped and logged."""

    def __init__(
        self, url: str, sender: str, pauses: tuple[float, ...] = PAUSES, trusting: bool = False
    ) -> None:
        self.url, self.sender, self.pauses, self.trusting = url, sender, pauses, trusting
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Semaphore(AT_ONCE)

    @property
    def works(self) -> bool:
        """Was a mail server named?"""
        return bool(self.url)

    def send(
        self, to: str, subject: str, text: str, failed: Callable[[], None] = lambda: None
    ) -> None:
        """Send it soon; ``failed`` is called where it could not be."""
        if not self.works or len(self._tasks) >= MOST_WAITING:
            failed()
            return
        work = self._insist(message(self.sender, to, subject, text), failed)
        self._tasks.add(task := asyncio.get_running_loop().create_task(work))
        task.add_done_callback(self._tasks.discard)

    async def hand_over(self, mail: EmailMessage) -> None:
        """Deliver it while others go on: a slow mail server keeps nobody from the database."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(POSTMEN, deliver, self.url, mail, self.trusting)

    async def _insist(self, mail: EmailMessage, failed: Callable[[], None]) -> None:
        for pause in self.pauses:
            await asyncio.sleep(pause)
            try:
                async with self._turn:
                    await self.hand_over(mail)
            except smtplib.SMTPRecipientsRefused:
                break
            except (OSError, smtplib.SMTPException) as error:
                LOGGER.warning("The mail server did not take an e-mail: %s", type(error).__name__)
            else:
                return
        failed()

    def close(self) -> None:
        """Nothing more is sent."""
        for task in self._tasks:
            task.cancel()
