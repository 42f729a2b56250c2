"""The judge's PIN: after wrong ones the pad takes none for a while, and every further wrong one makes that longer.

It is one guard for the window, so that leaving the table and coming back does not forget the wrong ones.
"""

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from typing import Final

FREE: Final = 3
"""Wrong PINs before the first wait."""
FIRST_WAIT_S: Final = 5
LONGEST_WAIT_S: Final = 300
LEAST_DIGITS: Final = 4
"""Of a PIN that is set on the screen."""
MOST_DIGITS: Final = 12
"""Of a PIN."""
_KEPT: Final = "scrypt"
_SALT_BYTES: Final = 16


def kept_pin(pin: str) -> str:
    """A PIN as it is kept in a file: nobody reads it there."""
    salt = secrets.token_bytes(_SALT_BYTES)
    return f"{_KEPT}:{salt.hex()}:{_stirred(pin, salt).hex()}"


def is_right(given: str, pin: str) -> bool:
    """Whether what was typed is the PIN, which is given in digits or as ``kept_pin`` keeps it."""
    kind, _, kept = pin.partition(":")
    if kind != _KEPT:
        return hmac.compare_digest(given.encode(), pin.encode())
    salt, _, stirred = kept.partition(":")
    try:
        return hmac.compare_digest(_stirred(given, bytes.fromhex(salt)), bytes.fromhex(stirred))
    except ValueError:
        return False


def _stirred(pin: str, salt: bytes) -> bytes:
    """So costly that trying all PINs of six digits takes hours."""
    return hashlib.scrypt(pin.encode(), salt=salt, n=2**14, r=8, p=1)


class PinGuard:
    """Counts wrong PINs; ``now_s`` is a clock that never goes back."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._wrong = 0
        self._until_s = 0.0

    @property
    def wait_s(self) -> int:
        """For how many seconds more no PIN is taken, rounded up."""
        return max(0, -int(-(self._until_s - self._now_s()) // 1))

    def opens(self, given: str, pin: str) -> bool:
        """Whether the PIN is right (see ``is_right``); while the pad waits none is."""
        if self.wait_s:
            return False
        if is_right(given, pin):
            self._wrong = 0
            return True
        self._wrong += 1
        if self._wrong >= FREE:
            wait = min(FIRST_WAIT_S * 2 ** min(self._wrong - FREE, 10), LONGEST_WAIT_S)
            self._until_s = self._now_s() + wait
        return False

    def forget(self) -> None:
        """As at the start."""
        self._wrong, self._until_s = 0, 0.0


guard = PinGuard()
"""The guard of this window."""
