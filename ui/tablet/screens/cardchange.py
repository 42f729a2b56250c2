"""A card that is about to become another, as cards: the trick it lies in where that may be seen, and what comes."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from kozyr.engine.acts import Act, Played
from kozyr.engine.cards import Card
from kozyr.engine.table.log import Entry
from kozyr.engine.view import Phase
from kozyr.ui.tablet.cardface import CardFace
from kozyr.ui.tablet.following import IN_TURN
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.people import player
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import FitLabel, Name

SIZE: Final = (58, 82)
"""A card, units."""
NAMES: Final = 24
"""The line of names below the cards, units."""
SIGN: Final = 34
"""The arrow between what was and what comes, units."""


@dataclass(frozen=True, slots=True)
class CardChange:
    """One play that is put right."""

    seq: int
    """Its entry."""
    old: Played
    """What it states."""
    new: Played | None
    """What it is to state; None when it never was."""


def card_change(model: TableModel, entries: Iterable[Entry]) -> CardChange | None:
    """What corrections do to one play; None where they do something else, or more."""
    made = [entry for entry in entries if entry.why != IN_TURN]
    if len(made) != 1 or made[0].replaces is None:
        return None
    step, act = model.standing(made[0].replaces), made[0].act
    if step is None or not isinstance(step.act, Played) or not (act is None or isinstance(act, Played)):
        return None
    return CardChange(step.seq, step.act, act)


def is_closed_trick(model: TableModel, change: CardChange) -> bool:
    """Whether the play lies in a trick that is complete."""
    return model.parts.part(change.seq) in model.parts.won


def is_in_last_trick(model: TableModel, change: CardChange) -> bool:
    """Whether it lies in the last closed trick of the deal that is played, at which anybody may look on request."""
    view = model.view
    closed = [trick for trick in view.tricks if trick != view.trick]
    return view.phase is Phase.PLAY and bool(closed) and change.seq in {play.seq for play in closed[-1].plays}


def change_row(model: TableModel, change: CardChange, *, whole: bool) -> Widget:
    """The card and what it becomes; with ``whole`` all cards of its trick, in play order, with the players' names."""
    shown = _trick(model, change) if whole else [(change.old, True)]
    high = SIZE[1] + (NAMES if whole else 0)
    box = BoxLayout(spacing=theme.s * 6, size_hint_y=None, height=theme.s * high)
    box.add_widget(Widget())
    for act, is_it in shown:
        box.add_widget(_column(act.card, player(model, act.seat) if whole else None, framed=is_it))
    sign = "→" if change.new is not None else "✕"
    box.add_widget(FitLabel(text=sign, base_size=30, pad=0, size_hint=(None, 1), width=theme.s * SIGN))
    if change.new is not None:
        other = player(model, change.new.seat) if change.new.seat is not change.old.seat else ""
        box.add_widget(_column(change.new.card, other if whole else None, framed=True))
    box.add_widget(Widget())
    return box


def _trick(model: TableModel, change: CardChange) -> list[tuple[Played, bool]]:
    """The plays of its trick, and which of them it is."""
    part = model.parts.part(change.seq)
    there: list[tuple[Played, bool]] = []
    for step in model.session.steps:
        act: Act = step.act
        if isinstance(act, Played) and model.parts.part(step.seq) == part:
            there.append((act, step.seq == change.seq))
    return there


def _column(card: Card | None, name: str | None, *, framed: bool) -> Widget:
    """A card; where the line of names is shown, a name below it."""
    s = theme.s
    column = BoxLayout(orientation="vertical", size_hint_x=None, width=s * SIZE[0])
    column.add_widget(CardFace(card=card, small=True, glow=framed, size_hint=(1, None), height=s * SIZE[1]))
    if name is not None:
        column.add_widget(Name(name=name, base_size=17, size_hint_y=None, height=s * NAMES, pad=0))
    return column
