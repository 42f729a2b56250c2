"""The table as people see it: plates at the edges, the trick in play order, what lies open in the corners.

The last closed trick is shown on request only, and gone cards not at all: players are not reminded of them.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from kozyr.engine.seats import Seat
from kozyr.engine.view import Phase, TableView, TrickView
from kozyr.ui.locale.text import known, tr
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
from kozyr.ui.tablet.screens.fringes import (
    CAPTION,
    CORNER,
    GAP,
    LAST_TRICK,
    MARGIN,
    PLATE,
    SIDE_PLATE,
    SMALL,
    TOWARD,
    Box,
    Fringe,
    beside,
    corners,
    fringes,
    row,
    squeezed,
    turned_up,
)
from kozyr.ui.tablet.screens.plates import Plate, player_text
from kozyr.ui.tablet.textures import cloths
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import DeedChip, FitLabel, Key, Name, coloured, key

CARD: Final = (92, 130)
"""A card of the trick on a wide screen, units."""
UPRIGHT_CARD: Final = (85, 116)
"""A card of the trick on a high one, where the felt is lower."""
PLAIN: Final = 0.8
"""Where the cards of a trick are smaller than this part of their size, they show their index alone."""
WHITE: Final = (1, 1, 1, 1)


class Felt(FloatLayout):
    """The felt. Its events tell what was touched: a seat, a card or call by its entry, the open cards, the last
    trick."""

    __events__ = ("on_seat", "on_card", "on_call", "on_turned_up", "on_last_trick", "on_missed", "on_declared")
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
        self._fringes: Mapping[Seat, Fringe] = {}
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

    def on_declared(self, seqs: tuple[int, ...]) -> None:
        """Somebody's declarations were touched."""

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
        self._fringes = fringes(view)
        match view.phase:
            case Phase.AUCTION:
                self._auction(view)
            case Phase.DEAL_OVER | Phase.MATCH_OVER:
                for text, size, up, soft in result_lines(view, self._doubts):
                    self._say(text, size, soft=soft, dy=up)
            case Phase.BEFORE_DEAL:
                self._say(tr(own_word("felt.before-deal", view.game)), 24)
            case Phase.PLAY:
                self._trick(view)
        self._put_fringes(view)
        self._turned_up(view)
        self._last_trick_key(view)

    # plates

    def _place_plates(self, view: TableView) -> None:
        s, margin = theme.s, theme.s * MARGIN
        for seat in view.seats:
            plate = self._plates.get(seat.seat) or self._add_plate(seat.seat)
            wide, high = SIDE_PLATE if plate.upright else PLATE
            plate.size = (s * wide, s * high)
            dx, dy = TOWARD[seat.seat]
            plate.center_x = self.center_x + dx * (self.width / 2 - margin - plate.width / 2)
            plate.center_y = self.center_y + dy * (self.height / 2 - margin - plate.height / 2)
            plate.turn = view.turn == seat.seat and view.phase in (Phase.AUCTION, Phase.PLAY)
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
        size, (off_x, off_y) = (UPRIGHT_CARD, (100.0, 60.0)) if upright else (CARD, (106.0, 80.0))
        north, south = self._reach
        fit, up = squeezed(self.height / s, off_y + size[1] / 2, north, south)
        small, off_x, off_y = (size[0] * fit, size[1] * fit), off_x * fit, off_y * fit
        for order, play in enumerate(trick.plays, start=1):
            dx, dy = TOWARD[play.seat]
            centre = (self.center_x + dx * s * off_x, self.center_y + s * (dy * off_y + up))
            won = trick.winner == play.seat
            face = self._face(play.card, small, centre, glow=won, flag=play.irregular, order=order, small=fit < PLAIN)
            face.do = partial(self.dispatch, "on_card", play.seq)

    @property
    def _reach(self) -> tuple[float, float]:
        """How much of the felt is taken above and below, units."""
        nothing = Fringe()
        return self._fringes.get(Seat.N, nothing).reach, self._fringes.get(Seat.S, nothing).reach

    def _put_fringes(self, view: TableView) -> None:
        """What the players have declared and what lies open before them: at the sides first, for the rows keep clear.

        The words, touched, are put right, or tell why what was not shown in time fell; what waits to be shown has keys
        above the felt.
        """
        taken = corners(view, self.width / theme.s, self.height / theme.s)
        for seat, fringe in sorted(self._fringes.items(), key=lambda one: bool(TOWARD[one[0]][1])):
            up = TOWARD[seat][1]
            plate = self._box(self._plates[seat])
            wide = self.width / theme.s
            laid = row(fringe, plate, taken, wide, is_above=up > 0) if up else beside(fringe, plate)
            taken += [] if up else [*laid.cards, *filter(None, (laid.words,))]
            if laid.words is not None:
                pos, size = self._on_screen(laid.words)
                said = coloured((" · " if up else "\n").join(fringe.said), RED_ON_FELT)
                chip = kept(DeedChip, text=said, pos=pos, size=size, size_hint=(None, None), base_size=16, color=WHITE)
                asked = ("on_missed", fringe.missed) if fringe.missed else ("on_declared", fringe.entries)
                chip.do = partial(self.dispatch, *asked)
                self._lying.append(chip)
            for card, box in zip(fringe.cards, laid.cards, strict=True):
                (x, y), (width, height) = self._on_screen(box)
                self._face(card, (box.wide, box.high), (x + width / 2, y + height / 2), small=True)

    def _box(self, widget: Widget) -> Box:
        s = theme.s
        return Box((widget.x - self.x) / s, (widget.y - self.y) / s, widget.width / s, widget.height / s)

    def _on_screen(self, box: Box) -> tuple[tuple[float, float], tuple[float, float]]:
        """(position, size) in pixels."""
        s = theme.s
        return (self.x + s * box.x, self.y + s * box.y), (s * box.wide, s * box.high)

    def _turned_up(self, view: TableView) -> None:
        """The shown card or the talon, in the upper left corner."""
        corner = turned_up(view)
        if not corner:
            return
        s = theme.s
        left, top = self.x + s * CORNER, self.top - s * 16
        key = f"felt.turned-up.{view.game}"
        text = tr(key) if known(key) else ""
        for at, card in enumerate(corner):
            centre = (left + s * (SMALL[0] / 2 + at * (SMALL[0] + 6)), top - s * SMALL[1] / 2)
            face = self._face(card, SMALL, centre, small=True)
            face.do = partial(self.dispatch, "on_turned_up")
        self._label(text, (left, top - s * (SMALL[1] + 22)), (s * CAPTION, s * 20), 14, (1, 1, 1, 0.75), halign="left")

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

    def _auction(self, view: TableView) -> None:
        s, seats = theme.s, columns_of(view)
        across = self.width - 2 * s * (MARGIN + SIDE_PLATE[0] + GAP)
        width, left = across / len(seats), self.center_x - across / 2
        room = self.height - 2 * s * (max(self._reach) + 1)
        rows = max(2, int((room - s * HEAD) // (s * ROW)))
        top = self.center_y + min(room, s * (HEAD + ROW * rows)) / 2
        for at, seat in enumerate(seats):
            ink = theme.plate_turn if view.turn == seat.seat else (1, 1, 1, 0.7)
            place = (left + at * width, top - s * HEAD)
            size = (width - s * 4, s * HEAD)
            self._lying.append(
                kept(Name, name=player_text(seat), pos=place, size=size, size_hint=(None, None), base_size=16,
                     color=ink, pad=0, bold=True)
            )  # fmt: skip
        for line, column, call in latest(lined(view.calls, [seat.seat for seat in seats]), rows):
            pos = (left + column * width + s * 2, top - s * (HEAD + ROW * (line + 1)))
            base = 22 if call.call[:1].isdigit() else 17
            made = self._key(call_key_text(call), partial(self.dispatch, "on_call", call.seq), base, pad=2)
            made.pos, made.size = pos, (width - s * 4, s * (ROW - 4))
            loud = call.call != "pass"
            made.fill = theme.plate if loud else (0, 0, 0, 0.22)
            made.ink = theme.danger if not call.stands else theme.text if loud else (1, 1, 1, 0.85)
