"""Messages are carried out once: how one that comes again is recognised."""

import zlib

from msgspec.json import decode


def digest(what: str) -> int:
    """A number that stands for a message."""
    return zlib.crc32(what.encode())


def said(kind: str, text: str) -> str:
    """What a stored entry was when it came in."""
    if kind == "chat":
        to, words = decode(text)
        return f"chat {to} {words}"
    return "undo" if kind == "undo" else f"{kind} {text}"
