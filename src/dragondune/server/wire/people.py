"""What is said between the page and a server that keeps accounts (``--people``)."""

from msgspec import Struct

from dragondune.server.wire.incoming import Name
from dragondune.server.wire.parts import Part

# --- what is asked -------------------------------------------------------------------------


class Body(Struct, forbid_unknown_fields=True):
    """A request's body."""


class AccountName(Body):
    """What an account is to be called."""

    name: Name


# --- what is answered ----------------------------------------------------------------------


class OwnAccount(Part):
    """An account, as its owner is told of it."""

    id: str
    name: str
    created: float


class Me(Part):
    """Who this browser is signed in as; null for a guest."""

    account: OwnAccount | None


class VisitInfo(Part):
    """Where an account is signed in. `here`: it is the one that asks."""

    id: str
    device: str
    made: float
    seen: float
    here: bool


class Claimed(Part):
    """A seat that belongs to an account now."""

    table: str
    seat: int
