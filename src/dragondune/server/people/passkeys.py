"""Passkeys, checked by the ``webauthn`` library. A passkey names its account itself: nobody is asked who they are."""

import json
from typing import Any, Final, NamedTuple

from dragondune.server.people.tickets import Ticket
from dragondune.server.wire.problems import ProblemError

NO_LIBRARY: Final = (
    "Passkeys need the extra 'people' on this server: pip install 'dragon-dune[table,people]'."
)
REFUSED: Final = "That passkey could not be checked here."


class Place(NamedTuple):
    """Where this server is, as a browser sees it: ``dune.example.org``, and the page's origin."""

    host: str
    origin: str


class Passkey(NamedTuple):
    """What is kept of one."""

    id: str
    public_key: str
    uses: int


def library() -> Any:
    """The library; ProblemError says in a sentence that it is missing."""
    try:
        import webauthn
    except ImportError:
        raise ProblemError(501, NO_LIBRARY) from None
    return webauthn


def is_there() -> bool:
    """Can passkeys be checked here?"""
    try:
        library()
    except ProblemError:
        return False
    return True


def making(place: Place, ticket: Ticket, known: list[str]) -> str:
    """What a browser is asked to make a passkey with, as JSON; never one that the account has."""
    webauthn = library()
    from webauthn.helpers import structs

    wanted = structs.AuthenticatorSelectionCriteria(
        resident_key=structs.ResidentKeyRequirement.REQUIRED,
        user_verification=structs.UserVerificationRequirement.PREFERRED,
    )
    options = webauthn.generate_registration_options(
        rp_id=place.host,
        rp_name="Dragon Dune",
        user_name=ticket.name,
        user_id=ticket.account.encode(),
        challenge=ticket.challenge.encode(),
        authenticator_selection=wanted,
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(id=webauthn.base64url_to_bytes(one))
            for one in known
        ],
    )
    return str(webauthn.options_to_json(options))


def showing(place: Place, ticket: Ticket) -> str:
    """What a browser is asked to show a passkey with, as JSON: any that it has for this server."""
    webauthn = library()
    options = webauthn.generate_authentication_options(
        rp_id=place.host, challenge=ticket.challenge.encode()
    )
    return str(webauthn.options_to_json(options))


def made(place: Place, ticket: Ticket, credential: dict[str, Any]) -> Passkey:
    """The passkey that a browser has made; ProblemError where it does not answer the ticket."""
    webauthn = library()
    from webauthn.helpers import bytes_to_base64url as text_of

    try:
        found = webauthn.verify_registration_response(
            credential=json.dumps(credential),
            expected_challenge=ticket.challenge.encode(),
            expected_rp_id=place.host,
            expected_origin=place.origin,
        )
    except Exception as error:  # the library tells by many kinds what is wrong with a passkey
        raise ProblemError(400, REFUSED) from error
    return Passkey(
        text_of(found.credential_id), text_of(found.credential_public_key), found.sign_count
    )


def shown(place: Place, ticket: Ticket, credential: dict[str, Any], known: Passkey) -> Passkey:
    """The passkey as it is after it was shown; ProblemError where it is not the one that is known."""
    webauthn = library()
    try:
        found = webauthn.verify_authentication_response(
            credential=json.dumps(credential),
            expected_challenge=ticket.challenge.encode(),
            expected_rp_id=place.host,
            expected_origin=place.origin,
            credential_public_key=webauthn.base64url_to_bytes(known.public_key),
            credential_current_sign_count=known.uses,
        )
    except Exception as error:
        raise ProblemError(400, REFUSED) from error
    return known._replace(uses=found.new_sign_count)
