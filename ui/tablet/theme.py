"""Colours, sizes and fonts of the tablet. Dark first: clubs play in dim rooms.

``theme.s`` is the scale of the layout: 1 on a 1024x600 screen, upright or not. Everything touched is at least 60 units
high, which is 9 mm on a 7-inch screen of 170 dpi. ``theme.t`` makes words larger, within the same keys.
"""

from pathlib import Path
from typing import Final

from kivy.core.text import LabelBase
from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty

FONTS: Final = Path(__file__).parent / "fonts"
BASE_PX: Final = (1024, 600)
"""The smallest screen: the layout is drawn for it, upright with its sides changed, and scaled up."""
TEXT_SIZES: Final = {"normal": 1.0, "large": 1.25}
"""Names of the text sizes to their scale."""
THEMES: Final = {
    "dark": {
        "ground": "#12171a", "felt": "#1c4a3b", "felt_deep": "#143a2e", "felt_line": "#2f6a56", "panel": "#1b2226",
        "key": "#2c363c", "key_dim": "#1f272b", "key_down": "#3d4a52", "line": "#36434a", "text": "#f1f4f1",
        "muted": "#a3b3ae", "faint": "#64757a", "accent": "#f2b63c", "accent_text": "#1d1604", "good": "#55c98f",
        "danger": "#e8555a", "danger_text": "#ffffff", "red_suit": "#ff7a76", "black_suit": "#f1f4f1",
        "plate": "#10201b", "plate_turn": "#f2b63c", "edge": "#00000000",
    },
    "light": {
        "ground": "#dfe4df", "felt": "#3f8468", "felt_deep": "#347259", "felt_line": "#5a9d82", "panel": "#e6ebe6",
        "key": "#ffffff", "key_dim": "#dae1db", "key_down": "#bccac1", "line": "#c2ccc5", "text": "#17211d",
        "muted": "#52625b", "faint": "#8b9992", "accent": "#d98a00", "accent_text": "#1d1400", "good": "#17814f",
        "danger": "#c3262f", "danger_text": "#ffffff", "red_suit": "#c8102e", "black_suit": "#17211d",
        "plate": "#f6f8f5", "plate_turn": "#f2b63c", "edge": "#00000000",
    },
    "contrast": {
        "ground": "#000000", "felt": "#06281c", "felt_deep": "#000000", "felt_line": "#ffffff", "panel": "#000000",
        "key": "#141414", "key_dim": "#000000", "key_down": "#5a4a00", "line": "#ffffff", "text": "#ffffff",
        "muted": "#e6e6e6", "faint": "#b4b4b4", "accent": "#ffd60a", "accent_text": "#000000", "good": "#4dff9d",
        "danger": "#d3000c", "danger_text": "#ffffff", "red_suit": "#ff8f8a", "black_suit": "#ffffff",
        "plate": "#000000", "plate_turn": "#ffd60a", "edge": "#ffffff",
    },
}  # fmt: skip
"""Colour names to values."""
CARD_PAPER: Final = "#fbfaf4"
CARD_RED: Final = "#c4122f"
CARD_BLACK: Final = "#16181a"


class Theme(EventDispatcher):
    """The colours and the scale in force; ``.kv`` rules follow its changes."""

    name = StringProperty("dark")
    s = NumericProperty(1.0)
    t = NumericProperty(1.0)
    portrait = BooleanProperty(False)
    """True on a screen that is higher than wide."""
    ground = ColorProperty()
    felt = ColorProperty()
    felt_deep = ColorProperty()
    felt_line = ColorProperty()
    panel = ColorProperty()
    key = ColorProperty()
    key_dim = ColorProperty()
    key_down = ColorProperty()
    line = ColorProperty()
    text = ColorProperty()
    muted = ColorProperty()
    faint = ColorProperty()
    accent = ColorProperty()
    accent_text = ColorProperty()
    good = ColorProperty()
    danger = ColorProperty()
    danger_text = ColorProperty()
    red_suit = ColorProperty()
    black_suit = ColorProperty()
    plate = ColorProperty()
    plate_turn = ColorProperty()
    edge = ColorProperty()

    def wear(self, name: str) -> None:
        """Changes to the colours of ``dark``, ``light`` or ``contrast``."""
        for colour, value in THEMES[name].items():
            setattr(self, colour, value)
        self.name = name

    def speak(self, size: str) -> None:
        """Changes to the text size ``normal`` or ``large``."""
        self.t = TEXT_SIZES[size]

    @property
    def text_size(self) -> str:
        """The name of the text size in force."""
        return next((name for name, scale in TEXT_SIZES.items() if scale == self.t), "normal")

    def fit(self, width_px: float, height_px: float) -> None:
        """Scales the layout to a window."""
        self.portrait = height_px > width_px
        wide, high = reversed(BASE_PX) if self.portrait else BASE_PX
        self.s = min(width_px / wide, height_px / high)


def register_fonts() -> None:
    """Makes Kozyr Sans, which has Cyrillic and suit signs, the face of every text."""
    for name in ("Roboto", "KozyrSans"):
        bold = str(FONTS / "KozyrSans-Bold.ttf")
        LabelBase.register(name, str(FONTS / "KozyrSans-Regular.ttf"), fn_bold=bold)


theme = Theme()
theme.wear("dark")
