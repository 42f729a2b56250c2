"""Writes a video frame by frame, without ever holding more than one frame."""

import os
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import cv2

from kozyr.engine.errors import KozyrError
from kozyr.vision.types import Image

CODECS: Final = ("mp4v", "h264")
"""``mp4v`` is written by OpenCV alone; ``h264`` is smaller and clearer and needs the ``ffmpeg`` program."""


class VideoFile:
    """A video being written; use it in a ``with`` block.

    The file appears under its name only when the block ends well: nothing half-written stays behind.
    Raises KozyrError when the codec or the place cannot be used.
    """

    def __init__(
        self, path: Path, size_px: tuple[int, int], fps: float, *, codec: str = "mp4v", quality: int = 23
    ) -> None:
        if codec not in CODECS:
            raise KozyrError(f"{codec!r} is no codec; choose one of {', '.join(CODECS)}")
        self._path, self._part = path, path.with_name(f".{path.stem}.part{path.suffix}")
        self._size = size_px
        self._process: subprocess.Popen[bytes] | None = None
        self._writer: cv2.VideoWriter | None = None
        if codec == "h264":
            self._process = self._start(size_px, fps, quality)
        else:
            self._writer = cv2.VideoWriter(str(self._part), cv2.VideoWriter.fourcc(*codec), fps, size_px)
            if not self._writer.isOpened():
                raise KozyrError(f"cannot write {path}; choose a folder that can be written to")

    def _start(self, size_px: tuple[int, int], fps: float, quality: int) -> subprocess.Popen[bytes]:
        """Starts the encoder."""
        program = shutil.which("ffmpeg")
        if program is None:
            raise KozyrError("the h264 codec needs the ffmpeg program; run: apt-get install ffmpeg")
        size = f"{size_px[0]}x{size_px[1]}"
        source = ["-f", "rawvideo", "-pix_fmt", "bgr24", "-s", size, "-r", f"{fps:g}", "-i", "-"]
        coding = ["-c:v", "libx264", "-preset", "slow", "-crf", str(quality), "-pix_fmt", "yuv420p"]
        tidy = ["-movflags", "+faststart", "-fflags", "+bitexact", "-flags:v", "+bitexact"]
        return subprocess.Popen(
            [program, "-loglevel", "error", "-y", *source, *coding, *tidy, str(self._part)], stdin=subprocess.PIPE
        )

    def write(self, frame: Image) -> None:
        """Appends one BGR frame of the announced size."""
        if frame.shape[1::-1] != self._size:
            raise ValueError(f"frame of {frame.shape[1]}x{frame.shape[0]} in a video of {self._size}")
        if self._writer is not None:
            self._writer.write(frame)
        elif self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(frame.tobytes())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        failed = self._finish()
        if kind is None and not failed and self._part.exists():
            os.replace(self._part, self._path)
            return
        self._part.unlink(missing_ok=True)
        if kind is None:
            raise KozyrError(f"the video {self._path} could not be written")

    def _finish(self) -> bool:
        """Closes the encoder; True when it failed."""
        if self._writer is not None:
            self._writer.release()
        if self._process is None:
            return False
        if self._process.stdin is not None:
            self._process.stdin.close()
        return self._process.wait() != 0
