"""At a deal's end: the quiet word that a finding waits. Players read that there is one, not what it is."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from kozyr.engine.facts import Irregularity
from kozyr.engine.view import Audience, Phase
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.kept import Kept, kept, lay
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import FitLabel, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.model import TableModel

HIGH: Final = 64
"""The strip, units."""


def unanswered(model: "TableModel") -> tuple[Irregularity, ...]:
    """The findings of a deal that is over on which nobody has ruled; none while the judge is there or called."""
    over = model.view.phase in (Phase.DEAL_OVER, Phase.MATCH_OVER)
    if not over or model.judging or model.judge_called:
        return ()
    return model.session.view(Audience.JUDGE).findings


class RemarkStrip(BoxLayout):
    """A line beside the felt with two keys: call the judge, or leave it; without anything to say it takes no room."""

    def __init__(self, model: "TableModel", call: Callable[[], object], **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, height=0, **kwargs)
        self._model, self._call, self._keys = model, call, Kept()
        self._left: tuple[Irregularity, ...] = ()

    def forget(self) -> None:
        """Everything is made anew: other colours, another language."""
        self._keys.forget()

    def show(self, *, aside: bool = False) -> None:
        """Shows whether something waits that nobody has left alone; ``aside``: not now, there is no room."""
        waiting = () if aside else unanswered(self._model)
        shown = bool(waiting) and waiting != self._left
        self.height, self.spacing = theme.s * HIGH if shown else 0, theme.s * 6
        side = theme.s * 6 if theme.portrait else 0
        self.padding = (side, 0, side, theme.s * 6) if shown else 0
        made: list[Widget] = []
        if shown:
            with self._keys.building():
                made.append(kept(FitLabel, text=tr("remark.waits"), base_size=17, halign="left", color=theme.muted))
                call = key(tr("judge.call"), self._call, base_size=17, pad=4, tip="remark-call")
                leave = key(tr("remark.leave"), self._leave, base_size=17, pad=4, tip="remark-leave")
                call.size_hint_x, leave.size_hint_x = 0.62, 0.4
                made += [call, leave]
        lay(self, made)

    def _leave(self) -> None:
        self._left = unanswered(self._model)
        self.show()
