"""A message in the shapes that others want it in."""

from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from msgspec import Struct, field
from msgspec.json import encode

MOST_LINES, MOST_KEPT = 12, 100  # lines that are told, and that wait to be
JSON: Final = {"content-type": "application/json"}


class Line(Struct):
    """One thing to be told: of which kind, at which table."""

    kind: str
    table: str
    title: str
    text: str


class Message(Struct):
    """What one person is told at once. ``home``: where this server is found."""

    lines: list[Line] = field(default_factory=list)
    home: str = ""

    @property
    def title(self) -> str:
        """In a few words."""
        if len(self.lines) == 1:
            return self.lines[0].title or "Dragon Dune"
        return f"Dragon Dune: {len(self.lines)} things to see"

    @property
    def text(self) -> str:
        """All of it, a line for each."""
        if len(self.lines) == 1:
            return self.lines[0].text
        told = [f"{one.title or 'A table'}: {one.text}" for one in self.lines[:MOST_LINES]]
        more = len(self.lines) - MOST_LINES
        return "\n".join([*told, *([f"… and {more} more"] if more > 0 else [])])

    @property
    def path(self) -> str:
        """Where on the page it is seen: at the table, or on the list of all of them."""
        tables = {one.table for one in self.lines}
        one = next(iter(tables)) if len(tables) == 1 else ""
        return f"/#/table/{one}" if one else "/"

    @property
    def url(self) -> str:
        """The same as a link; empty where this server does not know its own address."""
        return f"{self.home}{self.path}" if self.home else ""

    @property
    def whole(self) -> str:
        """Title, text and link."""
        return "\n".join(part for part in (self.title, self.text, self.url) if part)


def joined(first: Message, later: Message) -> Message:
    """Both as one; of the same kind and table the later."""
    lines = {(one.kind, one.table): one for one in (*first.lines, *later.lines)}
    return Message(list(lines.values())[-MOST_KEPT:], later.home)


Shaped = tuple[str, dict[str, str], bytes]  # address, heads and body of a request


def _discord(url: str, message: Message) -> Shaped:
    body = {"content": message.whole[:1900], "allowed_mentions": {"parse": []}}
    return url, JSON, encode(body)


def _slack(url: str, message: Message) -> Shaped:
    text = message.whole
    for sign, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(sign, name)
    return url, JSON, encode({"text": text[:3000]})


def _ntfy(url: str, message: Message) -> Shaped:
    parts = urlsplit(url)
    root, _, topic = parts.path.rstrip("/").rpartition("/")
    body = {"topic": topic, "title": message.title, "message": message.text[:3000]}
    if message.url:
        body["click"] = message.url
    return (
        urlunsplit((parts.scheme, parts.netloc, root or "/", parts.query, "")),
        JSON,
        encode(body),
    )


def _plain(url: str, message: Message) -> Shaped:
    body = {"title": message.title, "text": message.text, "url": message.url}
    return url, JSON, encode({**body, "lines": message.lines})


SHAPES: Final[dict[str, Callable[[str, Message], Shaped]]] = {
    "discord": _discord,
    "slack": _slack,
    "ntfy": _ntfy,
    "json": _plain,
}
