"""Whoever listens at a table, over whatever line."""

from typing import Protocol

from dragondune.server.storage.card import Meta


class Listener(Protocol):
    """A client at a table. ``seat`` is its number there, or None for one who watches."""

    seat: int | None

    def sit(self, meta: Meta, token: str) -> bool:
        """Speak for the seat that a token holds now; False where it holds none."""

    def send(self, message: bytes) -> None:
        """Say it as soon as the reader takes it."""

    def send_all(self, messages: list[bytes]) -> None:
        """Say several things in a row."""

    def dismiss(self) -> None:
        """The table is gone from here: come again, and be let in where it is."""
