"""``kozyr calibrate SOURCE --out FILE``: where the table lies in the camera's picture, once for all evenings."""

import argparse
import math
import mimetypes
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2

from kozyr.engine.errors import CameraLost, DetectorUnavailable, KozyrError, Words
from kozyr.engine.observations import CameraChanged
from kozyr.ui.calibrating import tapped_calibration, zones_picture
from kozyr.ui.commands.languages import add_language_argument, speak
from kozyr.ui.eyes import open_eyes
from kozyr.ui.locale.errors import error_text
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.display import has_display
from kozyr.ui.whole_file import write_whole
from kozyr.vision.calibrate import Calibration, CalibrationError, Edge, automatic, check, load
from kozyr.vision.pipeline import Pipeline
from kozyr.vision.seeing import flaws
from kozyr.vision.sources import open_source, read_picture
from kozyr.vision.types import Frame, Image, IndexBox, Point

_SETTLED_MS: Final = 1000
"""A camera's first pictures are too dark or too bright."""
_PATIENCE_MS: Final = 60_000
"""How long a card is waited for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument(
        "source",
        metavar="SOURCE",
        help=Words("camera number, picture, video file, folder of pictures, rtsp:// or http://"),
    )
    parser.add_argument(
        "--out", required=True, type=Path, metavar="FILE", help=Words("the calibration to write (JSON)")
    )
    parser.add_argument(
        "--taps",
        nargs=4,
        type=_point,
        metavar="X,Y",
        help=Words("pixels of four corners around the middle of the table, in any order, instead of touching them"),
    )
    parser.add_argument(
        "--size-mm",
        type=_size_mm,
        metavar="WxH",
        help=Words(
            "the tapped rectangle, across x down in the picture (default: a card of 63x88, upright or on its side)"
        ),
    )
    parser.add_argument(
        "--middle", type=_point, metavar="X,Y", help=Words("where tricks are played (default: the middle of the taps)")
    )
    parser.add_argument(
        "--south", choices=[edge.value for edge in Edge], default="bottom", help=Words("the edge where S sits")
    )
    parser.add_argument("--automatic", action="store_true", help=Words("no taps: from the cards that lie on the table"))
    parser.add_argument(
        "--check", action="store_true", help=Words("write nothing; does FILE still fit the camera's picture?")
    )
    add_language_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Calibrates, or checks: then 1 when something is wrong. 1 as well when the window was closed unsaved."""
    speak(options.lang)
    if options.check:
        if options.taps or options.automatic or options.middle:
            raise KozyrError("--check only looks; leave out --taps, --middle and --automatic")
        return _check(load(options.out), still_picture(options.source))
    if options.taps and options.automatic:
        raise KozyrError("--taps and --automatic are two ways to calibrate; give one")
    _check_writable(options.out)
    made = _made(options)
    if made is None:
        print(tr("calibrate.cancelled"))
        return 1
    calibration, pixels = made
    picture = options.out.with_name(options.out.name + ".png")
    write_whole(options.out, calibration.as_bytes())
    write_whole(picture, cv2.imencode(".png", zones_picture(pixels, calibration))[1].tobytes())
    print(tr("calibrate.saved", file=options.out, picture=picture))
    for wrong in check(calibration, _size_px(pixels)):
        print(tr(f"calibrate.wrong.{wrong}"))
    for flaw in flaws(pixels, _indices(pixels)):
        print(tr(f"camera-check.{flaw}"))
    return 0


def still_picture(source: str) -> Image:
    """One picture of a source, BGR; of a live camera one taken when its exposure has settled. Raises CameraLost."""
    first = next(pictures(source), None)
    if first is None:
        raise CameraLost("{source} gives no picture; check that the camera is switched on", source=source)
    return first.pixels


def pictures(source: str) -> Iterator[Frame]:
    """The pictures of a picture file, or of any source of ``open_source``, until it ends or fails.

    A live camera's are left out until its exposure has settled. Raises CameraLost when there is no such source.
    """
    kind = mimetypes.guess_type(source, strict=False)[0] or ""
    if kind.startswith("image/") and "://" not in source and not Path(source).is_dir():
        yield Frame(0, 0, read_picture(Path(source)))
        return
    opened = open_source(source)
    try:
        for item in opened:
            if isinstance(item, CameraChanged):
                return
            if not opened.live or item.at_ms >= _SETTLED_MS:
                yield item
    finally:
        opened.close()


def _made(options: argparse.Namespace) -> tuple[Calibration, Image] | None:
    """By the taps given, in a window, or from the cards on the table; None when a person closed the window."""
    south = Edge(options.south)
    if not options.taps and (options.automatic or not has_display()):
        calibration, pixels = _automatic(options.source, south)
        return _centred(calibration, options.middle), pixels
    if options.middle and not options.taps:
        raise KozyrError("--middle goes with --taps or --automatic; in the window slide the ring")
    pixels = still_picture(options.source)
    if options.taps:
        calibration = tapped_calibration(options.taps, _size_px(pixels), options.size_mm, south)
        return _centred(calibration, options.middle), pixels
    found = touched(pixels, options.size_mm, south)
    return None if found is None else (found, pixels)


def _centred(calibration: Calibration, middle_px: Point | None) -> Calibration:
    """With the trick area where it was said to be. Raises CalibrationError for a place outside the picture."""
    if middle_px is None:
        return calibration
    width, height = calibration.size_px
    if not (0 <= middle_px[0] <= width and 0 <= middle_px[1] <= height):
        raise CalibrationError(
            "--middle lies outside the picture of {width}x{height} pixels; give a pixel of it",
            width=width,
            height=height,
        )
    return calibration.with_centre(middle_px)


def touched(pixels: Image, size_mm: tuple[float, float] | None, south: Edge) -> Calibration | None:
    """What a person touches in a window; None when it was closed. Kivy is imported only now, for it opens a display."""
    from kozyr.ui.tablet.screens.taps import run_taps

    return run_taps(pixels, size_mm, south)


def _automatic(source: str, south: Edge) -> tuple[Calibration, Image]:
    """The middle of the picture, with the scale of the first card that shows it, and the picture it was seen in.

    A source in which no card is seen for a minute gives a guess, and says so. Raises CameraLost, DetectorUnavailable.
    """
    pipeline = Pipeline(*open_eyes(video=True), south=south)
    seen: Frame | None = None
    guess = 0.0
    for seen in pictures(source):
        pipeline.process(seen)
        fitted = pipeline.calibration
        guess = guess or automatic(*_size_px(seen.pixels)).px_per_mm
        if seen.at_ms >= _PATIENCE_MS or (fitted is not None and fitted.px_per_mm != guess):
            break
    calibration = pipeline.calibration
    if seen is None or calibration is None:
        raise CameraLost("{source} gives no picture; check that the camera is switched on", source=source)
    cards = sum(track.card is not None for track in pipeline.tracks)
    print(tr("calibrate.automatic", cards=cards) if cards else tr("calibrate.automatic.none"))
    return calibration, seen.pixels


def _check(calibration: Calibration, pixels: Image) -> int:
    """Says what is wrong, one line each; 1 when anything is."""
    indices = _indices(pixels)
    found = [f"calibrate.wrong.{one}" for one in check(calibration, _size_px(pixels), _heights(indices))]
    found += [f"camera-check.{one}" for one in flaws(pixels, indices)]
    for wrong in found:
        print(tr(wrong))
    if not found:
        print(tr("calibrate.good"))
    return 1 if found else 0


def _indices(pixels: Image) -> tuple[IndexBox, ...]:
    """The indices read in a picture; none, and a word about it, where the networks are missing."""
    try:
        detector, reader = open_eyes(video=False)
    except DetectorUnavailable as error:
        print(f"kozyr: {error_text(error)}", file=sys.stderr)
        return ()
    readings = reader.read(pixels, detector.find(pixels))
    return tuple(reading.box for reading in readings if reading.card is not None)


def _heights(indices: tuple[IndexBox, ...]) -> tuple[float, ...]:
    return tuple(box.height_px for box in indices)


def _check_writable(out: Path) -> None:
    """Raises KozyrError before a person begins to touch corners for nothing."""
    if out.is_dir() or not out.parent.is_dir():
        raise KozyrError("--out {out} cannot be written; name a file in a folder that exists", out=out)
    if not os.access(out.parent, os.W_OK):
        raise KozyrError("--out {out} cannot be written; choose a folder that is yours", out=out)
    if out.exists() and not _is_calibration(out):
        raise KozyrError("--out {out} is there already and is no calibration; choose another name", out=out)


def _is_calibration(path: Path) -> bool:
    try:
        load(path)
    except CalibrationError:
        return False
    return True


def _size_px(pixels: Image) -> tuple[int, int]:
    return pixels.shape[1], pixels.shape[0]


def _point(text: str) -> Point:
    first, second = _pair(text, ",", "a pixel X,Y, as in 640,360")
    return first, second


def _size_mm(text: str) -> tuple[float, float]:
    width, height = _pair(text.replace("×", "x").lower(), "x", "a size in millimetres, as in 63x88")
    if not (20 <= width <= 5000 and 20 <= height <= 5000):
        raise argparse.ArgumentTypeError(f"{text!r} must be from 20 to 5000 millimetres both ways")
    return width, height


def _pair(text: str, mark: str, wanted: str) -> tuple[float, float]:
    try:
        first, second = (float(part) for part in text.split(mark))
    except ValueError:
        first = second = math.nan
    if not (math.isfinite(first) and math.isfinite(second)):
        raise argparse.ArgumentTypeError(f"{text!r} is not {wanted}")
    return first, second
