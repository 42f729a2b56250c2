"""A correction is made at once where nothing written down changes, and said; otherwise it is shown first."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from kivy.uix.widget import Widget

from kozyr.engine.errors import KozyrError
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.foresight import Foresight
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.refusals import refusal_said
from kozyr.ui.tablet.screens.cardchange import card_change, change_row, is_closed_trick, is_in_last_trick
from kozyr.ui.tablet.screens.page import Choice, Page
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.ways import Prepare, Way, places_of, stands, ways_of
from kozyr.ui.tablet.widgets import Key, Rows, Scroll, Text, coloured, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

SHOWN: Final = 8
"""Lines of what follows; more are counted."""
Instead = Callable[[], Choice | None]
"""What a finger that slipped may have meant, as the table is now; None when it can no longer be that."""


class ConfirmPage(Page):
    """What a correction says and what follows from it: yes, or back; where there are two ways, one of them.

    Others may change the table while it is open: what is made is what was shown, or it is shown anew, and where it is
    put right no longer states what was shown the page closes. A card is shown as a card: in its trick, where that may
    be seen, and a look at the last closed one is counted. Players are not told in which older trick it lies, nor whose
    it was.
    """

    whole = settles = True

    def __init__(
        self, screen: "TableScreen", prepare: Prepare, ways: tuple[Way, ...], instead: Instead = lambda: None
    ) -> None:
        """``ways``: those of ``prepare`` now, the one that is likelier first."""
        self._prepare, self._ways, self._way, self._instead = prepare, ways, ways[0], instead
        self._places = places_of(prepare)
        self._stood = stands(screen.model, self._places)
        self._as_of = _moment(screen.model)
        self._change = card_change(screen.model, self._way.prepare())
        self._looked, self._lost = False, ""
        self._offered: Choice | None = None
        super().__init__(screen)

    @property
    def unfinished(self) -> str:
        return tr("left.amend")

    @property
    def lost_by(self) -> str:
        return self._lost

    @property
    def _found(self) -> Foresight:
        return self._way.found

    def refresh(self) -> None:
        if self._as_of != _moment(self.model):
            self._look_again()
        super().refresh()

    def relay(self) -> None:
        self._look_again()
        super().relay()

    def _look_again(self) -> None:
        """What it would say and do now; no way where there is none any more."""
        self._as_of, self._ways = _moment(self.model), ()
        now = stands(self.model, self._places)
        if now != self._stood:
            is_empty = any(new is None and old is not None for old, new in zip(self._stood, now, strict=True))
            self._lost = tr("amend.empty" if is_empty else "amend.otherwise")
            return
        try:
            self._ways = ways_of(self.model, self._prepare)
        except KozyrError as error:
            self._lost = refusal_said(self.model, error)
            return
        same = (way for way in self._ways if way.name == self._way.name)
        self._way = next(same, self._ways[0])
        self._change = card_change(self.model, self._way.prepare())

    def build(self) -> None:
        if not self._ways:
            return
        change = self._change
        is_gone = change is not None and self.model.is_gone(change.seq)
        is_closed = change is not None and is_closed_trick(self.model, change)
        self.heading(tr("amend.title.closed" if is_closed else "amend.title"))
        if len(self._ways) > 1:
            made = (self._way_key(way) for way in sorted(self._ways, key=lambda way: way.name == "alone"))
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
        self._offered = self._instead()
        if self._offered is not None:
            text, tone, _ = self._offered
            instead = key(text, self._do_instead, tone=tone, base_size=18, tip="instead")
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
        is_kept = way.name == "alone" and any(other.without for other in self._ways)
        words = tr("amend.way.keep" if is_kept else f"amend.way.{way.name}")
        tone = "chosen" if way is self._way else "plain"
        return key(words, partial(self._choose, way), tone=tone, base_size=17, tip=f"way.{way.name}")

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
        if self._is_as_shown() and self.screen.finish(lambda: self.model.amend(self._way.prepare())):
            self.screen.corrected(self._found)

    def _do_instead(self) -> None:
        if self._is_as_shown() and self._offered is not None:
            self._offered[2]()

    def _is_as_shown(self) -> bool:
        """Whether all is as it was shown; otherwise it is shown anew, and that is said."""
        if self._as_of == _moment(self.model):
            return True
        shown = self._as_read()
        self.refresh()
        if not self._ways:
            return False
        if self._as_read() != shown:
            self.screen.open(self)
            self.screen.notice(tr("amend.anew"), tone="plain")
            return False
        return True

    def _as_read(self) -> tuple[object, ...]:
        """What stands on the page."""
        found, offered = self._found, self._offered
        ways = tuple(way.name for way in self._ways)
        return found.said, found.follows, self._way.name, ways, offered and offered[0]


def _moment(model: TableModel) -> tuple[object, ...]:
    """What all that is shown rests on."""
    return model.session.next_seq, model.judging, model.acting


def made_text(found: Foresight) -> str:
    """A correction that has just been made, in one line."""
    return tr("amend.made", what=". ".join((*found.said, *found.follows[:1])))
