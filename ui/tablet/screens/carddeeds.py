"""What is done with cards without playing them: the seven changed for the shown card, cards laid open, a claim."""

from functools import partial

from kozyr.engine.acts import Exchanged, Played
from kozyr.engine.cards import Card, Rank
from kozyr.engine.seats import Seat
from kozyr.engine.view import Phase
from kozyr.ui.locale.text import card_text, tr
from kozyr.ui.tablet.people import player
from kozyr.ui.tablet.screens.cardpad import CardsPage
from kozyr.ui.tablet.screens.claim import ClaimPage
from kozyr.ui.tablet.screens.page import ROW, Page, seat_page
from kozyr.ui.tablet.screens.showing import show_by_hand
from kozyr.ui.tablet.widgets import coloured, key


def card_deeds(page: Page) -> None:
    """The rows of keys for them, below what is declared; large ones in a game in which nothing is declared."""
    view = page.model.view
    if view.turned_up and (view.stage == "swap" or view.expectation.late_takers):
        _swap_row(page)
    is_told = bool(page.model.session.game.declarations)
    size = 19 if is_told else 24
    keys = [key(tr("declare.show"), partial(_show, page), base_size=size, tip="show")]
    if view.phase is Phase.PLAY:
        claim = partial(page.screen.open_page, ClaimPage)
        keys.append(key(tr("declare.claim"), claim, base_size=size, tip="claim"))
    if is_told:
        page.row(*keys, height=72 if len(keys) > 1 else ROW)
        return
    for one in keys:
        page.row(one, height=110)
    page.fill()


def _swap_row(page: Page) -> None:
    view = page.model.view
    seven, shown = Card(Rank.SEVEN, view.turned_up[0].suit), view.turned_up[0]
    text = tr("declare.swap", seven=coloured(card_text(seven)), shown=coloured(card_text(shown)))
    text = tr("declare.swap.missed", swap=text) if view.expectation.late_takers else text
    page.row(key(text, partial(_swap, page, seven, shown), base_size=19, tip="swap"))


def _swap(page: Page, seven: Card, shown: Card) -> None:
    seats = page.model.session.header.seating.seats
    ask = tr("declare.swap.who", seven=coloured(card_text(seven)))
    page.screen.open(seat_page(page.screen, ask, seats, partial(_swapped, page, seven, shown)))


def _swapped(page: Page, seven: Card, shown: Card, seat: Seat) -> None:
    """The shown card was changed: now, or before the first card where the cards were quicker."""
    model = page.model
    first = next((step.seq for step in model.deal_steps if isinstance(step.act, Played)), None)
    if first is None:
        page.screen.finish(model.exchange, seat, (shown,), (seven,))
    else:
        page.screen.amend(partial(model.insertion, first, Exchanged(seat, (shown,), (seven,))))


def _show(page: Page) -> None:
    seats = page.model.session.header.seating.seats
    page.screen.open(seat_page(page.screen, tr("declare.show"), seats, partial(_show_for, page)))


def _show_for(page: Page, seat: Seat) -> None:
    title = tr("pad.shown", seat=player(page.model, seat))
    page.screen.open(CardsPage(page.screen, title, partial(show_by_hand, page.screen, seat)))
