"""The judge's PIN set or changed at the table: the one in force, the new one, the new one once more."""

from typing import TYPE_CHECKING

from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.pin import LEAST_DIGITS, is_right, kept_pin
from kozyr.ui.tablet.pinpad import PinPad
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.widgets import key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen


class TablePinPage(Page):
    """The pad of the judge, three times; what was wrong stands above its dots."""

    whole = True

    def __init__(self, screen: "TableScreen") -> None:
        self._step = "old" if screen.model.needs_pin else "new"
        self._digits = self._said = self._new = ""
        super().__init__(screen)

    def build(self) -> None:
        self.heading(tr(f"pin.{self._step}"))
        self._pad = PinPad(self._digits, self._given, typed=self._type, said=self._said)
        self.add_widget(self._pad)
        self.row(key(tr("key.back"), self.screen.home))

    def refresh(self) -> None:
        """What happens at the table changes nothing here: no digit moves under a finger."""

    def _type(self, digits: str) -> None:
        self._digits, self._said = digits, ""

    def _refuse(self, said: str) -> None:
        self._pad.refuse(said)
        self._digits, self._said = "", said

    def _turn_to(self, step: str, said: str = "") -> None:
        self._step, self._digits, self._said = step, "", said
        self.relay()

    def _given(self, pin: str) -> None:
        if self._step == "old":
            if self.model.knows_pin(pin):
                self._turn_to("new")
            else:
                self._refuse(tr("judge.pin-wrong"))
        elif self._step == "new":
            if len(pin) < LEAST_DIGITS:
                self._refuse(tr("pin.short", least=LEAST_DIGITS))
            else:
                self._new = kept_pin(pin)
                self._turn_to("repeat")
        elif not is_right(pin, self._new):
            self._turn_to("new", tr("pin.differ"))
        elif self.screen.attempt(self.model.set_pin, self._new):
            self.screen.home()
            self.screen.notice(tr("pin.is-set"), tone="good")
