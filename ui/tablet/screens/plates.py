"""The plates of the players at the edges of the felt: name, tricks, what each is in this deal."""

from typing import Any, Final

from kivy.properties import BooleanProperty, ColorProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from kozyr.engine.view import Phase, SeatView, TableView
from kozyr.ui.locale.text import cards_text, seat_text, side_text, tr
from kozyr.ui.tablet.people import escaped
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import coloured

ROLES: Final = ("dealer", "obliged", "declarer", "whister", "half-whister", "passer")
"""What a plate tells of a seat; who has the first word is seen from the turn."""


def player_text(seat: SeatView) -> str:
    """The player's name, safe among markup; the seat's where no name was given."""
    return escaped(seat.player) if seat.player not in ("", seat.seat.value) else seat_text(seat.seat)


def scorer_text(view: TableView, side: str) -> str:
    """A side: the name of a player who scores alone, else what the side is called; safe among markup."""
    alone = next((seat for seat in view.seats if seat.seat.value == side), None)
    return side_text(side) if alone is None else player_text(alone)


def role_text(seat: SeatView) -> str:
    """What a seat is in this deal: ``здає · жетон``."""
    if _sits_out(seat) and "dealer" in seat.roles:
        return tr("plate.sits-out")
    return " · ".join(tr(f"plate.{role}") for role in ROLES if role in seat.roles)


def _sits_out(seat: SeatView) -> bool:
    """Whether a seat has no part in this deal; a dealer of four plays the talon's cards in raspasy."""
    return not seat.is_playing and not seat.cards_left


class Plate(ButtonBehavior, BoxLayout):
    """One player; amber when it is his turn, faint when he sits this deal out."""

    player = StringProperty("")
    line = StringProperty("")
    marks = StringProperty("")
    upright = BooleanProperty(False)
    """A plate at a side edge has its marks on lines of their own."""
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

    def tell(self, seat: SeatView, phase: Phase, won: bool = False) -> None:
        """Shows the state of a seat; ``won``: tricks were taken in this deal, so that none is told too."""
        self._dress()  # the colours may be others than at the last look
        name, where = player_text(seat), seat_text(seat.seat)
        self.player = name
        self.opacity = 0.8 if _sits_out(seat) else 1.0
        counts = seat.tricks > 0 or ((won or phase is Phase.PLAY) and not _sits_out(seat))
        tricks = tr("felt.tricks", tricks=seat.tricks) if counts else ""
        penalty = tr("felt.penalty", cards=coloured(cards_text(seat.penalty_cards))) if seat.penalty_cards else ""
        # Beside a name the place is its letters, at every edge alike.
        short = "" if name == where else seat_text(seat.seat, short=True)
        parts = [part for part in (short, role_text(seat), tricks, penalty) if part]
        first = 2 if short and role_text(seat) and " · " not in role_text(seat) else 1
        self.line = " · ".join(parts[:first] if self.upright else parts)
        self.marks = "\n".join(parts[first:]) if self.upright else ""
