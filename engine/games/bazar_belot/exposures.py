"""Cards of a hand seen outside the trick (Репино 4.1.5, 4.3.2)."""

from kozyr.engine import misplaced
from kozyr.engine.acts import Exposed
from kozyr.engine.games.bazar_belot.declaring import seen_elsewhere
from kozyr.engine.games.bazar_belot.findings import found, with_play
from kozyr.engine.games.bazar_belot.state import Deal
from kozyr.engine.laws import Offence, Remedy


def exposed(deal: Deal, seq: int, act: Exposed) -> Deal:
    """The deal after cards of a hand were seen: two or more are an offence, a single one is worth a warning."""
    play, now = misplaced.exposed(deal.play, seq, act.seat, act.cards)
    if not now:
        return deal
    deal = with_play(deal, play)
    for card in act.cards:
        if card in deal.declared_cards and card in now:
            deal = seen_elsewhere(deal, seq, act.seat, card)
    if deal.claim is not None or deal.is_over:
        return deal
    row = "B-1" if deal.contract is None else "B-8"
    remedy = None if len(now) >= 2 else Remedy.WARN
    in_order = tuple(card for card in act.cards if card in now)
    return found(deal, row, Offence.EXPOSED_CARDS, act.seat, (seq, seq), remedy=remedy, cards=in_order)
