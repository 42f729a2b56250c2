"""Where pictures come from: files, folders, and cameras that fail (with captures that fail on purpose)."""

import contextlib
import itertools
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from kozyr.datasets.bench_camera import NOTICED_MS, local_outage, network_outage
from kozyr.datasets.failing_cameras import Fault
from kozyr.engine.errors import CameraLost
from kozyr.engine.observations import CameraChanged
from kozyr.vision import sources
from kozyr.vision.live import LiveSource, LiveTimes
from kozyr.vision.sources import FOLDER_STEP_MS, PictureFolder, VideoFile, open_source, read_picture
from kozyr.vision.types import Frame

PATIENT = LiveTimes(dead_s=0.9, still_s=3.0, frozen_retry_s=9.0, poll_s=0.01)
QUICK = LiveTimes(dead_s=0.15, frozen_retry_s=0.3, retry_first_s=0.05, retry_most_s=0.2, poll_s=0.01)


def write_video(path: Path, frames: int = 12, fps: float = 10.0) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, (64, 48))
    for at in range(frames):
        writer.write(np.full((48, 64, 3), min(10 + 15 * at, 250), np.uint8))
    writer.release()
    return path


def test_a_video_gives_all_its_frames_with_its_own_time(tmp_path: Path) -> None:
    frames = list(open_source(write_video(tmp_path / "t.mp4")))
    assert all(isinstance(f, Frame) for f in frames)
    assert [f.at_ms for f in frames] == [100 * at for at in range(12)]
    assert [f.index for f in frames if isinstance(f, Frame)] == list(range(12))
    level = [float(f.pixels.mean()) for f in frames if isinstance(f, Frame)]
    assert level == sorted(level)


def test_a_text_file_named_mp4_is_one_clear_sentence(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "notes.mp4"
    path.write_text("these are notes", encoding="utf-8")
    with pytest.raises(CameraLost, match=r"notes\.mp4 is no video that can be read; give an mp4"):
        open_source(path)
    assert capfd.readouterr().err == ""


def test_a_file_that_is_not_there_says_what_may_be_given() -> None:
    with pytest.raises(CameraLost, match="does not exist; give a camera number, a video file"):
        open_source("no/such/table.mp4")


def test_a_camera_that_is_not_there_is_one_clear_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CameraLost, match="camera 97 cannot be opened; check that it is plugged in"):
        open_source("97")
    assert capfd.readouterr().err == ""


def test_a_video_cut_short_gives_what_it_has(tmp_path: Path) -> None:
    path = write_video(tmp_path / "t.mp4", frames=40)
    source = VideoFile(path)
    source.frame_count = 400
    items = list(source)
    assert isinstance(items[-1], CameraChanged)
    assert (items[-1].working, items[-1].why) == (False, "gone")


def test_a_folder_is_read_in_natural_order_with_sizes_noted(tmp_path: Path) -> None:
    for number, width in ((10, 30), (2, 20), (1, 20)):
        cv2.imwrite(str(tmp_path / f"shot{number}.png"), np.full((16, width, 3), number * 20, np.uint8))
    (tmp_path / "readme.txt").write_text("no picture", encoding="utf-8")
    items = list(open_source(tmp_path))
    frames = [item for item in items if isinstance(item, Frame)]
    assert [int(f.pixels[0, 0, 0]) for f in frames] == [20, 40, 200]
    assert [f.at_ms for f in frames] == [0, FOLDER_STEP_MS, 2 * FOLDER_STEP_MS]
    assert [(type(item), getattr(item, "why", "")) for item in items][2] == (CameraChanged, "resized")


@pytest.mark.parametrize("unnamed", ["", "  "])
def test_an_empty_name_is_one_clear_sentence(unnamed: str) -> None:
    with pytest.raises(CameraLost, match=r"^no source is named; give a camera number, a video file, a folder or an"):
        open_source(unnamed)


def test_an_empty_folder_is_one_clear_sentence(tmp_path: Path) -> None:
    with pytest.raises(CameraLost, match="holds no pictures; put jpg or png files in it"):
        open_source(tmp_path)


def test_a_text_file_named_jpg_in_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_text("text", encoding="utf-8")
    with pytest.raises(CameraLost, match=r"a\.jpg is no picture that can be read"):
        list(PictureFolder(tmp_path))


def test_exif_rotation_is_applied(tmp_path: Path) -> None:
    picture = np.zeros((20, 40, 3), np.uint8)
    picture[:, :20] = 255
    good, data = cv2.imencode(".jpg", picture)
    assert good
    jpeg = data.tobytes()
    tag = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    (tmp_path / "turned.jpg").write_bytes(jpeg[:2] + b"\xff\xe1" + (len(tag) + 2).to_bytes(2, "big") + tag + jpeg[2:])
    turned = read_picture(tmp_path / "turned.jpg")
    assert turned.shape[:2] == (40, 20)
    assert turned[:10].mean() > 200 > 50 > turned[30:].mean()


class FakeCapture:
    """A camera driven by a script: each call of ``read`` runs the next step, the last one for ever."""

    def __init__(self, *steps: Callable[[], Any], opened: bool = True, every_s: float = 0.01) -> None:
        self._steps = list(steps)
        self._opened = opened
        self._every_s = every_s
        self.released = threading.Event()

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self._opened

    def read(self) -> tuple[bool, Any]:
        time.sleep(self._every_s)
        step = self._steps.pop(0) if len(self._steps) > 1 else self._steps[0]
        picture = step()
        return picture is not None, picture

    def release(self) -> None:
        self.released.set()


def noisy(width: int = 64, seed: Iterator[int] | None = None) -> Callable[[], Any]:
    rng = np.random.default_rng(7)
    return lambda: rng.integers(0, 255, (48, width, 3), dtype=np.uint8)


def last_good() -> Callable[[], Any]:
    picture = np.full((48, 64, 3), 90, np.uint8)
    return lambda: picture


def gone() -> None:
    return None


def collect(source: LiveSource, until: Callable[[list[Frame | CameraChanged]], bool]) -> list[Any]:
    """What the source gives until the condition holds, a minute at most."""
    items: list[Frame | CameraChanged] = []
    end = time.monotonic() + 60.0
    for item in source:
        items.append(item)
        if until(items) or time.monotonic() > end:
            source.close()
            break
    return items


def notes(items: list[Any]) -> list[tuple[bool, str]]:
    return [(item.working, item.why) for item in items if isinstance(item, CameraChanged)]


def test_a_slow_reader_gets_the_newest_picture_and_never_a_queue() -> None:
    counter = iter(range(10_000))
    capture = FakeCapture(lambda: np.full((48, 64, 3), next(counter) % 256, np.uint8), every_s=0.002)
    source = LiveSource("camera 0", lambda: capture, QUICK)
    lags = []
    for at, item in enumerate(source):
        assert isinstance(item, Frame)
        time.sleep(0.05)
        if at:
            lags.append(item.index)
        if at == 10:
            break
    newest = next(counter)
    source.close()
    assert newest > 60
    assert lags == list(range(1, 11))


def test_a_frozen_picture_is_noticed_and_its_end_too() -> None:
    still = last_good()
    steps = [noisy()] * 5 + [still] * 40 + [noisy()]
    source = LiveSource("camera 0", lambda: FakeCapture(*steps), QUICK)
    items = collect(source, lambda seen: len(notes(seen)) >= 2)
    assert notes(items) == [(False, "frozen"), (True, "back")]
    frozen = next(at for at, item in enumerate(items) if isinstance(item, CameraChanged))
    assert all(isinstance(item, Frame) for item in items[:frozen])
    assert frozen <= 7


def test_a_lost_camera_is_reopened_with_pauses_and_time_goes_on() -> None:
    opened = []

    def open_capture() -> FakeCapture:
        opened.append(time.monotonic())
        if len(opened) == 1:
            return FakeCapture(*[noisy()] * 5, gone)
        if len(opened) < 4:
            return FakeCapture(gone, opened=False)
        return FakeCapture(noisy())

    source = LiveSource("camera 0", open_capture, QUICK)
    items = collect(source, lambda seen: notes(seen)[-1:] == [(True, "back")] and isinstance(seen[-1], Frame))
    assert notes(items) == [(False, "gone"), (True, "back")]
    assert len(opened) == 4
    pauses = np.diff(opened)[1:]
    assert pauses[1] > pauses[0] >= 0.04
    times = [item.at_ms for item in items]
    assert times == sorted(times)


def test_a_capture_that_blocks_is_noticed() -> None:
    hang = threading.Event()

    def block() -> Any:
        hang.wait(10)
        return None

    captures = [FakeCapture(*[noisy()] * 4, block), FakeCapture(noisy())]
    source = LiveSource("rtsp://camera", lambda: captures.pop(0), QUICK)
    items = collect(source, lambda seen: (True, "back") in notes(seen))
    hang.set()
    assert notes(items) == [(False, "gone"), (True, "back")]


def test_waiting_for_a_lost_camera_costs_little_cpu() -> None:
    captures = [FakeCapture(*[noisy()] * 3, gone)]

    def open_capture() -> FakeCapture:
        return captures.pop(0) if captures else FakeCapture(gone, opened=False)

    source = LiveSource("camera 0", open_capture, QUICK)
    threading.Timer(0.8, source.close).start()
    begun = time.process_time()
    items = list(source)
    assert notes(items) == [(False, "gone")]
    assert time.process_time() - begun < 0.3


def test_another_size_after_reconnecting_is_noted_before_its_first_frame() -> None:
    captures = [FakeCapture(*[noisy()] * 3, gone), FakeCapture(noisy(width=128))]
    source = LiveSource("camera 0", lambda: captures.pop(0), QUICK)
    items = collect(source, lambda seen: isinstance(seen[-1], Frame) and seen[-1].pixels.shape[1] == 128)
    assert notes(items) == [(False, "gone"), (True, "back"), (True, "resized")]
    assert isinstance(items[-2], CameraChanged)


def test_a_camera_that_opens_and_gives_nothing_is_refused() -> None:
    with pytest.raises(CameraLost, match="camera 3 gives no picture; check that it is plugged in"):
        LiveSource("camera 3", lambda: FakeCapture(gone), QUICK)


def test_closing_lets_go_of_the_camera() -> None:
    capture = FakeCapture(noisy())
    source = LiveSource("camera 0", lambda: capture, QUICK)
    next(iter(source))
    source.close()
    assert capture.released.wait(2)
    assert list(source) == []


@pytest.mark.parametrize("fault", [Fault.UNPLUGGED, Fault.FROZEN, Fault.ONE_PICTURE, Fault.BLOCKED])
def test_a_camera_that_fails_is_noticed_within_two_seconds_and_no_dead_picture_is_handed_on(fault: Fault) -> None:
    outage = local_outage(fault)
    assert outage.noticed_ms is not None
    assert outage.noticed_ms <= NOTICED_MS
    assert outage.back_ms is not None
    assert outage.dead_pictures == 0
    assert outage.words == ("frozen" if fault is Fault.FROZEN else "gone", "back")


@pytest.mark.parametrize("fault", [Fault.UNPLUGGED, Fault.FROZEN, Fault.BLOCKED])
def test_a_network_stream_that_fails_is_noticed_within_two_seconds_and_found_again(fault: Fault) -> None:
    outage = network_outage(fault)
    assert outage.noticed_ms is not None
    assert outage.noticed_ms <= NOTICED_MS
    assert outage.back_ms is not None
    assert outage.dead_pictures == 0
    assert outage.words == ("frozen" if fault is Fault.FROZEN else "gone", "back")


def test_a_stream_without_noise_is_known_by_its_still_spells_and_not_called_frozen() -> None:
    first, other = last_good(), (lambda: np.full((48, 64, 3), 140, np.uint8))
    spells = [step for _ in range(4) for step in ([first] * 20 + [other])]
    source = LiveSource("screen", lambda: FakeCapture(*spells, *[first] * 60, noisy()), PATIENT)
    items = collect(source, lambda seen: isinstance(seen[-1], Frame) and float(seen[-1].pixels.std()) > 20)
    assert notes(items) == []


def test_a_camera_without_noise_that_comes_back_frozen_is_not_back() -> None:
    dead = last_good()
    captures = [FakeCapture(*[noisy()] * 4, dead), FakeCapture(dead), FakeCapture(noisy())]
    source = LiveSource("camera 0", lambda: captures.pop(0), QUICK)
    items = collect(source, lambda seen: (True, "back") in notes(seen))
    assert notes(items) == [(False, "frozen"), (True, "back")]
    assert captures == []


def test_an_address_that_answers_nothing_is_one_clear_sentence() -> None:
    with pytest.raises(CameraLost, match=r"http://127\.0\.0\.1:9/x cannot be opened; check the address"):
        open_source("http://127.0.0.1:9/x")


def test_a_camera_is_asked_for_compressed_pictures_first_and_then_for_their_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[int, float]] = []

    class Camera:
        def __init__(self, number: int) -> None:
            assert number == 3

        def set(self, wish: int, value: float) -> bool:
            asked.append((wish, value))
            return False

    monkeypatch.setattr(sources.cv2, "VideoCapture", Camera)
    sources._open_camera(3)
    assert asked[0] == (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    assert dict(asked)[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert dict(asked)[cv2.CAP_PROP_FRAME_HEIGHT] == 720


def test_bare_jpeg_pictures_over_tcp_are_a_camera() -> None:
    """As `rpicam-vid --codec mjpeg --listen -o tcp://...` sends them."""
    listening = socket.create_server(("127.0.0.1", 0))

    def send() -> None:
        peer, _ = listening.accept()
        picture = np.random.default_rng(0).integers(0, 255, (360, 640, 3), np.uint8)
        with contextlib.suppress(OSError):
            for number in range(2000):
                picture[:40] = number % 200
                peer.sendall(cv2.imencode(".jpg", picture)[1].tobytes())
                time.sleep(0.02)

    threading.Thread(target=send, daemon=True).start()
    source = open_source(f"tcp://127.0.0.1:{listening.getsockname()[1]}")
    try:
        frames = [item for item in itertools.islice(source, 5) if isinstance(item, Frame)]
    finally:
        source.close()
        listening.close()
    assert source.live
    assert len(frames) >= 3
    assert frames[0].pixels.shape == (360, 640, 3)
