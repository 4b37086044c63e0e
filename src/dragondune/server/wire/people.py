"""What is said between the page and a server that keeps accounts (``--people``)."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from dragondune.server.wire.incoming import Name
from dragondune.server.wire.parts import Part

# --- what is asked -------------------------------------------------------------------------


class Body(Struct, forbid_unknown_fields=True):
    """A request's body."""


class AccountName(Body):
    """What an account is to be called."""

    name: Name


Secret = Annotated[str, Meta(max_length=200)]
Ticket = Annotated[str, Meta(max_length=1000)]


class NewPasskey(Body):
    """A passkey is to be made: for the account that is signed in, or for a new one of this name."""

    name: Name = ""


class ShownPasskey(Body):
    """What the browser answered; `ticket` as it was handed out."""

    ticket: Ticket
    credential: dict[str, Any]


class MailWish(Body):
    """Send a link there: it signs in, makes an account, or adds the address to mine."""

    address: Annotated[str, Meta(max_length=200)]


class UsedLink(Body):
    """A link out of an e-mail; `name` for an account that it makes."""

    token: Secret
    name: Name = ""


class UsedCode(Body):
    """A recovery code, with or without its dashes."""

    code: Secret


# --- what is answered ----------------------------------------------------------------------


class OwnAccount(Part):
    """An account, as its owner is told of it."""

    id: str
    name: str
    created: float


class Me(Part):
    """Who this browser is signed in as; null for a guest. `passkeys`, `mail`: what can be used here."""

    account: OwnAccount | None
    passkeys: bool
    mail: bool


class PasskeyOptions(Part):
    """What the browser is asked, as WebAuthn has it in JSON; `ticket` comes back with its answer."""

    options: Any
    ticket: str


class LinkPlace(Part):
    """What a link would do. `fresh`: it makes an account, which wants a name."""

    address: str
    fresh: bool


class WayIn(Part):
    """A passkey, an address, or how many recovery codes are left."""

    kind: str
    id: str
    label: str
    made: float


class Codes(Part):
    """Recovery codes, told this once."""

    codes: list[str]


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
