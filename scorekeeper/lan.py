"""The addresses of this computer on the local network, a free port, and the secret key for `manage.py serve`."""

import ipaddress
import os
import secrets
import socket
from contextlib import suppress
from pathlib import Path


def lan_address() -> str | None:
    """The address at which phones on the same Wi-Fi can reach this computer, or None without a network.

    Connecting a UDP socket only looks up the route and sends no packet. 192.0.2.1, an address for documentation (RFC
    5737), stands for any host.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if ipaddress.ip_address(address).is_loopback else address


def local_hosts(address: str) -> list[str]:
    """The host names that browsers on this network may use for this computer. `address`: its LAN address, or ""."""
    name = socket.gethostname().lower()
    names = ["localhost", "127.0.0.1", "[::1]", name, f"{name}.local", address]
    return [host for host in dict.fromkeys(names) if host]


def free_port(first: int, tries: int = 50) -> int:
    """The first free port from `first` on. Raises `OSError` if the next `tries` ports are taken."""
    for port in range(first, min(first + tries, 65536)):
        with suppress(OSError), socket.create_server(("0.0.0.0", port)):  # nosec B104 # like the server, for the phones
            return port
    raise OSError(f"no free port from {first} on")


def stored_secret(path: Path) -> str:
    """The key in this file, which is created on first use and readable only by its owner (mode 0600)."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            # A link never replaces a file, so two processes that start together use the same key.
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()
