"""Before a deal: who deals, or who holds the token."""

from functools import partial

from kozyr.engine.view import Phase
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.people import named
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import key


class DealPage(Page):
    """The next dealer with one tap; any other, or the judge, with another."""

    keeps = stays = full = True

    def build(self) -> None:
        view, proposed = self.model.view, self.model.next_dealer
        token = self.model.session.game.judge_deals
        self.heading(tr("deal.who-obliged" if token else "deal.who"))
        order = self.model.session.header.seating.seats
        high = 62 if theme.portrait else 72
        for seat in self.model.session.header.seating.following(proposed) if proposed else order:
            deal = partial(self.screen.finish, self.model.begin_deal, seat)
            text = named(self.model, seat)
            self.row(key(text, deal, tone="primary" if seat == proposed else "plain", tip=f"deal-{seat}"), height=high)
        self.fill()
        # Where everybody has a sheet of his own a player always deals.
        if view.phase is not Phase.MATCH_OVER and not token and not view.sheet:
            self.row(key(tr("deal.judge"), partial(self.screen.finish, self.model.deal, None), base_size=18))
