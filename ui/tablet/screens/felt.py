"""The table as people see it: plates at the edges, the trick in play order, what lies open in the corners.

The last closed trick is shown on request only, and gone cards not at all: players are not reminded of them.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from kozyr.engine.seats import Seat
from kozyr.engine.view import DeclarationView, Phase, SeatView, TableView, TrickView
from kozyr.ui.locale.text import declaration_text, known, seat_text, tr
from kozyr.ui.tablet.cardface import CardFace
from kozyr.ui.tablet.cloth import felt_cloth
from kozyr.ui.tablet.kept import Kept, kept, lay
from kozyr.ui.tablet.screens.boards import (
    HEAD,
    RED_ON_FELT,
    ROW,
    call_key_text,
    columns_of,
    latest,
    lined,
    own_word,
    result_lines,
)
from kozyr.ui.tablet.screens.plates import Plate
from kozyr.ui.tablet.textures import cloths
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import DeedChip, FitLabel, Key, coloured, key

CARD: Final = (92, 130)
"""A card of the trick on a wide screen, units."""
UPRIGHT_CARD: Final = (82, 116)
"""A card of the trick on a high one, where the felt is lower."""
PLATE_EDGE: Final = 80
"""How far a plate above or below reaches from the edge of the felt, units."""
SMALL: Final = (60, 84)
"""A card that lies open in a corner."""
TINY: Final = (30, 40)
"""A card of an open hand."""
TOWARD: Final = {Seat.S: (0, -1), Seat.N: (0, 1), Seat.W: (-1, 0), Seat.E: (1, 0)}
"""The direction of each seat from the middle."""
LAST_TRICK: Final = (142, 60)
"""The key that shows the last trick, units."""


def _declared_text(declaration: DeclarationView) -> str:
    """A declaration, with what it is worth once that is settled; struck through when it does not count."""
    text = declaration_text(declaration.declaration)
    if declaration.counts is None:
        return text
    return f"{text} +{declaration.value}" if declaration.counts and declaration.value else f"[s]{text}[/s]"


class Felt(FloatLayout):
    """The felt. Its events tell what was touched: a seat, a card or call by its entry, the open cards, the last
    trick."""

    __events__ = ("on_seat", "on_card", "on_call", "on_turned_up", "on_last_trick", "on_missed")
    ground = ObjectProperty(None, allownone=True)
    """The cloth in lamplight: a texture."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._view: TableView | None = None
        self._plates: dict[Seat, Plate] = {}
        self._middle = FloatLayout(size_hint=(None, None))
        self._kept, self._lying = Kept(), list[Widget]()
        self.add_widget(self._middle)
        self._picked: Seat | None = None
        self._doubts: tuple[str, ...] = ()
        self.bind(size=self._place, pos=self._place)

    def on_seat(self, seat: Seat) -> None:
        """A plate was touched."""

    def on_card(self, seq: int) -> None:
        """A card of a trick was touched."""

    def on_call(self, seq: int) -> None:
        """A call of the auction was touched."""

    def on_turned_up(self) -> None:
        """The open cards in the corner were touched."""

    def on_last_trick(self) -> None:
        """Somebody asks for the last closed trick."""

    def on_missed(self, seqs: tuple[int, ...]) -> None:
        """Somebody asks why these declarations do not count."""

    def show(self, view: TableView, picked: Seat | None, doubts: tuple[str, ...] = ()) -> None:
        """Shows a view; ``picked`` is the seat for which the pads enter when it was chosen by hand.

        ``doubts``: what keeps a deal that is over from being scored, in words.
        """
        self._view, self._picked, self._doubts = view, picked, doubts
        self._place()

    def _place(self, *_: object) -> None:
        view = self._view
        if view is None or self.width < 100:
            return
        self._spread()
        self._place_plates(view)
        self._middle.pos, self._middle.size = self.pos, self.size
        self._lying = []
        with self._kept.building():
            self._put(view)
        lay(self._middle, self._lying)

    def _spread(self) -> None:
        """The cloth in this size and these colours: one picture, for it is most of the screen."""
        size = round(self.width), round(self.height)
        self.ground = cloths.get((size, theme.s, theme.name), lambda: felt_cloth(size, theme.s))

    def forget(self) -> None:
        """Everything but the plates is made anew: other colours, another language."""
        self._kept.forget()

    def _put(self, view: TableView) -> None:
        """What lies between the plates."""
        match view.phase:
            case Phase.AUCTION:
                self._auction(view)
            case Phase.DEAL_OVER | Phase.MATCH_OVER:
                for text, size, up, soft in result_lines(view, self._doubts):
                    self._say(text, size, soft=soft, dy=up)
            case Phase.BEFORE_DEAL:
                self._say(tr(own_word("felt.before-deal", view.game)), 24)
            case Phase.PLAY:
                self._declared(view)
                self._trick(view)
        for seat in view.seats:
            self._open_hand(seat)
        self._turned_up(view)
        self._last_trick_key(view)

    # plates

    def _place_plates(self, view: TableView) -> None:
        s, margin = theme.s, theme.s * 14
        for seat in view.seats:
            plate = self._plates.get(seat.seat) or self._add_plate(seat.seat)
            plate.size = (s * 132, s * 116) if plate.upright else (s * 226, s * 62)
            dx, dy = TOWARD[seat.seat]
            plate.center_x = self.center_x + dx * (self.width / 2 - margin - plate.width / 2)
            plate.center_y = self.center_y + dy * (self.height / 2 - margin - plate.height / 2)
            plate.turn = view.expectation.seat == seat.seat and view.phase in (Phase.AUCTION, Phase.PLAY)
            plate.picked = self._picked == seat.seat
            plate.tell(seat, view.phase, any(one.tricks for one in view.seats))

    def _add_plate(self, seat: Seat) -> Plate:
        plate = Plate(seat=seat, upright=TOWARD[seat][0] != 0)
        plate.bind(on_release=lambda *_: self.dispatch("on_seat", seat))
        self._plates[seat] = plate
        self.add_widget(plate)
        return plate

    # cards

    def _face(self, card: Any, size: tuple[float, float], centre: tuple[float, float], **kwargs: Any) -> CardFace:
        size_px = (size[0] * theme.s, size[1] * theme.s)
        face = kept(CardFace, card=card, size_hint=(None, None), size=size_px, **kwargs)
        face.center, face.do = centre, None
        self._lying.append(face)
        return face

    def _trick(self, view: TableView) -> None:
        trick = view.trick
        if trick is None:
            key = f"felt.stage.{view.stage}"
            self._say(tr(key) if known(key) else tr("felt.trick", number=1), 18, soft=True)
            return
        if view.stage == "talon-card":
            self._say(tr("felt.stage.talon-card"), 18, soft=True)
            return
        self._lay(trick)

    def _lay(self, trick: TrickView) -> None:
        """The cards before their seats; numbered in the order they were laid."""
        s, upright = theme.s, theme.portrait
        size, (off_x, off_y) = (UPRIGHT_CARD, (100, 64)) if upright else (CARD, (106, 80))
        room = self.height / 2 / s - PLATE_EDGE
        fit = min(1.0, room / (off_y + size[1] / 2))
        size, off_x, off_y = (size[0] * fit, size[1] * fit), off_x * fit, off_y * fit
        for order, play in enumerate(trick.plays, start=1):
            dx, dy = TOWARD[play.seat]
            centre = (self.center_x + dx * s * off_x, self.center_y + dy * s * off_y)
            won = trick.winner == play.seat
            face = self._face(play.card, size, centre, glow=won, flag=play.irregular, order=order)
            face.do = partial(self.dispatch, "on_card", play.seq)

    def _open_hand(self, seat: SeatView) -> None:
        """A hand that lies open: a row before a plate above or below, two rows above one at a side."""
        s, plate = theme.s, self._plates[seat.seat]
        dy = TOWARD[seat.seat][1]
        across = len(seat.open_hand) if dy else 5
        step_x, step_y = s * (TINY[0] + 2), s * (TINY[1] + 3)
        for at, card in enumerate(seat.open_hand):
            row, column = divmod(at, across)
            x = plate.center_x + (column - (min(across, len(seat.open_hand)) - 1) / 2) * step_x
            x = min(max(x, self.x + s * 28 + column * step_x), self.right - s * 28 - (across - 1 - column) * step_x)
            y = plate.y - step_y * 0.6 if dy > 0 else plate.top + step_y * (0.75 + row)
            self._face(card, TINY, (x, y), small=True)

    def _turned_up(self, view: TableView) -> None:
        """The shown card or the talon, in the upper left corner."""
        opened = any(seat.open_hand and TOWARD[seat.seat][0] < 0 for seat in view.seats)
        if not view.turned_up or opened or view.phase not in (Phase.AUCTION, Phase.PLAY):
            return
        s = theme.s
        left, top = self.x + s * 18, self.top - s * 16
        key = f"felt.turned-up.{view.game}"
        text = tr(key) if known(key) else ""
        for at, card in enumerate(view.turned_up):
            centre = (left + s * (SMALL[0] / 2 + at * (SMALL[0] + 6)), top - s * SMALL[1] / 2)
            face = self._face(card, SMALL, centre, small=True)
            face.do = partial(self.dispatch, "on_turned_up")
        self._label(text, (left, top - s * (SMALL[1] + 22)), (s * 130, s * 20), 14, (1, 1, 1, 0.75), halign="left")

    def _last_trick_key(self, view: TableView) -> None:
        closed = [trick for trick in view.tricks if trick != view.trick]
        if view.phase is not Phase.PLAY or not closed:
            return
        s = theme.s
        made = self._key(tr("felt.last-trick"), partial(self.dispatch, "on_last_trick"), 15, pad=6, tip="last-trick")
        made.size, made.pos = (s * LAST_TRICK[0], s * LAST_TRICK[1]), (self.x + s * 16, self.y + s * 16)
        made.fill, made.ink = theme.plate, theme.text

    def _key(self, text: str, do: Callable[[], object], base: float, **kwargs: Any) -> Key:
        made = key(text, do, base_size=base, size_hint=(None, None), **kwargs)
        self._lying.append(made)
        return made

    # words

    def _label(
        self, text: str, pos: tuple[float, float], size: tuple[float, float], base: float, color: Any, **kwargs: Any
    ) -> FitLabel:
        made = kept(
            FitLabel, text=text, pos=pos, size=size, size_hint=(None, None), base_size=base, color=color, pad=0,
            **kwargs,
        )  # fmt: skip
        self._lying.append(made)
        return made

    def _say(self, text: str, base: float, *, soft: bool = False, dy: float = 0) -> None:
        size = (self.width - theme.s * 300, theme.s * 40)
        pos = (self.center_x - size[0] / 2, self.center_y - size[1] / 2 + dy * theme.s)
        self._label(text, pos, size, base, (1, 1, 1, 0.75 if soft else 1), bold=not soft)

    def _declared(self, view: TableView) -> None:
        """What each player has declared, beside his plate; touched, what was not shown in time tells why it fell.

        What waits to be shown stands on keys above the felt.
        """
        s, waiting = theme.s, dict(view.expectation.showings)
        for seat in view.seats:
            mine = [one for one in view.declarations if one.seat == seat.seat and one.seq not in waiting]
            if not mine:
                continue
            dy = TOWARD[seat.seat][1]
            missed = tuple(one.seq for one in mine if one.unshown)
            plate = self._plates[seat.seat]
            size = (s * 226, s * 28) if dy else (s * 132, s * (44 if missed else 28))
            y = plate.y - size[1] - s * 5 if dy > 0 or not dy else plate.top + s * 5
            said = coloured(", ".join(_declared_text(one) for one in mine), RED_ON_FELT)
            text = f"{said} · {tr('showing.missed.short')}" if missed else said
            chip = kept(
                DeedChip, text=text, pos=(plate.center_x - size[0] / 2, y), size=size, size_hint=(None, None),
                base_size=16, color=(1, 1, 1, 1),
            )  # fmt: skip
            chip.do = partial(self.dispatch, "on_missed", missed) if missed else None
            self._lying.append(chip)

    def _auction(self, view: TableView) -> None:
        s, seats = theme.s, columns_of(view)
        across = self.width - 2 * s * (14 + 132 + 5)
        width, left = across / len(seats), self.center_x - across / 2
        room = self.height - 2 * s * (14 + 62 + 6)
        rows = max(2, int((room - s * HEAD) // (s * ROW)))
        top = self.center_y + min(room, s * (HEAD + ROW * rows)) / 2
        for at, seat in enumerate(seats):
            ink = theme.plate_turn if view.expectation.seat == seat.seat else (1, 1, 1, 0.7)
            place = (left + at * width, top - s * HEAD)
            self._label(seat_text(seat.seat), place, (width - s * 4, s * HEAD), 16, ink, bold=True)
        for line, column, call in latest(lined(view.calls, [seat.seat for seat in seats]), rows):
            pos = (left + column * width + s * 2, top - s * (HEAD + ROW * (line + 1)))
            base = 22 if call.call[:1].isdigit() else 17
            made = self._key(call_key_text(call), partial(self.dispatch, "on_call", call.seq), base, pad=2)
            made.pos, made.size = pos, (width - s * 4, s * (ROW - 3))
            loud = call.call != "pass"
            made.fill = theme.plate if loud else (0, 0, 0, 0.22)
            made.ink = theme.danger if not call.stands else theme.text if loud else (1, 1, 1, 0.85)
