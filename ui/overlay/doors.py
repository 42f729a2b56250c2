"""Who may read the pages: this machine always, the local network with a read token that can be revoked."""

import hmac
import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kozyr.engine.errors import KozyrError

PAGES: Final = ("overlay", "spectator")
"""The pages, each with a token of its own."""
MOST_CLIENTS: Final = 256
"""Listeners at a time."""
MOST_REQUEST_BYTES: Final = 4096
"""The longest line and the longest headers of a request; a page sends no body."""
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
}
"""What every answer says: nothing from elsewhere, nothing kept, nobody told."""


@dataclass(frozen=True, slots=True)
class Token:
    """The read token of a page."""

    page: str
    """``overlay`` or ``spectator``."""
    secret: str
    """What the address carries as ``?token=``."""


class Tokens:
    """The tokens in force, kept in a file that only its owner can read. Looked at again for every question."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def of(self, page: str) -> str:
        """The token of a page, made when there is none. Raises KozyrError when the file cannot be written or read."""
        known = self._read()
        if page not in known:
            known[page] = secrets.token_urlsafe(24)
            self._write(known)
        return known[page]

    def revoke(self, page: str) -> str:
        """A new token for a page; the old one opens nothing any more. Raises KozyrError as ``of``."""
        known = self._read() | {page: secrets.token_urlsafe(24)}
        self._write(known)
        return known[page]

    def opens(self, page: str, secret: str) -> bool:
        """Whether ``secret`` is the token of ``page``."""
        known = self._read().get(page)
        return known is not None and hmac.compare_digest(known.encode(), secret.encode())

    def _read(self) -> dict[str, str]:
        try:
            found = json.loads(self.path.read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise KozyrError(f"{self.path} cannot be read ({error}); delete it, new tokens are made") from None
        if not isinstance(found, dict) or not all(isinstance(one, str) for one in found.values()):
            raise KozyrError(f"{self.path} holds no tokens; delete it, new ones are made")
        return {page: secret for page, secret in found.items() if page in PAGES}

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
            raise KozyrError(f"{self.path} cannot be written: {(error.strerror or str(error)).lower()}") from None
