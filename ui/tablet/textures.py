"""Pictures drawn once and shown many times: words, rounded grounds, card faces; so many of them at most."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from math import ceil
from typing import Any, Final

import numpy as np
from kivy.graphics.texture import Texture

_WHITE: Final = 255


class Textures:
    """The pictures used last, in ``most_kib`` of graphics memory."""

    def __init__(self, most_kib: int) -> None:
        self._most_kib = most_kib
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self.kib = 0.0
        """What they take now."""
        _all.append(self)

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, look: Hashable, draw: Callable[[], Any]) -> Any:
        """The picture of ``look``; drawn when it is not there."""
        if look in self._kept:
            self._kept.move_to_end(look)
        else:
            self._kept[look] = draw()
            self.kib += _kib(self._kept[look])
            while self.kib > self._most_kib and len(self._kept) > 1:
                self.kib -= _kib(self._kept.popitem(last=False)[1])
        return self._kept[look]

    def clear(self) -> None:
        """Everything is drawn anew."""
        self._kept.clear()
        self.kib = 0.0


_all: list[Textures] = []
words: Final = Textures(16 * 1024)
"""Lines of text: more than a thousand, those of every page that people look at again and again."""
grounds: Final = Textures(8 * 1024)
"""Rounded shapes, white: a colour is put over them."""
faces: Final = Textures(8 * 1024)
"""Card faces: those of a deck in three sizes."""
glyphs: Final = Textures(2 * 1024)
"""Letters and signs that card faces are drawn from."""
cloths: Final = Textures(12 * 1024)
"""The cloth of the felt, as large as the screen or a strip lower: a few of them, for it is drawn in 15 ms."""


def forget_all() -> None:
    """The graphics memory may be gone."""
    for one in _all:
        one.clear()


def kept_mib() -> float:
    """What all of them take now."""
    return round(sum(one.kib for one in _all) / 1024, 1)


def _kib(texture: Any) -> float:
    return float(texture.width * texture.height * 4 / 1024)


def rounded(width: float, height: float, radius: float) -> Any:
    """A white rounded rectangle with soft edges, to be drawn in exactly this size."""
    size = max(1, round(width)), max(1, round(height))
    return grounds.get((size, round(radius, 1)), lambda: _painted(_grown(size, radius)))


def _grown(size: tuple[int, int], radius: float) -> Any:
    """As ``inside``: the corners of a small one, and all of what is between them; a tenth of the computing."""
    corner = ceil(radius)
    side = 2 * corner + 1
    if min(size) <= side:
        return inside(size, radius)
    small, (width, height) = inside((side, side), radius), size
    wide = np.concatenate([small[:, :corner], np.ones((side, width - 2 * corner), np.float32), small[:, -corner:]], 1)
    return np.concatenate([wide[:corner], np.ones((height - 2 * corner, width), np.float32), wide[-corner:]])


def outlined(width: float, height: float, radius: float, thick: float = 1.0) -> Any:
    """Its outline, ``thick`` pixels within the edge."""
    size = max(1, round(width)), max(1, round(height))
    return grounds.get(
        (size, round(radius, 1), thick),
        lambda: _painted(inside(size, radius) - inside(size, radius, thick)),
    )


def inside(size: tuple[int, int], radius: float, inset: float = 0.0) -> Any:
    """How much of each pixel lies in a rounded rectangle as large as the picture, ``inset`` pixels within its edge:
    shape (height, width), the lowest row first, 0 to 1."""
    radius = min(radius, size[0] / 2, size[1] / 2)
    wide, high = (np.arange(side, dtype=np.float32) + 0.5 - side / 2 for side in size)
    x, y = np.abs(wide) - (size[0] / 2 - radius), np.abs(high) - (size[1] / 2 - radius)
    out = np.hypot(np.maximum(x, 0)[None, :], np.maximum(y, 0)[:, None])
    within = np.minimum(np.maximum(x[None, :], y[:, None]), 0)
    return np.clip(radius - out - within - inset + 0.5, 0, 1)


def _painted(alpha: Any) -> Any:
    """White with this much opacity."""
    height, width = alpha.shape
    pixels = np.full((height, width, 4), _WHITE, np.uint8)
    pixels[..., 3] = np.round(alpha * 255)
    return texture_of(pixels)


def texture_of(pixels: Any) -> Any:
    """A texture of RGBA pixels, shape (height, width, 4), the lowest row first."""
    height, width = pixels.shape[:2]
    made = Texture.create(size=(width, height), colorfmt="rgba")
    made.blit_buffer(np.ascontiguousarray(pixels).tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return made
