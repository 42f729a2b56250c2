"""No picture is begun before the one before it is drawn.

A driver draws behind the program. A window that is seen lets nobody come further ahead than a picture or two; one that
is not seen holds nobody back, and then a program that is quicker than the driver has many pictures waiting: each answer
comes behind all of them, and each waits in memory of its own. Mesa's driver for a computer without a graphics chip
(llvmpipe) has up to 64 stores for them, which it does not give back when a picture is drawn, but empties when one is
used again (``lp_setup_get_empty_scene``): 50 to 110 MiB after an hour in which the eyes took the cores.
"""

from collections.abc import Callable
from typing import Any

from kivy.graphics import opengl


def no_backlog(window: Any) -> Callable[[], None]:
    """From now on ``window`` waits before each picture; returns what ends that."""
    window.bind(on_draw=_wait)
    return lambda: window.unbind(on_draw=_wait)


def _wait(_: Any) -> None:
    """Until all that was begun is drawn; no time at all where it is, as it is long since in a window that is seen."""
    opengl.glFinish()
