"""The sheets of a PDF on the screen, as a printer would bring them; they stand in the felt's place."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from kivy.clock import Clock
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.image import Image
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.textures import texture_of
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import FitLabel, Key, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

MOST_PX: Final = 2048
"""The longest side of a picture that every graphics chip can hold."""
HIGH: Final = 64
"""The row of keys below the sheet, units."""
DIMMED: Final = {"dark": (0.86, 0.85, 0.82, 1), "contrast": (0.92, 0.92, 0.92, 1)}
"""White paper must not blind a dim room."""


class BesidePaper(Page):
    """A page with the paper in the felt's place."""

    whole = True

    def __init__(
        self, screen: "TableScreen", view: "PaperView | None", back: Callable[[], object] | None = None
    ) -> None:
        self._view, self._back = view, back or screen.home
        super().__init__(screen)

    @property
    def beside(self) -> Widget | None:
        return self._view

    def relay(self) -> None:
        if self._view is not None:
            self._view.relay()
        super().relay()


class SheetPicture(ButtonBehavior, Image):
    """One sheet; a touch shows it whole, another one large."""


class PaperView(BoxLayout):
    """Shows a PDF a sheet at a time: as wide as there is room, to be moved by a finger, or whole.

    ``pdf`` makes the document, or gives the one made last; it is asked when the view is shown and at ``look``.
    """

    def __init__(self, pdf: Callable[[], bytes]) -> None:
        super().__init__(orientation="vertical", spacing=theme.s * 6)
        self._source, self._pdf = pdf, b""
        self._document: Any = None
        self._page = 0
        self._whole = self._is_unseen = False
        self._drawn: tuple[Any, ...] = ()
        # A long protocol takes a while to make: the page beside it comes up first.
        after = Clock.create_trigger(self._open, 0)
        self.look = Clock.create_trigger(lambda _: after(), 0)
        self._again = Clock.create_trigger(lambda *_: self._draw(), -1)
        self._lay()

    @property
    def pages(self) -> int:
        """How many sheets there are."""
        return len(self._document) if self._document is not None else 0

    def _open(self, *_: object) -> None:
        """Shows the document as it is now; the sheet that was looked at stays in sight."""
        if self.parent is None or (pdf := self._source()) == self._pdf:
            return
        self.close()
        self._pdf = pdf
        try:
            # Half as long to load as the whole app: only who looks at the paper needs it.
            from pypdfium2 import PdfDocument

            self._document = PdfDocument(pdf)
        except (ImportError, OSError, RuntimeError):
            # The match goes on, and so does the paper: the same bytes can be saved, printed and given away.
            self._is_unseen = True
        self._page = max(min(self._page, self.pages - 1), 0)
        self._say()
        self._again()

    def relay(self) -> None:
        """Everything is made anew: another size, language or colours, or graphics memory that was lost."""
        self._lay()

    def on_parent(self, _: object, parent: object) -> None:
        """Shown, or no longer: the document is let go of when nobody looks at it."""
        if parent is None:
            Clock.schedule_once(self._left, 0)
        else:
            self.look()

    def _left(self, *_: object) -> None:
        if self.parent is None:
            self.close()

    def close(self) -> None:
        """Lets go of the document."""
        if self._document is not None:
            self._document.close()
        self._pdf, self._document, self._drawn, self._is_unseen = b"", None, (), False

    def _lay(self) -> None:
        self.clear_widgets()
        self._drawn = ()
        self._sheet = SheetPicture(fit_mode="fill", size_hint=(None, None), opacity=0)
        self._sheet.color = DIMMED.get(theme.name, (1, 1, 1, 1))
        self._sheet.bind(on_release=lambda *_: self._resize())
        middle = AnchorLayout(size_hint=(None, None))
        middle.add_widget(self._sheet)
        self._middle = middle
        self._scroll = ScrollView(do_scroll_x=False, scroll_type=["content", "bars"], bar_width=theme.s * 10)
        self._scroll.add_widget(middle)
        self._scroll.bind(size=self._again)
        self.add_widget(self._scroll)
        self.add_widget(self._keys())
        self._say()
        self._again()

    def _keys(self) -> BoxLayout:
        row = BoxLayout(size_hint_y=None, height=theme.s * HIGH, spacing=theme.s * 6)
        narrow = {"size_hint_x": None, "width": theme.s * 84, "base_size": 30}
        self._before: Key = key("←", partial(self._turn, -1), tip="sheet-before", **narrow)
        self._after: Key = key("→", partial(self._turn, 1), tip="sheet-after", **narrow)
        self._said = FitLabel(base_size=18, color=theme.muted)
        self._size: Key = key("", self._resize, base_size=18, size_hint_x=None, width=theme.s * 180, tip="sheet-size")
        for one in (self._before, self._said, self._after, self._size):
            row.add_widget(one)
        return row

    def _say(self) -> None:
        """Which sheet it is, and what the keys do now."""
        page = tr("paper.page", page=self._page + 1, pages=self.pages) if self.pages else ""
        self._said.text = tr("papers.unseen") if self._is_unseen else page
        self._before.lit, self._after.lit = self._page > 0, self._page < self.pages - 1
        for one in (self._before, self._after):
            one.opacity = 1 if self.pages > 1 else 0
        self._size.text = tr("papers.large" if self._whole else "papers.whole")

    def _turn(self, by: int) -> None:
        self._page = min(max(self._page + by, 0), max(self.pages - 1, 0))
        self._scroll.scroll_y = 1
        self._say()
        self._again()

    def _resize(self) -> None:
        self._whole = not self._whole
        self._scroll.scroll_y = 1
        self._say()
        self._again()

    def _draw(self) -> None:
        """The sheet in the size that there is room for."""
        if self._document is None or min(self._scroll.size) < 2:
            return
        page = self._document[self._page]
        wide, high = page.get_size()
        room_wide, room_high = self._scroll.size
        scale = min(room_wide / wide, room_high / high) if self._whole else room_wide / wide
        size = round(wide * scale), round(high * scale)
        self._sheet.size = size
        self._middle.size = room_wide, max(size[1], room_high)
        if self._drawn != (self._page, size):
            self._drawn = self._page, size
            self._sheet.opacity = 1
            self._sheet.texture = texture_of(pixels(page, min(scale, MOST_PX / max(wide, high))))


def pixels(page: Any, scale: float) -> Any:
    """A page as RGBA, shape (height, width, 4), the lowest row first; ``scale``: pixels a point of the PDF."""
    drawn = page.render(scale=scale, rev_byteorder=True, prefer_bgrx=True).to_numpy()
    made = np.ascontiguousarray(drawn[::-1])
    made[..., 3] = 255
    return made
