"""Which pad of calls a game has."""

from collections.abc import Mapping
from typing import Final

from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.screens.auction import AuctionPage
from kozyr.ui.tablet.screens.calls import CallsPage
from kozyr.ui.tablet.screens.otherwords import OtherWordsPage

_OF_THEIR_OWN: Final[Mapping[str, type[AuctionPage]]] = {"bazar-belot": AuctionPage}
"""Games with more legal calls than fit a plain pad: their bids are levels that rise without end."""


def correcting_page(model: TableModel) -> type[AuctionPage] | type[OtherWordsPage]:
    """The page on which a call of the table's game is corrected."""
    return _OF_THEIR_OWN.get(model.session.game.name, OtherWordsPage)


def calls_page(model: TableModel) -> type[AuctionPage] | type[CallsPage]:
    """The page on which the calls of the table's game are entered."""
    return _OF_THEIR_OWN.get(model.session.game.name, CallsPage)
