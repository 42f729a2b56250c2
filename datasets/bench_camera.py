"""How soon a failing camera is noticed and how soon it is used again, by kind of fault."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from kozyr.datasets.failing_cameras import FailingCamera, Fault, NetworkCamera, Scene
from kozyr.engine.observations import CameraChanged
from kozyr.vision.live import LiveSource
from kozyr.vision.sources import open_source
from kozyr.vision.types import Frame

NOTICED_MS: Final = 2000
"""A fault must be noticed within this time."""
_LONGEST_S: Final = 25.0
_RUN_S: Final = 0.6
"""How long a camera works before it fails."""
_DOWN_S: Final = 2.3
"""How long it fails."""


@dataclass(frozen=True, slots=True)
class Outage:
    """One fault, from its beginning to its end."""

    noticed_ms: int | None
    """From the fault to the word that the camera is lost; None when nobody noticed."""
    back_ms: int | None
    """From the camera's mending to the word that it is back."""
    dead_pictures: int
    """Pictures handed on between the fault's notice and the camera's return: must be 0."""
    words: tuple[str, ...]
    """What was told, in order."""


def bench_camera() -> dict[str, Any]:
    """Times of every kind of fault, on a camera of this machine and on a network stream; takes about a minute."""
    faults = [fault for fault in Fault if fault is not Fault.NONE]
    rows = {f"camera, {fault.value}": outage_row(local_outage(fault)) for fault in faults}
    rows["camera, another size"] = outage_row(local_outage(Fault.UNPLUGGED, mended_size=(512, 640)))
    rows |= {f"stream, {fault.value}": outage_row(network_outage(fault)) for fault in faults}
    late = [name for name, row in rows.items() if row["noticed_ms"] is None or row["noticed_ms"] > NOTICED_MS]
    dead = sum(row["dead_pictures"] for row in rows.values())
    return {"faults": rows, "noticed_too_late": late, "pictures_from_a_dead_camera": dead}


def outage_row(outage: Outage) -> dict[str, Any]:
    """An outage as one line of the table."""
    return {
        "noticed_ms": outage.noticed_ms, "back_ms": outage.back_ms, "dead_pictures": outage.dead_pictures,
        "told": " ".join(outage.words),
    }  # fmt: skip


def local_outage(fault: Fault, mended_size: tuple[int, int] | None = None) -> Outage:
    """A camera of this machine fails and works again, perhaps with pictures of another size."""
    camera = FailingCamera(Scene())
    return _outage(camera, lambda: LiveSource("camera 0", camera.open), fault, mended_size)


def network_outage(fault: Fault) -> Outage:
    """The same through the network."""
    network = NetworkCamera(Scene())
    try:
        return _outage(network.camera, lambda: open_source(network.address), fault, None)
    finally:
        network.close()


def _outage(
    camera: FailingCamera, opened: Callable[[], Any], fault: Fault, mended_size: tuple[int, int] | None
) -> Outage:
    source = opened()
    failed_s: list[float] = []
    mended_s: list[float] = []

    def script() -> None:
        time.sleep(_RUN_S)
        failed_s.append(time.monotonic())
        camera.break_down(fault)
        time.sleep(_DOWN_S)
        camera.scene.size = mended_size or camera.scene.size
        mended_s.append(time.monotonic())
        camera.mend()

    threading.Thread(target=script, name="kozyr-fault", daemon=True).start()
    noticed = back = None
    dead, words, lost, end_s = 0, [], False, time.monotonic() + _LONGEST_S
    for item in source:
        now_s = time.monotonic()
        if isinstance(item, CameraChanged):
            words.append(item.why)
            lost = not item.working
            if lost and noticed is None:
                noticed = round((now_s - failed_s[0]) * 1000) if failed_s else -1
            if not lost and mended_s and back is None:
                back = round((now_s - mended_s[0]) * 1000)
        elif isinstance(item, Frame):
            dead += lost or (noticed is not None and not mended_s)
            if back is not None or now_s > end_s:
                break
        if now_s > end_s:
            break
    source.close()
    return Outage(noticed, back, dead, tuple(words))
