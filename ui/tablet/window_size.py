"""How large a window may be, asked of SDL before one is opened: importing Kivy's windows would open it."""

import ctypes
from pathlib import Path
from typing import Final, NamedTuple

import kivy

USUAL_PX: Final = (1280, 800)
"""The window's size where nothing else is asked for and the screen has room."""
_VIDEO: Final = 0x20
"""SDL_INIT_VIDEO."""


class Room(NamedTuple):
    """The first screen."""

    whole_px: tuple[int, int]
    """All of it."""
    free_px: tuple[int, int]
    """Without the bars of a desktop."""


class _Rect(ctypes.Structure):
    _fields_ = (("x", ctypes.c_int), ("y", ctypes.c_int), ("w", ctypes.c_int), ("h", ctypes.c_int))


def room() -> Room | None:
    """What the first screen has room for; None where it cannot be told."""
    # The part of Kivy that opens windows knows where its SDL is; what it is linked to is found through it.
    for part in (Path(kivy.__file__).parent / "core" / "window").glob("_window_sdl2*.so"):
        try:
            sdl = ctypes.CDLL(str(part))
            if sdl.SDL_InitSubSystem(_VIDEO) != 0:
                return None
            try:
                whole, free = _Rect(), _Rect()
                failed = sdl.SDL_GetDisplayBounds(0, ctypes.byref(whole))
                if failed or sdl.SDL_GetDisplayUsableBounds(0, ctypes.byref(free)):
                    return None
            finally:
                sdl.SDL_QuitSubSystem(_VIDEO)
        except (OSError, AttributeError):
            return None
        return Room((whole.w, whole.h), (free.w, free.h))
    return None


def fitted(there: Room | None, asked: tuple[int, int] | None, *, fullscreen: bool) -> dict[str, object]:
    """The settings of Kivy's section ``graphics`` for a window of the size ``asked``, or the usual one.

    Where no window manager runs, as in a kiosk, nobody makes a window as large as the screen or moves it there: the
    whole screen is asked for by its size too. The usual window is never larger than what is free.
    """
    width, height = asked or USUAL_PX
    settings: dict[str, object] = {"fullscreen": "auto" if fullscreen else "0"}
    if there is not None and fullscreen:
        width, height = there.whole_px
        settings |= {"position": "custom", "left": 0, "top": 0}
    elif there is not None and asked is None and (width > there.free_px[0] or height > there.free_px[1]):
        width, height = min(width, there.free_px[0]), min(height, there.free_px[1])
        settings |= {"position": "custom", "left": 0, "top": 0, "window_state": "maximized"}
    return settings | {"width": width, "height": height}
