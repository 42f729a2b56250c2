"""Who may read the pages: this machine always, the local network with a read token that can be revoked."""

import hmac
import ipaddress
import json
import os
import secrets
import socket
from pathlib import Path
from typing import Final

from kozyr.engine.errors import KozyrError, system_reason
from kozyr.engine.kept_json import DamagedJson, made_from

PAGES: Final = ("overlay", "spectator")
"""The pages, each with a token of its own."""
MOST_CLIENTS: Final = 256
"""Listeners at a time."""
MOST_REQUEST_BYTES: Final = 4096
"""The longest line and the longest header of a request; a page sends no body."""
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
        "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
    "Server": "kozyr",
}
"""What every answer says: nothing from elsewhere, nothing kept, nobody told."""
_HERE: Final = ("127.0.0.1", "localhost", "[::1]")
"""Names under which this machine asks itself."""
Stamp = tuple[int, int, int]


class Tokens:
    """The tokens in force, kept in a file that only its owner can read. A file that has changed is read again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._stamp: Stamp | None = None
        self._known: dict[str, str] = {}

    def of(self, page: str) -> str:
        """The token of a page, made when there is none. Raises KozyrError when the file cannot be written or read."""
        known = dict(self._read())
        if page not in known:
            known[page] = secrets.token_urlsafe(24)
            self._write(known)
        return known[page]

    def revoke(self, page: str) -> str:
        """A new token for a page; the old one opens nothing any more. Raises KozyrError as ``of``."""
        known = dict(self._read()) | {page: secrets.token_urlsafe(24)}
        self._write(known)
        return known[page]

    def opens(self, page: str, secret: str) -> bool:
        """Whether ``secret`` is the token of ``page``; a file that cannot be read opens nothing."""
        try:
            known = self._read().get(page)
        except KozyrError:
            return False
        return known is not None and hmac.compare_digest(known.encode(), secret.encode(errors="replace"))

    def _read(self) -> dict[str, str]:
        try:
            now = self.path.stat()
            stamp = (now.st_ino, now.st_size, now.st_mtime_ns)
            if stamp == self._stamp:
                return self._known
            found = made_from(self.path.read_bytes(), _tokens)
        except FileNotFoundError:
            return {}
        except DamagedJson:
            raise KozyrError("{path} holds no tokens; delete it, new ones are made", path=self.path) from None
        except OSError as error:
            raise KozyrError(
                "{path} cannot be read ({error}); delete it, new tokens are made", path=self.path, error=error
            ) from None
        self._stamp, self._known = stamp, {page: secret for page, secret in found.items() if page in PAGES}
        return self._known

    def _write(self, known: dict[str, str]) -> None:
        new = self.path.with_name(f"{self.path.name}.new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            new.unlink(missing_ok=True)
            fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(fd, "w", encoding="utf-8") as file:
                json.dump(known, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(new, self.path)
        except OSError as error:
            raise KozyrError("{path} cannot be written: {why}", path=self.path, why=system_reason(error)) from None


def _tokens(found: dict[str, str]) -> dict[str, str]:
    if not all(isinstance(one, str) and one for one in found.values()):
        raise ValueError("no token")
    return found


def is_loopback(remote: str | None) -> bool:
    """Whether an address of a connection's other end is this machine."""
    try:
        return remote is not None and ipaddress.ip_address(remote.partition("%")[0]).is_loopback
    except ValueError:
        return False


def asks_here(remote: str | None, host: str, origin: str | None) -> bool:
    """Whether a request comes from this machine and was meant for it.

    A page of another site whose name was pointed at this machine asks by that name (``host``); a page of another site
    that asks across says where it comes from (``origin``). Neither is this machine.
    """
    name = host[: host.rindex("]") + 1] if "]" in host else host.partition(":")[0]
    return is_loopback(remote) and name.lower() in _HERE and origin in (None, f"http://{host}")


def own_address() -> str:
    """This machine's address in the local network, as far as it can tell; 127.0.0.1 when it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system only looks up which of its addresses leads outside.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
