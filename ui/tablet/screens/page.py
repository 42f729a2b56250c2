"""What every page beside the felt has in common, and the row of keys pages are built from."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.people import named
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Heading, Key, Panel, Text, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

ROW: Final = 64
"""The height of a row of keys, units."""


class Page(Panel):
    """One page of the side panel. ``build`` puts its widgets; it is called again after every change."""

    whole = False
    """True for a page with a task of its own: it hides the tabs and closes when the task is done."""

    def __init__(self, screen: "TableScreen", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.screen = screen
        self.model: TableModel = screen.model
        self.build()

    def build(self) -> None:
        """Puts the widgets."""

    def refresh(self) -> None:
        """The table has changed."""
        self.clear_widgets()
        self.build()

    def heading(self, text: str) -> None:
        """A title line."""
        self.add_widget(Heading(text=text))

    def row(self, *keys: Widget, height: float = ROW) -> BoxLayout:
        """Keys beside one another."""
        made = BoxLayout(spacing=theme.s * 6, size_hint_y=None, height=theme.s * height)
        for one in keys:
            made.add_widget(one)
        self.add_widget(made)
        return made

    def grid(self, columns: int, keys: Iterable[Widget]) -> GridLayout:
        """Keys in a grid that fills what is left of the page."""
        made = GridLayout(cols=columns, spacing=theme.s * 6)
        for one in keys:
            made.add_widget(one)
        self.add_widget(made)
        return made

    def fill(self) -> None:
        """Takes up what is left of the page."""
        self.add_widget(Widget())


class ChoicePage(Page):
    """A question with a few large keys: ``choices`` are (text, tone, what to do)."""

    whole = True

    def __init__(
        self, screen: "TableScreen", question: str, choices: tuple[tuple[str, str, Callable[[], object]], ...]
    ) -> None:
        self._question, self._choices = question, choices
        super().__init__(screen)

    def build(self) -> None:
        self.add_widget(Text(text=self._question, base_size=24, padding=(theme.s * 8, theme.s * 14)))
        for text, tone, do in self._choices:
            self.row(key(text, do, tone=tone), height=76)
        self.fill()
        self.row(key(tr("key.cancel"), self.screen.home))


def seat_page(
    screen: "TableScreen", question: str, seats: Iterable[Seat], chosen: Callable[[Seat], object]
) -> ChoicePage:
    """Asks for one of the seats, by player's name."""
    choices = tuple((named(screen.model, seat), "plain", lambda seat=seat: chosen(seat)) for seat in seats)
    return ChoicePage(screen, question, choices)


def quiet(text: str, do: Callable[[], object]) -> Key:
    """A key of minor weight."""
    return key(text, do, tone="plain", base_size=18)
