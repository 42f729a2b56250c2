"""Why something was corrected: a reason with one touch, kept in the log beside the correction."""

from functools import partial
from typing import TYPE_CHECKING, Final

from kozyr.engine.table.corrections import Place
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.widgets import key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

REASONS: Final[tuple[str, ...]] = ("misread", "slip", "misheard", "late", "agreed", "judge")
"""Why a correction may be made, as the log keeps it; in the order of the keys."""


class ReasonPage(Page):
    """The reasons; the one touched is noted, and what stands stays as it is."""

    whole = True

    def __init__(self, screen: "TableScreen", place: Place) -> None:
        self._place = place
        super().__init__(screen)

    def build(self) -> None:
        self.heading(tr("history.why"))
        made = [
            key(tr(f"history.why.{reason}"), partial(self._note, reason), base_size=18, tip=f"why-{reason}")
            for reason in REASONS
        ]
        self.grid(2, made)
        self.row(key(tr("key.back"), self.screen.home))

    def _note(self, reason: str) -> None:
        step = self.model.standing(self._place.seq)
        if (None if step is None else step.act) != self._place.act:
            self.screen.lost(tr("amend.otherwise"))
        else:
            self.screen.finish(self.model.amend, self.model.correction(self._place.seq, self._place.act, reason))
