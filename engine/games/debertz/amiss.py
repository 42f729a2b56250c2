"""What a bela lacks so far, or why it counts for nothing, as far as all at the table can see."""

from kozyr.engine.games.debertz.combinations import bela_cards
from kozyr.engine.games.debertz.existence import elsewhere
from kozyr.engine.games.debertz.state import Announced, Deal, Table
from kozyr.engine.view import Amiss


def amiss(table: Table, deal: Deal, at: int, counts: bool | None) -> Amiss | None:
    """What is amiss with the declaration at place ``at``; None for sequences and where nothing is known to be."""
    one, trump = deal.declarations[at], deal.trump
    if counts or one.combination.is_sequence or trump is None or deal.tally is not None:
        return None
    if one.combination.suit is not trump or bela_cards(trump) & elsewhere(table, deal, one.seat):
        return Amiss.ABSENT
    if one.waits and not deal.is_over:
        return Amiss.WAITS
    if not one.in_time:
        return Amiss.LATE if _laid_before(deal, one) else Amiss.EARLY
    is_first = table.rules.bella_announce == "first_card"
    return Amiss.FIRST_CARD if is_first and one.shown else None if is_first or one.shown else Amiss.SECOND_CARD


def _laid_before(deal: Deal, one: Announced) -> bool:
    """Whether both cards of a bela had been laid when it was said."""
    laid = {play.card for play in deal.play.laid_by(one.seat) if play.seq < one.seq and play.card is not None}
    return one.combination.cards <= laid
