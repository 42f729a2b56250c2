"""Cards of a hand seen outside the trick (Репино 4.1.5, 4.3.2)."""

from kozyr.engine.acts import Exposed
from kozyr.engine.games.bazar_belot.declaring import seen_elsewhere
from kozyr.engine.games.bazar_belot.findings import found, with_ledger
from kozyr.engine.games.bazar_belot.state import Deal
from kozyr.engine.laws import Offence, Remedy


def exposed(deal: Deal, seq: int, act: Exposed) -> Deal:
    """The deal after cards of a hand were seen: two or more are an offence, a single one is worth a warning."""
    cards = frozenset(act.cards) - deal.played - {aside.card for aside in deal.aside if aside.seat is act.seat}
    before = dict(deal.open_cards).get(act.seat, frozenset())
    if not cards - before:
        return deal
    now = before | cards
    others = tuple(pair for pair in deal.open_cards if pair[0] is not act.seat)
    deal = deal._replace(open_cards=(*others, (act.seat, now)))
    if deal.ledger is not None:
        deal = with_ledger(deal, deal.ledger.know(seq, act.seat, act.cards, deal.trick_number)[0])
    for card in act.cards:
        if card in deal.declared_cards and card in cards:
            deal = seen_elsewhere(deal, seq, act.seat, card)
    if deal.claim is not None or deal.is_over:
        return deal
    row = "B-1" if deal.contract is None else "B-8"
    remedy = None if len(now) >= 2 else Remedy.WARN
    in_order = tuple(card for card in act.cards if card in cards)
    return found(deal, row, Offence.EXPOSED_CARDS, act.seat, (seq, seq), remedy=remedy, cards=in_order)
