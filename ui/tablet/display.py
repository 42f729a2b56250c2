"""Whether this machine shows windows; asked before Kivy is imported."""

import os
import sys
from typing import Final

UNSEEN: Final = ("offscreen", "dummy")


def has_display() -> bool:
    """Whether a window would be seen: a desktop, X, Wayland, or a driver named on purpose."""
    driver = os.environ.get("SDL_VIDEODRIVER")
    if driver:
        return driver not in UNSEEN
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def offscreen() -> None:
    """Makes Kivy draw real pictures without a display. Call it before ``kozyr.ui.tablet.app`` is imported."""
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
