"""Fair dealing: the server commits to a secret before anyone sits down, players add salt to it.

``commitment`` is the SHA-256 of the secret, a text of 64 hexadecimal digits. Whoever sits down after
it was published may bring a salt; the seed of the game is then SHA-256("secret/0:salt/2:salt"), the
seats with a salt in their order, so that the server alone cannot choose the deal. Without any salt
the seed is the secret itself. Secret, salts and seed are opened when the game is over.

Who plays which faction, and in which order, follows from the seed by sorting hashes, which anyone
can do again:

- the factions nobody asked for go to the seats without a wish, in the order of SHA-256("seed/seat/faction")
- the player order is that of SHA-256("seed/order/faction")
- dice and shuffles follow from the seed as ``engine/chance.py`` says
"""

import hashlib
import secrets
import time
from collections.abc import Sequence
from typing import Final

from dragondune.model.factions import FACTION_NAMES


def new_seed() -> str:
    """256 bits nobody can guess."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """What is published before the game."""
    return hashlib.sha256(seed.encode()).hexdigest()


def salted(secret: str, salts: Sequence[str]) -> str:
    """The seed of a game: the server's secret with what each seat brought, "" for nothing."""
    brought = [f"{seat}:{salt}" for seat, salt in enumerate(salts) if salt]
    if not brought:
        return secret
    return hashlib.sha256("/".join([secret, *brought]).encode()).hexdigest()


class Seals:
    """Commitments handed out before a table exists, so that who opens it can add salt too."""

    MOST: Final = 5000
    SECONDS: Final = 900.0

    def __init__(self) -> None:
        self._secrets: dict[str, tuple[str, float]] = {}

    def new(self) -> str:
        """A commitment; its secret waits here for the table, for a while."""
        now = time.monotonic()
        while self._secrets:
            oldest = next(iter(self._secrets))
            if len(self._secrets) < self.MOST and now - self._secrets[oldest][1] < self.SECONDS:
                break
            del self._secrets[oldest]
        secret = new_seed()
        self._secrets[commitment(secret)] = secret, now
        return commitment(secret)

    def take(self, promised: str) -> str | None:
        """The secret behind a commitment, once; None when it was used or has expired."""
        return self._secrets.pop(promised, (None, 0.0))[0]


def _rank(seed: str, what: str, faction: str) -> bytes:
    return hashlib.sha256(f"{seed}/{what}/{faction}".encode()).digest()


def deal_factions(seed: str, wishes: Sequence[str | None]) -> list[str]:
    """A faction for each seat: the one it asked for, or one of those left over."""
    left = [name for name in FACTION_NAMES if name not in wishes]
    left.sort(key=lambda name: _rank(seed, "seat", name))
    return [wish if wish is not None else left.pop(0) for wish in wishes]


def player_order(seed: str, factions: Sequence[str]) -> list[str]:
    """The factions in player order."""
    return sorted(factions, key=lambda name: _rank(seed, "order", name))
