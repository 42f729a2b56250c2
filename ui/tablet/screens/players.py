"""Who sits at a seat: somebody who has played before, or a new name from the keyboard on the screen."""

from functools import partial
from typing import Any

from kivy.uix.widget import Widget
from kivy.utils import escape_markup

from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import seat_text, tr
from kozyr.ui.tablet.keyboard import Keyboard, field, written
from kozyr.ui.tablet.screens.sheet import Sheet
from kozyr.ui.tablet.screens.start import StartScreen
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import FitLabel, Key, key


class PlayersSheet(Sheet):
    """The list of players, the newest first; it can be tidied."""

    def __init__(self, start: StartScreen, seat: Seat) -> None:
        self._seat = seat
        removing = bool(start.state.chosen.get("removing"))
        super().__init__(start, tr("players.removing") if removing else tr("players.title", seat=seat_text(seat)))

    @property
    def _removing(self) -> bool:
        return bool(self.start.state.chosen.get("removing"))

    def build(self) -> None:
        names = self.start.desk.remembered.now.players
        if names:
            self.listed([self._name(name) for name in names], 2 if theme.portrait else 3, tip="players")
        else:
            self.add_widget(FitLabel(text=tr("players.none"), color=theme.muted, base_size=19))
        self.row(
            key(tr("players.new"), partial(self.start.go, partial(NameSheet, seat=self._seat)), tone="primary",
                base_size=20, tip="new-name"),
            key(tr("players.nobody"), partial(self._sit, ""), base_size=18, tip="no-name"),
            key(tr("key.done" if self._removing else "players.remove"), self._remove, base_size=18,
                tip="remove-names", lit=bool(names)),
        )  # fmt: skip

    def _name(self, name: str) -> Key:
        sits = next((seat for seat, one in self.start.state.names.items() if one == name), None)
        words = escape_markup(name)
        text = f"✕ {words}" if self._removing else words if sits is None else f"{words}\n{seat_text(sits)}"
        made = key(text, partial(self._touched, name), base_size=20, tip=f"player-{name}")
        made.tone = "danger" if self._removing else "chosen" if sits is self._seat else "plain"
        made.size_hint_y, made.height = None, theme.s * 68
        return made

    def _touched(self, name: str) -> None:
        if self._removing:
            if self.start.attempt(self.start.desk.remembered.forget, name):
                self.start.redraw()
        else:
            self._sit(name)

    def _remove(self) -> None:
        self.start.state.chosen["removing"] = not self._removing
        self.start.redraw()

    def _sit(self, name: str) -> None:
        self.start.state.chosen["removing"] = False
        seat_player(self.start, self._seat, name)
        self.start.back()


class NameSheet(Sheet):
    """A new name, typed. ``listed``: it was opened from the list of players, which closes with it."""

    def __init__(self, start: StartScreen, seat: Seat, *, listed: bool = True) -> None:
        self._seat, self._listed = seat, listed
        super().__init__(start, tr("players.title", seat=seat_text(seat)))

    def build(self) -> None:
        state = self.start.state
        self._shown = field(state.typed, 34)
        self.add_widget(Widget(size_hint_y=0.2))
        self.add_widget(self._shown)
        self.add_widget(Widget(size_hint_y=0.2))
        self.add_widget(Keyboard(state.typed, self._typed, self._done))

    def _typed(self, text: str) -> None:
        self.start.state.typed = text
        self._shown.text = written(text)

    def _done(self) -> None:
        state = self.start.state
        name, state.typed = state.typed.strip(), ""
        if name:
            seat_player(self.start, self._seat, name)
            if self._listed:
                state.pages.pop()
            self.start.back()
            self.start.attempt(self.start.desk.remembered.met, name)
        else:
            self.start.back()


def who_sits(start: StartScreen, seat: Seat) -> None:
    """Asks who sits at a seat; where all who are known sit and nobody is to be sent away, for the name at once."""
    seated = start.state.names
    nobody = not seated.get(seat) and set(start.desk.remembered.now.players) <= set(seated.values())
    start.go(partial(NameSheet, seat=seat, listed=False) if nobody else partial(PlayersSheet, seat=seat))


def seat_player(start: StartScreen, seat: Seat, name: str) -> None:
    """Somebody sits down; where he sat before sits who was here."""
    names: dict[Seat, Any] = start.state.names
    before = next((other for other, one in names.items() if name and one == name and other is not seat), None)
    if before is not None:
        names[before] = names.get(seat, "")
    names[seat] = name
