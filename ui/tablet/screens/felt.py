"""The table as people see it: four plates at their edges, the trick in the middle, the last trick small beside it."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, ColorProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from kozyr.engine.game import ReportDoubt
from kozyr.engine.seats import Seat
from kozyr.engine.view import CallView, DealRow, DeclarationView, Phase, SeatView, TableView, TrickView
from kozyr.ui.locale.text import (
    call_text,
    cards_text,
    contract_text,
    declaration_text,
    score_text,
    seat_text,
    side_text,
    tr,
)
from kozyr.ui.tablet.cardface import CardFace
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Chip, FitLabel, Key, coloured

CARD: Final = (92, 130)
"""A card of the trick, units."""
SMALL: Final = (56, 78)
"""A card of the last trick, units."""
TOWARD: Final = {Seat.S: (0, -1), Seat.N: (0, 1), Seat.W: (-1, 0), Seat.E: (1, 0)}
"""The direction of each seat from the middle."""
RED_ON_FELT: Final = "#ff8a86"
AUCTION_ROWS: Final = 7
"""Rounds of the auction that fit on the felt; earlier ones are in the history."""


def _declared_text(declaration: DeclarationView) -> str:
    """A declaration, with what it is worth once that is settled; struck through when it does not count."""
    text = declaration_text(declaration.declaration)
    if declaration.counts is None:
        return text
    return f"{text} +{declaration.value}" if declaration.counts and declaration.value else f"[s]{text}[/s]"


def _lined(calls: Sequence[CallView], seats: list[Seat]) -> list[tuple[int, CallView]]:
    """The calls with their lines of the auction: a new line when a seat's column is not to the right."""
    lined: list[tuple[int, CallView]] = []
    line, last = 0, -1
    for call in calls:
        column = seats.index(call.seat)
        line += column <= last
        last = column
        lined.append((line, call))
    return lined


@cache
def lamplight() -> Any:
    """A soft light in the middle that fades to the edges."""
    size = 64
    texture = Texture.create(size=(size, size), colorfmt="rgba")
    pixels = bytearray()
    for y in range(size):
        for x in range(size):
            off = min(1.0, (((x + 0.5) / size * 2 - 1) ** 2 + ((y + 0.5) / size * 2 - 1) ** 2) / 1.6)
            pixels += bytes((0, 0, 0, round(90 * off)))
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def player_text(seat: SeatView) -> str:
    """The player's name; the seat's where no name was given."""
    return seat.player if seat.player not in ("", seat.seat.value) else seat_text(seat.seat)


class Plate(ButtonBehavior, BoxLayout):
    """One player: name, seat and tricks, what he is in this deal; amber when it is his turn."""

    player = StringProperty("")
    line = StringProperty("")
    marks = StringProperty("")
    upright = BooleanProperty(False)
    """A plate at a side edge has its marks on a line of their own."""
    turn = BooleanProperty(False)
    picked = BooleanProperty(False)
    """The seat for which the pads enter, chosen by hand."""
    fill = ColorProperty((0, 0, 0, 0))
    edge = ColorProperty((0, 0, 0, 0))
    ink = ColorProperty((1, 1, 1, 1))
    soft = ColorProperty((1, 1, 1, 1))
    seat = ObjectProperty(None)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fbind("turn", self._dress)
        self.fbind("picked", self._dress)
        self._dress()

    def _dress(self, *_: object) -> None:
        self.fill = theme.plate_turn if self.turn else theme.plate
        self.edge = theme.text if self.picked else (self.fill if self.turn else theme.felt_line)
        self.ink = theme.accent_text if self.turn else theme.text
        self.soft = theme.accent_text if self.turn else theme.muted

    def tell(self, seat: SeatView, phase: Phase) -> None:
        """Shows the state of a seat."""
        self.player = player_text(seat)
        parts = [] if self.player == seat_text(seat.seat) else [seat_text(seat.seat)]
        if phase in (Phase.PLAY, Phase.DEAL_OVER):
            parts.append(tr("felt.tricks", tricks=seat.tricks))
        marks = [tr(f"role.{role}") for role in seat.roles if role in ("dealer", "declarer", "obliged")]
        if seat.penalty_cards:
            marks.append(tr("felt.penalty", cards=coloured(cards_text(seat.penalty_cards))))
        joined = " · ".join(marks)
        lines = [*parts[:1], *([joined] if joined else []), *parts[1:]]
        self.line = (lines[0] if lines else "") if self.upright else " · ".join([*parts, *marks])
        self.marks = "\n".join(lines[1:]) if self.upright else ""


class Felt(FloatLayout):
    """The felt. ``on_seat`` and ``on_card`` are told what was touched."""

    __events__ = ("on_seat", "on_card", "on_call")
    light = ObjectProperty(None, allownone=True)
    """The lamp over the middle: a texture."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(light=lamplight(), **kwargs)
        self._view: TableView | None = None
        self._plates: dict[Seat, Plate] = {}
        self._middle = FloatLayout(size_hint=(None, None))
        self.add_widget(self._middle)
        self._picked: Seat | None = None
        self._doubts: tuple[ReportDoubt, ...] = ()
        self.bind(size=self._place, pos=self._place)

    def on_seat(self, seat: Seat) -> None:
        """A plate was touched."""

    def on_card(self, seq: int) -> None:
        """A card of a trick was touched."""

    def on_call(self, seq: int) -> None:
        """A call of the auction was touched."""

    def show(self, view: TableView, picked: Seat | None, doubts: tuple[ReportDoubt, ...] = ()) -> None:
        """Shows a view; ``picked`` is the seat for which the pads enter when it was chosen by hand."""
        self._view, self._picked, self._doubts = view, picked, doubts
        self._place()

    def _place(self, *_: object) -> None:
        if self._view is None or self.width < 100:
            return
        self._place_plates(self._view)
        self._middle.clear_widgets()
        self._middle.pos, self._middle.size = self.pos, self.size
        phase = self._view.phase
        if phase is Phase.AUCTION:
            self._auction(self._view)
        elif phase in (Phase.DEAL_OVER, Phase.MATCH_OVER):
            self._result(self._view)
        elif phase is Phase.BEFORE_DEAL:
            self._say(tr("felt.before-deal"), 24)
        if phase is Phase.PLAY:
            self._declared(self._view)
            self._trick(self._view.trick)
        lying = self._view.trick if phase is Phase.PLAY else None
        closed = [trick for trick in self._view.tricks if trick != lying]
        if closed:
            self._last_trick(closed[-1])

    def _place_plates(self, view: TableView) -> None:
        s, margin = theme.s, theme.s * 16
        for seat in view.seats:
            plate = self._plates.get(seat.seat) or self._add_plate(seat.seat)
            plate.size = (s * 130, s * 112) if plate.upright else (s * 206, s * 60)
            dx, dy = TOWARD[seat.seat]
            plate.center_x = self.center_x + dx * (self.width / 2 - margin - plate.width / 2)
            plate.center_y = self.center_y + dy * (self.height / 2 - margin - plate.height / 2)
            plate.turn = view.expectation.seat == seat.seat and view.phase in (Phase.AUCTION, Phase.PLAY)
            plate.picked = self._picked == seat.seat
            plate.tell(seat, view.phase)

    def _add_plate(self, seat: Seat) -> Plate:
        plate = Plate(seat=seat, upright=TOWARD[seat][0] != 0)
        plate.bind(on_release=lambda *_: self.dispatch("on_seat", seat))
        self._plates[seat] = plate
        self.add_widget(plate)
        return plate

    def _card(self, card: Any, seq: int, size: tuple[float, float], centre: tuple[float, float], **kwargs: Any) -> None:
        face = CardFace(card=card, size_hint=(None, None), size=(size[0] * theme.s, size[1] * theme.s), **kwargs)
        face.center = centre
        face.bind(on_release=lambda *_: self.dispatch("on_card", seq))
        self._middle.add_widget(face)

    def _trick(self, trick: TrickView | None) -> None:
        if trick is None:
            self._say(tr("felt.trick", number=1), 18, soft=True)
            return
        s = theme.s
        for play in trick.plays:
            dx, dy = TOWARD[play.seat]
            centre = (self.center_x + dx * s * 104, self.center_y + dy * s * 78)
            won = trick.winner == play.seat
            self._card(play.card, play.seq, CARD, centre, glow=won, flag=play.irregular)

    def _last_trick(self, trick: TrickView) -> None:
        s = theme.s
        x, y = self.x + s * 18, self.y + s * 18
        for play in trick.plays:
            dx, dy = TOWARD[play.seat]
            centre = (
                x + s * (1.5 * SMALL[0] + 3 + dx * (SMALL[0] + 3)),
                y + s * (SMALL[1] + 1.5 + dy * (SMALL[1] / 2 + 1.5)),
            )
            self._card(
                play.card, play.seq, SMALL, centre, small=True, glow=trick.winner == play.seat, flag=play.irregular
            )
        self._label(
            tr("felt.last-trick", number=trick.number, seat=seat_text(trick.winner)),
            (x, y + s * (2 * SMALL[1] + 8)), (s * (3 * SMALL[0] + 6), s * 20), 15, (1, 1, 1, 0.8),
        )  # fmt: skip

    def _label(
        self, text: str, pos: tuple[float, float], size: tuple[float, float], base: float, color: Any, **kwargs: Any
    ) -> FitLabel:
        made = FitLabel(
            text=text, pos=pos, size=size, size_hint=(None, None), base_size=base, color=color, pad=0, **kwargs
        )
        self._middle.add_widget(made)
        return made

    def _say(self, text: str, base: float, *, soft: bool = False, dy: float = 0) -> None:
        size = (theme.s * 330, theme.s * 60)
        pos = (self.center_x - size[0] / 2, self.center_y - size[1] / 2 + dy * theme.s)
        self._label(text, pos, size, base, (1, 1, 1, 0.5 if soft else 1), bold=not soft)

    def _declared(self, view: TableView) -> None:
        s = theme.s
        for seat in view.seats:
            said = [_declared_text(one) for one in view.declarations if one.seat == seat.seat]
            if not said:
                continue
            dy = TOWARD[seat.seat][1]
            plate, size = self._plates[seat.seat], (s * (206 if dy else 130), s * 28)
            y = plate.y - size[1] - s * 6 if dy > 0 else plate.y + plate.height + s * 6
            chip = Chip(text=coloured(", ".join(said), RED_ON_FELT), size=size, size_hint=(None, None), base_size=16)
            chip.color, chip.pos = (1, 1, 1, 1), (plate.center_x - size[0] / 2, y)
            self._middle.add_widget(chip)

    def _auction(self, view: TableView) -> None:
        s, seats = theme.s, [seat.seat for seat in view.seats]
        width, row = s * 320 / len(seats), s * 40
        left, top = self.center_x - s * 160, self.center_y + s * 162
        for at, seat in enumerate(seats):
            ink = theme.accent if view.expectation.seat == seat else (1, 1, 1, 0.7)
            name = seat_text(seat)
            self._label(name, (left + at * width, top - row), (width - s * 4, row), 16, ink, bold=True)
        lined = _lined(view.calls, seats)
        first = max(0, lined[-1][0] + 1 - AUCTION_ROWS) if lined else 0
        for line, call in lined:
            if line >= first:
                x, y = left + seats.index(call.seat) * width + s * 2, top - row * (line - first + 2) - s * 4
                self._call(call, (x, y), (width - s * 4, row - s * 4))

    def _call(self, call: CallView, pos: tuple[float, float], size: tuple[float, float]) -> None:
        bid = call.call[:1].isdigit()
        text = coloured(call_text(call.call))
        made = Key(text=text, pos=pos, size=size, size_hint=(None, None), base_size=20 if bid else 17, pad=2)
        strong = bid or call.call != "pass"
        made.fill = theme.plate if strong else (0, 0, 0, 0.22)
        made.ink = theme.danger if not call.stands else theme.text if strong else (1, 1, 1, 0.85)
        made.bind(on_release=lambda *_: self.dispatch("on_call", call.seq))
        self._middle.add_widget(made)

    def _result(self, view: TableView) -> None:
        if not view.rows:
            return
        row = view.rows[-1]
        if not row.finished:
            self._in_doubt(row.deal)
            return
        redealt = row.contract is None
        self._say(tr("felt.redealt") if redealt else tr("felt.deal-over", deal=row.deal), 20, dy=94)
        self._say(tr("contract.none") if redealt else score_text(row.score or view.settlement), 34, dy=14)
        if not redealt:
            self._say(self._fate(row), 20, dy=58)
        if row.total:
            self._say(tr("felt.total", score=score_text(row.total)), 20, dy=-30)
        if view.winner is not None:
            self._say(tr("narrate.winner", side=side_text(view.winner)), 26, dy=-78)

    def _fate(self, row: DealRow) -> str:
        """The contract and what became of it."""
        contract = f"{seat_text(row.declarer)} {coloured(contract_text(row.contract, row.doubled))}"
        bayt = tr("felt.bayt", side=", ".join(side_text(side) for side in row.bayt)) if row.bayt else tr("felt.made")
        return f"{contract} · {bayt}"

    def _in_doubt(self, deal: int) -> None:
        """Why a deal has no score, and what to do about it."""
        self._say(tr("doubt.title", deal=deal), 24, dy=58)
        for at, doubt in enumerate(self._doubts[:2]):
            said = tr(f"doubt.{doubt.what}", deal=deal, seq=doubt.seq, cards=cards_text(doubt.cards))
            self._say(coloured(said), 20, dy=14 - 36 * at)
        self._say(tr("doubt.fix"), 18, dy=-66)
