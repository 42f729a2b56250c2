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
from kozyr.ui.tablet.screens.cardchange import card_change, change_row, is_closed_trick, is_in_last_trick
from kozyr.ui.tablet.screens.page import Choice, Page
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
    """What a correction says and what follows from it: yes, or back; where there are two ways, one of them.

    ``instead``: what a finger that slipped may have meant. A card is shown as a card: in its trick, where that may be
    seen, and a look at the last closed one is counted. Players are not told in which older trick it lies, nor whose it
    was.
    """

    whole = settles = True

    def __init__(self, screen: "TableScreen", ways: tuple[Way, ...], instead: Choice | None = None) -> None:
        self._ways, self._way, self._instead = ways, ways[0], instead
        self._change = card_change(screen.model, ways[0].prepare())
        self._looked = False
        super().__init__(screen)

    @property
    def unfinished(self) -> str:
        return tr("left.amend")

    @property
    def _found(self) -> Foresight:
        return self._way.found

    def build(self) -> None:
        change = self._change
        is_gone = change is not None and self.model.is_gone(change.seq)
        is_closed = change is not None and is_closed_trick(self.model, change)
        self.heading(tr("amend.title.closed" if is_closed else "amend.title"))
        if len(self._ways) > 1:
            made = (self._way_key(way) for way in sorted(self._ways, key=lambda way: not way.in_turn))
            self.row(*made)
        if change is not None:
            self.add_widget(change_row(self.model, change, whole=self._looked or not is_gone))
        self._words(is_gone=is_gone)
        if change is not None and is_gone and not self._looked and is_in_last_trick(self.model, change):
            self.row(key(tr("amend.look"), self._look, base_size=17, tip="look"), height=60)
        keys = [
            key(tr("amend.leave"), self.screen.home, base_size=20, tip="leave"),
            key(tr("amend.yes"), self._make, tone="primary", tip="amend"),
        ]
        if self._instead is not None:
            text, tone, do = self._instead
            instead = key(text, do, tone=tone, base_size=18, tip="instead")
            if theme.portrait:
                keys.insert(1, instead)
            else:
                self.row(instead, height=66)
        self.row(*keys, height=76)

    def _words(self, *, is_gone: bool) -> None:
        """What it says and what follows."""
        rows = Rows(spacing=theme.s * 6)
        for line in self._found.said:
            rows.add_widget(self._text(f"[b]{coloured(line)}[/b]", 19))
        for line in self._follows():
            rows.add_widget(self._text(coloured(line), 17))
        if self._looked:
            rows.add_widget(self._text(tr("last-trick.looks", count=self.model.looks), 15))
        elif is_gone and self._change is not None and not is_in_last_trick(self.model, self._change):
            rows.add_widget(self._text(tr("amend.judge-sees"), 15))
        scroll = Scroll()
        scroll.add_widget(rows)
        self.add_widget(scroll)

    def _look(self) -> None:
        """Somebody looks at the last closed trick, in which the card lies."""
        self._looked = True
        self.model.look()
        self.refresh()

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
        if self.screen.finish(lambda: self.model.amend(self._way.prepare())):
            self.screen.corrected(self._found)


def made_text(found: Foresight) -> str:
    """A correction that has just been made, in one line."""
    return tr("amend.made", what=". ".join((*found.said, *found.follows[:1])))
