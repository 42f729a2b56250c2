"""Looking through a camera before a match: its picture with the zones on it, and advice in words' keys."""

import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kozyr.engine.errors import CameraLost, DetectorUnavailable, KozyrError
from kozyr.engine.observations import CameraChanged
from kozyr.engine.seats import Seat
from kozyr.ui.calibrating import seat_places_px, zones_picture
from kozyr.ui.eyes import open_eyes
from kozyr.ui.opened_late import is_address, may_come
from kozyr.vision.calibrate import Calibration, CalibrationError, Edge, automatic, check, load
from kozyr.vision.seeing import flaws
from kozyr.vision.sources import Source, open_source
from kozyr.vision.types import Frame, Image, IndexBox, IndexDetector, IndexReader, Point

PAUSE_S: Final = 0.25
"""Between two pictures that are shown."""
READ_EVERY_S: Final = 1.5
"""Between two readings of the cards."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a camera shows now."""

    pixels: Image | None
    """The picture with its zones, BGR; None when none comes."""
    plain: Image | None
    """The picture alone, for touching corners."""
    advice: tuple[str, ...]
    """Ends of ``camera-check.`` texts, the most important first; ``good`` when nothing is wrong."""
    cards: int | None = None
    """How many cards are read on the table; None while nobody has looked."""
    seats: tuple[tuple[Seat, Point], ...] = ()
    """Where in the picture the seats' names belong: parts of its width from the left and of its height from the top."""


class CameraCheck:
    """A camera watched on a thread. ``tell`` is called from that thread with every ``Look``."""

    def __init__(self, camera: str, calibration: Path | None, tell: Callable[[Look], object]) -> None:
        self._camera, self._tell = camera, tell
        self._calibration = saved_calibration(calibration)
        self._stop = threading.Event()
        self._eyes: tuple[IndexDetector, IndexReader] | None = None
        self._thread = threading.Thread(target=self._run, name="kozyr-camera-check", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends it; the camera is free when this returns."""
        self._stop.set()
        if threading.current_thread() is not self._thread:
            self._thread.join(3)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._watch(open_source(self._camera))
            except (CameraLost, KozyrError):
                self._tell(Look(None, None, ("gone",)))
            self._stop.wait(1.0)

    def _watch(self, source: Source) -> None:
        shown_s = read_s = -1e9
        cards: int | None = None
        indices: tuple[IndexBox, ...] = ()
        try:
            for item in source:
                if self._stop.is_set():
                    return
                if isinstance(item, CameraChanged):
                    self._tell(Look(None, None, ("gone",)))
                    continue
                now = time.monotonic()
                if now - shown_s < PAUSE_S:
                    self._stop.wait(0 if source.live else 0.02)
                    continue
                shown_s = now
                if now - read_s > READ_EVERY_S:
                    read_s = now
                    cards, indices = self._read(item)
                self._tell(self._look(item, cards, indices))
        finally:
            source.close()

    def _read(self, frame: Frame) -> tuple[int | None, tuple[IndexBox, ...]]:
        """How many cards are read and where their indices are."""
        try:
            self._eyes = self._eyes or open_eyes(video=True, threads=1)
        except DetectorUnavailable:
            return None, ()
        detector, reader = self._eyes
        readings = [one for one in reader.read(frame.pixels, detector.find(frame.pixels)) if one.card is not None]
        return len({one.card for one in readings}), tuple(one.box for one in readings)

    def _look(self, frame: Frame, cards: int | None, indices: tuple[IndexBox, ...]) -> Look:
        height, width = frame.pixels.shape[:2]
        fitted = self._calibration or automatic(width, height, Edge.BOTTOM)
        wrong = [f"wrong.{one}" for one in check(fitted, (width, height), [one.height_px for one in indices])]
        advice = (*flaws(frame.pixels, indices), *wrong)
        if not advice and not cards:
            advice = ("lay-card",)
        seats = tuple((seat, (x / width, y / height)) for seat, (x, y) in seat_places_px(fitted).items())
        shown = zones_picture(frame.pixels, fitted, lettered=False)
        return Look(shown, frame.pixels, advice or ("good",), cards, seats)


def saved_calibration(path: Path | None) -> Calibration | None:
    """The calibration of a file; None where there is none that can be read."""
    try:
        return None if path is None or not path.is_file() else load(path)
    except CalibrationError:
        return None


def calibration_file(folder: Path, camera: str) -> Path:
    """Where the calibration of a camera is kept."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", camera).strip("-")[:60] or "camera"
    return folder / "cameras" / f"{name}.json"


def cameras_found(devices: Path = Path("/dev")) -> tuple[str, ...]:
    """The numbers of the cameras that are plugged in."""
    numbers = sorted(int(one.name[5:]) for one in devices.glob("video*") if one.name[5:].isdecimal())
    return tuple(map(str, numbers[:6]))


def is_absent(camera: str, devices: Path = Path("/dev")) -> bool:
    """Whether a camera that is plugged in by a wire is known to be missing; of an address nobody knows."""
    name = Path(camera).name if camera.startswith("/dev/") else f"video{camera}"
    return may_come(camera) and not is_address(camera) and devices.is_dir() and not (devices / name).exists()
