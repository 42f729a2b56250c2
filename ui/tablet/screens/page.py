"""What every page beside the felt has in common, and the row of keys pages are built from."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.kept import Kept, kept, lay
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.people import named
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Heading, Key, Panel, Text, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

Choice = tuple[str, str, Callable[[], object]]
"""One key of a question: (text, tone, what to do)."""
ROW: Final = 64
"""The height of a row of keys, units."""


class Page(Panel):
    """One page of the side panel. ``build`` puts its widgets; it is called again after every change."""

    whole = False
    """True for a page with a task of its own: it hides the tabs and closes when the task is done."""
    keeps = False
    """True for a page that is built again and again while people play: its keys, rows and headings stay and only what
    differs is changed. It may keep no widget of its own that ``kept`` made."""

    full = False
    """True for a page whose keys fill it: upright nothing may stand above it."""

    stays = False
    """True for the page of a tab that is kept while another is shown, for its making takes long."""

    over: Callable[[], Widget] | None = None
    """Makes what stands above the felt while the page is open; None for nothing."""

    settles = False
    """True for a page that takes no touch at first: a hurried second one was meant for the page before it."""

    def __init__(self, screen: "TableScreen", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.screen = screen
        self.model: TableModel = screen.model
        self._kept = Kept()
        self._wanted: list[Widget] | None = None
        self._built()

    @property
    def unfinished(self) -> str:
        """What is said when another key is touched in the midst of its task; empty where nothing is lost by that."""
        return ""

    @property
    def lost_by(self) -> str:
        """Why a page with a task of its own has nothing left to show; empty: what it is about was taken back."""
        return ""

    def seat_touched(self, seat: Seat) -> bool:
        """A player's plate was touched; True where that is an answer to this page."""
        return False

    @property
    def beside(self) -> Widget | None:
        """What stands in the felt's place while the page is open; None for the felt itself."""
        return None

    def build(self) -> None:
        """Puts the widgets."""

    def refresh(self) -> None:
        """The table has changed."""
        if not self.keeps:
            self.clear_widgets()
        self._built()
        if self.whole and not self.children:
            self.screen.lost(self.lost_by)

    def again(self) -> None:
        """Shown again after another page: as a new one would be."""
        self.refresh()

    def relay(self) -> None:
        """Everything is made anew: another size, language or colours."""
        self._kept.forget()
        self.clear_widgets()
        self._built()

    def _built(self) -> None:
        if not self.keeps:
            self.build()
            return
        wanted: list[Widget] = []
        self._wanted = wanted
        try:
            with self._kept.building():
                self.build()
        finally:
            self._wanted = None
        lay(self, wanted)

    def add_widget(self, widget: Widget, *args: Any, **kwargs: Any) -> None:
        if self._wanted is None:
            super().add_widget(widget, *args, **kwargs)
        else:
            self._wanted.append(widget)

    def heading(self, text: str) -> None:
        """A title line."""
        self.add_widget(kept(Heading, text=text))

    def row(self, *keys: Widget, height: float = ROW) -> BoxLayout:
        """Keys beside one another."""
        made = kept(BoxLayout, spacing=theme.s * 6, size_hint_y=None, height=theme.s * height)
        lay(made, keys)
        self.add_widget(made)
        return made

    def grid(self, columns: int, keys: Iterable[Widget]) -> GridLayout:
        """Keys in a grid that fills what is left of the page."""
        made = kept(GridLayout, cols=columns, spacing=theme.s * 6)
        lay(made, tuple(keys))
        self.add_widget(made)
        return made

    def changes_keys(self, seq: int, **kwargs: Any) -> tuple[Key, ...]:
        """On a page that corrects entry ``seq``: the key that shows what became of it.

        None where nothing did, and for players none of a card that is gone.
        """
        entry = self.model.entry_of(self.model.line_of(seq))
        if entry is None or entry.replaces is None or self.model.is_gone(seq):
            return ()
        kwargs.setdefault("base_size", 16)
        return (key(tr("key.changes"), partial(self.screen.open_changes, seq), tip="changes", pad=3, **kwargs),)

    def fill(self) -> None:
        """Takes up what is left of the page."""
        self.add_widget(kept(Widget))


class ChoicePage(Page):
    """A question with a few large keys: ``choices`` are (text, tone, what to do).

    ``seats``: what the plate of a player does as well. ``unfinished``: as of every page.
    """

    whole = True

    def __init__(
        self,
        screen: "TableScreen",
        question: str,
        choices: tuple[Choice, ...],
        *,
        seats: Mapping[Seat, Callable[[], object]] | None = None,
        unfinished: str = "",
    ) -> None:
        self._question, self._choices, self._seats, self._unfinished = question, choices, seats or {}, unfinished
        super().__init__(screen)

    @property
    def unfinished(self) -> str:
        return self._unfinished

    def seat_touched(self, seat: Seat) -> bool:
        if seat in self._seats:
            self._seats[seat]()
        return seat in self._seats

    def build(self) -> None:
        self.add_widget(Text(text=self._question, base_size=24, padding=(theme.s * 8, theme.s * 14)))
        high = 60 if theme.portrait and len(self._choices) > 3 else 76
        for text, tone, do in self._choices:
            self.row(key(text, do, tone=tone), height=high)
        self.fill()
        self.row(key(tr("key.back"), self.screen.home))


def seat_page(
    screen: "TableScreen",
    question: str,
    seats: Iterable[Seat],
    chosen: Callable[[Seat], object],
    more: tuple[Choice, ...] = (),
    *,
    unfinished: str = "",
) -> ChoicePage:
    """Asks for one of the seats, by player's name or plate; ``more`` choices stand below them.

    ``unfinished``: as of every page.
    """
    does = {seat: partial(chosen, seat) for seat in seats}
    choices = tuple((named(screen.model, seat), "plain", do) for seat, do in does.items())
    return ChoicePage(screen, question, (*choices, *more), seats=does, unfinished=unfinished)


def quiet(text: str, do: Callable[[], object]) -> Key:
    """A key of minor weight."""
    return key(text, do, tone="plain", base_size=18)
