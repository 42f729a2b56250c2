"""The page on which something recorded is put right, whatever it is."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from kozyr.engine.acts import Called, Dealt, Declared, Exchanged, Exposed, Played, Revealed, TurnedUp
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.screens.cardpad import CardsPage, CorrectCardPage
from kozyr.ui.tablet.screens.pads import correcting_page
from kozyr.ui.tablet.screens.page import ChoicePage, seat_page
from kozyr.ui.tablet.screens.redeclare import RedeclarePage
from kozyr.ui.tablet.screens.said_with_cards import with_cards
from kozyr.ui.tablet.screens.words import WordPage
from kozyr.ui.tablet.telling import told, when_text
from kozyr.ui.tablet.widgets import coloured

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen


def edit(screen: "TableScreen", seq: int) -> None:
    """Opens the page that corrects what entry ``seq`` states."""
    step = screen.model.standing(seq)
    match None if step is None else step.act:
        case Played():
            screen.open_page(CorrectCardPage, seq=seq)
        case Called():
            screen.open_page(correcting_page(screen.model), seq=seq)
        case Declared() if with_cards(screen.model, seq) is not None:
            screen.open_page(WordPage, seq=seq)
        case Declared():
            screen.open_page(RedeclarePage, seq=seq)
        case Dealt():
            seats = screen.model.session.header.seating.seats
            who = tr("deal.who-obliged" if screen.model.session.game.judge_deals else "deal.who")
            screen.open(seat_page(screen, who, seats, partial(_redealt, screen, seq), _changes(screen, seq)))
        case TurnedUp() | Revealed() | Exposed() as act:
            other = partial(_other_cards, screen, seq, type(act))
            choices = ((tr("history.other-cards"), "primary", other), _taken_back(screen, seq), *_changes(screen, seq))
            screen.open(ChoicePage(screen, _said(screen, seq), choices))
        case Exchanged():
            choices = (
                (tr("declare.swapped"), "primary", partial(_other_swapped, screen, seq)),
                _taken_back(screen, seq),
                *_changes(screen, seq),
            )
            screen.open(ChoicePage(screen, _said(screen, seq), choices))
        case None:
            screen.lost()
        case _:
            screen.open(ChoicePage(screen, _said(screen, seq), (_taken_back(screen, seq), *_changes(screen, seq))))


def _said(screen: "TableScreen", seq: int) -> str:
    """What entry ``seq`` states, with its time."""
    step, part = screen.model.standing(seq), screen.model.parts.part(seq)
    assert step is not None
    return f"{when_text(screen.model, step.at_ms)} · {coloured(told(screen.model, step.act, part.deal if part else 0))}"


def _taken_back(screen: "TableScreen", seq: int) -> tuple[str, str, partial[None]]:
    return tr("key.take-back"), "danger", partial(screen.take_back, seq)


def _changes(screen: "TableScreen", seq: int) -> tuple[tuple[str, str, partial[None]], ...]:
    """What became of it, where something did."""
    entry = screen.model.entry_of(screen.model.line_of(seq))
    is_changed = entry is not None and entry.replaces is not None
    return ((tr("key.changes"), "plain", partial(screen.open_changes, seq)),) if is_changed else ()


def _other_cards(screen: "TableScreen", seq: int, kind: type[TurnedUp | Revealed | Exposed]) -> None:
    """The cards that were shown were others."""

    def chosen(cards: tuple[Card, ...]) -> None:
        act = screen.standing(seq, kind)
        if act is not None:
            screen.amend(partial(screen.model.correction, seq, replace(act, cards=cards)))

    shown = screen.standing(seq, kind)
    if shown is None:
        return
    limit = len(shown.cards) if isinstance(shown, TurnedUp) else None
    begin = () if limit else shown.cards
    screen.open(CardsPage(screen, tr("history.which-cards"), chosen, limit=limit, begin=begin))


def _other_swapped(screen: "TableScreen", seq: int) -> None:
    """Another player took and gave these cards."""

    def chosen(seat: Seat) -> None:
        act = screen.standing(seq, Exchanged)
        if act is not None:
            screen.amend(partial(screen.model.correction, seq, replace(act, seat=seat)))

    changed = screen.standing(seq, Exchanged)
    if changed is None:
        return
    others = (seat for seat in screen.model.session.header.seating.seats if seat is not changed.seat)
    screen.open(seat_page(screen, tr("declare.who"), others, chosen))


def _redealt(screen: "TableScreen", seq: int, seat: Seat) -> None:
    act = screen.standing(seq, Dealt)
    if act is not None:
        is_judges = screen.model.session.game.judge_deals
        other = replace(act, obliged=seat) if is_judges else replace(act, dealer=seat)
        screen.amend(partial(screen.model.correction, seq, other))
