"""The judge's PIN for one thing that only he may do, asked for from among the players."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.screens.menu import PinPage
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Text

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen


class DeedPinPage(PinPage):
    """Asks for the PIN; ``about`` says whose entry it is, ``then`` does it. The table stays the players'."""

    def __init__(self, screen: "TableScreen", about: str, then: Callable[[], object]) -> None:
        self._about, self._then = about, then
        super().__init__(screen)

    def head(self) -> None:
        self.add_widget(Text(text=self._about, base_size=18, padding=(theme.s * 8, theme.s * 2)))

    def _open(self, pin: str) -> None:
        if self.model.knows_pin(pin):
            self._then()
        else:
            self._said = tr("judge.pin-wrong")
            self._pad.refuse(self._said)
