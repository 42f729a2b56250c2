"""How the judge's decisions work in Preferans: their rows and prices, and what they change in the course of a deal.

What they do to the score is in ``outcome``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from kozyr.engine import misplaced
from kozyr.engine.acts import Decision, Ruled
from kozyr.engine.cardplay import Aside, trick_of
from kozyr.engine.docket import Docket, Ruling
from kozyr.engine.games.preferans.findings import (
    Price,
    found,
    is_fresh,
    revoke_price,
    revoke_row,
    twelve_card_price,
    with_play,
)
from kozyr.engine.games.preferans.laws import LAWS, MISDEAL, OFF_SUIT, OLD_TRICK, SLOW_PLAY, TWELVE_CARDS, UNPRICED
from kozyr.engine.games.preferans.state import Deal, Table
from kozyr.engine.laws import Law, Offence, Remedy
from kozyr.engine.seats import Seat

OLD_TRICK_POINTS: Final = 2
"""For each trick looked at (Штрафы 6)."""
MISDEAL_POINTS: Final = 2
"""For each misdeal in a row from the second on (Штрафы 2)."""
HALF_MINUTE_POINTS: Final = 1
"""For each half minute after the first (Схема)."""
_ROWS: Final[Mapping[Offence, str]] = {
    offence: law.row for law in reversed(tuple(LAWS.values())) for offence in law.offences
}
"""The first row that names an offence."""


@dataclass(frozen=True, slots=True)
class PreferansCourt:
    """The judge of one table."""

    table: Table
    """Its rules and seats."""
    replay: Callable[[Table, Deal], Deal]
    """Folds a deal's acts again."""
    anything_else: str = UNPRICED
    """The row for what the convention puts no price on."""
    changes_course: frozenset[Offence] = frozenset(
        {Offence.ILLEGAL_CALL, Offence.CALL_OUT_OF_TURN, Offence.OUT_OF_TURN}
    )
    """Offences whose entry changes the deal when it is left standing."""

    @property
    def laws(self) -> Mapping[str, Law]:
        """Penalty rows by id."""
        return LAWS

    def row_for(self, deal: Deal, offence: Offence, act: Ruled) -> str:
        """The row for an offence that nobody had found before."""
        return revoke_row(deal, act.seat) if offence is Offence.REVOKE else _ROWS.get(offence, UNPRICED)

    def with_docket(self, deal: Deal, docket: Docket) -> Deal:
        """The deal with other findings and rulings."""
        return deal._replace(docket=docket)

    def found(self, deal: Deal, ruling: Ruling) -> Deal:
        """The deal with the finding for a breach that only the judge has found, at the price of its row."""
        if ruling.offence is None:
            return deal
        seqs = (ruling.committed, max(ruling.committed, ruling.seq))
        price = self._price(deal, ruling)
        trick = (trick_of(deal.play, ruling.committed) or deal.trick_number or None,)
        after = found(deal, ruling.law, ruling.offence, ruling.act.seat, seqs, price=price, trick=trick)
        if after.docket.findings == deal.docket.findings:
            return deal
        finding = after.docket.findings[-1]
        decided = ruling.act.remedy is not None or ruling.act.decision is Decision.OTHER
        known = replace(ruling, found=finding, remedy=ruling.remedy if decided else finding.remedy)
        rulings = tuple(known if one == ruling else one for one in after.docket.rulings)
        return after._replace(docket=after.docket._replace(rulings=rulings))

    def _price(self, deal: Deal, ruling: Ruling) -> Price:
        """What the row of a ruling proposes now."""
        law = LAWS[ruling.law]
        if ruling.law in OFF_SUIT:
            return revoke_price(self.table, deal, ruling.law, is_fresh(self.table, deal, ruling.committed))
        if ruling.law == TWELVE_CARDS:
            return twelve_card_price(self.table, deal)
        if ruling.law == MISDEAL:
            return misdeal_price(deal, ruling.act.seat)
        points = {OLD_TRICK: OLD_TRICK_POINTS, SLOW_PLAY: HALF_MINUTE_POINTS}.get(ruling.law, 0)
        return Price(law.remedies[0], points)

    def replayed(self, deal: Deal) -> Deal:
        """The deal folded again from its acts."""
        return self.replay(self.table, deal)

    def carried_out(self, deal: Deal, ruling: Ruling) -> Deal:
        """A card off suit is taken back when the judge says so; exposed cards stay open as penalty cards."""
        if ruling.remedy is not Remedy.PENALTY_CARD:
            return deal
        if ruling.offence is Offence.REVOKE:
            return self._taken_back(deal, ruling)
        if ruling.offence is not Offence.EXPOSED_CARDS or ruling.found is None or ruling.overruled:
            return deal
        new = tuple(
            Aside(ruling.found.committed, ruling.act.seat, card, deal.trick_number)
            for card in ruling.found.cards
            if card not in deal.play.played and all(aside.card != card for aside in deal.play.aside)
        )
        return deal._replace(play=deal.play._replace(aside=(*deal.play.aside, *new)))

    def _taken_back(self, deal: Deal, ruling: Ruling) -> Deal:
        """The card goes back and another is played, as long as nobody has led to the next trick."""
        play, conduct = deal.play, deal.conduct
        lying = play.trick or (play.tricks[-1].plays if play.tricks else ())
        if conduct is None or all(each.seq != ruling.committed for each in lying):
            return deal
        others = tuple(seat for seat in conduct.hands if seat is not ruling.act.seat)
        after = misplaced.taken_back(play, conduct, ruling.committed, others)
        return deal if after is play else with_play(self.table, deal, after)

    def undone(self, deal: Deal, ruling: Ruling) -> Deal:
        """A card that was no card out of turn goes back into the hand."""
        aside = tuple(one for one in deal.play.aside if one.seq != ruling.committed)
        return deal._replace(play=deal.play._replace(aside=aside))

    def moved_cards(self, ruling: Ruling) -> bool:
        """Whether it changed what lay on the table or whose turn it was."""
        if ruling.remedy is Remedy.STANDS:
            return ruling.offence in self.changes_course
        return ruling.remedy is Remedy.PENALTY_CARD and ruling.offence is Offence.REVOKE


def misdeal_price(deal: Deal, dealer: Seat) -> Price:
    """The first wrong deal costs nothing, each further one in a row of the same dealer two (Штрафы 1–2)."""
    again = bool(deal.before.misdealt_by) and deal.before.misdealt_by[-1] is dealer
    return Price(Remedy.FINE, MISDEAL_POINTS) if again else Price(Remedy.WARN, 0)


def misdealt(table: Table, deal: Deal, seq: int, dealer: Seat) -> Deal:
    """The deal when it was wrong; who dealt it is found to have done so."""
    after = deal._replace(misdealt=dealer)
    return found(after, MISDEAL, Offence.MISDEAL, dealer, (seq, seq), price=misdeal_price(deal, dealer))
