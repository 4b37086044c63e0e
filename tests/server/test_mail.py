"""Mail servers have to prove who they are, and get no password in the clear."""

from __future__ import annotations

import datetime
import smtplib
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from server.endpoints import Mailbox, serving

from dragondune.server.people import mail as post

MAIL = post.message("dune@example.org", "anna@example.org", "Hello", "there")


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with serving(Mailbox()) as box:
        box.handle_error = lambda *_: None  # type: ignore[method-assign]  # a client that hangs up
        yield box


@pytest.fixture
def own_papers(tmp_path: Path) -> Path:
    """A certificate for localhost that nobody but its owner vouches for."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now - datetime.timedelta(1))
    made = made.not_valid_after(now + datetime.timedelta(1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), False)
    signed = made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    (path := tmp_path / "papers.pem").write_bytes(secret + signed)
    return path


def test_the_certificate_is_checked_unless_the_server_is_here(
    mailbox: Mailbox, own_papers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailbox.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    mailbox.context.load_cert_chain(own_papers)
    url = mailbox.url.replace("127.0.0.1", "localhost")
    post.deliver(url, MAIL)  # on this machine nobody stands in between
    assert (len(mailbox.mails), "STARTTLS" in mailbox.words) == (1, True)
    monkeypatch.setattr(post, "is_here", lambda host: False)
    with pytest.raises(ssl.SSLCertVerificationError):
        post.deliver(url.replace("//", "//anna:secret@"), MAIL)
    assert (len(mailbox.mails), "AUTH" in mailbox.words) == (1, False)
    post.deliver(url, MAIL, trusting=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(own_papers))
    post.deliver(url, MAIL)  # vouched for by the host of this server
    assert len(mailbox.mails) == 3


def test_a_password_is_not_sent_in_the_clear(
    mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(post, "is_here", lambda host: False)
    post.deliver(mailbox.url, MAIL)
    with pytest.raises(smtplib.SMTPNotSupportedError):
        post.deliver(mailbox.url.replace("//", "//anna:secret@"), MAIL)
    assert (len(mailbox.mails), "AUTH" in mailbox.words) == (1, False)


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("localhost", True),
        ("127.0.0.2", True),
        ("::1", True),
        ("10.0.0.1", False),
        ("mx.org", False),
    ],
)
def test_what_is_on_this_machine(host: str, here: bool) -> None:
    assert post.is_here(host) == here
