"""A recorded table as an endless camera: the clip's pictures at the clip's own speed, over and over."""

import time
from pathlib import Path
from typing import Any, Final

import cv2

from kozyr.engine.errors import KozyrError
from kozyr.vision.sources import VideoFile

_LATE_PICTURES: Final = 2.0
"""A reader that is later than this misses pictures, as with any camera."""


class LoopedCamera:
    """Give ``open`` to a ``LiveSource``. Raises KozyrError for a clip that cannot be read."""

    def __init__(self, clip: Path) -> None:
        if not clip.is_file():
            raise KozyrError(f"{clip} does not exist; give a video file")
        file = VideoFile(clip)
        self.fps = file.fps
        file.close()
        self.clip = clip
        self.rounds = 0
        """How often the clip has begun."""
        self.given = 0
        """Pictures that were due so far, given or missed."""

    def open(self) -> "LoopedCapture":
        """What a program gets that opens the camera."""
        return LoopedCapture(self)


class LoopedCapture:
    """One opening, as OpenCV's."""

    def __init__(self, camera: LoopedCamera) -> None:
        self._camera = camera
        self._video = cv2.VideoCapture(str(camera.clip), cv2.CAP_FFMPEG)
        self._due_s = time.monotonic()
        camera.rounds += 1

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Whether pictures can be read."""
        return bool(self._video.isOpened())

    def read(self) -> tuple[bool, Any]:
        """Waits for the next picture of the clip and gives it."""
        step_s = 1 / self._camera.fps
        while time.monotonic() - self._due_s > _LATE_PICTURES * step_s:
            self._next(decode=False)
            self._due_s += step_s
        time.sleep(max(0.0, self._due_s - time.monotonic()))
        self._due_s += step_s
        return self._next(decode=True)

    def _next(self, *, decode: bool) -> tuple[bool, Any]:
        """The next picture, from the beginning again after the last one."""
        self._camera.given += 1
        got = self._video.grab()
        if not got:
            self._video.release()
            self._video = cv2.VideoCapture(str(self._camera.clip), cv2.CAP_FFMPEG)
            self._camera.rounds += 1
            got = self._video.grab()
        return self._video.retrieve() if got and decode else (got, None)

    def release(self) -> None:
        """Close the clip."""
        self._video.release()
