"""Cameras that fail on purpose: captures driven by a script, and a network camera on this machine."""

import http.server
import threading
import time
from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final

import cv2
import numpy as np

from kozyr.vision.types import Image

SIZE: Final = (320, 192)
"""Width and height of the pictures, pixels."""


class Fault(StrEnum):
    """What a camera does wrong."""

    NONE = "none"
    UNPLUGGED = "unplugged"
    """Reading fails at once."""
    FROZEN = "frozen"
    """The last good picture comes again and again."""
    ONE_PICTURE = "one picture"
    """Reading fails; opened anew it gives one good picture and then fails again."""
    BLOCKED = "blocked"
    """Reading does not return."""


class Scene:
    """What the camera looks at: a table with noise, as every real camera sees it."""

    def __init__(self, size: tuple[int, int] = SIZE, seed: int = 1) -> None:
        self.size = size
        self._rng = np.random.default_rng(seed)

    def picture(self) -> Image:
        """The next picture, BGR, at the present ``size``."""
        width, height = self.size
        noisy = np.clip(self._rng.normal(96, 3, (height, width, 3)), 0, 255)
        return np.asarray(noisy, np.uint8)


class FailingCamera:
    """A camera that can be opened again and again; ``fault`` says what it does now."""

    def __init__(self, scene: Scene, every_s: float = 1 / 30) -> None:
        self.scene, self.every_s = scene, every_s
        self.fault = Fault.NONE
        self.last: Image = scene.picture()
        self.opened = 0
        self.mended = threading.Event()

    def open(self) -> "FailingCapture":
        """What a program gets that opens the camera now."""
        self.opened += 1
        return FailingCapture(self)

    def break_down(self, fault: Fault) -> None:
        """From the next picture on."""
        self.mended.clear()
        self.fault = fault

    def mend(self) -> None:
        """It works again; a reading that hangs returns nothing."""
        self.fault = Fault.NONE
        self.mended.set()


class FailingCapture:
    """One opening of a failing camera, like OpenCV's."""

    def __init__(self, camera: FailingCamera) -> None:
        self._camera = camera
        self._reads = 0
        self._opened_in = camera.fault

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self._opened_in in (Fault.NONE, Fault.ONE_PICTURE, Fault.FROZEN)

    def read(self) -> tuple[bool, Any]:
        camera = self._camera
        time.sleep(camera.every_s)
        self._reads += 1
        match camera.fault:
            case Fault.UNPLUGGED:
                return False, None
            case Fault.FROZEN:
                return True, camera.last
            case Fault.ONE_PICTURE if self._opened_in is Fault.NONE or self._reads > 1:
                return False, None
            case Fault.BLOCKED:
                camera.mended.wait(30)
                return False, None
        camera.last = camera.scene.picture()
        return True, camera.last

    def release(self) -> None: ...


class NetworkCamera:
    """A camera on this machine's own network address that sends its pictures as MJPEG; ``fault`` as above."""

    def __init__(self, scene: Scene, every_s: float = 1 / 25) -> None:
        self.camera = FailingCamera(scene, every_s)
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _handler(self.camera))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, name="kozyr-mjpeg", daemon=True).start()

    @property
    def address(self) -> str:
        """Where it is found."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/table.mjpg"

    def close(self) -> None:
        """Nobody answers there any more."""
        self.camera.mend()
        self._server.shutdown()
        self._server.server_close()


def _handler(camera: FailingCamera) -> Callable[..., http.server.BaseHTTPRequestHandler]:
    class Handler(http.server.BaseHTTPRequestHandler):
        """Sends what the camera gives, as one endless answer."""

        def do_GET(self) -> None:
            capture = camera.open()
            if not capture.isOpened():
                self.send_error(503)
                return
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            try:
                while True:
                    got, picture = capture.read()
                    if not got:
                        return
                    data = cv2.imencode(".jpg", picture)[1].tobytes()
                    head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                    self.wfile.write(head.encode() + data + b"\r\n")
            except OSError:
                return

        def log_message(self, *args: object) -> None:
            """Silence."""

    return Handler
