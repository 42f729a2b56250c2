"""How Debertz understands a ruling of the judge and carries it out; the machinery is ``engine/rulings``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from kozyr.engine import cardplay, misplaced
from kozyr.engine.acts import Ruled
from kozyr.engine.docket import Docket, Place, Ruling, irregularity
from kozyr.engine.games.debertz.findings import row_of_revoke, with_finding, with_play
from kozyr.engine.games.debertz.laws import ANYTHING_ELSE, LAWS
from kozyr.engine.games.debertz.state import Deal, Table
from kozyr.engine.laws import Law, Offence, Remedy

_ROWS: Final[Mapping[Offence, str]] = {
    offence: law.row for law in reversed(tuple(LAWS.values())) for offence in law.offences
}
"""The first row of each offence."""


@dataclass(frozen=True, slots=True)
class Court:
    """The judge's table."""

    table: Table
    """What does not change."""
    replay: Callable[[Table, Deal], Deal]
    """Folds a deal again from its acts."""

    @property
    def laws(self) -> Mapping[str, Law]:
        """Penalty rows by id."""
        return LAWS

    @property
    def anything_else(self) -> str:
        """The row for what the rules do not name."""
        return ANYTHING_ELSE

    @property
    def changes_course(self) -> frozenset[Offence]:
        """Offences whose entry changes the deal when it is left standing."""
        return frozenset(
            (Offence.ILLEGAL_CALL, Offence.CALL_OUT_OF_TURN, Offence.OUT_OF_TURN, Offence.LATE_DECLARATION)
        )

    def row_for(self, deal: Deal, offence: Offence, act: Ruled) -> str:
        """The row for an offence that nobody had found before: of an illegal play, the one its card falls under."""
        if offence is not Offence.REVOKE:
            return _ROWS.get(offence, ANYTHING_ELSE)
        trick = cardplay.trick_of(deal.play, act.committed)
        plays = (*(play for closed in deal.play.tricks for play in closed.plays), *deal.play.trick)
        card = next((play.card for play in plays if play.seq == act.committed), None)
        return "D-6" if trick is None else row_of_revoke(deal, trick, card)

    def with_docket(self, deal: Deal, docket: Docket) -> Deal:
        """The deal with other findings and rulings."""
        return deal._replace(docket=docket)

    def found(self, deal: Deal, ruling: Ruling) -> Deal:
        """The deal with the finding for a breach that only the judge has found."""
        if ruling.offence is None:
            return deal
        seqs = (ruling.committed, max(ruling.committed, ruling.seq))
        now = deal.play.trick_number or None
        place = Place(deal.number, ruling.trick if ruling.trick is not None else now, now)
        one = irregularity(LAWS[ruling.law], ruling.offence, ruling.act.seat, seqs, place)
        return with_finding(self.table, deal, one)

    def replayed(self, deal: Deal) -> Deal:
        """The deal folded again from its acts: its forced entries stand, its overruled rulings have no effect."""
        return self.replay(self.table, deal)

    def carried_out(self, deal: Deal, ruling: Ruling) -> Deal:
        """The deal with what the remedy changes in the course of play: an illegal card is taken back."""
        if not self.moved_cards(ruling) or deal.conduct is None or ruling.remedy is not Remedy.PENALTY_CARD:
            return deal
        opponents = self.table.order.opponents(ruling.act.seat)
        play = misplaced.taken_back(deal.play, deal.conduct, ruling.committed, opponents)
        return with_play(self.table, deal, play)

    def undone(self, deal: Deal, ruling: Ruling) -> Deal:
        """The deal when a finding is dismissed: a card that was no card out of turn goes back into the hand."""
        aside = tuple(one for one in deal.play.aside if one.seq != ruling.committed)
        return deal._replace(play=deal.play._replace(aside=aside))

    def moved_cards(self, ruling: Ruling) -> bool:
        """Whether carrying it out changed what lay on the table or whose turn it was."""
        if ruling.remedy is Remedy.STANDS:
            return ruling.offence in self.changes_course and ruling.offence is not Offence.LATE_DECLARATION
        return ruling.remedy is Remedy.PENALTY_CARD and ruling.offence is Offence.REVOKE
