"""Web Push: a message that only the browser can read, and that tells the push service who sends it (VAPID)."""

import base64
import time
from typing import Any, Final

from msgspec.json import encode

from dragondune.server.storage.store import Store
from dragondune.server.tidings.shapes import Message, Shaped
from dragondune.server.wire.problems import ProblemError

NO_LIBRARY: Final = (
    "Push needs the extra 'people' on this server: pip install 'dragon-dune[table,people]'."
)
LASTS: Final = 86400  # seconds for which a push service keeps a message for a device that is off
SIGNED_FOR: Final = 43200  # seconds
LONGEST: Final = 1500  # characters of text; a push service takes 4 KB
SECRET: Final = "vapid"


def is_there() -> bool:
    """Can this server send push messages?"""
    try:
        import http_ece  # noqa: F401
        import py_vapid  # noqa: F401
    except ImportError:
        return False
    return True


def _plain(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


async def key_of(store: Store) -> Any:
    """The key this server signs with: made once, the same for every process."""
    if not is_there():
        raise ProblemError(501, NO_LIBRARY)
    from py_vapid import Vapid02

    rows = store.rows("SELECT value FROM secrets WHERE name = ?", (SECRET,))
    if not rows:
        fresh = Vapid02()
        fresh.generate_keys()
        sql = "INSERT INTO secrets VALUES (?, ?) ON CONFLICT(name) DO NOTHING"
        await store.write([(sql, (SECRET, fresh.private_pem().decode()))])
        rows = store.rows("SELECT value FROM secrets WHERE name = ?", (SECRET,))
    return Vapid02.from_pem(str(rows[0][0]).encode())


def public_key(key: Any) -> str:
    """What a browser subscribes with."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return _text(key.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def is_key(p256dh: str, auth: str) -> bool:
    """Can a message be locked with what a browser gave?"""
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey

    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), _plain(p256dh))
        return len(_plain(auth)) == 16
    except ValueError:
        return False


def packed(
    key: Any, sender: str, url: str, origin: str, data: dict[str, str], message: Message
) -> Shaped:
    """A message for one browser: what its service worker shows, locked with its key.

    ``sender``: where whoever runs the push service finds whoever runs this server.
    """
    import http_ece
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key

    shown = {"title": message.title, "body": message.text[:LONGEST], "path": message.path}
    body: bytes = http_ece.encrypt(
        encode({**shown, "badge": len({one.table for one in message.lines})}),
        private_key=generate_private_key(SECP256R1()),
        dh=_plain(data["p256dh"]),
        auth_secret=_plain(data["auth"]),
        version="aes128gcm",
    )
    claims = {"sub": sender, "aud": origin, "exp": int(time.time()) + SIGNED_FOR}
    heads = {
        "content-type": "application/octet-stream",
        "content-encoding": "aes128gcm",
        "ttl": str(LASTS),
        "urgency": "normal",
        "authorization": key.sign(claims)["Authorization"],
    }
    return url, heads, body
