"""The first screen: who sits where, who deals first, the language; or on with the last match."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from kivy.graphics import Color, RoundedRectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget
from kivy.utils import get_hex_from_color

from kozyr.engine.cards import cards
from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import score_text, seat_text, tr
from kozyr.ui.tablet.cardface import CardFace
from kozyr.ui.tablet.keyboard import Keyboard
from kozyr.ui.tablet.screens.felt import TOWARD, lamplight
from kozyr.ui.tablet.screens.menu import language_keys
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import FitLabel, Key, key, plain

SEATS: Final = (Seat.S, Seat.W, Seat.N, Seat.E)


@dataclass(frozen=True, slots=True)
class NewMatch:
    """What the start screen asks for."""

    players: tuple[tuple[Seat, str], ...]
    """(seat, name); for a name left empty the seat's letter, which screens show in the language in force."""
    dealer: Seat
    """Who deals first, or holds the token first."""


@dataclass(frozen=True, slots=True)
class Resumable:
    """A match that can go on."""

    deal: int
    """The deal in progress."""
    score: tuple[tuple[str, int], ...]
    """(side, running total)."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """What the game of a new match says about its start."""

    seats: tuple[Seat, ...] = SEATS
    """Where people sit, clockwise."""
    judge_deals: bool = False
    """The judge deals; a player holds the token."""


class StartScreen(FloatLayout):
    """``begin`` gets a NewMatch, ``resume`` nothing; ``resumable`` None when there is no last match."""

    def __init__(
        self,
        begin: Callable[[NewMatch], object],
        resume: Callable[[], object],
        resumable: Resumable | None = None,
        names: Mapping[Seat, str] | None = None,
        begins: Beginning | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._begin, self._resume, self._resumable = begin, resume, resumable
        self.names: dict[Seat, str] = dict(names or {})
        self._begins = begins or Beginning()
        self.dealer = self._begins.seats[0]
        self._editing: Seat | None = None
        self._said = ""
        self.bind(size=lambda *_: self.build(), pos=lambda *_: self.build())
        self.build()

    def say(self, text: str) -> None:
        """One sentence about why no table can be shown."""
        self._said = text
        self.build()

    def build(self) -> None:
        """Draws the screen for the state it is in."""
        self.clear_widgets()
        self.canvas.before.clear()
        with self.canvas.before:
            Color(*theme.ground)
            RoundedRectangle(pos=self.pos, size=self.size, radius=[0])
        if self.width < 100:
            return
        s = theme.s
        table = self._table()
        side = self._side()
        body = BoxLayout(spacing=s * 14, padding=s * 14, size_hint=(None, None))
        board = s * 262 if self._editing is not None else 0
        body.pos, body.size = (self.x, self.y + board), (self.width, self.height - board)
        body.add_widget(table)
        if self._editing is None:
            body.add_widget(side)
        self.add_widget(body)
        if self._editing is not None:
            seat = self._editing
            keys = Keyboard(
                self.names.get(seat, ""), partial(self._named, seat), self._next_name, size_hint=(None, None)
            )
            keys.pos, keys.size = self.pos, (self.width, board)
            self.add_widget(keys)

    def _side(self) -> BoxLayout:
        s = theme.s
        side = BoxLayout(orientation="vertical", spacing=s * 10, size_hint_x=None, width=s * 380)
        side.add_widget(FitLabel(text=tr("start.title"), base_size=54, bold=True, size_hint_y=None, height=s * 70))
        tagline = FitLabel(text=tr("start.tagline"), base_size=18, color=theme.muted, size_hint_y=None, height=s * 30)
        side.add_widget(tagline)
        if self._said:
            said = FitLabel(text=plain(self._said), base_size=20, color=theme.danger, size_hint_y=None, height=s * 96)
            side.add_widget(said)
        side.add_widget(Widget())
        if self._resumable is not None:
            text = tr("start.resume", deal=self._resumable.deal, score=score_text(self._resumable.score))
            side.add_widget(_high(key(text, self._resume, tone="primary", base_size=20, tip="resume"), 84))
        tone = "plain" if self._resumable is not None else "primary"
        side.add_widget(_high(key(tr("start.begin"), self._start, tone=tone, base_size=26, tip="begin"), 84))
        side.add_widget(Widget())
        languages = BoxLayout(spacing=s * 6, size_hint_y=None, height=s * 64)
        for one in language_keys():
            languages.add_widget(one)
        side.add_widget(languages)
        colours = BoxLayout(spacing=s * 6, size_hint_y=None, height=s * 64)
        for name in ("dark", "light"):
            tone = "chosen" if theme.name == name else "plain"
            colours.add_widget(key(tr(f"menu.theme.{name}"), partial(theme.wear, name), tone=tone, base_size=18))
        side.add_widget(colours)
        return side

    def _table(self) -> Widget:
        table = FeltGround()
        table.bind(size=lambda *_: self._seat_keys(table), pos=lambda *_: self._seat_keys(table))
        return table

    def _seat_keys(self, table: FloatLayout) -> None:
        table.clear_widgets()
        if self._editing is None:
            self._emblem(table)
        s, flat = theme.s, self._editing is not None
        width, height = s * 196, s * 62
        for seat in self._begins.seats:
            dx, dy = TOWARD[seat]
            cx = table.center_x + dx * (table.width / 2 - width / 2 - s * 16)
            cy = table.center_y + dy * (table.height / 2 - (height / 2 if flat else s * 66) - s * 14)
            name = self.names.get(seat) or f"[color={get_hex_from_color(theme.muted)}]✎ {seat_text(seat)}[/color]"
            made = key(name, partial(self._edit, seat), base_size=21, size_hint=(None, None), tip=f"name-{seat}")
            made.size, made.center = (width, height), (cx, cy if flat else cy + s * 33)
            made.tone = "chosen" if self._editing == seat else "plain"
            table.add_widget(made)
            if not flat:
                table.add_widget(self._dealer_key(seat, cx, cy - s * 33))

    def _emblem(self, table: FloatLayout) -> None:
        width, height = theme.s * 70, theme.s * 99
        for at, card in enumerate(cards("JC QD KH AS")):
            face = CardFace(card=card, size_hint=(None, None), size=(width, height), disabled=True)
            face.center = (table.center_x + (at - 1.5) * width * 0.4, table.center_y)
            table.add_widget(face)

    def _dealer_key(self, seat: Seat, cx: float, cy: float) -> Key:
        deals = self.dealer == seat
        text = f"{'●' if deals else '○'} {tr('role.obliged' if self._begins.judge_deals else 'role.dealer')}"
        made = key(text, partial(self._deals, seat), base_size=18, size_hint=(None, None), tip=f"dealer-{seat}")
        made.size, made.center = (theme.s * 196, theme.s * 60), (cx, cy)
        made.tone = "primary" if deals else "quiet"
        return made

    def _deals(self, seat: Seat) -> None:
        self.dealer = seat
        self.build()

    def _edit(self, seat: Seat) -> None:
        self._editing = seat
        self.build()

    def _named(self, seat: Seat, name: str) -> None:
        self.names[seat] = name
        for table in (one for one in self.walk() if isinstance(one, FeltGround)):
            self._seat_keys(table)

    def _next_name(self) -> None:
        seats = self._begins.seats
        at = seats.index(self._editing) if self._editing is not None else 0
        empty = [seat for seat in seats[at + 1 :] if not self.names.get(seat)]
        self._editing = empty[0] if empty else None
        self.build()

    def _start(self) -> None:
        players = tuple((seat, (self.names.get(seat) or "").strip() or seat.value) for seat in self._begins.seats)
        self._begin(NewMatch(players, self.dealer))


class FeltGround(FloatLayout):
    """An empty felt."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.canvas.before:
            Color(*theme.felt)
            self._ground = RoundedRectangle(radius=[theme.s * 22])
            Color(1, 1, 1, 1)
            self._light = RoundedRectangle(radius=[theme.s * 22], texture=lamplight())
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: object) -> None:
        for ground in (self._ground, self._light):
            ground.pos, ground.size = self.pos, self.size


def _high(widget: Widget, height: float) -> Widget:
    widget.size_hint_y, widget.height = None, theme.s * height
    return widget
