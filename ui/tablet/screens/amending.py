"""A correction that changes what is written down: shown first, made when it is confirmed."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from kozyr.engine.table.differences import Differences
from kozyr.engine.table.log import Entry
from kozyr.ui.correction_text import difference_lines
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Text, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

SHOWN: Final = 8
"""Lines shown; more are counted."""


def changes_totals(found: Differences) -> bool:
    """Whether anything written down becomes another figure. Findings are the judge's and no reason to ask."""
    return bool(found.scores or found.winner or found.parties or found.meeting_winner)


class ConfirmPage(Page):
    """What a correction would change: yes, or back."""

    whole = True

    def __init__(self, screen: "TableScreen", prepare: Callable[[], tuple[Entry, ...]], found: Differences) -> None:
        self._prepare = prepare
        self._lines = [line.strip() for line in difference_lines(replace(found, found=(), dropped=()))]
        super().__init__(screen)

    def build(self) -> None:
        self.heading(tr("amend.title"))
        shown = self._lines[: SHOWN if len(self._lines) <= SHOWN else SHOWN - 1]
        shown += [tr("amend.more", count=len(self._lines) - len(shown))] if len(shown) < len(self._lines) else []
        size = 20 if len(shown) < 4 else 16
        self.add_widget(Text(text="\n".join(shown), base_size=size, padding=(theme.s * 6, theme.s * 4)))
        self.fill()
        make = partial(self.screen.finish, lambda: self.model.amend(self._prepare()))
        self.row(key(tr("amend.yes"), make, tone="primary", tip="amend"), height=76)
        self.row(key(tr("key.cancel"), self.screen.home))
