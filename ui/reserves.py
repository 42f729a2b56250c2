"""Memory that the system's allocator holds back for each thread: tens of MiB each, in a program of ten threads.

All threads share one reserve here. Of a second one the allocator gives back what lies between pieces in use, but never
its end: what the eyes had used there last stayed, up to 40 MiB, however often it was asked (``malloc_trim``).
"""

import contextlib
import ctypes
import sys
from typing import Final

_ARENA_MAX: Final = -8
"""glibc's number for the most reserves, as in ``malloc.h``."""
_RESERVES: Final = 1


def one_reserve() -> None:
    """From now on all threads share one reserve. To be called before there are threads: what one has it keeps.

    Only glibc knows this wish; elsewhere nothing happens.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(_ARENA_MAX, _RESERVES)


def give_back() -> None:
    """What the allocator holds and nobody uses goes back to the system; takes some milliseconds. Only glibc can."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
