"""Findings of a deal of Debertz: under which row they fall and what that proposes under the options in force."""

from dataclasses import replace

from kozyr.engine.cardplay import CardPlay
from kozyr.engine.cards import Card
from kozyr.engine.docket import Place, irregularity, revoke_of
from kozyr.engine.facts import Irregularity
from kozyr.engine.games.debertz.laws import LAWS, citation, proposed
from kozyr.engine.games.debertz.play import is_overtrump_duty
from kozyr.engine.games.debertz.rules import Rules
from kozyr.engine.games.debertz.state import Deal, Table
from kozyr.engine.laws import Offence
from kozyr.engine.legality import Proof
from kozyr.engine.seats import Seat


def found(
    table: Table,
    deal: Deal,
    row: str,
    offence: Offence,
    seat: Seat | None,
    seqs: tuple[int, int],
    *,
    certain: bool = True,
    cards: tuple[Card, ...] = (),
) -> Deal:
    """The deal with one more finding; ``seqs`` are those of the entries that committed and that proved it."""
    number = deal.play.trick_number or None
    place = Place(deal.number, number, number)
    one = irregularity(LAWS[row], offence, seat, seqs, place, certain=certain, cards=cards)
    return with_finding(table, deal, one)


def with_finding(table: Table, deal: Deal, one: Irregularity) -> Deal:
    """The deal with a finding, which proposes what its row does under the options."""
    return deal._replace(docket=deal.docket.with_finding(_under(one, table.rules)))


def _under(one: Irregularity, rules: Rules) -> Irregularity:
    return replace(one, remedy=proposed(one.law, rules), citation=str(citation(one.law, rules)))


def with_play(table: Table, deal: Deal, play: CardPlay) -> Deal:
    """The deal with other cards on the table: new proofs become findings, those withdrawn leave unless ruled on."""
    before, now = deal.play.ledger, play.ledger
    deal = deal._replace(play=play)
    if now is None or (before is not None and now.found == before.found):
        return deal

    def finding(proof: Proof) -> Irregularity:
        return _under(revoke_of(LAWS[row_of_revoke(deal, proof.trick, proof.played)], deal.number, proof), table.rules)

    return deal._replace(docket=deal.docket.with_proofs(now.found, finding))


def row_of_revoke(deal: Deal, trick: int, played: Card | None) -> str:
    """The row of an illegal play: the duty to beat a led trump (D-4), else to follow or to trump (D-6)."""
    closed = deal.play.tricks
    plays = closed[trick - 1].plays if trick <= len(closed) else deal.play.trick
    duty = plays and played is not None and deal.trump and is_overtrump_duty(plays[0].card, played, deal.trump)
    return "D-4" if duty else "D-6"
