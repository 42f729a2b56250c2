"""What a stream's coder does to pictures: blocks that hardly changed are not sent again, the others lose detail.

A camera's H.264 shows two things that single pictures do not: noise that stands still where nothing moves, and now and
then a whole picture sent anew, which changes everything a little at once.
"""

from typing import Final

import cv2
import numpy as np

from kozyr.vision.types import Image

_BLOCK_PX: Final = 16
_WHOLE_EVERY_S: Final = 4.0


class StreamCoder:
    """Codes the pictures of one stream, each against the last one."""

    def __init__(self, quality: int, fps: float) -> None:
        """``quality``: of what is sent, as of a JPEG, 1 to 100."""
        self._quality = quality
        self._whole_every = max(1, round(_WHOLE_EVERY_S * fps))
        # A coarser coder skips more: what changed by less than its rounding is not sent.
        self._skipped_below = 2.0 + 0.09 * (100 - quality)
        self._last: Image | None = None
        self._sent = 0

    def coded(self, picture: Image) -> Image:
        """The picture as it arrives."""
        last, whole = self._last, self._sent % self._whole_every == 0
        self._sent += 1
        if last is None or whole or last.shape != picture.shape:
            self._last = squeezed(picture, self._quality)
            return self._last
        changed = self._changed(picture, last)
        if changed is None:
            return last.copy()
        fresh = last.copy()
        x, y, wide, high = cv2.boundingRect(changed)
        part = np.s_[y : y + high, x : x + wide]
        sent = squeezed(np.ascontiguousarray(picture[part]), self._quality)
        fresh[part] = cv2.copyTo(sent, np.ascontiguousarray(changed[part]), fresh[part].copy())
        self._last = fresh
        return fresh

    def _changed(self, picture: Image, last: Image) -> Image | None:
        """255 in the blocks that are sent, of the picture's size; None when none are."""
        height, width = picture.shape[:2]
        step = cv2.cvtColor(cv2.absdiff(picture, last), cv2.COLOR_BGR2GRAY)
        size = (-(-width // _BLOCK_PX), -(-height // _BLOCK_PX))
        blocks = (cv2.resize(step, size, interpolation=cv2.INTER_AREA) > self._skipped_below).astype(np.uint8) * 255
        if not blocks.any():
            return None
        return np.asarray(cv2.resize(blocks, (width, height), interpolation=cv2.INTER_NEAREST), np.uint8)


def squeezed(picture: Image, quality: int) -> Image:
    """The picture after a JPEG of that quality."""
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
