"""Findings of a deal: under which row they fall and which fine that row proposes.

The fine depends on the value of the game or the circle of raspasy, and on whether the breach was found at once
(``immediate_window``) or later. Source: Сочи Штрафы 1-6.
"""

from dataclasses import replace
from typing import NamedTuple

from kozyr.engine.cardplay import CardPlay, is_full
from kozyr.engine.cards import Card
from kozyr.engine.docket import Place, irregularity, revoke_of
from kozyr.engine.facts import Irregularity
from kozyr.engine.games.preferans.laws import BY_DECLARER, BY_DEFENDER, IN_RASPASY, LAWS, UNPRICED
from kozyr.engine.games.preferans.state import Deal, Table
from kozyr.engine.laws import Citation, Offence, Remedy
from kozyr.engine.legality import Proof
from kozyr.engine.seats import Seat

MOUNTAIN = "mountain"
"""The column of every fine for which the convention names no other."""
_LATER_IN_RASPASY = 10
_AT_ONCE_IN_RASPASY = 3
_LATER = 3


class Price(NamedTuple):
    """What a row proposes in numbers."""

    remedy: Remedy
    """A fine alone, or the deal annulled with it."""
    points: int
    """The size of the fine."""


def found(
    deal: Deal,
    row: str,
    offence: Offence,
    seat: Seat | None,
    seqs: tuple[int, int],
    *,
    certain: bool = True,
    price: Price | None = None,
    remedy: Remedy | None = None,
    cards: tuple[Card, ...] = (),
    trick: tuple[int | None] | None = None,
    clause: str = "",
) -> Deal:
    """The deal with one more finding; ``seqs`` are those of the entries that committed and that proved it.

    ``price``: the fine proposed; ``trick``: the number of the trick in which it was committed, when that is not the
    current one; ``clause``: what it breaks, where the row has no price for it.
    """
    number = deal.trick_number or None
    place = Place(deal.number, number if trick is None else trick[0], number)
    one = irregularity(
        LAWS[row],
        offence,
        seat,
        seqs,
        place,
        certain=certain,
        remedy=price.remedy if price else remedy,
        cards=cards,
        fine=(price.points, MOUNTAIN) if price and price.points else None,
    )
    if clause:
        one = replace(one, citation=str(Citation("Сочи", clause)))
    elif row == UNPRICED:
        one = replace(one, citation=str(Citation("Kozyr", UNPRICED)))
    return deal._replace(docket=deal.docket.with_finding(one))


def with_play(table: Table, deal: Deal, play: CardPlay) -> Deal:
    """The deal with another play, its open trick not yet closed: new proofs become findings, withdrawn ones leave."""
    before, ledger = deal.play.ledger, play.ledger
    deal = deal._replace(play=play)
    if ledger is None or before is None or ledger.found is before.found or ledger.found == before.found:
        return deal
    judged = deal

    def finding(proof: Proof) -> Irregularity:
        at_once = _is_at_once(table, judged, proof)
        row = revoke_row(judged, proof.seat)
        price = revoke_price(table, judged, row, at_once)
        one = revoke_of(LAWS[row], judged.number, proof)
        return replace(one, remedy=price.remedy, points=price.points, column=MOUNTAIN)

    return deal._replace(docket=deal.docket.with_proofs(ledger.found, finding))


def revoke_row(deal: Deal, seat: Seat | None) -> str:
    """The row of an illegal play; of one that several may have made, that of the defenders."""
    if deal.is_raspasy:
        return IN_RASPASY
    return BY_DECLARER if seat is not None and seat is deal.declarer else BY_DEFENDER


def revoke_price(table: Table, deal: Deal, row: str, at_once: bool) -> Price:
    """The fine for an illegal play. Found later it annuls the deal; a defender's only when the declarer has lost."""
    remedy = Remedy.FINE if at_once else Remedy.ANNUL
    if row == IN_RASPASY:
        return Price(remedy, deal.price(table) * (_AT_ONCE_IN_RASPASY if at_once else _LATER_IN_RASPASY))
    return Price(remedy, deal.value(table.rules) * (1 if at_once else _LATER))


def twelve_card_price(table: Table, deal: Deal) -> Price:
    """The fine for an order with twelve cards, found now: before a defender has spoken, or after."""
    if deal.is_divided:
        return Price(Remedy.ANNUL, deal.value(table.rules) * _LATER)
    return Price(Remedy.FINE, deal.value(table.rules))


def is_fresh(table: Table, deal: Deal, committed: int) -> bool:
    """Whether a play is found "at once" when somebody speaks of it now, between two cards."""
    play, window = deal.play, table.rules.immediate_window
    in_open = any(each.seq == committed for each in play.trick)
    if window == "next_card":
        lying = play.trick or (play.tricks[-1].plays if play.tricks else ())
        return bool(lying) and lying[-1].seq == committed
    if window == "next_lead" and not play.trick and play.tricks:
        return any(each.seq == committed for each in play.tricks[-1].plays)
    return in_open


def _is_at_once(table: Table, deal: Deal, proof: Proof) -> bool:
    """Whether a proof came "at once": by the very card, or within the window that the rules leave."""
    play, window = deal.play, table.rules.immediate_window
    if proof.committed == proof.proved:
        return True
    is_card = any(each.seq == proof.proved for each in play.trick)
    if not is_card:
        return is_fresh(table, deal, proof.committed)
    if window == "next_card" or proof.trick != proof.proved_trick:
        return False
    closes = deal.conduct is not None and is_full(play, deal.conduct)
    return window == "next_lead" or not closes
