"""The camera's picture on the screen: one texture, filled again and again."""

import time
from typing import Any, Final

import cv2
from kivy.graphics.texture import Texture
from numpy.typing import NDArray

WIDTH_PX: Final = 320
_PAUSE_S: Final = 0.2
"""The small picture is drawn at most this often: the processor belongs to the eyes."""
_AFTER_TOUCH_S: Final = 0.3
"""It stands still while a touch is answered, which comes first."""


class LivePicture:
    """Give it every frame from any thread; it shows some of them."""

    def __init__(self, app: Any) -> None:
        """``app``: a TableApp."""
        self._app = app
        self._texture: Any = None
        self._shown_s = 0.0

    def show(self, pixels: NDArray[Any]) -> None:
        """A new BGR frame, shape (height, width, 3)."""
        now = time.monotonic()
        if now - self._shown_s < _PAUSE_S:
            return
        self._shown_s = now
        height = round(pixels.shape[0] * WIDTH_PX / pixels.shape[1])
        small = cv2.resize(pixels, (WIDTH_PX, height), interpolation=cv2.INTER_AREA)
        self._app.post(lambda: self._draw(small))

    def _draw(self, small: NDArray[Any]) -> None:
        if time.monotonic() - self._app.touched_s < _AFTER_TOUCH_S:
            return
        height, width = small.shape[:2]
        if self._texture is None or self._texture.size != (width, height):
            self._texture = Texture.create(size=(width, height), colorfmt="bgr")
            self._texture.flip_vertical()
        self._texture.blit_buffer(small.reshape(-1), colorfmt="bgr", bufferfmt="ubyte")
        self._app.show_picture(self._texture)
