"""Pictures in which nothing can be seen: too dark, or one even colour."""

from typing import Final

import numpy as np

from kozyr.vision.motion import Small

_DARK: Final = 10.0
"""When even the brightest parts of the picture are darker than this, nothing can be seen."""
_LIGHT_AGAIN: Final = 1.3
"""By so much brighter a picture must be before it is seen again: light at the border would flicker."""
_BLANK: Final = 4.0
"""Less contrast than this is no table: a covered lens, or what a camera shows without a signal."""
_TABLE: Final = 5 * _BLANK
"""A picture that never had more contrast than this may be of an empty, even cloth."""


class Blindness:
    """Says of each picture why nothing can be seen in it. Remembers the contrast that the table has shown."""

    def __init__(self) -> None:
        self.why: str | None = None
        """``dark`` without light, ``blank`` when a picture that showed something shows one even colour; None when
        there is something to see."""
        self._contrast = 0.0

    def looks(self, small: Small, gain: float) -> bool:
        """Takes in a small grey picture at even brightness and its gain; True when ``why`` has changed with it."""
        was, self.why = self.why, self._of(small, gain)
        return was != self.why

    def _of(self, small: Small, gain: float) -> str | None:
        # The brightest parts decide: a black cloth in a dim room still shows cards.
        low, high = np.percentile(small[::4, ::4], (2, 98)) * gain
        if high < (_LIGHT_AGAIN * _DARK if self.why == "dark" else _DARK):
            return "dark"
        self._contrast = max(self._contrast, float(high - low))
        return "blank" if high - low < _BLANK and self._contrast > _TABLE else None
