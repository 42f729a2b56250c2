"""What a half of a bela lacks so far, or why it counts for nothing, as far as all at the table can see."""

from kozyr.engine.games.bazar_belot.melds import Kind, bela_cards
from kozyr.engine.games.bazar_belot.play import Denomination
from kozyr.engine.games.bazar_belot.state import Announced, Deal
from kozyr.engine.view import Amiss


def amiss(deal: Deal, one: Announced, counts: bool | None) -> Amiss | None:
    """What is amiss with a declaration; None for constructions and where nothing is known to be."""
    if counts or one.meld.is_construction or deal.denomination is None or deal.tally is not None:
        return None
    if one.waits and not deal.is_over:
        return Amiss.WAITS
    suit, trump = one.meld.suit, deal.denomination.trump
    if suit is None or (suit is not trump and deal.denomination is not Denomination.ALL_TRUMPS):
        return Amiss.ABSENT
    if one.shown:
        is_second = one.meld.kind is Kind.REBELA
        return Amiss.SECOND_CARD if deal.is_over and not is_second else Amiss.FIRST_CARD if is_second else None
    if bela_cards(suit) & (deal.play.played - deal.play.cards_of(one.seat)) or _is_thrown(deal, one):
        return Amiss.ABSENT
    return Amiss.LATE if _laid_before(deal, one) else Amiss.EARLY


def _is_thrown(deal: Deal, one: Announced) -> bool:
    """Whether a card of it was thrown on another suit in all trumps: there it is no bela."""
    if deal.denomination is not Denomination.ALL_TRUMPS or one.shown:
        return False
    tricks = (*(trick.plays for trick in deal.play.tricks), deal.play.trick)
    thrown = [
        plays for plays in tricks if plays and plays[0].card is not None and plays[0].card.suit is not one.meld.suit
    ]
    return any(play.seat is one.seat and play.card in one.meld.cards for plays in thrown for play in plays)


def _laid_before(deal: Deal, one: Announced) -> bool:
    """Whether the card that a half is said with had been laid before."""
    pair = one.meld.cards
    laid = [play for play in deal.play.laid_by(one.seat) if play.card in pair]
    return len([play for play in laid if play.seq < one.seq]) > (one.meld.kind is Kind.REBELA)
