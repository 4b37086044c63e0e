"""Where others find this server: its own address in the network."""

import contextlib
import ipaddress
import socket
from typing import Final

LOCAL_NAMES: Final = frozenset(("localhost", "127.0.0.1", "::1"))
WILDCARDS: Final = frozenset(("", "0.0.0.0", "::"))  # "every address of this machine"
# Addresses that are in no network [RFC 5737, RFC 3849]: asked only which way would lead there.
_AWAY: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def own_address(host: str) -> str | None:
    """This machine's address for others, when it listens on all of them; None in no network."""
    ways = reversed(_AWAY) if host == "::" else _AWAY
    for family, away in ways:
        address = _on_the_way(family, away)
        if address is not None:
            return address
    return _by_name()


def _on_the_way(family: int, away: str) -> str | None:
    """A datagram socket that is connected knows its own end; nothing is sent for that."""
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((away, 9))
        address = str(probe.getsockname()[0])
        return address if _is_for_others(address) else None
    return None


def _by_name() -> str | None:
    """In a network that leads nowhere else, the machine's own name may tell."""
    with contextlib.suppress(OSError):
        for *_, end in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            if _is_for_others(str(end[0])):
                return str(end[0])
    return None


def _is_for_others(address: str) -> bool:
    found = ipaddress.ip_address(address)
    return not (found.is_loopback or found.is_unspecified)


def link_to(host: str, port: int) -> str:
    """``http://192.168.1.23:8666/``."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def here_link(host: str, port: int) -> str:
    """What opens the page on this machine."""
    return link_to("localhost" if host in LOCAL_NAMES | WILDCARDS else host, port)


def friends_link(host: str, port: int) -> str | None:
    """What opens it on other machines of the network; None if they cannot reach it."""
    if host in LOCAL_NAMES:
        return None
    address = own_address(host) if host in WILDCARDS else host
    return None if address is None else link_to(address, port)
