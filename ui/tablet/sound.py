"""A short click under the finger, for those who want one. It is made here: a decaying tone in a wav file."""

import math
import struct
import tempfile
import wave
from pathlib import Path
from typing import Any, Final

_RATE_HZ: Final = 22_050
_LONG_S: Final = 0.04
_TONE_HZ: Final = 1_400
_LOUDEST: Final = 9_000


class Sounds:
    """Whether touches are heard, and the sound itself, loaded when it is first wanted."""

    def __init__(self) -> None:
        self.on = False
        self._click: Any = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def tap(self) -> None:
        """A touch has done something; a machine without loudspeakers is silent."""
        if not self.on:
            return
        if self._click is None:
            from kivy.core.audio import SoundLoader

            self._folder = tempfile.TemporaryDirectory(prefix="kozyr-")
            file = Path(self._folder.name) / "tap.wav"
            write_click(file)
            self._click = SoundLoader.load(str(file)) or False
        if self._click:
            self._click.stop()
            self._click.play()


def write_click(file: Path) -> None:
    """Writes the click: 40 ms, 16 bits, one channel."""
    count = int(_RATE_HZ * _LONG_S)
    waves = (math.sin(2 * math.pi * _TONE_HZ * at / _RATE_HZ) * math.exp(-6 * at / count) for at in range(count))
    with wave.open(str(file), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(_RATE_HZ)
        out.writeframes(b"".join(struct.pack("<h", int(one * _LOUDEST)) for one in waves))


sounds = Sounds()
"""The sounds of this window."""
