"""Whom the screen speaks of: players by the names that were given, seats where there are none. No Kivy in here."""

from contextlib import AbstractContextManager

from kozyr.engine.seats import Seat
from kozyr.ui.locale.players import players_called
from kozyr.ui.locale.text import seat_text
from kozyr.ui.tablet.model import TableModel


def named(model: TableModel, seat: Seat) -> str:
    """A seat with its player's name, where one was given; safe among markup."""
    name = _name(model, seat)
    return f"{name} · {seat_text(seat)}" if name else seat_text(seat)


def player(model: TableModel, seat: Seat | None) -> str:
    """The name alone; the seat's where none was given; empty for None."""
    return (_name(model, seat) if seat is not None else "") or seat_text(seat)


def called(model: TableModel) -> AbstractContextManager[None]:
    """Within it every text tells seats by the names of their players, safe among markup."""
    return players_called([(seat, escaped(name)) for seat, name in model.session.header.players])


def _name(model: TableModel, seat: Seat) -> str:
    name = dict(model.session.header.players).get(seat, "")
    return "" if name == seat.value else escaped(name)


def escaped(text: str) -> str:
    """Words of people as they stand among the markup of a label."""
    return text.replace("&", "&amp;").replace("[", "&bl;").replace("]", "&br;")
