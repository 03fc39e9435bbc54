"""Where a server listens, and under which names it is reached."""

import errno
import socket
from contextlib import suppress
from ipaddress import ip_address

NOWHERE = "192.0.2.1"  # an address for documents: nothing is ever sent there
UNREAD = 128 << 10  # bytes that the system keeps for an end that does not read
PORTS = 20  # tried from the usual one on


def listen(host: str, port: int, *, exactly: bool) -> list[socket.socket]:
    """Sockets at this host; at the next free port unless it has to be exactly this one."""
    for number in range(port, port + (1 if exactly or not port else PORTS)):
        try:
            return _bind(host, number)
        except socket.gaierror:
            raise OSError(f"there is no address {host!r} on this machine: choose another with --host") from None
        except OSError as wrong:
            if wrong.errno != errno.EADDRINUSE or number == port + PORTS - 1 or exactly:
                told = (
                    f"port {number} is taken: stop what uses it, or choose another with --port"
                    if wrong.errno == errno.EADDRINUSE
                    else str(wrong)
                )
                raise OSError(told) from None
    raise AssertionError


def _bind(host: str, port: int) -> list[socket.socket]:
    """One socket, or two where `localhost` means both kinds of address."""
    first = _listener(socket.AF_INET6 if ":" in host else socket.AF_INET, "127.0.0.1" if host == "localhost" else host, port)
    bound = [first]
    if host == "localhost":
        with suppress(OSError):
            bound.append(_listener(socket.AF_INET6, "::1", first.getsockname()[1]))
    return bound


def _listener(family: int, host: str, port: int) -> socket.socket:
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)  # connections inherit it
        listener.bind((host, port))
        listener.listen(2048)
    except OSError:
        listener.close()
        raise
    return listener


def home_address() -> str | None:
    """This machine's address in the network at home, as the system would choose it; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((NOWHERE, 9))
            found = str(asking.getsockname()[0])
        except OSError:
            return None
    return found if ip_address(found).is_private and not ip_address(found).is_loopback else None


def origins(host: str, port: int, *, lan: bool) -> list[str]:
    """What browsers may call this server, the best first."""
    names = ["localhost", "127.0.0.1", "[::1]"]
    if lan:
        machine = socket.gethostname().lower()
        names += [name for name in (home_address(), machine, f"{machine}.local" if "." not in machine else None) if name]
    elif host not in ("localhost", "127.0.0.1", "::1", "0.0.0.0", "::"):
        names = [f"[{host}]" if ":" in host else host.lower()]
    return [f"http://{name}{f':{port}' if port != 80 else ''}" for name in dict.fromkeys(names)]
