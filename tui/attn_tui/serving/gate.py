"""Which requests are let in: a page that somebody else wrote must not reach a visitor's app.

A browser sends requests for any page that is open in it. A page of another site is told by its
Origin. A page whose name was made to point at this machine (DNS rebinding) has the right Origin,
but gives itself away by the name in Host.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

LOCAL = "localhost"


def own_names(host: str, names: Iterable[str]) -> frozenset[str]:
    """The names that visitors reach this machine by, besides its addresses."""
    return frozenset(map(_plain, (LOCAL, socket.gethostname(), host, *names)))


def is_own_host(host: str, names: frozenset[str]) -> bool:
    """Whether the Host of a request is one of the names, or an address, on any port.

    The port may be another one, as behind a tunnel.
    """
    name = _name_of(f"//{host}")
    return name in names or is_address(name)


def is_same_origin(origin: str | None, host: str) -> bool:
    """Whether the page that asks came from the host that it asks."""
    try:
        asking = urlsplit(origin or "")
    except ValueError:
        return False
    return asking.scheme in {"http", "https"} and asking.netloc.lower() == host.lower()


def is_address(name: str) -> bool:
    """Whether this is an IP address, which no name server can redirect."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server on `host`."""
    return host == LOCAL or (is_address(host) and ipaddress.ip_address(host).is_loopback)


def shown_name(host: str) -> str:
    """The host as it stands in an address: of all addresses at once the machine's own name."""
    if is_address(host) and ipaddress.ip_address(host).is_unspecified:
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host


def _name_of(url: str) -> str:
    try:
        return _plain(urlsplit(url).hostname or "")
    except ValueError:
        return ""


def _plain(name: str) -> str:
    return name.lower().rstrip(".")
