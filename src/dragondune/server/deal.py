"""Fair dealing: the seed is committed to before anyone sits down and opened when the game is over.

``commitment`` is the SHA-256 of the seed, a text of 64 hexadecimal digits. Who plays which faction,
and in which order, follows from the seed by sorting hashes, which anyone can do again:

- the factions nobody asked for go to the seats without a wish, in the order of SHA-256("seed/seat/faction")
- the player order is that of SHA-256("seed/order/faction")
- dice and shuffles follow from the seed as ``engine/chance.py`` says
"""

import hashlib
import secrets
from collections.abc import Sequence

from dragondune.model.factions import FACTION_NAMES


def new_seed() -> str:
    """256 bits nobody can guess."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """What is published before the game."""
    return hashlib.sha256(seed.encode()).hexdigest()


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
