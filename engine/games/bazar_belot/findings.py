"""Findings of a deal: how one is made from a law row, and how proofs of illegal plays become findings."""

from kozyr.engine.cardplay import CardPlay
from kozyr.engine.cards import DECK_32, Card
from kozyr.engine.docket import Place, irregularity, revoke_of
from kozyr.engine.facts import Irregularity
from kozyr.engine.games.bazar_belot.laws import LAWS
from kozyr.engine.games.bazar_belot.state import Announced, Deal
from kozyr.engine.laws import Offence, Remedy
from kozyr.engine.legality import Proof
from kozyr.engine.seats import Seat

REVOKE_ROW = "B-10"
"""The row that an illegal play falls under unless its player reports it in time."""


def found(
    deal: Deal,
    row: str,
    offence: Offence,
    seat: Seat | None,
    seqs: tuple[int, int],
    *,
    certain: bool = True,
    remedy: Remedy | None = None,
    cards: tuple[Card, ...] = (),
    trick: tuple[int | None] | None = None,
) -> Deal:
    """The deal with one more finding; ``seqs`` are those of the entries that committed and that proved it.

    ``trick``: the number of the trick in which it was committed, when that is not the current one.

    Nothing is added to what has been found already or to what the judge has dismissed. A false declaration that could
    still be corrected (B-2) and then was not (B-3) changes its row.
    """
    number = deal.trick_number or None
    place = Place(deal.number, number if trick is None else trick[0], number)
    one = irregularity(LAWS[row], offence, seat, seqs, place, certain=certain, remedy=remedy, cards=cards)
    before = deal.docket.like(one)
    corrigible = before is not None and (before.law, row) == ("B-2", "B-3") and not deal.docket.is_ruled(before)
    return deal._replace(docket=deal.docket.with_finding(one, instead=before if corrigible else None))


def false_declaration(deal: Deal, one: Announced, proved: int, cards: frozenset[Card]) -> Deal:
    """Before the second trick it can still be corrected (B-2); then no more (B-3)."""
    row = "B-2" if not one.meld.is_construction or len(deal.play.laid_by(one.seat)) < 2 else "B-3"
    proof = tuple(card for card in DECK_32 if card in cards)
    return found(deal, row, Offence.FALSE_DECLARATION, one.seat, (one.seq, proved), cards=proof)


def with_play(deal: Deal, play: CardPlay) -> Deal:
    """The deal with another play: new proofs become findings, those withdrawn leave unless ruled on."""
    before, ledger = deal.play.ledger, play.ledger
    deal = deal._replace(play=play)
    if ledger is None or before is None or ledger.found is before.found or ledger.found == before.found:
        return deal

    def finding(proof: Proof) -> Irregularity:
        return revoke_of(LAWS[REVOKE_ROW], deal.number, proof)

    return deal._replace(docket=deal.docket.with_proofs(ledger.found, finding))
