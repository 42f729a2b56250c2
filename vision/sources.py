"""Where pictures come from: a camera, a video file, a folder of pictures, a network stream.

A file's time is its own clock, so it gives the same observations at any speed. A live source gives its newest picture
and says when it stands still or is gone (see kozyr.vision.live).
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np

from kozyr.engine.errors import CameraLost, Words
from kozyr.engine.observations import CameraChanged
from kozyr.vision.live import LiveSource
from kozyr.vision.types import Frame, Image

# The libraries below OpenCV write their own complaints to the terminal; ours is one sentence.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)

FOLDER_STEP_MS: Final = 1000
"""How far apart in time two pictures of a folder are taken to be."""
PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
"""Endings of the names of pictures."""
_OPEN_MS: Final = 5000
_BARE_OPEN_MS: Final = 1500
_ADDRESS: Final = re.compile(r"(rtsps?|https?|tcp)://", re.IGNORECASE)
_WISHES: Final = (
    (cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG"))),
    (cv2.CAP_PROP_FRAME_WIDTH, 1280.0),
    (cv2.CAP_PROP_FRAME_HEIGHT, 720.0),
    (cv2.CAP_PROP_FPS, 30.0),
    (cv2.CAP_PROP_BUFFERSIZE, 1.0),
)
"""What a plugged-in camera is asked for, in this order; one that cannot gives what it can. Unasked, cameras give
640 x 480, and uncompressed pictures of 1280 x 720 do not fit through a USB 2 port 30 times a second."""
_DEVICE: Final = re.compile(r"/dev/video(\d+)")


class Source(Protocol):
    """Anything that gives pictures of a table."""

    @property
    def name(self) -> str:
        """What the user called it."""
        ...

    @property
    def live(self) -> bool:
        """True when pictures come in real time and old ones are dropped."""
        ...

    def __iter__(self) -> Iterator[Frame | CameraChanged]:
        """The pictures in order, and notes about the camera between them. Raises CameraLost for unreadable files."""
        ...

    def close(self) -> None:
        """Let go of the camera or file; iteration ends."""
        ...


def open_source(spec: str | int | Path) -> Source:
    """The source named by ``spec``: a camera number, a video file, a folder of pictures, or an address.

    Addresses begin with rtsp://, http:// or tcp:// (JPEG pictures or H.264 with nothing between them). Raises
    CameraLost, with a sentence that says what to do, when there is no such thing.
    """
    text = str(spec)
    if not text.strip():
        raise CameraLost("no source is named; give a camera number, a video file, a folder or an address")
    device = _DEVICE.fullmatch(text)
    if text.isdigit() or device:
        return _camera(int(device.group(1)) if device else int(text))
    if _ADDRESS.match(text):
        advice = Words("check the address and that the camera is switched on")
        return LiveSource(text, lambda: _open_stream(text), advice=advice)
    path = Path(text)
    if path.is_dir():
        return PictureFolder(path)
    if not path.exists():
        raise CameraLost("{text} does not exist; give a camera number, a video file, a folder or an address", text=text)
    return VideoFile(path)


class VideoFile:
    """A recorded table. Times are those stored in the file."""

    live = False

    def __init__(self, path: Path) -> None:
        """Open ``path``. Raises CameraLost when it is no video that can be read."""
        self.name = str(path)
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        got, first = self._capture.read() if self._capture.isOpened() else (False, None)
        if not got or first is None:
            self._capture.release()
            raise CameraLost("{path} is no video that can be read; give an mp4, avi, mkv or webm file", path=path)
        self._first: Image = np.asarray(first, np.uint8)
        self._first_ms = float(self._capture.get(cv2.CAP_PROP_POS_MSEC))
        fps = float(self._capture.get(cv2.CAP_PROP_FPS))
        self.fps = fps if 1 <= fps <= 1000 else 25.0
        self.frame_count = max(0, int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT)))
        self._open = True

    def __iter__(self) -> Iterator[Frame | CameraChanged]:
        """The frames from first to last; a file that breaks off early ends with a note ``gone``."""
        frame = Frame(round(self._first_ms), 0, self._first)
        yield frame
        while self._open:
            got, pixels = self._capture.read()
            if not got or pixels is None:
                break
            index = frame.index + 1
            frame = Frame(self._time_of(index, frame.at_ms), index, np.asarray(pixels, np.uint8))
            yield frame
        self.close()
        if frame.index + 1 < 0.95 * self.frame_count:
            yield CameraChanged(frame.at_ms, False, "gone")

    def _time_of(self, index: int, before_ms: int) -> int:
        """The stored time, or the count of frames where the file has none or runs backwards."""
        stored = float(self._capture.get(cv2.CAP_PROP_POS_MSEC))
        counted = self._first_ms + index * 1000 / self.fps
        return round(stored) if stored > before_ms else max(before_ms + 1, round(counted))

    def close(self) -> None:
        """Close the file."""
        self._open = False
        self._capture.release()


class PictureFolder:
    """A folder of pictures in natural order (2 before 10), EXIF rotation applied, one second apart."""

    live = False

    def __init__(self, path: Path) -> None:
        """List ``path``. Raises CameraLost when it holds no picture."""
        self.name = str(path)
        self.files = tuple(sorted((f for f in path.iterdir() if f.suffix.lower() in PICTURES), key=_natural))
        if not self.files:
            raise CameraLost("{path} holds no pictures; put jpg or png files in it", path=path)
        self._open = True

    def __iter__(self) -> Iterator[Frame | CameraChanged]:
        """The pictures. Raises CameraLost at a file that is no picture."""
        shape: tuple[int, ...] | None = None
        for index, file in enumerate(self.files):
            if not self._open:
                return
            pixels = read_picture(file)
            if shape is not None and pixels.shape != shape:
                yield CameraChanged(index * FOLDER_STEP_MS, True, "resized")
            shape = pixels.shape
            yield Frame(index * FOLDER_STEP_MS, index, pixels)

    def close(self) -> None:
        """End the iteration."""
        self._open = False


def read_picture(path: Path) -> Image:
    """A picture file as BGR, turned as its EXIF says. Raises CameraLost for a file that is no picture."""
    if not path.is_file():
        what = Words("is a folder") if path.is_dir() else Words("does not exist")
        raise CameraLost("{path} {what}; give a picture file", path=path, what=what)
    pixels = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if pixels is None:
        raise CameraLost("{path} is no picture that can be read; give a jpg or png file", path=path)
    return np.asarray(pixels, np.uint8)


def _natural(path: Path) -> tuple[tuple[int, int, str], ...]:
    parts = re.split(r"(\d+)", path.name.lower())
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts if part)


def _camera(number: int) -> LiveSource:
    return LiveSource(Words("camera {number}", number=number), lambda: _open_camera(number))


def _open_camera(number: int) -> cv2.VideoCapture:
    capture = cv2.VideoCapture(number)
    for wish, value in _WISHES:
        capture.set(wish, value)
    return capture


def _open_stream(address: str) -> cv2.VideoCapture:
    # Bare pictures say nothing about themselves: what they are is guessed until the time is up, and rightly.
    open_ms = _BARE_OPEN_MS if address.lower().startswith("tcp:") else _OPEN_MS
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, open_ms, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 3000]
    return cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
