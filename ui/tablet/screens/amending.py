"""A correction is made at once where nothing written down changes, and said; otherwise it is shown first."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kivy.uix.widget import Widget

from kozyr.engine.table.log import Entry
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.foresight import Foresight
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Rows, Scroll, Text, coloured, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

Prepare = Callable[[], tuple[Entry, ...]]
"""Makes the log lines of a correction."""
SHOWN: Final = 8
"""Lines of what follows; more are counted."""


class ConfirmPage(Page):
    """What a correction says and what follows from it: yes, or back."""

    whole = True

    def __init__(self, screen: "TableScreen", prepare: Prepare, found: Foresight) -> None:
        self._prepare, self._found = prepare, found
        super().__init__(screen)

    def build(self) -> None:
        self.heading(tr("amend.title"))
        rows = Rows(spacing=theme.s * 8)
        for line in self._found.said:
            rows.add_widget(self._text(f"[b]{coloured(line)}[/b]", 20))
        for line in self._follows():
            rows.add_widget(self._text(coloured(line), 18))
        scroll = Scroll()
        scroll.add_widget(rows)
        self.add_widget(scroll)
        self.row(key(tr("amend.yes"), self._make, tone="primary", tip="amend"), height=76)
        self.row(key(tr("key.cancel"), self.screen.home))

    def _follows(self) -> list[str]:
        follows = list(self._found.follows) or [tr("amend.nothing")]
        if len(follows) <= SHOWN:
            return follows
        return [*follows[: SHOWN - 1], tr("amend.more", count=len(follows) - SHOWN + 1)]

    @staticmethod
    def _text(text: str, size: float) -> Widget:
        return Text(text=text, base_size=size, padding=(theme.s * 6, theme.s * 2))

    def _make(self) -> None:
        self.screen.finish(lambda: self.model.amend(self._prepare()))


def made_text(found: Foresight) -> str:
    """A correction that has just been made, in one line."""
    return tr("amend.made", what=". ".join((*found.said, *found.follows[:1])))
