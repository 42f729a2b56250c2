"""Findings of a deal: how one is made from a law row, and how proofs of illegal plays become findings."""

from kozyr.engine.cardplay import CardPlay
from kozyr.engine.cards import Card
from kozyr.engine.facts import Irregularity
from kozyr.engine.games.bazar_belot.laws import LAWS
from kozyr.engine.games.bazar_belot.state import Deal, Ruling
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
    before = next((one for one in deal.findings if _same(one, offence, seat, seqs[0])), None)
    corrigible = before is not None and (before.law, row) == ("B-2", "B-3") and not is_ruled(deal, before)
    if (before is not None and not corrigible) or is_dismissed(deal, offence, seat, seqs[0]):
        return deal
    number = deal.trick_number or None
    one = Irregularity(
        offence=offence,
        seat=seat,
        committed=seqs[0],
        proved=seqs[1],
        certain=certain,
        law=row,
        citation=str(LAWS[row].citation),
        remedy=remedy or LAWS[row].remedies[0],
        cards=cards,
        deal=deal.number,
        trick=number if trick is None else trick[0],
        proved_trick=number,
    )
    return deal._replace(findings=(*(other for other in deal.findings if other is not before), one))


def _same(one: Irregularity, offence: Offence, seat: Seat | None, committed: int) -> bool:
    return one.committed == committed and one.offence is offence and one.seat == seat


def is_dismissed(deal: Deal, offence: Offence, seat: Seat | None, committed: int) -> bool:
    """Whether the judge has dismissed this very finding."""
    return any(
        ruling.remedy is None and not ruling.stale and _is_about(ruling, offence, seat, committed)
        for ruling in deal.in_force
    )


def is_ruled(deal: Deal, one: Irregularity) -> bool:
    """Whether the judge has accepted a finding, with its own or another remedy."""
    return any(
        ruling.remedy is not None and _is_about(ruling, one.offence, one.seat, one.committed)
        for ruling in deal.in_force
    )


def _is_about(ruling: Ruling, offence: Offence, seat: Seat | None, committed: int) -> bool:
    return ruling.committed == committed and ruling.offence is offence and seat in (None, ruling.act.seat)


def with_play(deal: Deal, play: CardPlay) -> Deal:
    """The deal with another play: new proofs become findings, those withdrawn leave unless ruled on."""
    before, ledger = deal.play.ledger, play.ledger
    deal = deal._replace(play=play)
    if ledger is None or before is None or ledger.found is before.found or ledger.found == before.found:
        return deal
    proofs = {(proof.committed, proof.certain): proof for proof in ledger.found}
    kept = [
        one
        for one in deal.findings
        if one.offence is not Offence.REVOKE or (one.committed, one.certain) in proofs or is_ruled(deal, one)
    ]
    known = {(one.committed, one.certain) for one in kept if one.offence is Offence.REVOKE}
    new = [
        _revoke(deal, proof)
        for key, proof in proofs.items()
        if key not in known and not is_dismissed(deal, Offence.REVOKE, proof.seat, proof.committed)
    ]
    return deal._replace(findings=(*kept, *new))


def _revoke(deal: Deal, proof: Proof) -> Irregularity:
    law = LAWS[REVOKE_ROW]
    return Irregularity(
        offence=Offence.REVOKE,
        seat=proof.seat,
        committed=proof.committed,
        proved=proof.proved,
        certain=proof.certain,
        law=law.row,
        citation=str(law.citation),
        remedy=law.remedies[0],
        cards=(proof.played,) if proof.shown is None else (proof.played, proof.shown),
        deal=deal.number,
        trick=proof.trick,
        proved_trick=proof.proved_trick,
    )
