"""The protocol and the log for somebody's phone: a QR code, an address that ends with the page."""

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.graphics.texture import Texture
from kivy.uix.image import Image

from kozyr.ui.locale.text import tr
from kozyr.ui.sharing import Sharing, qr_rows
from kozyr.ui.tablet.screens.paper_view import BesidePaper
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import FitLabel, Heading, Text, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen


class SharePage(BesidePaper):
    """A QR code for a phone in the same network; the address ends with the page."""

    def __init__(self, screen: "TableScreen", sharing: Sharing, **way: Any) -> None:
        self._sharing = sharing
        self._left = Heading(text="", base_size=18, color=theme.muted, halign="center", high=34)
        self._tick: Any = Clock.schedule_interval(self._count, 1)
        super().__init__(screen, way.get("view"), way.get("back"))
        self.bind(parent=lambda *_: Clock.schedule_once(self._gone, 0))

    def build(self) -> None:
        self.heading(tr("papers.phone"))
        self.add_widget(Text(text=tr("papers.scan"), base_size=18, padding=(theme.s * 6, theme.s * 4)))
        self.add_widget(Image(texture=qr_texture(self._sharing.address), fit_mode="contain"))
        self.add_widget(
            FitLabel(text=self._sharing.address, base_size=16, size_hint_y=None, height=theme.s * 44, color=theme.muted)
        )
        if self._sharing.is_local_only:
            self.add_widget(Text(text=tr("papers.no-network"), base_size=17, color=theme.red_suit))
        self.add_widget(self._left)
        self._count()
        self.row(key(tr("papers.end"), self._end, tip="back"))

    def refresh(self) -> None:
        """Nothing here depends on the table."""

    def _count(self, *_: object) -> None:
        left = self._sharing.left_s
        self._left.text = tr("papers.left", minutes=left // 60, seconds=f"{left % 60:02}")
        if not left:
            self._end()

    def _end(self) -> None:
        self.close()
        self._back()

    def _gone(self, *_: object) -> None:
        if self.parent is None:
            self.close()

    def close(self) -> None:
        """The address opens nothing any more."""
        self._tick.cancel()
        self._sharing.close()


def qr_texture(text: str) -> Any:
    """A QR code as a texture, a pixel a module: black on white in every theme, as readers want it."""
    rows = qr_rows(text)[::-1]
    pixels = bytes(value for row in rows for dark in row for value in ((0, 0, 0) if dark else (255, 255, 255)))
    made = Texture.create(size=(len(rows[0]), len(rows)), colorfmt="rgb", mipmap=False)
    made.mag_filter = made.min_filter = "nearest"
    made.blit_buffer(pixels, colorfmt="rgb", bufferfmt="ubyte")
    return made
