"""The other calls of a deal above the felt, while the call that its contract comes from is put right."""

from functools import partial
from typing import TYPE_CHECKING, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from kozyr.engine.view import CallView
from kozyr.ui.locale.text import call_text, tr
from kozyr.ui.tablet.people import player
from kozyr.ui.tablet.screens.editing import edit
from kozyr.ui.tablet.screens.pads import correcting_page
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import LEADING, Heading, Key, bare, coloured, fitting, shortened

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

ABREAST: Final = (7, 9)
"""So many calls stand in a row; the second on a high screen."""
ROWS: Final = (2, 1)
"""So many rows at most, so that the trick stays large: the newest calls; older ones are in the history."""
HIGH: Final = 60
"""A key, units."""
HEADING: Final = 26
"""The heading, units; none on a high screen, for the cards below it are to stay large enough for fingers."""
GAP: Final = 4
"""Between two keys, units."""
NAME: Final = (66, 52)
"""Room for a player's name, units; the second on a high screen."""
SMALL: Final = 15
"""A player's name, units."""


class OtherCalls(BoxLayout):
    """A key for every call of this deal but the one of entry ``seq``, in their order: who, and what."""

    def __init__(self, screen: "TableScreen", seq: int) -> None:
        super().__init__(orientation="vertical", spacing=theme.s * GAP, size_hint_y=None)
        self._screen = screen
        abreast = ABREAST[theme.portrait]
        calls = [one for one in screen.model.view.calls if one.seq != seq][-abreast * ROWS[theme.portrait] :]
        heading = 0 if theme.portrait else HEADING
        if calls and heading:
            self.add_widget(Heading(text=tr("calls.others"), color=theme.muted, base_size=16, high=HEADING))
        rows = -(-len(calls) // abreast)
        across = -(-len(calls) // rows) if rows else 0
        for at in range(rows):
            row = calls[at * across : (at + 1) * across]
            box = BoxLayout(spacing=theme.s * GAP)
            for widget in (*map(self._key, row), *(Widget() for _ in range(across - len(row)))):
                box.add_widget(widget)
            self.add_widget(box)
        self.height = theme.s * (heading + rows * (HIGH + GAP) - (0 if heading else GAP)) if rows else 0

    def _key(self, call: CallView) -> Key:
        small = round(float(theme.s) * float(theme.t) * SMALL)
        name = shortened(player(self._screen.model, call.seat), small, True, theme.s * NAME[theme.portrait])
        small = int(fitting(bare(name), small, True, (theme.s * NAME[theme.portrait], LEADING * small)))
        said = coloured(call_text(call.call).replace(" ", "\u00a0"))
        made = Key(text=f"[size={small}]{name}[/size]\n{said}", base_size=19, pad=3, tip=f"call-{call.seq}")
        made.do, made.reach = partial(edit, self._screen, call.seq), 0
        return made


def contract_page(screen: "TableScreen", seq: int) -> Page:
    """The page that corrects the call of entry ``seq``; the other calls stand above the felt, each a touch away."""
    page = correcting_page(screen.model)(screen, seq=seq)
    page.over = partial(OtherCalls, screen, seq)
    return page
