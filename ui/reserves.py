"""Memory that the system's allocator holds back for each thread: tens of MiB each, in a program of ten threads."""

import contextlib
import ctypes
import sys
from typing import Final

_ARENA_MAX: Final = -8
"""glibc's number for the most reserves, as in ``malloc.h``."""
RESERVES: Final = 2
"""One for the thread that draws, one for the camera and the networks; others share them."""


def few_reserves() -> None:
    """From now on threads share their reserves. Only glibc knows this wish; elsewhere nothing happens."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(_ARENA_MAX, RESERVES)


def give_back() -> None:
    """What the allocator holds and nobody uses goes back to the system; takes some milliseconds. Only glibc can."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
