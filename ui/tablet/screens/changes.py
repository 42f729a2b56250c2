"""What became of one entry: who changed it, when, what it was and is, and why."""

from functools import partial
from typing import TYPE_CHECKING

from kozyr.engine.acts import Act
from kozyr.engine.table.corrections import Change, Place
from kozyr.engine.table.log import Source
from kozyr.ui.locale.remarks import by_text, why_text
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.people import escaped
from kozyr.ui.tablet.screens.editing import edit
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.screens.reasons import ReasonPage
from kozyr.ui.tablet.telling import part_text, told, when_text
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Heading, Rows, Scroll, Text, coloured, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen


class ChangesPage(Page):
    """What became of one entry: who, when, old, new, why. It can be corrected again."""

    whole = True

    def __init__(self, screen: "TableScreen", place: Place) -> None:
        self._place = place
        super().__init__(screen)

    def build(self) -> None:
        place = self._place
        self.heading(tr("history.changes"))
        rows = Rows(spacing=theme.s * 6)
        where = tr("tell.deal", number=self._deal) if self._deal else ""
        part = part_text(self.model.parts.part(place.first.seq))
        rows.add_widget(Heading(text=" · ".join(filter(None, (where, part))), base_size=16, color=theme.muted, high=28))
        first = self._by(place.first.source, place.first.by, place.first.at_ms)
        rows.add_widget(self._text(f"{first}\n[b]{self._told(place.first.act)}[/b]"))
        for change in place.changes:
            rows.add_widget(self._text(self._changed(change)))
        scroll = Scroll()
        scroll.add_widget(rows)
        self.add_widget(scroll)
        again = partial(edit, self.screen, place.seq) if place.act is not None else self._bring_back
        text = tr("history.correct-again" if place.act is not None else "history.bring-back")
        why = partial(self.screen.open_page, ReasonPage, place=place)
        self.row(key(text, again, base_size=18, tip="again"), key(tr("history.add-why"), why, base_size=18, tip="why"))
        self.row(key(tr("key.back"), self.screen.home))

    @staticmethod
    def _text(text: str) -> Text:
        return Text(text=text, base_size=17, padding=(theme.s * 6, theme.s * 4))

    def _changed(self, change: Change) -> str:
        why = f"\n{escaped(why_text(change.why))}" if change.why else ""
        by = self._by(change.source, change.by, change.at_ms)
        if change.old == change.new:
            return by + why
        return f"{by}\n{tr('history.change', old=self._told(change.old), new=self._told(change.new))}{why}"

    @property
    def _deal(self) -> int:
        part = self.model.parts.part(self._place.first.seq)
        return part.deal if part is not None else 0

    def _told(self, act: Act | None) -> str:
        return coloured(told(self.model, act, self._deal))

    def _by(self, source: Source, by: str | None, at_ms: int) -> str:
        who = "" if by == source.value else escaped(by_text(by))
        return " · ".join(filter(None, (when_text(self.model, at_ms), tr(f"history.source.{source.value}"), who)))

    def _bring_back(self) -> None:
        old, seq = self._place.changes[-1].old, self._place.seq
        if self.model.standing(seq) is not None:
            self.screen.lost(tr("amend.otherwise"))
        elif old is not None:
            self.screen.amend(partial(self.model.correction, seq, old))
