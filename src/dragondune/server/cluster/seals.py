"""Commitments where several processes share a database: asked for at one, used at another."""

from typing import Final

from dragondune.server.cluster.leases import Leases
from dragondune.server.fairness.deal import Seals, commitment, new_seed

NEW: Final = "INSERT INTO seals VALUES (?, ?, clock_timestamp() + make_interval(secs => ?))"
TAKE: Final = "DELETE FROM seals WHERE commitment = ? RETURNING secret, until > clock_timestamp()"


class SharedSeals:
    """Commitments handed out before a table exists, kept in the database."""

    def __init__(self, leases: Leases) -> None:
        self._leases = leases

    def new(self) -> str:
        """A commitment; its secret waits for the table, for a while."""
        secret = new_seed()
        self._leases.ask("DELETE FROM seals WHERE until < clock_timestamp()")
        self._leases.ask(NEW, (commitment(secret), secret, Seals.SECONDS))
        return commitment(secret)

    def take(self, promised: str) -> str | None:
        """The secret behind a commitment, once; None when it was used or has expired."""
        for secret, valid in self._leases.ask(TAKE, (promised,)):
            return str(secret) if valid else None
        return None
