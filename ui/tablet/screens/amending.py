"""A correction is made at once where nothing written down changes, and said; otherwise it is shown first."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from kivy.uix.widget import Widget

from kozyr.engine.errors import KozyrError
from kozyr.engine.table.log import Entry
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.following import in_turn
from kozyr.ui.tablet.foresight import Foresight, foreseen
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Key, Rows, Scroll, Text, coloured, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

Prepare = Callable[[], tuple[Entry, ...]]
"""Makes the log lines of a correction."""


class Way(NamedTuple):
    """One way to put something right."""

    prepare: Prepare
    """Makes its log lines."""
    found: Foresight
    """What follows from it."""
    in_turn: bool = False
    """Whether what was entered after it for the seat on turn goes on in turn."""


def ways_of(model: TableModel, prepare: Prepare) -> tuple[Way, ...]:
    """The ways to make a correction, the likelier one first: with what follows it in turn, and alone.

    Raises as ``Session.amend`` when there is none.
    """

    def following() -> tuple[Entry, ...]:
        return in_turn(model.session, prepare())

    entries, moved = prepare(), following()
    if len(entries) == len(moved):
        return (Way(prepare, foreseen(model, entries)),)
    found: list[Way] = []
    refused: list[KozyrError] = []
    for make, lines, is_moved in ((prepare, entries, False), (following, moved, True)):
        try:
            found.append(Way(make, foreseen(model, lines), is_moved))
        except KozyrError as error:
            refused.append(error)
    if not found:
        raise refused[0]
    return tuple(sorted(found, key=lambda way: way.found.findings))


SHOWN: Final = 8
"""Lines of what follows; more are counted."""


class ConfirmPage(Page):
    """What a correction says and what follows from it: yes, or back; where there are two ways, one of them."""

    whole = True

    def __init__(self, screen: "TableScreen", ways: tuple[Way, ...]) -> None:
        self._ways, self._way = ways, ways[0]
        super().__init__(screen)

    @property
    def _found(self) -> Foresight:
        return self._way.found

    def build(self) -> None:
        self.heading(tr("amend.title"))
        if len(self._ways) > 1:
            made = (self._way_key(way) for way in sorted(self._ways, key=lambda way: not way.in_turn))
            self.row(*made)
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

    def _way_key(self, way: Way) -> Key:
        name = "amend.way.in-turn" if way.in_turn else "amend.way.alone"
        tone = "chosen" if way is self._way else "plain"
        return key(tr(name), partial(self._choose, way), tone=tone, base_size=17, tip=name.removeprefix("amend."))

    def _choose(self, way: Way) -> None:
        self._way = way
        self.refresh()

    def _follows(self) -> list[str]:
        follows = list(self._found.follows) or [tr("amend.nothing")]
        if len(follows) <= SHOWN:
            return follows
        return [*follows[: SHOWN - 1], tr("amend.more", count=len(follows) - SHOWN + 1)]

    @staticmethod
    def _text(text: str, size: float) -> Widget:
        return Text(text=text, base_size=size, padding=(theme.s * 6, theme.s * 2))

    def _make(self) -> None:
        self.screen.finish(lambda: self.model.amend(self._way.prepare()))


def made_text(found: Foresight) -> str:
    """A correction that has just been made, in one line."""
    return tr("amend.made", what=". ".join((*found.said, *found.follows[:1])))
